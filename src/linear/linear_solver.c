#include "linear/linear_solver.h"

#include <math.h>

#include <galpha/galpha_sunlinsol_ldlt.h>

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>

#include "base/clone.h"

#define MAX_COEF     GALPHA_MAX_PARTS
#define BACKSOLVE    0.11 /* residuals */
#define JACOBIAN     1.4  /* the same, of blocks and their assembly */
#define UNKNOWN_COST 4.0
#define SMALL        50 /* rows */
#define DIAGONAL_PIVOT \
  1e-14 /* least share of its column, redundant constraints */
/* Cost of a new matrix, in iterations, that makes a mechanism's a dear one. */
#define DEAR 6.0

/* When a matrix is rebuilt: the rate of the iteration; and the weight of its cost. */
struct patience
{
  sunrealtype slow, weight;
};
static const struct patience usual = {0.2, 1.0};
static const struct patience dear  = {0.5, 1.0};
static const struct patience loose = {0.4, 2.0};

static const struct patience *patience(const struct galpha_ls *ls)
{
  if (ls->loose) { return &loose; }
  return !ls->model->res && ls->reuse.cost > DEAR ? &dear : &usual;
}

static void solver_free(struct galpha_solver *s)
{
  if (s->own && s->LS) { SUNLinSolFree(s->LS); }
  s->LS  = NULL;
  s->own = false;
}

void galpha_ls_free(struct galpha_ls *ls)
{
  solver_free(&ls->main);
  if (ls->own_A && ls->main.A) { SUNMatDestroy(ls->main.A); }
  solver_free(&ls->inner);
  if (ls->inner.A) { SUNMatDestroy(ls->inner.A); }
  if (ls->kept) { SUNMatDestroy(ls->kept); }
  ls->kept = NULL;
  if (ls->x) { N_VDestroy(ls->x); }
  if (ls->packed) { N_VDestroy(ls->packed); }
  galpha_ls_times_free(ls);
  ls->inner.A = NULL;
  ls->x = ls->packed = NULL;
  ls->ready          = false;
}

/* Dense for dense blocks, sparse as soon as one block is. */
static bool wants_sparse(const struct galpha_ls *ls)
{
  const struct galpha_sys *sys = ls->model->sys;
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

/* Where L D L^T pays: entries of a column of L + U, rows. */
#define LDLT_COLUMN 50.0
#define LDLT_ROWS   500

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
  SUNLinearSolver LS = SUNLinSol_KLU(ls->packed, A, ctx);
  /* else off-diagonal pivots in place of small ones undo the ordering */
  if (LS && ls->model->red.on)
  {
    SUNLinSol_KLUGetCommon(LS)->tol = DIAGONAL_PIVOT;
  }
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
  return SUNLinSolInitialize(s->LS) ? -3 : 0;
}

int galpha_ls_prepare_kept(struct galpha_ls *ls)
{
  if (ls->kept) { SUNMatDestroy(ls->kept); }
  const bool keep =
    ls->keep && ls->main.A && ls->main.A->ops->clone && ls->main.A->ops->copy;
  ls->kept   = keep ? galpha_clone_matrix(ls->main.A) : NULL;
  ls->kept_t = (sunrealtype)NAN;
  return keep && !ls->kept ? -1 : 0;
}

int galpha_ls_keep(struct galpha_ls *ls)
{
  const struct galpha_method *method = ls->method;
  struct galpha_model *model         = method->model;
  const sunrealtype mech[] = {model->stage.beta_h2, model->stage.gamma_h, 1.0};
  const sunrealtype *c     = model->res ? model->res->c : mech;
  if (ls->kept && SUNMatCopy(ls->main.A, ls->kept)) { return -1; }
  ls->kept_t     = model->at.t;
  ls->step_built = ls->steps;
  for (int i = 0; i < 3; i++) { ls->kept_shifts[i] = c[i]; }
  return 0;
}

