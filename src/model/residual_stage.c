/* A stage of the residual form: norms of corrections by order, and the structure of
 * F (index, constraints) near the current point. */
#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"
#include "model/model.h"
#include "model/residual_increments.h"
#include "model/residual_rounding.h"

sunrealtype galpha_model_res_order_norm(struct galpha_model *model, int order,
                                        N_Vector d)
{
  galpha_space_keep(&model->res->space, order, d, model->work);
  const sunrealtype norm = galpha_norm(model->work, model->ewt_q);
  return order < 2
           ? norm
           : fmax(norm, fabs(model->stage.dv) *
                          galpha_model_velocity_norm(model, model->work));
}

/* out = x with the components of one order displaced by many tolerances, each by a
 * different amount: equal displacements would cancel where F contains differences of
 * multipliers. */
static void displace(struct galpha_model *model, int order, N_Vector x,
                     N_Vector out)
{
  galpha_vector_signs(out, 0.5);
  N_VDiv(out, model->ewt_q, out);
  galpha_space_keep(&model->res->space, order, out, out);
  N_VLinearSum(1.0, x, NEWTON_MULTIPLIERS_MOVED, out, out);
}

void galpha_model_res_lend(struct galpha_model *model, N_Vector y, N_Vector yp)
{
  if (model->res) { galpha_res_lend(model->res, y, yp); }
}

bool galpha_model_res_constrained(struct galpha_model *model)
{
  struct galpha_res *res           = model->res;
  const struct galpha_failure kept = model->sys->fail;
  N_Vector r                       = model->rc;
  if (res->constrained != 0) { return res->constrained > 0; }
  /* not res->y, res->yp: a line search uses these vectors of the trial state */
  N_Vector y = res->jac_r, yp = res->work;
  displace(model, 0, model->at.q, y);
  displace(model, 1, model->at.v, yp);
  if (model->f) { displace(model, 2, model->f, res->ypp); }
  const int ret = galpha_res_eval(res, model->at.t, y, yp, res->ypp, r);
  N_VLinearSum(1.0, r, -1.0, model->rq, r);
  N_VAbs(r, r);
  if (!ret) { res->constrained = N_VMin(r) == 0.0 ? 1 : -1; }
  galpha_sys_set_failure(model->sys, kept);
  return res->constrained > 0;
}

/* out = 1 in the rows of F that differ from model->rq at y and y', 0 elsewhere. */
static int changed_rows(struct galpha_model *model, N_Vector y, N_Vector yp,
                        N_Vector out)
{
  const int ret =
    galpha_res_eval(model->res, model->at.t, y, yp, model->f, out);
  N_VLinearSum(1.0, out, -1.0, model->rq, out);
  N_VCompare(DBL_MIN, out, out);
  return ret;
}

/* model->rc = 1 in the rows that contain y' of the components selected by some;
 * res->jac_r = 1 in those of them that contain no component of order 0. */
static int rows_with_rates(struct galpha_model *model, N_Vector some)
{
  struct galpha_res *res = model->res;
  N_Vector rows = model->rc, rest = res->jac_r;
  int ret = galpha_res_eval(res, model->at.t, model->at.q, model->at.v,
                            model->f, model->rq);
  displace(model, 0, model->at.q, res->y);
  N_VAbs(model->at.v, rest);
  displace(model, 1, rest, res->yp);
  N_VProd(some, res->yp, res->yp);
  N_VLinearSum(1.0, model->at.v, 1.0, res->yp, res->yp);
  if (!ret) { ret = changed_rows(model, model->at.q, res->yp, rows); }
  if (!ret) { ret = changed_rows(model, res->y, model->at.v, rest); }
  N_VProd(rows, rest, rest);
  N_VLinearSum(1.0, rows, -1.0, rest, rest);
  return ret;
}

