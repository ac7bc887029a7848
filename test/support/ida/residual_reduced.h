/* Any problem F(t,y,y',y'') = 0 by IDA: its first-order reduction,
 *
 *     F(t, y, y', w') = 0 with w for y' of components of order 2,   y' - w = 0,
 *
 * of the index that F has, with a difference Jacobian. Components of order 0 and
 * w are left out of the error test, as index 3 requires. */
#ifndef GALPHA_TEST_SUPPORT_IDA_RESIDUAL_REDUCED_H
#define GALPHA_TEST_SUPPORT_IDA_RESIDUAL_REDUCED_H

#include "support/ida/problem_ggl.h"
#include "support/run/residual.h"

/* From the start of pb, which knows y'' and the orders, to t1; the absolute
 * tolerances are those of y, of w and of the components of order 0. y and yp, of
 * length pb->n, receive the solution, yp of order 2 being w. 0, or IDA's negative
 * flag, or 1 if the set-up failed. */
int ida_residual_solve(const struct residual_problem *pb, SUNContext ctx,
                       const struct ida_ref_tolerances *tol, sunrealtype t1,
                       sunrealtype *y, sunrealtype *yp);

#endif
