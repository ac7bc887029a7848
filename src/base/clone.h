/* Clones of vectors and matrices that return NULL without memory. N_VClone,
 * N_VCloneEmpty and SUNMatClone of SUNDIALS write the context into the clone without
 * checking it for NULL and crash; these functions call the operation itself. */
#ifndef GALPHA_BASE_CLONE_H
#define GALPHA_BASE_CLONE_H

#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>

N_Vector galpha_clone(N_Vector w);
N_Vector galpha_clone_empty(N_Vector w);
SUNMatrix galpha_clone_matrix(SUNMatrix A);
/* NULL: no memory; SUNDIALS 7 would return a dense matrix without data. */
SUNMatrix galpha_dense_matrix(sunindextype rows, sunindextype cols,
                              SUNContext sunctx);
/* SUNDIALS' Newton solver for vectors like w; NULL: no memory. Its constructor calls
 * N_VClone. */
SUNNonlinearSolver galpha_new_newton(N_Vector w, SUNContext sunctx);
/* The correction vector of that solver, which is free while the solver does not run. */
N_Vector galpha_newton_work(SUNNonlinearSolver NLS);

#endif
