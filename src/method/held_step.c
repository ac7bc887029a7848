/* A step that is to be joined to the last one (step/joined_step.h): its constraint rows hold
 * what its prediction makes of them, so that positions across the constraints are those of
 * the motion before, and accelerations there those of the polynomial through the last
 * positions. */
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/method.h"

void galpha_method_hold(struct galpha_method *method, bool held)
{
  method->held = held;
}

/* out = y'' of order 2 that is expected at the end of the step. */
static void expected(const struct galpha_method *method, N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  const int count                = galpha_hist_count(hist);
  const int most                 = method->last_order + JOIN_POINTS;
  const sunrealtype r            = hist->trial->h / hist->now->h;
  if (count < 4)
  {
    N_VLinearSum(1.0 + r, hist->now->qdd, -r, hist->prev->qdd, out);
    return;
  }
  galpha_poly_derivative(hist, GALPHA_TRACK_Q, count < most ? count : most,
                         hist->trial->t, 2, out);
}

/* base = x in components of order 2; overwrites x. */
static void replace(struct galpha_method *method, N_Vector x, N_Vector base)
{
  N_VLinearSum(1.0, x, -1.0, base, x);
  galpha_model_keep_second(method->model, x);
  N_VLinearSum(1.0, base, 1.0, x, base);
}

/* The cubic through q, v and y'' of the last state and this y''. */
void galpha_held_base(struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  const sunrealtype h            = method->coef.h;
  N_Vector a = model->work, x = method->zt;
  if (!method->held) { return; }
  expected(method, a);
  galpha_sum(4, (sunrealtype[]){h * h / 6.0, h * h / 3.0, h, 1.0},
             (N_Vector[]){a, now->qdd, now->v, now->q}, x);
  replace(method, x, model->q_base);
  galpha_sum(3, (sunrealtype[]){0.5 * h, 0.5 * h, 1.0},
             (N_Vector[]){a, now->qdd, now->v}, x);
  replace(method, x, model->v_base);
  replace(method, a, model->w_base);
}

/* out = rate + to - from. */
static void follow(N_Vector rate, N_Vector to, N_Vector from, N_Vector out)
{
  if (!rate) { return; }
  N_VLinearSum(1.0, to, -1.0, from, out);
  N_VLinearSum(1.0, rate, 1.0, out, out);
}

void galpha_held_rates(struct galpha_method *method)
{
  const struct galpha_state *now = method->hist->now;
  const struct galpha_state *s   = method->hist->trial;
  follow(now->a, s->qdd, now->qdd, s->a);
  follow(now->w, s->sdot, now->sdot, s->w);
}

void galpha_method_join(struct galpha_method *method)
{
  galpha_hist_join(method->hist);
  galpha_method_lend(method);
}
