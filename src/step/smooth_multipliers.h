/* Multipliers of a BDF step of index 3. Velocities across the constraints are off by an
 * amount that depends on the sizes and orders of the last steps; the accelerations, which
 * are differences of velocities, are off by its change over h, and so are the multipliers
 * that balance them: O(h) after a change from order 2, O(h^(k-1)) after a change of h.
 * The positions meet the constraints, so their differences do not have that error. */
#ifndef GALPHA_STEP_SMOOTH_MULTIPLIERS_H
#define GALPHA_STEP_SMOOTH_MULTIPLIERS_H

#include "step/attempt.h"

/* Changes the multipliers of the trial state by those that balance, with the present
 * matrix, M times what the second derivative of the polynomial of positions differs by
 * from the accelerations of the step. Returns 0 or < 0 as a callback did; leaves them as
 * they are if there is no solution. */
int galpha_smooth_multipliers(struct galpha_step *step);

#endif
