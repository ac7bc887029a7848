#include "step/states_velocity.h"

#include "base/vector_sum.h"
#include "method/polynomial.h"

/* The velocities of a brief step have no offset. */
static bool applies(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  return method->model->v_shift && method->traits->jumps &&
         step->manifold->has(method) && !step->policy.fixed &&
         method->opt.correct == GALPHA_CORRECT_VELOCITIES &&
         step->ls->current && !step->brief.kept_before;
}

/* out = c times the derivative k of the polynomial through the last k + 1 positions; false:
 * there are fewer. */
static bool derivative(const struct galpha_method *method, int k, sunrealtype c,
                       N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  if (k + 1 > galpha_hist_count(hist)) { return false; }
  galpha_poly_derivative(hist, GALPHA_TRACK_Q, k + 1, hist->now->t, k, out);
  N_VScale(c, out, out);
  return true;
}

/* With p through the last k + 1 positions, q = p + d at the end of the step. There v = p'
 * + cj d, but y' = p' + d (1/(t - t_0) + ... + 1/(t - t_k)), up to the next order, and
 * d = (t - t_0) ... (t - t_k) y^(k+1)/(k + 1)!. */
static bool of_bdf(const struct galpha_method *method, N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  const int k                    = method->step_order;
  sunrealtype t[GALPHA_DEPTH], exact = 0.0, product = 1.0;
  galpha_hist_times(hist, k + 1, t);
  for (int i = 0; i <= k; i++)
  {
    exact += 1.0 / (hist->trial->t - t[i]);
    product *= (hist->trial->t - t[i]) / (i + 1);
  }
  return derivative(method, k + 1, (exact - method->bdf.cj) * product, out);
}

/* dv = y' less the velocity of the step, before its projection; false: not known. */
static bool whole_shift(const struct galpha_method *method, N_Vector dv)
{
  const int k = method->step_order;
  return k >= GALPHA_LEAST_BDF
           ? of_bdf(method, dv)
           : k == 2 && derivative(method, 3, method->coef.err_y, dv);
}

int galpha_states_velocity(struct galpha_step *step, N_Vector dv)
{
  struct galpha_method *method     = step->method;
  struct galpha_sys *sys           = step->model->sys;
  const struct galpha_failure kept = sys->fail;
  const int flag                   = step->ls->last_flag;
  galpha_model_shift_velocity(step->model, 0.0, NULL);
  if (!applies(step) || !whole_shift(method, dv)) { return 0; }
  const int ret = step->manifold->across(method, step->ls, dv, false);
  if (ret < 0 || galpha_sys_stopped(sys)) { return -1; }
  if (!ret && galpha_vector_finite(dv))
  {
    galpha_model_shift_velocity(step->model, 1.0 / method->coef.h, dv);
  }
  galpha_sys_set_failure(sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  return 0;
}
