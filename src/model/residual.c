#include "model/residual.h"

#include <math.h>

#include "base/index_pattern.h"
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"
#include "model/residual_increments.h"

static const char name_of_J[] = "Jacobian of F";

void galpha_res_shifts(struct galpha_res *res, sunrealtype a_by_y,
                       sunrealtype w_by_y)
{
  res->a_by_y = a_by_y;
  res->w_by_y = w_by_y;
  galpha_res_component_shifts(res);
  if (!res->da) { return; }
  N_VLinearSum(a_by_y, res->space.mask[2], w_by_y, res->space.mask[1], res->da);
}

void galpha_res_component_shifts(struct galpha_res *res)
{
  if (!res->cv) { return; }
  N_VLinearSum(res->c[1], res->space.mask[2], res->c[0], res->space.mask[1],
               res->cv);
  N_VScale(res->c[2], res->space.mask[2], res->ca);
}

/* out = base + s x, base NULL: 0, with the shifts s by component (by) or, if by is
 * NULL, c for order 1. out may be base if x is not work. */
static void shifted(const struct galpha_res *res, N_Vector by, sunrealtype c,
                    N_Vector base, N_Vector x, N_Vector out)
{
  if (by && !base) { N_VProd(by, x, out); }
  else if (!base) { galpha_space_scale(&res->space, 0.0, c, x, out); }
  else if (by) { galpha_add_product(base, 1.0, by, x, res->work, out); }
  else if (!res->space.has[0]) { galpha_add(base, c, x, out); }
  else { galpha_add_product(base, c, res->space.mask[1], x, res->work, out); }
}

void galpha_res_velocity(const struct galpha_res *res, N_Vector base,
                         N_Vector x, N_Vector out)
{
  shifted(res, res->cv, res->c[0], base, x, out);
}

void galpha_res_rates(const struct galpha_res *res, N_Vector base, N_Vector x,
                      N_Vector out)
{
  shifted(res, res->da, res->w_by_y, base, x, out);
}

static sunrealtype size_of_shift(sunrealtype c)
{
  return c != 0.0 ? fabs(c) : 1.0;
}

void galpha_res_weights(const struct galpha_res *res, N_Vector ewt,
                        N_Vector out)
{
  const struct galpha_space *space = &res->space;
  galpha_space_scale(space, size_of_shift(res->c[2]), size_of_shift(res->c[0]),
                     ewt, out);
  if (!space->has[0]) { return; }
  galpha_space_keep(space, 0, ewt, res->work);
  N_VLinearSum(1.0, out, 1.0, res->work, out);
}

/* F, or the function given, if not NULL. */
static int eval(struct galpha_res *res, GALPHAResFn given, sunrealtype t,
                N_Vector y, N_Vector yp, N_Vector ypp, N_Vector r)
{
  struct galpha_sys *sys = res->sys;
  const GALPHAResFn F    = given ? given : res->res1;
  if (galpha_sys_stopped(sys)) { return -1; }
  return F ? F(t, y, yp, r, sys->user_data)
           : res->res2(t, y, yp, ypp, r, sys->user_data);
}

/* F; if that is not defined because y violates its bounds (sqrt(y) with y >= 0), F at
 * the nearest admissible y. Predictions and iterates may violate the bounds. */
static int eval_inside(struct galpha_res *res, GALPHAResFn given, sunrealtype t,
                       N_Vector y, N_Vector yp, N_Vector ypp, N_Vector r)
{
  N_Vector inside = res->inside;
  const int ret   = eval(res, given, t, y, yp, ypp, r);
  if (!res->bounds || ret < 0 || (ret == 0 && galpha_vector_finite(r)) ||
      N_VConstrMask(res->bounds, y, inside))
  {
    return ret;
  }
  N_VProd(inside, y, inside);
  N_VLinearSum(1.0, y, -1.0, inside, inside);
  res->sys->count.force++;
  return eval(res, given, t, inside, yp, ypp, r);
}

void galpha_res_set_bounds(struct galpha_res *res, N_Vector bounds)
{
  res->bounds = bounds;
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
  return checked(res, t, eval_inside(res, NULL, t, y, yp, ypp, r), r);
}

int galpha_res_newton(struct galpha_res *res, sunrealtype t, N_Vector y,
                      N_Vector yp, N_Vector ypp, N_Vector r)
{
  res->sys->count.force++;
  return checked(res, t, eval_inside(res, res->nlsres, t, y, yp, ypp, r), r);
}

