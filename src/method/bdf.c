#include "method/bdf.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/method.h"

static int points(const struct galpha_method *method)
{
  return method->step_order + 1;
}

/* cj h = 1 + 1/2 + ... + 1/k + share/(k + 1). */
static sunrealtype leading_coefficient(int k)
{
  static const sunrealtype share[] = {BDF_SHARE_3, BDF_SHARE_4, BDF_SHARE_5};
  sunrealtype sum                  = share[k - GALPHA_LEAST_BDF] / (k + 1.0);
  for (int i = 1; i <= k; i++) { sum += 1.0 / i; }
  return sum;
}

/* The coefficient of y - p in the local error, which is that of the step or that of the
 * interpolation, whichever is larger: Brenan, Campbell and Petzold (1996), chapter 5. */
static sunrealtype error_coefficient(int k, sunrealtype h, const sunrealtype *t,
                                     sunrealtype x, sunrealtype leading)
{
  sunrealtype sum = 0.0;
  for (int i = 0; i < k; i++) { sum += h / (x - t[i]); }
  const sunrealtype last = h / (x - t[k]);
  return fmax(fabs(last), fabs(last - leading + sum));
}

static void set_family(struct galpha_bdf *bdf, const struct galpha_family *set,
                       sunrealtype gamma)
{
  bdf->family         = *set;
  bdf->family.alpha_m = bdf->family.alpha_f = bdf->family.alpha = 0.0;
  bdf->family.delta_m = bdf->family.delta_f = bdf->family.delta = 0.0;
  bdf->family.gamma = bdf->family.theta = gamma;
  bdf->family.beta                      = gamma * gamma;
}

const struct galpha_method_traits galpha_bdf_traits = {.jumps        = false,
                                                       .interpolates = false};

void galpha_bdf_coefficients(struct galpha_method *method)
{
  struct galpha_bdf *bdf         = &method->bdf;
  const struct galpha_hist *hist = method->hist;
  const sunrealtype h = hist->trial->h, x = hist->trial->t;
  const sunrealtype leading = leading_coefficient(method->step_order);
  sunrealtype t[GALPHA_DEPTH];
  galpha_hist_times(hist, points(method), t);
  galpha_poly_weights(points(method), t, x, 1, bdf->w);
  bdf->cj    = leading / h;
  bdf->error = error_coefficient(method->step_order, h, t, x, leading);
  const sunrealtype hbdf = 1.0 / bdf->cj;
  set_family(bdf, method->family_set, 1.0 / leading);
  method->family     = &bdf->family;
  method->coef       = (struct galpha_coef){.h       = h,
                                            .h_last  = hist->now->h,
                                            .y_new   = hbdf * hbdf,
                                            .z_new   = hbdf,
                                            .dv      = bdf->cj,
                                            .h_ratio = h / hist->now->h};
  method->state_coef = (struct galpha_state_coef){.x_new = hbdf, .cx = bdf->cj};
}

/* Time of the rate of a step of size h (order 2: a, order 1: w), relative to its end. */
static sunrealtype rate_time(const struct galpha_method *method, int order,
                             sunrealtype h)
{
  return h *
         (order == 2 ? method->family_set->alpha : method->family_set->delta);
}

/* In index 3 velocities have errors across the constraints, and so have their
 * differences; the accelerations of the last steps are more accurate
 * (step/smooth_multipliers.h). */
static bool keeps_accelerations(const struct galpha_method *method)
{
  return method->traits->jumps && method->model->ops->traits.mechanics;
}

/* out = the derivative at x of the polynomial through the last velocities, plus a
 * linear correction that makes it the acceleration at the ends of the last two steps. */
static void acceleration(const struct galpha_method *method, sunrealtype x,
                         N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  const int n                    = method->last_order + 1;
  sunrealtype t[GALPHA_DEPTH], w[3][2][GALPHA_POINTS], c[GALPHA_DEPTH];
  N_Vector v[GALPHA_DEPTH], a[] = {hist->now->qdd, hist->prev->qdd};
  galpha_hist_times(hist, n, t);
  galpha_hist_values(hist, GALPHA_TRACK_V, n, v);
  const sunrealtype share[] = {(x - t[1]) / (t[0] - t[1]),
                               (t[0] - x) / (t[0] - t[1])};
  galpha_poly_weights(n, t, x, 1, w[0]);
  galpha_poly_weights(n, t, t[0], 1, w[1]);
  galpha_poly_weights(n, t, t[1], 1, w[2]);
  for (int i = 0; i < n; i++)
  {
    c[i] = w[0][1][i] - share[0] * w[1][1][i] - share[1] * w[2][1][i];
  }
  galpha_sum_from(n, 0.0, c, v, galpha_hist_scratch(hist, GALPHA_TRACK_V), out);
  for (int i = 0; i < 2; i++)
  {
    N_Vector across = galpha_lag_across(&method->lag, t[i]);
    galpha_add(out, share[i], a[i], out);
    if (across) { galpha_add(out, share[i], across, out); }
  }
}

/* out = y' (order 1), y'' (order 2) of the polynomials through the last values, at the
 * time of the rates of the step to t. */
