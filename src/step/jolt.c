#include "step/jolt.h"

#include <math.h>

#include "base/tuning.h"

/* Unresolved vibrations change v in many steps and so never leave JOLT_QUIET_STEPS quiet
 * ones in a row. */
void galpha_jolt_step(struct galpha_jolt *j, const struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_hist *hist = method->hist;
  const struct galpha_state *now = hist->now, *prev = hist->prev;
  if (j->found || !model->has[2] || prev->h == 0.0) { return; }
  N_VLinearSum(1.0, now->v, -1.0, prev->v, model->work);
  N_VLinearSum(1.0, model->work, -now->h, now->a_used, model->work);
  galpha_model_keep_second(model, model->work);
  const sunrealtype change = N_VMaxNorm(model->work);
  j->top = fmax(j->top, galpha_model_largest_second(model, now->v));
  if (change > JOLT_SHARE * j->top && j->quiet >= JOLT_QUIET_STEPS)
  {
    j->found = true;
    j->share = change / j->top;
  }
  j->quiet = change <= JOLT_QUIET * j->top ? j->quiet + 1 : 0;
}
