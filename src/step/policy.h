/* The decisions before a step, kept in struct galpha_policy: order, tolerance of
 * Newton's iteration, whether to rebuild the matrix. */
#ifndef GALPHA_STEP_POLICY_H
#define GALPHA_STEP_POLICY_H

#include "step/attempt.h"

/* Before the attempts at a step; fixed: its size cannot be cut; error: that of the last
 * step over the tolerance, or 0. */
void galpha_policy_begin(struct galpha_step *step, bool fixed,
                         sunrealtype error);
/* Before an attempt of size h to t. */
void galpha_policy_attempt(struct galpha_step *step, sunrealtype h,
                           sunrealtype t);
/* Before the stages are solved, when their coefficients are known: decides whether to
 * keep or to rebuild the matrix. */
void galpha_policy_matrix(struct galpha_step *step, bool anew);

#endif
