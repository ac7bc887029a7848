/* Forces that vary with v within what the error test tolerates, such as friction that
 * holds. In the matrix they are so stiff that, once they give way, corrections by it
 * seem to have converged with the forces unbalanced: such a matrix must not be kept. */
#ifndef GALPHA_MODEL_STEEP_FORCE_H
#define GALPHA_MODEL_STEEP_FORCE_H

#include "model/model.h"

/* After galpha_sys_jacobian: *steep: df/dv at the point outweighs inertia in this step,
 * and is wrong by as much for velocities up to STEEP_MOVED tolerances away. Evaluates f
 * there if it outweighs inertia. Returns 0 or the < 0 of the callback. */
int galpha_steep_force(struct galpha_model *model, bool *steep);
/* The same of df/dq and df/dv that an earlier step differenced, for velocities and the
 * positions that go with them: a force may have ceased. */
int galpha_stale_force(struct galpha_model *model, bool *stale);

#endif
