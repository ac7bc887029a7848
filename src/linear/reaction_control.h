/* Decides when the iteration matrix contains the reactions' share, from the contraction
 * rate of Newton's iteration with a new matrix. */
#ifndef GALPHA_LINEAR_REACTION_CONTROL_H
#define GALPHA_LINEAR_REACTION_CONTROL_H

#include "linear/linear_solver.h"

/* To be called after each stage solve; seen: largest contraction rate (0: not known).
 * Turns share.on on or off. insist (fixed steps): turn it on after any failure, because h
 * cannot be reduced and the estimate is unreliable far from the solution. Returns
 * < 0 if a callback failed fatally, else 0. */
int galpha_share_control(struct galpha_ls *ls, sunrealtype seen, bool failed,
                         bool insist);

#endif
