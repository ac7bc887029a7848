#include "step/constraint_rounding.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"
#include "step/projection.h"

void galpha_rounding_restart(struct galpha_rounding *x)
{
  *x = (struct galpha_rounding){.told = x->told, .since = ROUNDING_INTERVAL};
}

void galpha_rounding_begin(struct galpha_rounding *x)
{
  x->carried *= ROUNDING_FADING;
  x->rate *= ROUNDING_FADING;
  if (x->since < ROUNDING_INTERVAL) { x->since++; }
}

/* y_i *= x_i; vectors of the mechanical form need not have nvprod. */
static void multiply(N_Vector x, N_Vector y)
{
  sunindextype n       = 0;
  const sunrealtype *a = galpha_vector_data(x, &n);
  sunrealtype *b       = galpha_vector_data(y, &n);
  if (y->ops->nvprod) { N_VProd(x, y, y); }
  else
  {
    for (sunindextype i = 0; a && b && i < n; i++) { b[i] *= a[i]; }
  }
}

/* The displacement for a change of each row of g by its own rounding error, with
 * generic signs. (A change G x of all rows together would just be the displacement x.) */
static int rounded(struct galpha_step *step, N_Vector motion)
{
  struct galpha_model *model = step->model;
  galpha_vector_signs(model->work, 0.5);
  multiply(step->method->hist->now->q, model->work);
  N_VConst(0.0, model->rl);
  galpha_block_mul(model->sys->block[GALPHA_BLOCK_G].A, DBL_EPSILON,
                   model->work, model->rl);
  N_VAbs(model->rl, model->rl);
  galpha_vector_signs(model->dl, 0.5);
  multiply(model->dl, model->rl);
  return galpha_project_across(step, motion);
}

/* out = G(q + c motion) v. */
static int rate(struct galpha_step *step, sunrealtype c, N_Vector motion,
                N_Vector out)
{
  struct galpha_model *model   = step->model;
  const struct galpha_state *s = step->method->hist->trial;
  SUNMatrix G                  = model->sys->block[GALPHA_BLOCK_G].A;
  N_VLinearSum(1.0, s->q, c, motion, model->work);
  const int ret = galpha_sys_holonomic_jac(model->sys, s->t, model->work);
  N_VConst(0.0, out);
  galpha_block_mul(G, 1.0, s->v, out);
  return ret;
}

/* *norm: change of the velocities of the trial state by rounding of its positions, in
 * the norm of the error test. Evaluates G at the trial state again. */
static int of_velocities(struct galpha_step *step, sunrealtype *norm)
{
  struct galpha_model *model = step->model;
  N_Vector motion = model->w_base, before = model->dl;
  int ret = rounded(step, motion);
  if (ret) { return ret; }
  const sunrealtype distance = N_VMaxNorm(motion);
  const sunrealtype c =
    ROUNDING_MOVED * N_VMaxNorm(step->method->hist->trial->q) / distance;
  if (!(distance > 0.0) || !isfinite(c)) { return 1; }
  ret                 = rate(step, c, motion, model->rl);
  const int back      = rate(step, 0.0, motion, before);
  const sunrealtype r = 1.0 / c;
  if (ret || back) { return ret ? ret : back; }
  N_VLinearSum(r, model->rl, -r, before, model->rl);
  ret   = galpha_project_across(step, motion);
  *norm = galpha_model_velocity_norm(model, motion);
  return ret;
}

static bool has_matrix(const struct galpha_step *step)
{
  const struct galpha_model *model = step->model;
  return model->sys->m > 0 && step->ls->main.A && step->ls->current;
}

static bool can_know(const struct galpha_step *step)
{
  return has_matrix(step) && !step->model->level_v && !step->errtest->rule &&
         !step->method->traits->jumps;
}

static bool may_cut(const struct galpha_rounding *x)
{
  return x->over == 0.0 && x->since >= ROUNDING_INTERVAL;
}

