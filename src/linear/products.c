/* Linear systems of mechanics by products: a Krylov solver with products of the
 * blocks. */
#include <math.h>

#include <sunlinsol/sunlinsol_spbcgs.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunlinsol/sunlinsol_sptfqmr.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "linear/linear_solver.h"
#include "model/mechanics_products.h"

static N_Vector part_q(const struct galpha_ls *ls, N_Vector x)
{
  return galpha_part(&ls->model->parts, x, false);
}

static N_Vector part_l(const struct galpha_ls *ls, N_Vector x)
{
  return galpha_part(&ls->model->parts, x, true);
}

/* The matrix is that of mass and constraints alone. */
static bool is_mass(const struct galpha_ls *ls)
{
  return ls->c[0] == 0.0;
}

/* The reaction Jacobian is on and not contained in the user's product. */
static bool adds_reaction_jacobian(const struct galpha_model *model)
{
  return model->reaction.on &&
         model->reaction.part[GALPHA_REACTION_Q].included == GALPHA_NO;
}

sunrealtype galpha_ls_multiplier_scale(const struct galpha_ls *ls)
{
  return ls->constraint_scale * ls->constraint_scale / ls->mass_scale;
}

static int jac_vec(void *data, N_Vector v, N_Vector Jv)
{
  struct galpha_ls *ls       = data;
  struct galpha_model *model = ls->model;
  struct galpha_sys *sys     = model->sys;
  N_Vector x = part_q(ls, v), out = part_q(ls, Jv);
  SUNMatrix G = sys->block[GALPHA_BLOCK_G].A;
  sys->count.jtimes++;
  N_VConst(0.0, Jv);
  galpha_block_mul(sys->M, ls->c[2], x, out);
  if (G)
  {
    galpha_block_mul(G, 1.0, x, part_l(ls, Jv));
    galpha_block_tmul(G, 1.0, part_l(ls, v), out);
    galpha_rows_scale(&sys->rows[0], -galpha_ls_multiplier_scale(ls),
                      part_l(ls, v), part_l(ls, Jv));
  }
  int ret = galpha_sys_products(sys);
  if (ret || is_mass(ls)) { return ret; }
  ret = galpha_force_jac_vec(sys, &model->at, ls->c[0], ls->c[1],
                             galpha_norm(x, model->ewt_q), x, out);
  if (ret || !adds_reaction_jacobian(model)) { return ret; }
  return galpha_reaction_add(&model->reaction, &model->at, ls->c[0], 0.0, x,
                             out);
}

static int psetup(void *data)
{
  struct galpha_ls *ls = data;
  ls->model->sys->count.psetup++;
  return ls->prec.setup(ls->prec.data);
}

static int psolve(void *data, N_Vector rhs, N_Vector z, sunrealtype tol, int lr)
{
  struct galpha_ls *ls   = data;
  struct galpha_sys *sys = ls->model->sys;
  (void)tol;
  (void)lr;
  sys->count.psolve++;
  const int ret = ls->prec.solve(ls->prec.data, rhs, z);
  return ret ? ret
             : galpha_sys_checked(sys, "preconditioner's solve",
                                  ls->model->at.t, 0, z);
}

/* |A x| / |x| for x = (1, ..., 1). */
static sunrealtype gain(SUNMatrix A, bool transposed, N_Vector x, N_Vector y)
{
  N_VConst(1.0, x);
  N_VConst(0.0, y);
  (transposed ? galpha_block_tmul : galpha_block_mul)(A, 1.0, x, y);
  return sqrt(N_VDotProd(y, y) / N_VDotProd(x, x));
}

/* Adds to out the squares of A x, where elements of x are of random sign and of the size
 * 1/weights: rows of opposite entries do not cancel as they do with ones. */
static void add_squares(SUNMatrix A, int sample, N_Vector weights, N_Vector x,
                        N_Vector y, N_Vector out)
{
  sunindextype n       = 0;
  sunrealtype *sum     = galpha_vector_data(out, &n);
  const sunrealtype *d = galpha_vector_data(y, &n);
  N_VConst(0.0, x);
  galpha_vector_move(x, 1.0, sample, weights, 1.0);
  N_VConst(0.0, y);
  galpha_block_mul(A, 1.0, x, y);
  for (sunindextype i = 0; i < n; i++) { sum[i] += d[i] * d[i]; }
}

