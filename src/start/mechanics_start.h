/* The consistent start: accelerations and multipliers that go with q0, v0, their
 * rate of change, projection onto the constraints, the first step's size. */
#ifndef GALPHA_START_MECHANICS_START_H
#define GALPHA_START_MECHANICS_START_H

#include "start/accelerations.h"

/* Blocks evaluated at the start, solver prepared, constraints checked or (project)
 * met; then a0, lambda0, psi0 and v'' into hist->now. Returns a GALPHA_... code. */
int galpha_ic_start(struct galpha_ic *ic, bool project, bool shifted);
/* A first step whose errors are small against the tolerances. */
sunrealtype galpha_ic_first_step(const struct galpha_ic *ic);
void galpha_ic_free(struct galpha_ic *ic);

/* Residual form. form->at and form->f (y'') from the state and ypp. */
void galpha_ic_residual_point(struct galpha_ic *ic, N_Vector ypp);
/* Solves F = 0 for what icopt leaves open, from the point; a GALPHA_... code. */
int galpha_ic_residual(struct galpha_ic *ic, int icopt);
/* a, w, y'' of the starting state from the point. */
void galpha_ic_residual_state(struct galpha_ic *ic);
sunrealtype galpha_ic_residual_first_step(const struct galpha_ic *ic);

#endif
