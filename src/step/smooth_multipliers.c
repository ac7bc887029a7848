#include "step/smooth_multipliers.h"

#include "base/vector_sum.h"
#include "model/matrix_ops.h"

/* The method needs the correction, and n positions before the trial state are known. */
static bool applies(const struct galpha_step *step, int n)
{
  const struct galpha_method *method = step->method;
  return method->step_order >= GALPHA_LEAST_BDF && method->traits->jumps &&
         method->model->ops->traits.mechanics && method->model->rl &&
         galpha_hist_count(method->hist) >= n;
}

/* out = the second derivative of the polynomial through the trial q and the last n, less
 * the accelerations of the step. */
static void difference(const struct galpha_method *method, int n, N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  sunrealtype t[GALPHA_POINTS], w[3][GALPHA_POINTS];
  N_Vector q[GALPHA_POINTS + 1];
  t[0] = hist->trial->t;
  q[0] = hist->trial->q;
  galpha_hist_times(hist, n, t + 1);
  galpha_hist_values(hist, GALPHA_TRACK_Q, n, q + 1);
  galpha_poly_weights(n + 1, t, t[0], 2, w);
  galpha_sum_from(n + 1, 0.0, w[2], q,
                  galpha_hist_scratch(hist, GALPHA_TRACK_Q), out);
  N_VLinearSum(1.0, out, -1.0, hist->trial->qdd, out);
}

/* The multipliers that balance, with the present matrix, the inertia of a across the
 * constraints on positions, into rl and rp; the rest of a into rq. */
static int balance(struct galpha_step *step, N_Vector a)
{
  struct galpha_model *model   = step->model;
  const struct galpha_sys *sys = model->sys;
  N_VConst(0.0, model->rq);
  galpha_block_mul(sys->M, model->stage.weight_m, a, model->rq);
  N_VConst(0.0, model->rl);
  if (model->rp)
  {
    N_VConst(0.0, model->rp);
    galpha_block_mul(sys->block[GALPHA_BLOCK_K].A, 1.0, a, model->rp);
    galpha_block_mul(sys->block[GALPHA_BLOCK_KQ].A, 1.0 / model->stage.dv, a,
                     model->rp);
  }
  const int ret = galpha_ls_solve_rows(step->ls, model->rq);
  if (ret) { return ret; }
  if (!galpha_vector_finite(model->packed)) { return 1; }
  galpha_unpack(&model->parts, model->packed, model->rq, model->rl, model->rp);
  return 0;
}

/* Leaves failures and flags as they were, unless a callback asked to stop (-1); a Krylov
 * solver may report that as recoverable. */
static int balance_quietly(struct galpha_step *step, N_Vector a)
{
  struct galpha_model *model       = step->model;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = step->ls->last_flag;
  const int ret                    = balance(step, a);
  if (galpha_sys_stopped(model->sys)) { return -1; }
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  return ret;
}

/* The corrected values are needed at once: by the dynamic equations, the error test or
 * callbacks, or in the first steps, when no callback has had the occasion to ask for
 * them. */
static bool are_needed_now(const struct galpha_step *step)
{
  const struct galpha_lag *lag = &step->method->lag;
  return step->model->sys->general || lag->asked || !lag->passed ||
         lag->kept <= step->method->step_order ||
         step->errtest->mult.kind != GALPHA_TOL_NONE;
}

static int correct(struct galpha_step *step, N_Vector a)
{
  struct galpha_model *model = step->model;
  struct galpha_state *s     = step->method->hist->trial;
  const int ret              = balance_quietly(step, a);
  if (ret) { return ret < 0 ? ret : 0; }
  N_VLinearSum(1.0, a, -1.0, model->rq, a);
  N_VLinearSum(1.0, s->qdd, 1.0, a, s->qdd);
  N_VLinearSum(1.0, s->lambda, -1.0, model->rl, s->lambda);
  if (model->rp) { N_VLinearSum(1.0, s->psi, -1.0, model->rp, s->psi); }
  galpha_redundant_minimal_norm_of(&model->red, s->lambda, s->psi);
  return 0;
}

