/* The band-block-diagonal preconditioner on one process: with all of the band kept
 * it is the exact inverse, also where values are zero; with less it costs
 * iterations only; how often it calls, and what it refuses. */
#include <galpha/galpha_bbdpre.h>

#include "support/test.h"

#define SIDE 9
#define SIZE (SIDE * SIDE)
#define INV  100.0 /* 1/dx^2 */
#define RTOL 1e-5
#define END  0.05

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

struct run
{
  struct small s;
  SUNLinearSolver LS;
  struct calls calls;
};

/* Nothing is stated yet; order 2: F(t,y,y',y''). */
static void create(struct run *p, int order)
{
  sunrealtype u[SIZE], d[SIZE];
  const sunrealtype none[SIZE] = {0.0};
  for (int k = 0; k < SIZE; k++) { u[k] = k % SIDE < SIDE / 2 ? 0.0 : 1.0; }
  residual_body(0.0, u, none, d, NULL);
  for (int k = 0; k < SIZE; k++) { d[k] = -d[k]; }
  p->calls = (struct calls){0};
  BEGIN(&p->s, .n = SIZE, .q = u, .v = d, .res1 = order == 1 ? residual : NULL,
        .res2 = residual2, .data = &p->calls, .rtol = RTOL, .atol = 1e-7);
  p->LS = KEEP(SUNLinSol_SPGMR(p->s.q, SUN_PREC_LEFT, 20, ctx));
}

/* Stated but for the preconditioner. */
static void state(struct run *p)
{
  create(p, 1);
  CHECK(!GALPHASetLinearSolver(p->s.mem, p->LS, NULL));
}

static int precondition(struct run *p, int dq, int keep)
{
  return GALPHABBDPrecInit(p->s.mem, SIZE, dq, dq, keep, keep, 0.0, local,
                           comm);
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

/* Linear iterations for one nonlinear one; dq, keep: half-bandwidths. */
static double cost(int dq, int keep, const sunrealtype *expected)
{
  struct run p;
  long int calls  = 0;
  const int seen  = dq < 0 ? 0 : dq < SIZE ? dq : SIZE - 1;
  const int width = 2 * seen + 1;
  state(&p);
  CHECK(!precondition(&p, dq, keep) && !small_solve(&p.s, END));
  CHECK_IN(distance(small_q(&p.s), expected), 0.0, 10.0 * RTOL);
  const long int setups = count_of(p.s.mem, GALPHAGetNumPrecEvals);
  CHECK(!GALPHABBDPrecGetNumGfnEvals(p.s.mem, &calls));
  CHECK(calls == p.calls.local && p.calls.comm == setups && setups > 2);
  CHECK(calls == setups * (1 + (width < SIZE ? width : SIZE)));
  return (double)count_of(p.s.mem, GALPHAGetNumLinIters) /
         (double)count_of(p.s.mem, GALPHAGetNumNonlinSolvIters);
}

/* Against the same problem with a dense matrix. */
static void accuracy(void)
{
  struct run p;
  create(&p, 1);
  SUNMatrix A = KEEP(SUNDenseMatrix(SIZE, SIZE, ctx));
  CHECK(
    !GALPHASetLinearSolver(p.s.mem, KEEP(SUNLinSol_Dense(p.s.q, A, ctx)), A));
  CHECK(!small_solve(&p.s, END));
  const sunrealtype *u = small_q(&p.s);
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
  static const int cases[2][2] = {{-1, GALPHA_LSETUP_FAIL},
                                  {1, GALPHA_CONV_FAIL}};
  for (int i = 0; i < 2; i++)
  {
    struct run p;
    state(&p);
    CHECK(!precondition(&p, SIDE, SIDE));
    p.calls.ret = cases[i][0];
    REFUSED(&p.s.said, small_solve(&p.s, END), cases[i][1], "preconditioner");
    p.calls.ret = 0;
    CHECK(!small_solve(&p.s, END));
  }
}

/* A call with one argument wrong. */
#define REFUSES(n, fn, text) \
  ILL_INPUT(&p.s.said,       \
            GALPHABBDPrecInit(p.s.mem, n, 1, 1, 1, 1, 0.0, fn, comm), text)

static void no_preconditioner(struct run *p)
{
  long int n = 0, m = 0;
  CHECK(GALPHABBDPrecReInit(p->s.mem, 1, 1, 0.0) == GALPHA_ILL_INPUT);
  CHECK(GALPHABBDPrecGetWorkSpace(p->s.mem, &n, &m) == GALPHA_ILL_INPUT);
  ILL_INPUT(&p->s.said, GALPHABBDPrecGetNumGfnEvals(p->s.mem, &n),
            "GALPHABBDPrecInit");
}

static void bad_input(void)
{
  struct run p;
  long int n  = 0;
  void *fresh = KEEP(GALPHACreate(ctx));
  CHECK(!GALPHASetErrFile(fresh, NULL));
  CHECK(GALPHABBDPrecInit(NULL, SIZE, 1, 1, 1, 1, 0.0, local, comm) ==
        GALPHA_MEM_NULL);
  CHECK(GALPHABBDPrecInit(fresh, SIZE, 1, 1, 1, 1, 0.0, local, comm) ==
        GALPHA_NO_MALLOC);
  CHECK(GALPHABBDPrecGetNumGfnEvals(fresh, &n) == GALPHA_NO_MALLOC);
  create(&p, 1);
  REFUSES(SIZE, local, "GALPHASetLinearSolver");
  CHECK(!GALPHASetLinearSolver(p.s.mem, p.LS, NULL));
  REFUSES(SIZE - 1, local, "Nlocal");
  REFUSES(SIZE + 1, local, "Nlocal");
  REFUSES(0, local, "Nlocal");
  REFUSES(SIZE, NULL, "Gres");
  no_preconditioner(&p);
  create(&p, 2);
  REFUSES(SIZE, local, "GALPHAInit");
}

/* Stated twice, changed, replaced, forgotten with its linear solver. */
static void life(void)
{
  struct run p;
  long int calls = 0, reals = 0, integers = 0;
  state(&p);
  void *mem = p.s.mem;
  CHECK(!precondition(&p, 1, 1) && !precondition(&p, SIDE, 1));
  CHECK(!GALPHABBDPrecReInit(mem, SIDE, 1, 1e-6) && !small_solve(&p.s, END));
  CHECK(!GALPHABBDPrecGetNumGfnEvals(mem, &calls));
  CHECK(calls % (1 + SIDE + 2) == 0 && calls > 0);
  CHECK(!GALPHABBDPrecReInit(mem, 1, 1, 0.0));
  CHECK(!GALPHABBDPrecGetNumGfnEvals(mem, &calls) && calls == 0);
  CHECK(!GALPHABBDPrecGetWorkSpace(mem, &reals, &integers));
  CHECK(reals > 7 * SIZE && integers >= SIZE);
  CHECK(!GALPHASetPreconditioner(mem, NULL, NULL));
  CHECK(!SUNLinSol_SPGMRSetPrecType(p.LS, SUN_PREC_NONE));
  p.calls.local = 0;
  CHECK(!GALPHAReInit(mem, 0.0, p.s.q, p.s.v) && !small_solve(&p.s, END));
  CHECK(p.calls.local == 0);
  CHECK(!GALPHASetLinearSolver(mem, p.LS, NULL));
  no_preconditioner(&p);
}

TESTS(accuracy, failures, bad_input, life)
