/* Consistent values of F(t,y,y',y'') = 0 after a jump of driven velocities: positions
 * that satisfy the constraints, and velocities that satisfy their derivative, changed by
 * an impulse of the multipliers. */
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"
#include "start/mechanics_start.h"
#include "start/residual_newton.h"
#include "step/manifold.h"

/* packed = c times the last F in the rows marked in a_tilde, 0 in the others. */
static void take_rows(struct galpha_method *method, sunrealtype c)
{
  struct galpha_model *model = method->model;
  N_VProd(method->a_tilde, model->rq, model->packed);
  N_VScale(c, model->packed, model->packed);
}

/* F at the point into rq. */
static int evaluate(struct galpha_model *model)
{
  return galpha_res_eval(model->res, model->at.t, model->at.q, model->at.v,
                         model->f, model->rq);
}

/* With the matrix of the point for a step so short that forces are negligible. */
static int meet_positions(struct galpha_ic *ic)
{
  struct galpha_model *model = ic->model;
  int ret                    = 0;
  for (int i = 0; i < JUMP_MEETS && !ret; i++)
  {
    take_rows(ic->method, 1.0);
    ret = i == 0
            ? galpha_ls_res_solve_short(ic->ls, PROJECT_SHORT, model->packed)
            : galpha_ls_res_solve(ic->ls, model->packed);
    galpha_model_keep_second(model, model->packed);
    N_VLinearSum(1.0, model->at.q, -1.0, model->packed, model->at.q);
    if (!ret) { ret = evaluate(model); }
  }
  return ret;
}

/* Rounding of F in the rows marked in a_tilde: what the shortest change of y makes of it. */
static int rounding(struct galpha_ic *ic, sunrealtype *size)
{
  struct galpha_model *model = ic->model;
  N_Vector y                 = model->work;
  N_VScale(1.0 + MEET_SHORTEST, model->at.q, y);
  const int ret = galpha_res_eval(model->res, model->at.t, y, model->at.v,
                                  model->f, model->packed);
  N_VLinearSum(1.0, model->packed, -1.0, model->rq, y);
  N_VProd(ic->method->a_tilde, y, y);
  *size = N_VMaxNorm(y);
  return ret;
}

/* Whether the positions at the point miss the constraints by more than rounding. */
static int are_beside(struct galpha_ic *ic, bool *beside)
{
  struct galpha_method *method = ic->method;
  sunrealtype rounded          = 0.0;
  int ret                      = evaluate(ic->model);
  *beside                      = false;
  if (!ret) { ret = galpha_find_rows(method, 0, method->a_tilde); }
  if (ret) { return ret; }
  take_rows(method, 1.0);
  const sunrealtype missed = N_VMaxNorm(ic->model->packed);
  if (missed > 0.0) { ret = rounding(ic, &rounded); }
  *beside = missed > rounded;
  return ret;
}

int galpha_ic_residual_meet(struct galpha_ic *ic)
{
  struct galpha_model *model = ic->model;
  struct galpha_state *now   = ic->method->hist->now;
  struct galpha_search s     = galpha_search_new(ic, GALPHA_YA_YDP_INIT);
  bool beside                = false;
  galpha_search_shifts(&s, copysign(IC_FIRST * ic->span, ic->direction));
  galpha_res_set_unknowns_only(model->res, false);
  int ret = are_beside(ic, &beside);
  if (!ret && beside) { ret = meet_positions(ic); }
  N_VLinearSum(1.0, model->at.q, -1.0, now->q, model->work);
  const bool moved =
    !ret && beside && galpha_norm(model->work, model->ewt_q) <= 1.0;
  N_VScale(1.0, moved ? model->at.q : now->q, moved ? now->q : model->at.q);
  return ret;
}

/* y' of order 1 that F requires at the point, after the jump. */
static int meet_rates(struct galpha_ic *ic)
{
  struct galpha_method *method = ic->method;
  struct galpha_model *model   = ic->model;
  struct galpha_res *res       = model->res;
  if (!res->space.has[1]) { return 0; }
  N_VScale(1.0, method->a_tilde, model->rc);
  int ret = galpha_find_rows(method, 2, method->a_tilde);
  N_VLinearSum(1.0, method->a_tilde, -1.0, model->rc, method->a_tilde);
  take_rows(method, PROJECT_SHORT * res->c[0]);
  N_VScale(1.0, model->rc, method->a_tilde);
  if (!ret) { ret = galpha_ls_res_solve(ic->ls, model->packed); }
  galpha_space_keep(&res->space, 1, model->packed, model->packed);
  N_VLinearSum(1.0, model->at.v, -1.0, model->packed, model->at.v);
  return ret;
}

