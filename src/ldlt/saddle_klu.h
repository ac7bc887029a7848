/* SUNDIALS' KLU for saddle-point matrices: order of elimination, entries of the
 * factors, causes of failures. */
#ifndef GALPHA_SADDLE_KLU_H
#define GALPHA_SADDLE_KLU_H

#include <stdbool.h>

#include <sundials/sundials_linearsolver.h>

/* Rows and columns are matched first, within a limit of work (KLU_MATCHING_WORK): without
 * a matching constraints, whose diagonal entries are zero, may fill the factors without
 * bound. AMD orders the unknowns: COLAMD, the default of SUNDIALS, fills saddle-point
 * matrices several times more. NULL: no memory. */
SUNLinearSolver galpha_klu_new(N_Vector y, SUNMatrix A, SUNContext sunctx);
/* LS is SUNDIALS' KLU. Compares the function, as a user's wrapper may return the
 * same id. */
bool galpha_klu_is(SUNLinearSolver LS);
/* The next set-up analyses A and chooses new pivots. */
int galpha_klu_forget(SUNLinearSolver LS, SUNMatrix A);
/* The last set-up failed since a matrix was singular, or for lack of memory. */
bool galpha_klu_singular(SUNLinearSolver LS);
bool galpha_klu_out_of_memory(SUNLinearSolver LS);
/* Entries of L and U; 0: not factorized. */
sunrealtype galpha_klu_entries(SUNLinearSolver LS);

#endif
