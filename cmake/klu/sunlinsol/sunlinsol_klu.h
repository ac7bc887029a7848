/* SUNDIALS' interface of KLU, as far as GALPHA uses it, for a SUNDIALS that is built without
 * KLU: sunlinsol_klu.c beside this folder defines it on SuiteSparse. */
#ifndef GALPHA_SUNLINSOL_KLU_H
#define GALPHA_SUNLINSOL_KLU_H

#include <klu.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#define SUNKLU_REINIT_FULL    1
#define SUNKLU_REINIT_PARTIAL 2

#ifdef SUNDIALS_INT64_T
#define sun_klu_symbolic klu_l_symbolic
#define sun_klu_numeric  klu_l_numeric
#define sun_klu_common   klu_l_common
#else
#define sun_klu_symbolic klu_symbolic
#define sun_klu_numeric  klu_numeric
#define sun_klu_common   klu_common
#endif

#ifdef __cplusplus
extern "C" {
#endif

SUNLinearSolver SUNLinSol_KLU(N_Vector y, SUNMatrix A, SUNContext sunctx);
int SUNLinSol_KLUReInit(SUNLinearSolver S, SUNMatrix A, sunindextype nnz,
                        int reinit_type);
int SUNLinSol_KLUSetOrdering(SUNLinearSolver S, int ordering);
sun_klu_numeric *SUNLinSol_KLUGetNumeric(SUNLinearSolver S);
sun_klu_common *SUNLinSol_KLUGetCommon(SUNLinearSolver S);
int SUNLinSolSetup_KLU(SUNLinearSolver S, SUNMatrix A);

#ifdef __cplusplus
}
#endif

#endif
