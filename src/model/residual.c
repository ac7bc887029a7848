#include "model/residual.h"

#include <math.h>

#include "base/clone.h"
#include "base/index_pattern.h"
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"

static const char name_of_J[] = "Jacobian of F";

static int clone_into(N_Vector like, N_Vector *v)
{
  if (!*v) { *v = galpha_clone(like); }
  if (*v) { N_VConst(0.0, *v); }
  return *v ? 0 : -1;
}

/* mask = 1 where order = k: 1 - |order - k| clipped at zero, for orders 0, 1, 2. */
static void make_mask(struct galpha_res *res, int k)
{
  N_Vector m = res->space.mask[k];
  N_VAddConst(res->order, -(sunrealtype)k, m);
  N_VAbs(m, m);
  N_VScale(-1.0, m, m);
  N_VAddConst(m, 1.0, m);
  N_VAbs(m, res->work);
  N_VLinearSum(0.5, m, 0.5, res->work, m);
  res->space.has[k] = N_VMaxNorm(m) > 0.0;
}

/* Orders are 0, 1 or 2 if and only if order (order-1) (order-2) = 0. A sum of
 * squares, unlike a maximum norm, propagates NaN. */
static bool orders_admissible(struct galpha_res *res, sunrealtype top)
{
  N_VAddConst(res->order, -1.0, res->work);
  N_VProd(res->work, res->order, res->work2);
  N_VAddConst(res->order, -2.0, res->work);
  N_VProd(res->work, res->work2, res->work2);
  return N_VDotProd(res->work2, res->work2) == 0.0 &&
         N_VMaxNorm(res->order) <= top;
}

static long int first_inadmissible(N_Vector order, sunrealtype top)
{
  sunindextype n       = 0;
  const sunrealtype *d = galpha_vector_data(order, &n);
  for (sunindextype i = 0; i < n; i++)
  {
    if (!(d[i] == 0.0 || d[i] == 1.0 || d[i] == top))
    {
      return (long int)i + 1;
    }
  }
  return -2;
}

long int galpha_res_prepare(struct galpha_res *res, N_Vector y)
{
  N_Vector *all[] = {&res->space.mask[0],
                     &res->space.mask[1],
                     &res->space.mask[2],
                     &res->cv,
                     &res->ca,
                     &res->da,
                     &res->y,
                     &res->yp,
                     &res->ypp,
                     &res->work,
                     &res->work2,
                     &res->jac_r,
                     &res->y_moved,
                     &res->noise,
                     &res->signs,
                     &res->scale,
                     &res->counted};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (clone_into(y, all[i])) { return -1; }
  }
  if (!res->order)
  {
    if (clone_into(y, &res->order)) { return -1; }
    N_VConst(res->res2 ? 2.0 : 1.0, res->order);
  }
  const sunrealtype top = res->res2 ? 2.0 : 1.0;
  if (!orders_admissible(res, top))
  {
    return first_inadmissible(res->order, top);
  }
  for (int k = 0; k < 3; k++) { make_mask(res, k); }
  res->space.work  = res->work;
  res->space.work2 = res->work2;
  galpha_vector_signs(res->signs, 0.0);
  return 0;
}

void galpha_res_free(struct galpha_res *res)
{
  N_Vector *all[] = {&res->space.mask[0],
                     &res->space.mask[1],
                     &res->space.mask[2],
                     &res->cv,
                     &res->ca,
                     &res->da,
                     &res->y,
                     &res->yp,
                     &res->ypp,
                     &res->work,
                     &res->work2,
                     &res->order,
                     &res->jac_r,
                     &res->y_moved,
                     &res->noise,
                     &res->signs,
                     &res->hint,
                     &res->scale,
                     &res->counted,
                     &res->untested,
                     &res->longer_try};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (*all[i]) { N_VDestroy(*all[i]); }
    *all[i] = NULL;
  }
  galpha_dq_free(res->dq);
  res->dq = NULL;
  galpha_pattern_forget(&res->pattern);
}

void galpha_res_shifts(struct galpha_res *res, sunrealtype a_by_y,
                       sunrealtype w_by_y)
{
  N_VLinearSum(res->c[1], res->space.mask[2], res->c[0], res->space.mask[1],
               res->cv);
  N_VScale(res->c[2], res->space.mask[2], res->ca);
  N_VLinearSum(a_by_y, res->space.mask[2], w_by_y, res->space.mask[1], res->da);
}

static sunrealtype size_of_shift(sunrealtype c)
{
  return c != 0.0 ? fabs(c) : 1.0;
}

void galpha_res_weights(struct galpha_res *res, N_Vector ewt)
{
  N_VLinearSum(size_of_shift(res->c[0]), res->space.mask[1],
               size_of_shift(res->c[2]), res->space.mask[2], res->scale);
  N_VLinearSum(1.0, res->scale, 1.0, res->space.mask[0], res->scale);
  N_VProd(res->scale, ewt, res->scale);
}

/* F, or the function given, if not NULL. */
static int eval(struct galpha_res *res, GALPHAResFn given, sunrealtype t,
                N_Vector y, N_Vector yp, N_Vector ypp, N_Vector r)
{
  struct galpha_sys *sys = res->sys;
  const GALPHAResFn F    = given ? given : res->res1;
  return F ? F(t, y, yp, r, sys->user_data)
           : res->res2(t, y, yp, ypp, r, sys->user_data);
}

static int checked(struct galpha_res *res, sunrealtype t, int ret, N_Vector r)
{
  return galpha_sys_checked(res->sys, "residual F", t, ret, r);
}

int galpha_res_eval(struct galpha_res *res, sunrealtype t, N_Vector y,
                    N_Vector yp, N_Vector ypp, N_Vector r)
{
  res->sys->count.force++;
  galpha_sys_mark(res->sys, r);
  return checked(res, t, eval(res, NULL, t, y, yp, ypp, r), r);
}

