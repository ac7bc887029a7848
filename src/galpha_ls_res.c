/* Linear systems of the residual form: a matrix of any kind, or none (Krylov). */
#include <math.h>

#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "galpha_compat.h"
#include "galpha_ls.h"

/* Of the right-hand side: F may be scaled as the user likes. */
#define LEAST_GAIN 0.01

/* y'' as the callbacks see it. */
static N_Vector second_derivative(const struct galpha_form *form)
{
  return form->res->res2 ? form->f : NULL;
}

static int times(void *data, N_Vector v, N_Vector Jv)
{
  const struct galpha_ls *ls     = data;
  const struct galpha_form *form = ls->form;
  return galpha_res_times(form->res, form->at.t, form->at.q, form->at.v,
                          second_derivative(form), form->rq, form->ewt_q, v,
                          Jv);
}

static int psetup(void *data)
{
  const struct galpha_form *form = ((const struct galpha_ls *)data)->form;
  return galpha_res_prec_setup(form->res, form->at.t, form->at.q, form->at.v,
                               second_derivative(form), form->rq);
}

static int psolve(void *data, N_Vector rhs, N_Vector z, sunrealtype tol, int lr)
{
  const struct galpha_form *form = ((const struct galpha_ls *)data)->form;
  (void)lr;
  return galpha_res_prec_solve(form->res, form->at.t, form->at.q, form->at.v,
                               second_derivative(form), form->rq, rhs, z, tol);
}

/* In the place of a preconditioner that is not set: SUNDIALS 7 would call NULL. */
static int no_psolve(void *data, N_Vector rhs, N_Vector z, sunrealtype tol,
                     int lr)
{
  (void)rhs;
  (void)z;
  (void)tol;
  (void)lr;
  ((struct galpha_ls *)data)->prec_missing = true;
  return -1;
}

static int initialize(struct galpha_ls *ls)
{
  SUNLinearSolver LS = ls->main.LS;
  bool setup         = false;
  ls->prec_missing   = false;
  if (SUNLinSolInitialize(LS))
  {
    ls->prec_missing = SUNLinSolLastFlag(LS) == SUNLS_PSOLVE_NULL;
    return -3;
  }
  if (ls->main.A || !LS->ops->setpreconditioner ||
      galpha_res_preconditioned(ls->form->res, &setup))
  {
    return 0;
  }
  return SUNLinSolSetPreconditioner(LS, ls, NULL, no_psolve) ? -3 : 0;
}

/* A matrix-embedded solver has none of these operations. */
static int bind_krylov(struct galpha_ls *ls)
{
  SUNLinearSolver LS          = ls->main.LS;
  const SUNLinearSolver_Ops o = LS->ops;
  struct galpha_res *res      = ls->form->res;
  bool setup                  = false;
  const bool prec             = galpha_res_preconditioned(res, &setup);
  if (o->setatimes && SUNLinSolSetATimes(LS, ls, times)) { return -3; }
  /* also to take back one that was bound before */
  if ((prec || o->setpreconditioner) &&
      SUNLinSolSetPreconditioner(LS, prec ? ls : NULL, setup ? psetup : NULL,
                                 prec ? psolve : NULL))
  {
    return -3;
  }
  if (!o->setscalingvectors) { return 0; }
  /* a preconditioner from the right takes unknowns for residuals */
  return SUNLinSolSetScalingVectors(LS, ls->form->ewt_q,
                                    prec ? ls->form->ewt_q : res->scale)
           ? -3
           : 0;
}

int galpha_ls_res_prepare(struct galpha_ls *ls)
{
  struct galpha_solver *s  = &ls->main;
  struct galpha_form *form = ls->form;
  if (!ls->x) { ls->x = N_VClone(ls->packed); }
  if (!ls->x) { return -1; }
  if (!s->LS)
  {
    const sunindextype n = N_VGetLength(ls->packed);
    s->A                 = SUNDenseMatrix(n, n, form->sys->sunctx);
    s->LS  = s->A ? SUNLinSol_Dense(ls->packed, s->A, form->sys->sunctx) : NULL;
    s->own = true;
    ls->own_A = true;
    if (!s->LS) { return -1; }
  }
  if (!s->A && bind_krylov(ls)) { return -3; }
  if (initialize(ls)) { return -3; }
  if (galpha_ls_prepare_kept(ls)) { return -1; }
  ls->ready   = true;
  ls->current = false;
  return 0;
}

/* In index 3 round-off in the constraints comes out in the multipliers times
 * 1/h^2: Newton's iteration must know how much of a correction is just that. */
