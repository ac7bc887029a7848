/* Motion that Newton's iteration does not see. A prediction that stretches stiff springs
 * by x gives the matrix a stiffness k x/L across them, in directions in which the
 * mechanism moves freely. If that is far above M/(h^2 beta), corrections in these
 * directions vanish and the iteration seems to converge: the step repeats its prediction,
 * and the error test, which compares with it, passes. */
#ifndef GALPHA_NEWTON_HIDDEN_MOTION_H
#define GALPHA_NEWTON_HIDDEN_MOTION_H

#include "newton/newton.h"

/* The stage has been solved, but along its velocity the matrix was far stiffer (or
 * softer) than M, and what the dynamic equations are off by there would move positions or
 * velocities beyond the tolerance of the iteration. Evaluates the residual if the first is
 * true; *ret: what that returned. */
bool galpha_nls_hides_motion(struct galpha_nls *nls, int *ret);

#endif
