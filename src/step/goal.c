#include "step/goal.h"

#include <math.h>

#include "base/tuning.h"
#include "method/history.h"

/* Returns t + h as rounded, and sets *h to the actual difference if it is not the same:
 * far from t = 0, repeated rounding in one direction would shift t against the motion. */
static sunrealtype advance(sunrealtype t, sunrealtype *h)
{
  const sunrealtype t_new = t + *h, made = t_new - t;
  if (t_new != t && fabs(made - *h) > CONTROL_SAME_SIZE * fabs(*h))
  {
    *h = made;
  }
  return t_new;
}

void galpha_goal_nearer(struct galpha_goal *goal, sunrealtype t, sunrealtype h,
                        sunrealtype t2)
{
  const bool ahead = (t2 - t) * h > 0.0;
  if (!ahead || (goal->set && fabs(goal->t - t) <= fabs(t2 - t))) { return; }
  goal->set = true;
  goal->t   = t2;
}

sunrealtype galpha_goal_step(const struct galpha_goal *goal, sunrealtype t,
                             sunrealtype *h)
{
  if (!goal->set) { return advance(t, h); }
  const sunrealtype left = goal->t - t;
  const sunrealtype tiny = galpha_hist_round_off(t, *h);
  if (fabs(left) <= fabs(*h) + tiny)
  {
    *h = left;
    return goal->t;
  }
  if (!goal->fixed && fabs(left) < 2.0 * fabs(*h)) { *h = 0.5 * left; }
  return advance(t, h);
}