static void rates(struct galpha_method *method, int space, sunrealtype t,
                  N_Vector out)
{
  const struct galpha_space *sp  = method->model->space[space];
  const struct galpha_hist *hist = method->hist;
  const int n                    = method->last_order + 1;
  const sunrealtype h            = hist->now->h;
  const enum galpha_track track  = space == 0 ? GALPHA_TRACK_Q : GALPHA_TRACK_S;
  if (!sp->has[2])
  {
    galpha_poly_derivative(hist, track, n, t + rate_time(method, 1, h), 1, out);
    galpha_space_keep(sp, 1, out, out);
    return;
  }
  const sunrealtype x = t + rate_time(method, 2, h);
  if (keeps_accelerations(method))
  {
    acceleration(method, x, out);
    return;
  }
  galpha_poly_derivative(hist, GALPHA_TRACK_V, n, x, 1, out);
  galpha_space_keep(sp, 2, out, out);
  if (!sp->has[1]) { return; }
  galpha_poly_derivative(hist, track, n, t + rate_time(method, 1, h), 1,
                         sp->work);
  galpha_space_keep(sp, 1, sp->work, sp->work);
  N_VLinearSum(1.0, out, 1.0, sp->work, out);
}

void galpha_bdf_hand_over(struct galpha_method *method)
{
  struct galpha_state *now = method->hist->now;
  const sunrealtype before = method->hist->prev->t;
  for (int i = 0; i < GALPHA_SPACES; i++)
  {
    const struct galpha_state_view view = galpha_state_view(now, i);
    if (!method->model->space[i]) { continue; }
    rates(method, i, now->t, view.rate);
    rates(method, i, before, view.rate_used);
  }
  now->offset = now->state_offset = (struct galpha_offset){0};
  now->offset.time = now->offset.time_used = rate_time(method, 2, now->h);
  now->state_offset.time                   = rate_time(method, 1, now->h);
  now->state_offset.time_used              = now->state_offset.time;
}

/* out = c p + c1 p' + c2 z of a track at the end of the step; z NULL: 0. */
static void combined(const struct galpha_method *method,
                     enum galpha_track track, sunrealtype c, sunrealtype c1,
                     sunrealtype c2, N_Vector z, N_Vector out)
{
  const struct galpha_bdf *bdf   = &method->bdf;
  const struct galpha_hist *hist = method->hist;
  const int n                    = points(method);
  N_Vector x[GALPHA_DEPTH];
  sunrealtype w[GALPHA_DEPTH];
  galpha_hist_values(hist, track, n, x);
  for (int i = 0; i < n; i++) { w[i] = c * bdf->w[0][i] + c1 * bdf->w[1][i]; }
  galpha_sum_from(n, c, w, x, galpha_hist_scratch(hist, track), out);
  if (z) { galpha_add(out, c2, z, out); }
}

void galpha_bdf_predicted(const struct galpha_method *method,
                          enum galpha_track track, int derivative, N_Vector out)
{
  const sunrealtype c = derivative == 0 ? 1.0 : 0.0;
  combined(method, track, c, 1.0 - c, 0.0, NULL, out);
}

void galpha_bdf_error(struct galpha_method *method, enum galpha_track track,
                      N_Vector out)
{
  const sunrealtype c = method->bdf.error;
  combined(method, track, -c, 0.0, c, galpha_hist_trial(method->hist, track),
           out);
}

sunrealtype galpha_bdf_velocity_norm(const struct galpha_method *method,
                                     N_Vector v)
{
  const sunrealtype tolerated = 1.0 + galpha_method_tolerated(method);
  return galpha_model_velocity_norm(method->model, v) / tolerated;
}

/* Of two vectors that differ by noise alone, out and other, keeps in out the one of the
 * smaller norm. Returns that norm. */
static sunrealtype keep_smaller(const struct galpha_method *method,
                                N_Vector other, N_Vector out)
{
  const struct galpha_model *model = method->model;
  const sunrealtype norm           = galpha_model_velocity_norm(model, out);
  const sunrealtype norm_other     = galpha_model_velocity_norm(model, other);
  if (!(norm_other < norm)) { return norm; }
  N_VScale(1.0, other, out);
  return norm_other;
}

/* None of the last n steps is far longer than this one: differences of positions over
 * such a step average out an event within this one, such as a contact. */
static bool is_level(const struct galpha_hist *hist, int n)
{
  sunrealtype t[GALPHA_DEPTH];
  galpha_hist_times(hist, n + 1, t);
  for (int i = 0; i < n; i++)
  {
    if (!(fabs(t[i] - t[i + 1]) <= ESTIMATE_LONGER * fabs(hist->trial->h)))
    {
      return false;
    }
  }
  return true;
}

/* The error of v may also be estimated from differences of n + 1 past positions. */
static bool has_positions(const struct galpha_method *method, int n)
{
  return method->traits->jumps && galpha_hist_count(method->hist) > n &&
         is_level(method->hist, n);
}

/* Part of (h d/dt)^j v that counts as rounding, from noise = eps |q|/h of one velocity:
 * the weights of its j + 1 velocities have the absolute sum 2^j. Without it the short
 * steps of order 2 at tight tolerances would not show that the terms decrease. */
