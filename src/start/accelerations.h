/* Accelerations and multipliers of a given state, from the mass matrix and the
 * constraints differentiated along the motion, and the diagnosis when these equations
 * do not determine them. */
#ifndef GALPHA_START_ACCELERATIONS_H
#define GALPHA_START_ACCELERATIONS_H

#include "start/memory.h"

/* Records what is wrong, for the message; returns 1. */
int galpha_ic_set_row(struct galpha_ic *ic, enum galpha_level level,
                      sunindextype row, sunindextype other, sunrealtype value);
/* The same for a row of [G; K] that depends on other rows, most strongly on row
 * other. */
void galpha_ic_dependent(struct galpha_ic *ic, sunindextype row,
                         sunindextype other);
/* The code for a callback that returned ret at the start. */
int galpha_ic_model_code(int ret);
/* The code for a linear solve of the start that returned ret; seeks and records the
 * cause. */
int galpha_ic_unsolved(struct galpha_ic *ic, int ret);
/* Factorises [M, G^T, K^T; G, 0, 0; K, 0, 0] with the present blocks. */
int galpha_ic_factor(struct galpha_ic *ic, const struct galpha_point *at);
/* The rows of [G; K] of the last factors must be independent, unless the user allows
 * redundant constraints. */
int galpha_ic_rank(struct galpha_ic *ic);
/* The code for given values that need too large a correction: that of galpha_ic_rank, or
 * GALPHA_INCONSISTENT_IC. */
int galpha_ic_off(struct galpha_ic *ic);
/* With redundant constraints, corrections ignore dependent rows: the part of their
 * residuals (rl, rp) that the other rows do not remove must be within the
 * tolerances. */
int galpha_ic_check_dependent(struct galpha_ic *ic, enum galpha_level level);
/* Solves for a and for at->lambda, at->psi, given q and v of the point. */
int galpha_ic_accelerations(struct galpha_ic *ic, const struct galpha_point *at,
                            N_Vector a);
/* The same near the point of the last factors, starting from a, lambda and psi of that
 * point. */
int galpha_ic_accelerations_near(struct galpha_ic *ic,
                                 const struct galpha_point *at, N_Vector a);

#endif
