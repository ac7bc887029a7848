#include "method/method.h"

void galpha_method_states_rebase(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  if (!model->space[1]) { return; }
  N_VScale(1.0, model->at.s, model->s_base);
  N_VScale(1.0, model->sdot, model->sdot_base);
  galpha_space_keep(model->space[1], 1, model->ds, model->s_work);
  N_VLinearSum(1.0, method->w_pred, 1.0 / method->state_coef.x_new,
               model->s_work, method->w_pred);
}

void galpha_method_states_take(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  if (!model->space[1]) { return; }
  struct galpha_state *s = method->hist->trial;
  galpha_method_states_rebase(method);
  N_VScale(1.0, model->s_base, s->s);
  N_VScale(1.0, model->sdot_base, s->sdot);
  N_VScale(1.0, method->w_pred, s->w);
}

void galpha_method_estimate_states(struct galpha_method *method, N_Vector est)
{
  galpha_method_error(method, 1, NULL, est, method->model->s_work);
}
