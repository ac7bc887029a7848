/* Quotients over increments that grow by a ratio. From the shortest on the first agreement is
 * that of the derivative, whatever the function does within longer ones; and how values scatter
 * over the shorter ones shows their rounding, also that of lengths which are hidden in the
 * function. */
#ifndef GALPHA_CHECK_RISING_QUOTIENT_H
#define GALPHA_CHECK_RISING_QUOTIENT_H

#include <sundials/sundials_types.h>

/* Of one component of the function. */
struct galpha_rising
{
  sunrealtype last, span; /* the quotient before, and its increment */
  sunrealtype noise;      /* of the values, as far as it is known   */
};

struct galpha_rising galpha_rising_begin(sunrealtype noise);
/* The error of the next quotient d, over span. */
sunrealtype galpha_rising_error(struct galpha_rising *s, sunrealtype d,
                                sunrealtype span);

#endif
