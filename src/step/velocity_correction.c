#include "step/velocity_correction.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "newton/hidden_motion.h"

static bool has_offset(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  const struct galpha_family *m      = method->family;
  return method->traits->jumps && step->manifold->has(method) &&
         galpha_method_order(method) == 2 &&
         fabs(m->gamma + m->alpha - 0.5) <= 1e-9;
}

/* After a failed solve with stretched springs the iteration matrix is that of a point far
 * from the motion and would turn a correction across the constraints into one along
 * them. */
static bool has_matrix(const struct galpha_step *step)
{
  const struct galpha_ls *ls = step->ls;
  return ls->current && !(ls->rebuild && galpha_nls_is_stretched(step->nls));
}

/* The velocities of a brief step have no offset. */
static bool is_change(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  const struct galpha_coef *c        = &method->coef;
  if (method->opt.correct != GALPHA_CORRECT_VELOCITIES || !has_matrix(step) ||
      c->h_last == 0.0 || step->brief.kept_before)
  {
    return false;
  }
  return method->bdf.handed_over ||
         (method->last_order == 2 &&
          fabs(c->h - c->h_last) > VELOCITY_ROUNDED * fabs(c->h));
}

/* The first step of a method without a start of its own. */
static bool is_start(const struct galpha_method *method)
{
  return !method->ops->start && method->coef.h_last == 0.0 &&
         galpha_method_is_smooth(method) && N_VMaxNorm(method->jerk) > 0.0;
}

/* out = y''', 6 times the third divided difference of the last four y, or, while there
 * are fewer, the difference of two accelerations. Positions along the gradients do not
 * depend on the corrected velocities; accelerations do, which would feed the correction
 * back into itself. */
static void jerk(const struct galpha_method *method, N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  const struct galpha_state *now = hist->now, *prev = hist->prev;
  N_Vector y[4] = {now->q, prev->q, hist->older[0].q, hist->older[1].q};
  const sunrealtype t[4] = {now->t, prev->t, hist->older[0].t,
                            hist->older[1].t};
  if (galpha_hist_depth(hist) < 4)
  {
    const sunrealtype f = 1.0 / method->coef.h_last;
    N_VLinearSum(f, now->a, -f, now->a_used, out);
    return;
  }
  N_VConst(0.0, out);
  for (int i = 0; i < 4; i++)
  {
    sunrealtype w = 6.0;
    for (int j = 0; j < 4; j++) { w /= j != i ? t[i] - t[j] : 1.0; }
    N_VLinearSum(1.0, out, w, y[i], out);
  }
}

/* The velocity at the start of the step is computed from the constraints: after the BDF,
 * whose velocities have other offsets, and where h falls by much, since an alternating
 * error left by the longer step would be divided by the shorter h. In the residual form,
 * where this costs residuals, the latter only if the constraints alone determine the
 * velocities. */
static bool is_anew(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  const struct galpha_coef *c        = &method->coef;
  const bool finds = step->manifold->finds_velocity || step->ringing.driven;
  return method->bdf.handed_over ||
         (step->policy.varies_order && finds && c->h_last != 0.0 &&
          fabs(c->h) < VELOCITY_ANEW * fabs(c->h_last));
}

/* dv = c (h_last^2 - h^2) y''', before its projection onto the gradients. A velocity
 * computed anew has no offset: h_last = 0. */
static void whole_change(const struct galpha_method *method, bool anew,
                         N_Vector dv)
{
  const sunrealtype r = anew ? 0.0 : method->coef.h_last / method->coef.h;
  jerk(method, dv);
  N_VScale(method->coef.err_y * (r * r - 1.0), dv, dv);
}

static int project(struct galpha_step *step, N_Vector dv, bool anew)
{
  const int ret = step->manifold->across(step->method, step->ls, dv, anew);
  /* a Krylov solver may report an unrecoverable failure of a product as recoverable */
  if (ret > 0 && galpha_sys_stopped(step->model->sys)) { return -1; }
  if (ret) { return ret; }
  return galpha_vector_finite(dv) ? 0 : 1;
}

/* The correction is so large that the driven velocity jumps: the present matrix holds
 * gradients of an earlier time, which would give it a wrong direction. */
static bool is_jump(const struct galpha_step *step, N_Vector dv)
{
  const struct galpha_method *method = step->method;
  return step->manifold->finds_velocity && method->coef.h_last != 0.0 &&
         N_VMaxNorm(dv) > VELOCITY_JUMP * fabs(method->coef.h) *
                            N_VMaxNorm(method->hist->now->v);
}

/* The projection with mass and gradients of the last state. */
static int project_jump(struct galpha_step *step, N_Vector dv)
{
  const struct galpha_state *now = step->method->hist->now;
  struct galpha_sys *sys         = step->model->sys;
  int ret                        = galpha_sys_mass(sys, now->t, now->q);
  if (!ret) { ret = galpha_sys_constraint_jac(sys, now->t, now->q, now->v); }
  if (!ret) { ret = galpha_ls_setup_mass(step->ls, 1.0); }
  if (ret) { return ret; }
  whole_change(step->method, true, dv);
  return project(step, dv, true);
}

int galpha_velocity_correct(struct galpha_step *step, N_Vector dv)
{
  struct galpha_method *method     = step->method;
  struct galpha_ls *ls             = step->ls;
  const struct galpha_failure kept = step->model->sys->fail;
  const int flag                   = ls->last_flag;
  int ret                          = 0;
  bool anew                        = false;
  if (!has_offset(step)) { return 0; }
  if (is_start(method))
  {
    anew = step->policy.varies_order && step->manifold->finds_velocity;
    N_VScale(-method->coef.err_y, method->jerk, dv);
    ret = galpha_ls_setup_mass(ls, 1.0);
  }
  else if (is_change(step))
  {
    anew = is_anew(step);
    whole_change(method, anew, dv);
  }
  else { return 0; }
  if (!ret) { ret = project(step, dv, anew); }
  if (!ret && anew && is_jump(step, dv)) { ret = project_jump(step, dv); }
  if (ret < 0) { return ret; }
  if (!ret)
  {
    N_VLinearSum(1.0, method->v_start, 1.0 / method->coef.h, dv, method->zt);
    galpha_method_start_from(method, method->zt);
  }
  galpha_sys_set_failure(step->model->sys, kept);
  galpha_ls_set_flag(ls, flag);
  return 0;
}

int galpha_velocity_off(struct galpha_step *step, N_Vector dv)
{
  struct galpha_method *method    = step->method;
  struct galpha_model *model      = method->model;
  struct galpha_velocity_off *off = &step->off;
  const struct galpha_hist *h     = method->hist;
  bool known                      = false;
  off->before                     = off->ratio;
  off->ratio                      = 0.0;
  off->lost                       = false;
  if (!method->traits->jumps || !step->manifold->has(method) ||
      galpha_hist_depth(h) < 4)
  {
    return 0;
  }
  const int ret = step->manifold->correction(method, step->ls, dv, off, &known);
  if (ret || !known) { return ret; }
  N_VLinearSum(1.0, h->trial->v, -1.0, dv, model->work);
  const sunrealtype right =
    fmax(galpha_model_largest_second(model, model->work),
         galpha_model_largest_second(model, h->now->v));
  const bool matters =
    fabs(method->coef.h) * galpha_norm(dv, model->ewt_q) > 1.0;
  if (matters && right > 0.0) { off->ratio = N_VMaxNorm(dv) / right; }
  off->lost = off->ratio > VELOCITY_OFF ||
              fmin(off->ratio, off->before) > VELOCITY_OFF_AGAIN;
  return 0;
}
