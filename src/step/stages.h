/* The nonlinear systems of a step. */
#ifndef GALPHA_STEP_STAGES_H
#define GALPHA_STEP_STAGES_H

#include "step/attempt.h"

/* Solves the stages of the step that has begun into the trial state. anew: with a new
 * matrix in each iteration. Returns 0, > 0 (recoverable, with nls->cause) or < 0. */
int galpha_step_stages(struct galpha_step *step, bool anew);

#endif
