/* Detects fixed steps whose positions have jumped to another branch of the constraints.
 * SOI2 then makes the velocities consistent with the wrong positions, so that they do not
 * show it; the displacement does: it belongs to no velocity between those at the ends of
 * the step. Jumps of driven velocities, impacts and unresolved springs lead to one
 * between them. */
#ifndef GALPHA_STEP_LEFT_BRANCH_H
#define GALPHA_STEP_LEFT_BRANCH_H

#include "step/attempt.h"

/* Sets step->branch for the trial state of a method that projects positions and
 * velocities, with masses as weights, so that units of coordinates do not matter. x: a
 * work vector. Returns as callbacks do. */
int galpha_left_branch(struct galpha_step *step, N_Vector x);

#endif