/* The effect of rounding of g in a differenced g_t, where it is not negligible: on
 * velocities, in tolerances, which it returns, and on multipliers. */
static sunrealtype of_rate(struct galpha_step *step, sunrealtype *multipliers)
{
  struct galpha_model *model                = step->model;
  const struct galpha_constraint_rate *rate = &model->sys->rate;
  N_Vector motion                           = model->w_base;
  if (!(rate->left > 1.0) || !can_know(step)) { return 0.0; }
  galpha_vector_signs(model->rl, 0.5);
  multiply(rate->error, model->rl);
  if (galpha_project_across(step, motion)) { return 0.0; }
  galpha_unpack(&model->parts, model->packed, NULL, model->rl, NULL);
  *multipliers = N_VMaxNorm(model->rl) / fabs(step->method->coef.dv);
  return galpha_model_velocity_norm(model, motion);
}

void galpha_rounding_of_rate(struct galpha_step *step)
{
  struct galpha_sys *sys           = step->model->sys;
  const struct galpha_failure kept = sys->fail;
  const int flag                   = step->ls->last_flag;
  step->rounding                   = (struct galpha_rate_rounding){0};
  step->rounding.v                 = of_rate(step, &step->rounding.multipliers);
  galpha_method_set_rounding(step->method, DRIVE_TYPICAL * step->rounding.v);
  galpha_sys_set_failure(sys, kept);
  galpha_ls_set_flag(step->ls, flag);
}

static void judge_error(struct galpha_rounding *x, struct galpha_step *step,
                        sunrealtype *error)
{
  const struct galpha_errtest *et  = step->errtest;
  struct galpha_sys *sys           = step->model->sys;
  const struct galpha_failure kept = sys->fail;
  const int flag                   = step->ls->last_flag;
  const sunrealtype rest           = fmax(et->norm_q, et->norm_s);
  sunrealtype norm                 = 0.0;
  if (!(*error > 1.0 && rest <= 1.0) || !can_know(step)) { return; }
  const sunrealtype rate = fmax(step->method->rounding, x->rate);
  if (*error <= RATE_NOISE * rate)
  {
    x->rate   = rate;
    x->longer = ROUNDING_LONGER * fabs(step->method->coef.h);
    *error    = fmax(rest, ROUNDING_KEPT);
    return;
  }
  const int ret = of_velocities(step, &norm);
  galpha_sys_set_failure(sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  if (ret || !(*error <= ROUNDING_WITHIN * fmax(norm, x->carried))) { return; }
  if (norm > ROUNDING_MUCH && may_cut(x))
  {
    x->over = fabs(step->method->coef.h);
    *error  = ROUNDING_BESIDE;
    return;
  }
  x->carried = fmax(norm, x->carried);
  *error     = fmax(rest, ROUNDING_KEPT);
  if (!x->passed) { x->t = step->method->hist->trial->t; }
  x->passed = true;
}

static void note_unsolved(struct galpha_rounding *x, struct galpha_step *step)
{
  struct galpha_model *model       = step->model;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = step->ls->last_flag;
  N_Vector motion                  = model->w_base;
  if (!may_cut(x) || !has_matrix(step)) { return; }
  const int ret = rounded(step, motion);
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  if (!ret && N_VMaxNorm(motion) >
                ROUNDING_CLOSE * N_VMaxNorm(step->method->hist->now->q))
  {
    x->over = fabs(step->method->coef.h);
  }
}

void galpha_rounding_judge(struct galpha_rounding *x, struct galpha_step *step,
                           int ret, sunrealtype *error)
{
  if (step->policy.fixed) { return; }
  if (!ret) { judge_error(x, step, error); }
  else if (step->nls->cause == GALPHA_CAUSE_CONVERGE)
  {
    note_unsolved(x, step);
  }
}

sunrealtype galpha_rounding_next(struct galpha_rounding *x)
{
  const sunrealtype least = fmax(x->over, x->longer);
  if (x->over > 0.0) { x->since = 0; }
  x->over = x->longer = 0.0;
  return least;
}
