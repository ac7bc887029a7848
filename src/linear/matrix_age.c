#include "linear/matrix_age.h"

#include <math.h>

#include "base/tuning.h"

static void record(struct galpha_reuse *r, int age, sunrealtype iterations)
{
  if (age >= r->known)
  {
    for (int i = r->known; i <= age; i++) { r->iters[i] = iterations; }
    r->known = age + 1;
    return;
  }
  r->iters[age] += MATRIX_AGE_NEWEST * (iterations - r->iters[age]);
}

/* Iterations expected at an age; beyond the observed ages extrapolated by the last
 * increase. */
static sunrealtype expected(const struct galpha_reuse *r, int age)
{
  const int last = r->known - 1;
  if (age <= last) { return r->iters[age]; }
  const sunrealtype slope =
    last > 0 ? fmax(0.0, r->iters[last] - r->iters[last - 1]) : 0.0;
  return r->iters[last] + slope * (sunrealtype)(age - last);
}

/* Number of steps per matrix that minimizes the mean cost of a step. Assumes that
 * iterations do not decrease with age. */
static int best_length(const struct galpha_reuse *r)
{
  sunrealtype sum = r->cost, least = HUGE_VAL, worst = 0.0;
  int best = 1;
  for (int m = 1; m <= MATRIX_AGE; m++)
  {
    worst = fmax(worst, expected(r, m - 1));
    sum += worst;
    if (sum / m < least)
    {
      least = sum / m;
      best  = m;
    }
  }
  return best;
}

bool galpha_reuse_step(struct galpha_reuse *r, long int age,
                       sunrealtype iterations)
{
  if (age >= MATRIX_AGE) { return true; }
  record(r, (int)age, iterations);
  if (age + 1 < best_length(r)) { return false; }
  for (int i = (int)age + 1; i < r->known; i++)
  {
    r->iters[i] = r->iters[0] + MATRIX_AGE_FADING * (r->iters[i] - r->iters[0]);
  }
  return true;
}