/* rq = the derivative of F of order `power` along the motion after the jump, by one-sided
 * differences with these weights of four values, little apart. A long interval keeps the
 * effect of rounding small. */
static int along(struct galpha_ic *ic, sunrealtype little, int power,
                 const sunrealtype weight[4])
{
  struct galpha_model *model = ic->model;
  struct galpha_res *res     = model->res;
  N_Vector sum               = ic->method->zt;
  const sunrealtype over     = 1.0 / pow(little, power);
  int ret                    = 0;
  N_VConst(0.0, sum);
  for (int i = 0; i < 4 && !ret; i++)
  {
    const sunrealtype s = i * little;
    galpha_space_scale(&res->space, s, s, model->at.v, model->work);
    N_VLinearSum(0.5 * s * s, model->f, 1.0, model->work, model->work);
    N_VLinearSum(1.0, model->at.q, 1.0, model->work, model->work);
    ret = galpha_res_eval(res, model->at.t + s, model->work, model->at.v,
                          model->f, model->rq);
    N_VLinearSum(1.0, sum, over * weight[i], model->rq, sum);
  }
  N_VScale(1.0, sum, model->rq);
  return ret;
}

static int meet_velocities(struct galpha_ic *ic, sunrealtype little)
{
  static const sunrealtype weight[] = {-11.0 / 6.0, 3.0, -1.5, 1.0 / 3.0};
  struct galpha_model *model        = ic->model;
  int ret                           = along(ic, little, 1, weight);
  take_rows(ic->method, 1.0);
  if (!ret) { ret = galpha_ls_res_solve(ic->ls, model->packed); }
  galpha_model_keep_second(model, model->packed);
  N_VLinearSum(1.0, model->at.v, -1.0, model->packed, model->at.v);
  return ret;
}

/* y'' and multipliers from F and the second derivative of the constraints. */
static int meet_accelerations(struct galpha_ic *ic, sunrealtype little)
{
  static const sunrealtype weight[] = {2.0, -5.0, 4.0, -1.0};
  struct galpha_method *method      = ic->method;
  struct galpha_model *model        = ic->model;
  struct galpha_res *res            = model->res;
  const sunrealtype by              = PROJECT_SHORT * PROJECT_SHORT * res->c[2];
  int ret                           = along(ic, little, 2, weight);
  take_rows(method, 1.0 / by);
  N_VScale(1.0, model->packed, model->rc);
  if (!ret) { ret = evaluate(model); }
  N_VProd(method->a_tilde, model->rq, model->packed);
  N_VLinearSum(1.0, model->rq, -1.0, model->packed, model->packed);
  N_VLinearSum(1.0, model->rc, 1.0, model->packed, model->packed);
  if (!ret) { ret = galpha_ls_res_solve(ic->ls, model->packed); }
  N_VScale(1.0, model->packed, model->rc);
  galpha_model_keep_second(model, model->rc);
  N_VLinearSum(1.0, model->f, -by, model->rc, model->f);
  galpha_space_keep(&res->space, 0, model->packed, model->packed);
  N_VLinearSum(1.0, model->at.q, -1.0, model->packed, model->at.q);
  return ret;
}

/* Velocities and accelerations twice, since the accelerations enter the differences that
 * determine the velocities. */
static int meet(struct galpha_ic *ic)
{
  struct galpha_method *method = ic->method;
  const sunrealtype little = copysign(JUMP_LITTLE * ic->usual, ic->direction);
  int ret                  = evaluate(ic->model);
  if (!ret) { ret = galpha_find_rows(method, 0, method->a_tilde); }
  if (!ret) { ret = meet_positions(ic); }
  if (!ret) { ret = meet_rates(ic); }
  for (int i = 0; i < 2 && !ret; i++)
  {
    ret = meet_velocities(ic, little);
    if (!ret) { ret = meet_accelerations(ic, little); }
  }
  return ret;
}

int galpha_ic_residual_jump(struct galpha_ic *ic)
{
  struct galpha_model *model = ic->model;
  struct galpha_state *now   = ic->method->hist->now;
  const int ret              = meet(ic);
  if (ret) { return ret; }
  if (!galpha_vector_finite(model->at.q) ||
      !galpha_vector_finite(model->at.v) || !galpha_vector_finite(model->f))
  {
    return 1;
  }
  N_VScale(1.0, model->at.q, now->q);
  N_VScale(1.0, model->at.v, now->v);
  return 0;
}
