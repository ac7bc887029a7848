/* Predictions from the accepted states: a_alpha of the step, and where Newton's
 * iteration starts. */
#include <math.h>

#include "base/vector_sum.h"
#include "method/method.h"

#define APART 1e-2 /* of the last step: closer values tell no slope */

bool galpha_form_is_smooth(const struct galpha_form *form)
{
  const sunrealtype shift = form->meth->alpha * form->coef.h;
  return fabs(shift) * N_VMaxNorm(form->jerk) <=
         2.0 * N_VMaxNorm(form->hist->now->qdd);
}

/* a_alpha of the first step, an approximation of a(t0 + alpha h) to second order
 * as (8) of Jay and Negrut (2009) asks. */
static void start_acceleration(struct galpha_form *form)
{
  N_Vector a0             = form->hist->now->qdd;
  const sunrealtype shift = form->meth->alpha * form->coef.h;
  N_VLinearSum(1.0, a0, galpha_form_is_smooth(form) ? shift : 0.0, form->jerk,
               form->hist->trial->a_used);
}

/* Times of the last values of a, or of w, from t_n. */
static void rate_times(const struct galpha_form *form, bool states,
                       sunrealtype x[4])
{
  const struct galpha_state *now = form->hist->now, *prev = form->hist->prev;
  const struct galpha_past *old    = &form->hist->older[0];
  const struct galpha_offset *last = states ? &now->state_offset : &now->offset;
  const sunrealtype before         = -now->h - prev->h;
  x[0]                             = last->time;
  x[1]                             = last->time_used - now->h;
  x[2] =
    before + (states ? prev->state_offset.time_used : prev->offset.time_used);
  x[3] = before - old->h + (states ? old->w_time : old->a_time);
}

/* Weights of the last n values of a, or of w, each at the time where it belongs. */
static void rate_weights(const struct galpha_form *form, bool states, int n,
                         sunrealtype w[4])
{
  sunrealtype x[4];
  const sunrealtype end =
    states ? form->state_coef.offset.time : form->coef.offset.time;
  rate_times(form, states, x);
  galpha_coef_extrapolate(n, x, form->coef.h + end, w);
}

/* How many of the last n values are apart in time: with alpha = -1 (rho = 0) two belong
 * to the same time where h doubles. */
static int values_apart(const struct galpha_form *form, bool states, int n)
{
  sunrealtype x[4];
  rate_times(form, states, x);
  for (int i = 1; i < n; i++)
  {
    for (int j = 0; j < i; j++)
    {
      if (!(fabs(x[i] - x[j]) > APART * fabs(form->hist->now->h))) { return i; }
    }
  }
  return n;
}

static void last_rates(const struct galpha_form *form, N_Vector v[4])
{
  const struct galpha_hist *hist = form->hist;
  v[0]                           = hist->now->a;
  v[1]                           = hist->now->a_used;
  v[2]                           = hist->prev->a_used;
  v[3]                           = hist->older[0].a_used;
}

/* The last n values of a weighted by w, of states of the residual form by w1. */
static void sum_of_rates(struct galpha_form *form, int n, const sunrealtype *w,
                         const sunrealtype *w1, N_Vector out)
{
  N_Vector v[4];
  last_rates(form, v);
  if (form->res) { galpha_res_sum(form->res, n, w, w1, v, out); }
  else { galpha_sum(n, w, v, out); }
}

/* Size of the term of degree k, by which the polynomials of degree k and k - 1
 * differ at the end of the step, as a change of positions and states. */
static sunrealtype term(struct galpha_form *form, int k)
{
  sunrealtype high[2][4], low[2][4] = {{0.0}};
  const sunrealtype unit[2] = {form->coef.y_new, form->state_coef.x_new};
  for (int s = 0; s < 2; s++)
  {
    rate_weights(form, s, k + 1, high[s]);
    rate_weights(form, s, k, low[s]);
    for (int i = 0; i <= k; i++)
    {
      high[s][i] = unit[s] * (high[s][i] - (i < k ? low[s][i] : 0.0));
    }
  }
  sum_of_rates(form, k + 1, high[0], high[1], form->a_pred);
  return N_VWrmsNorm(form->a_pred, form->ewt_q);
}

/* The degree with the least error, which is the term of the next degree; for the
 * highest one as in a geometric series. */
static int smooth_degree(struct galpha_form *form, int most)
{
  sunrealtype d[4] = {0.0};
  int best         = 0;
  for (int k = 1; k <= most; k++) { d[k - 1] = term(form, k); }
  d[most] = most < 2 ? 0.0 : d[most - 1] * (d[most - 1] / d[most - 2]);
  for (int k = 1; k <= most; k++)
  {
    if (d[k] < d[best]) { best = k; }
  }
  return best;
}

