#include "method/residual_recursion.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"

int galpha_recursion_stages(const struct galpha_method *method)
{
  (void)method;
  return 1;
}

/* (14) of Jay and Negrut (2009) on a and w, then extrapolation of both to the new
 * step. */
int galpha_recursion_predict(struct galpha_method *method)
{
  const struct galpha_state *now = method->hist->now;
  struct galpha_state *s         = method->hist->trial;
  galpha_method_choose_degree(method);
  method->v_start = now->v;
  if (method->coef.h_last == 0.0)
  {
    if (method->jerk) { N_VConst(0.0, method->jerk); }
    N_VScale(1.0, now->a, s->a_used);
    N_VScale(1.0, s->a_used, method->a_pred);
    return 0;
  }
  galpha_method_shift_rates(method, 0);
  galpha_method_extrapolate(method, 0, method->a_pred);
  return 0;
}

void galpha_recursion_set_shifts(struct galpha_method *method)
{
  struct galpha_res *res      = method->model->res;
  const struct galpha_coef *c = &method->coef;
  galpha_res_set_shifts(res, method->state_coef.cx, c->dv,
                        galpha_method_acceleration_shift(method));
  galpha_model_set_shifts(method->model, res->c);
  galpha_res_shifts(res, 1.0 / c->y_new, 1.0 / method->state_coef.x_new);
}

int galpha_recursion_begin(struct galpha_method *method, int stage)
{
  (void)stage;
  galpha_recursion_set_shifts(method);
  galpha_method_base(method, method->v_start);
  if (method->model->res->space.has[2])
  {
    galpha_method_base_acceleration(method);
  }
  galpha_held_base(method);
  return 0;
}

/* t, y, y' and y'' (model->f) at x. */
static void set_point(struct galpha_method *method, N_Vector x)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  galpha_model_set_time(model, method->hist->trial->t);
  galpha_add(model->q_base, 1.0, x, model->at.q);
  galpha_res_velocity(res, model->v_base, x, model->at.v);
  if (!res->space.has[2]) { return; }
  N_VProd(res->ca, x, model->f);
  N_VLinearSum(1.0, model->w_base, 1.0, model->f, model->f);
}

int galpha_recursion_residual(struct galpha_method *method, int stage,
                              N_Vector x, N_Vector r)
{
  struct galpha_model *model = method->model;
  (void)stage;
  set_point(method, x);
  const int ret = galpha_res_newton(model->res, model->at.t, model->at.q,
                                    model->at.v, model->f, r);
  if (ret) { return ret; }
  N_VScale(1.0, r, model->rq);
  if (!method->held) { return 0; }
  N_VProd(method->a_tilde, r, model->work);
  N_VLinearSum(1.0, r, -1.0, model->work, r);
  return 0;
}

/* qdd: y'' of order 2 (model->f) and x' of order 1. */
static void store_derivatives(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  struct galpha_state *s     = method->hist->trial;
  if (!s->qdd) { return; }
  galpha_space_scale(&res->space, 0.0, 1.0, s->v, s->qdd);
  if (res->space.has[2]) { N_VLinearSum(1.0, s->qdd, 1.0, model->f, s->qdd); }
}

void galpha_recursion_store(struct galpha_method *method, N_Vector x)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  set_point(method, x);
  N_VScale(1.0, model->at.q, s->q);
  N_VScale(1.0, model->at.v, s->v);
  store_derivatives(method);
}

int galpha_recursion_end(struct galpha_method *method, int stage, N_Vector x)
{
  struct galpha_state *s = method->hist->trial;
  (void)stage;
  galpha_recursion_store(method, x);
  galpha_res_rates(method->model->res, method->a_pred, x, s->a);
  return 0;
}

static void exclude(struct galpha_method *method, int algebraic, N_Vector est)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  if (res->untested)
  {
    N_VProd(res->untested, est, model->work);
    N_VLinearSum(1.0, est, -1.0, model->work, est);
  }
  /* as in IDA: what the user's id declares algebraic is not tested, even if y' of it
     is in F */
  if (res->hint && algebraic == 0 && !galpha_res_hint_tells_all(res))
  {
    N_VProd(res->hint, est, est);
  }
}

/* Components of order 0 are tested by a power of h. */
static bool is_scaled(const struct galpha_space *sp, int algebraic)
{
  return sp->has[0] && algebraic > 1;
}

bool galpha_recursion_mask(const struct galpha_method *method, int algebraic,
                           N_Vector *mask)
{
  struct galpha_res *res        = method->model->res;
  const struct galpha_space *sp = &res->space;
  const bool by_id =
    res->hint && algebraic == 0 && !galpha_res_hint_tells_all(res);
  const bool left_out = sp->has[0] && algebraic == 0;
  *mask               = left_out ? sp->mask[1] : NULL;
  return !res->untested && !by_id && !(left_out && sp->has[2]) &&
         !is_scaled(sp, algebraic);
}

