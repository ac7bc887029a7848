/* Error of the multipliers in index 3. When h changes, multipliers jump by the errors
 * of earlier steps in positions, over h^2, and in velocities, over h. Differences of
 * multipliers would demand smaller steps, which make the jumps larger. Equilibrium is
 * exact at the end of a step, so the error of multipliers is that of the accelerations
 * across the constraints: c h^2 q"" for accelerations that follow from positions on the
 * constraints. */
#ifndef GALPHA_STEP_MULTIPLIER_ERROR_H
#define GALPHA_STEP_MULTIPLIER_ERROR_H

#include "linear/linear_solver.h"
#include "step/error_test.h"

/* Sets et->norm_mult and et->mult_unknown for a trial state of index 3 in mechanical form
 * with constraints on positions, if multipliers have tolerances. c = 1/2, as in the
 * distance of multipliers from a line; q"" is the divided difference of five positions.
 * In other methods: sets et->norm_mult = 0 and et->mult_ignored if norm_mult is within the
 * error that numerical differentiation of the constraints causes. Returns as callbacks
 * do; < 0: stop. */
int galpha_multiplier_error(struct galpha_errtest *et,
                            struct galpha_method *method, struct galpha_ls *ls);

#endif