static void perturb(sunrealtype size, N_Vector x, N_Vector out)
{
  galpha_vector_signs(out, 0.0);
  N_VProd(out, x, out);
  N_VLinearSum(1.0, x, size, out, out);
}

int galpha_res_perturbed(struct galpha_res *res, sunrealtype t, N_Vector y,
                         N_Vector yp, N_Vector ypp, N_Vector r)
{
  const sunrealtype size = 2.0 * SUN_UNIT_ROUNDOFF;
  perturb(size, y, res->y);
  perturb(-size, yp, res->yp);
  if (ypp) { perturb(size, ypp, res->ypp); }
  return galpha_res_eval(res, t, res->y, res->yp, ypp ? res->ypp : NULL, r);
}

int galpha_res_eval_along(void *ctx, N_Vector r)
{
  const struct galpha_res_along *a = ctx;
  struct galpha_res *res           = a->res;
  N_Vector y                       = res->y;
  /* the difference of y and a->y may be mostly round-off, and shifts may be large */
  if (a->v) { N_VScale(a->eps, a->v, res->work); }
  else { N_VLinearSum(1.0, res->y, -1.0, a->y, res->work); }
  galpha_res_velocity(res, a->yp, res->work, res->yp);
  if (a->ypp)
  {
    N_VProd(res->ca, res->work, res->ypp);
    N_VLinearSum(1.0, a->ypp, 1.0, res->ypp, res->ypp);
  }
  if (res->unknowns_only)
  {
    y = res->work;
    galpha_space_keep(&res->space, 0, res->work, r);
    N_VLinearSum(1.0, a->y, 1.0, r, y);
  }
  res->ndiff++; /* counted separately, as in IDA */
  const int ret =
    eval_inside(res, a->F, a->t, y, res->yp, a->ypp ? res->ypp : NULL, r);
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

static int eval_positions_along(void *ctx, N_Vector r)
{
  const struct galpha_res_along *a = ctx;
  struct galpha_res *res           = a->res;
  res->ndiff++;
  const int ret = eval_inside(res, a->F, a->t, res->y, a->yp, a->ypp, r);
  return ret ? checked(res, a->t, ret, NULL) : 0;
}

/* Perturbs y' and y'' alone, by the shifts times res->y. */
static int eval_rates_along(void *ctx, N_Vector r)
{
  const struct galpha_res_along *a = ctx;
  struct galpha_res *res           = a->res;
  galpha_res_velocity(res, a->yp, res->y, res->yp);
  N_VProd(res->ca, res->y, res->ypp);
  N_VLinearSum(1.0, a->ypp, 1.0, res->ypp, res->ypp);
  res->ndiff++;
  const int ret = eval_inside(res, a->F, a->t, a->y, res->yp, res->ypp, r);
  return ret ? checked(res, a->t, ret, NULL) : 0;
}

/* Perturbs y and, by the shift, y' by res->y, which may be below the rounding of y. */
static int eval_increments_along(void *ctx, N_Vector r)
{
  const struct galpha_res_along *a = ctx;
  struct galpha_res *res           = a->res;
  galpha_res_velocity(res, a->yp, res->y, res->yp);
  N_VLinearSum(1.0, a->y, 1.0, res->y, res->work);
  res->ndiff++;
  const int ret = eval_inside(res, a->F, a->t, res->work, res->yp, a->ypp, r);
  return ret ? checked(res, a->t, ret, NULL) : 0;
}

/* Quotients with longer increments of those components of order 0, as multipliers, whose
 * tolerances are below the rounding of the forces in F: their differences are rounding. */
static int jacobian_above_rounding(struct galpha_res *res,
                                   struct galpha_difference *df, SUNMatrix A)
{
  const struct galpha_space *sp = &res->space;
  int ret                       = galpha_dq_jac(res->dq, df, A);
  for (int i = 0; sp->has[0] && !ret && i < DIFFERENCE_WIDER_MOST; i++)
  {
    galpha_space_keep(sp, 0, df->typical, res->jac_r);
    if (!galpha_dq_unclear(res->dq, res->jac_r)) { return 0; }
    N_VLinearSum(1.0, df->typical, DIFFERENCE_WIDER, res->jac_r, df->typical);
    ret = galpha_dq_jac(res->dq, df, A);
  }
  return ret;
}

/* F(t,y,y'): the increments df->typical of y, some of them bounded by those of y'. */
static int difference_by_rates(struct galpha_res *res,
                               const struct galpha_res_along *at, N_Vector ewt,
                               struct galpha_difference *df, SUNMatrix A)
{
  galpha_res_bound_by_rates(res, at->yp, ewt, res->jac_r, df->typical);
  N_VConst(0.0, res->y);
  df->fn       = eval_increments_along;
  df->relative = 1.0;
  return jacobian_above_rounding(res, df, A);
}

/* A = dF/dy, then A += c dF/dy' + c_a dF/dy'': F(t,y,y',y''). */
static int difference_separately(struct galpha_res *res,
                                 const struct galpha_res_along *at,
                                 N_Vector ewt, struct galpha_difference *df,
                                 SUNMatrix A)
{
  df->fn        = eval_positions_along;
  const int ret = jacobian_above_rounding(res, df, A);
  if (ret) { return ret; }
  galpha_res_increments_of_rates(res, at->yp, ewt, res->jac_r, df->typical);
  N_VConst(0.0, res->y);
  df->fn       = eval_rates_along;
  df->relative = 1.0;
  df->add      = true;
  return galpha_dq_jac(res->dq, df, A);
}

static int quotients(struct galpha_res *res, struct galpha_res_along *at,
                     N_Vector ewt, struct galpha_difference *df, SUNMatrix A)
{
  const bool whole = !res->unknowns_only;
  if (whole && res->separate_left > 0)
  {
    return difference_separately(res, at, ewt, df, A);
  }
  if (whole && res->by_rates_left > 0)
  {
    return difference_by_rates(res, at, ewt, df, A);
  }
  int ret = jacobian_above_rounding(res, df, A);
  /* a long increment of y' may leave the domain of F */
  if (ret > 0 && whole && res->res1 && !res->lax)
  {
    ret = difference_by_rates(res, at, ewt, df, A);
    if (!ret) { res->by_rates_left = DIFFERENCE_SEPARATE; }
  }
  return ret;
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
  galpha_res_typical_sizes(res, at->y, ewt, res->jac_r, res->work2);
  const bool fine                  = res->increments == GALPHA_INCREMENTS_FINE;
  struct galpha_difference df      = {.fn          = galpha_res_eval_along,
                                      .relative    = fine ? DIFFERENCE_FINE : 0.0,
                                      .ctx         = at,
                                      .x           = res->y,
                                      .typical     = res->work2,
                                      .r0          = r,
                                      .r1          = res->jac_r,
                                      .either_side = !res->lax,
                                      .lax         = res->lax};
  const struct galpha_failure kept = res->sys->fail;
  const int ret                    = quotients(res, at, ewt, &df, A);
  /* galpha_dq_jac reports that a value is not finite, not which */
  if (ret > 0 && !res->sys->fail.what) { checked(res, at->t, 0, res->jac_r); }
  if (!ret) { galpha_sys_set_failure(res->sys, kept); }
  return ret;
}

static int user_jacobian(struct galpha_res *res,
                         const struct galpha_res_along *at, N_Vector r,
                         SUNMatrix A)
{
  struct galpha_sys *sys = res->sys;
  /* as in IDA; matrices of iterative solvers need not have the operation zero */
  if (galpha_sys_stopped(sys) || (res->direct && A->ops->zero && SUNMatZero(A)))
  {
    return -1;
  }
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
  const int left = res->separate_left > 0 ? res->separate_left - 1 : 0;
  res->by_rates_left -= res->by_rates_left > 0;
  if (!res->jac1 && !res->jac2)
  {
    const int ret      = difference(res, &at, r, ewt, A);
    res->separate_left = left;
    return ret;
  }
  res->separate_left = left;
  /* also at the start, where it defines the pattern of a sparse matrix */
  const int ret = user_jacobian(res, &at, r, A);
  if (ret || !res->unknowns_only) { return ret; }
  if (galpha_matrix_id(A) == SUNMATRIX_CUSTOM) { return 0; }
  if (!res->dq) { res->dq = galpha_dq_new(A); }
  return res->dq ? difference(res, &at, r, ewt, A) : 0;
}
