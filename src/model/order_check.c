#include "model/order_check.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"

/* Largest change of F if the derivative is displaced by size times work2; < 0: F
 * failed. */
static sunrealtype change(struct galpha_res *res, const struct galpha_at *at,
                          int derivative, sunrealtype size)
{
  N_Vector from  = derivative == 2 ? at->ypp : at->yp;
  N_Vector moved = derivative == 2 ? res->ypp : res->yp;
  N_VLinearSum(1.0, from, size, res->work2, moved);
  if (galpha_res_eval(res, at->t, at->y, derivative == 1 ? moved : at->yp,
                      derivative == 2 ? moved : at->ypp, res->jac_r))
  {
    return -1.0;
  }
  const sunrealtype top = N_VMaxNorm(res->jac_r) + N_VMaxNorm(res->work);
  N_VLinearSum(1.0, res->jac_r, -1.0, res->work, res->jac_r);
  /* multithreaded sums may differ by round-off */
  return fmax(0.0, N_VMaxNorm(res->jac_r) - 1e4 * DBL_EPSILON * top);
}

/* The component that changes F; -2: unknown. */
static sunindextype find_component(struct galpha_res *res,
                                   const struct galpha_at *at, int derivative,
                                   sunrealtype size)
{
  sunindextype n           = 0;
  const sunrealtype *order = galpha_vector_data(res->order, &n);
  sunrealtype *e           = galpha_vector_data(res->work2, &n);
  if (!order || !e || galpha_vector_distributed(res->work2)) { return -2; }
  for (sunindextype i = 0; i < n; i++)
  {
    if (order[i] >= derivative) { continue; }
    N_VConst(0.0, res->work2);
    e[i] = 1.0;
    if (change(res, at, derivative, size) > 0.0) { return i; }
  }
  return -2;
}

static sunindextype excess(struct galpha_res *res, const struct galpha_at *at,
                           int derivative)
{
  N_Vector x             = derivative == 2 ? at->ypp : at->yp;
  const sunrealtype size = 1e-3 * (1.0 + N_VMaxNorm(x));
  N_VConst(1.0, res->jac_r);
  galpha_space_keep(&res->space, 0, res->jac_r, res->work2);
  if (derivative == 2)
  {
    N_VLinearSum(1.0, res->work2, 1.0, res->space.mask[1], res->work2);
  }
  galpha_vector_signs(res->jac_r, 0.0);
  N_VProd(res->work2, res->jac_r, res->work2);
  return change(res, at, derivative, size) > 0.0
           ? find_component(res, at, derivative, size)
           : -1;
}

sunindextype galpha_order_excess(struct galpha_res *res,
                                 const struct galpha_at *at, int *derivative)
{
  const struct galpha_failure kept = res->sys->fail;
  const bool has_order[]           = {false, res->space.has[0],
                                      res->res2 &&
                                        (res->space.has[0] || res->space.has[1])};
  sunindextype found               = -1;
  if (!has_order[1] && !has_order[2]) { return -1; }
  if (!galpha_res_eval(res, at->t, at->y, at->yp, at->ypp, res->work))
  {
    for (int d = 2; d > 0 && found == -1; d--)
    {
      if (has_order[d]) { found = excess(res, at, d); }
      *derivative = d;
    }
  }
  galpha_sys_set_failure(res->sys, kept);
  return found;
}

sunindextype galpha_order_unrepeatable(struct galpha_res *res,
                                       const struct galpha_at *at)
{
  const struct galpha_failure kept = res->sys->fail;
  int ret = galpha_res_eval(res, at->t, at->y, at->yp, at->ypp, res->work);
  if (!ret)
  {
    ret = galpha_res_eval(res, at->t, at->y, at->yp, at->ypp, res->jac_r);
  }
  galpha_sys_set_failure(res->sys, kept);
  return ret ? -1 : galpha_vector_differ(res->work, res->jac_r);
}

sunindextype galpha_order_excess_nearby(struct galpha_res *res,
                                        const struct galpha_at *at,
                                        sunrealtype span, int *derivative)
{
  N_Vector y             = res->y;
  const sunrealtype v    = N_VMaxNorm(at->yp);
  const sunrealtype a    = res->space.has[2] ? N_VMaxNorm(at->ypp) : 0.0;
  const sunrealtype size = ORDER_NEARBY * (1.0 + N_VMaxNorm(at->y));
  sunrealtype d          = ORDER_NEARBY * fabs(span);
  d = fmin(d, fmin(size / fmax(v, DBL_MIN), sqrt(size / fmax(a, DBL_MIN))));
  d = copysign(d, span);
  galpha_vector_signs(y, 0.0);
  N_VProd(y, at->y, y);
  N_VLinearSum(1.0, at->y, ORDER_NEARBY, y, y);
  N_VLinearSum(1.0, y, d, at->yp, y);
  if (res->space.has[2]) { N_VLinearSum(1.0, y, 0.5 * d * d, at->ypp, y); }
  const struct galpha_at moved = {at->t + d, y, at->yp, at->ypp};
  return galpha_order_excess(res, &moved, derivative);
}

/* 1: F changes if both derivatives of component j are displaced by size times their
 * magnitude; 0: it does not; -1: F fails. */
static int contains(struct galpha_res *res, sunrealtype t, sunindextype j,
                    sunrealtype size)
{
  sunindextype n          = 0;
  sunrealtype *rate       = galpha_vector_data(res->yp, &n) + j;
  sunrealtype *acc        = galpha_vector_data(res->ypp, &n) + j;
  const sunrealtype rate0 = *rate, acc0 = *acc;
  *rate += size * (1.0 + fabs(rate0));
  *acc += 1.7 * size * (1.0 + fabs(acc0));
  const int ret =
    galpha_res_eval(res, t, res->y, res->yp, res->ypp, res->jac_r);
  *rate = rate0;
  *acc  = acc0;
  N_VLinearSum(1.0, res->jac_r, -1.0, res->work, res->jac_r);
  return ret ? -1 : N_VMaxNorm(res->jac_r) > 0.0;
}

sunindextype galpha_order_none(struct galpha_res *res,
                               const struct galpha_at *at)
{
  const struct galpha_failure kept = res->sys->fail;
  sunindextype n = 0, found = -1;
  if (!galpha_vector_data(at->y, &n) || galpha_vector_distributed(at->y) ||
      n > ORDER_FEW)
  {
    return -1;
  }
  /* a factor may vanish at the start only */
  const sunrealtype size = ORDER_NEARBY * (1.0 + N_VMaxNorm(at->y));
  N_Vector signs         = res->work;
  galpha_vector_signs(signs, 0.0);
  N_VLinearSum(1.0, at->y, size, signs, res->y);
  N_VLinearSum(1.0, at->yp, ORDER_NEARBY, signs, res->yp);
  N_VLinearSum(1.0, at->ypp, ORDER_NEARBY, signs, res->ypp);
  int ret = galpha_res_eval(res, at->t, res->y, res->yp, res->ypp, res->work);
  const sunrealtype top = N_VMaxNorm(res->work);
  for (sunindextype j = 0; j < n && !ret && found < 0; j++)
  {
    int there = contains(res, at->t, j, ORDER_NEARBY);
    /* round-off of large terms may hide the change */
    if (there == 0)
    {
      there = contains(res, at->t, j, ORDER_NEARBY * (1.0 + top));
    }
    if (there == 0) { found = j; }
    ret = there < 0;
  }
  galpha_sys_set_failure(res->sys, kept);
  return ret ? -1 : found;
}
