#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "step/attempt.h"

/* The change of velocity in the first step is significant: a good part of the
 * velocity at its end, and over the span it moves coordinates beyond the tolerance. */
static bool makes_velocity(struct galpha_step *step)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = method->model;
  N_Vector before = method->hist->now->v, after = method->hist->trial->v;
  N_VLinearSum(1.0, after, -1.0, before, model->work);
  galpha_model_keep_second(model, model->work);
  return N_VMaxNorm(model->work) >
           FIRST_MADE_SPEED * galpha_model_largest_second(model, after) &&
         step->span * galpha_norm(model->work, model->ewt_q) > 1.0;
}

sunrealtype galpha_step_start_ratio(struct galpha_step *step)
{
  struct galpha_method *method   = step->method;
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now, *s = method->hist->trial;
  const bool transient_by_force = method->traits->transient_by_force;
  if (now->h != 0.0 || !model->has[2] || galpha_method_order(method) == 1)
  {
    return 1.0;
  }
  const sunrealtype kept =
    galpha_model_largest_second(model, transient_by_force ? s->f : s->qdd) /
    galpha_model_largest_second(model, transient_by_force ? now->f : now->qdd);
  if (!(kept < FIRST_KEPT_FORCE) || !makes_velocity(step)) { return 1.0; }
  return fmax(0.5 * kept / FIRST_KEPT_FORCE, 1e-3);
}
