/* Linear systems of the residual form: with a matrix of any type, or matrix-free
 * (Krylov). */
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "linear/linear_solver.h"

/* y'' for callbacks of F(t,y,y',y''). */
static N_Vector second_derivative(const struct galpha_model *model)
{
  return model->res->res2 ? model->f : NULL;
}

static int jac_vec(void *data, N_Vector v, N_Vector Jv)
{
  const struct galpha_ls *ls = data;
  struct galpha_model *model = ls->model;
  return galpha_res_jac_vec(model->res, model->at.t, model->at.q, model->at.v,
                            second_derivative(model), model->rq, model->ewt_q,
                            v, Jv);
}

static int psetup(void *data)
{
  const struct galpha_model *model = ((const struct galpha_ls *)data)->model;
  return galpha_res_prec_setup(model->res, model->at.t, model->at.q,
                               model->at.v, second_derivative(model),
                               model->rq);
}

static int psolve(void *data, N_Vector rhs, N_Vector z, sunrealtype tol, int lr)
{
  const struct galpha_model *model = ((const struct galpha_ls *)data)->model;
  (void)lr;
  return galpha_res_prec_solve(model->res, model->at.t, model->at.q,
                               model->at.v, second_derivative(model), model->rq,
                               rhs, z, tol);
}

static int bind_krylov(struct galpha_ls *ls, bool prec, bool setup)
{
  const struct galpha_krylov k = {
    .times  = jac_vec,
    .psetup = setup ? psetup : NULL,
    .psolve = prec ? psolve : NULL,
    .s1     = prec ? ls->unknowns : ls->model->ewt_q,
    /* the weights of the unknowns serve for a right preconditioner too, as in IDA */
    .s2 = ls->unknowns};
  return galpha_ls_bind(ls, &k);
}

/* Allocates x and unknowns. With a direct solver res->jac_r, which nothing uses during
 * a solve, serves as x; products J v overwrite it. */
static int vectors(struct galpha_ls *ls)
{
  struct galpha_res *res = ls->model->res;
  if (ls->main.A || !ls->main.LS)
  {
    if (!ls->x) { ls->x = ls->borrowed = res->jac_r; }
    return 0;
  }
  if (!ls->x || ls->x == ls->borrowed) { ls->x = galpha_clone(ls->packed); }
  if (!ls->unknowns) { ls->unknowns = galpha_clone(ls->packed); }
  return ls->x && ls->unknowns ? galpha_res_prepare_products(res) : -1;
}

static int prepare(struct galpha_ls *ls)
{
  struct galpha_solver *s    = &ls->main;
  struct galpha_model *model = ls->model;
  if (vectors(ls)) { return -1; }
  if (!s->LS)
  {
    const sunindextype n = N_VGetLength(ls->packed);
    s->A                 = galpha_dense_matrix(n, n, model->sys->sunctx);
    s->LS = s->A ? SUNLinSol_Dense(ls->packed, s->A, model->sys->sunctx) : NULL;
    s->own    = true;
    ls->own_A = true;
    if (!s->LS)
    {
      if (s->A) { SUNMatDestroy(s->A); }
      s->A = NULL;
      return -1;
    }
  }
  ls->dependent[0] = -1;
  bool setup       = false;
  const bool prec  = galpha_res_preconditioned(model->res, &setup);
  if (!s->A && bind_krylov(ls, prec, setup)) { return -3; }
  if (galpha_ls_initialize(ls, prec)) { return -3; }
  if (galpha_ls_prepare_kept(ls)) { return -1; }
  ls->ready   = true;
  ls->current = false;
  return 0;
}

/* noise = the correction that round-off in y causes. In index 3 round-off in the
 * constraints appears in the multipliers multiplied by 1/h^2; the convergence test
 * must know its size. */
static void measure_noise(struct galpha_ls *ls)
{
  struct galpha_model *model       = ls->model;
  struct galpha_res *res           = model->res;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = ls->last_flag;
  int ret = galpha_res_perturbed(res, model->at.t, model->at.q, model->at.v,
                                 second_derivative(model), res->noise);
  if (!ret)
  {
    N_VLinearSum(1.0, res->noise, -1.0, model->rq, res->noise);
    ret = galpha_ls_res_solve(ls, res->noise);
  }
  if (ret || !galpha_vector_finite(res->noise)) { N_VConst(0.0, res->noise); }
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(ls, flag);
}

static int jacobian(const struct galpha_ls *ls)
{
  struct galpha_model *model = ls->model;
  galpha_res_weigh_rates(model->res, model->level_v ? NULL : model->ewt_v);
  return galpha_res_jacobian(model->res, model->at.t, model->at.q, model->at.v,
                             second_derivative(model), model->rq, model->ewt_q,
                             ls->main.A);
}

sunindextype galpha_ls_res_empty(const struct galpha_ls *ls, bool *in_row)
{
  const struct galpha_failure kept = ls->model->sys->fail;
  sunindextype found               = -1;
  if (!ls->main.A || !galpha_block_known(ls->main.A)) { return -1; }
  if (!jacobian(ls))
  {
    found   = galpha_block_zero_col(ls->main.A, ls->model->work);
    *in_row = found < 0;
    if (*in_row) { found = galpha_block_zero_row(ls->main.A, ls->model->work); }
  }
  galpha_sys_set_failure(ls->model->sys, kept);
  return found;
}

/* The matrix of the first step, for galpha_ls_res_dependent; NULL in later steps, and if
 * there is no memory (no_memory). A copy, unless the factorization leaves it as it is. */
