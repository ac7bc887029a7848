/* Multipliers of a BDF step of index 3. Velocities across the constraints are off by an
 * amount that depends on the sizes and orders of the last steps; the accelerations, which
 * are differences of velocities, are off by its change over h, and so are the multipliers
 * that balance them: O(h) after a change from order 2, O(h^(k-1)) after a change of h.
 * The positions meet the constraints, so their differences do not have that error. */
#ifndef GALPHA_STEP_SMOOTH_MULTIPLIERS_H
#define GALPHA_STEP_SMOOTH_MULTIPLIERS_H

#include "step/attempt.h"

/* Corrects multipliers and accelerations of the trial state: the difference between the
 * second derivative of the polynomial of positions and the accelerations of the step,
 * times M, is balanced by multipliers (with the present matrix). No change if there is no
 * solution. If the next steps can do without, only records that difference
 * (method/lag.h). Returns 0 or < 0 as a callback did. */
int galpha_smooth_multipliers(struct galpha_step *step);
/* Between attempts, for output: computes the corrections recorded for the last steps,
 * once for each step. within: the integration continues with the present matrix, so that
 * this one is used even if it is that of a failed attempt. Returns as callbacks do; > 0
 * also if there is no solution. */
int galpha_complete_multipliers(struct galpha_step *step, bool within);
/* Then: moves these corrections into the history, from which the next steps start. */
void galpha_take_multipliers(struct galpha_step *step);
/* Before an attempt of order 2 after a step of order 3 to 5: corrects the last two
 * states, from which the recursion continues. Uses the present matrix even if output has
 * already computed the corrections, so that a run does not depend on its output. Returns
 * 0 or < 0 as a callback did. */
int galpha_hand_over_multipliers(struct galpha_step *step);

#endif
