/* SUNDIALS' linear solvers: set-up with the causes of its failures, entries per
 * column of the factors. */
#include "linear/linear_solver.h"

#include <galpha/galpha_sunlinsol_ldlt.h>

#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/sundials_compat.h"

bool galpha_ls_is_klu(SUNLinearSolver LS)
{
  return LS->ops->setup == SUNLinSolSetup_KLU;
}

/* SUNDIALS' KLU returns a general failure; the cause is in KLU's status. */
bool galpha_ls_out_of_memory(SUNLinearSolver LS, int flag)
{
  if (!flag) { return false; }
  if (flag == GALPHA_SUNLS_NO_MEMORY) { return true; }
  return galpha_ls_is_klu(LS) &&
         SUNLinSol_KLUGetCommon(LS)->status == KLU_OUT_OF_MEMORY;
}

/* KLU reuses the pivots of its first matrix. They may be unsuitable for this one,
 * and those of a matrix with overflows are unsuitable for any: if the set-up fails,
 * repeats it with new pivots. */
int galpha_ls_set_up(struct galpha_ls *ls, const struct galpha_solver *s)
{
  ls->last_flag = SUNLinSolSetup(s->LS, s->A);
  ls->no_memory = galpha_ls_out_of_memory(s->LS, ls->last_flag);
  if (!ls->last_flag || ls->no_memory || !s->A || !galpha_ls_is_klu(s->LS) ||
      SUNLinSol_KLUReInit(s->LS, s->A, SUNSparseMatrix_NNZ(s->A),
                          SUNKLU_REINIT_PARTIAL))
  {
    return ls->last_flag;
  }
  ls->last_flag = SUNLinSolSetup(s->LS, s->A);
  ls->no_memory = galpha_ls_out_of_memory(s->LS, ls->last_flag);
  return ls->last_flag;
}

sunrealtype galpha_solver_column(const struct galpha_solver *s)
{
  if (!s->A || !galpha_block_known(s->A)) { return -1.0; }
  if (!galpha_block_sparse(s->A))
  {
    return (sunrealtype)galpha_block_rows(s->A);
  }
  sunrealtype fill;
  if (!GALPHASunLinSol_LDLTGetFill(s->LS, &fill))
  {
    return fill > 0.0 ? fill / (sunrealtype)galpha_block_rows(s->A) : -1.0;
  }
  if (!galpha_ls_is_klu(s->LS)) { return -1.0; }
  const sun_klu_numeric *num = SUNLinSol_KLUGetNumeric(s->LS);
  return num ? ((sunrealtype)num->lnz + (sunrealtype)num->unz) /
                 (sunrealtype)num->n
             : -1.0;
}

void galpha_solver_free(struct galpha_solver *s)
{
  if (s->own && s->LS) { SUNLinSolFree(s->LS); }
  s->LS  = NULL;
  s->own = false;
}
