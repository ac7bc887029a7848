/* Linear systems of mechanics by matrices: assembles the iteration matrix from the
 * blocks, factorizes it and solves with it, also if constraints are linearly
 * dependent (model/redundancy.h). */
#include "linear/linear_solver.h"

#include <galpha/galpha_sunlinsol_ldlt.h>

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "ldlt/saddle_klu.h"
#include "model/steep_force.h"

#define MAX_COEF GALPHA_MAX_PARTS

/* The iteration matrix is sparse if any block is. */
static bool wants_sparse(const struct galpha_ls *ls)
{
  const struct galpha_sys *sys = ls->model->sys;
  if (ls->user_A) { return galpha_block_sparse(ls->user_A); }
  if (galpha_block_sparse(sys->M)) { return true; }
  for (int i = 0; i < GALPHA_BLOCK_COUNT; i++)
  {
    /* df/dq and df/dv found by probing are sparse in any case, which says nothing about
       the user's choice */
    const bool probed = (i == GALPHA_BLOCK_FQ && !sys->Fqfn) ||
                        (i == GALPHA_BLOCK_FV && !sys->Fvfn);
    SUNMatrix A = sys->block[i].A;
    if (A && !probed && galpha_block_sparse(A)) { return true; }
  }
  return false;
}

static SUNLinearSolver make_ldlt(const struct galpha_ls *ls, SUNMatrix A)
{
  SUNLinearSolver LS =
    GALPHASunLinSol_LDLT(ls->packed, A, ls->model->sys->sunctx);
  if (LS && ls->ldlt < 0) { GALPHASunLinSol_LDLTSetMinFill(LS, LDLT_COLUMN); }
  return LS;
}

static SUNLinearSolver make_solver(const struct galpha_ls *ls, SUNMatrix A)
{
  SUNContext ctx = ls->model->sys->sunctx;
  if (!galpha_block_sparse(A)) { return SUNLinSol_Dense(ls->packed, A, ctx); }
  if (ls->ldlt > 0 || (ls->ldlt < 0 && galpha_block_rows(A) >= LDLT_ROWS))
  {
    return make_ldlt(ls, A);
  }
  SUNLinearSolver LS = galpha_klu_new(ls->packed, A, ctx);
  /* otherwise KLU replaces small diagonal pivots by off-diagonal ones, which undoes
     the ordering */
  if (LS && ls->model->red.on)
  {
    SUNLinSol_KLUGetCommon(LS)->tol = PIVOT_DIAGONAL;
  }
  return LS;
}

static int solver_begin(struct galpha_ls *ls, struct galpha_solver *s)
{
  if (s->own) { galpha_solver_free(s); }
  if (!s->LS)
  {
    s->LS  = make_solver(ls, s->A);
    s->own = true;
  }
  if (!s->LS) { return -1; }
  return SUNLinSolInitialize(s->LS) ? -3 : 0;
}

bool galpha_ls_inner_wanted(const struct galpha_ls *ls)
{
  const struct galpha_sys *sys = ls->model->sys;
  if (!ls->ops->second) { return false; }
  return ls->with_inner ||
         (ls->with_mass && (sys->m || sys->p) && sys->block[GALPHA_BLOCK_FQ].A);
}

static int prepare(struct galpha_ls *ls)
{
  struct galpha_assembly *as = &ls->model->assembly;
  ls->ready = ls->current = ls->inner_ready = false;
  if (ls->user_A) { galpha_assembly_use(as, ls->user_A); }
  const int flag = galpha_model_plan(ls->model, wants_sparse(ls));
  if (flag) { return flag; }
  ls->main.A = as->J;
  if (!ls->x) { ls->x = galpha_clone(ls->packed); }
  if (!ls->x || galpha_ls_prepare_kept(ls)) { return -1; }
  int ret = solver_begin(ls, &ls->main);
  if (ret) { return ret; }
  if (ls->inner.A)
  {
    SUNMatDestroy(ls->inner.A);
    ls->inner.A = NULL;
  }
  if (galpha_ls_inner_wanted(ls))
  {
    ls->inner.A = galpha_clone_matrix(as->J);
    if (!ls->inner.A || SUNMatCopy(as->J, ls->inner.A)) { return -1; }
    ret = solver_begin(ls, &ls->inner);
    if (ret) { return ret; }
  }
  ls->ready = true;
  return 0;
}

