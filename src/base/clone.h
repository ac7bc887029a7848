/* Clones of vectors and matrices that survive a lack of memory. N_VClone,
 * N_VCloneEmpty and SUNMatClone of SUNDIALS write the context into what they got
 * without a look whether it is there: NULL ends the program. These call the
 * operation itself. NULL: no memory. */
#ifndef GALPHA_BASE_CLONE_H
#define GALPHA_BASE_CLONE_H

#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>

N_Vector galpha_clone(N_Vector w);
N_Vector galpha_clone_empty(N_Vector w);
SUNMatrix galpha_clone_matrix(SUNMatrix A);
/* SUNDIALS' Newton for vectors like w; its constructor clones by N_VClone. */
SUNNonlinearSolver galpha_new_newton(N_Vector w, SUNContext sunctx);

#endif
