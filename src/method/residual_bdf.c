/* The residual form with the members of orders 3 to 5 (bdf.h). The base is y = p,
 * y' = p', y'' = p_v' + cj (p' - p_v). */
#include <math.h>

#include "method/residual_recursion.h"

static int predict(struct galpha_method *method)
{
  method->v_start = method->hist->now->v;
  return 0;
}

static void base_acceleration(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  const sunrealtype cj       = method->bdf.cj;
  galpha_bdf_predicted(method, GALPHA_TRACK_V, 0, model->work);
  galpha_bdf_predicted(method, GALPHA_TRACK_V, 1, model->w_base);
  N_VLinearSum(1.0, model->w_base, -cj, model->work, model->w_base);
  N_VLinearSum(1.0, model->w_base, cj, model->v_base, model->w_base);
  galpha_space_keep(&model->res->space, 2, model->w_base, model->w_base);
}

static int begin(struct galpha_method *method, int stage)
{
  struct galpha_model *model    = method->model;
  const struct galpha_space *sp = &model->res->space;
  (void)stage;
  galpha_recursion_set_shifts(method);
  galpha_bdf_predicted(method, GALPHA_TRACK_Q, 0, model->q_base);
  galpha_bdf_predicted(method, GALPHA_TRACK_Q, 1, model->v_base);
  if (sp->has[2]) { base_acceleration(method); }
  if (sp->has[0] && !sp->has[2])
  {
    galpha_space_keep(sp, 1, model->v_base, model->v_base);
  }
  else if (sp->has[0])
  {
    galpha_space_keep(sp, 0, model->v_base, model->work);
    N_VLinearSum(1.0, model->v_base, -1.0, model->work, model->v_base);
  }
  galpha_held_base(method);
  return 0;
}

static int end(struct galpha_method *method, int stage, N_Vector x)
{
  (void)stage;
  galpha_recursion_store(method, x);
  return 0;
}

static void estimate(struct galpha_method *method, int algebraic,
                     N_Vector est_q, N_Vector est_v)
{
  const struct galpha_space *sp = &method->model->res->space;
  const sunrealtype c           = method->bdf.error;
  N_VLinearSum(c, method->hist->trial->q, -c, method->model->q_base, est_q);
  galpha_recursion_tested(method, algebraic, est_q);
  if (!sp->has[2])
  {
    if (est_v) { N_VConst(0.0, est_v); }
    return;
  }
  galpha_bdf_rate_error(method, est_v);
}

/* At the end of the step y' of the solution itself; otherwise derivatives of the
 * polynomials through y or, for order 2, through v. */
static void dense(const struct galpha_method *method, sunrealtype t, int k,
                  N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  const struct galpha_space *sp  = &method->model->res->space;
  const int n                    = method->last_order + 1;
  const bool ends =
    k == 1 &&
    fabs(t - hist->now->t) <= galpha_hist_round_off(hist->now->t, hist->now->h);
  if (ends && !sp->has[0])
  {
    N_VScale(1.0, hist->now->v, out);
    return;
  }
  galpha_poly_derivative(hist, GALPHA_TRACK_Q, n, t, k, out);
  if (k == 0) { return; }
  if (ends)
  {
    galpha_space_keep(sp, 0, out, out);
    N_VLinearSum(1.0, out, 1.0, hist->now->v, out);
    return;
  }
  if (sp->has[2])
  {
    N_Vector work = method->model->work;
    galpha_poly_derivative(hist, GALPHA_TRACK_V, n, t, k - 1, work);
    N_VLinearSum(1.0, work, -1.0, out, work);
    galpha_space_keep(sp, 2, work, work);
    N_VLinearSum(1.0, out, 1.0, work, out);
  }
}

const struct galpha_method_ops galpha_method_residual_bdf = {
  .name            = "residual form with BDF",
  .formulation     = GALPHA_RESIDUAL,
  .traits          = &galpha_bdf_traits,
  .coefficients    = galpha_bdf_coefficients,
  .predict         = predict,
  .stages          = galpha_recursion_stages,
  .begin           = begin,
  .residual        = galpha_recursion_residual,
  .end             = end,
  .keep_velocities = galpha_method_keep_velocities_by_order,
  .estimate        = estimate,
  .tested          = galpha_recursion_tested,
  .tested_mask     = galpha_recursion_mask,
  .dense           = dense};
