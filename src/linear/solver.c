/* SUNDIALS' linear solvers: set-up with the causes of its failures, entries per
 * column of the factors. */
#include "linear/linear_solver.h"

#include <galpha/galpha_sunlinsol_ldlt.h>

#include "base/sundials_compat.h"
#include "ldlt/saddle_klu.h"

/* SUNDIALS' KLU returns a general failure; the cause is in KLU's status. */
bool galpha_ls_out_of_memory(SUNLinearSolver LS, int flag)
{
  if (!flag) { return false; }
  if (flag == GALPHA_SUNLS_NO_MEMORY) { return true; }
  return galpha_klu_is(LS) && galpha_klu_out_of_memory(LS);
}

static int set_up(struct galpha_ls *ls, const struct galpha_solver *s)
{
  ls->last_flag = SUNLinSolSetup(s->LS, s->A);
  ls->no_memory = galpha_ls_out_of_memory(s->LS, ls->last_flag);
  return ls->last_flag;
}

/* KLU reuses the pivots of its first matrix. They may be unsuitable for this one,
 * and those of a matrix with overflows are unsuitable for any: if the set-up fails,
 * repeats it with new pivots. */
int galpha_ls_set_up(struct galpha_ls *ls, const struct galpha_solver *s)
{
  if (!set_up(ls, s) || ls->no_memory || !s->A || !galpha_klu_is(s->LS) ||
      galpha_klu_forget(s->LS, s->A))
  {
    return ls->last_flag;
  }
  return set_up(ls, s);
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
  if (!galpha_klu_is(s->LS)) { return -1.0; }
  fill = galpha_klu_entries(s->LS);
  return fill > 0.0 ? fill / (sunrealtype)galpha_block_rows(s->A) : -1.0;
}

void galpha_solver_free(struct galpha_solver *s)
{
  if (s->own && s->LS) { SUNLinSolFree(s->LS); }
  s->LS  = NULL;
  s->own = false;
}