void galpha_recursion_tested(struct galpha_method *method, int algebraic,
                             N_Vector x)
{
  struct galpha_model *model    = method->model;
  const struct galpha_space *sp = &model->res->space;
  const bool left_out           = sp->has[0] && algebraic == 0;
  if (left_out && !sp->has[2]) { N_VProd(sp->mask[1], x, x); }
  else if (left_out || is_scaled(sp, algebraic))
  {
    const sunrealtype c =
      left_out ? 0.0 : pow(fabs(method->coef.h), algebraic - 1);
    galpha_space_keep(sp, 0, x, model->work);
    N_VLinearSum(1.0, x, c - 1.0, model->work, x);
  }
  exclude(method, algebraic, x);
}

void galpha_recursion_estimate(struct galpha_method *method, int algebraic,
                               N_Vector est_q, N_Vector est_v)
{
  struct galpha_model *model   = method->model;
  struct galpha_res *res       = model->res;
  const struct galpha_state *s = method->hist->trial;
  galpha_method_error(method, 0, s->a, est_q, est_v);
  /* the first value is a guess where the first steps are of backward Euler */
  const int known = method->last_order == 1 ? 3 : 2;
  if (res->space.has[0] && algebraic > 0 &&
      galpha_hist_depth(method->hist) > known)
  {
    /* a third of the distance from the parabola through the last three values */
    galpha_method_parabola(method, s->t, 0, model->work);
    const sunrealtype third = pow(fabs(method->coef.h), algebraic - 1) / 3.0;
    N_VLinearSum(third, s->q, -third, model->work, model->work);
    galpha_space_keep(&res->space, 0, model->work, model->work);
    N_VLinearSum(1.0, est_q, 1.0, model->work, est_q);
  }
  exclude(method, algebraic, est_q);
}

void galpha_method_res_all_errors(struct galpha_method *method, N_Vector est)
{
  if (method->step_order >= GALPHA_LEAST_BDF)
  {
    galpha_bdf_error(method, GALPHA_TRACK_Q, est);
    return;
  }
  galpha_method_error(method, 0, method->hist->trial->a, est,
                      method->model->work);
}

int galpha_method_res_start_residual(struct galpha_method *method,
                                     const struct galpha_state *z, N_Vector r)
{
  struct galpha_model *model   = method->model;
  struct galpha_res *res       = model->res;
  const struct galpha_state *x = method->hist->now;
  N_VLinearSum(1.0, z->q, -1.0, x->q, model->work);
  galpha_space_keep(&res->space, 0, model->work, model->work);
  N_VLinearSum(1.0, x->q, 1.0, model->work, model->work);
  return galpha_res_eval(res, x->t, model->work, z->v, NULL, r);
}

void galpha_method_res_take_rates(struct galpha_method *method)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *z = method->hist->trial;
  struct galpha_state *x       = method->hist->now;
  N_Vector all[]               = {x->v, x->a, x->a_used, x->qdd};
  for (int i = 0; i < 4; i++)
  {
    if (!all[i]) { continue; }
    N_VLinearSum(1.0, z->v, -1.0, all[i], model->work);
    galpha_space_keep(&model->res->space, 1, model->work, model->work);
    N_VLinearSum(1.0, all[i], 1.0, model->work, all[i]);
  }
}

int galpha_method_res_estimate_rhs(struct galpha_method *method, N_Vector est,
                                   bool positions, N_Vector out)
{
  struct galpha_model *model   = method->model;
  struct galpha_res *res       = model->res;
  const struct galpha_state *s = method->hist->trial;
  N_VProd(res->ca, est, model->work);
  N_VLinearSum(1.0, model->f, 1.0, model->work, model->rc);
  galpha_space_scale(&res->space, positions ? res->c[1] : 0.0, res->c[0], est,
                     model->work);
  N_VLinearSum(1.0, s->v, 1.0, model->work, model->work);
  return galpha_res_eval(res, s->t, s->q, model->work, model->rc, out);
}

void galpha_method_res_project(struct galpha_method *method, N_Vector x,
                               N_Vector est)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  N_VProd(res->space.mask[0], est, model->work);
  galpha_space_scale(&res->space, 1.0, 1.0, x, est);
  N_VLinearSum(1.0, est, 1.0, model->work, est);
}

/* The start iteration finds a_alpha of the first step as a second-order
 * approximation of y''(t0 + alpha h): (8) of Jay and Negrut (2009) with y'' in place
 * of f, that is a_alpha = y''_0 + alpha D, D = y''_1 - y''_0 of the solved step,
 * repeated until D converges. With constraints on y, v_0 is corrected too: y_1 = y_0
 * + h v_0 + ... has the local error c h^3 y''', c = beta + alpha/2 - 1/6 (15), which
 * the constraints turn into an error O(h) of y''. In later steps v_n already
 * contains -c h D along the constraint gradients; v_0 gets the same. */

static bool applies(const struct galpha_method *method)
{
  struct galpha_model *model    = method->model;
  const struct galpha_family *m = method->family;
  return model->res->space.has[2] && method->opt.shifted &&
         method->coef.h_last == 0.0 && galpha_method_order(method) == 2 &&
         fabs(m->gamma + m->alpha - 0.5) <= 1e-9 &&
         (m->alpha != 0.0 || method->traits->jumps);
}

