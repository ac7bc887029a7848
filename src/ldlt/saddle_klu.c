#include "ldlt/saddle_klu.h"

#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/sundials_compat.h"
#include "base/tuning.h"

#define KLU_AMD 0

SUNLinearSolver galpha_klu_new(N_Vector y, SUNMatrix A, SUNContext sunctx)
{
  SUNLinearSolver LS = SUNLinSol_KLU(y, A, sunctx);
  if (LS && SUNLinSol_KLUSetOrdering(LS, KLU_AMD))
  {
    SUNLinSolFree(LS);
    LS = NULL;
  }
  if (LS) { SUNLinSol_KLUGetCommon(LS)->maxwork = KLU_MATCHING_WORK; }
  return LS;
}

bool galpha_klu_is(SUNLinearSolver LS)
{
  return LS->ops->setup == SUNLinSolSetup_KLU;
}

int galpha_klu_forget(SUNLinearSolver LS, SUNMatrix A)
{
  return SUNLinSol_KLUReInit(LS, A, SUNSparseMatrix_NNZ(A),
                             SUNKLU_REINIT_PARTIAL);
}

bool galpha_klu_singular(SUNLinearSolver LS)
{
  return SUNLinSol_KLUGetCommon(LS)->status == KLU_SINGULAR;
}

bool galpha_klu_out_of_memory(SUNLinearSolver LS)
{
  return SUNLinSol_KLUGetCommon(LS)->status == KLU_OUT_OF_MEMORY;
}

sunrealtype galpha_klu_entries(SUNLinearSolver LS)
{
  const sun_klu_numeric *factors = SUNLinSol_KLUGetNumeric(LS);
  return factors ? (sunrealtype)factors->lnz + (sunrealtype)factors->unz : 0.0;
}
