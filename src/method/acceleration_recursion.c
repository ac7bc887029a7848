/* The acceleration recursion of Bruls and Arnold (2008), (5)-(9): y, y' and y'' at
 * the end of a step are those of the predicted a and w (the base, x = 0) plus a
 * multiple of the correction x. In the residual form components have the orders 2, 1
 * and 0; the coordinates of a mechanism have order 2, for which (7), (8) coincide
 * with (8) of Jay and Negrut (2009). */
#include <math.h>

#include "base/vector_sum.h"
#include "method/method.h"

static N_Vector predicted_rate(const struct galpha_method *method, int space)
{
  return space == 0 ? method->a_pred : method->w_pred;
}

/* y at x = 0: (7), (9), and extrapolation for order 0. Sums the increments first, because
 * q0 + (h v0 + ...) loses no digits of small steps. */
static void base_values(struct galpha_method *method, int space, N_Vector v,
                        N_Vector out)
{
  const struct galpha_space *sp      = method->model->space[space];
  const struct galpha_coef *c        = &method->coef;
  const struct galpha_state_coef *c1 = &method->state_coef;
  N_Vector y   = galpha_state_view(method->hist->now, space).y;
  N_Vector x[] = {galpha_state_view(method->hist->trial, space).rate_used,
                  predicted_rate(method, space), v, y};
  if (!sp->has[0] && !sp->has[1])
  {
    galpha_sum(4, (sunrealtype[]){c->y_old, c->y_new, c->h, 1.0}, x, out);
    return;
  }
  galpha_space_sum(sp, 2, (sunrealtype[]){c->y_old, c->y_new},
                   (sunrealtype[]){c1->x_old, c1->x_new}, x, out);
  if (sp->has[2]) { galpha_space_add(sp, c->h, 0.0, v, out); }
  if (sp->has[0])
  {
    galpha_method_extrapolate_y(method, space, sp->work);
    galpha_space_keep(sp, 0, sp->work, sp->work);
    N_VLinearSum(1.0, out, 1.0, sp->work, out);
  }
  N_VLinearSum(1.0, y, 1.0, out, out);
}

/* y' at x = 0 by (6), without components of order 2: x'_n plus differences to it. */
static void base_first_rates(struct galpha_method *method, int space,
                             N_Vector v, N_Vector out)
{
  const struct galpha_space *sp = method->model->space[space];
  const struct galpha_family *m = method->family;
  const sunrealtype cf          = 1.0 / (1.0 - m->delta_f);
  const sunrealtype c[] = {1.0 - cf, cf * m->delta_m, cf * (1.0 - m->delta_m)};
  N_Vector x[] = {v, galpha_state_view(method->hist->trial, space).rate_used,
                  predicted_rate(method, space)};
  galpha_sum_about(3, c, x, out);
  if (sp->has[0]) { galpha_space_keep(sp, 1, out, out); }
}

/* y' at x = 0: (8) for order 2, (6) for order 1. */
static void base_rates(struct galpha_method *method, int space, N_Vector v,
                       N_Vector out)
{
  const struct galpha_space *sp = method->model->space[space];
  const struct galpha_family *m = method->family;
  const struct galpha_coef *c   = &method->coef;
  const sunrealtype cf          = 1.0 / (1.0 - m->delta_f);
  N_Vector x[] = {galpha_state_view(method->hist->trial, space).rate_used,
                  predicted_rate(method, space), v};
  if (!sp->has[0] && !sp->has[1])
  {
    galpha_sum(3, (sunrealtype[]){c->z_old, c->z_new, 1.0}, x, out);
    return;
  }
  galpha_space_sum(sp, 2, (sunrealtype[]){c->z_old, c->z_new},
                   (sunrealtype[]){cf * m->delta_m, cf * (1.0 - m->delta_m)}, x,
                   out);
  galpha_space_add(sp, 1.0, -cf * m->delta_f, v, out);
}

static void base(struct galpha_method *method, int space, N_Vector v)
{
  const struct galpha_base to = galpha_model_base(method->model, space);
  base_values(method, space, v, to.y);
  if (method->model->space[space]->has[2])
  {
    base_rates(method, space, v, to.yp);
  }
  else { base_first_rates(method, space, v, to.yp); }
}

void galpha_method_base(struct galpha_method *method, N_Vector v)
{
  base(method, 0, v);
}

void galpha_method_shift_rates(struct galpha_method *method, int space)
{
  const struct galpha_state_view now =
    galpha_state_view(method->hist->now, space);
  galpha_space_shift(method->model->space[space], method->coef.shift,
                     method->state_coef.shift, now.rate, now.rate_used,
                     galpha_state_view(method->hist->trial, space).rate_used);
}

/* The first step of a method that knows the derivatives of the rates at the start. They
 * count by at most twice the change of the rate: beyond that h does not resolve them. */
