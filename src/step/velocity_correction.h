/* Index 3: velocities that steps start from. Positions that meet the constraints force
 * velocities of steady steps to be off by c h^2 y''' along the constraint gradients,
 * c = beta + alpha/2 - 1/6 as in (15). A step of another size starts from what it needs
 * itself; otherwise its accelerations and multipliers have to make up for it at once. In
 * the first step (mechanical form) this is -c h^2 y''' from v_0; afterwards, in the mode
 * GALPHA_CORRECT_VELOCITIES, c (h_last^2 - h^2) y'''. */
#ifndef GALPHA_STEP_VELOCITY_CORRECTION_H
#define GALPHA_STEP_VELOCITY_CORRECTION_H

#include "step/attempt.h"

/* After the prediction of a step: the change along the gradients on top of the
 * velocity it starts from, form->v_start. The iteration matrix at hand (at first that of
 * mass) tells the gradients: it turns a residual of the constraints alone into a motion
 * M^-1 G^T mu. What cannot be evaluated or solved for is left out. dv: a work vector.
 * < 0: stop, as the callbacks. */
int galpha_velocity_correct(struct galpha_step *step, N_Vector dv);

/* step->off: how far the velocities of the trial state of index 3 are from those that meet the
 * constraints, per largest element: share is the correction by the iteration matrix over
 * the velocity of the last step or the one corrected, the larger of them, since a motion
 * may turn round. 0 where the correction, times h, is below the tolerances, in the first
 * steps, to which a start that does not fit leaves transients, and where it must be
 * small: by what one was at the last look, or in the residual form, where a look costs
 * three residuals, by the way that the step has made. dv: a work vector. Returns as the
 * callbacks. */
int galpha_velocity_off(struct galpha_step *step, N_Vector dv);

#endif
