/* Sets integrators up for problems in residual form and runs them. */
#include "support/run/residual.h"

#include <math.h>
#include <string.h>

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_pcg.h>
#include <sunlinsol/sunlinsol_spbcgs.h>
#include <sunlinsol/sunlinsol_spfgmr.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunlinsol/sunlinsol_sptfqmr.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "support/run/keep.h"

static N_Vector zeros(const struct residual_run *run)
{
  const struct residual_problem *pb = run->pb;
  N_Vector x = pb->make_vec ? pb->make_vec(pb->n, run->ctx)
                            : N_VNew_Serial(pb->n, run->ctx);
  if (x) { N_VConst(0.0, x); }
  return KEEP(x);
}

void residual_start(const struct residual_problem *pb, sunrealtype *y,
                    sunrealtype *yp, sunrealtype *ypp)
{
  const size_t size               = (size_t)pb->n * sizeof *y;
  const sunrealtype *const from[] = {pb->y0, pb->yp0, pb->ypp0};
  sunrealtype *const to[]         = {y, yp, ypp};
  for (int i = 0; i < 3; i++)
  {
    if (from[i]) { memcpy(to[i], from[i], size); }
  }
  if (pb->start) { pb->start(y, yp, ypp, pb->data); }
}

static int set_order(struct residual_run *run)
{
  if (!run->pb->order) { return GALPHA_SUCCESS; }
  N_Vector order = zeros(run);
  if (!order) { return GALPHA_MEM_FAIL; }
  memcpy(N_VGetArrayPointer(order), run->pb->order,
         (size_t)run->pb->n * sizeof(sunrealtype));
  const int ret = GALPHASetDiffOrder(run->mem, order);
  keep_drop(order);
  return ret;
}

static int state_problem(struct residual_run *run)
{
  const struct residual_problem *pb = run->pb;
  residual_start(pb, residual_y(run), residual_yp(run), residual_ypp(run));
  int ret = pb->res2 ? GALPHAInit2(run->mem, pb->res2, pb->t0, run->y, run->yp,
                                   pb->ypp_known ? run->ypp : NULL)
                     : GALPHAInit(run->mem, pb->res1, pb->t0, run->y, run->yp);
  if (!ret) { ret = set_order(run); }
  if (!ret && pb->jac1) { ret = GALPHASetJacFn(run->mem, pb->jac1); }
  if (!ret && pb->jac2) { ret = GALPHASetJac2Fn(run->mem, pb->jac2); }
  if (!ret) { ret = GALPHASetUserData(run->mem, pb->data); }
  if (!ret) { ret = GALPHASStolerances(run->mem, 1e-6, 1e-8); }
  return ret ? ret : GALPHASetMaxNumSteps(run->mem, -1);
}

int residual_begin(struct residual_run *run, const struct residual_problem *pb,
                   SUNContext ctx)
{
  *run     = (struct residual_run){.pb = pb, .ctx = ctx, .t = pb->t0};
  run->y   = zeros(run);
  run->yp  = zeros(run);
  run->ypp = zeros(run);
  run->mem = KEEP(GALPHACreate(ctx));
  if (!run->y || !run->yp || !run->ypp || !run->mem) { return GALPHA_MEM_FAIL; }
  return state_problem(run);
}

static int hand_over(struct residual_run *run)
{
  keep_solver(run->LS);
  keep_matrix(run->A);
  return run->LS ? GALPHASetLinearSolver(run->mem, run->LS, run->A)
                 : GALPHA_MEM_FAIL;
}

int residual_use_dense(struct residual_run *run)
{
  run->A  = SUNDenseMatrix(run->pb->n, run->pb->n, run->ctx);
  run->LS = run->A ? SUNLinSol_Dense(run->y, run->A, run->ctx) : NULL;
  return hand_over(run);
}

int residual_use_band(struct residual_run *run, sunindextype upper,
                      sunindextype lower)
{
  run->A  = SUNBandMatrix(run->pb->n, upper, lower, run->ctx);
  run->LS = run->A ? SUNLinSol_Band(run->y, run->A, run->ctx) : NULL;
  return hand_over(run);
}

int residual_use_klu(struct residual_run *run, SUNMatrix pattern)
{
  run->A = SUNMatClone(pattern);
  if (!run->A || SUNMatCopy(pattern, run->A)) { return GALPHA_MEM_FAIL; }
  run->LS = SUNLinSol_KLU(run->y, run->A, run->ctx);
  return hand_over(run);
}

const char *const residual_krylov_name[RESIDUAL_KRYLOV_COUNT] = {
  "SPGMR", "SPFGMR", "SPBCGS", "SPTFQMR", "PCG"};

typedef SUNLinearSolver (*krylov_fn)(N_Vector y, int pretype, int maxl,
                                     SUNContext ctx);

int residual_use_krylov(struct residual_run *run, enum residual_krylov kind,
                        int maxl, int prec)
{
  static const krylov_fn make[RESIDUAL_KRYLOV_COUNT] = {
    SUNLinSol_SPGMR, SUNLinSol_SPFGMR, SUNLinSol_SPBCGS, SUNLinSol_SPTFQMR,
    SUNLinSol_PCG};
  const int side = kind == RESIDUAL_SPFGMR ? SUN_PREC_RIGHT : SUN_PREC_LEFT;
  run->LS = make[kind](run->y, prec ? side : SUN_PREC_NONE, maxl, run->ctx);
  return hand_over(run);
}

static int read_acceleration(struct residual_run *run)
{
  return GALPHAGetDky(run->mem, run->t, 2, run->ypp);
}

int residual_step(struct residual_run *run, sunrealtype h)
{
  int ret = GALPHASetFixedStep(run->mem, h);
  if (!ret)
  {
    ret = GALPHASolve(run->mem, run->t + h, &run->t, run->y, run->yp,
                      GALPHA_ONE_STEP);
  }
  return ret ? ret : read_acceleration(run);
}

int residual_steps(struct residual_run *run, sunrealtype h,
                   const sunrealtype *pattern, int len, long int count)
{
  int ret = 0;
  for (long int i = 0; !ret && i < count; i++)
  {
    ret = residual_step(run, h * pattern[i % len]);
  }
  return ret;
}

int residual_to(struct residual_run *run, sunrealtype t1)
{
  int ret = GALPHASetStopTime(run->mem, t1);
  if (!ret)
  {
    ret = GALPHASolve(run->mem, t1, &run->t, run->y, run->yp, GALPHA_NORMAL);
  }
  return ret == GALPHA_SUCCESS || ret == GALPHA_TSTOP_RETURN
           ? read_acceleration(run)
           : ret;
}

sunrealtype *residual_y(const struct residual_run *run)
{
  return N_VGetArrayPointer(run->y);
}

sunrealtype *residual_yp(const struct residual_run *run)
{
  return N_VGetArrayPointer(run->yp);
}

sunrealtype *residual_ypp(const struct residual_run *run)
{
  return N_VGetArrayPointer(run->ypp);
}

sunrealtype residual_distance(const struct residual_run *a,
                              const struct residual_run *b)
{
  const sunrealtype *x = residual_y(a), *y = residual_y(b);
  sunrealtype worst = 0.0;
  for (sunindextype i = 0; i < a->pb->n; i++)
  {
    const sunrealtype d = fabs(x[i] - y[i]) / (1.0 + fabs(y[i]));
    if (!(d <= worst)) { worst = d; }
  }
  return worst;
}

sunrealtype residual_order(sunrealtype coarse, sunrealtype fine)
{
  return log2(coarse / fine);
}
