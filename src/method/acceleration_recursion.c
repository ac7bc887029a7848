/* The acceleration recursion of Bruls and Arnold (2008), (5)-(9): y, y' and y'' of the end
 * of a step as what the predicted a and w make of them, and a multiple of the
 * correction x. In the residual form components have the orders 2, 1 and 0; the
 * coordinates of a mechanism have order 2, for which (7), (8) are Jay and Negrut
 * (2009), (8). */
#include "base/vector_sum.h"
#include "method/method.h"

/* (7), (8). Increments first: q0 + (h v0 + ...) keeps the digits of small steps. */
static void mechanical_base(struct galpha_method *method, N_Vector v)
{
  struct galpha_model *model  = method->model;
  const struct galpha_coef *c = &method->coef;
  N_Vector x[]                = {method->hist->trial->a_used, method->a_pred, v,
                                 method->hist->now->q};
  galpha_sum(4, (sunrealtype[]){c->y_old, c->y_new, c->h, 1.0}, x,
             model->q_base);
  galpha_sum(3, (sunrealtype[]){c->z_old, c->z_new, 1.0}, x, model->v_base);
}

/* out += c2 x for order 2, c1 x for order 1. */
static void add(struct galpha_method *method, sunrealtype c2, sunrealtype c1,
                N_Vector x, N_Vector out)
{
  struct galpha_model *model   = method->model;
  const struct galpha_res *res = model->res;
  const bool second            = res->has[2];
  if (second) { galpha_res_scale(model->res, c2, c1, x, model->work); }
  else if (res->has[0]) { N_VProd(res->mask[1], x, model->work); }
  N_VLinearSum(1.0, out, second ? 1.0 : c1,
               second || res->has[0] ? model->work : x, out);
}

/* (7), (9), extrapolation for order 0; increments first. */
static void base_positions(struct galpha_method *method, N_Vector v)
{
  struct galpha_model *model         = method->model;
  struct galpha_res *res             = model->res;
  const struct galpha_coef *c        = &method->coef;
  const struct galpha_state_coef *c1 = &method->state_coef;
  N_Vector out                       = model->q_base;
  galpha_res_sum(res, 2, (sunrealtype[]){c->y_old, c->y_new},
                 (sunrealtype[]){c1->x_old, c1->x_new},
                 (N_Vector[]){method->hist->trial->a_used, method->a_pred},
                 out);
  if (res->has[2]) { add(method, c->h, 0.0, v, out); }
  if (res->has[0])
  {
    galpha_method_extrapolate_y(method, model->work);
    N_VProd(res->mask[0], model->work, model->work);
    N_VLinearSum(1.0, out, 1.0, model->work, out);
  }
  N_VLinearSum(1.0, method->hist->now->q, 1.0, out, out);
}

/* (6) about x' of the step before, where nothing is of order 2. */
static void rate_base(struct galpha_method *method, N_Vector v)
{
  struct galpha_model *model    = method->model;
  const struct galpha_family *m = method->family;
  const struct galpha_res *res  = model->res;
  const sunrealtype cf          = 1.0 / (1.0 - m->delta_f);
  const sunrealtype c[] = {1.0 - cf, cf * m->delta_m, cf * (1.0 - m->delta_m)};
  N_Vector x[]          = {v, method->hist->trial->a_used, method->a_pred};
  galpha_sum_about(3, c, x, model->v_base);
  if (res->has[0]) { N_VProd(res->mask[1], model->v_base, model->v_base); }
}

/* (7)-(9); in the residual form x' from (6), too. */
void galpha_method_base(struct galpha_method *method, N_Vector v)
{
  struct galpha_model *model    = method->model;
  const struct galpha_family *m = method->family;
  const struct galpha_coef *c   = &method->coef;
  const sunrealtype cf          = 1.0 / (1.0 - m->delta_f);
  if (!model->res)
  {
    mechanical_base(method, v);
    return;
  }
  base_positions(method, v);
  if (!model->res->has[2])
  {
    rate_base(method, v);
    return;
  }
  galpha_res_sum(model->res, 2, (sunrealtype[]){c->z_old, c->z_new},
                 (sunrealtype[]){cf * m->delta_m, cf * (1.0 - m->delta_m)},
                 (N_Vector[]){method->hist->trial->a_used, method->a_pred},
                 model->v_base);
  add(method, 1.0, -cf * m->delta_f, v, model->v_base);
}

/* (5). */
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
  if (model->res) { N_VProd(model->res->mask[2], out, out); }
}

sunrealtype galpha_method_acceleration_shift(const struct galpha_method *method)
{
  const struct galpha_family *m = method->family;
  return (1.0 - m->alpha_m) / ((1.0 - m->alpha_f) * method->coef.y_new);
}

void galpha_method_keep_by_order(struct galpha_method *method, int stage,
                                 N_Vector x)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  const sunrealtype still    = 1.0 / res->c[1];
  (void)stage;
  N_VConst(0.0, x);
  if (res->has[2])
  {
    N_VLinearSum(still, method->v_start, -still, model->v_base, x);
    N_VProd(res->mask[2], x, x);
  }
  if (!res->has[1]) { return; }
  N_VLinearSum(1.0, method->hist->now->q, -1.0, model->q_base, model->work);
  N_VProd(res->mask[1], model->work, model->work);
  N_VLinearSum(1.0, x, 1.0, model->work, x);
}

void galpha_method_keep(struct galpha_method *method, N_Vector v, N_Vector x)
{
  struct galpha_model *model = method->model;
  const sunrealtype still    = 1.0 / method->coef.dv;
  N_VConst(0.0, x);
  galpha_model_split(model, x);
  N_VLinearSum(still, v, -still, model->v_base, model->d);
  galpha_model_merge(model, x);
}
