/* Index 3: rounding of positions enters velocities, divided by h, and across the
 * constraints more than once. Shorter steps only make such an error of v larger, so the
 * error test tolerates it: RATE_NOISE roundings over h, and far fewer in and after a step
 * in which the error has fallen from one attempt to the next as the error of a contact
 * does. */
#ifndef GALPHA_STEP_VELOCITY_NOISE_H
#define GALPHA_STEP_VELOCITY_NOISE_H

#include "step/attempt.h"

/* Before the attempts at a step. */
void galpha_noise_begin(struct galpha_step *step);
/* After the error test of an attempt, whose norm is *error: compares the error of v with
 * that of a longer attempt at this step, and sets *error by what is tolerated then. */
void galpha_noise_judge(struct galpha_step *step, sunrealtype *error);

#endif
