#include "step/smooth_multipliers.h"

#include "base/vector_sum.h"
#include "model/matrix_ops.h"

/* Positions of the trial state and the last n. */
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
  galpha_sum(n + 1, w[2], q, out);
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
  galpha_pack(&model->parts, model->rq, model->rl, model->rp, model->packed);
  galpha_model_states_zero(model, model->packed);
  const int ret = galpha_ls_solve(step->ls, model->packed);
  if (!ret)
  {
    galpha_unpack(&model->parts, model->packed, model->rq, model->rl,
                  model->rp);
  }
  return ret;
}

int galpha_smooth_multipliers(struct galpha_step *step)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = method->model;
  struct galpha_state *s       = method->hist->trial;
  const int count              = galpha_hist_count(method->hist);
  const int n = count < method->step_order + 2 ? count : method->step_order + 2;
  if (!applies(step, method->step_order + 1)) { return 0; }
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = step->ls->last_flag;
  difference(method, n, model->w_base);
  const int ret = balance(step, model->w_base);
  /* a Krylov solver may report it as recoverable */
  if (model->sys->fail.what && model->sys->fail.ret < 0) { return -1; }
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  if (ret) { return ret < 0 ? ret : 0; }
  N_VLinearSum(1.0, model->w_base, -1.0, model->rq, model->w_base);
  N_VLinearSum(1.0, s->qdd, 1.0, model->w_base, s->qdd);
  N_VLinearSum(1.0, s->lambda, -1.0, model->rl, s->lambda);
  if (model->rp) { N_VLinearSum(1.0, s->psi, -1.0, model->rp, s->psi); }
  galpha_redundant_minimal_norm_of(&model->red, s->lambda, s->psi);
  return 0;
}
