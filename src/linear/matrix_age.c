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

/* The mean cost of a step decreases if the matrix is kept for one more step. Iterations
 * are assumed not to decrease with age: once the mean has risen, it does not fall
 * again. */
static bool serves(const struct galpha_reuse *r, int age)
{
  sunrealtype sum = r->cost, worst = 0.0;
  for (int i = 0; i <= age; i++)
  {
    worst = fmax(worst, expected(r, i));
    sum += worst;
  }
  const sunrealtype longer = sum + fmax(worst, expected(r, age + 1));
  return age + 1 < MATRIX_AGE + r->more && longer / (age + 2) < sum / (age + 1);
}

bool galpha_reuse_step(struct galpha_reuse *r, long int age,
                       sunrealtype iterations)
{
  const int bin = age < MATRIX_AGE ? (int)age : MATRIX_AGE - 1;
  if (age >= MATRIX_AGE + r->more) { return true; }
  record(r, bin, iterations);
  if (iterations < r->iters[0] + r->as_new) { return false; }
  if (serves(r, (int)age)) { return false; }
  for (int i = (int)age + 1; i < r->known; i++)
  {
    r->iters[i] = r->iters[0] + MATRIX_AGE_FADING * (r->iters[i] - r->iters[0]);
  }
  return true;
}
