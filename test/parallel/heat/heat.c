#include "heat.h"

#include <string.h>

#include <ida/ida.h>
#include <ida/ida_bbdpre.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include "parallel/library.h"
#include "support/check/check.h"

#define INV   ((SIDE - 1.0) * (SIDE - 1.0)) /* 1/dx^2 */
#define RTOL  1e-5
#define ATOL  1e-7
#define BOUND 30.0 /* errors over tolerances, with either library */
/* Of the differences in the band-block-diagonal preconditioner: the equations are
 * linear, and values on the edge are 0. */
#define INCREMENT 1e-3

static int on_edge(const struct heat *h, int i, int row)
{
  const int j = h->first + row;
  return i == 0 || i == SIDE - 1 || j == 0 || j == SIDE - 1;
}

/* u and u' of three modes; u > 0 inside. */
static void exact(const struct heat *h, sunrealtype t, N_Vector y, N_Vector yp)
{
  static const int mode[3][2]     = {{1, 1}, {3, 1}, {1, 3}};
  static const sunrealtype amp[3] = {1.0, 0.2, 0.1};
  const sunrealtype a             = acos(-1.0) / (SIDE - 1);
  sunrealtype *u = N_VGetArrayPointer(y), *rate = N_VGetArrayPointer(yp);
  N_VConst(0.0, y);
  N_VConst(0.0, yp);
  for (int k = 0; k < SIDE * h->rows; k++)
  {
    const int i = k % SIDE, row = k / SIDE;
    for (int m = 0; m < 3 && !on_edge(h, i, row); m++)
    {
      const sunrealtype p = mode[m][0] * a, q = mode[m][1] * a;
      const sunrealtype s = -INV * (4.0 - 2.0 * cos(p) - 2.0 * cos(q));
      const sunrealtype x =
        amp[m] * exp(s * t) * sin(p * i) * sin(q * (h->first + row));
      u[k] += x;
      rate[k] += s * x;
    }
  }
}

static int local(sunindextype n, sunrealtype t, N_Vector y, N_Vector yp,
                 N_Vector r, void *data)
{
  const struct heat *h = data;
  const sunrealtype *u = N_VGetArrayPointer(y), *rate = N_VGetArrayPointer(yp);
  sunrealtype *out = N_VGetArrayPointer(r);
  for (int k = 0; k < (int)n; k++)
  {
    const int i = k % SIDE, row = k / SIDE;
    out[k] = u[k];
    if (on_edge(h, i, row)) { continue; }
    const sunrealtype south = row > 0 ? u[k - SIDE] : h->below[i];
    const sunrealtype north = row < h->rows - 1 ? u[k + SIDE] : h->above[i];
    out[k] = rate[k] - INV * (u[k - 1] + u[k + 1] + south + north - 4.0 * u[k]);
  }
  return 0;
}

static int communicate(sunindextype n, sunrealtype t, N_Vector y, N_Vector yp,
                       void *data)
{
  struct heat *h = data;
  if (h->exchange) { h->exchange(h, N_VGetArrayPointer(y)); }
  return 0;
}

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                    void *data)
{
  const struct heat *h = data;
  const sunindextype n = SIDE * h->rows;
  return communicate(n, t, y, yp, data) || local(n, t, y, yp, r, data);
}

static int psetup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  sunrealtype cj, void *data)
{
  const struct heat *h = data;
  sunrealtype *d       = N_VGetArrayPointer(h->inverse);
  for (int k = 0; k < SIDE * h->rows; k++)
  {
    d[k] = on_edge(h, k % SIDE, k / SIDE) ? 1.0 : 1.0 / (cj + 4.0 * INV);
  }
  return 0;
}

static int psolve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  N_Vector rhs, N_Vector z, sunrealtype cj, sunrealtype delta,
                  void *data)
{
  const struct heat *h = data;
  N_VProd(h->inverse, rhs, z);
  return 0;
}

/* Vectors of one run. */
struct work
{
  N_Vector y, yp, u, rate, weight, id;
};

/* Largest error over the tolerances of RTOL and ATOL. */
static sunrealtype error(const struct heat *h, const struct work *w,
                         sunrealtype t)
{
  exact(h, t, w->u, w->rate);
  N_VAbs(w->u, w->weight);
  N_VScale(RTOL, w->weight, w->weight);
  N_VAddConst(w->weight, ATOL, w->weight);
  N_VLinearSum(1.0, w->y, -1.0, w->u, w->u);
  N_VDiv(w->u, w->weight, w->u);
  return N_VMaxNorm(w->u);
}

/* y' = 0 is inconsistent: the library finds the true one. */
static void start(const struct heat *h, void *mem, const struct work *w)
{
  CHECK(IDACalcIC(mem, IDA_YA_YDP_INIT, 0.01) == IDA_SUCCESS);
  CHECK(IDAGetConsistentIC(mem, w->y, w->yp) == IDA_SUCCESS);
  CHECK_IN(error(h, w, 0.0), 0.0, 1.0);
  const sunrealtype size = N_VMaxNorm(w->rate);
  N_VLinearSum(1.0, w->yp, -1.0, w->rate, w->rate);
  CHECK_IN(N_VMaxNorm(w->rate), 0.0, 1e-3 * size);
}

