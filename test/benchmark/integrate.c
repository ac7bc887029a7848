/* One integration of a mechanism by one of the solvers. */
#include "bench.h"

#include "support/models/flexible/cost.h"
#include "support/run/first_order.h"

#include <galpha/galpha_sunlinsol_ldlt.h>
#include <ida/ida.h>

/* Clocks of processes may count ticks of several milliseconds: shorter runs are made
 * again and again for so many seconds. */
#define LEAST_CLOCK 0.1

/* ---- GALPHA on the blocks -------------------------------------------------- */

struct algebra
{
  N_Vector y;
  SUNMatrix A;
  SUNLinearSolver LS;
};

static void free_algebra(struct algebra *a)
{
  SUNLinSolFree(a->LS);
  SUNMatDestroy(a->A);
  N_VDestroy(a->y);
}

static int set_ldlt(void *mem, const struct problem *pb, SUNContext ctx,
                    struct algebra *a)
{
  const sunindextype size = pb->n + pb->m;

  a->y  = N_VNew_Serial(size, ctx);
  a->A  = SUNSparseMatrix(size, size, size, CSC_MAT, ctx);
  a->LS = a->y && a->A ? GALPHASunLinSol_LDLT(a->y, a->A, ctx) : NULL;
  return a->LS ? GALPHASetLinearSolver(mem, a->LS, a->A) : GALPHA_MEM_FAIL;
}

static void read_galpha(void *mem, struct bench_result *res)
{
  long errors = 0, newton = 0;

  GALPHAGetNumSteps(mem, &res->steps);
  GALPHAGetNumJacEvals(mem, &res->jacobians);
  GALPHAGetNumLinSolvSetups(mem, &res->factorisations);
  GALPHAGetNumLinSolves(mem, &res->solves);
  GALPHAGetNumErrTestFails(mem, &errors);
  GALPHAGetNumStepSolveFails(mem, &newton);
  res->failures = errors + newton;
}

static int run_mechanical(const struct bench_run *run,
                          const struct mechanism *mech, SUNContext ctx,
                          struct flexible_track *track,
                          struct bench_result *res)
{
  struct algebra a = {.y = NULL};
  void *mem        = problem_create(mech->pb, ctx, PROBLEM_SPARSE);
  int ret          = mem == NULL;

  if (!ret) { ret = GALPHASetFormulation(mem, run->solver.form); }
  if (!ret) { ret = GALPHASStolerances(mem, run->rtol, run->rtol); }
  if (!ret && run->solver.position_only)
  {
    ret = GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS);
  }
  if (!ret) { ret = GALPHASetMaxOrd(mem, run->solver.order); }
  if (!ret) { ret = GALPHASetMaxNumSteps(mem, -1); }
  if (!ret && run->step > 0.0) { ret = GALPHASetFixedStep(mem, run->step); }
  /* large lattices would get L D L^T by themselves */
  if (!ret) { ret = GALPHASetOption(mem, "ldlt", 0); }
  if (!ret && run->solver.ldlt) { ret = set_ldlt(mem, mech->pb, ctx, &a); }
  if (!ret) { ret = flexible_track_run(track, mech->pb, mem, ctx); }
  if (mem != NULL) { read_galpha(mem, res); }
  GALPHAFree(&mem);
  free_algebra(&a);
  return ret;
}

/* ---- first-order forms ----------------------------------------------------- */

static void read_ida(void *mem, struct bench_result *res)
{
  long errors = 0, newton = 0;

  IDAGetNumSteps(mem, &res->steps);
  IDAGetNumJacEvals(mem, &res->jacobians);
  IDAGetNumLinSolvSetups(mem, &res->factorisations);
  IDAGetNumNonlinSolvIters(mem, &res->solves);
  IDAGetNumErrTestFails(mem, &errors);
  IDAGetNumNonlinSolvConvFails(mem, &newton);
  res->failures = errors + newton;
}