static sunrealtype defect(struct galpha_method *method, N_Vector defect)
{
  const struct galpha_hist *hist = method->hist;
  N_VLinearSum(1.0, hist->trial->qdd, -1.0, hist->now->qdd, defect);
  N_VProd(method->model->res->space.mask[2], defect, defect);
  const sunrealtype size = N_VMaxNorm(defect);
  N_VLinearSum(1.0, defect, -1.0, method->jerk, defect);
  return N_VMaxNorm(defect) / size;
}

/* Where constraints prescribe y, an error dD of D (and thereby of alpha D and c h D)
 * appears in D of the next solve multiplied by this factor: it follows from 0 = h dv
 * + h^2 ((1/2 - beta) alpha dD + beta da), dv = -c h dD. shift divides it out. */
static sunrealtype feedback(const struct galpha_method *method)
{
  const struct galpha_family *m = method->family;
  const sunrealtype c = method->coef.err_y / (method->coef.h * method->coef.h);
  const sunrealtype a = (c - (0.5 - m->beta) * m->alpha) / m->beta;
  return ((1.0 - m->alpha_m) * a + m->alpha_m * m->alpha) / (1.0 - m->alpha_f);
}

static bool shift(struct galpha_method *method, N_Vector defect,
                  N_Vector tangential)
{
  struct galpha_model *model     = method->model;
  const sunrealtype alpha        = method->family->alpha;
  const sunrealtype gain         = 1.0 / (1.0 - feedback(method));
  const struct galpha_state *now = method->hist->now;
  struct galpha_state *s         = method->hist->trial;
  N_VLinearSum(1.0, method->jerk, 1.0, tangential, method->jerk);
  N_VLinearSum(1.0, defect, -1.0, tangential, model->work);
  N_VLinearSum(1.0, method->jerk, gain, model->work, method->jerk);
  if (!(fabs(alpha) * N_VMaxNorm(method->jerk) <= 2.0 * N_VMaxNorm(now->qdd)))
  {
    return false;
  }
  N_VLinearSum(1.0, method->v_start,
               -gain * method->coef.err_y / method->coef.h, model->work,
               method->zt);
  method->v_start = method->zt;
  N_VLinearSum(1.0, now->qdd, alpha, method->jerk, s->a_used);
  N_VScale(1.0, s->a, method->a_pred);
  return true;
}

/* Hermite cubics of y of order 1 and of y' of order 2, the cubic through y and y' of order
 * 2; lines of order 0. */
static int midpoint(struct galpha_method *method, N_Vector r)
{
  struct galpha_res *res        = method->model->res;
  const struct galpha_space *sp = &res->space;
  const struct galpha_state *x = method->hist->now, *z = method->hist->trial;
  const sunrealtype h = method->coef.h;
  /* not res->y, res->yp: they may be those of the trial state */
  N_Vector y = res->jac_r, yp = method->model->v_base, ypp = res->ypp;
  N_Vector work = method->model->work;
  N_VLinearSum(0.5, x->q, 0.5, z->q, y);
  N_VLinearSum(1.0, x->v, -1.0, z->v, work);
  galpha_space_add(sp, 0.125 * h, 0.125 * h, work, y);
  N_VLinearSum(1.0, x->v, 1.0, z->v, work);
  galpha_space_scale(sp, 0.5, -0.25, work, yp);
  N_VLinearSum(1.0, z->q, -1.0, x->q, work);
  galpha_space_add(sp, 0.0, 1.5 / h, work, yp);
  if (sp->has[2])
  {
    N_VLinearSum(1.0, x->qdd, -1.0, z->qdd, work);
    galpha_space_add(sp, 0.125 * h, 0.0, work, yp);
    N_VLinearSum(1.5 / h, z->v, -1.5 / h, x->v, ypp);
    N_VLinearSum(1.0, ypp, -0.25, x->qdd, ypp);
    N_VLinearSum(1.0, ypp, -0.25, z->qdd, ypp);
    galpha_space_keep(sp, 2, ypp, ypp);
  }
  return galpha_res_eval(res, x->t + 0.5 * h, y, yp, ypp, r);
}

static void error(struct galpha_method *method, int algebraic, N_Vector x,
                  N_Vector est_q, N_Vector est_v)
{
  struct galpha_res *res        = method->model->res;
  const struct galpha_space *sp = &res->space;
  const sunrealtype c           = 2.0 / 3.0 * method->coef.h;
  galpha_space_add(sp, 0.0, c * res->c[0], x, est_q);
  exclude(method, algebraic, est_q);
  if (!sp->has[2]) { return; }
  N_VProd(res->ca, x, est_v);
  galpha_space_scale(sp, c, 0.0, est_v, est_v);
}

static const struct galpha_start_iteration start = {applies, defect, shift,
                                                    midpoint, error};

const struct galpha_method_traits galpha_recursion_traits = {
  .relax_size = RELAX_SIZE, .h_deadband = H_DEADBAND};

const struct galpha_method_ops galpha_method_residual = {
  GALPHA_RECURSION_MEMBER, .name = "residual form", .order = 2,
  .higher = &galpha_method_residual_bdf, .start = &start};
