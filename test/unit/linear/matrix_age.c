/* The age at which a matrix is rebuilt, on iteration counts whose best age is
 * known: k(age) = k0 + slope age costs (cost + sum of k)/m for m steps. */
#include "linear/matrix_age.h"

#include "base/tuning.h"
#include "support/check/check.h"

#include <math.h>

static int best(sunrealtype cost, sunrealtype k0, sunrealtype slope)
{
  int m             = 1;
  sunrealtype least = HUGE_VAL, sum = cost;
  for (int i = 1; i <= MATRIX_AGE; i++)
  {
    sum += k0 + slope * (i - 1);
    if (sum / i < least)
    {
      least = sum / i;
      m     = i;
    }
  }
  return m;
}

/* Mean number of steps with one matrix, after a while. */
static double length_of_cycles(sunrealtype cost, sunrealtype k0,
                               sunrealtype slope)
{
  struct galpha_reuse r = {.cost = cost};
  long age = 0, built = 0, steps = 0;
  for (int i = 0; i < 4000; i++)
  {
    const int late = i >= 1000;
    steps += late;
    if (galpha_reuse_step(&r, age, k0 + slope * (sunrealtype)age))
    {
      built += late;
      age = 0;
    }
    else { age++; }
  }
  return (double)steps / (double)built;
}

static void check_ages(void)
{
  const sunrealtype costs[]  = {0.5, 2.0, 14.0, 200.0};
  const sunrealtype slopes[] = {0.0, 0.05, 0.6, 3.0};
  for (int i = 0; i < 4; i++)
  {
    for (int j = 0; j < 4; j++)
    {
      const int want   = best(costs[i], 3.0, slopes[j]);
      const double got = length_of_cycles(costs[i], 3.0, slopes[j]);
      check_of("cost %g, slope %g", costs[i], slopes[j]);
      /* other ages are tried now and then */
      CHECK_IN(got, 0.98 * want, 1.15 * want + 0.2);
    }
  }
}

/* Iterations that double at once: the age must follow. */
static void check_change(void)
{
  struct galpha_reuse r = {.cost = 2.0};
  long age              = 0;
  for (int i = 0; i < 60; i++)
  {
    age = galpha_reuse_step(&r, age, 3.0) ? 0 : age + 1;
  }
  int built = 0;
  for (int i = 0; i < 60; i++)
  {
    const int again = galpha_reuse_step(&r, age, age > 0 ? 9.0 : 3.0);
    built += i >= 30 && again;
    age = again ? 0 : age + 1;
  }
  CHECK(built >= 20);
}

/* Old matrices have been slow, because h had changed: one that takes no more than a new
 * one is kept. */
static void check_as_new(void)
{
  for (int keeps = 0; keeps < 2; keeps++)
  {
    struct galpha_reuse r = {.cost = 2.0, .as_new = keeps ? 0.5 : -HUGE_VAL};
    for (int i = 0; i < 20; i++)
    {
      galpha_reuse_step(&r, i % 2, i % 2 ? 9.0 : 3.0);
    }
    CHECK(galpha_reuse_step(&r, 1, 9.0));
    CHECK(galpha_reuse_step(&r, 1, 3.0) == !keeps);
  }
}

/* Steps for which a matrix is kept that takes one iteration up to age 30, then so many
 * more each step, if it may be kept for `more` beyond MATRIX_AGE. */
static long kept(int more, sunrealtype slower)
{
  struct galpha_reuse r = {.cost = 40.0, .more = more};
  for (long age = 0;; age++)
  {
    const sunrealtype n = 1.0 + slower * fmax(0.0, (sunrealtype)age - 30.0);
    if (galpha_reuse_step(&r, age, n)) { return age + 1; }
  }
}

static void check_longer(void)
{
  CHECK(kept(0, 0.0) == MATRIX_AGE);
  CHECK(kept(80, 0.0) == MATRIX_AGE + 80);
  CHECK_IN(kept(80, 1.0), 31, 60);
}

int main(void)
{
  check_longer();
  check_ages();
  check_change();
  check_as_new();
  return check_done();
}
