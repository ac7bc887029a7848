#include "linear/linear_solver.h"

#include <math.h>

#include "base/clone.h"
#include "base/tuning.h"

/* The matrix is rebuilt by the rules of is_stale before a step, galpha_ls_solved after
 * a stage and galpha_reuse_step (matrix_age.h) after a step. If it is reassembled in each
 * step, its age is that of the differences of the forces in it. */

/* Limits within which a matrix is kept: largest contraction rate, factor on the cost of
 * a new one, bounds of h over the h of the matrix. */
struct rebuild_limits
{
  sunrealtype max_rate, cost_factor, least, most;
};
static const struct rebuild_limits cheap = {
  MATRIX_SLOW, 1.0, MATRIX_RATIO_LEAST, MATRIX_RATIO_MOST};
static const struct rebuild_limits expensive = {
  MATRIX_SLOW_EXPENSIVE, 1.0, MATRIX_RATIO_LEAST, MATRIX_RATIO_MOST};
static const struct rebuild_limits relaxed = {
  MATRIX_SLOW_LOOSE, MATRIX_WEIGHT_LOOSE, MATRIX_RATIO_LEAST,
  MATRIX_RATIO_MOST};
static const struct rebuild_limits costly         = {MATRIX_SLOW_EXPENSIVE, 1.0,
                                                     MATRIX_RATIO_COSTLY_LEAST,
                                                     MATRIX_RATIO_COSTLY_MOST};
static const struct rebuild_limits relaxed_costly = {
  MATRIX_SLOW_COSTLY, MATRIX_WEIGHT_COSTLY, MATRIX_RATIO_COSTLY_LEAST,
  MATRIX_RATIO_COSTLY_MOST};

/* F(t,y,y') with a relaxed tolerance and orders up to 5: contraction rates are those of
 * one matrix and one h. */
static bool is_relaxed(const struct galpha_ls *ls)
{
  return ls->policy->relaxed && ls->policy->varies_order;
}

bool galpha_ls_costly(const struct galpha_ls *ls)
{
  return ls->policy->varies_order &&
         ls->reuse.cost > ls->model->ops->traits.costly;
}

static const struct rebuild_limits *limits(const struct galpha_ls *ls)
{
  if (galpha_ls_costly(ls))
  {
    return ls->policy->relaxed ? &relaxed_costly : &costly;
  }
  if (ls->policy->relaxed) { return &relaxed; }
  return ls->reuse.cost > ls->model->ops->traits.expensive ? &expensive
                                                           : &cheap;
}

void galpha_ls_free(struct galpha_ls *ls)
{
  galpha_solver_free(&ls->main);
  if (ls->own_A && ls->main.A) { SUNMatDestroy(ls->main.A); }
  galpha_solver_free(&ls->inner);
  if (ls->inner.A) { SUNMatDestroy(ls->inner.A); }
  if (ls->kept) { SUNMatDestroy(ls->kept); }
  ls->kept = NULL;
  if (ls->x && ls->x != ls->borrowed) { N_VDestroy(ls->x); }
  if (ls->packed) { N_VDestroy(ls->packed); }
  galpha_ls_products_free(ls);
  ls->inner.A = NULL;
  ls->x = ls->borrowed = ls->packed = NULL;
  ls->ready                         = false;
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
  const struct galpha_model *model = ls->model;
  if (ls->kept && SUNMatCopy(ls->main.A, ls->kept)) { return -1; }
  ls->kept_t     = model->at.t;
  ls->step_built = ls->steps;
  for (int i = 0; i < 3; i++) { ls->kept_shifts[i] = model->stage.shift[i]; }
  return 0;
}

/* Estimated cost of a new matrix in Newton iterations (one residual and one
 * triangular solve each). With c entries per column of L + U a triangular solve
 * costs MATRIX_BACKSOLVE c residuals and a factorization grows with c^2: measured on chains
 * and lattices with KLU and, from LDLT_COLUMN on, with L D L^T. Without a clock of
 * the user the cost follows from the fill, so that results do not depend on the load
 * of the machine. */
static sunrealtype cost_by_fill(const struct galpha_ls *ls)
{
  const sunrealtype column   = galpha_solver_column(&ls->main);
  const sunrealtype jacobian = ls->ops->jacobian_cost(ls);
  if (column < 0.0) { return MATRIX_UNKNOWN_COST + jacobian; }
  const sunrealtype solve = MATRIX_BACKSOLVE * column;
  return (jacobian + solve * (3.0 + 0.14 * column)) / (1.0 + solve);
}

static sunrealtype refresh_cost(const struct galpha_ls *ls)
{
  const sunrealtype measured = galpha_clock_cost(&ls->clock);
  return limits(ls)->cost_factor *
         (measured >= 0.0 ? measured : cost_by_fill(ls));
}

void galpha_ls_begin(struct galpha_ls *ls)
{
  ls->in_step = false;
}

/* Steps beyond MATRIX_AGE for which a matrix may be kept. Multipliers lose their order
 * with older ones. */
static int beyond(const struct galpha_ls *ls)
{
  return galpha_ls_costly(ls) && !ls->model->has[0]
           ? MATRIX_AGE_COSTLY - MATRIX_AGE
           : 0;
}

void galpha_ls_accept(struct galpha_ls *ls, long int iterations)
{
  /* Cost of a step at this age of the matrix: iterations, and matrices rebuilt within
     the step. The latter do not count in relaxed steps: a single failure with an
     expensive matrix would outweigh many steps in the mean. */
  const long int extra =
    is_relaxed(ls) ? 0 : ls->builds - ls->builds_begun - (ls->age_begun == 0);
  const sunrealtype spent =
    (sunrealtype)iterations + ls->reuse.cost * (sunrealtype)extra;
  const bool keeps = ls->policy->varies_order && !ls->policy->relaxed;
  ls->reuse.as_new = keeps ? MATRIX_AS_NEW : -HUGE_VAL;
  ls->reuse.more   = beyond(ls);
  ls->steps++;
  if (galpha_reuse_step(&ls->reuse, ls->age_begun, spent) && ls->max_age < 0)
  {
    ls->rebuild = true;
  }
  ls->age++;
}