bool galpha_model_res_unbounded(struct galpha_model *model, N_Vector some)
{
  struct galpha_res *res           = model->res;
  const struct galpha_failure kept = model->sys->fail;
  int ret                          = rows_with_rates(model, some);
  if (!ret && res->constrained == 0)
  {
    galpha_model_res_constrained(model); /* overwrites rc */
    ret = rows_with_rates(model, some);
  }
  galpha_sys_set_failure(model->sys, kept);
  if (ret || N_VMaxNorm(res->jac_r) > 0.0) { return false; }
  return N_VMaxNorm(model->rc) == 0.0 || res->constrained > 0;
}

int galpha_model_res_start_index(struct galpha_model *model, sunrealtype t,
                                 N_Vector y, N_Vector yp)
{
  struct galpha_res *res           = model->res;
  const struct galpha_failure kept = model->sys->fail;
  model->at.t                      = t;
  /* next to the start, where derivatives may vanish by chance */
  displace(model, 1, y, model->at.q);
  N_VLinearSum(1.0 - 1.0 / NEWTON_MULTIPLIERS_MOVED, y,
               1.0 / NEWTON_MULTIPLIERS_MOVED, model->at.q, model->at.q);
  N_VScale(1.0, yp, model->at.v);
  N_VConst(1.0, model->packed);
  const int ret   = rows_with_rates(model, model->packed);
  const bool by_y = !ret && N_VMaxNorm(res->jac_r) > 0.0;
  galpha_sys_set_failure(model->sys, kept);
  if (ret || !galpha_model_res_constrained(model)) { return 1; }
  return by_y ? 3 : 2;
}

/* The largest norm of an order whose correction exceeds round-off. */
static sunrealtype norm_by_orders(struct galpha_model *model, N_Vector d)
{
  struct galpha_res *res = model->res;
  sunrealtype norm       = 0.0;
  if (!res->space.has[2]) { return galpha_norm(d, model->ewt_q); }
  for (int k = 0; k < 3; k++)
  {
    const sunrealtype part =
      res->space.has[k] ? galpha_model_res_order_norm(model, k, d) : 0.0;
    if (!(part <=
          NEWTON_SAMPLE * galpha_model_res_order_norm(model, k, res->noise)))
    {
      norm = part <= norm ? norm : part;
    }
  }
  return norm;
}

static void orders(struct galpha_model *model, bool *has)
{
  model->space[0] = &model->res->space;
  for (int k = 0; k < 3; k++) { has[k] = model->res->space.has[k]; }
  model->second = model->res->space.mask[2];
}

static N_Vector motion(struct galpha_model *model, N_Vector x)
{
  (void)model;
  return x;
}

static sunrealtype correction_norm(struct galpha_model *model, N_Vector x)
{
  N_VScale(1.0, x, model->d);
  return norm_by_orders(model, model->d);
}

/* In index 2 and 3 the iteration error of y appears in the multipliers divided by h.
 * If they are in the error test, it would be mistaken for their local error. */
static bool relax_tolerance(struct galpha_model *model, bool algebraic)
{
  struct galpha_res *res = model->res;
  const bool relaxed     = !(algebraic && res->space.has[0]);
  res->some_counted      = relaxed && !algebraic && res->hint;
  return relaxed;
}

bool galpha_res_hint_tells_all(struct galpha_res *res)
{
  N_Vector rest = res->work2;
  if (!res->hint || res->space.has[2]) { return false; }
  if (res->hint_tells_all == 0)
  {
    galpha_space_keep(&res->space, 1, res->hint, rest);
    N_VLinearSum(1.0, res->space.mask[1], -1.0, rest, rest);
    res->hint_tells_all = N_VMaxNorm(rest) == 0.0 ? 1 : -1;
  }
  return res->hint_tells_all > 0;
}

/* Velocities excluded from the error test need only be accurate enough not to affect
 * the other components. Contraction rates use the full norm. */
static sunrealtype tested_part(struct galpha_model *model)
{
  struct galpha_res *res = model->res;
  galpha_space_keep(&res->space, 1, model->d, res->work2);
  N_VProd(res->hint, res->work2, model->work);
  if (res->space.has[0])
  {
    galpha_space_keep(&res->space, 0, model->d, res->work2);
    N_VLinearSum(1.0, model->work, 1.0, res->work2, model->work);
  }
  return galpha_norm(model->work, model->ewt_q);
}