static void measure_noise(struct galpha_ls *ls)
{
  struct galpha_form *form         = ls->form;
  struct galpha_res *res           = form->res;
  const struct galpha_failure kept = form->sys->fail;
  const int flag                   = ls->last_flag;
  int ret = galpha_res_shaken(res, form->at.t, form->at.q, form->at.v,
                              second_derivative(form), res->noise);
  if (!ret)
  {
    N_VLinearSum(1.0, res->noise, -1.0, form->rq, res->noise);
    ret = galpha_ls_res_solve(ls, res->noise);
  }
  if (ret || !isfinite(N_VDotProd(res->noise, res->noise)))
  {
    N_VConst(0.0, res->noise);
  }
  form->sys->fail = kept;
  ls->last_flag   = flag;
}

static int jacobian(const struct galpha_ls *ls)
{
  struct galpha_form *form = ls->form;
  return galpha_res_jacobian(form->res, form->at.t, form->at.q, form->at.v,
                             second_derivative(form), form->rq, form->ewt_q,
                             ls->main.A);
}

sunindextype galpha_ls_res_empty(const struct galpha_ls *ls, bool *in_row)
{
  const struct galpha_failure kept = ls->form->sys->fail;
  sunindextype found               = -1;
  if (!ls->main.A || !galpha_block_known(ls->main.A)) { return -1; }
  if (!jacobian(ls))
  {
    found   = galpha_block_zero_col(ls->main.A);
    *in_row = found < 0;
    if (*in_row) { found = galpha_block_zero_row(ls->main.A); }
  }
  ls->form->sys->fail = kept;
  return found;
}

int galpha_ls_res_setup(struct galpha_ls *ls)
{
  struct galpha_solver *s      = &ls->main;
  const struct galpha_res *res = ls->form->res;
  const bool noisy = res->has[0] && res->has[2] && !res->unknowns_only;
  if (!ls->ready && galpha_ls_res_prepare(ls)) { return -1; }
  ls->njac += s->A != NULL;
  ls->current   = false;
  const int ret = s->A ? jacobian(ls) : 0;
  if (ret) { return ret; }
  if (!res->unknowns_only && galpha_ls_keep(ls)) { return -1; }
  ls->nsetup++;
  ls->cj_built  = res->c[0];
  ls->last_flag = SUNLinSolSetup(s->LS, s->A);
  if (!ls->last_flag && noisy) { measure_noise(ls); }
  return ls->last_flag;
}

/* The solver's norm is a 2-norm of scaled vectors. */
static sunrealtype linear_tolerance(const struct galpha_ls *ls, N_Vector b)
{
  const sunrealtype n    = (sunrealtype)N_VGetLength(b);
  const sunrealtype size = N_VWrmsNorm(b, ls->form->ewt_q);
  sunrealtype factor     = ls->norm_factor > 0.0 ? ls->norm_factor : sqrt(n);
  if (ls->norm_factor < 0.0)
  {
    N_VConst(1.0, ls->x);
    factor = sqrt(N_VDotProd(ls->x, ls->x));
  }
  return fmin(ls->eps_lin * ls->newton_tol, LEAST_GAIN * size) * factor;
}

/* A matrix of another shift: the correction that the differential part makes of
 * it is off by about the mean of the two. */
static void scale_solution(const struct galpha_ls *ls, N_Vector x)
{
  const struct galpha_res *res = ls->form->res;
  const sunrealtype ratio      = res->c[0] / ls->cj_built;
  if (ls->scaling && ls->main.A && !res->has[2] && ratio > 0.0 && ratio != 1.0)
  {
    N_VScale(2.0 / (1.0 + ratio), x, x);
  }
}

static void count_iterations(struct galpha_ls *ls)
{
  if (ls->main.A || !ls->main.LS->ops->numiters) { return; }
  ls->niter += SUNLinSolNumIters(ls->main.LS);
  ls->nconvfail += ls->last_flag != 0;
}

int galpha_ls_res_solve(struct galpha_ls *ls, N_Vector b)
{
  struct galpha_solver *s        = &ls->main;
  const struct galpha_form *form = ls->form;
  ls->nsolve++;
  if (s->own)
  {
    ls->last_flag = SUNLinSolSolve(s->LS, s->A, b, b, 0.0);
    if (!ls->last_flag) { scale_solution(ls, b); }
    return ls->last_flag;
  }
  const sunrealtype tol = linear_tolerance(ls, b);
  const int ret = galpha_res_times_setup(form->res, form->at.t, form->at.q,
                                         form->at.v, form->rq);
  if (ret) { return ret; }
  N_VConst(0.0, ls->x);
  if (!s->A) { galpha_res_weigh(form->res, form->ewt_q); }
  if (!s->A && s->LS->ops->setzeroguess)
  {
    SUNLinSolSetZeroGuess(s->LS, SUNTRUE);
  }
  ls->last_flag = SUNLinSolSolve(s->LS, s->A, ls->x, b, tol);
  count_iterations(ls);
  /* a reduced residual is progress enough: Newton's test judges the rest */
  if (ls->last_flag == SUNLS_RES_REDUCED) { ls->last_flag = 0; }
  if (ls->last_flag) { return ls->last_flag; }
  scale_solution(ls, ls->x);
  N_VScale(1.0, ls->x, b);
  return 0;
}
