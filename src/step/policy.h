/* Decisions before a step: struct galpha_policy. */
#ifndef GALPHA_STEP_POLICY_H
#define GALPHA_STEP_POLICY_H

#include "step/attempt.h"

/* Before the attempts at a step; fixed: of a size that cannot be cut; error: of the last
 * step, over the tolerance, or 0. */
void galpha_policy_begin(struct galpha_step *step, bool fixed,
                         sunrealtype error);
/* Before an attempt of size h to t. */
void galpha_policy_attempt(struct galpha_step *step, sunrealtype h,
                           sunrealtype t);
/* Before the stages are solved, whose coefficients are known: keep or rebuild the matrix. */
void galpha_policy_matrix(struct galpha_step *step, bool anew);

#endif
