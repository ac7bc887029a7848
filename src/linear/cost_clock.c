#include "linear/cost_clock.h"

#include <math.h>
#include <stdbool.h>

#include "base/tuning.h"

sunrealtype galpha_clock_now(const struct galpha_clock *clock)
{
  return clock->fn ? clock->fn(clock->data) : 0.0;
}

/* The second time replaces the first, which includes symbolic analysis (matrix) or
 * cold caches (residual). */
void galpha_clock_add(struct galpha_clock *clock, enum galpha_clock_part part,
                      sunrealtype began)
{
  if (!clock->fn) { return; }
  const sunrealtype span = clock->fn(clock->data) - began;
  if (!(span >= 0.0 && span < HUGE_VAL)) { return; }
  const bool settled = clock->count[part]++ > 1;
  clock->mean[part] +=
    (settled ? MATRIX_CLOCK_NEWEST : 1.0) * (span - clock->mean[part]);
}

sunrealtype galpha_clock_cost(const struct galpha_clock *clock)
{
  const sunrealtype *mean = clock->mean;
  const sunrealtype unit =
    mean[GALPHA_CLOCK_RESIDUAL] + mean[GALPHA_CLOCK_SOLVE];
  const bool known = clock->count[GALPHA_CLOCK_MATRIX] > 1 &&
                     clock->count[GALPHA_CLOCK_SOLVE] > 1;
  return known && unit > 0.0 ? mean[GALPHA_CLOCK_MATRIX] / unit : -1.0;
}