static int run_first_order(const struct bench_run *run,
                           const struct mechanism *mech, SUNContext ctx,
                           struct flexible_track *track,
                           struct bench_result *res)
{
  const int by_ida         = run->solver.kind == BENCH_IDA;
  struct first_order_run w = {.y = NULL};
  void *mem                = by_ida ? IDACreate(ctx) : GALPHACreate(ctx);
  int ret                  = mem == NULL || first_order_run_new(
                                              &w, mech, (enum first_order_form)run->solver.form,
                                              run->rtol, !run->solver.position_only, ctx);

  if (!ret)
  {
    ret = (by_ida ? first_order_track_ida : first_order_track_galpha)(
      mem, &w, run->solver.order, track);
  }
  if (mem != NULL) { (by_ida ? read_ida : read_galpha)(mem, res); }
  if (by_ida) { IDAFree(&mem); }
  else { GALPHAFree(&mem); }
  return ret;
}

/* ---- any solver ------------------------------------------------------------ */

static double grown(double worst, double x)
{
  return fabs(x) <= worst ? worst : fabs(x);
}

/* max |g| and max |G v| over the outputs. */
static int constraint_norms(const struct problem *pb, SUNContext ctx,
                            const struct flexible_track *track,
                            struct bench_result *res)
{
  N_Vector q = N_VMake_Serial(pb->n, NULL, ctx);
  N_Vector v = N_VMake_Serial(pb->n, NULL, ctx), g = N_VNew_Serial(pb->m, ctx);
  SUNMatrix G = SUNSparseMatrix(pb->m, pb->n, pb->n, CSC_MAT, ctx);
  int ret     = q == NULL || v == NULL || g == NULL || G == NULL;

  for (int out = 0; !ret && out < track->nout; out++)
  {
    N_VSetArrayPointer(track->q + out * track->n, q);
    N_VSetArrayPointer(track->v + out * track->n, v);
    const sunrealtype t = flexible_track_time(track, out);

    ret = pb->g(t, q, g, pb->data);
    if (!ret) { res->max_g = grown(res->max_g, N_VMaxNorm(g)); }
    if (!ret) { ret = pb->G(t, q, G, pb->data); }
    if (!ret) { ret = SUNMatMatvec(G, v, g); }
    if (!ret) { res->max_gdot = grown(res->max_gdot, N_VMaxNorm(g)); }
  }
  N_VDestroy(q);
  N_VDestroy(v);
  N_VDestroy(g);
  SUNMatDestroy(G);
  return ret;
}

int bench_integrate(const struct bench_run *run, struct flexible_track *track,
                    struct bench_result *res)
{
  static int (*const integrators[])(
    const struct bench_run *, const struct mechanism *, SUNContext,
    struct flexible_track *,
    struct bench_result *) = {[BENCH_MECHANICAL] = run_mechanical,
                              [BENCH_STANDIN]    = run_first_order,
                              [BENCH_RESIDUAL]   = NULL,
                              [BENCH_IDA]        = run_first_order};
  SUNContext ctx           = galpha_test_context();
  struct mechanism mech    = run->model->make((sunindextype)run->model->N);
  int ret =
    ctx == NULL || mech.pb == NULL ||
    flexible_track_new(track, mech.pb->n, BENCH_OUTPUTS, run->model->tend);

  if (!ret)
  {
    res->unknowns      = mech.pb->n + mech.pb->m;
    const double start = cost_clock();
    double seconds     = 0.0;
    const long faults  = bench_minor_faults();
    int runs           = 0;

    do {
      ret     = integrators[run->solver.kind](run, &mech, ctx, track, res);
      seconds = cost_clock() - start;
      if (runs++ > 0) { continue; }
      res->rss_mb = bench_peak_rss();
      res->faults = bench_minor_faults() - faults;
    } while (!ret && seconds < LEAST_CLOCK);
    res->seconds = seconds / runs;
  }
  if (!ret) { ret = constraint_norms(mech.pb, ctx, track, res); }
  SUNContext_Free(&ctx);
  return ret;
}
