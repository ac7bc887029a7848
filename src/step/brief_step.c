#include "step/brief_step.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"

/* Rounding of positions in the accelerations of the step. */
static sunrealtype rounding(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  return DBL_EPSILON *
         galpha_model_largest_second(step->model, method->hist->now->q) *
         fabs(galpha_method_acceleration_shift(method));
}

/* The rounding a counts in v, by its tightest tolerance, and beside the accelerations since
 * the start. */
static bool matters(const struct galpha_step *step, sunrealtype a)
{
  const struct galpha_model *model = step->model;
  N_Vector ewt = model->level_v ? model->ewt_q : model->ewt_v;
  const sunrealtype now =
    galpha_model_largest_second(model, step->method->hist->now->qdd);
  const sunrealtype usual = fmax(now, step->alternation.largest);
  return a > BRIEF_SHARE * usual &&
         fabs(step->method->coef.h) * a * N_VMaxNorm(ewt) > BRIEF_COUNTS;
}

static bool applies(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  return step->brief.starts && method->traits->jumps &&
         step->manifold->has(method) && step->ls->current;
}

/* x = accelerations of the last state less those of the step. */
static void change(const struct galpha_step *step, N_Vector x)
{
  const struct galpha_hist *hist = step->method->hist;
  N_VLinearSum(1.0, hist->now->qdd, -1.0, hist->trial->qdd, x);
  galpha_model_keep_second(step->model, x);
}

/* The change of the accelerations that the last state does not explain. The positions of a
 * start are off by more than rounding: as far as its check lets them be. */
static bool is_unknown(struct galpha_step *step, N_Vector x)
{
  const struct galpha_hist *hist = step->method->hist;
  const sunrealtype a            = rounding(step);
  step->brief.resolved           = !matters(step, a);
  if (step->brief.resolved) { return false; }
  change(step, x);
  const sunrealtype size = N_VMaxNorm(x);
  const sunrealtype most = hist->now->h == 0.0 ? BRIEF_START : BRIEF_ROUNDINGS;
  return size > 0.0 && size <= most * a;
}

/* rate = its part along the constraints plus that of like + h slope across them. */
static int keep(struct galpha_step *step, N_Vector like, sunrealtype h,
                N_Vector slope, N_Vector rate)
{
  struct galpha_model *model = step->model;
  N_Vector x                 = model->v_base;
  N_VLinearSum(1.0, like, -1.0, rate, x);
  N_VLinearSum(1.0, x, h, slope, x);
  galpha_model_keep_second(model, x);
  const int ret = step->manifold->across_trial(step->method, step->ls, x);
  if (!ret) { N_VLinearSum(1.0, rate, 1.0, x, rate); }
  return ret;
}

/* More than once, since the residual form projects by differences of F, and there may be ten
 * digits of rounding to remove. */
static int keep_all(struct galpha_step *step, N_Vector x)
{
  const struct galpha_manifold *m = step->manifold;
  const struct galpha_hist *hist  = step->method->hist;
  const struct galpha_state *now  = hist->now;
  int ret                         = 0;
  for (int i = 0; i < BRIEF_PASSES && !ret; i++)
  {
    change(step, x);
    ret = m->find_rows(step->method, false);
    if (!ret) { ret = m->balance_trial(step->method, step->ls, x); }
    if (ret) { return i > 0 && ret > 0 ? 0 : ret; }
    ret = keep(step, now->v, hist->trial->h, now->qdd, hist->trial->v);
    if (!ret) { ret = keep(step, now->a, 0.0, now->a, hist->trial->a); }
  }
  return ret;
}

void galpha_brief_restart(struct galpha_step *step)
{
  step->brief = (struct galpha_brief){.starts = !step->method->rates_unknown};
}

void galpha_brief_accept(struct galpha_step *step)
{
  struct galpha_brief *x = &step->brief;
  x->kept_before         = x->kept;
  x->starts              = x->starts && !x->resolved;
}

int galpha_brief_step(struct galpha_step *step)
{
  struct galpha_model *model       = step->model;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = step->ls->last_flag;
  N_Vector x                       = model->w_base;
  step->brief.kept = step->brief.resolved = false;
  if (!applies(step) || !is_unknown(step, x)) { return 0; }
  const int ret    = keep_all(step, x);
  step->brief.kept = ret == 0;
  if (ret < 0 || galpha_sys_stopped(model->sys)) { return -1; }
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  return 0;
}
