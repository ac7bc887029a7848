/* The acceleration recursion of Bruls and Arnold (2008), (5)-(9): y, y' and y'' of the end
 * of a step as what the predicted a and w make of them, and a multiple of the
 * correction x. In the residual form components have the orders 2, 1 and 0; the
 * coordinates of a mechanism have order 2, for which (7), (8) are Jay and Negrut
 * (2009), (8). */
#include "base/vector_sum.h"
#include "method/method.h"

/* (7), (8). Increments first: q0 + (h v0 + ...) keeps the digits of small steps. */
static void mechanical_base(struct galpha_form *form, N_Vector v)
{
  const struct galpha_coef *c = &form->coef;
  N_Vector x[]                = {form->hist->trial->a_used, form->a_pred, v,
                                 form->hist->now->q};
  galpha_sum(4, (sunrealtype[]){c->y_old, c->y_new, c->h, 1.0}, x,
             form->q_base);
  galpha_sum(3, (sunrealtype[]){c->z_old, c->z_new, 1.0}, x, form->v_base);
}

/* out += c2 x for order 2, c1 x for order 1. */
static void add(struct galpha_form *form, sunrealtype c2, sunrealtype c1,
                N_Vector x, N_Vector out)
{
  const struct galpha_res *res = form->res;
  const bool second            = res->has[2];
  if (second) { galpha_res_scale(form->res, c2, c1, x, form->work); }
  else if (res->has[0]) { N_VProd(res->mask[1], x, form->work); }
  N_VLinearSum(1.0, out, second ? 1.0 : c1,
               second || res->has[0] ? form->work : x, out);
}

/* (7), (9), extrapolation for order 0; increments first. */
static void base_positions(struct galpha_form *form, N_Vector v)
{
  struct galpha_res *res             = form->res;
  const struct galpha_coef *c        = &form->coef;
  const struct galpha_state_coef *c1 = &form->state_coef;
  N_Vector out                       = form->q_base;
  galpha_res_sum(res, 2, (sunrealtype[]){c->y_old, c->y_new},
                 (sunrealtype[]){c1->x_old, c1->x_new},
                 (N_Vector[]){form->hist->trial->a_used, form->a_pred}, out);
  if (res->has[2]) { add(form, c->h, 0.0, v, out); }
  if (res->has[0])
  {
    galpha_form_extrapolate_y(form, form->work);
    N_VProd(res->mask[0], form->work, form->work);
    N_VLinearSum(1.0, out, 1.0, form->work, out);
  }
  N_VLinearSum(1.0, form->hist->now->q, 1.0, out, out);
}

/* (6) about x' of the step before, where nothing is of order 2. */
static void rate_base(struct galpha_form *form, N_Vector v)
{
  const struct galpha_method *m = form->meth;
  const struct galpha_res *res  = form->res;
  const sunrealtype cf          = 1.0 / (1.0 - m->delta_f);
  const sunrealtype c[] = {1.0 - cf, cf * m->delta_m, cf * (1.0 - m->delta_m)};
  N_Vector x[]          = {v, form->hist->trial->a_used, form->a_pred};
  galpha_sum_about(3, c, x, form->v_base);
  if (res->has[0]) { N_VProd(res->mask[1], form->v_base, form->v_base); }
}

/* (7)-(9); in the residual form x' from (6), too. */
void galpha_form_base(struct galpha_form *form, N_Vector v)
{
  const struct galpha_method *m = form->meth;
  const struct galpha_coef *c   = &form->coef;
  const sunrealtype cf          = 1.0 / (1.0 - m->delta_f);
  if (!form->res)
  {
    mechanical_base(form, v);
    return;
  }
  base_positions(form, v);
  if (!form->res->has[2])
  {
    rate_base(form, v);
    return;
  }
  galpha_res_sum(form->res, 2, (sunrealtype[]){c->z_old, c->z_new},
                 (sunrealtype[]){cf * m->delta_m, cf * (1.0 - m->delta_m)},
                 (N_Vector[]){form->hist->trial->a_used, form->a_pred},
                 form->v_base);
  add(form, 1.0, -cf * m->delta_f, v, form->v_base);
}

/* (5). */
void galpha_form_base_acceleration(struct galpha_form *form)
{
  const struct galpha_method *m = form->meth;
  const sunrealtype cf          = 1.0 / (1.0 - m->alpha_f);
  N_Vector out                  = form->w_base;
  const sunrealtype c[]         = {cf * (1.0 - m->alpha_m), cf * m->alpha_m,
                                   -cf * m->alpha_f};
  N_Vector a[]                  = {form->a_pred, form->hist->trial->a_used,
                                   form->hist->now->qdd};
  galpha_sum(3, c, a, out);
  if (form->res) { N_VProd(form->res->mask[2], out, out); }
}

sunrealtype galpha_form_acceleration_shift(const struct galpha_form *form)
{
  const struct galpha_method *m = form->meth;
  return (1.0 - m->alpha_m) / ((1.0 - m->alpha_f) * form->coef.y_new);
}

/* y of order 1 and y' of order 2 stay. */
static void keep_by_order(struct galpha_form *form, N_Vector x)
{
  struct galpha_res *res  = form->res;
  const sunrealtype still = 1.0 / res->c[1];
  if (res->has[2])
  {
    N_VLinearSum(still, form->v_start, -still, form->v_base, x);
    N_VProd(res->mask[2], x, x);
  }
  if (!res->has[1]) { return; }
  N_VLinearSum(1.0, form->hist->now->q, -1.0, form->q_base, form->work);
  N_VProd(res->mask[1], form->work, form->work);
  N_VLinearSum(1.0, x, 1.0, form->work, x);
}

/* In stage 2 those of stage 1, without the last step's difference of the two. */
void galpha_form_keep_velocities(struct galpha_form *form, int stage,
                                 N_Vector x)
{
  const struct galpha_state *now = form->hist->now;
  const sunrealtype still        = 1.0 / form->coef.dv;
  N_VConst(0.0, x);
  if (form->res)
  {
    keep_by_order(form, x);
    return;
  }
  N_Vector v = galpha_form_is_index3(form) ? form->v_start : now->v;
  galpha_form_split(form, x);
  if (stage > 0) { N_VScale(-form->coef.y_new, now->e, form->d); }
  else { N_VLinearSum(still, v, -still, form->v_base, form->d); }
  if (!form->views)
  {
    galpha_pack(&form->parts, form->d, form->dl, form->dp, x);
  }
}