/* Largest error at the outputs; a stop time before the last one. */
static sunrealtype integrate(struct heat *h, void *mem, const struct work *w)
{
  static const sunrealtype tout[4] = {0.01, 0.02, 0.05, 0.2};
  const sunrealtype tstop          = 0.1;
  sunrealtype largest = 0.0, t = 0.0;
  CHECK(IDASetStopTime(mem, tstop) == IDA_SUCCESS);
  for (int i = 0; i < 4; i++)
  {
    const int flag = IDASolve(mem, tout[i], &t, w->y, w->yp, IDA_NORMAL);
    CHECK(flag == (i < 3 ? IDA_SUCCESS : IDA_TSTOP_RETURN));
    CHECK_REL(t, fmin(tout[i], tstop), 1e-12);
    const sunrealtype e = error(h, w, t), top = N_VMaxNorm(w->y);
    largest = fmax(largest, e);
    if (h->first == 0) { printf("%.3f  %.6f  %.2f\n", t, top, e); }
  }
  return largest;
}

static void restart(const struct heat *h, void *mem, const struct work *w)
{
  exact(h, 0.0, w->y, w->yp);
  N_VConst(0.0, w->yp);
  CHECK(IDAReInit(mem, 0.0, w->y, w->yp) == IDA_SUCCESS);
}

static void precondition(const struct heat *h, void *mem, int bbd)
{
  const sunindextype n = SIDE * h->rows;
  CHECK(bbd ? IDABBDPrecInit(mem, n, SIDE, SIDE, SIDE, SIDE, INCREMENT, local,
                             communicate) == IDALS_SUCCESS
            : IDASetPreconditioner(mem, psetup, psolve) == IDALS_SUCCESS);
}

static void statistics(const struct heat *h, void *mem, int bbd)
{
  long int steps = 0, iters = 0, setups = 0, solves = 0, local_calls = 1;
  CHECK(IDAGetNumSteps(mem, &steps) == IDA_SUCCESS && steps > 10);
  CHECK(IDAGetNumLinIters(mem, &iters) == IDALS_SUCCESS && iters > 0);
  CHECK(IDAGetNumPrecEvals(mem, &setups) == IDALS_SUCCESS && setups > 0);
  CHECK(IDAGetNumPrecSolves(mem, &solves) == IDALS_SUCCESS && solves >= iters);
  if (bbd)
  {
    CHECK(IDABBDPrecGetNumGfnEvals(mem, &local_calls) == IDALS_SUCCESS);
    CHECK(local_calls > setups);
  }
  if (h->first == 0)
  {
    printf("%ld steps, %ld linear iterations, %ld set-ups\n", steps, iters,
           setups);
  }
}

/* The tight run, then one with loose tolerances, that must miss the bound. */
static void runs(struct heat *h, void *mem, SUNLinearSolver LS,
                 const struct work *w, int bbd)
{
  restart(h, mem, w); /* y and y' of IDAInit were only sizes */
  CHECK(IDASStolerances(mem, RTOL, ATOL) == IDA_SUCCESS);
  CHECK(IDASetUserData(mem, h) == IDA_SUCCESS);
  CHECK(IDASetId(mem, w->id) == IDA_SUCCESS);
  CHECK(IDASetSuppressAlg(mem, SUNTRUE) == IDA_SUCCESS);
  CHECK(IDASetConstraints(mem, w->id) == IDA_SUCCESS); /* u >= 0 inside */
  CHECK(IDASetLinearSolver(mem, LS, NULL) == IDALS_SUCCESS);
  precondition(h, mem, bbd);
  start(h, mem, w);
  CHECK_IN(integrate(h, mem, w), 1e-3, BOUND);
  statistics(h, mem, bbd);

  restart(h, mem, w);
  CHECK(IDASStolerances(mem, 1e3 * RTOL, 1e3 * ATOL) == IDA_SUCCESS);
  if (bbd) { CHECK(IDABBDPrecReInit(mem, SIDE, SIDE, 0.1) == IDALS_SUCCESS); }
  CHECK(IDACalcIC(mem, IDA_YA_YDP_INIT, 0.01) == IDA_SUCCESS);
  CHECK_IN(integrate(h, mem, w), BOUND, 1e3 * BOUND);
}

int heat_run(struct heat *h, SUNContext ctx, N_Vector like, int bbd,
             const char *library)
{
  struct work w;
  N_Vector *all[] = {&w.y, &w.yp, &w.u, &w.rate, &w.weight, &w.id, &h->inverse};
  const int count = sizeof all / sizeof all[0];
  for (int i = 0; i < count; i++) { *all[i] = N_VClone(like); }
  sunrealtype *id = N_VGetArrayPointer(w.id);
  for (int k = 0; k < SIDE * h->rows; k++)
  {
    id[k] = on_edge(h, k % SIDE, k / SIDE) ? 0.0 : 1.0;
  }
  exact(h, 0.0, w.y, w.yp);
  CHECK(library_is(library));
  void *mem          = IDACreate(ctx);
  SUNLinearSolver LS = SUNLinSol_SPGMR(w.y, SUN_PREC_LEFT, 10, ctx);
  CHECK(mem && LS);
  CHECK(IDAInit(mem, residual, 0.0, w.y, w.yp) == IDA_SUCCESS);
  runs(h, mem, LS, &w, bbd);
  IDAFree(&mem);
  CHECK(mem == NULL);
  SUNLinSolFree(LS);
  for (int i = 0; i < count; i++) { N_VDestroy(*all[i]); }
  check_done();
  return check_failures;
}

int heat_main(int argc, char **argv, struct heat *h, SUNContext ctx,
              N_Vector like)
{
  if (argc != 3) { return 2; }
  return heat_run(h, ctx, like, strcmp(argv[1], "bbd") == 0, argv[2]) > 0;
}
