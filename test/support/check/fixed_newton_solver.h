/* A SUNNonlinearSolver that does exactly `iterations` Newton iterations, each with
 * a matrix of its own, and calls that success. */
#ifndef GALPHA_TEST_SUPPORT_CHECK_FIXED_NEWTON_SOLVER_H
#define GALPHA_TEST_SUPPORT_CHECK_FIXED_NEWTON_SOLVER_H

#include <sundials/sundials_context.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_types.h>

/* length of the unknowns, a serial vector; free with SUNNonlinSolFree. */
SUNNonlinearSolver fixed_newton_new(int iterations, sunindextype length,
                                    SUNContext ctx);

#endif