static int factorize(struct galpha_ls *ls, struct galpha_solver *s)
{
  ls->nsetup++;
  galpha_ls_set_up(ls, s);
  return ls->last_flag;
}

/* The solvers created here work in place; a user's may not. */
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

static int direct(struct galpha_ls *ls, const struct galpha_solver *s,
                  N_Vector b, sunrealtype tol)
{
  ls->nsolve++;
  galpha_redundant_filter(&ls->model->red, b);
  const int ret = solve(ls, s, b, tol);
  if (!ret) { galpha_redundant_minimal_norm(&ls->model->red, b); }
  return ret;
}

/* Triangular solve for the search of dependent constraints. */
static int backsolve(void *ctx, N_Vector b)
{
  struct galpha_ls *ls = ctx;
  return solve(ls, &ls->main, b, 0.0);
}

static int factorize_main(struct galpha_ls *ls, bool start)
{
  struct galpha_redundant *red    = &ls->model->red;
  const struct galpha_backsolve s = {backsolve, ls};
  if (red->mp > 0 && (red->on || start))
  {
    galpha_redundant_measure(red, ls->main.A, ls->model->ewt_q);
    galpha_redundant_regularise(red, ls->main.A);
  }
  const int ret = factorize(ls, &ls->main);
  if (ret) { return ret; }
  return (start ? galpha_redundant_search : galpha_redundant_follow)(red, &s);
}

static int factorize_inner(struct galpha_ls *ls)
{
  galpha_redundant_regularise(&ls->model->red, ls->inner.A);
  return factorize(ls, &ls->inner);
}

bool galpha_ls_rank_falls(struct galpha_ls *ls)
{
  const struct galpha_backsolve s = {backsolve, ls};
  const int flag                  = ls->last_flag;
  const bool falls = galpha_redundant_dependent(&ls->model->red, &s);
  ls->last_flag    = flag;
  return falls;
}

/* Makes new maps and solvers if a block has changed its pattern. */
static int update_patterns(struct galpha_ls *ls)
{
  const bool planned = ls->ready && galpha_model_planned(ls->model);
  const int flag     = planned ? 0 : prepare(ls);
  ls->no_memory      = flag == -1;
  return flag ? -1 : 0;
}

/* The matrix of the blocks of mechanics that are evaluated already, and of the rest;
 * anew: all of them have just been. */
static int assemble(struct galpha_ls *ls, bool anew)
{
  struct galpha_model *model = ls->model;
  sunrealtype coef[MAX_COEF];
  int ret = galpha_first_order_jacobian(model->st, &model->at);
  if (!ret) { ret = galpha_reaction_update(&model->reaction, &model->at); }
  if (ret) { return ret; }
  if (update_patterns(ls)) { return -1; }
  if (anew && galpha_ls_examined(ls))
  {
    ret = galpha_steep_force(model, &ls->steep);
  }
  if (ret) { return ret; }
  galpha_model_coefficients(model, coef);
  galpha_model_fill(model, coef, ls->main.A);
  return galpha_ls_keep(ls) ? -1 : factorize_main(ls, false);
}

static int setup(struct galpha_ls *ls)
{
  struct galpha_model *model = ls->model;
  ls->njac++;
  ls->current   = false;
  const int ret = galpha_sys_jacobian(model->sys, &model->at, model->f);
  return ret ? ret : assemble(ls, true);
}

static int reassemble(struct galpha_ls *ls)
{
  ls->current   = false;
  const int ret = galpha_sys_jacobian_given(ls->model->sys, &ls->model->at);
  return ret ? ret : assemble(ls, false);
}

static int examine(struct galpha_ls *ls, bool *stale)
{
  return galpha_stale_force(ls->model, stale);
}