int galpha_ls_prepare(struct galpha_ls *ls)
{
  if (ls->model->res) { return galpha_ls_res_prepare(ls); }
  if (ls->model->sys->by_product) { return galpha_ls_times_prepare(ls); }
  struct galpha_assembly *as = &ls->model->assembly;
  ls->ready = ls->current = false;
  ls->method->inner_ready = false;
  if (ls->user_A)
  {
    as->J     = ls->user_A;
    as->own_J = false;
  }
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
  if (ls->method->opt.formulation == GALPHA_SOI2_LITERAL)
  {
    ls->inner.A = galpha_clone_matrix(as->J);
    if (!ls->inner.A || SUNMatCopy(as->J, ls->inner.A)) { return -1; }
    ret = solver_begin(ls, &ls->inner);
    if (ret) { return ret; }
  }
  ls->ready = true;
  return 0;
}

/* Mean length of a column of L + U; < 0: unknown. */
static sunrealtype column_length(const struct galpha_solver *s)
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

/* What a new matrix costs, in iterations (a residual and a back-solve). A
 * back-solve counts BACKSOLVE residuals for each entry of a column of L + U, and
 * factorising grows with their square, as measured on chains and lattices, by KLU
 * and, from LDLT_COLUMN on, by L D L^T; told by the fill and, unless the caller
 * gives one, not by a clock, so that results do not depend on the load. */
static sunrealtype cost_by_fill(const struct galpha_ls *ls)
{
  const struct galpha_dq *dq = ls->model->res ? ls->model->res->dq : NULL;
  const sunrealtype column   = column_length(&ls->main);
  const sunrealtype jacobian =
    dq ? (sunrealtype)galpha_dq_groups(dq) : JACOBIAN;
  if (column < 0.0) { return UNKNOWN_COST + jacobian; }
  const sunrealtype solve = BACKSOLVE * column;
  return (jacobian + solve * (3.0 + 0.14 * column)) / (1.0 + solve);
}

static sunrealtype refresh_cost(const struct galpha_ls *ls)
{
  const sunrealtype measured = galpha_clock_cost(&ls->clock);
  return patience(ls)->weight * (measured >= 0.0 ? measured : cost_by_fill(ls));
}

void galpha_ls_begin(struct galpha_ls *ls)
{
  ls->in_step = false;
}

void galpha_ls_accept(struct galpha_ls *ls, long int iterations)
{
  /* what the age of the matrix led to: iterations, and matrices built to finish
     the step in spite of it */
  const long int extra = ls->builds - ls->builds_begun - (ls->age_begun == 0);
  const sunrealtype spent =
    (sunrealtype)iterations + ls->reuse.cost * (sunrealtype)extra;
  ls->steps++;
  if (galpha_reuse_step(&ls->reuse, ls->age_begun, spent) && ls->max_age < 0)
  {
    ls->rebuild = true;
  }
  ls->age++;
}

/* Small matrices of mechanisms are new in each step: that costs little and
 * keeps results independent of units and of the past. Elsewhere what was learnt
 * decides, up to an age at which the order would suffer. */
static long int oldest(const struct galpha_ls *ls)
{
  const struct galpha_res *res = ls->model->res;
  SUNMatrix A                  = ls->main.A;
  if (ls->max_age >= 0) { return ls->max_age; }
  if (!A || (res && res->res1)) { return GALPHA_REUSE_MAX; }
  const bool small = !galpha_block_known(A) || galpha_block_rows(A) <= SMALL;
  return small ? 1 : GALPHA_REUSE_MAX;
}

static bool is_stale(const struct galpha_ls *ls)
{
  const sunrealtype ratio = ls->model->stage.h / ls->h_built;
  return !ls->current || ls->rebuild || ls->age >= oldest(ls) ||
         galpha_method_order(ls->method) != ls->order_built ||
         !(ratio >= 0.8 && ratio <= 1.25);
}

sunrealtype galpha_ls_slow(const struct galpha_ls *ls)
{
  return patience(ls)->slow;
}

bool galpha_ls_stale(struct galpha_ls *ls, int stage)
{
  if (stage > 0) { return !ls->current || ls->rebuild; }
  const bool stale = is_stale(ls);
  if (!ls->in_step)
  {
    ls->in_step      = true;
    ls->age_begun    = stale ? 0 : ls->age;
    ls->builds_begun = ls->builds;
  }
  return stale;
}

/* New maps and solvers after a block has changed its pattern. */
static int follow_patterns(struct galpha_ls *ls)
{
  const bool planned = ls->ready && galpha_model_planned(ls->model);
  const int flag     = planned ? 0 : galpha_ls_prepare(ls);
  ls->no_memory      = flag == -1;
  return flag ? -1 : 0;
}

