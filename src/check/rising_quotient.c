#include "check/rising_quotient.h"

#include <math.h>
#include <stdbool.h>

struct galpha_rising galpha_rising_begin(sunrealtype noise)
{
  return (struct galpha_rising){.noise = noise};
}

sunrealtype galpha_rising_error(struct galpha_rising *s, sunrealtype d,
                                sunrealtype span)
{
  const sunrealtype change = fabs(d - s->last);
  const sunrealtype err    = change + s->noise / span;
  /* the first change of a value is of the size of its rounding */
  const bool still = s->last == 0.0 && s->span > 0.0;
  s->noise         = fmax(s->noise, change * (still ? span : s->span));
  s->last          = d;
  s->span          = span;
  return err;
}