static int setup_mass(struct galpha_ls *ls, sunrealtype c_mass)
{
  sunrealtype coef[MAX_COEF];
  if (update_patterns(ls)) { return -1; }
  galpha_model_mass_coefficients(c_mass, coef);
  ls->current = false;
  galpha_model_fill(ls->model, coef, ls->main.A);
  return factorize_main(ls, true);
}

/* With a matrix built for h_built the stiffness part of a correction is off by
 * (h/h_built)^2, the inertia part is exact: the mean of both. */
static sunrealtype mean_part(const struct galpha_ls *ls)
{
  const sunrealtype ratio = ls->model->stage.h_matrix / ls->h_built;
  return 2.0 / (1.0 + ratio * ratio);
}

static void scale_rows(N_Vector b, sunindextype from, sunindextype n,
                       sunrealtype c)
{
  sunrealtype *row = N_VGetArrayPointer(b) + from;
  for (sunindextype i = 0; c != 1.0 && i < n; i++) { row[i] *= c; }
}

static int solve_main(struct galpha_ls *ls, N_Vector b)
{
  return direct(ls, &ls->main, b, 0.0);
}

static int correct(struct galpha_ls *ls, N_Vector b)
{
  sunrealtype fill;
  const bool ldlt = !GALPHASunLinSol_LDLTGetFill(ls->main.LS, &fill);
  const struct galpha_sys *sys = ls->model->sys;
  const sunrealtype mean       = mean_part(ls);
  /* the constraint rows do not contain h */
  scale_rows(b, 0, sys->n, mean);
  const int ret = direct(ls, &ls->main, b, ldlt ? CORRECTION_TOL : 0.0);
  /* multipliers balance the dynamic rows as they were: a part that is left each time,
     extrapolated to the next step, could grow and alternate */
  scale_rows(b, sys->n, sys->m + sys->p, 1.0 / mean);
  return ret;
}

static int setup_inner(struct galpha_ls *ls, sunrealtype c_mass)
{
  sunrealtype coef[MAX_COEF];
  if (update_patterns(ls)) { return -1; }
  galpha_model_mass_coefficients(c_mass, coef);
  galpha_model_fill(ls->model, coef, ls->inner.A);
  const int ret   = factorize_inner(ls);
  ls->inner_ready = ret == 0;
  return ret;
}

int galpha_ls_inner_setup(void *ctx, bool refactorize)
{
  struct galpha_ls *ls = ctx;
  if (ls->inner_ready && !refactorize) { return 0; }
  return setup_inner(ls, ls->model->stage.weight_m);
}

int galpha_ls_inner_begin(struct galpha_ls *ls)
{
  if (!galpha_ls_inner_wanted(ls)) { return 0; }
  const int flag = ls->last_flag;
  setup_inner(ls, 1.0);
  ls->inner_ready = false;
  ls->last_flag   = flag;
  return ls->no_memory ? -1 : 0;
}

int galpha_ls_inner_solve(void *ctx, N_Vector b)
{
  struct galpha_ls *ls = ctx;
  return direct(ls, &ls->inner, b, 0.0);
}

static int solve_mass(struct galpha_ls *ls, N_Vector b)
{
  const int ret = setup_inner(ls, ls->model->stage.weight_m);
  if (ls->no_memory) { return -1; }
  return ret ? ret : direct(ls, &ls->inner, b, 0.0);
}

/* Evaluations of differences count with orders above 2 alone, so that order 2 is as it
 * was. */
static sunrealtype jacobian_cost(const struct galpha_ls *ls)
{
  return ls->policy->varies_order
           ? galpha_sys_jacobian_cost(ls->model->sys, MATRIX_JACOBIAN)
           : MATRIX_JACOBIAN;
}

const struct galpha_system_ops galpha_system_blocks = {.exact      = true,
                                                       .prepare    = prepare,
                                                       .setup      = setup,
                                                       .reassemble = reassemble,
                                                       .examine    = examine,
                                                       .setup_mass = setup_mass,
                                                       .solve      = solve_main,
                                                       .correct    = correct,
                                                       .solve_mass = solve_mass,
                                                       .jacobian_cost =
                                                         jacobian_cost,
                                                       .second = true};
