/* Index 3: correction of the velocities from which a step starts. Since positions
 * satisfy the constraints, velocities at constant h have an offset c h^2 y''' along the
 * constraint gradients, c = beta + alpha/2 - 1/6 as in (15). A step of another size
 * must start from its own offset; otherwise its accelerations and multipliers
 * compensate for the difference at once. The correction is -c h^2 y''' of v_0 in the
 * first step (mechanical form); afterwards, in the mode GALPHA_CORRECT_VELOCITIES, c
 * (h_last^2 - h^2) y'''. */
#ifndef GALPHA_STEP_VELOCITY_CORRECTION_H
#define GALPHA_STEP_VELOCITY_CORRECTION_H

#include "step/attempt.h"

/* After the prediction of a step: adds the correction along the gradients to the
 * velocity from which the step starts, method->v_start. The present iteration matrix
 * (at first the one of mass) turns a residual of the constraints into a motion M^-1 G^T
 * mu along the gradients. Makes no correction if one cannot be computed. dv: a work
 * vector. Returns as callbacks do; < 0: stop. */
int galpha_velocity_correct(struct galpha_step *step, N_Vector dv);

/* Sets step->off for the trial state of index 3: off.ratio is the largest element of
 * the correction by which velocities would satisfy the constraints (by the iteration
 * matrix), over that of the velocity of the last step or of the corrected one, the
 * larger of them, since a motion may reverse. 0 if the correction times h is below the
 * tolerances, in the first steps, where inconsistent initial values leave transients,
 * and if it must be small: by the ratio when last computed, or in the residual form,
 * where it costs three residuals, by the displacement of the step. dv: a work vector.
 * Returns as callbacks do. */
int galpha_velocity_off(struct galpha_step *step, N_Vector dv);

#endif
