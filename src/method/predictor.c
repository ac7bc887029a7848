/* Predictions from the accepted states: a_alpha of the step, and where Newton's
 * iteration starts. */
#include <math.h>

#include "base/vector_sum.h"
#include "method/method.h"

#define APART 1e-2 /* of the last step: closer values tell no slope */

bool galpha_method_is_smooth(const struct galpha_method *method)
{
  const sunrealtype shift = method->family->alpha * method->coef.h;
  return fabs(shift) * N_VMaxNorm(method->jerk) <=
         2.0 * N_VMaxNorm(method->hist->now->qdd);
}

/* a_alpha of the first step, an approximation of a(t0 + alpha h) to second order
 * as (8) of Jay and Negrut (2009) asks. */
static void start_acceleration(struct galpha_method *method)
{
  N_Vector a0             = method->hist->now->qdd;
  const sunrealtype shift = method->family->alpha * method->coef.h;
  N_VLinearSum(1.0, a0, galpha_method_is_smooth(method) ? shift : 0.0,
               method->jerk, method->hist->trial->a_used);
}

/* Times of the last values of a, or of w, from t_n. */
static void rate_times(const struct galpha_method *method, bool states,
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

/* Weights of the last n values of a, or of w, each at the time where it belongs. */
static void rate_weights(const struct galpha_method *method, bool states, int n,
                         sunrealtype w[4])
{
  sunrealtype x[4];
  const sunrealtype end =
    states ? method->state_coef.offset.time : method->coef.offset.time;
  rate_times(method, states, x);
  galpha_coef_extrapolate(n, x, method->coef.h + end, w);
}

/* How many of the last n values are apart in time: with alpha = -1 (rho = 0) two belong
 * to the same time where h doubles. */
static int values_apart(const struct galpha_method *method, bool states, int n)
{
  sunrealtype x[4];
  rate_times(method, states, x);
  for (int i = 1; i < n; i++)
  {
    for (int j = 0; j < i; j++)
    {
      if (!(fabs(x[i] - x[j]) > APART * fabs(method->hist->now->h)))
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
  v[0]                           = galpha_state_track(hist->now, space).rate;
  v[1] = galpha_state_track(hist->now, space).rate_used;
  v[2] = galpha_state_track(hist->prev, space).rate_used;
  v[3] = space == 0 ? hist->older[0].a_used : hist->older[0].w_used;
}

/* The last n rates weighted by w for order 2, by w1 for order 1. */
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

/* Size of the term of degree k, by which the polynomials of degree k and k - 1
 * differ at the end of the step, as a change of positions and states. */
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
  return N_VWrmsNorm(method->a_pred, method->model->ewt_q);
}

/* The degree with the least error, which is the term of the next degree; for the
 * highest one as in a geometric series. */
static int smooth_degree(struct galpha_method *method, int most)
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
  const int depth    = galpha_hist_depth(method->hist);
  const bool by_size = method->opt.predictor == GALPHA_PREDICT_VARIABLE;
  const int wanted =
    by_size ? 4 : method->opt.predictor - GALPHA_PREDICT_CONSTANT + 1;
  method->values = depth < wanted ? depth : wanted;
  method->values = values_apart(method, false, method->values);
  method->values = values_apart(method, true, method->values);
  if (by_size)
  {
    method->values = 1 + smooth_degree(method, method->values - 1);
  }
}

void galpha_method_extrapolate(struct galpha_method *method, int space,
                               N_Vector out)
{
  sunrealtype w[4], w1[4];
  const int n = method->values;
  if (n < 2)
  {
    N_VScale(1.0, galpha_state_track(method->hist->trial, space).rate_used,
             out);
    return;
  }
  rate_weights(method, true, n, w1);
  rate_weights(method, false, n, w);
  sum_of_rates(method, space, n, w, w1, out);
}

/* The same of a mechanism, less e. */
static void extrapolate_less(struct galpha_method *method, N_Vector e,
                             N_Vector out)
{
  sunrealtype w[5] = {1.0};
  N_Vector v[5]    = {method->hist->trial->a_used};
  const int n      = method->values;
  if (n > 1)
  {
    rate_weights(method, false, n, w);
    last_rates(method, 0, v);
  }
  w[n] = -1.0;
  v[n] = e;
  galpha_sum(n + 1, w, v, out);
}

/* Of what belongs to the t_n themselves; less another vector. */
static void extrapolate_value(struct galpha_method *method, N_Vector less,
                              N_Vector now, N_Vector prev, N_Vector near,
                              N_Vector far, N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  N_Vector v[5]                  = {now, prev, near, far};
  const sunrealtype back = hist->now->h, more = hist->prev->h;
  const sunrealtype x[4] = {0.0, -back, -back - more,
                            -back - more - hist->older[0].h};
  sunrealtype w[5];
  const int n    = method->values;
  const bool own = less == now; /* exactly, without digits lost */
  galpha_coef_extrapolate(n, x, method->coef.h, w);
  if (own) { w[0] -= 1.0; }
  w[n] = -1.0;
  v[n] = less;
  galpha_sum(own ? n : n + 1, w, v, out);
}

void galpha_method_extrapolate_y(struct galpha_method *method, int space,
                                 N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  const struct galpha_past *old  = hist->older;
  N_Vector now                   = galpha_state_track(hist->now, space).y;
  N_Vector prev                  = galpha_state_track(hist->prev, space).y;
  N_Vector near                  = space == 0 ? old[0].q : old[0].s;
  N_Vector far                   = space == 0 ? old[1].q : old[1].s;
  extrapolate_value(method, now, now, prev, near, far, out);
}

/* The last corrections a - a~ etc. are expected again: stage 1 starts below them. */
static void predict_multipliers(struct galpha_method *method)
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
  galpha_redundant_least_of(&model->red, model->l_pred, model->p_pred);
}

void galpha_method_predict(struct galpha_method *method)
{
  const struct galpha_state *now = method->hist->now;
  galpha_method_choose_degree(method);
  galpha_method_predict_states(method);
  if (method->coef.h_last == 0.0) { start_acceleration(method); }
  else { galpha_method_shift_rates(method, 0); }
  extrapolate_less(method, now->e, method->a_pred);
  predict_multipliers(method);
}
