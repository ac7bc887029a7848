/* Predictor: from the accepted states, a_alpha of the step and the starting values
 * of Newton's iteration. */
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/method.h"

bool galpha_method_is_smooth(const struct galpha_method *method)
{
  const sunrealtype shift = method->family->alpha * method->coef.h;
  return fabs(shift) * N_VMaxNorm(method->jerk) <=
         2.0 * N_VMaxNorm(method->hist->now->qdd);
}

bool galpha_method_states_smooth(const struct galpha_method *method)
{
  const sunrealtype shift = method->family->delta * method->coef.h;
  return fabs(shift) * N_VMaxNorm(method->state_jerk) <=
         2.0 * N_VMaxNorm(method->hist->now->sdot);
}

/* a_alpha of the first step: a second-order approximation of a(t0 + alpha h), as (8)
 * of Jay and Negrut (2009) requires. */
static void start_acceleration(struct galpha_method *method)
{
  N_Vector a0             = method->hist->now->qdd;
  const sunrealtype shift = method->family->alpha * method->coef.h;
  N_VLinearSum(1.0, a0, galpha_method_is_smooth(method) ? shift : 0.0,
               method->jerk, method->hist->trial->a_used);
}

sunrealtype galpha_method_rate_time(const struct galpha_method *method)
{
  const struct galpha_state *now = method->hist->now;
  return method->last_order >= GALPHA_LEAST_BDF
           ? now->t + now->offset.time
           : now->t + method->family_set->alpha * now->h;
}

/* Times of the last four values of a (states: of w), relative to t_n. */
static void rate_points(const struct galpha_method *method, bool states,
                        sunrealtype x[4])
{
  const struct galpha_state *now   = method->hist->now,
                            *prev  = method->hist->prev;
  const struct galpha_past *old    = &method->hist->older[0];
  const struct galpha_offset *last = states ? &now->state_offset : &now->offset;
  const sunrealtype before         = -now->h - prev->h;
  x[0]                             = last->time;
  x[1]                             = last->time_used - now->h;
  x[2] =
    before + (states ? prev->state_offset.time_used : prev->offset.time_used);
  x[3] = before - old->h + (states ? old->w_time : old->a_time);
}

/* Weights of the last n values of a (states: of w) in their extrapolation to the
 * time of the new one. */
static void rate_weights(const struct galpha_method *method, bool states, int n,
                         sunrealtype w[4])
{
  sunrealtype x[4];
  const sunrealtype end =
    states ? method->state_coef.offset.time : method->coef.offset.time;
  rate_points(method, states, x);
  galpha_coef_extrapolate(n, x, method->coef.h + end, w);
}

/* Number of the last n values whose times are distinct. With alpha = -1 (rho = 0)
 * two values have the same time if h doubles. */
static int distinct_times(const struct galpha_method *method, bool states,
                          int n)
{
  sunrealtype x[4];
  rate_points(method, states, x);
  for (int i = 1; i < n; i++)
  {
    for (int j = 0; j < i; j++)
    {
      if (!(fabs(x[i] - x[j]) > PREDICT_DISTANCE * fabs(method->hist->now->h)))
      {
        return i;
      }
    }
  }
  return n;
}

static void last_rates(const struct galpha_method *method, int space,
                       N_Vector v[4])
{
  const struct galpha_hist *hist = method->hist;
  v[0]                           = galpha_state_view(hist->now, space).rate;
  v[1] = galpha_state_view(hist->now, space).rate_used;
  v[2] = galpha_state_view(hist->prev, space).rate_used;
  v[3] = space == 0 ? hist->older[0].a_used : hist->older[0].w_used;
}

/* out = sum of the last n rates with the weights w for order 2, w1 for order 1. */
static void sum_of_rates(struct galpha_method *method, int space, int n,
                         const sunrealtype *w, const sunrealtype *w1,
                         N_Vector out)
{
  const struct galpha_space *sp = method->model->space[space];
  N_Vector v[4];
  last_rates(method, space, v);
  if (sp->has[2]) { galpha_space_sum(sp, n, w, w1, v, out); }
  else { galpha_sum_about(n, w1, v, out); }
}

/* Norm of the difference of the extrapolations of degree k and k - 1 at the end of
 * the step, as a change of positions and states. */
static sunrealtype term(struct galpha_method *method, int k)
{
  sunrealtype high[2][4], low[2][4] = {{0.0}};
  const sunrealtype unit[2] = {method->coef.y_new, method->state_coef.x_new};
  for (int s = 0; s < 2; s++)
  {
    rate_weights(method, s, k + 1, high[s]);
    rate_weights(method, s, k, low[s]);
    for (int i = 0; i <= k; i++)
    {
      high[s][i] = unit[s] * (high[s][i] - (i < k ? low[s][i] : 0.0));
    }
  }
  N_Vector v[4];
  last_rates(method, 0, v);
  galpha_space_sum(method->model->space[0], k + 1, high[0], high[1], v,
                   method->a_pred);
  return galpha_norm(method->a_pred, method->model->ewt_q);
}

