/* Mechanics after a jump of driven accelerations: the recursion takes the old a for the new
 * one, and its error in a and in the multipliers alternates from step to step and falls by about
 * rho_inf, however short the steps are. The acceleration equation at the end of the step,
 *   M q'' + G^T lambda + K^T psi = f0,   G q'' + gamma = 0,   K q'' + kappa = 0,
 * does not know the past. */
#ifndef GALPHA_STEP_RENEWED_ACCELERATION_H
#define GALPHA_STEP_RENEWED_ACCELERATION_H

#include "step/attempt.h"

/* In the trial state, about to be accepted, if accelerations have jumped: replaces the
 * multipliers by those of that equation, and the parts of a and a_alpha (index 3: of q'' and v,
 * too) across the constraints by those of its q''. Not after a step of the BDF in index 3. What
 * has no solution, or would look beyond another jump, stays as it is. */
void galpha_renew_accelerations(struct galpha_step *step);

#endif
