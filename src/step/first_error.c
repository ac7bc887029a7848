#include "step/first_error.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/residual_recursion.h"
#include "step/projection.h"

/* Index 3 is tested by other means, and backward Euler by its own estimate. */
static bool is_wanted(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  const bool of_rates = method->step_order == 2 && !method->traits->jumps;
  return !step->policy.fixed && method->ops->start && of_rates &&
         method->coef.h_last == 0.0;
}

int galpha_first_error(struct galpha_step *step)
{
  struct galpha_method *method               = step->method;
  struct galpha_sys *sys                     = step->model->sys;
  const struct galpha_errtest *et            = step->errtest;
  const struct galpha_start_iteration *start = method->ops->start;
  const struct galpha_failure kept           = sys->fail;
  const int flag                             = step->ls->last_flag;
  N_Vector x                                 = step->model->packed;
  if (!is_wanted(step)) { return 0; }
  int ret = start->midpoint(method, x);
  if (!ret) { ret = galpha_ls_solve(step->ls, x); }
  if (!ret && galpha_vector_finite(x))
  {
    start->error(method, et->algebraic, x, et->est_q, et->est_v);
  }
  if (ret < 0) { return ret; }
  /* without the estimate the step is tested by what is known */
  galpha_sys_set_failure(sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  return 0;
}

/* F(t,y,y',y'') in index 3: a first step of backward Euler that start_error (attempt.c) lets
 * pass. */
static bool starts_by_euler(const struct galpha_step *step, sunrealtype error)
{
  const struct galpha_method *method = step->method;
  return error <= 1.0 && !step->policy.fixed && method->traits->jumps &&
         !step->manifold->cheap && method->step_order == 1 &&
         method->coef.h_last == 0.0 && !step->model->level_v;
}

/* est_v, without what y'' and y of the start make of it as far as they do not satisfy F; *off =
 * the change of y' that such y causes, in tolerances. */
static int replace_rates(struct galpha_step *step, sunrealtype *off)
{
  struct galpha_method *method   = step->method;
  struct galpha_model *model     = method->model;
  struct galpha_res *res         = model->res;
  const struct galpha_state *now = method->hist->now;
  N_Vector x = model->packed, est = step->errtest->est_v;
  int ret = galpha_res_eval(res, now->t, now->q, now->v, now->qdd, x);
  if (!ret) { ret = galpha_ls_solve(step->ls, x); }
  if (ret || !galpha_vector_finite(x)) { return ret ? ret : 1; }
  galpha_space_scale(&res->space, res->c[1], 0.0, x, model->work);
  *off = galpha_model_velocity_norm(model, model->work);
  N_VProd(res->ca, x, model->work);
  galpha_model_keep_second(model, model->work);
  N_VLinearSum(1.0, est, method->coef.err_z[2], model->work, est);
  return 0;
}

/* *error, at least: the part by which y' at the end violates the constraints, less that which
 * such a part of y' at the start leaves, and less off. */
static int across(struct galpha_step *step, sunrealtype off, sunrealtype *error)
{
  const struct galpha_manifold *m = step->manifold;
  struct galpha_method *method    = step->method;
  N_Vector dv = step->errtest->est_v, left = method->zt;
  int ret = m->correction(method, step->ls, dv, NULL, NULL);
  if (ret || galpha_bdf_velocity_norm(method, dv) <= 1.0) { return ret; }
  N_VConst(0.0, left);
  ret = m->across(method, step->ls, left, true);
  if (ret) { return ret; }
  N_VLinearSum(1.0, dv, -1.0 / method->coef.h, left, dv);
  const sunrealtype noise = galpha_model_rounding_rate(
    step->model, method->hist->trial->q, VELOCITY_LITTLE * method->coef.h);
  *error = fmax(*error, galpha_bdf_velocity_norm(method, dv) - off - noise);
  return 0;
}

/* The parts of est_v are told apart, and count, only if all of it exceeds the tolerance. */
static int test_parts(struct galpha_step *step, sunrealtype *error)
{
  struct galpha_method *method = step->method;
  N_Vector est                 = step->errtest->est_v;
  sunrealtype off              = 0.0;
  int ret                      = replace_rates(step, &off);
  if (ret || galpha_bdf_velocity_norm(method, est) <= 1.0) { return ret; }
  ret = galpha_project(step, est, false);
  if (ret) { return ret; }
  *error = fmax(*error, galpha_bdf_velocity_norm(method, est));
  return *error <= 1.0 ? across(step, off, error) : 0;
}

/* The first step of mechanics at order 2 in index 3. */
static bool starts_mechanics(const struct galpha_step *step, sunrealtype error)
{
  const struct galpha_method *method = step->method;
  return error <= 1.0 && !step->policy.fixed && method->traits->jumps &&
         step->manifold->cheap && method->step_order == 2 &&
         method->coef.h_last == 0.0 && step->manifold->has(method);
}

/* *left: what the distance of q and v at the start from the constraints may make of that of v at
 * the end, in tolerances. */
static int left_by_start(struct galpha_step *step, sunrealtype *left)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = step->model;
  const struct galpha_hist *h  = method->hist;
  N_Vector x                   = method->zt;
  int ret = galpha_sys_g(model->sys, h->now->t, h->now->q, model->rl);
  if (!ret) { ret = galpha_project_across(step, x); }
  if (ret) { return ret; }
  *left = galpha_method_start_noise(
    method, galpha_norm(x, model->level_v ? model->ewt_q : model->ewt_v));
  N_VConst(0.0, x);
  ret = step->manifold->across(method, step->ls, x, true);
  if (ret) { return ret; }
  *left += galpha_model_velocity_norm(model, x) / fabs(method->coef.h);
  /* across has evaluated G at the start */
  return galpha_sys_holonomic_jac(model->sys, h->trial->t, h->trial->q);
}

/* *error, at least: the part by which v at the end violates the constraints, as a share of what
 * is accepted. */
static int test_across(struct galpha_step *step, sunrealtype *error)
{
  struct galpha_method *method = step->method;
  N_Vector dv                  = method->a_tilde; /* unused in index 3 */
  sunrealtype left             = 0.0;
  int ret = step->manifold->correction(method, step->ls, dv, NULL, NULL);
  if (ret) { return ret; }
  const sunrealtype off = galpha_model_velocity_norm(step->model, dv);
  if (off <= FIRST_ACROSS) { return 0; }
  ret = left_by_start(step, &left);
  if (!ret) { *error = fmax(*error, (off - 2.0 * left) / FIRST_ACROSS); }
  return ret;
}

int galpha_first_velocity(struct galpha_step *step, sunrealtype *error)
{
  struct galpha_sys *sys           = step->model->sys;
  const struct galpha_failure kept = sys->fail;
  const int flag                   = step->ls->last_flag;
  const bool euler                 = starts_by_euler(step, *error);
  if (!euler && !starts_mechanics(step, *error)) { return 0; }
  const int ret = euler ? test_parts(step, error) : test_across(step, error);
  if (ret < 0) { return ret; }
  galpha_sys_set_failure(sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  return 0;
}
