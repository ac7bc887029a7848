/* Mechanics in index 3: the constrained equations of motion as a residual in t, q,
 * q', q'', lambda, psi and states (orders 2, 0 and 1), with the recursion of Bruls
 * and Arnold (2008), (5)-(9). At the end of each step the dynamic equations and the
 * position constraints hold exactly; the velocity constraints do not. */
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/method.h"

static int stages(const struct galpha_method *method)
{
  (void)method;
  return 1;
}

static int predict(struct galpha_method *method)
{
  galpha_method_predict(method);
  method->v_start = method->hist->now->v;
  return 0;
}

static int begin(struct galpha_method *method, int stage)
{
  (void)stage;
  galpha_method_base(method, method->v_start);
  galpha_method_base_acceleration(method);
  galpha_held_base(method);
  return 0;
}

/* M q'' - f at the point, scaled by (1-alpha_f) h^2 beta. */
static int dynamic_row(struct galpha_method *method)
{
  struct galpha_model *model    = method->model;
  const struct galpha_point *at = &model->at;
  const sunrealtype c = (1.0 - method->family->alpha_f) * method->coef.y_new;
  N_Vector qdd        = model->w_base;
  if (at->q != model->q_base)
  {
    qdd = model->work;
    galpha_add(model->w_base, galpha_method_acceleration_shift(method),
               model->d, qdd);
  }
  int ret = galpha_sys_mass(model->sys, at->t, at->q);
  if (!ret) { ret = galpha_sys_force(model->sys, at, model->f); }
  if (!ret) { galpha_sys_inertia(model->sys, c, qdd, -c, model->f, model->rq); }
  return ret;
}

static int residual(struct galpha_method *method, int stage, N_Vector x,
                    N_Vector r)
{
  (void)stage;
  galpha_model_go_to(method->model, x);
  return galpha_method_equations(method, r, dynamic_row,
                                 galpha_method_position_rows);
}

static int end(struct galpha_method *method, int stage, N_Vector x)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  (void)stage;
  galpha_model_parts(model, x);
  galpha_add(model->q_base, 1.0, model->d, s->q);
  galpha_method_take(method);
  galpha_method_acceleration(method, s->a);
  galpha_add(model->w_base, galpha_method_acceleration_shift(method), model->d,
             s->qdd);
  return 0;
}

static void keep_velocities(struct galpha_method *method, int stage, N_Vector x)
{
  (void)stage;
  galpha_method_keep_velocities(method, method->v_start, x);
}

static void estimate(struct galpha_method *method, int algebraic,
                     N_Vector est_q, N_Vector est_v)
{
  (void)algebraic;
  galpha_method_error(method, 0, method->hist->trial->a, est_q, est_v);
}

static void dense(const struct galpha_method *method, sunrealtype t, int k,
                  N_Vector out)
{
  galpha_method_dense(method, t, k, true, out);
}

const struct galpha_method_traits galpha_index3_traits = {
  .jumps        = true,
  .relax_size   = RELAX_SIZE_JUMPS,
  .h_deadband   = H_DEADBAND_JUMPS,
  .interpolates = true};

static int predict_bdf(struct galpha_method *method)
{
  galpha_bdf_predict(method, NULL);
  method->v_start = method->hist->now->v;
  return 0;
}

static int begin_bdf(struct galpha_method *method, int stage)
{
  (void)stage;
  galpha_bdf_base(method, NULL);
  N_VScale(1.0, method->a_pred, method->model->w_base);
  galpha_held_base(method);
  return 0;
}

static const struct galpha_method_ops index3_bdf = {
  GALPHA_BDF_MECHANICS,
  .name            = "index 3 with BDF",
  .formulation     = GALPHA_INDEX3,
  .predict         = predict_bdf,
  .stages          = stages,
  .begin           = begin_bdf,
  .residual        = residual,
  .end             = end,
  .keep_velocities = keep_velocities};

const struct galpha_method_ops galpha_method_index3 = {
  .name                = "index 3",
  .order               = 2,
  .formulation         = GALPHA_INDEX3,
  .traits              = &galpha_index3_traits,
  .second_rates        = true,
  .higher              = &index3_bdf,
  .coefficients        = galpha_method_coefficients,
  .predict             = predict,
  .stages              = stages,
  .begin               = begin,
  .residual            = residual,
  .end                 = end,
  .keep_velocities     = keep_velocities,
  .estimate            = estimate,
  .estimate_states     = galpha_method_estimate_states,
  .estimate_multiplier = galpha_method_distance_from_line,
  .dense               = dense};
