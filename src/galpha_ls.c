#include "galpha_ls.h"

#include <math.h>

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>

#define MAX_COEF 16

static void solver_free(struct galpha_solver *s)
{
  if (s->own && s->LS) { SUNLinSolFree(s->LS); }
  s->LS  = NULL;
  s->own = false;
}

void galpha_ls_free(struct galpha_ls *ls)
{
  solver_free(&ls->main);
  solver_free(&ls->inner);
  if (ls->inner.A) { SUNMatDestroy(ls->inner.A); }
  if (ls->x) { N_VDestroy(ls->x); }
  if (ls->packed) { N_VDestroy(ls->packed); }
  ls->inner.A = NULL;
  ls->x = ls->packed = NULL;
  ls->ready          = false;
}

/* Dense for dense blocks, KLU as soon as one block is sparse. */
static bool wants_sparse(const struct galpha_ls *ls)
{
  const struct galpha_sys *sys = ls->form->sys;
  if (ls->user_A) { return galpha_block_sparse(ls->user_A); }
  if (galpha_block_sparse(sys->M)) { return true; }
  for (int i = 0; i < GALPHA_BLOCK_COUNT; i++)
  {
    /* df/dq and df/dv found by probing are sparse for want of a better guess */
    const bool probed = (i == GALPHA_BLOCK_FQ && !sys->Fqfn) ||
                        (i == GALPHA_BLOCK_FV && !sys->Fvfn);
    SUNMatrix A = sys->block[i].A;
    if (A && !probed && galpha_block_sparse(A)) { return true; }
  }
  return false;
}

static SUNLinearSolver make_solver(const struct galpha_ls *ls, SUNMatrix A)
{
  SUNContext ctx = ls->form->sys->sunctx;
  if (!galpha_block_sparse(A)) { return SUNLinSol_Dense(ls->packed, A, ctx); }
  SUNLinearSolver LS = SUNLinSol_KLU(ls->packed, A, ctx);
  /* AMD: COLAMD, the default, fills saddle-point matrices several times more */
  if (LS && SUNLinSol_KLUSetOrdering(LS, 0))
  {
    SUNLinSolFree(LS);
    LS = NULL;
  }
  return LS;
}

static int solver_begin(struct galpha_ls *ls, struct galpha_solver *s)
{
  if (s->own) { solver_free(s); }
  if (!s->LS)
  {
    s->LS  = make_solver(ls, s->A);
    s->own = true;
  }
  if (!s->LS) { return -1; }
  return SUNLinSolInitialize(s->LS) ? -1 : 0;
}

int galpha_ls_prepare(struct galpha_ls *ls)
{
  struct galpha_assembly *as = &ls->form->assembly;
  if (ls->user_A)
  {
    as->J     = ls->user_A;
    as->own_J = false;
  }
  const int flag = galpha_form_plan(ls->form, wants_sparse(ls));
  if (flag) { return flag; }
  ls->main.A = as->J;
  if (!ls->x) { ls->x = N_VClone(ls->packed); }
  if (!ls->x || solver_begin(ls, &ls->main)) { return -1; }
  if (ls->inner.A)
  {
    SUNMatDestroy(ls->inner.A);
    ls->inner.A = NULL;
  }
  if (ls->form->opt.formulation == GALPHA_SOI2_LITERAL)
  {
    ls->inner.A = SUNMatClone(as->J);
    if (!ls->inner.A || SUNMatCopy(as->J, ls->inner.A)) { return -1; }
    if (solver_begin(ls, &ls->inner)) { return -1; }
  }
  ls->ready   = true;
  ls->current = false;
  return 0;
}

bool galpha_ls_stale(const struct galpha_ls *ls, sunrealtype h)
{
  const sunrealtype ratio = ls->h_built != 0.0 ? h / ls->h_built : 0.0;
  return !ls->current || ls->rebuild || ls->age >= ls->max_age ||
         !(ratio >= 0.8 && ratio <= 1.25);
}

static int factorise(struct galpha_ls *ls, struct galpha_solver *s,
                     const sunrealtype *coef)
{
  galpha_assembly_fill(&ls->form->assembly, coef, s->A);
  ls->nsetup++;
  ls->last_flag = SUNLinSolSetup(s->LS, s->A);
  return ls->last_flag;
}

int galpha_ls_setup(struct galpha_ls *ls)
{
  struct galpha_form *form = ls->form;
  sunrealtype coef[MAX_COEF];
  ls->njac++;
  ls->current = false;
  int ret     = galpha_sys_jacobian(form->sys, &form->at, form->f);
  if (ret) { return ret; }
  if (!galpha_assembly_current(&form->assembly) && galpha_ls_prepare(ls))
  {
    return -1;
  }
  galpha_form_coefficients(form, coef);
  ret = factorise(ls, &ls->main, coef);
  if (ret) { return ret; }
  ls->h_built = form->coef.h;
  ls->age     = 0;
  ls->rebuild = false;
  ls->current = true;
  return 0;
}

int galpha_ls_setup_mass(struct galpha_ls *ls, sunrealtype c_mass)
{
  sunrealtype coef[MAX_COEF];
  galpha_form_mass_coefficients(c_mass, coef);
  ls->current = false;
  return factorise(ls, &ls->main, coef);
}

static int solve(struct galpha_ls *ls, const struct galpha_solver *s,
                 N_Vector b)
{
  ls->nsolve++;
  N_VConst(0.0, ls->x);
  ls->last_flag = SUNLinSolSolve(s->LS, s->A, ls->x, b, 0.0);
  if (ls->last_flag) { return ls->last_flag; }
  /* a matrix singular to working precision shows as Inf or NaN here */
  if (!isfinite(N_VDotProd(ls->x, ls->x))) { return 1; }
  N_VScale(1.0, ls->x, b);
  return 0;
}

int galpha_ls_solve(struct galpha_ls *ls, N_Vector b)
{
  return solve(ls, &ls->main, b);
}

int galpha_ls_inner_setup(void *ctx)
{
  struct galpha_ls *ls = ctx;
  sunrealtype coef[MAX_COEF];
  galpha_form_mass_coefficients(1.0 - ls->form->meth->alpha_m, coef);
  return factorise(ls, &ls->inner, coef);
}

int galpha_ls_inner_solve(void *ctx, N_Vector b)
{
  struct galpha_ls *ls = ctx;
  return solve(ls, &ls->inner, b);
}
