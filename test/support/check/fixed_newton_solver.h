/* A SUNNonlinearSolver that does exactly `iterations` Newton iterations, each with
 * a matrix of its own, and calls that success. */
#pragma once

#include <sundials/sundials_context.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_types.h>

/* length of the unknowns, a serial vector; free with SUNNonlinSolFree. */
SUNNonlinearSolver fixed_newton_new(int iterations, sunindextype length,
                                    SUNContext ctx);
