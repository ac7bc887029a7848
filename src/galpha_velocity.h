/* Index 3: velocities that steps start from. Positions that meet the constraints force
 * velocities of steady steps to be off by c h^2 y''' along the constraint gradients,
 * c = beta + alpha/2 - 1/6 as in (15). A step of another size starts from what it needs
 * itself; otherwise its accelerations and multipliers have to make up for it at once. In
 * the first step (mechanical form) this is -c h^2 y''' from v_0; afterwards, in the mode
 * GALPHA_CORRECT_VELOCITIES, c (h_last^2 - h^2) y'''. */
#ifndef GALPHA_VELOCITY_H
#define GALPHA_VELOCITY_H

#include "galpha_ls.h"

/* After the prediction of a step: the change along the gradients on top of the
 * velocity it starts from, form->v_start. The iteration matrix at hand (at first that of
 * mass) tells the gradients: it turns a residual of the constraints alone into a motion
 * M^-1 G^T mu. What cannot be evaluated or solved for is left out. dv: a work vector.
 * < 0: stop, as the callbacks. */
int galpha_velocity_correct(struct galpha_form *form, struct galpha_ls *ls,
                            N_Vector dv);

#endif
