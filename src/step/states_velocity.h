/* Index 3: the velocity at which the equations of states are evaluated.
 *
 * Across the constraints velocities have an offset: in steps of order 2 -c h^2 y''', c =
 * beta + alpha/2 - 1/6, in those of the BDF what their formula for y' leaves out. It
 * jumps with h and with the order. States that follow velocities within a fraction of a
 * step, as the current of a motor, would jump with it, by far more than their tolerance,
 * and neither their error nor their differences would fall with h or from order to
 * order: the order would stay 2. The offset is therefore predicted from past positions,
 * which have none, and the equations of states see velocities without it. Those of the
 * mechanism keep it. Not with fixed steps, whose offset is constant. */
#ifndef GALPHA_STEP_STATES_VELOCITY_H
#define GALPHA_STEP_STATES_VELOCITY_H

#include "step/attempt.h"

/* Before the stages of a step: sets this velocity. The present iteration matrix projects
 * the offset; without one, and in the first steps, v is that of the step. dv: a work
 * vector. Returns as callbacks do; < 0: stop. */
int galpha_states_velocity(struct galpha_step *step, N_Vector dv);

#endif