/* out = sizes of the rows of A x for such x; otherwise where a row is zero. */
static void row_sizes(SUNMatrix A, N_Vector weights, N_Vector x, N_Vector y,
                      sunrealtype otherwise, N_Vector out)
{
  sunindextype n = 0;
  sunrealtype *d = galpha_vector_data(out, &n);
  N_VConst(0.0, out);
  for (int sample = 0; sample < PRODUCTS_SAMPLES; sample++)
  {
    add_squares(A, sample, weights, x, y, out);
  }
  for (sunindextype i = 0; i < n; i++)
  {
    const sunrealtype size = sqrt(d[i] / PRODUCTS_SAMPLES);
    d[i]                   = size > 0.0 ? size : otherwise;
  }
}

/* An element of x differs so much from a typical size that the latter does not serve. */
static bool is_unlike(N_Vector x, sunrealtype typical)
{
  sunindextype n       = 0;
  const sunrealtype *d = galpha_vector_data(x, &n);
  bool unlike          = false;
  for (sunindextype i = 0; i < n; i++)
  {
    unlike |= d[i] > PRODUCTS_UNLIKE * typical;
    unlike |= d[i] * PRODUCTS_UNLIKE < typical;
  }
  return unlike;
}

/* Bodies and rows of G may be of very different size, or in different units; whether they
 * are. */
static bool measure_rows(struct galpha_ls *ls, N_Vector ewt)
{
  struct galpha_sys *sys = ls->model->sys;
  SUNMatrix G            = sys->block[GALPHA_BLOCK_G].A;
  N_Vector mass = part_q(ls, ls->of_rows), stiff = sys->wq[2];
  sunindextype n             = 0;
  sunrealtype *m             = galpha_vector_data(mass, &n);
  const sunrealtype *w       = galpha_vector_data(ewt, &n);
  const sunrealtype per_mass = ls->constraint_scale / ls->mass_scale;
  row_sizes(sys->M, ewt, sys->wq[0], sys->wq[1], 0.0, mass);
  sunrealtype *by = galpha_vector_data(stiff, &n);
  for (sunindextype j = 0; j < n; j++)
  {
    m[j]  = m[j] > 0.0 ? m[j] * w[j] : ls->mass_scale;
    by[j] = m[j] / w[j];
  }
  bool unlike = is_unlike(mass, ls->mass_scale);
  N_VInv(mass, mass);
  if (!G) { return unlike; }
  const sunrealtype usual_row  = ls->constraint_scale / ls->mean;
  const sunrealtype usual_pull = per_mass * ls->mean;
  N_Vector row = part_l(ls, ls->of_rows), pull = part_l(ls, ls->of_unknowns);
  row_sizes(G, ewt, sys->wq[0], sys->wl[0], usual_row, row);
  row_sizes(G, stiff, sys->wq[0], sys->wl[0], usual_pull, pull);
  unlike |= is_unlike(row, usual_row) || is_unlike(pull, usual_pull);
  N_VInv(row, row);
  return unlike;
}

/* Typical entries of M and G as a whole, and, if vectors are arrays, of their rows. */
static void measure(struct galpha_ls *ls)
{
  struct galpha_sys *sys = ls->model->sys;
  SUNMatrix G            = sys->block[GALPHA_BLOCK_G].A;
  N_Vector ewt           = part_q(ls, ls->unknowns);
  const sunrealtype mass = gain(sys->M, false, sys->wq[0], sys->wq[1]);
  const sunrealtype pull = G ? gain(G, true, sys->wl[0], sys->wq[1]) : 1.0;
  ls->mass_scale         = mass > 0.0 ? mass : 1.0;
  ls->constraint_scale   = pull > 0.0 ? pull : 1.0;
  galpha_ls_weights(ls->model, ewt);
  if (!galpha_vector_in_array(ewt) ||
      (G && !galpha_vector_in_array(part_l(ls, ls->unknowns))))
  {
    return;
  }
  if (ls->measured > 0 && ls->measured < PRODUCTS_AGAIN) { return; }
  ls->measured = 0;
  N_VConst(1.0, sys->wq[0]);
  ls->mean    = galpha_norm(sys->wq[0], ewt);
  ls->by_rows = measure_rows(ls, ewt);
}

