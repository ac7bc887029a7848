/* The band-block-diagonal preconditioner on one process: with all of the band kept
 * it is the exact inverse, also where values are zero; with less it costs
 * iterations only; how often it calls, and what it refuses. */
#include <galpha/galpha_bbdpre.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include "support/models/callbacks.h"
#include "support/test.h"

#define SIDE 9
#define SIZE (SIDE * SIDE)
#define INV  100.0 /* 1/dx^2 */
#define RTOL 1e-5

struct calls
{
  long int local, comm;
  int ret; /* of the local function when t > 0 */
};

/* u' = u_xx + u_yy + 20 u (1 - u), zero outside and in one half at the start. */
RESIDUAL1(residual)
{
  for (int k = 0; k < SIZE; k++)
  {
    const int i         = k % SIDE;
    const sunrealtype w = i > 0 ? y[k - 1] : 0.0;
    const sunrealtype e = i < SIDE - 1 ? y[k + 1] : 0.0;
    const sunrealtype s = k >= SIDE ? y[k - SIDE] : 0.0;
    const sunrealtype n = k < SIZE - SIDE ? y[k + SIDE] : 0.0;
    r[k] =
      yp[k] - INV * (w + e + s + n - 4.0 * y[k]) - 20.0 * y[k] * (1.0 - y[k]);
  }
}

static int residual2(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                     N_Vector r, void *data)
{
  return residual(t, y, yp, r, data);
}

static int local(sunindextype n, sunrealtype t, N_Vector y, N_Vector yp,
                 N_Vector g, void *data)
{
  struct calls *calls = data;
  calls->local++;
  if (n != SIZE) { return -1; }
  return t > 0.0 && calls->ret ? calls->ret : residual(t, y, yp, g, NULL);
}

static int comm(sunindextype n, sunrealtype t, N_Vector y, N_Vector yp,
                void *data)
{
  struct calls *calls = data;
  calls->comm++;
  return n == SIZE ? 0 : -1;
}

struct problem
{
  SUNContext ctx;
  N_Vector y, yp;
  SUNLinearSolver LS;
  SUNMatrix A;
  void *mem;
  struct calls calls;
  struct caught caught;
};

static void forget(struct problem *p)
{
  GALPHAFree(&p->mem);
  SUNLinSolFree(p->LS);
  if (p->A) { SUNMatDestroy(p->A); }
  N_VDestroy(p->yp);
  N_VDestroy(p->y);
  SUNContext_Free(&p->ctx);
}

/* Ready but for the linear solver. */
static void create(struct problem *p)
{
  *p     = (struct problem){.ctx = galpha_test_context()};
  p->y   = N_VNew_Serial(SIZE, p->ctx);
  p->yp  = N_VClone(p->y);
  p->LS  = SUNLinSol_SPGMR(p->y, SUN_PREC_LEFT, 20, p->ctx);
  p->mem = GALPHACreate(p->ctx);
  CHECK(GALPHASetErrHandlerFn(p->mem, caught_handler, &p->caught) ==
        GALPHA_SUCCESS);
  sunrealtype *u = N_VGetArrayPointer(p->y), *d = N_VGetArrayPointer(p->yp);
  for (int k = 0; k < SIZE; k++) { u[k] = k % SIDE < SIDE / 2 ? 0.0 : 1.0; }
  N_VConst(0.0, p->yp);
  residual(0.0, p->y, p->yp, p->yp, NULL);
  for (int k = 0; k < SIZE; k++) { d[k] = -d[k]; }
}

static void state(struct problem *p)
{
  CHECK(GALPHAInit(p->mem, residual, 0.0, p->y, p->yp) == GALPHA_SUCCESS);
  CHECK(GALPHASetUserData(p->mem, &p->calls) == GALPHA_SUCCESS);
  CHECK(GALPHASStolerances(p->mem, RTOL, 1e-7) == GALPHA_SUCCESS);
}

static int precondition(struct problem *p, int dq, int keep)
{
  return GALPHABBDPrecInit(p->mem, SIZE, dq, dq, keep, keep, 0.0, local, comm);
}

