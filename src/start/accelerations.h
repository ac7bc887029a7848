/* Accelerations and multipliers of a given state, from the mass matrix and the
 * constraints differentiated along the motion; what is wrong when they are not
 * determined. */
#ifndef GALPHA_START_ACCELERATIONS_H
#define GALPHA_START_ACCELERATIONS_H

#include "start/memory.h"

/* Remembers what is wrong; returns 1. */
int galpha_ic_set_row(struct galpha_ic *ic, enum galpha_level level,
                      sunindextype row, sunindextype other, sunrealtype value);
/* The same for a row of [G; K] that depends on others, most on row other. */
void galpha_ic_dependent(struct galpha_ic *ic, sunindextype row,
                         sunindextype other);
/* The code of a callback's failure at the start. */
int galpha_ic_model_code(int ret);
/* The code of a linear system of the start that was not solved, ret being what the
 * solution ended with; looks for the reason. */
int galpha_ic_unsolved(struct galpha_ic *ic, int ret);
/* Factorises the mass matrix with the constraints as they stand. */
int galpha_ic_factor(struct galpha_ic *ic, const struct galpha_point *at);
/* The constraints of the last factors must not depend on each other, unless that is
 * gone on with. */
int galpha_ic_rank(struct galpha_ic *ic);
/* Where it is, dependent rows are left out of corrections: what they ask for beyond the
 * others, by the residuals rl and rp, must be within the tolerances. */
int galpha_ic_check_dependent(struct galpha_ic *ic, enum galpha_level level);
/* a, lambda, psi that go with q and v of the point. */
int galpha_ic_accelerations(struct galpha_ic *ic, const struct galpha_point *at,
                            N_Vector a);
/* The same next to the point of the last factors, from a, lambda, psi of that. */
int galpha_ic_accelerations_near(struct galpha_ic *ic,
                                 const struct galpha_point *at, N_Vector a);

#endif
