/* Damped Newton iteration of a stage: connects damped_newton.h to the stage. */
#include "newton/newton.h"

#include <math.h>

#include "base/clone.h"
#include "base/sundials_compat.h"
#include "base/tuning.h"

static int residual(void *ctx, N_Vector x, N_Vector r)
{
  struct galpha_nls *nls = ctx;
  galpha_sys_forget_failure(nls->model->sys);
  nls->cause = GALPHA_CAUSE_NONE;
  return galpha_nls_residual(nls, x, r);
}

static int setup(void *ctx)
{
  return galpha_nls_setup(ctx);
}

static int solve(void *ctx, N_Vector b)
{
  return galpha_nls_correct(ctx, b);
}

static sunrealtype norm(void *ctx, N_Vector d)
{
  return galpha_nls_norm(ctx, d);
}

static sunrealtype dot(void *ctx, N_Vector d, N_Vector e)
{
  struct galpha_nls *nls = ctx;
  return galpha_model_dot(nls->model, d, e);
}

static bool idle(void *ctx)
{
  return galpha_nls_at_round_off(ctx);
}

static int test(void *ctx, N_Vector d, sunrealtype last)
{
  struct galpha_nls *nls = ctx;
  nls->last_norm         = last;
  const int ret          = galpha_nls_test(nls, d, 0, nls->policy->tol);
  /* the test's "diverged" is ignored: corrections by a new matrix may grow when a
   * contact or friction force becomes active in it */
  if (ret == SUN_NLS_SUCCESS) { return 0; }
  return isfinite(nls->last_norm) ? 1 : -1;
}

/* The work vectors of the search. With plain_unknowns they are vectors of the trial
 * state, which is set after the stage, and the correction of the Newton solver, which
 * has ended. */
static struct galpha_damp borrowed(const struct galpha_nls *nls)
{
  const struct galpha_state *s = nls->method->hist->trial;
  struct galpha_damp damp      = nls->damp;
  if (!nls->model->ops->traits.plain_unknowns) { return damp; }
  damp.r      = galpha_newton_work(nls->NLS);
  damp.d      = s->q;
  damp.d_next = s->v;
  damp.x_try  = s->a;
  return damp;
}

int galpha_nls_search(struct galpha_nls *nls)
{
  const struct galpha_damp_system sys = {nls,  residual, setup, solve,
                                         norm, dot,      idle,  test};
  struct galpha_model *model          = nls->model;
  const long int before               = nls->damp.corrections;
  nls->damp.most                      = SEARCH_CORRECTIONS * nls->max_iters;
  nls->damp.budget =
    nls->policy->fixed ? SEARCH_RESIDUALS : SEARCH_RESIDUALS_CUT;
  nls->full = true;
  if (model->ops->set_increments)
  {
    model->ops->set_increments(model, GALPHA_INCREMENTS_FINE);
  }
  nls->method->ops->keep_velocities(nls->method, nls->stage, nls->x);
  struct galpha_damp damp = borrowed(nls);
  int ret                 = galpha_damp_solve(&damp, &sys, nls->x);
  nls->damp.corrections   = damp.corrections;
  /* x_try has overwritten a_pred, which the end of the stage reads */
  if (!ret && nls->method->a_pred == damp.x_try)
  {
    ret = nls->method->ops->predict(nls->method);
  }
  nls->full = false;
  if (model->ops->set_increments)
  {
    model->ops->set_increments(model, GALPHA_INCREMENTS_USUAL);
  }
  nls->niters += nls->damp.corrections - before;
  if (ret > 0 && nls->cause == GALPHA_CAUSE_NONE)
  {
    nls->cause = GALPHA_CAUSE_CONVERGE;
  }
  return ret;
}
