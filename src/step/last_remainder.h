/* The remainder of Newton's iteration in the last state. A step to a stop time that is far
 * shorter than the last one removes it from positions and velocities that must satisfy
 * constraints, at a rate of the remainder over h, which multipliers and y' of F(t,y,y')
 * then contain. */
#ifndef GALPHA_STEP_LAST_REMAINDER_H
#define GALPHA_STEP_LAST_REMAINDER_H

#include <stdbool.h>

#include "step/attempt.h"

/* Whether the step that has begun is such a step. */
bool galpha_remainder_counts(const struct galpha_step *step);
/* After its stages: moves the last state by what they removed from it, the distance of the
 * trial state from the polynomial through the last states, unless this exceeds the
 * tolerance. Returns whether the stages are to be solved again. */
bool galpha_remainder_removed(struct galpha_step *step);

#endif
