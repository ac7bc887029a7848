#include "step/keep_step.h"

#include <math.h>

#include "base/tuning.h"

/* The ratio that the largest of the last n errors allows; 0: fewer are known. */
static sunrealtype allowed(const struct galpha_keep_step *keep, int n,
                           sunrealtype safety, int order)
{
  sunrealtype worst = 0.0;
  if (keep->known < n) { return 0.0; }
  for (int i = 1; i <= n; i++)
  {
    worst = fmax(worst, keep->error[(keep->known - i) % GALPHA_KEEP_STEPS]);
  }
  return safety * pow(worst, -1.0 / (order + 1.0));
}

/* Errors that oscillate with the motion are small now and then, so a single small error
 * does not lengthen the step. */
static sunrealtype growth(const struct galpha_keep_step *keep,
                          sunrealtype safety, int order)
{
  const sunrealtype soon = allowed(keep, 2, safety, order);
  const sunrealtype all  = allowed(keep, GALPHA_KEEP_STEPS, safety, order);
  if (all >= KEEP_WORTH_IT) { return all; }
  return soon >= KEEP_SOON ? soon : 1.0;
}

sunrealtype galpha_keep_step_ratio(struct galpha_keep_step *keep,
                                   sunrealtype error, sunrealtype safety,
                                   int order, bool tried_again,
                                   sunrealtype most, sunrealtype wanted)
{
  sunrealtype r = wanted;
  if (keep->known == 2 * GALPHA_KEEP_STEPS) { keep->known = GALPHA_KEEP_STEPS; }
  keep->error[keep->known++ % GALPHA_KEEP_STEPS] = error;
  if (tried_again || !(wanted >= KEEP_WORTH_IT)) { keep->settled = true; }
  if (r < 1.0 && error <= KEEP_GOOD_ENOUGH) { r = 1.0; }
  if (tried_again) { r = fmin(r, 1.0); }
  else if (r >= 1.0 && keep->settled) { r = growth(keep, safety, order); }
  if (r != 1.0 || tried_again) { keep->known = 0; }
  return fmin(r, most);
}

sunrealtype galpha_safety(sunrealtype safety, int order)
{
  const sunrealtype power = (CONTROL_NOW - CONTROL_BEFORE) / (order + 1.0);
  return fmax(safety, pow(CONTROL_LEAST_AIM, power));
}
