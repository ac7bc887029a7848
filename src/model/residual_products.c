/* Products J v and the preconditioner of the residual form, for Krylov solvers. */
#include "model/residual.h"

int galpha_res_jac_vec_setup(struct galpha_res *res, sunrealtype t, N_Vector y,
                             N_Vector yp, N_Vector r)
{
  struct galpha_sys *sys = res->sys;
  if (!res->jtsetup) { return 0; }
  res->njtsetup++;
  return galpha_sys_checked(
    sys, "set-up of J v", t,
    res->jtsetup(t, y, yp, r, res->c[0], sys->user_data), NULL);
}

/* Jv by the user's function. */
static int user_jac_vec(struct galpha_res *res,
                        const struct galpha_res_along *at, N_Vector r,
                        N_Vector v, N_Vector Jv)
{
  struct galpha_sys *sys = res->sys;
  if (res->jtimes)
  {
    return res->jtimes(at->t, at->y, at->yp, r, v, Jv, res->c[0],
                       sys->user_data, res->work, res->work2);
  }
  N_VProd(res->cv, v, res->yp);
  if (at->ypp) { N_VProd(res->ca, v, res->ypp); }
  return res->jtimes2(at->t, at->y, at->yp, at->ypp, r, v, res->yp,
                      at->ypp ? res->ypp : NULL, Jv, sys->user_data);
}

int galpha_res_jac_vec(struct galpha_res *res, sunrealtype t, N_Vector y,
                       N_Vector yp, N_Vector ypp, N_Vector r, N_Vector ewt,
                       N_Vector v, N_Vector Jv)
{
  struct galpha_res_along at = {res, t, y, yp, ypp, res->jtres, v, 0.0};
  res->sys->count.jtimes++;
  if ((res->jtimes || res->jtimes2) && !res->unknowns_only)
  {
    return galpha_sys_checked(res->sys, "product J v", t,
                              user_jac_vec(res, &at, r, v, Jv), Jv);
  }
  const sunrealtype norm = N_VWrmsNorm(v, ewt) / res->dqincfac;
  if (!(norm > 0.0))
  {
    N_VConst(0.0, Jv);
    return 0;
  }
  at.eps = 1.0 / norm;
  N_VLinearSum(1.0, y, at.eps, v, res->y);
  const int ret = galpha_res_eval_along(&at, Jv);
  N_VLinearSum(norm, Jv, -norm, r, Jv);
  return ret;
}

bool galpha_res_preconditioned(const struct galpha_res *res, bool *setup)
{
  *setup = res->psetup || res->psetup2;
  return res->psolve || res->psolve2;
}

static void *prec_data(const struct galpha_res *res)
{
  return res->prec_data ? res->prec_data : res->sys->user_data;
}

int galpha_res_prec_setup(struct galpha_res *res, sunrealtype t, N_Vector y,
                          N_Vector yp, N_Vector ypp, N_Vector r)
{
  struct galpha_sys *sys = res->sys;
  res->sys->count.psetup++;
  const int ret = res->psetup
                    ? res->psetup(t, y, yp, r, res->c[0], prec_data(res))
                    : res->psetup2(t, y, yp, ypp, r, res->c, sys->user_data);
  return galpha_sys_checked(sys, "preconditioner set-up", t, ret, NULL);
}

int galpha_res_prec_solve(struct galpha_res *res, sunrealtype t, N_Vector y,
                          N_Vector yp, N_Vector ypp, N_Vector r, N_Vector rhs,
                          N_Vector z, sunrealtype delta)
{
  struct galpha_sys *sys = res->sys;
  res->sys->count.psolve++;
  const int ret =
    res->psolve
      ? res->psolve(t, y, yp, r, rhs, z, res->c[0], delta, prec_data(res))
      : res->psolve2(t, y, yp, ypp, r, rhs, z, res->c, delta, sys->user_data);
  return galpha_sys_checked(sys, "preconditioner", t, ret, NULL);
}