static SUNMatrix keep_first(struct galpha_ls *ls)
{
  SUNMatrix A                  = ls->main.A;
  const struct galpha_res *res = ls->model->res;
  if (!res->space.has[0] || res->unknowns_only || ls->steps > 0 || !A ||
      !galpha_block_known(A) || galpha_vector_distributed(ls->packed))
  {
    return NULL;
  }
  if (SUNLinSolGetID(ls->main.LS) == SUNLINEARSOLVER_KLU) { return A; }
  SUNMatrix copy = galpha_clone_matrix(A);
  ls->no_memory  = !copy || SUNMatCopy(A, copy) != 0;
  if (!ls->no_memory) { return copy; }
  if (copy) { SUNMatDestroy(copy); }
  return NULL;
}

/* The Jacobian; lax: entries that are not finite are no failure. */
static int form(struct galpha_ls *ls, bool lax)
{
  galpha_res_set_lax(ls->model->res, lax);
  const struct galpha_failure *fail = &ls->model->sys->fail;
  const int ret                     = ls->main.A ? jacobian(ls) : 0;
  galpha_res_set_lax(ls->model->res, false);
  ls->no_memory = ret < 0 && !fail->what;
  if (ret && !ls->no_memory)
  {
    galpha_ls_set_flag(ls, ret < 0 ? GALPHA_LS_JAC_STOPS : GALPHA_LS_JAC_FAILS);
  }
  return lax && ret > 0 && fail->what && fail->ret == 0 ? 0 : ret;
}

static int set_up(struct galpha_ls *ls, bool lax)
{
  struct galpha_solver *s      = &ls->main;
  const struct galpha_res *res = ls->model->res;
  const bool noisy =
    res->space.has[0] && res->space.has[2] && !res->unknowns_only;
  int ret       = ls->ready ? 0 : prepare(ls);
  ls->no_memory = ret == -1;
  if (ret) { return -1; }
  ls->njac += s->A != NULL;
  ls->current = false;
  ret         = form(ls, lax);
  if (ret) { return ret; }
  if (!res->unknowns_only && galpha_ls_keep(ls)) { return -1; }
  SUNMatrix first = lax ? NULL : keep_first(ls);
  if (ls->no_memory) { return -1; }
  ls->nsetup++;
  ls->cj_built = res->c[0];
  ret          = galpha_ls_set_up(ls, s);
  if (first && ret >= 0 && galpha_ls_res_dependent(ls, first, ret > 0))
  {
    ret = 1;
  }
  if (first && first != s->A) { SUNMatDestroy(first); }
  if (!ret && noisy) { measure_noise(ls); }
  return ret;
}

int galpha_ls_res_setup(struct galpha_ls *ls)
{
  return set_up(ls, false);
}

int galpha_ls_res_setup_lax(struct galpha_ls *ls)
{
  return set_up(ls, true);
}

/* With a matrix of another shift c_j, scales the correction by 2/(1 +
 * c_j/c_j,built), as IDA does. */
static void scale_solution(const struct galpha_ls *ls, N_Vector x)
{
  const struct galpha_res *res = ls->model->res;
  const sunrealtype ratio      = res->c[0] / ls->cj_built;
  if (ls->scaling && ls->main.A && !res->space.has[2] && ratio > 0.0 &&
      ratio != 1.0)
  {
    N_VScale(2.0 / (1.0 + ratio), x, x);
  }
}

int galpha_ls_res_solve(struct galpha_ls *ls, N_Vector b)
{
  struct galpha_solver *s    = &ls->main;
  struct galpha_model *model = ls->model;
  ls->nsolve++;
  if (s->own)
  {
    ls->last_flag = SUNLinSolSolve(s->LS, s->A, b, b, 0.0);
    if (!ls->last_flag) { scale_solution(ls, b); }
    return ls->last_flag;
  }
  const bool direct = SUNLinSolGetType(s->LS) == SUNLINEARSOLVER_DIRECT;
  const sunrealtype tol =
    direct ? 0.0 : galpha_ls_tolerance(ls, b, model->ewt_q);
  const int ret = galpha_res_jac_vec_setup(model->res, model->at.t, model->at.q,
                                           model->at.v, model->rq);
  if (ret)
  {
    galpha_ls_set_flag(ls, ret);
    return ret;
  }
  if (!s->A)
  {
    bool setup = false;
    if (galpha_res_preconditioned(model->res, &setup))
    {
      galpha_ls_weights(model, ls->unknowns);
    }
    else { galpha_res_weights(model->res, model->ewt_q, ls->unknowns); }
  }
  if (!galpha_ls_iterate(ls, b, tol)) { scale_solution(ls, b); }
  return ls->last_flag;
}

int galpha_ls_res_solve_short(struct galpha_ls *ls, sunrealtype factor,
                              N_Vector b)
{
  ls->rebuild = true;
  ls->njac += ls->main.A != NULL;
  galpha_res_shorten(ls->model->res, factor);
  ls->cj_built  = ls->model->res->c[0];
  int ret       = ls->main.A ? jacobian(ls) : 0;
  ls->no_memory = ret < 0 && !ls->model->sys->fail.what;
  if (!ret)
  {
    ls->nsetup++;
    ret = galpha_ls_set_up(ls, &ls->main);
  }
  ls->current = ls->current && !ret;
  if (!ret) { ret = galpha_ls_res_solve(ls, b); }
  galpha_res_shorten(ls->model->res, 1.0 / factor);
  return ret;
}

static sunrealtype jacobian_cost(const struct galpha_ls *ls)
{
  const struct galpha_dq *dq = ls->model->res->dq;
  return dq ? (sunrealtype)galpha_dq_groups(dq) : MATRIX_JACOBIAN_RESIDUAL;
}

const struct galpha_system_ops galpha_system_residual = {
  .prepare       = prepare,
  .setup         = galpha_ls_res_setup,
  .solve         = galpha_ls_res_solve,
  .correct       = galpha_ls_res_solve,
  .jacobian_cost = jacobian_cost};