/* Weights of unknowns and rows, all in terms of the change of the coordinates they
 * cause: lambda through G^T and a mass, the equations of motion through a mass. */
static void set_weights(struct galpha_ls *ls)
{
  N_Vector ewt = part_q(ls, ls->unknowns), one = ls->model->sys->wq[0];
  N_Vector rows = part_q(ls, ls->rows);
  N_VConst(1.0, one);
  galpha_ls_weights(ls->model, ewt);
  const sunrealtype mean = galpha_norm(one, ewt);
  if (ls->by_rows) { N_VProd(ewt, part_q(ls, ls->of_rows), rows); }
  else { N_VScale(1.0 / ls->mass_scale, ewt, rows); }
  if (!ls->model->sys->m) { return; }
  N_Vector l = part_l(ls, ls->unknowns), rows_l = part_l(ls, ls->rows);
  if (ls->by_rows)
  {
    N_VScale(mean / ls->mean, part_l(ls, ls->of_unknowns), l);
    N_VScale(mean / ls->mean, part_l(ls, ls->of_rows), rows_l);
    return;
  }
  N_VConst(mean * ls->constraint_scale / ls->mass_scale, l);
  N_VConst(mean / ls->constraint_scale, rows_l);
}

/* The side on which a solver applies its preconditioner; unknown solvers: left. */
static int side(SUNLinearSolver LS)
{
  switch (SUNLinSolGetID(LS))
  {
  case SUNLINEARSOLVER_SPGMR:
    return ((SUNLinearSolverContent_SPGMR)LS->content)->pretype;
  case SUNLINEARSOLVER_SPBCGS:
    return ((SUNLinearSolverContent_SPBCGS)LS->content)->pretype;
  case SUNLINEARSOLVER_SPTFQMR:
    return ((SUNLinearSolverContent_SPTFQMR)LS->content)->pretype;
  /* their residuals are those of A, not of P^-1 A */
  case SUNLINEARSOLVER_SPFGMR:
  case SUNLINEARSOLVER_PCG: return SUN_PREC_RIGHT;
  default: return SUN_PREC_LEFT;
  }
}

static int prepare(struct galpha_ls *ls)
{
  N_Vector *all[] = {&ls->x,    &ls->unknowns, &ls->rows,
                     &ls->rest, &ls->of_rows,  &ls->of_unknowns};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (!*all[i]) { *all[i] = galpha_clone(ls->packed); }
    if (!*all[i]) { return -1; }
  }
  if (!ls->main.LS) { return -3; }
  const bool prec  = ls->prec.solve != NULL;
  const int from   = prec ? side(ls->main.LS) : SUN_PREC_NONE;
  const bool left  = from == SUN_PREC_LEFT || from == SUN_PREC_BOTH;
  const bool right = from == SUN_PREC_RIGHT || from == SUN_PREC_BOTH;
  /* P maps unknowns to rows */
  const struct galpha_krylov k = {.times  = jac_vec,
                                  .psetup = prec ? psetup : NULL,
                                  .psolve = prec ? psolve : NULL,
                                  .s1     = left ? ls->unknowns : ls->rows,
                                  .s2     = right ? ls->rows : ls->unknowns};
  if (galpha_ls_bind(ls, &k) || galpha_ls_initialize(ls, prec)) { return -3; }
  ls->ready    = true;
  ls->current  = false;
  ls->measured = 0;
  return 0;
}