static bool is_small(const struct galpha_ls *ls)
{
  SUNMatrix A = ls->main.A;
  return A && ls->model->ops->traits.refresh_small &&
         (!galpha_block_known(A) || galpha_block_rows(A) <= MATRIX_SMALL);
}

/* A new matrix costs little: mechanisms rebuild small ones in each step, which keeps
 * results independent of units and of earlier steps, unless the derivatives are
 * expensive, by the user's clock or by the evaluations of their differences. */
static bool is_cheap(const struct galpha_ls *ls)
{
  const sunrealtype measured = galpha_clock_cost(&ls->clock);
  const sunrealtype cost =
    measured >= 0.0 ? measured : ls->ops->jacobian_cost(ls);
  return is_small(ls) && !(cost > ls->model->ops->traits.expensive);
}

bool galpha_ls_reassembles(const struct galpha_ls *ls)
{
  const bool possible = ls->ops->reassemble && ls->max_age < 0;
  return possible && is_small(ls) &&
         ls->ops->jacobian_cost(ls) > ls->model->ops->traits.expensive;
}

/* Age at which a matrix is rebuilt in any case: set by the user; 1 for cheap ones;
 * otherwise the age beyond which the order drops. Below it galpha_reuse_step decides. */
static long int max_age(const struct galpha_ls *ls)
{
  if (ls->max_age >= 0) { return ls->max_age; }
  return is_cheap(ls) ? 1 : MATRIX_AGE + beyond(ls);
}

static bool is_stale(const struct galpha_ls *ls)
{
  const struct galpha_stage *stage = &ls->model->stage;
  const sunrealtype ratio          = stage->h_matrix / ls->h_built;
  const struct rebuild_limits *lim = limits(ls);
  return galpha_ls_wanted(ls) || ls->age >= max_age(ls) ||
         (ls->steep && ls->age > 0) || stage->matrix_kind != ls->kind_built ||
         !(galpha_ls_reassembles(ls)
             ? stage->h_matrix <= STEEP_GROWN * ls->h_derived
             : ratio >= lim->least && ratio <= lim->most);
}

bool galpha_ls_examined(const struct galpha_ls *ls)
{
  return max_age(ls) > 1 && !(ls->steep && ls->age == 0);
}

bool galpha_ls_wanted(const struct galpha_ls *ls)
{
  return !ls->current || ls->rebuild;
}

bool galpha_ls_stale(struct galpha_ls *ls)
{
  const bool stale = is_stale(ls);
  if (!ls->in_step)
  {
    ls->in_step      = true;
    ls->age_begun    = stale ? 0 : ls->age;
    ls->builds_begun = ls->builds;
  }
  return stale;
}

void galpha_ls_request(struct galpha_ls *ls)
{
  ls->rebuild = true;
}

void galpha_ls_discard(struct galpha_ls *ls)
{
  ls->current = false;
}

void galpha_ls_solved(struct galpha_ls *ls, sunrealtype rate, bool changed)
{
  ls->rebuild = rate > limits(ls)->max_rate || changed;
}

void galpha_ls_set_tolerance(struct galpha_ls *ls, sunrealtype tol)
{
  ls->newton_tol = tol;
}

void galpha_ls_set_flag(struct galpha_ls *ls, int flag)
{
  ls->last_flag = flag;
}

int galpha_ls_prepare(struct galpha_ls *ls)
{
  return ls->ops->prepare(ls);
}

int galpha_ls_setup_mass(struct galpha_ls *ls, sunrealtype c_mass)
{
  return ls->ops->setup_mass(ls, c_mass);
}

int galpha_ls_solve(struct galpha_ls *ls, N_Vector b)
{
  return ls->ops->solve(ls, b);
}

int galpha_ls_solve_rows(struct galpha_ls *ls, N_Vector b)
{
  struct galpha_model *model = ls->model;
  galpha_pack(&model->parts, b, model->rl, model->rp, model->packed);
  galpha_model_states_zero(model, model->packed);
  return galpha_ls_solve(ls, model->packed);
}

int galpha_ls_solve_mass(struct galpha_ls *ls, N_Vector b)
{
  return ls->ops->solve_mass(ls, b);
}

int galpha_ls_correct(struct galpha_ls *ls, N_Vector b)
{
  return ls->ops->correct(ls, b);
}

static void set_built(struct galpha_ls *ls)
{
  ls->h_built    = ls->model->stage.h_matrix;
  ls->kind_built = ls->model->stage.matrix_kind;
  ls->current    = true;
}

int galpha_ls_examine(struct galpha_ls *ls, bool *stale)
{
  return ls->ops->examine(ls, stale);
}

int galpha_ls_reassemble(struct galpha_ls *ls)
{
  const int ret = ls->ops->reassemble(ls);
  if (!ret) { set_built(ls); }
  return ret;
}

int galpha_ls_setup(struct galpha_ls *ls)
{
  const sunrealtype began = galpha_clock_now(&ls->clock);
  const int ret           = ls->ops->setup(ls);
  if (ret) { return ret; }
  galpha_clock_add(&ls->clock, GALPHA_CLOCK_MATRIX, began);
  set_built(ls);
  ls->h_derived = ls->h_built;
  ls->age       = 0;
  ls->builds++;
  ls->reuse.cost = refresh_cost(ls);
  ls->rebuild    = false;
  return 0;
}
