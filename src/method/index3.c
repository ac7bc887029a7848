/* Mechanics lowered to the residual form, index 3: the constrained equations of motion
 * as a residual of t, q, q', q'', lambda, psi and states, of orders 2, 0 and 1, under
 * the recursion of Bruls and Arnold (2008), (5)-(9). Equilibrium is exact at the end of
 * the step, positions meet the constraints. */
#include "method/method.h"

static int stages(const struct galpha_form *form)
{
  (void)form;
  return 1;
}

static int predict(struct galpha_form *form)
{
  galpha_form_predict(form);
  form->v_start = form->hist->now->v;
  return 0;
}

static int begin(struct galpha_form *form, int stage)
{
  (void)stage;
  galpha_form_base(form, form->v_start);
  galpha_form_base_acceleration(form);
  return 0;
}

/* M q'' - f at the point, scaled by (1-alpha_f) h^2 beta. */
static int dynamic_row(struct galpha_form *form)
{
  const struct galpha_point *at = &form->at;
  const sunrealtype c = (1.0 - form->meth->alpha_f) * form->coef.y_new;
  N_Vector qdd        = form->w_base;
  if (at->q != form->q_base)
  {
    qdd = form->work;
    N_VLinearSum(1.0, form->w_base, galpha_form_acceleration_shift(form),
                 form->d, qdd);
  }
  int ret = galpha_sys_mass(form->sys, at->t, at->q);
  if (!ret) { ret = galpha_sys_force(form->sys, at, form->f); }
  if (!ret) { galpha_sys_inertia(form->sys, c, qdd, -c, form->f, form->rq); }
  return ret;
}

static int residual(struct galpha_form *form, int stage, N_Vector x, N_Vector r)
{
  (void)stage;
  galpha_form_go_to(form, x);
  return galpha_form_equations(form, r, dynamic_row, galpha_form_position_rows);
}

static int end(struct galpha_form *form, int stage, N_Vector x)
{
  struct galpha_state *s = form->hist->trial;
  (void)stage;
  galpha_form_parts(form, x);
  N_VLinearSum(1.0, form->q_base, 1.0, form->d, s->q);
  galpha_form_take(form);
  galpha_form_acceleration(form, s->a);
  N_VLinearSum(1.0, form->w_base, galpha_form_acceleration_shift(form), form->d,
               s->qdd);
  return 0;
}

const struct galpha_form_ops galpha_form_index3 = {
  GALPHA_INDEX3, predict, stages, begin, residual, end};