int galpha_smooth_multipliers(struct galpha_step *step)
{
  struct galpha_method *method = step->method;
  const int count              = galpha_hist_count(method->hist);
  const int n = count < method->step_order + 2 ? count : method->step_order + 2;
  if (!applies(step, method->step_order + 1)) { return 0; }
  if (!are_needed_now(step))
  {
    difference(method, n, galpha_lag_note(method));
    return 0;
  }
  galpha_lag_pass(&method->lag);
  difference(method, n, step->model->w_base);
  return correct(step, step->model->w_base);
}

/* A new matrix at the last state, if the present one is missing or belongs to an attempt
 * that was not accepted. */
static int set_up(struct galpha_step *step)
{
  struct galpha_model *model     = step->model;
  const struct galpha_state *now = step->method->hist->now;
  galpha_model_leave_base(model);
  galpha_model_set_time(model, now->t);
  N_VScale(1.0, now->q, model->at.q);
  N_VScale(1.0, now->v, model->at.v);
  if (model->rl) { N_VScale(1.0, now->lambda, model->at.lambda); }
  if (model->rp) { N_VScale(1.0, now->psi, model->at.psi); }
  if (model->at.s) { N_VScale(1.0, now->s, model->at.s); }
  int ret = galpha_sys_mass(model->sys, now->t, now->q);
  if (!ret) { ret = galpha_sys_force(model->sys, &model->at, model->f); }
  return ret ? ret : galpha_ls_setup(step->ls);
}

/* A difference is recorded for step i and, unless anew, its correction is not yet known. */
static bool is_pending(struct galpha_method *method, int i, bool anew)
{
  const struct galpha_lag_step *lag = galpha_lag_of(method, i);
  return lag && (anew || !lag->known);
}

/* Computes the correction of step i. */
static int compute_correction(struct galpha_step *step, int i)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = step->model;
  const int ret = balance_quietly(step, galpha_lag_of(method, i)->a);
  if (ret) { return ret; }
  N_VScale(1.0 / model->stage.weight_m, model->rl, model->rl);
  if (model->rp)
  {
    N_VScale(1.0 / model->stage.weight_m, model->rp, model->rp);
  }
  galpha_redundant_minimal_norm_of(&model->red, model->rl, model->rp);
  galpha_lag_know(method, i, model->rq, model->rl, model->rp);
  return 0;
}

static int compute_corrections(struct galpha_step *step, int n, bool anew)
{
  int ret = 0;
  for (int i = 0; i < n && !ret; i++)
  {
    if (is_pending(step->method, i, anew))
    {
      ret = compute_correction(step, i);
    }
  }
  return ret;
}

static bool is_any_pending(struct galpha_method *method, int n, bool anew)
{
  bool any = false;
  for (int i = 0; i < n; i++) { any |= is_pending(method, i, anew); }
  return any;
}

/* The corrections of the last n steps. usable: the present matrix may serve. */
static int complete(struct galpha_step *step, int n, bool anew, bool usable)
{
  if (!is_any_pending(step->method, n, anew)) { return 0; }
  if (usable && step->ls->current)
  {
    const int ret = compute_corrections(step, n, anew);
    if (ret <= 0) { return ret; }
  }
  int ret = set_up(step);
  if (!ret) { ret = compute_corrections(step, n, anew); }
  galpha_ls_discard(step->ls);
  return ret;
}

int galpha_complete_multipliers(struct galpha_step *step, bool within)
{
  return complete(step, GALPHA_LAGS, false,
                  within || step->policy.t == step->method->hist->now->t);
}

static void take(struct galpha_method *method, int n)
{
  for (int i = 0; i < n; i++) { galpha_lag_take(method, i); }
}

void galpha_take_multipliers(struct galpha_step *step)
{
  take(step->method, GALPHA_LAGS);
}

int galpha_hand_over_multipliers(struct galpha_step *step)
{
  struct galpha_method *method = step->method;
  if (galpha_method_order(method) >= GALPHA_LEAST_BDF ||
      method->last_order < GALPHA_LEAST_BDF)
  {
    return 0;
  }
  const int ret = complete(step, 2, true, true);
  take(method, 2);
  if (ret > 0) { galpha_sys_forget_failures(step->model->sys); }
  return ret < 0 ? ret : 0;
}