static sunrealtype amplified(sunrealtype noise, int j)
{
  return RATE_ROUND_OFF * ldexp(noise, j);
}

/* out = c (h d/dt)^j v from positions. */
static void by_positions(const struct galpha_method *method, int j,
                         sunrealtype c, N_Vector out)
{
  galpha_poly_difference(method->hist, GALPHA_TRACK_Q, j + 1, out);
  N_VScale(c / method->hist->trial->h, out, out);
  galpha_space_keep(method->model->space[0], 2, out, out);
}

sunrealtype galpha_bdf_rate_norm(const struct galpha_method *method, int j,
                                 N_Vector work, N_Vector out)
{
  const struct galpha_model *model = method->model;
  const struct galpha_space *sp    = model->space[0];
  const bool other                 = has_positions(method, j);
  const sunrealtype noise          = galpha_method_rounding(method);
  const sunrealtype tolerated      = 1.0 + galpha_method_tolerated(method);
  if (!other && sp->has[2] && !sp->mask[2])
  {
    return galpha_model_velocity_scale(model) *
           galpha_poly_difference_norm(method->hist, GALPHA_TRACK_V, j,
                                       galpha_model_velocity_weights(model),
                                       NULL, out) /
           tolerated;
  }
  galpha_poly_difference(method->hist, GALPHA_TRACK_V, j, out);
  galpha_space_keep(sp, 2, out, out);
  if (!other) { return galpha_model_velocity_norm(model, out) / tolerated; }
  by_positions(method, j, 1.0, work);
  const sunrealtype norm = keep_smaller(method, work, out) / tolerated;
  return fmax(0.0, norm - amplified(noise, j));
}

void galpha_bdf_rate_error_of_velocities(struct galpha_method *method,
                                         N_Vector out)
{
  galpha_bdf_error(method, GALPHA_TRACK_V, out);
  galpha_space_keep(method->model->space[0], 2, out, out);
}

bool galpha_bdf_rate_error_of_positions(struct galpha_method *method,
                                        N_Vector out)
{
  const int n = points(method);
  if (!has_positions(method, n)) { return false; }
  const sunrealtype c =
    galpha_poly_remainder(method->hist, n, method->bdf.error);
  by_positions(method, n, c, out);
  return true;
}

void galpha_bdf_rate_error(struct galpha_method *method, N_Vector out)
{
  N_Vector other = method->model->work;
  galpha_bdf_rate_error_of_velocities(method, out);
  if (!galpha_bdf_rate_error_of_positions(method, other)) { return; }
  keep_smaller(method, other, out);
}

static void predict_states(struct galpha_method *method)
{
  struct galpha_model *model    = method->model;
  const struct galpha_space *sp = model->space[1];
  if (!sp) { return; }
  galpha_bdf_predicted(method, GALPHA_TRACK_S, 0, model->s_base);
  galpha_bdf_predicted(method, GALPHA_TRACK_S, 1, model->sdot_base);
  galpha_space_keep(sp, 1, model->sdot_base, model->sdot_base);
  N_VConst(0.0, method->w_pred);
}

void galpha_bdf_predict(struct galpha_method *method, N_Vector e)
{
  method->n_predict = galpha_hist_depth(method->hist);
  combined(method, GALPHA_TRACK_V, 0.0, 1.0, -1.0, e, method->a_pred);
  galpha_method_predict_multipliers(method);
}

void galpha_bdf_base(struct galpha_method *method, N_Vector e)
{
  struct galpha_model *model = method->model;
  const sunrealtype hbdf     = method->coef.z_new;
  /* v - p_v = hbdf (a_pred - p_v') */
  combined(method, GALPHA_TRACK_V, 1.0, 0.0, -hbdf, e, model->v_base);
  /* q - p_q = hbdf (v - p_q') */
  combined(method, GALPHA_TRACK_Q, 1.0, -hbdf, hbdf, model->v_base,
           model->q_base);
  predict_states(method);
}

void galpha_bdf_estimate(struct galpha_method *method, int algebraic,
                         N_Vector est_q, N_Vector est_v)
{
  (void)algebraic;
  galpha_bdf_error(method, GALPHA_TRACK_Q, est_q);
  galpha_bdf_rate_error(method, est_v);
}

void galpha_bdf_estimate_states(struct galpha_method *method, N_Vector est)
{
  galpha_bdf_error(method, GALPHA_TRACK_S, est);
  galpha_space_keep(method->model->space[1], 1, est, est);
}

void galpha_bdf_dense(const struct galpha_method *method, sunrealtype t, int k,
                      N_Vector out)
{
  const int n = method->last_order + 1;
  if (k == 0)
  {
    galpha_poly_derivative(method->hist, GALPHA_TRACK_Q, n, t, 0, out);
    return;
  }
  if (k == 2 && keeps_accelerations(method))
  {
    acceleration(method, t, out);
    return;
  }
  galpha_poly_derivative(method->hist, GALPHA_TRACK_V, n, t, k - 1, out);
}
