/* Linear systems of the residual form: a matrix of any kind, or none (Krylov). */
#include <math.h>

#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "galpha_compat.h"
#include "galpha_ls.h"

/* Of Newton's tolerance; a linear error this small goes unnoticed there. */
#define LINEAR_SHARE 0.05
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
                          form->res->res2 ? form->f : NULL, form->rq,
                          form->ewt_q, v, Jv);
}

static int psetup(void *data)
{
  const struct galpha_ls *ls     = data;
  const struct galpha_form *form = ls->form;
  struct galpha_res *res         = form->res;
  res->npsetup++;
  const int ret =
    res->psetup(form->at.t, form->at.q, form->at.v, second_derivative(form),
                form->rq, res->c, form->sys->user_data);
  return galpha_sys_checked(form->sys, "preconditioner set-up", form->at.t, ret,
                            NULL);
}

static int psolve(void *data, N_Vector rhs, N_Vector z, sunrealtype tol, int lr)
{
  const struct galpha_ls *ls     = data;
  const struct galpha_form *form = ls->form;
  struct galpha_res *res         = form->res;
  (void)lr;
  res->npsolve++;
  const int ret =
    res->psolve(form->at.t, form->at.q, form->at.v, second_derivative(form),
                form->rq, rhs, z, res->c, tol, form->sys->user_data);
  return galpha_sys_checked(form->sys, "preconditioner", form->at.t, ret, NULL);
}

static int bind_krylov(struct galpha_ls *ls)
{
  SUNLinearSolver LS     = ls->main.LS;
  struct galpha_res *res = ls->form->res;
  if (SUNLinSolSetATimes(LS, ls, times)) { return -3; }
  if (res->psolve &&
      SUNLinSolSetPreconditioner(LS, ls, res->psetup ? psetup : NULL, psolve))
  {
    return -3;
  }
  return SUNLinSolSetScalingVectors(LS, ls->form->ewt_q, ls->form->ewt_q) ? -3
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
  if (SUNLinSolInitialize(s->LS)) { return -3; }
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
  ls->njac++;
  ls->current = false;
  if (s->A)
  {
    const int ret = jacobian(ls);
    if (ret) { return ret; }
    if (!res->unknowns_only && galpha_ls_keep(ls)) { return -1; }
  }
  ls->nsetup++;
  ls->last_flag = SUNLinSolSetup(s->LS, s->A);
  if (!ls->last_flag && noisy) { measure_noise(ls); }
  return ls->last_flag;
}

int galpha_ls_res_solve(struct galpha_ls *ls, N_Vector b)
{
  struct galpha_solver *s = &ls->main;
  ls->nsolve++;
  if (s->own)
  {
    ls->last_flag = SUNLinSolSolve(s->LS, s->A, b, b, 0.0);
    return ls->last_flag;
  }
  const sunrealtype n    = (sunrealtype)N_VGetLength(b);
  const sunrealtype size = N_VWrmsNorm(b, ls->form->ewt_q);
  const sunrealtype tol =
    fmin(LINEAR_SHARE * ls->newton_tol, LEAST_GAIN * size) * sqrt(n);
  N_VConst(0.0, ls->x);
  if (!s->A) { SUNLinSolSetZeroGuess(s->LS, SUNTRUE); }
  ls->last_flag = SUNLinSolSolve(s->LS, s->A, ls->x, b, tol);
  /* a reduced residual is progress enough: Newton's test judges the rest */
  if (ls->last_flag == SUNLS_RES_REDUCED) { ls->last_flag = 0; }
  if (!ls->last_flag) { N_VScale(1.0, ls->x, b); }
  return ls->last_flag;
}
