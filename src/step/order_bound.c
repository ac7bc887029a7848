#include "step/order_bound.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

sunrealtype galpha_order_allowed(sunrealtype error, int k)
{
  return pow(ORDER_SAFETY * error + ORDER_ERROR_FLOOR, -1.0 / (k + 1.0));
}

sunrealtype galpha_order_error(const struct galpha_method *method, int k,
                               sunrealtype D)
{
  const sunrealtype c =
    k == 2 ? galpha_family_error(method->family_set, method->model->has[2])
           : 1.0 / (k + 1.0);
  return c * D;
}

/* out = the j-th difference of v; in index 3 from q, since positions satisfy the
 * constraints. */
static void velocity_difference(const struct galpha_method *method, int j,
                                N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  const bool by_q = method->traits->jumps && galpha_hist_count(hist) >= j + 2;
  galpha_poly_last_difference(hist, by_q ? GALPHA_TRACK_Q : GALPHA_TRACK_V,
                              by_q ? j + 1 : j, out);
  if (by_q) { N_VScale(1.0 / hist->now->h, out, out); }
  galpha_space_keep(method->model->space[0], 2, out, out);
}

/* |(h d/dt)^j| of the last state. */
static sunrealtype last_term(const struct galpha_step *step, int j)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = method->model;
  N_Vector x                   = galpha_method_spare(method);
  galpha_poly_last_difference(method->hist, GALPHA_TRACK_Q, j, x);
  if (method->ops->tested)
  {
    method->ops->tested(method, step->errtest->algebraic, x);
  }
  sunrealtype norm = galpha_norm(x, model->ewt_q);
  if (model->has[2])
  {
    velocity_difference(method, j, x);
    norm = fmax(norm, galpha_model_velocity_norm(model, x));
  }
  if (!model->space[1]) { return norm; }
  galpha_poly_last_difference(method->hist, GALPHA_TRACK_S, j, model->s_work);
  galpha_space_keep(model->space[1], 1, model->s_work, model->s_work);
  return fmax(norm, galpha_norm(model->s_work, model->ewt_s));
}

sunrealtype galpha_order_lowered(const struct galpha_step *step, int k,
                                 sunrealtype h)
{
  const struct galpha_method *method = step->method;
  if (galpha_hist_count(method->hist) < k + 2) { return h; }
  const sunrealtype e = galpha_order_error(method, k, last_term(step, k + 1));
  const sunrealtype most =
    galpha_order_allowed(e, k) * fabs(method->hist->now->h);
  return most < fabs(h) ? copysign(most, h) : h;
}