int galpha_res_newton(struct galpha_res *res, sunrealtype t, N_Vector y,
                      N_Vector yp, N_Vector ypp, N_Vector r)
{
  res->sys->count.force++;
  return checked(res, t, eval(res, res->nlsres, t, y, yp, ypp, r), r);
}

static void perturb(const struct galpha_res *res, sunrealtype size, N_Vector x,
                    N_Vector out)
{
  N_VProd(res->signs, x, out);
  N_VLinearSum(1.0, x, size, out, out);
}

int galpha_res_perturbed(struct galpha_res *res, sunrealtype t, N_Vector y,
                         N_Vector yp, N_Vector ypp, N_Vector r)
{
  const sunrealtype size = 2.0 * SUN_UNIT_ROUNDOFF;
  perturb(res, size, y, res->y);
  perturb(res, -size, yp, res->yp);
  if (ypp) { perturb(res, size, ypp, res->ypp); }
  return galpha_res_eval(res, t, res->y, res->yp, ypp ? res->ypp : NULL, r);
}

int galpha_res_eval_along(void *ctx, N_Vector r)
{
  const struct galpha_res_along *a = ctx;
  struct galpha_res *res           = a->res;
  N_Vector y                       = res->y;
  /* y less the unperturbed one would be round-off where shifts are large */
  if (a->v) { N_VScale(a->eps, a->v, res->work); }
  else { N_VLinearSum(1.0, res->y, -1.0, a->y, res->work); }
  if (res->unknowns_only)
  {
    y = res->y_moved;
    N_VProd(res->space.mask[0], res->work, y);
    N_VLinearSum(1.0, a->y, 1.0, y, y);
  }
  N_VProd(res->cv, res->work, res->yp);
  N_VLinearSum(1.0, a->yp, 1.0, res->yp, res->yp);
  if (a->ypp)
  {
    N_VProd(res->ca, res->work, res->ypp);
    N_VLinearSum(1.0, a->ypp, 1.0, res->ypp, res->ypp);
  }
  res->ndiff++; /* counted separately, as in IDA */
  const int ret =
    eval(res, a->F, a->t, y, res->yp, a->ypp ? res->ypp : NULL, r);
  return ret ? checked(res, a->t, ret, NULL) : 0;
}

/* Entries stored twice are not allowed: direct solvers and difference quotients use
 * only one of them. */
static int checked_pattern(struct galpha_res *res, sunrealtype t, int ret,
                           SUNMatrix A)
{
  res->pattern.unique = true;
  return galpha_sys_pattern(res->sys, name_of_J, t, ret, A, &res->pattern);
}

static int difference(struct galpha_res *res, struct galpha_res_along *at,
                      N_Vector r, N_Vector ewt, SUNMatrix A)
{
  if (!res->dq)
  {
    const int ret = checked_pattern(res, at->t, 0, A);
    if (ret) { return ret; }
    res->dq = galpha_dq_new(A);
  }
  if (!res->dq) { return -1; }
  N_VScale(1.0, at->y, res->y);
  /* increments of at least the error tolerance: sqrt(eps) typical = 1/ewt */
  N_VInv(ewt, res->work2);
  if (!res->small_increments)
  {
    N_VScale(1.0 / sqrt(SUN_UNIT_ROUNDOFF), res->work2, res->work2);
  }
  struct galpha_difference df = {
    .fn       = galpha_res_eval_along,
    .relative = res->small_increments ? DIFFERENCE_FINE : 0.0,
    .ctx      = at,
    .x        = res->y,
    .typical  = res->work2,
    .r0       = r,
    .r1       = res->jac_r};
  const int ret = galpha_dq_jac(res->dq, &df, A);
  /* galpha_dq_jac reports that a value is not finite, not which */
  if (ret > 0 && !res->sys->fail.what) { checked(res, at->t, 0, res->jac_r); }
  return ret;
}

static int user_jacobian(struct galpha_res *res,
                         const struct galpha_res_along *at, N_Vector r,
                         SUNMatrix A)
{
  struct galpha_sys *sys = res->sys;
  /* as in IDA; matrices of iterative solvers need not have the operation zero */
  if (res->direct && A->ops->zero && SUNMatZero(A)) { return -1; }
  const int ret =
    res->jac1 ? res->jac1(at->t, res->c[0], at->y, at->yp, r, A, sys->user_data,
                          res->work, res->work2, res->jac_r)
              : res->jac2(at->t, res->c, at->y, at->yp, at->ypp, r, A,
                          sys->user_data, res->work, res->work2, res->jac_r);
  const int bad = checked_pattern(res, at->t, ret, A);
  return bad ? bad
             : galpha_sys_matrix(sys, name_of_J, at->t, 0, A, &res->pattern);
}

int galpha_res_jacobian(struct galpha_res *res, sunrealtype t, N_Vector y,
                        N_Vector yp, N_Vector ypp, N_Vector r, N_Vector ewt,
                        SUNMatrix A)
{
  struct galpha_res_along at = {
    .res = res, .t = t, .y = y, .yp = yp, .ypp = ypp};
  res->sys->count.jac++;
  if (!res->jac1 && !res->jac2) { return difference(res, &at, r, ewt, A); }
  /* also at the start, where it defines the pattern of a sparse matrix */
  const int ret = user_jacobian(res, &at, r, A);
  if (ret || !res->unknowns_only) { return ret; }
  if (galpha_matrix_id(A) == SUNMATRIX_CUSTOM) { return 0; }
  if (!res->dq) { res->dq = galpha_dq_new(A); }
  return res->dq ? difference(res, &at, r, ewt, A) : 0;
}
