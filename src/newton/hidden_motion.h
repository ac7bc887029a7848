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
/* The first stage has been solved by such a matrix, and stiffness decided: a matrix of the
 * solution may still find a correction. */
bool galpha_nls_may_hide(struct galpha_nls *nls);

#endif
