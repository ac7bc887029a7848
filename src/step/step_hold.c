#include "step/step_hold.h"

#include <math.h>

#include "base/tuning.h"

/* The ratio that the largest of the last n errors allows; 0: fewer are known. */
static sunrealtype allowed(const struct galpha_hold *hold, int n,
                           sunrealtype safety, int order)
{
  sunrealtype worst = 0.0;
  if (hold->known < n) { return 0.0; }
  for (int i = 1; i <= n; i++)
  {
    worst = fmax(worst, hold->error[(hold->known - i) % GALPHA_HOLD_STEPS]);
  }
  return safety * pow(worst, -1.0 / (order + 1.0));
}

/* Errors that oscillate with the motion are small now and then, so a single small error
 * does not lengthen the step. */
static sunrealtype growth(const struct galpha_hold *hold, sunrealtype safety,
                          int order)
{
  const sunrealtype soon = allowed(hold, 2, safety, order);
  const sunrealtype all  = allowed(hold, GALPHA_HOLD_STEPS, safety, order);
  if (all >= HOLD_WORTH_IT) { return all; }
  return soon >= HOLD_SOON ? soon : 1.0;
}

sunrealtype galpha_hold_ratio(struct galpha_hold *hold, sunrealtype error,
                              sunrealtype safety, int order, bool tried_again,
                              sunrealtype most, sunrealtype wanted)
{
  sunrealtype r = wanted;
  if (hold->known == 2 * GALPHA_HOLD_STEPS) { hold->known = GALPHA_HOLD_STEPS; }
  hold->error[hold->known++ % GALPHA_HOLD_STEPS] = error;
  if (tried_again || !(wanted >= HOLD_WORTH_IT)) { hold->settled = true; }
  if (r < 1.0 && error <= HOLD_GOOD_ENOUGH) { r = 1.0; }
  if (tried_again) { r = fmin(r, 1.0); }
  else if (r >= 1.0 && hold->settled) { r = growth(hold, safety, order); }
  if (r != 1.0 || tried_again) { hold->known = 0; }
  return fmin(r, most);
}