static bool first_error(struct galpha_method *method, int space, N_Vector est)
{
  const struct galpha_state *now = method->hist->now;
  const sunrealtype h            = method->coef.h;
  const bool states              = space == 1;
  if (method->coef.h_last != 0.0 || !method->ops->second_rates ||
      !method->opt.shifted)
  {
    return false;
  }
  N_Vector derivative = states ? method->state_jerk : method->jerk;
  const bool smooth   = states ? galpha_method_states_smooth(method)
                               : galpha_method_is_smooth(method);
  sunrealtype w[2];
  galpha_coef_first(method->family, states, h, smooth, w);
  N_VLinearSum(1.0, galpha_state_view(method->hist->trial, space).rate, -1.0,
               galpha_state_view(now, space).rate, est);
  const sunrealtype most = 2.0 * N_VMaxNorm(est);
  const sunrealtype size = fabs(h) * N_VMaxNorm(derivative);
  N_VLinearSum(w[0], est, w[1] * (size > most ? most / size : 1.0), derivative,
               est);
  return true;
}

void galpha_method_error(struct galpha_method *method, int space,
                         N_Vector first, N_Vector est_y, N_Vector est_yp)
{
  const struct galpha_space *sp = method->model->space[space];
  const struct galpha_coef *c   = &method->coef;
  const struct galpha_state_view now =
    galpha_state_view(method->hist->now, space);
  const struct galpha_state_view end =
    galpha_state_view(method->hist->trial, space);
  N_Vector rate[] = {now.rate_used, now.rate, end.rate};
  if (!sp->has[2])
  {
    if (!first_error(method, space, est_y))
    {
      galpha_sum(3, method->state_coef.err_x, rate, est_y);
    }
    if (est_yp) { N_VConst(0.0, est_yp); }
    return;
  }
  N_VLinearSum(c->err_y, first, -c->err_y, end.rate_used, est_y);
  galpha_space_keep(sp, 2, est_y, est_y);
  if (!first_error(method, space, est_yp))
  {
    galpha_sum(3, c->err_z, rate, est_yp);
  }
  galpha_space_keep(sp, 2, est_yp, est_yp);
  if (!sp->has[1]) { return; }
  galpha_sum(3, method->state_coef.err_x, rate, sp->work);
  galpha_space_keep(sp, 1, sp->work, sp->work);
  N_VLinearSum(1.0, est_y, 1.0, sp->work, est_y);
}

void galpha_method_distance_from_line(struct galpha_method *method,
                                      enum galpha_track track, N_Vector est)
{
  const sunrealtype r = method->coef.h_ratio;
  N_Vector x[3]       = {galpha_hist_trial(method->hist, track)};
  galpha_hist_values(method->hist, track, 2, x + 1);
  galpha_sum(3, (sunrealtype[]){0.5, -0.5 * (1.0 + r), 0.5 * r}, x, est);
}

void galpha_method_predict_states(struct galpha_method *method)
{
  const struct galpha_space *sp = method->model->space[1];
  if (!sp) { return; }
  const struct galpha_state_view now = galpha_state_view(method->hist->now, 1);
  N_Vector used = galpha_state_view(method->hist->trial, 1).rate_used;
  if (method->coef.h_last == 0.0)
  {
    const bool smooth = galpha_method_states_smooth(method);
    N_VLinearSum(1.0, now.yp,
                 smooth ? method->family->delta * method->coef.h : 0.0,
                 method->state_jerk, used);
  }
  else { galpha_method_shift_rates(method, 1); }
  galpha_method_extrapolate(method, 1, method->w_pred);
  base(method, 1, now.yp);
}

/* (5) for order 2. */
void galpha_method_base_acceleration(struct galpha_method *method)
{
  struct galpha_model *model    = method->model;
  const struct galpha_family *m = method->family;
  const sunrealtype cf          = 1.0 / (1.0 - m->alpha_f);
  N_Vector out                  = model->w_base;
  const sunrealtype c[]         = {cf * (1.0 - m->alpha_m), cf * m->alpha_m,
                                   -cf * m->alpha_f};
  N_Vector a[]                  = {method->a_pred, method->hist->trial->a_used,
                                   method->hist->now->qdd};
  galpha_sum(3, c, a, out);
  galpha_model_keep_second(model, out);
}

sunrealtype galpha_method_acceleration_shift(const struct galpha_method *method)
{
  const struct galpha_family *m = method->family;
  return (1.0 - m->alpha_m) / ((1.0 - m->alpha_f) * method->coef.y_new);
}

void galpha_method_keep_velocities_by_order(struct galpha_method *method,
                                            int stage, N_Vector x)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  const sunrealtype dq_dv    = 1.0 / res->c[1];
  (void)stage;
  N_VConst(0.0, x);
  if (res->space.has[2])
  {
    N_VLinearSum(dq_dv, method->v_start, -dq_dv, model->v_base, x);
    N_VProd(res->space.mask[2], x, x);
  }
  if (!res->space.has[1]) { return; }
  N_VLinearSum(1.0, method->hist->now->q, -1.0, model->q_base, model->work);
  galpha_space_keep(&res->space, 1, model->work, model->work);
  N_VLinearSum(1.0, x, 1.0, model->work, x);
}

void galpha_method_keep_velocities(struct galpha_method *method, N_Vector v,
                                   N_Vector x)
{
  struct galpha_model *model = method->model;
  const sunrealtype dq_dv    = 1.0 / method->coef.dv;
  N_VConst(0.0, x);
  galpha_model_split(model, x);
  N_VLinearSum(dq_dv, v, -dq_dv, model->v_base, model->d);
  galpha_model_merge(model, x);
}
