#include "step/start_rates.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/residual_recursion.h"

static bool is_wanted(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  return step->model->ops->traits.irreducible_errors &&
         method->coef.h_last == 0.0 && method->step_order == 1;
}

/* The error falls like h, not like h^2. */
static bool falls_slowly(const struct galpha_start_rates *r, sunrealtype error,
                         sunrealtype h)
{
  const sunrealtype ratio = fabs(h) / r->h;
  return ratio <= RATES_SHORTER && error >= RATES_SLOW * ratio * r->error;
}

/* The rates of the attempt satisfy F at the start, up to what F_y' h/2 makes of them in the
 * error test. In a stiff transient, whose error falls as slowly, they do not. */
static bool are_better(struct galpha_step *step)
{
  struct galpha_method *method     = step->method;
  struct galpha_model *model       = step->model;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = step->ls->last_flag;
  N_Vector x                       = model->packed;
  sunrealtype left                 = HUGE_VAL;
  int ret = galpha_method_res_start_residual(method, x);
  if (!ret) { ret = galpha_ls_solve(step->ls, x); }
  if (!ret)
  {
    galpha_space_keep(&model->res->space, 1, x, x);
    left = 0.5 * galpha_norm(x, model->ewt_q);
  }
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  return left <= RATES_LEFT;
}

bool galpha_start_rates_replace(struct galpha_start_rates *r,
                                struct galpha_step *step, sunrealtype error,
                                sunrealtype *h)
{
  if (r->replaced || !isfinite(error) || !is_wanted(step)) { return false; }
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
