/* Predictions from the accepted states: a_alpha of the step, and where Newton's
 * iteration starts. */
#include <math.h>

#include "galpha_form.h"

/* a_alpha of the first step, an approximation of a(t0 + alpha h) to second order
 * as 000 (8) asks. Where the step is so long that the shift would exceed a0
 * itself (a stiff transient that is not resolved) a0 is the better start. */
static void start_acceleration(struct galpha_form *form)
{
  N_Vector a0             = form->hist->now->qdd;
  const sunrealtype shift = form->meth->alpha * form->coef.h;
  const bool smooth =
    fabs(shift) * N_VMaxNorm(form->jerk) <= 2.0 * N_VMaxNorm(a0);
  N_VLinearSum(1.0, a0, smooth ? shift : 0.0, form->jerk,
               form->hist->trial->a_used);
}

/* a at t + (1 + alpha) h by the polynomial through its last two or three values,
 * less the line that starts from a_alpha: what the predictor adds to it. */
void galpha_form_extrapolate(struct galpha_form *form, N_Vector out)
{
  const struct galpha_state *now  = form->hist->now;
  const struct galpha_state *prev = form->hist->prev;
  const struct galpha_coef *c     = &form->coef;
  const bool any =
    c->h_last != 0.0 && form->opt.predictor != GALPHA_PREDICT_CONSTANT;
  const sunrealtype slope = any ? c->slope : 0.0;
  N_VLinearSum(slope, now->a, -slope, now->a_used, out);
  if (!any || form->opt.predictor != GALPHA_PREDICT_QUADRATIC || prev->h == 0.0)
  {
    return;
  }
  const sunrealtype alpha = form->meth->alpha;
  const sunrealtype x[3]  = {alpha * c->h_last, (alpha - 1.0) * c->h_last,
                             -c->h_last + (alpha - 1.0) * prev->h};
  const sunrealtype at    = (1.0 + alpha) * c->h;
  /* second divided difference times the product of distances */
  const sunrealtype p = (at - x[0]) * (at - x[1]);
  N_VLinearSum(1.0, out, p / ((x[0] - x[1]) * (x[0] - x[2])), now->a, out);
  N_VLinearSum(1.0, out, p / ((x[1] - x[0]) * (x[1] - x[2])), now->a_used, out);
  N_VLinearSum(1.0, out, p / ((x[2] - x[0]) * (x[2] - x[1])), prev->a_used,
               out);
}

void galpha_form_predict(struct galpha_form *form)
{
  const struct galpha_state *now  = form->hist->now;
  const struct galpha_state *prev = form->hist->prev;
  struct galpha_state *s          = form->hist->trial;
  const struct galpha_coef *c     = &form->coef;
  const bool linear =
    c->h_last != 0.0 && form->opt.predictor != GALPHA_PREDICT_CONSTANT;
  const sunrealtype slope = linear ? c->slope : 0.0;

  galpha_form_states_predict(form);
  if (c->h_last == 0.0) { start_acceleration(form); }
  else
  {
    N_VLinearSum(1.0 + c->shift, now->a, -c->shift, now->a_used, s->a_used);
  }
  galpha_form_extrapolate(form, form->a_pred);
  N_VLinearSum(1.0, s->a_used, 1.0, form->a_pred, form->a_pred);
  N_VLinearSum(1.0, form->a_pred, -1.0, now->e, form->a_pred);
  if (form->l_pred)
  {
    N_VLinearSum(1.0 + slope, now->lambda, -slope,
                 linear ? prev->lambda : now->lambda, form->l_pred);
    N_VLinearSum(1.0, form->l_pred, -1.0, now->e_lambda, form->l_pred);
  }
  if (form->p_pred)
  {
    N_VLinearSum(1.0 + slope, now->psi, -slope, linear ? prev->psi : now->psi,
                 form->p_pred);
    N_VLinearSum(1.0, form->p_pred, -1.0, now->e_psi, form->p_pred);
  }
}
