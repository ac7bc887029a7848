/* The remainder of Newton's iteration in the last state. A step to a stop time that is far
 * shorter than the last one removes it from positions and velocities that must satisfy
 * constraints, at a rate of the remainder over h, which multipliers and y' of F(t,y,y')
 * then contain. Such a step is solved again from a state without it. */
#ifndef GALPHA_STEP_LAST_REMAINDER_H
#define GALPHA_STEP_LAST_REMAINDER_H

#include <stdbool.h>

#include "step/attempt.h"

/* Whether the step that has begun is such a step. */
bool galpha_remainder_counts(const struct galpha_step *step);
/* After its stages: moves the last state by what they removed from it, the distance of the
 * trial state from the polynomial through the last states, unless this exceeds the
 * tolerance. Returns whether it did, for this attempt and those that follow it. */
bool galpha_remainder_remove(struct galpha_step *step);
/* The last state as it was accepted, if no attempt at a step from it is taken. */
void galpha_remainder_restore(struct galpha_step *step);

#endif
