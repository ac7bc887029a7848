/* Index 3: equilibrium exact at the end of the step, positions on the
 * constraints, accelerations by the recursion of 004 (5). */
#include "galpha_form.h"

static int stages(const struct galpha_form *form)
{
  (void)form;
  return 1;
}

static int predict(struct galpha_form *form)
{
  galpha_form_predict(form);
  N_VScale(1.0, form->hist->now->v, form->zt);
  return 0;
}

/* y'' = ((1-alpha_m) a + alpha_m a_alpha - alpha_f y''_n) / (1-alpha_f). */
static int begin(struct galpha_form *form, int stage)
{
  const struct galpha_method *meth = form->meth;
  const sunrealtype bh2            = form->coef.y_new;
  (void)stage;
  galpha_form_base(form);
  N_VLinearSum(1.0, form->zt, -1.0, form->hist->now->v, form->work);
  N_VLinearSum(1.0, form->q_base, form->coef.h, form->work, form->q_base);
  N_VLinearSum(1.0, form->v_base, 1.0, form->work, form->v_base);
  N_VLinearSum(bh2 * (1.0 - meth->alpha_m), form->a_pred, bh2 * meth->alpha_m,
               form->hist->trial->a_used, form->w_base);
  N_VLinearSum(1.0, form->w_base, -bh2 * meth->alpha_f, form->hist->now->qdd,
               form->w_base);
  N_VConst(0.0, form->rc);
  /* M (w_base + (1-alpha_m) d) as a whole: its rounding is that of a, without which
     undamped methods ring ten times as much */
  form->inertia_known = false;
  return 0;
}

static int residual(struct galpha_form *form, int stage, N_Vector x, N_Vector r)
{
  (void)stage;
  galpha_form_go_to(form, x);
  galpha_form_rows(form, r);
  int ret = galpha_sys_mass(form->sys, form->at.t, form->at.q);
  if (!ret) { ret = galpha_form_dynamic_row(form); }
  if (!ret) { ret = galpha_form_position_rows(form, form->at.v); }
  galpha_form_rows_done(form, r);
  if (!ret) { ret = galpha_form_states_row(form, r); }
  return ret;
}

static int end(struct galpha_form *form, int stage, N_Vector x)
{
  const struct galpha_method *meth = form->meth;
  struct galpha_state *s           = form->hist->trial;
  const sunrealtype c = 1.0 / ((1.0 - meth->alpha_f) * form->coef.y_new);
  (void)stage;
  galpha_form_parts(form, x);
  N_VLinearSum(1.0, form->q_base, 1.0, form->d, s->q);
  galpha_form_take(form);
  galpha_form_acceleration(form, s->a);
  N_VScale(1.0, s->a, form->a_tilde);
  N_VLinearSum(c, form->w_base, c * (1.0 - meth->alpha_m), form->d, s->qdd);
  return 0;
}

const struct galpha_form_ops galpha_form_index3 = {
  GALPHA_INDEX3, predict, stages, begin, residual, end};