/* The iteration matrix of the mechanical form from its blocks. */
static int assemble(struct galpha_ls *ls)
{
  struct galpha_model *model = ls->model;
  sunrealtype coef[MAX_COEF];
  if (model->sys->by_product) { return galpha_ls_times_setup(ls); }
  ls->njac++;
  ls->current = false;
  int ret     = galpha_sys_jacobian(model->sys, &model->at, model->f);
  if (!ret && model->st)
  {
    ret = galpha_states_jacobian(model->st, &model->at);
  }
  if (!ret) { ret = galpha_share_update(&model->share, &model->at); }
  if (ret) { return ret; }
  if (follow_patterns(ls)) { return -1; }
  galpha_model_coefficients(model, coef);
  galpha_assembly_fill(&model->assembly, coef, ls->main.A);
  return galpha_ls_keep(ls) ? -1 : galpha_ls_factorise(ls, false);
}

int galpha_ls_setup(struct galpha_ls *ls)
{
  const sunrealtype began = galpha_clock_now(&ls->clock);
  const int ret = ls->model->res ? galpha_ls_res_setup(ls) : assemble(ls);
  if (ret) { return ret; }
  galpha_clock_add(&ls->clock, GALPHA_CLOCK_MATRIX, began);
  ls->h_built     = ls->model->stage.h;
  ls->order_built = galpha_method_order(ls->method);
  ls->age         = 0;
  ls->builds++;
  ls->reuse.cost = refresh_cost(ls);
  ls->rebuild    = false;
  ls->current    = true;
  return 0;
}

int galpha_ls_setup_mass(struct galpha_ls *ls, sunrealtype c_mass)
{
  sunrealtype coef[MAX_COEF];
  if (ls->model->sys->by_product)
  {
    return galpha_ls_times_setup_mass(ls, c_mass);
  }
  if (follow_patterns(ls)) { return -1; }
  galpha_model_mass_coefficients(c_mass, coef);
  ls->current = false;
  galpha_assembly_fill(&ls->model->assembly, coef, ls->main.A);
  return galpha_ls_factorise(ls, true);
}

int galpha_ls_solve(struct galpha_ls *ls, N_Vector b)
{
  if (ls->model->sys->by_product) { return galpha_ls_times_solve(ls, b); }
  return ls->model->res ? galpha_ls_res_solve(ls, b)
                        : galpha_ls_direct(ls, &ls->main, b, 0.0);
}

/* An error of this share of a correction is as small against what Newton's iteration
 * leaves as round-off against the solution. */
#define CORRECTION_TOL 1e-10

/* With a matrix of another h, corrections of stiff structures come out wrong by
 * (h/h_built)^2 and those of inertia right: the mean serves both. Constraints do not
 * contain h. */
static void follow_h(const struct galpha_ls *ls, N_Vector b)
{
  const sunrealtype ratio = ls->model->stage.h / ls->h_built;
  const sunrealtype mean  = 2.0 / (1.0 + ratio * ratio);
  sunrealtype *row        = N_VGetArrayPointer(b);
  if (ratio == 1.0) { return; }
  for (sunindextype i = 0; i < ls->model->sys->n; i++) { row[i] *= mean; }
}

int galpha_ls_correct(struct galpha_ls *ls, N_Vector b)
{
  sunrealtype fill;
  if (ls->model->res || ls->model->sys->by_product)
  {
    return galpha_ls_solve(ls, b);
  }
  const bool ldlt = !GALPHASunLinSol_LDLTGetFill(ls->main.LS, &fill);
  follow_h(ls, b);
  return galpha_ls_direct(ls, &ls->main, b, ldlt ? CORRECTION_TOL : 0.0);
}

int galpha_ls_inner_setup(void *ctx)
{
  struct galpha_ls *ls = ctx;
  sunrealtype coef[MAX_COEF];
  if (follow_patterns(ls)) { return -1; }
  galpha_model_mass_coefficients(ls->model->stage.weight_m, coef);
  galpha_assembly_fill(&ls->model->assembly, coef, ls->inner.A);
  return galpha_ls_factorise_inner(ls);
}

int galpha_ls_inner_solve(void *ctx, N_Vector b)
{
  struct galpha_ls *ls = ctx;
  return galpha_ls_direct(ls, &ls->inner, b, 0.0);
}