/* The degree with the smallest error. The error of degree k is the term of degree k
 * + 1; that of the highest degree is extrapolated as in a geometric series. */
static int best_degree(struct galpha_method *method, int most)
{
  sunrealtype d[4] = {0.0};
  int best         = 0;
  for (int k = 1; k <= most; k++) { d[k - 1] = term(method, k); }
  d[most] = most < 2 ? 0.0 : d[most - 1] * (d[most - 1] / d[most - 2]);
  for (int k = 1; k <= most; k++)
  {
    if (d[k] < d[best]) { best = k; }
  }
  return best;
}

void galpha_method_choose_degree(struct galpha_method *method)
{
  const int known    = galpha_hist_depth(method->hist);
  const int depth    = known < method->bdf.rates ? known : method->bdf.rates;
  const bool by_size = method->opt.predictor == GALPHA_PREDICT_VARIABLE;
  const int wanted =
    by_size ? 4 : method->opt.predictor - GALPHA_PREDICT_CONSTANT + 1;
  method->n_predict = depth < wanted ? depth : wanted;
  method->n_predict = distinct_times(method, false, method->n_predict);
  method->n_predict = distinct_times(method, true, method->n_predict);
  if (by_size)
  {
    method->n_predict = 1 + best_degree(method, method->n_predict - 1);
  }
}

void galpha_method_extrapolate(struct galpha_method *method, int space,
                               N_Vector out)
{
  sunrealtype w[4], w1[4];
  const int n = method->n_predict;
  if (n < 2)
  {
    N_VScale(1.0, galpha_state_view(method->hist->trial, space).rate_used, out);
    return;
  }
  rate_weights(method, true, n, w1);
  rate_weights(method, false, n, w);
  sum_of_rates(method, space, n, w, w1, out);
}

/* Mechanics: the extrapolated a minus e (NULL: without). */
static void extrapolate_minus(struct galpha_method *method, N_Vector e,
                              N_Vector out)
{
  sunrealtype w[5] = {1.0};
  N_Vector v[5]    = {method->hist->trial->a_used};
  const int n      = method->n_predict;
  if (n > 1)
  {
    rate_weights(method, false, n, w);
    last_rates(method, 0, v);
  }
  w[n] = -1.0;
  v[n] = e;
  galpha_sum(e ? n + 1 : n, w, v, out);
}

/* Extrapolation of values that belong to the times t_n, minus the vector minus unless that
 * is NULL. */
static void extrapolate_value(struct galpha_method *method, N_Vector minus,
                              N_Vector now, N_Vector prev, N_Vector near,
                              N_Vector far, N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  N_Vector v[5]                  = {now, prev, near, far};
  const sunrealtype back = hist->now->h, more = hist->prev->h;
  const sunrealtype x[4] = {0.0, -back, -back - more,
                            -back - more - hist->older[0].h};
  sunrealtype w[5];
  const int n    = method->n_predict;
  const bool own = minus == now; /* adds both weights of now: loses no digits */
  const bool all = minus && !own;
  galpha_coef_extrapolate(n, x, method->coef.h, w);
  if (own) { w[0] -= 1.0; }
  w[n] = -1.0;
  v[n] = minus;
  galpha_sum(all ? n + 1 : n, w, v, out);
}

void galpha_method_extrapolate_y(struct galpha_method *method, int space,
                                 N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  const struct galpha_past *old  = hist->older;
  N_Vector now                   = galpha_state_view(hist->now, space).y;
  N_Vector prev                  = galpha_state_view(hist->prev, space).y;
  N_Vector near                  = space == 0 ? old[0].q : old[0].s;
  N_Vector far                   = space == 0 ? old[1].q : old[1].s;
  extrapolate_value(method, now, now, prev, near, far, out);
}

/* SOI2 predicts that lambda - lambda~ and psi - psi~ repeat those of the last step,
 * so stage 1 starts from the extrapolated multipliers minus these differences (as a
 * from a - e). */
void galpha_method_predict_multipliers(struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_hist *hist = method->hist;
  const struct galpha_state *now = hist->now;
  if (model->l_pred)
  {
    extrapolate_value(method, now->e_lambda, now->lambda, hist->prev->lambda,
                      hist->older[0].lambda, hist->older[1].lambda,
                      model->l_pred);
  }
  if (model->p_pred)
  {
    extrapolate_value(method, now->e_psi, now->psi, hist->prev->psi,
                      hist->older[0].psi, hist->older[1].psi, model->p_pred);
  }
  galpha_redundant_minimal_norm_of(&model->red, model->l_pred, model->p_pred);
}

void galpha_method_predict(struct galpha_method *method)
{
  const struct galpha_state *now = method->hist->now;
  galpha_method_choose_degree(method);
  galpha_method_predict_states(method);
  if (method->coef.h_last == 0.0) { start_acceleration(method); }
  else { galpha_method_shift_rates(method, 0); }
  extrapolate_minus(method, now->e, method->a_pred);
  galpha_method_predict_multipliers(method);
}