void galpha_form_choose_degree(struct galpha_form *form)
{
  const int depth    = galpha_hist_depth(form->hist);
  const bool by_size = form->opt.predictor == GALPHA_PREDICT_VARIABLE;
  const int wanted =
    by_size ? 4 : form->opt.predictor - GALPHA_PREDICT_CONSTANT + 1;
  form->values = depth < wanted ? depth : wanted;
  form->values = values_apart(form, false, form->values);
  form->values = values_apart(form, true, form->values);
  if (by_size) { form->values = 1 + smooth_degree(form, form->values - 1); }
}

void galpha_form_extrapolate(struct galpha_form *form, N_Vector out)
{
  sunrealtype w[4], w1[4];
  const int n = form->values;
  if (n < 2)
  {
    N_VScale(1.0, form->hist->trial->a_used, out);
    return;
  }
  rate_weights(form, true, n, w1);
  if (form->res && !form->res->has[2])
  {
    N_Vector v[4];
    last_rates(form, v);
    galpha_sum_about(n, w1, v, out);
    return;
  }
  rate_weights(form, false, n, w);
  sum_of_rates(form, n, w, w1, out);
}

/* The same of a mechanism, less e. */
static void extrapolate_less(struct galpha_form *form, N_Vector e, N_Vector out)
{
  sunrealtype w[5] = {1.0};
  N_Vector v[5]    = {form->hist->trial->a_used};
  const int n      = form->values;
  if (n > 1)
  {
    rate_weights(form, false, n, w);
    last_rates(form, v);
  }
  w[n] = -1.0;
  v[n] = e;
  galpha_sum(n + 1, w, v, out);
}

void galpha_form_extrapolate_w(struct galpha_form *form, N_Vector out)
{
  const struct galpha_hist *hist = form->hist;
  N_Vector v[4] = {hist->now->w, hist->now->w_used, hist->prev->w_used,
                   hist->older[0].w_used};
  sunrealtype w[4];
  const int n = form->values;
  if (n < 2)
  {
    N_VScale(1.0, hist->trial->w_used, out);
    return;
  }
  rate_weights(form, true, n, w);
  galpha_sum(n, w, v, out);
}

/* Of what belongs to the t_n themselves; less another vector. */
static void extrapolate_value(struct galpha_form *form, N_Vector less,
                              N_Vector now, N_Vector prev, N_Vector near,
                              N_Vector far, N_Vector out)
{
  const struct galpha_hist *hist = form->hist;
  N_Vector v[5]                  = {now, prev, near, far};
  const sunrealtype back = hist->now->h, more = hist->prev->h;
  const sunrealtype x[4] = {0.0, -back, -back - more,
                            -back - more - hist->older[0].h};
  sunrealtype w[5];
  const int n    = form->values;
  const bool own = less == now; /* exactly, without digits lost */
  galpha_coef_extrapolate(n, x, form->coef.h, w);
  if (own) { w[0] -= 1.0; }
  w[n] = -1.0;
  v[n] = less;
  galpha_sum(own ? n : n + 1, w, v, out);
}

void galpha_form_extrapolate_y(struct galpha_form *form, N_Vector out)
{
  const struct galpha_hist *hist = form->hist;
  extrapolate_value(form, hist->now->q, hist->now->q, hist->prev->q,
                    hist->older[0].q, hist->older[1].q, out);
}

void galpha_form_extrapolate_s(struct galpha_form *form, N_Vector out)
{
  const struct galpha_hist *hist = form->hist;
  extrapolate_value(form, hist->now->s, hist->now->s, hist->prev->s,
                    hist->older[0].s, hist->older[1].s, out);
}

/* The last corrections a - a~ etc. are expected again: stage 1 starts below them. */
static void predict_multipliers(struct galpha_form *form)
{
  const struct galpha_hist *hist = form->hist;
  const struct galpha_state *now = hist->now;
  if (form->l_pred)
  {
    extrapolate_value(form, now->e_lambda, now->lambda, hist->prev->lambda,
                      hist->older[0].lambda, hist->older[1].lambda,
                      form->l_pred);
  }
  if (form->p_pred)
  {
    extrapolate_value(form, now->e_psi, now->psi, hist->prev->psi,
                      hist->older[0].psi, hist->older[1].psi, form->p_pred);
  }
  galpha_redundant_least_of(&form->red, form->l_pred, form->p_pred);
}

void galpha_form_predict(struct galpha_form *form)
{
  const struct galpha_state *now = form->hist->now;
  struct galpha_state *s         = form->hist->trial;
  const struct galpha_coef *c    = &form->coef;

  galpha_form_choose_degree(form);
  galpha_form_states_predict(form);
  if (c->h_last == 0.0) { start_acceleration(form); }
  else if (c->shift == 0.0) { N_VScale(1.0, now->a, s->a_used); }
  else
  {
    N_VLinearSum(1.0 + c->shift, now->a, -c->shift, now->a_used, s->a_used);
  }
  extrapolate_less(form, now->e, form->a_pred);
  predict_multipliers(form);
}