static sunrealtype tested_norm(struct galpha_model *model, sunrealtype norm)
{
  if (!model->res->some_counted) { return norm; }
  const sunrealtype tested =
    galpha_res_hint_tells_all(model->res) ? norm : tested_part(model);
  return fmin(norm, fmax(NEWTON_TESTED * tested, norm / NEWTON_UNTESTED));
}

static bool motion_converged(struct galpha_model *model)
{
  return model->res->space.has[0] && model->res->space.has[2] &&
         galpha_model_res_order_norm(model, 2, model->d) <= 1.0;
}

sunrealtype galpha_model_res_motion_size(struct galpha_model *model, N_Vector x)
{
  galpha_space_keep(&model->res->space, 0, x, model->work);
  N_VLinearSum(1.0, x, -1.0, model->work, model->work);
  return N_VMaxNorm(model->work);
}

/* In index 2 and 3 the multipliers keep changing by the round-off of the motion divided
 * by h or h^2, which grows near a singular position. In a short step so small a
 * displacement may be a velocity beyond its tolerance, as with friction at rest. */
static bool motion_at_round_off(struct galpha_model *model, bool algebraic)
{
  const struct galpha_space *space = &model->res->space;
  if (!space->has[0] || algebraic) { return false; }
  const sunrealtype moved = galpha_model_res_motion_size(model, model->d);
  const sunrealtype rounding =
    DBL_EPSILON * galpha_model_res_motion_size(model, model->stage.q_start);
  if (model->res->separate_left > 0 && moved > NEWTON_ROUND_OFF * rounding &&
      !motion_converged(model))
  {
    return false;
  }
  return moved <= NEWTON_SINGULAR * rounding &&
         galpha_model_res_constrained(model);
}

static N_Vector velocity_scale(struct galpha_model *model, N_Vector y,
                               N_Vector yp)
{
  struct galpha_res *res = model->res;
  if (!res->space.has[2] || !(res->space.has[0] || res->space.has[1]))
  {
    return yp;
  }
  N_VProd(res->space.mask[2], yp, model->work);
  for (int k = 0; k < 2; k++)
  {
    if (!res->space.has[k]) { continue; }
    N_VProd(res->space.mask[k], y, res->work);
    N_VLinearSum(1.0, model->work, 1.0, res->work, model->work);
  }
  return model->work;
}

/* da/dy or, in F(t,y,y'), dy'/dy. */
static sunrealtype rate_by_y(const struct galpha_res *res)
{
  return res->space.has[2] ? res->a_by_y : res->c[0];
}

/* out = F with the highest derivatives changed by d. */
static int with_rates(struct galpha_model *model, N_Vector d, N_Vector out)
{
  struct galpha_res *res = model->res;
  N_Vector v = model->at.v, f = model->f;
  if (res->space.has[2])
  {
    N_VProd(res->ca, d, d);
    N_VLinearSum(1.0, f, 1.0, d, res->ypp);
    f = res->ypp;
  }
  else
  {
    N_VProd(res->space.mask[1], d, d);
    N_VLinearSum(1.0, v, res->c[0], d, res->jac_r);
    v = res->jac_r;
  }
  return galpha_res_eval(res, model->at.t, model->at.q, v, f, out);
}

/* m_i = 1/|change of F_i| if the highest derivatives change as they do with one
 * tolerance of y; 0 in rows without them. The changes have random signs: with equal
 * ones the terms of a row might cancel. */
