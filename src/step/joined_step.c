#include "step/joined_step.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "step/stages.h"

static bool applies(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  const sunrealtype h                = fabs(method->coef.h);
  const sunrealtype last             = fabs(method->hist->now->h) - step->tail;
  return !step->policy.fixed && step->room == 0.0 && method->traits->jumps &&
         step->manifold->has(method) && method->last_order >= 2 &&
         h < JOIN_BRIEF * last && step->tail + h < JOIN_MOST * last;
}

/* The rows of the constraints are sought at the predicted state. */
static int solve(struct galpha_step *step)
{
  struct galpha_method *method = step->method;
  int ret                      = method->ops->begin(method, 0);
  N_VConst(0.0, step->nls->x);
  if (!ret) { ret = method->ops->end(method, 0, step->nls->x); }
  if (!ret) { ret = step->manifold->find_rows(method, false); }
  return ret ? ret : galpha_step_stages(step, false);
}

/* Removes from positions what the constraints object to; *off: norm of it. */
static int settle(struct galpha_step *step, sunrealtype *off)
{
  struct galpha_method *method = step->method;
  N_Vector q = method->hist->trial->q, d = step->errtest->est_q;
  const int ret = step->manifold->displacement(method, step->ls, d);
  if (ret) { return ret; }
  *off = galpha_norm(d, step->model->ewt_q);
  N_VLinearSum(1.0, q, -1.0, d, q);
  return 0;
}

static int attempt(struct galpha_step *step, sunrealtype *error)
{
  struct galpha_method *method = step->method;
  sunrealtype off              = 0.0;
  galpha_method_hold(method, true);
  int ret = solve(step);
  galpha_method_hold(method, false);
  if (!ret) { ret = settle(step, &off); }
  if (ret) { return ret; }
  galpha_held_rates(method);
  galpha_err_estimate(step->errtest, method);
  *error       = fmax(off, galpha_err_norm(step->errtest, method));
  step->joined = *error <= 1.0;
  return 0;
}

int galpha_join(struct galpha_step *step, sunrealtype *error)
{
  struct galpha_model *model = step->model;
  step->joined               = false;
  if (!applies(step)) { return 0; }
  const int ret = attempt(step, error);
  if (ret < 0 || galpha_sys_stopped(model->sys)) { return -1; }
  if (step->joined) { return 0; }
  galpha_nls_set_cause(step->nls, GALPHA_CAUSE_NONE);
  galpha_sys_forget_failures(model->sys);
  return step->method->ops->predict(step->method);
}

void galpha_join_accept(struct galpha_step *step)
{
  step->tail += fabs(step->method->coef.h);
  galpha_method_join(step->method);
}