void galpha_ls_products_free(struct galpha_ls *ls)
{
  N_Vector *all[] = {&ls->unknowns, &ls->rows, &ls->rest, &ls->of_rows,
                     &ls->of_unknowns};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (*all[i]) { N_VDestroy(*all[i]); }
    *all[i] = NULL;
  }
}

static int set_up(struct galpha_ls *ls)
{
  if (!ls->ready && prepare(ls)) { return -1; }
  measure(ls);
  ls->measured++;
  const int ret = galpha_sys_products(ls->model->sys);
  if (ret) { return ret; }
  ls->nsetup++;
  ls->last_flag = SUNLinSolSetup(ls->main.LS, NULL);
  return ls->last_flag;
}

static int setup_mass(struct galpha_ls *ls, sunrealtype c_mass)
{
  ls->current  = false;
  ls->measured = 0;
  ls->c[0] = ls->c[1] = 0.0;
  ls->c[2]            = c_mass;
  return set_up(ls);
}

/* The products use the coefficients of each step, the preconditioner those of its
 * last set-up. */
static void set_coefficients(struct galpha_ls *ls)
{
  const struct galpha_model *model = ls->model;
  const sunrealtype weight         = model->stage.weight_f;
  ls->c[0]                         = weight * model->stage.beta_h2;
  ls->c[1]                         = weight * model->stage.gamma_h;
  ls->c[2]                         = model->stage.weight_m;
}

static int setup(struct galpha_ls *ls)
{
  ls->current = false;
  set_coefficients(ls);
  const int ret = galpha_reaction_update(&ls->model->reaction, &ls->model->at);
  if (ret) { return ret; }
  return galpha_ls_keep(ls) ? -1 : set_up(ls);
}

/* For the start: checks the residual itself, because no Newton iteration follows. */
static int solve_mass(struct galpha_ls *ls, N_Vector b)
{
  const sunrealtype n    = (sunrealtype)N_VGetLength(b);
  const sunrealtype size = galpha_norm(b, ls->rows);
  N_VScale(1.0, b, ls->rest);
  int ret = galpha_ls_iterate(ls, b, PRODUCTS_START * sqrt(n) * size);
  if (!ret) { ret = jac_vec(ls, b, ls->x); }
  if (ret) { return ret; }
  N_VLinearSum(1.0, ls->rest, -1.0, ls->x, ls->rest);
  if (galpha_norm(ls->rest, ls->rows) <= PRODUCTS_LEFT * size) { return 0; }
  ls->last_flag = SUNLS_CONV_FAIL;
  return 1;
}

static int solve(struct galpha_ls *ls, N_Vector b)
{
  struct galpha_model *model = ls->model;
  int ret                    = galpha_sys_products(model->sys);
  if (ret) { return ret; }
  ls->nsolve++;
  set_weights(ls);
  if (is_mass(ls)) { return solve_mass(ls, b); }
  set_coefficients(ls);
  ret = galpha_force_jac_vec_begin(model->sys, &model->at);
  if (!ret && adds_reaction_jacobian(model))
  {
    ret = galpha_reaction_base(&model->reaction, &model->at);
  }
  return ret ? ret
             : galpha_ls_iterate(ls, b, galpha_ls_tolerance(ls, b, ls->rows));
}

/* Uses the preconditioner of the iteration matrix. */
static int solve_beside(struct galpha_ls *ls, N_Vector b)
{
  const sunrealtype kept[3] = {ls->c[0], ls->c[1], ls->c[2]};
  ls->c[0] = ls->c[1] = 0.0;
  ls->c[2]            = ls->model->stage.weight_m;
  const int ret       = solve(ls, b);
  for (int i = 0; i < 3; i++) { ls->c[i] = kept[i]; }
  return ret;
}

static sunrealtype jacobian_cost(const struct galpha_ls *ls)
{
  (void)ls;
  return MATRIX_JACOBIAN_PRODUCTS;
}

const struct galpha_system_ops galpha_system_products = {
  .prepare       = prepare,
  .setup         = setup,
  .setup_mass    = setup_mass,
  .solve         = solve,
  .correct       = solve,
  .solve_mass    = solve_beside,
  .jacobian_cost = jacobian_cost};
