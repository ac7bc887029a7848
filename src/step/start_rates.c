#include "step/start_rates.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/residual_recursion.h"

static bool is_first(const struct galpha_step *step)
{
  return step->model->ops->traits.irreducible_errors &&
         step->method->coef.h_last == 0.0;
}

/* The error falls like h, not like h^2. */
static bool falls_slowly(const struct galpha_start_rates *r, sunrealtype error,
                         sunrealtype h)
{
  const sunrealtype ratio = fabs(h) / r->h;
  return ratio <= RATES_SHORTER && error >= RATES_SLOW * ratio * r->error;
}

/* The change of the components of this order by which F at the start vanishes, in
 * tolerances, with the rates and components of order 0 of this state. HUGE_VAL: not known. */
static sunrealtype left_at_start(struct galpha_step *step,
                                 const struct galpha_state *state, int order)
{
  struct galpha_method *method     = step->method;
  struct galpha_model *model       = step->model;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = step->ls->last_flag;
  N_Vector x                       = model->packed;
  sunrealtype left                 = HUGE_VAL;
  int ret = galpha_method_res_start_residual(method, state, x);
  if (!ret) { ret = galpha_ls_solve(step->ls, x); }
  if (!ret)
  {
    galpha_space_keep(&model->res->space, order, x, x);
    left = galpha_norm(x, model->ewt_q);
  }
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  return left;
}

/* The rates of the attempt satisfy F at the start, up to what F_y' h/2 makes of them in the
 * error test. In a stiff transient, whose error falls as slowly, they do not. */
static bool are_better(struct galpha_step *step)
{
  return 0.5 * left_at_start(step, step->method->hist->trial, 1) <= RATES_LEFT;
}

bool galpha_start_rates_replace(struct galpha_start_rates *r,
                                struct galpha_step *step, sunrealtype error,
                                sunrealtype *h)
{
  if (r->replaced || !isfinite(error) || !is_first(step) ||
      step->method->step_order != 1)
  {
    return false;
  }
  if (r->first == 0.0) { r->first = *h; }
  else if (falls_slowly(r, error, *h) && are_better(step))
  {
    galpha_method_res_take_rates(step->method);
    r->replaced = true;
    *h          = r->first;
    return true;
  }
  r->h     = fabs(*h);
  r->error = error;
  return false;
}

/* The error weights of the last state. */
static bool weigh(struct galpha_step *step)
{
  const struct galpha_state *now = step->method->hist->now;
  const char *level              = NULL;
  return galpha_err_weights(step->errtest, step->method, now->q, now->v,
                            &level) == 0;
}

bool galpha_start_multipliers_replace(struct galpha_start_rates *r,
                                      struct galpha_step *step)
{
  struct galpha_model *model = step->model;
  struct galpha_state *now   = step->method->hist->now;
  N_Vector change            = model->packed;
  if (r->multipliers_replaced || !is_first(step) || !model->space[0]->has[0] ||
      step->nls->cause != GALPHA_CAUSE_CONVERGE)
  {
    return false;
  }
  /* those of the start satisfy F: the step is too long */
  if (left_at_start(step, now, 0) <= MULTIPLIERS_FAR) { return false; }
  N_VLinearSum(1.0, model->at.q, -1.0, now->q, change);
  galpha_space_keep(model->space[0], 0, change, change);
  const sunrealtype moved = galpha_norm(change, model->ewt_q);
  if (!isfinite(moved) || !(moved > MULTIPLIERS_FAR)) { return false; }
  N_VLinearSum(1.0, now->q, 1.0, change, now->q);
  r->multipliers_replaced = true;
  if (weigh(step)) { return true; }
  N_VLinearSum(1.0, now->q, -1.0, change, now->q);
  (void)weigh(step);
  return false;
}