static void integrate(struct problem *p, sunrealtype *u)
{
  sunrealtype t = 0.0;
  CHECK(GALPHASolve(p->mem, 0.05, &t, p->y, p->yp, GALPHA_NORMAL) ==
        GALPHA_SUCCESS);
  memcpy(u, N_VGetArrayPointer(p->y), SIZE * sizeof *u);
}

static double distance(const sunrealtype *a, const sunrealtype *b)
{
  double largest = 0.0;
  for (int k = 0; k < SIZE; k++)
  {
    const double d = fabs(a[k] - b[k]);
    if (!(d <= largest)) { largest = d; }
  }
  return largest;
}

/* The same problem with a dense matrix. */
static void reference(sunrealtype *u)
{
  struct problem p;
  create(&p);
  state(&p);
  SUNLinSolFree(p.LS);
  p.A  = SUNDenseMatrix(SIZE, SIZE, p.ctx);
  p.LS = SUNLinSol_Dense(p.y, p.A, p.ctx);
  CHECK(GALPHASetLinearSolver(p.mem, p.LS, p.A) == GALPHA_SUCCESS);
  integrate(&p, u);
  forget(&p);
}

/* Linear iterations for one nonlinear one; dq, keep: half-bandwidths. */
static double cost(int dq, int keep, const sunrealtype *expected)
{
  struct problem p;
  sunrealtype u[SIZE];
  long int iters = 0, newton = 0, setups = 0, calls = 0;
  const int seen  = dq < 0 ? 0 : dq < SIZE ? dq : SIZE - 1;
  const int width = 2 * seen + 1;
  create(&p);
  state(&p);
  CHECK(GALPHASetLinearSolver(p.mem, p.LS, NULL) == GALPHA_SUCCESS);
  CHECK(precondition(&p, dq, keep) == GALPHA_SUCCESS);
  integrate(&p, u);
  CHECK_IN(distance(u, expected), 0.0, 10.0 * RTOL);
  GALPHAGetNumLinIters(p.mem, &iters);
  GALPHAGetNumNonlinSolvIters(p.mem, &newton);
  GALPHAGetNumPrecEvals(p.mem, &setups);
  CHECK(GALPHABBDPrecGetNumGfnEvals(p.mem, &calls) == GALPHA_SUCCESS);
  CHECK(calls == p.calls.local && p.calls.comm == setups && setups > 2);
  CHECK(calls == setups * (1 + (width < SIZE ? width : SIZE)));
  forget(&p);
  return (double)iters / (double)newton;
}

static void accuracy(void)
{
  sunrealtype u[SIZE];
  reference(u);
  const double exact = cost(SIDE, SIDE, u), more = cost(2 * SIZE, SIDE, u);
  const double narrow = cost(SIDE, 1, u), point = cost(-1, -1, u);
  printf("linear iterations: %.2f with the band, %.2f with too many columns, "
         "%.2f with rows, %.2f with points\n",
         exact, more, narrow, point);
  CHECK_IN(exact, 0.5, 1.6);
  CHECK_IN(more, 0.5, 1.6);
  CHECK_IN(narrow, 1.15 * exact, 10.0);
  CHECK_IN(point, 1.15 * exact, 20.0);
}

/* Failures of the local function reach the user in his words or are overcome. */
static void failures(void)
{
  static const struct
  {
    int ret, code;
  } cases[2] = {{-1, GALPHA_LSETUP_FAIL}, {1, GALPHA_CONV_FAIL}};
  for (int i = 0; i < 2; i++)
  {
    struct problem p;
    sunrealtype t = 0.0;
    create(&p);
    state(&p);
    GALPHASetLinearSolver(p.mem, p.LS, NULL);
    CHECK(precondition(&p, SIDE, SIDE) == GALPHA_SUCCESS);
    p.calls.ret = cases[i].ret;
    CHECK(GALPHASolve(p.mem, 0.05, &t, p.y, p.yp, GALPHA_NORMAL) ==
          cases[i].code);
    CHECK(caught_says(&p.caught, cases[i].code, "preconditioner"));
    p.calls.ret = 0;
    CHECK(GALPHASolve(p.mem, 0.05, &t, p.y, p.yp, GALPHA_NORMAL) ==
          GALPHA_SUCCESS);
    forget(&p);
  }
}

