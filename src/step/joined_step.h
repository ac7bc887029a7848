/* Index 3: accelerations across the constraints, and multipliers, follow from positions
 * divided by h^2, velocities from positions divided by h. In a step to a stop time soon
 * after the last state they would be the remainders of Newton's iteration in both states.
 * Such a step leaves positions across the constraints where the motion before leads them,
 * solves the rest, and is joined to the last step: the history has no states so close to
 * each other that later steps would divide the remainders by their distance. */
#ifndef GALPHA_STEP_JOINED_STEP_H
#define GALPHA_STEP_JOINED_STEP_H

#include "step/attempt.h"

/* Tries it in the step that has begun and is predicted, and sets step->joined; *error:
 * norm of its local error. Otherwise the step is predicted again. Returns 0, > 0
 * (recoverable, with nls->cause) or < 0. */
int galpha_join(struct galpha_step *step, sunrealtype *error);
/* Makes a joined trial state the accepted one. */
void galpha_join_accept(struct galpha_step *step);

#endif
