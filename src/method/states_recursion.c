#include "method/method.h"

#include "base/vector_sum.h"

/* out = m1 (c1 x) + m0 (c0 y). */
static void mix(const struct galpha_states *st, sunrealtype c1, N_Vector x,
                sunrealtype c0, N_Vector y, N_Vector work, N_Vector out)
{
  N_VProd(st->mask[0], y, work);
  N_VProd(st->mask[1], x, out);
  N_VLinearSum(c1, out, c0, work, out);
}

void galpha_method_states_predict(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  if (!model->st) { return; }
  const struct galpha_state *now    = method->hist->now;
  struct galpha_state *s            = method->hist->trial;
  const struct galpha_state_coef *c = &method->state_coef;
  const struct galpha_family *m     = method->family;
  const sunrealtype cf              = 1.0 / (1.0 - m->delta_f);

  if (method->coef.h_last == 0.0) { N_VScale(1.0, now->sdot, s->w_used); }
  else
  {
    N_VLinearSum(1.0 + c->shift, now->w, -c->shift, now->w_used, s->w_used);
  }
  galpha_method_extrapolate_w(method, method->w_pred);

  /* Bruls and Arnold (2008), (9), and extrapolation of outputs */
  N_VLinearSum(c->x_old, s->w_used, c->x_new, method->w_pred, model->s_base);
  galpha_method_extrapolate_s(method, model->ds);
  mix(model->st, 1.0, model->s_base, 1.0, model->ds, model->rs, model->s_base);
  N_VLinearSum(1.0, now->s, 1.0, model->s_base, model->s_base);

  /* Bruls and Arnold (2008), (6) */
  const sunrealtype c6[] = {cf * (1.0 - m->delta_m), cf * m->delta_m,
                            -cf * m->delta_f};
  galpha_sum(3, c6, (N_Vector[]){method->w_pred, s->w_used, now->sdot},
             model->sdot_base);
  N_VProd(model->st->mask[1], model->sdot_base, model->sdot_base);
}

void galpha_method_states_rebase(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  if (!model->st) { return; }
  N_VScale(1.0, model->at.s, model->s_base);
  N_VScale(1.0, model->sdot, model->sdot_base);
  N_VProd(model->st->mask[1], model->ds, model->s_work);
  N_VLinearSum(1.0, method->w_pred, 1.0 / method->state_coef.x_new,
               model->s_work, method->w_pred);
}

void galpha_method_states_take(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  if (!model->st) { return; }
  struct galpha_state *s = method->hist->trial;
  galpha_method_states_rebase(method);
  N_VScale(1.0, model->s_base, s->s);
  N_VScale(1.0, model->sdot_base, s->sdot);
  N_VScale(1.0, method->w_pred, s->w);
}

sunrealtype galpha_method_states_error(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  if (!model->st) { return 0.0; }
  const struct galpha_state *now = method->hist->now;
  N_Vector w[] = {now->w_used, now->w, method->hist->trial->w};
  galpha_sum(3, method->state_coef.err_x, w, model->ds);
  N_VProd(model->st->mask[1], model->ds, model->ds);
  return N_VWrmsNorm(model->ds, model->ewt_s);
}