/* A call with one argument wrong. */
static void refused(struct problem *p, sunindextype n, GALPHABBDLocalFn fn,
                    const char *text)
{
  CHECK(GALPHABBDPrecInit(p->mem, n, 1, 1, 1, 1, 0.0, fn, comm) ==
        GALPHA_ILL_INPUT);
  CHECK(caught_says(&p->caught, GALPHA_ILL_INPUT, text));
}

static void no_preconditioner(struct problem *p)
{
  long int n = 0, m = 0;
  CHECK(GALPHABBDPrecReInit(p->mem, 1, 1, 0.0) == GALPHA_ILL_INPUT);
  CHECK(GALPHABBDPrecGetWorkSpace(p->mem, &n, &m) == GALPHA_ILL_INPUT);
  CHECK(GALPHABBDPrecGetNumGfnEvals(p->mem, &n) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&p->caught, GALPHA_ILL_INPUT, "GALPHABBDPrecInit"));
}

static void bad_input(void)
{
  struct problem p;
  long int n = 0;
  create(&p);
  CHECK(GALPHABBDPrecInit(NULL, SIZE, 1, 1, 1, 1, 0.0, local, comm) ==
        GALPHA_MEM_NULL);
  CHECK(precondition(&p, 1, 1) == GALPHA_NO_MALLOC);
  CHECK(GALPHABBDPrecGetNumGfnEvals(p.mem, &n) == GALPHA_NO_MALLOC);
  state(&p);
  refused(&p, SIZE, local, "GALPHASetLinearSolver");
  GALPHASetLinearSolver(p.mem, p.LS, NULL);
  refused(&p, SIZE - 1, local, "Nlocal");
  refused(&p, SIZE + 1, local, "Nlocal");
  refused(&p, 0, local, "Nlocal");
  refused(&p, SIZE, NULL, "Gres");
  no_preconditioner(&p);
  forget(&p);
  create(&p);
  CHECK(GALPHAInit2(p.mem, residual2, 0.0, p.y, p.yp, NULL) == GALPHA_SUCCESS);
  refused(&p, SIZE, local, "GALPHAInit");
  forget(&p);
}

/* Stated twice, changed, replaced, forgotten with its linear solver. */
static void life(void)
{
  struct problem p;
  sunrealtype u[SIZE];
  long int calls = 0, reals = 0, integers = 0;
  create(&p);
  state(&p);
  GALPHASetLinearSolver(p.mem, p.LS, NULL);
  CHECK(precondition(&p, 1, 1) == GALPHA_SUCCESS);
  CHECK(precondition(&p, SIDE, 1) == GALPHA_SUCCESS);
  CHECK(GALPHABBDPrecReInit(p.mem, SIDE, 1, 1e-6) == GALPHA_SUCCESS);
  integrate(&p, u);
  CHECK(GALPHABBDPrecGetNumGfnEvals(p.mem, &calls) == GALPHA_SUCCESS);
  CHECK(calls % (1 + SIDE + 2) == 0 && calls > 0);
  CHECK(GALPHABBDPrecReInit(p.mem, 1, 1, 0.0) == GALPHA_SUCCESS);
  CHECK(GALPHABBDPrecGetNumGfnEvals(p.mem, &calls) == GALPHA_SUCCESS);
  CHECK(calls == 0);
  CHECK(GALPHABBDPrecGetWorkSpace(p.mem, &reals, &integers) == GALPHA_SUCCESS);
  CHECK(reals > 7 * SIZE && integers >= SIZE);
  CHECK(GALPHASetPreconditioner(p.mem, NULL, NULL) == GALPHA_SUCCESS);
  CHECK(!SUNLinSol_SPGMRSetPrecType(p.LS, SUN_PREC_NONE));
  p.calls.local = 0;
  CHECK(GALPHAReInit(p.mem, 0.0, p.y, p.yp) == GALPHA_SUCCESS);
  integrate(&p, u);
  CHECK(p.calls.local == 0);
  CHECK(GALPHASetLinearSolver(p.mem, p.LS, NULL) == GALPHA_SUCCESS);
  no_preconditioner(&p);
  forget(&p);
}

int main(void)
{
  accuracy();
  failures();
  bad_input();
  life();
  return check_done();
}
