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
 * from the accelerations of the step; leaves them as they are if there is no solution. Or
 * notes that difference (method/lag.h), if the next steps can do without. Returns 0 or < 0
 * as a callback did. */
int galpha_smooth_multipliers(struct galpha_step *step);
/* Between attempts: works out what is noted of the last steps, for output; once for each
 * of them. within: the integration goes on with the present matrix, which is therefore not
 * replaced, even if it is that of a failed attempt. Returns as callbacks do; > 0 also if
 * there is no solution. */
int galpha_complete_multipliers(struct galpha_step *step, bool within);
/* Afterwards: the next steps start from these values, and nothing is noted any more. */
void galpha_take_multipliers(struct galpha_step *step);
/* Before an attempt: if it is one of order 2 after others, corrects the last two states,
 * from which the recursion continues. With the present matrix, whatever has been asked for
 * before. Returns 0 or < 0 as a callback did. */
int galpha_hand_over_multipliers(struct galpha_step *step);

#endif