static int measure_inertia(struct galpha_model *model, N_Vector m)
{
  struct galpha_res *res = model->res;
  galpha_vector_signs(m, 0.0);
  N_VDiv(m, model->ewt_q, m);
  const int ret = with_rates(model, m, m);
  if (ret) { return ret; }
  N_VLinearSum(1.0, m, -1.0, model->rq, m);
  N_VAbs(m, m);
  /* 1/m, but 0 for 0: m/(m^2 + DBL_MIN) */
  N_VProd(m, m, res->work);
  N_VAddConst(res->work, DBL_MIN, res->work);
  N_VDiv(m, res->work, m);
  res->inertia      = N_VMaxNorm(m);
  res->inertia_by   = rate_by_y(res);
  res->inertia_left = INERTIA_USES;
  return 0;
}

/* The bound by the row of least inertia if that is at most `most`; otherwise by rows. */
static sunrealtype imbalance(struct galpha_model *model, sunrealtype most)
{
  struct galpha_res *res           = model->res;
  const struct galpha_failure kept = model->sys->fail;
  N_Vector m                       = res->res2 ? res->yp : res->work2;
  if (!res->space.has[2] && (res->res2 || !res->space.has[1])) { return -1.0; }
  const sunrealtype bound = res->inertia *
                            fabs(res->inertia_by / rate_by_y(res)) *
                            N_VMaxNorm(model->rq);
  if (res->inertia_left > 0 && bound <= most)
  {
    res->inertia_left--;
    return bound;
  }
  const int ret = measure_inertia(model, m);
  if (ret > 0) { galpha_sys_set_failure(model->sys, kept); }
  if (ret) { return -1.0; }
  N_VProd(m, model->rq, res->work);
  return N_VMaxNorm(res->work);
}

const struct galpha_model_ops galpha_model_first_order = {
  .name                = "F(t,y,y')",
  .traits              = {.plain_unknowns     = true,
                          .expensive          = HUGE_VAL,
                          .costly             = MATRIX_COSTLY,
                          .carry_rate         = true,
                          .rate_floor         = RATE_FLOOR_FIRST_ORDER,
                          .solver_owns_matrix = true,
                          .irreducible_errors = true,
                          .balances_hidden    = true,
                          .error_goal         = GOAL_FIRST_ORDER},
  .orders              = orders,
  .motion              = motion,
  .correction_norm     = correction_norm,
  .relax_tolerance     = relax_tolerance,
  .tested_norm         = tested_norm,
  .motion_converged    = motion_converged,
  .motion_at_round_off = motion_at_round_off,
  .rounding            = galpha_model_res_rounding,
  .velocity_scale      = velocity_scale,
  .imbalance           = imbalance,
  .set_increments      = galpha_model_res_set_increments,
  .unsolved            = galpha_model_res_unsolved};

const struct galpha_model_ops galpha_model_second_order = {
  .name                = "F(t,y,y',y'')",
  .traits              = {.second_order   = true,
                          .plain_unknowns = true,
                          .refresh_small  = true,
                          .expensive      = HUGE_VAL,
                          .costly         = HUGE_VAL,
                          .rate_floor     = RATE_FLOOR},
  .orders              = orders,
  .motion              = motion,
  .correction_norm     = correction_norm,
  .motion_converged    = motion_converged,
  .motion_at_round_off = motion_at_round_off,
  .velocity_scale      = velocity_scale,
  .imbalance           = imbalance,
  .set_increments      = galpha_model_res_set_increments};

void galpha_res_set_shifts(struct galpha_res *res, sunrealtype rate,
                           sunrealtype rate2, sunrealtype acceleration)
{
  res->c[0] = rate;
  res->c[1] = rate2;
  res->c[2] = acceleration;
}

void galpha_res_shorten(struct galpha_res *res, sunrealtype factor)
{
  res->c[0] *= factor;
  res->c[1] *= factor;
  res->c[2] *= factor * factor;
  if (!res->cv) { return; }
  N_VScale(factor, res->cv, res->cv);
  N_VScale(factor * factor, res->ca, res->ca);
}

void galpha_res_set_lax(struct galpha_res *res, bool lax)
{
  res->lax = lax;
}

void galpha_res_set_unknowns_only(struct galpha_res *res, bool only)
{
  res->unknowns_only = only;
}
