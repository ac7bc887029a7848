/* The constraints of one level, on positions or on velocities, at the state of the
 * history: residuals, correction and projection. */
#ifndef GALPHA_START_MECHANICS_LEVEL_H
#define GALPHA_START_MECHANICS_LEVEL_H

#include "start/memory.h"

/* Sets the point of the model from the state. */
void galpha_level_set_point(struct galpha_ic *ic);
/* Residuals at (t, q, v) into rl and rp; zero for the rows of the other level. */
int galpha_level_residual(struct galpha_ic *ic, enum galpha_level level);
/* The largest of rl and rp. */
sunrealtype galpha_level_size(const struct galpha_model *model);
/* Records the row with the largest residual, for the message. */
void galpha_level_worst(struct galpha_ic *ic, enum galpha_level level);
/* The smallest correction in the norm of M that removes the residuals rl and rp to
 * first order, into model->rq. */
int galpha_level_correction(struct galpha_ic *ic);
/* Newton's iteration for q or v, until the corrections reach round-off; *moved: the largest change of a
 * component. GALPHA_INCONSISTENT_IC: the constraints contradict each other. */
int galpha_level_project(struct galpha_ic *ic, enum galpha_level level,
                         sunrealtype *moved);
/* Moves positions that miss the constraints by less than the tolerances onto them. Index 3
 * needs this: its first step would make velocities of the distance, by 1/h. Where they cannot
 * be moved, positions stay as they are. 0 or a GALPHA_... code. */
int galpha_level_meet_positions(struct galpha_ic *ic);
/* The velocities of the state from v, which does not quite satisfy the constraints that
 * are on. Where a callback or the factorisation fails, or they would change by more than
 * errors of an integration, they are v: the start that follows reports what is wrong.
 * 0 or GALPHA_MEM_FAIL. */
int galpha_level_meet_speeds(struct galpha_ic *ic, N_Vector v);

#endif
