/* Rounding of positions enters velocities, divided by h, in index 3 across the constraints
 * more than once. Shorter steps only make such an error of v larger, so the error test
 * tolerates it: RATE_NOISE roundings over h in index 3, ESTIMATE_ROUND_OFF with SOI2, and
 * far fewer, none with SOI2, in and after a step in which the error has fallen from one
 * attempt to the next as the error of a contact does, and in the first attempt at a step
 * if it was far smaller in the step before. Orders above 2 allowed. */
#ifndef GALPHA_STEP_VELOCITY_NOISE_H
#define GALPHA_STEP_VELOCITY_NOISE_H

#include "step/attempt.h"

/* Before the attempts at a step. */
void galpha_noise_begin(struct galpha_step *step);
/* After the error test of an attempt, whose norm is *error: compares the error of v with
 * that of a longer attempt at this step, and sets *error by what is tolerated then. */
void galpha_noise_judge(struct galpha_step *step, sunrealtype *error);

#endif
