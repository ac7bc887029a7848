#include "step/policy.h"

#include <math.h>

#include "base/tuning.h"

/* If steps are shorter than the error test requires, the remainder of Newton's
 * iteration must stay small against their errors. */
static sunrealtype loose_tolerance(const struct galpha_nls *nls,
                                   sunrealtype error)
{
  const sunrealtype last = error > 0.0 ? error : 1.0;
  return fmax(nls->least, nls->most * fmin(1.0, NEWTON_SMALL_ERROR * last));
}

/* Sets the tolerance of Newton's iteration for a step from the present state. */
static void decide_tolerance(struct galpha_step *step, sunrealtype error)
{
  const struct galpha_nls *nls = step->nls;
  struct galpha_model *model   = step->model;
  step->policy.tol             = nls->least;
  step->policy.relaxed         = false;
  if (!(nls->most > nls->least)) { return; }
  if (model->ops->relax_tolerance)
  {
    step->policy.relaxed = model->ops->relax_tolerance(model, nls->algebraic);
    if (step->policy.relaxed)
    {
      step->policy.tol = loose_tolerance(nls, error);
    }
    return;
  }
  const sunrealtype large = step->method->traits->relax_size;
  const sunrealtype share = fmin(1.0, galpha_model_size(model) / large);
  step->policy.tol        = fmax(nls->least, share * nls->most);
}

void galpha_policy_begin(struct galpha_step *step, bool fixed,
                         sunrealtype error)
{
  step->policy.fixed = fixed;
  decide_tolerance(step, error);
}

void galpha_policy_attempt(struct galpha_step *step, sunrealtype h,
                           sunrealtype t)
{
  step->policy.t = t;
  step->policy.h = h;
}

void galpha_policy_matrix(struct galpha_step *step, bool anew)
{
  step->policy.rebuild     = galpha_ls_stale(step->ls);
  step->policy.full_newton = anew;
}
