/* Systems with the matrix of the mechanical form: factorising and solving, where
 * constraints may depend on each other (galpha_redundant.h). */
#include "linear/linear_solver.h"

#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/sundials_compat.h"

bool galpha_ls_is_klu(SUNLinearSolver LS)
{
  return LS->ops->setup == SUNLinSolSetup_KLU;
}

/* KLU tells in its own words. */
bool galpha_ls_starved(SUNLinearSolver LS, int flag)
{
  if (!flag) { return false; }
  if (flag == GALPHA_SUNLS_NO_MEMORY) { return true; }
  return galpha_ls_is_klu(LS) &&
         SUNLinSol_KLUGetCommon(LS)->status == KLU_OUT_OF_MEMORY;
}

/* KLU keeps the pivots of the first matrix, which may not do for this one: those found
 * where numbers overflowed do for none. Then it starts anew. */
int galpha_ls_set_up(struct galpha_ls *ls, const struct galpha_solver *s)
{
  ls->last_flag = SUNLinSolSetup(s->LS, s->A);
  ls->no_memory = galpha_ls_starved(s->LS, ls->last_flag);
  if (!ls->last_flag || ls->no_memory || !s->A || !galpha_ls_is_klu(s->LS) ||
      SUNLinSol_KLUReInit(s->LS, s->A, SUNSparseMatrix_NNZ(s->A),
                          SUNKLU_REINIT_PARTIAL))
  {
    return ls->last_flag;
  }
  ls->last_flag = SUNLinSolSetup(s->LS, s->A);
  ls->no_memory = galpha_ls_starved(s->LS, ls->last_flag);
  return ls->last_flag;
}

static int factorise(struct galpha_ls *ls, struct galpha_solver *s)
{
  ls->nsetup++;
  galpha_ls_set_up(ls, s);
  return ls->last_flag;
}

/* Own solvers work in place; a user's one may not. */
static int solve(struct galpha_ls *ls, const struct galpha_solver *s,
                 N_Vector b, sunrealtype tol)
{
  if (s->own)
  {
    ls->last_flag = SUNLinSolSolve(s->LS, s->A, b, b, tol);
    return ls->last_flag;
  }
  N_VConst(0.0, ls->x);
  ls->last_flag = SUNLinSolSolve(s->LS, s->A, ls->x, b, tol);
  if (!ls->last_flag) { N_VScale(1.0, ls->x, b); }
  return ls->last_flag;
}

int galpha_ls_direct(struct galpha_ls *ls, const struct galpha_solver *s,
                     N_Vector b, sunrealtype tol)
{
  ls->nsolve++;
  galpha_redundant_filter(&ls->model->red, b);
  const int ret = solve(ls, s, b, tol);
  if (!ret) { galpha_redundant_least(&ls->model->red, b); }
  return ret;
}

/* For the search of dependent constraints. */
static int backsolve(void *ctx, N_Vector b)
{
  struct galpha_ls *ls = ctx;
  return solve(ls, &ls->main, b, 0.0);
}

int galpha_ls_factorise(struct galpha_ls *ls, bool start)
{
  struct galpha_redundant *red    = &ls->model->red;
  const struct galpha_backsolve s = {backsolve, ls};
  if (red->mp > 0 && (red->on || start))
  {
    galpha_redundant_measure(red, ls->main.A, ls->model->ewt_q);
    galpha_redundant_regularise(red, ls->main.A);
  }
  const int ret = factorise(ls, &ls->main);
  if (ret) { return ret; }
  return (start ? galpha_redundant_search : galpha_redundant_follow)(red, &s);
}

int galpha_ls_factorise_inner(struct galpha_ls *ls)
{
  galpha_redundant_regularise(&ls->model->red, ls->inner.A);
  return factorise(ls, &ls->inner);
}

bool galpha_ls_rank_falls(struct galpha_ls *ls)
{
  const struct galpha_backsolve s = {backsolve, ls};
  const int flag                  = ls->last_flag;
  const bool falls                = galpha_redundant_falls(&ls->model->red, &s);
  ls->last_flag                   = flag;
  return falls;
}
