/* The local error of a first step whose method has no rates before it. */
#ifndef GALPHA_STEP_FIRST_ERROR_H
#define GALPHA_STEP_FIRST_ERROR_H

#include "step/attempt.h"

/* Completes the estimates of such a step, by one evaluation of F and one solve. Returns 0,
 * or < 0 if a callback stops the run. */
int galpha_first_error(struct galpha_step *step);

#endif
