/* Products J v and the preconditioner of the residual form, for Krylov solvers. */
#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/residual.h"

int galpha_res_jac_vec_setup(struct galpha_res *res, sunrealtype t, N_Vector y,
                             N_Vector yp, N_Vector r)
{
  struct galpha_sys *sys = res->sys;
  if (!res->jtsetup) { return 0; }
  res->njtsetup++;
  return galpha_sys_checked(
    sys, "set-up of J v", t,
    GALPHA_CALL(sys, res->jtsetup(t, y, yp, r, res->c[0], sys->user_data)),
    NULL);
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
  galpha_res_velocity(res, NULL, v, res->yp);
  if (at->ypp) { N_VProd(res->ca, v, res->ypp); }
  return res->jtimes2(at->t, at->y, at->yp, at->ypp, r, v, res->yp,
                      at->ypp ? res->ypp : NULL, Jv, sys->user_data);
}

/* out = (F(y + v/norm) - r) norm. */
static int quotient(struct galpha_res_along *at, sunrealtype norm, N_Vector r,
                    N_Vector out)
{
  at->eps = 1.0 / norm;
  N_VLinearSum(1.0, at->y, at->eps, at->v, at->res->y);
  const int ret = galpha_res_eval_along(at, out);
  N_VLinearSum(norm, out, -norm, r, out);
  return ret;
}

/* out = the components of x of orders 1 and 2; out is not x. */
static void keep_motion(const struct galpha_res *res, N_Vector x, N_Vector out)
{
  galpha_space_keep(&res->space, 0, x, out);
  N_VLinearSum(1.0, x, -1.0, out, out);
}

/* In index 2 and 3 a change of y comes with a change of the multipliers larger by 1/h
 * or 1/h^2. In short steps the increment v/norm, which moves the multipliers by about
 * their tolerance, would move y by less than its round-off. Returns the norm for an
 * increment of the motion alone (res->work2 = its part of v), 0 if one increment serves
 * all. */
static sunrealtype motion_norm(const struct galpha_res_along *at, N_Vector ewt,
                               sunrealtype norm)
{
  struct galpha_res *res       = at->res;
  const struct galpha_space *s = &res->space;
  if (res->unknowns_only || !s->has[0] || !(s->has[1] || s->has[2]))
  {
    return 0.0;
  }
  keep_motion(res, at->y, res->work2);
  const sunrealtype size = galpha_norm(res->work2, ewt);
  keep_motion(res, at->v, res->work2);
  const sunrealtype part = galpha_norm(res->work2, ewt);
  if (!(part > DBL_MIN) ||
      part >= PRODUCT_ROUNDINGS * SUN_UNIT_ROUNDOFF * size * norm)
  {
    return 0.0;
  }
  const sunrealtype moved = sqrt(SUN_UNIT_ROUNDOFF) * size; /* tolerances */
  return part / fmin(moved, res->dqincfac);
}

/* J v as the sum of the quotients along the motion and along the multipliers. */
static int quotient_by_parts(struct galpha_res_along *at, sunrealtype motion,
                             N_Vector r, N_Vector ewt, N_Vector Jv)
{
  struct galpha_res *res = at->res;
  galpha_space_keep(&res->space, 0, at->v, res->still);
  at->v   = res->work2;
  int ret = quotient(at, motion, r, Jv);
  if (ret) { return ret; }
  at->v = res->still;
  ret   = quotient(at, galpha_norm(at->v, ewt) / res->dqincfac, r, res->jac_r);
  N_VLinearSum(1.0, Jv, 1.0, res->jac_r, Jv);
  return ret;
}

int galpha_res_jac_vec(struct galpha_res *res, sunrealtype t, N_Vector y,
                       N_Vector yp, N_Vector ypp, N_Vector r, N_Vector ewt,
                       N_Vector v, N_Vector Jv)
{
  struct galpha_res_along at = {res, t, y, yp, ypp, res->jtres, v, 0.0};
  res->sys->count.jtimes++;
  if ((res->jtimes || res->jtimes2) && !res->unknowns_only)
  {
    return galpha_sys_checked(
      res->sys, "product J v", t,
      GALPHA_CALL(res->sys, user_jac_vec(res, &at, r, v, Jv)), Jv);
  }
  const sunrealtype norm = galpha_norm(v, ewt) / res->dqincfac;
  if (!(norm > 0.0))
  {
    N_VConst(0.0, Jv);
    return 0;
  }
  const sunrealtype motion = motion_norm(&at, ewt, norm);
  return motion > 0.0 ? quotient_by_parts(&at, motion, r, ewt, Jv)
                      : quotient(&at, norm, r, Jv);
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
  const int ret = GALPHA_CALL(
    sys, res->psetup ? res->psetup(t, y, yp, r, res->c[0], prec_data(res))
                     : res->psetup2(t, y, yp, ypp, r, res->c, sys->user_data));
  return galpha_sys_checked(sys, "preconditioner set-up", t, ret, NULL);
}

int galpha_res_prec_solve(struct galpha_res *res, sunrealtype t, N_Vector y,
                          N_Vector yp, N_Vector ypp, N_Vector r, N_Vector rhs,
                          N_Vector z, sunrealtype delta)
{
  struct galpha_sys *sys = res->sys;
  res->sys->count.psolve++;
  const int ret = GALPHA_CALL(
    sys,
    res->psolve
      ? res->psolve(t, y, yp, r, rhs, z, res->c[0], delta, prec_data(res))
      : res->psolve2(t, y, yp, ypp, r, rhs, z, res->c, delta, sys->user_data));
  return galpha_sys_checked(sys, "preconditioner", t, ret, NULL);
}
