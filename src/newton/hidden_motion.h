/* Hidden motion: a failure of Newton's iteration that its convergence test cannot
 * detect. If the prediction stretches a stiff spring of length L by x, the matrix
 * evaluated there contains a stiffness k x/L transverse to the spring, in which
 * direction the mechanism is free to move. If k x/L exceeds M/(h^2 beta), corrections
 * in that direction vanish and the iteration seems to converge. The step then returns
 * its prediction, and passes the error test, which compares the two. */
#ifndef GALPHA_NEWTON_HIDDEN_MOTION_H
#define GALPHA_NEWTON_HIDDEN_MOTION_H

#include "newton/newton.h"

/* Measures the imbalance at the point of the last residual, before a matrix is
 * evaluated there. Returns 0, or < 0 if a callback failed fatally. */
int galpha_nls_measure_imbalance(struct galpha_nls *nls);
/* The matrix was evaluated where springs are stretched so far that it may hide motion. */
bool galpha_nls_is_stretched(const struct galpha_nls *nls);
/* Springs were stretched there so far that the remaining iteration error acts as a
 * spurious force: Newton's tolerance must not be loosened. */
bool galpha_nls_stretches(const struct galpha_nls *nls);
/* Norm, in error weights, of the coordinates at the start of the step; if springs are
 * stretched, at most nls->reach, which does not depend on the origin. */
sunrealtype galpha_nls_size(const struct galpha_nls *nls);
/* After a solve. *unresolved: the matrix may have hidden motion (in stage 2 only if it
 * did in stage 1), stiffness determined the corrections, and the imbalance at the
 * solution is beyond tolerance. Evaluates the residual there, and iterates with the
 * present matrix while that reduces the imbalance. Returns as galpha_nls_solve does. */
int galpha_nls_check_hidden_motion(struct galpha_nls *nls, bool *unresolved);
/* After an examination, and a solve from its end with a new matrix: if the only correction
 * was at round-off level, the imbalance left is the rounding of forces. */
void galpha_nls_learn_rounding(struct galpha_nls *nls);
/* Iterates, with a new matrix each time, until the imbalance is within HIDDEN_BALANCED
 * error tolerances. Returns 1, so that the step is cut, if it does not decrease: in a
 * shorter step the prediction stretches the springs less. */
int galpha_nls_balance(struct galpha_nls *nls);

#endif
