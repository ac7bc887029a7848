/* Rates y' that do not satisfy F at the start, as those of a program that gives 0 or, after
 * a restart, those of before. In the first step, of backward Euler, their error is taken
 * for an error of the step: it falls like h only, and first steps would become so short
 * that the remainder of Newton's iteration, divided by h, dominates multipliers. */
#ifndef GALPHA_STEP_START_RATES_H
#define GALPHA_STEP_START_RATES_H

#include <stdbool.h>

#include "step/attempt.h"
#include "step/error_test.h"

struct galpha_start_rates
{
  /* Size of the first attempt that failed the test; 0: none. */
  sunrealtype first;
  sunrealtype h, error; /* the last one */
  bool replaced;
  bool multipliers_replaced;
};

/* After an attempt of size *h at the first step with this error, which failed the test.
 * Returns true if the rates at the start are the cause: replaces them by those of the
 * attempt, and sets *h to the size of the first one, which is to be repeated. */
bool galpha_start_rates_replace(struct galpha_start_rates *r,
                                struct galpha_step *step, sunrealtype error,
                                sunrealtype *h);

/* After an attempt at the first step whose iteration did not converge. Returns true if
 * the multipliers (components of order 0) at the start are far from those of F, so that
 * weights made of them are too small: replaces them by the last iterate. */
bool galpha_start_multipliers_replace(struct galpha_start_rates *r,
                                      struct galpha_step *step);

#endif
