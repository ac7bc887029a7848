/* The consistent start of both forms: projection of q0, v0 onto the constraints, or a
 * check that they satisfy them; accelerations, multipliers and v''; size of the first
 * step. */
#ifndef GALPHA_START_MECHANICS_START_H
#define GALPHA_START_MECHANICS_START_H

#include "start/accelerations.h"

/* Evaluates the blocks, prepares the solver and checks the constraints, or (project)
 * projects onto them; then computes a0, lambda0 and psi0 in hist->now and, with
 * shifted, v''. Returns a GALPHA_... code. */
int galpha_ic_start(struct galpha_ic *ic, bool project, bool shifted);
/* Size of a first step whose errors are small against the tolerances. */
sunrealtype galpha_ic_first_step(const struct galpha_ic *ic);
void galpha_ic_free(struct galpha_ic *ic);

/* Residual form: sets the point, model->at and model->f (y''), from the state and
 * ypp. */
void galpha_ic_residual_point(struct galpha_ic *ic, N_Vector ypp);
/* Solves F = 0, starting from the point, for the components that icopt leaves unknown;
 * returns a GALPHA_... code. */
int galpha_ic_residual(struct galpha_ic *ic, int icopt);
/* The search that galpha_ic_residual extends, as published, for F(t,y,y'): its code, and
 * the state if it succeeds. Sets *final if galpha_ic_residual is not to follow: a callback
 * or the weights have failed. */
int galpha_ic_published(struct galpha_ic *ic, int icopt, bool *final);
/* Moves y of order 2 that misses the constraints by less than the tolerances onto them; where
 * it cannot, y stays as it is. Returns as callbacks do. */
int galpha_ic_residual_meet(struct galpha_ic *ic);
/* After a jump of driven velocities: y and y' that satisfy the constraints and their
 * derivative, starting from the point. Returns as callbacks do. */
int galpha_ic_residual_jump(struct galpha_ic *ic);
/* Sets a, w and y'' of the starting state from the point. */
void galpha_ic_residual_state(struct galpha_ic *ic);
sunrealtype galpha_ic_residual_first_step(const struct galpha_ic *ic);

#endif
