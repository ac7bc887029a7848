/* Index 3, order 2: a jump of driven accelerations, a start, or a change of order or h leaves
 * an error in the accelerations across the constraints which the recursion changes in sign
 * and reduces by about rho_inf from step to step, and with it the multipliers. In steps each
 * twice as long as the one before, as they follow such a jump, it may keep its sign and size,
 * and the error of velocities then doubles. It is no error
 * of positions, which meet the constraints: once four steps have passed, their polynomial
 * gives velocities and accelerations across the constraints without it. Of velocities, with
 * constraints on them in the residual form, accelerations. */
#ifndef GALPHA_STEP_END_ALTERNATION_H
#define GALPHA_STEP_END_ALTERNATION_H

#include "step/attempt.h"

/* If accelerations of the accepted trial state and of the state before it alternate by more
 * than the error of the polynomial, replaces the parts of y', y'' and a across the
 * constraints by its derivatives, with the multipliers that balance them. What has no
 * solution stays as it is. Returns 0 or < 0 as a callback did. */
int galpha_end_alternation(struct galpha_step *step);

#endif
