/* Index 3: accelerations across the constraints follow from positions divided by h^2, and
 * velocities from these divided by h. In a step so short that rounding of positions makes
 * up their change, nothing is known of this change, and it is left out: lambda, the
 * accelerations and v continue across the constraints from the last state. */
#ifndef GALPHA_STEP_BRIEF_STEP_H
#define GALPHA_STEP_BRIEF_STEP_H

#include "step/attempt.h"

/* Call before the first step. A residual form without y'' must find the accelerations in a
 * step that resolves them. */
void galpha_brief_restart(struct galpha_step *step);
/* Call when the trial state is accepted. */
void galpha_brief_accept(struct galpha_step *step);
/* Does so in the trial state, before the estimates. Returns 0, or < 0 if a callback stops
 * the run. */
int galpha_brief_step(struct galpha_step *step);

#endif
