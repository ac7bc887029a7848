/* Decides when the iteration matrix contains the reaction Jacobian
 * (model/reaction_jacobian.h), from the contraction rate of Newton's iteration with
 * a new matrix. */
#ifndef GALPHA_LINEAR_REACTION_CONTROL_H
#define GALPHA_LINEAR_REACTION_CONTROL_H

#include "linear/linear_solver.h"

/* Switches reaction.on after a stage solve. observed: its largest contraction rate (0:
 * not known). fixed_step: switch it on after any failure, because h cannot be
 * reduced and the estimate is unreliable far from the solution. Returns < 0 if a
 * callback failed fatally, otherwise 0. */
int galpha_reaction_control(struct galpha_ls *ls, sunrealtype observed,
                            bool failed, bool fixed_step);

#endif
