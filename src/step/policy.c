#include "step/policy.h"

#include <math.h>

#include "base/tuning.h"
#include "newton/hidden_motion.h"

/* Share of Newton's tolerance after a step of this error: where steps are shorter than
 * the error test requires, the remainder of the iteration must stay small compared with
 * their errors. */
static sunrealtype share_by_error(sunrealtype error, sunrealtype factor)
{
  const sunrealtype last = error > 0.0 ? error : 1.0;
  return fmin(1.0, factor * last);
}

/* A remainder in positions times a stiff spring is a spurious force, so the tolerance
 * falls with the size of the positions. If predictions stretch such springs, that size
 * does not depend on the origin, and the looser tolerance is not used. */
static sunrealtype by_size(struct galpha_step *step, sunrealtype error)
{
  const struct galpha_nls *nls              = step->nls;
  const struct galpha_method_traits *traits = step->method->traits;
  const sunrealtype size   = galpha_nls_size(nls) / traits->relax_size;
  const sunrealtype strict = fmin(1.0, size) * nls->most;
  if (!step->policy.varies_order || !traits->looser ||
      galpha_nls_stretches(nls))
  {
    return strict;
  }
  const sunrealtype share = share_by_error(error, NEWTON_LOOSER_ERROR);
  const sunrealtype loose = fmin(1.0, size / RELAX_SOONER) * nls->loosest;
  return nls->loosest > nls->most ? fmax(strict, share * loose) : strict;
}

/* Share of the tolerance of F(t,y,y') in a step of the present order. Not without
 * algebraic components, in which the error that is left is divided by h. */
static sunrealtype share_by_order(const struct galpha_step *step)
{
  return galpha_method_order(step->method) >= GALPHA_LEAST_BDF &&
             step->model->has[0]
           ? NEWTON_LOOSE_BDF
           : 1.0;
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
      const sunrealtype share =
        share_by_error(error, NEWTON_SMALL_ERROR) * share_by_order(step);
      const sunrealtype tol = fmax(nls->least, share * nls->most);
      step->policy.tol =
        nls->strict > 0 ? fmin(tol, NEWTON_HIDDEN * nls->most) : tol;
    }
    return;
  }
  step->policy.tol = fmax(nls->least, by_size(step, error));
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
  step->policy.rebuild = galpha_ls_stale(step->ls);
  step->policy.reassemble =
    !step->policy.rebuild && galpha_ls_reassembles(step->ls);
  step->policy.full_newton = anew;
}
