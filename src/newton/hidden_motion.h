/* Motion that Newton's iteration does not see. A prediction that stretches stiff springs
 * by x gives the matrix a stiffness k x/L across them, in directions in which the
 * mechanism moves freely. If that is above M/(h^2 beta), corrections in these directions
 * vanish and the iteration seems to converge: the step repeats its prediction, and the
 * error test, which compares with it, passes. */
#ifndef GALPHA_NEWTON_HIDDEN_MOTION_H
#define GALPHA_NEWTON_HIDDEN_MOTION_H

#include "newton/newton.h"

/* Before a matrix is evaluated at the point of the last residual. Returns 0, or < 0 if a
 * callback asked to stop. */
int galpha_nls_note_imbalance(struct galpha_nls *nls);
/* The matrix is that of a point at which springs were stretched that far. */
bool galpha_nls_is_stretched(const struct galpha_nls *nls);
/* The springs were stretched so far there that a remainder of the iteration is a force. */
bool galpha_nls_stretches(const struct galpha_nls *nls);
/* Norm, in error weights, of the coordinates at the start of the step; where springs are
 * stretched, no matter where the origin is. */
sunrealtype galpha_nls_size(const struct galpha_nls *nls);
/* After a solve. *hides: the stage has been solved by such a matrix (the second one counts
 * only if the first did), stiffness decided, and a matrix of the solution may still find a
 * correction. Evaluates the residual there, and goes on with the present matrix as long as
 * that tells. Returns as galpha_nls_solve does. */
int galpha_nls_look_for_hidden(struct galpha_nls *nls, bool *hides);
/* Goes on with a new matrix in each iteration until the forces that inertia alone would
 * oppose move the motion by less than its tolerance. A step of controlled size fails if
 * they do not fall: a shorter one stretches the springs less. */
int galpha_nls_balance(struct galpha_nls *nls);

#endif
