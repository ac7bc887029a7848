#include "step/passed.h"

#include <math.h>

#include "base/tuning.h"

/* Motion from rest does not count: the first such step has an error of the size of v
 * however short it is, and the largest velocity is still too small to compare with. */
void galpha_passed_step(struct galpha_passed *p, struct galpha_method *method,
                        const struct galpha_errtest *et)
{
  struct galpha_model *model     = method->model;
  const struct galpha_hist *hist = method->hist;
  if (p->found || !model->has[2] || !et->est_v) { return; }
  const sunrealtype error = galpha_model_largest_second(model, et->est_v);
  const sunrealtype now   = galpha_model_largest_second(model, hist->now->v);
  p->top                  = fmax(p->top, now);
  if (error <= PASSED_QUIET * p->top)
  {
    p->quiet++;
    p->pace = now;
    if (p->quiet >= PASSED_QUIET_STEPS) { p->left = PASSED_WITHIN; }
    return;
  }
  p->quiet = 0;
  if (p->left == 0) { return; }
  p->left--;
  if (error > PASSED_ERROR * p->top && p->pace >= PASSED_MOVING * p->top &&
      galpha_model_largest_second(model, hist->prev->v) >=
        PASSED_MOVING * p->top)
  {
    p->found = true;
    p->share = error / p->top;
  }
}
