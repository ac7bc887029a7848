/* Index 3: the error of multipliers. Where h changes they jump by what positions and
 * velocities carry along from earlier steps, over h^2 and h: differences of multipliers
 * would ask for smaller steps, which make the jumps larger. Equilibrium is exact at the
 * end of a step, so multipliers are as wrong as the accelerations across the
 * constraints are, by c h^2 q"" for those that positions on the constraints make. */
#ifndef GALPHA_STEP_MULTIPLIER_ERROR_H
#define GALPHA_STEP_MULTIPLIER_ERROR_H

#include "linear/linear_solver.h"
#include "step/error_test.h"

/* Sets et->norm_mult and et->mult_unknown of a trial state of index 3 in mechanical form
 * that has constraints on positions, where multipliers have tolerances. c is 1/2, as in
 * the distance of multipliers from a line; q"" comes from five positions. < 0: stop, as
 * the callbacks. */
int galpha_multiplier_error(struct galpha_errtest *et,
                            struct galpha_method *method, struct galpha_ls *ls);

#endif
