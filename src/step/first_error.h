/* The local error of a first step whose method has no rates before it. */
#ifndef GALPHA_STEP_FIRST_ERROR_H
#define GALPHA_STEP_FIRST_ERROR_H

#include "step/attempt.h"

/* Completes the estimates of such a step, by one evaluation of F and one solve. Returns 0,
 * or < 0 if a callback stops the run. */
int galpha_first_error(struct galpha_step *step);
/* F(t,y,y',y'') of index 3, the first step of backward Euler, which attempt.c tests by h times the
 * error of y', because y'' at the start may be unknown and an inconsistent y' there causes an
 * error that does not fall with h. *error becomes at least the error of y' along the constraints
 * and the part across them, without these causes: by one evaluation of F and one solve, and some
 * more of both where an error exceeds the tolerance. Returns as above. */
int galpha_first_velocity(struct galpha_step *step, sunrealtype *error);

#endif
