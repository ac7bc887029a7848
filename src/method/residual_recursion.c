#include "method/residual_recursion.h"

#include <float.h>
#include <math.h>

#include "base/vector_sum.h"
#include "model/matrix_ops.h"

#define NOISE 10.0 /* times the sample of round-off */
#define MOVED 1e3  /* tolerances */

static int stages(const struct galpha_form *form)
{
  (void)form;
  return 1;
}

/* (14) of Jay and Negrut (2009) on a and w, and linear extrapolation. */
static int predict(struct galpha_form *form)
{
  const struct galpha_state *now = form->hist->now;
  struct galpha_state *s         = form->hist->trial;
  const struct galpha_coef *c    = &form->coef;
  galpha_form_choose_degree(form);
  form->v_start = now->v;
  if (c->h_last == 0.0)
  {
    N_VConst(0.0, form->jerk);
    N_VScale(1.0, now->qdd, s->a_used);
    N_VScale(1.0, s->a_used, form->a_pred);
    return 0;
  }
  N_VLinearSum(1.0, now->a, -1.0, now->a_used, form->work);
  galpha_res_sum(form->res, 2, (sunrealtype[]){1.0, c->shift},
                 (sunrealtype[]){1.0, form->state_coef.shift},
                 (N_Vector[]){now->a, form->work}, s->a_used);
  galpha_form_extrapolate(form, form->a_pred);
  return 0;
}

static int begin(struct galpha_form *form, int stage)
{
  struct galpha_res *res      = form->res;
  const struct galpha_coef *c = &form->coef;
  (void)stage;
  res->c[0] = form->state_coef.cx;
  res->c[1] = c->dv;
  res->c[2] = galpha_form_acceleration_shift(form);
  galpha_res_shifts(res, 1.0 / c->y_new, 1.0 / form->state_coef.x_new);
  galpha_form_base(form, form->v_start);
  if (res->has[2]) { galpha_form_base_acceleration(form); }
  return 0;
}

/* form->f serves as y'' of the point. */
static void point(struct galpha_form *form, N_Vector x)
{
  struct galpha_res *res = form->res;
  form->at.t             = form->hist->trial->t;
  N_VLinearSum(1.0, form->q_base, 1.0, x, form->at.q);
  N_VProd(res->cv, x, form->at.v);
  N_VLinearSum(1.0, form->v_base, 1.0, form->at.v, form->at.v);
  if (!res->has[2]) { return; }
  N_VProd(res->ca, x, form->f);
  N_VLinearSum(1.0, form->w_base, 1.0, form->f, form->f);
}

static int residual(struct galpha_form *form, int stage, N_Vector x, N_Vector r)
{
  (void)stage;
  point(form, x);
  const int ret = galpha_res_newton(form->res, form->at.t, form->at.q,
                                    form->at.v, form->f, r);
  if (!ret) { N_VScale(1.0, r, form->rq); }
  return ret;
}

/* y'' of order 2 (form->f) and x'. */
static void take_derivatives(struct galpha_form *form)
{
  struct galpha_res *res = form->res;
  struct galpha_state *s = form->hist->trial;
  galpha_res_scale(res, 0.0, 1.0, s->v, s->qdd);
  if (res->has[2]) { N_VLinearSum(1.0, s->qdd, 1.0, form->f, s->qdd); }
}

static int end(struct galpha_form *form, int stage, N_Vector x)
{
  struct galpha_res *res = form->res;
  struct galpha_state *s = form->hist->trial;
  (void)stage;
  point(form, x);
  N_VScale(1.0, form->at.q, s->q);
  N_VScale(1.0, form->at.v, s->v);
  N_VProd(res->da, x, s->a);
  N_VLinearSum(1.0, form->a_pred, 1.0, s->a, s->a);
  take_derivatives(form);
  return 0;
}

const struct galpha_form_ops galpha_form_residual = {
  GALPHA_RESIDUAL, predict, stages, begin, residual, end};

/* Of orders 2 and 1; a and w are 0 where the order is. */
static void errors_by_order(struct galpha_form *form, N_Vector est_q,
                            N_Vector est_v)
{
  struct galpha_res *res       = form->res;
  const struct galpha_state *s = form->hist->trial;
  const struct galpha_coef *c  = &form->coef;
  N_Vector a[] = {form->hist->now->a_used, form->hist->now->a, s->a};
  if (!res->has[2])
  {
    galpha_sum(3, form->state_coef.err_x, a, est_q);
    N_VConst(0.0, est_v);
    return;
  }
  N_VLinearSum(c->err_y, s->a, -c->err_y, s->a_used, est_q);
  N_VProd(res->mask[2], est_q, est_q);
  galpha_sum(3, c->err_z, a, est_v);
  N_VProd(res->mask[2], est_v, est_v);
  if (!res->has[1]) { return; }
  galpha_sum(3, form->state_coef.err_x, a, form->work);
  N_VProd(res->mask[1], form->work, form->work);
  N_VLinearSum(1.0, est_q, 1.0, form->work, est_q);
}

void galpha_form_res_errors(struct galpha_form *form, int algebraic,
                            N_Vector est_q, N_Vector est_v)
{
  struct galpha_res *res       = form->res;
  const struct galpha_state *s = form->hist->trial;
  errors_by_order(form, est_q, est_v);
  if (res->has[0] && algebraic > 0 && galpha_hist_depth(form->hist) > 2)
  {
    /* a third of the distance from the parabola through the last values */
    galpha_form_parabola(form, s->t, 0, form->work);
    const sunrealtype third = pow(fabs(form->coef.h), algebraic - 1) / 3.0;
    N_VLinearSum(third, s->q, -third, form->work, form->work);
    N_VProd(res->mask[0], form->work, form->work);
    N_VLinearSum(1.0, est_q, 1.0, form->work, est_q);
  }
  if (res->untested)
  {
    N_VProd(res->untested, est_q, form->work);
    N_VLinearSum(1.0, est_q, -1.0, form->work, est_q);
  }
  /* as in IDA: also a component with y' in F that the user calls algebraic */
  if (res->hint && algebraic == 0) { N_VProd(res->hint, est_q, est_q); }
}

sunrealtype galpha_form_res_order_norm(struct galpha_form *form, int order,
                                       N_Vector d)
{
  N_VProd(form->res->mask[order], d, form->work);
  const sunrealtype norm = N_VWrmsNorm(form->work, form->ewt_q);
  return order < 2 ? norm
                   : fmax(norm, fabs(form->coef.dv) *
                                  galpha_form_velocity_norm(form, form->work));
}

sunrealtype galpha_form_res_motion(struct galpha_form *form, N_Vector x)
{
  N_VProd(form->res->mask[0], x, form->work);
  N_VLinearSum(1.0, x, -1.0, form->work, form->work);
  return N_VMaxNorm(form->work);
}

/* out = x, components of the order moved by many tolerances, each another way: equal
 * ones would cancel where F has differences of multipliers. */
static void moved(struct galpha_form *form, int order, N_Vector x, N_Vector out)
{
  galpha_vector_signs(out, 0.5);
  N_VDiv(out, form->ewt_q, out);
  N_VProd(form->res->mask[order], out, out);
  N_VLinearSum(1.0, x, MOVED, out, out);
}

bool galpha_form_res_constrained(struct galpha_form *form)
{
  struct galpha_res *res           = form->res;
  const struct galpha_failure kept = form->sys->fail;
  N_Vector r                       = form->rc;
  if (res->constrained != 0) { return res->constrained > 0; }
  moved(form, 0, form->at.q, res->y);
  moved(form, 1, form->at.v, res->yp);
  moved(form, 2, form->f, res->ypp);
  const int ret =
    galpha_res_eval(res, form->at.t, res->y, res->yp, res->ypp, r);
  N_VLinearSum(1.0, r, -1.0, form->rq, r);
  N_VAbs(r, r);
  if (!ret) { res->constrained = N_VMin(r) == 0.0 ? 1 : -1; }
  form->sys->fail = kept;
  return res->constrained > 0;
}

/* out = 1 in the rows of F that differ from form->rq at y and y', 0 elsewhere. */
static int changed_rows(struct galpha_form *form, N_Vector y, N_Vector yp,
                        N_Vector out)
{
  const int ret = galpha_res_eval(form->res, form->at.t, y, yp, form->f, out);
  N_VLinearSum(1.0, out, -1.0, form->rq, out);
  N_VCompare(DBL_MIN, out, out);
  return ret;
}

/* Rows with y' of some components (in form->rc), and those of them that contain
 * nothing of order 0 (in res->jac_r). */
static int rows_with_rates(struct galpha_form *form, N_Vector some)
{
  struct galpha_res *res = form->res;
  N_Vector rows = form->rc, rest = res->jac_r;
  int ret =
    galpha_res_eval(res, form->at.t, form->at.q, form->at.v, form->f, form->rq);
  N_VAbs(form->at.v, rest);
  moved(form, 1, rest, res->yp);
  N_VProd(some, res->yp, res->yp);
  N_VLinearSum(1.0, form->at.v, 1.0, res->yp, res->yp);
  if (!ret) { ret = changed_rows(form, form->at.q, res->yp, rows); }
  moved(form, 0, form->at.q, res->y);
  if (!ret) { ret = changed_rows(form, res->y, form->at.v, rest); }
  N_VProd(rows, rest, rest);
  N_VLinearSum(1.0, rows, -1.0, rest, rest);
  return ret;
}

bool galpha_form_res_unbounded(struct galpha_form *form, N_Vector some)
{
  struct galpha_res *res           = form->res;
  const struct galpha_failure kept = form->sys->fail;
  int ret                          = rows_with_rates(form, some);
  if (!ret && res->constrained == 0)
  {
    galpha_form_res_constrained(form); /* overwrites form->rc */
    ret = rows_with_rates(form, some);
  }
  form->sys->fail = kept;
  if (ret || N_VMaxNorm(res->jac_r) > 0.0) { return false; }
  return N_VMaxNorm(form->rc) == 0.0 || res->constrained > 0;
}

void galpha_form_res_all_errors(struct galpha_form *form, N_Vector est)
{
  errors_by_order(form, est, form->work);
}

int galpha_form_res_start_index(struct galpha_form *form)
{
  struct galpha_res *res           = form->res;
  const struct galpha_state *now   = form->hist->now;
  const struct galpha_failure kept = form->sys->fail;
  form->at.t                       = now->t;
  /* beside the start, where derivatives may happen to be zero */
  moved(form, 1, now->q, form->at.q);
  N_VLinearSum(1.0 - 1.0 / MOVED, now->q, 1.0 / MOVED, form->at.q, form->at.q);
  N_VScale(1.0, now->v, form->at.v);
  N_VConst(1.0, res->work);
  const int ret   = rows_with_rates(form, res->work);
  form->sys->fail = kept;
  if (ret || !galpha_form_res_constrained(form)) { return 1; }
  return N_VMaxNorm(res->jac_r) > 0.0 ? 3 : 2;
}

/* Corrections that round-off makes do not count. */
sunrealtype galpha_form_res_norm(struct galpha_form *form, N_Vector d)
{
  struct galpha_res *res = form->res;
  sunrealtype norm       = 0.0;
  if (!res->has[2]) { return N_VWrmsNorm(d, form->ewt_q); }
  for (int k = 0; k < 3; k++)
  {
    const sunrealtype part =
      res->has[k] ? galpha_form_res_order_norm(form, k, d) : 0.0;
    if (!(part <= NOISE * galpha_form_res_order_norm(form, k, res->noise)))
    {
      norm = part <= norm ? norm : part;
    }
  }
  return norm;
}

int galpha_form_res_weigh(struct galpha_form *form, N_Vector est,
                          bool positions, N_Vector out)
{
  struct galpha_res *res       = form->res;
  const struct galpha_state *s = form->hist->trial;
  N_VProd(res->ca, est, form->work);
  N_VLinearSum(1.0, form->f, 1.0, form->work, form->rc);
  galpha_res_scale(res, positions ? res->c[1] : 0.0, res->c[0], est,
                   form->work);
  N_VLinearSum(1.0, s->v, 1.0, form->work, form->work);
  return galpha_res_eval(res, s->t, s->q, form->work, form->rc, out);
}

void galpha_form_res_project(struct galpha_form *form, N_Vector x, N_Vector est)
{
  struct galpha_res *res = form->res;
  N_VProd(res->mask[0], est, form->work);
  galpha_res_scale(res, 1.0, 1.0, x, est);
  N_VLinearSum(1.0, est, 1.0, form->work, est);
}

bool galpha_form_res_shifts(const struct galpha_form *form)
{
  const struct galpha_method *m = form->meth;
  return form->res && form->res->has[2] && form->opt.shifted &&
         form->coef.h_last == 0.0 && galpha_form_order(form) == 2 &&
         fabs(m->gamma + m->alpha - 0.5) <= 1e-9 &&
         (m->alpha != 0.0 || galpha_form_is_index3(form));
}

sunrealtype galpha_form_res_way(struct galpha_form *form, N_Vector way)
{
  const struct galpha_hist *hist = form->hist;
  N_VLinearSum(1.0, hist->trial->qdd, -1.0, hist->now->qdd, way);
  N_VProd(form->res->mask[2], way, way);
  const sunrealtype size = N_VMaxNorm(way);
  N_VLinearSum(1.0, way, -1.0, form->jerk, way);
  return N_VMaxNorm(way) / size;
}

/* An error of D, and with it of alpha D and c h D, comes back times this where y is
 * given: h dv + h^2 ((1/2 - beta) alpha D + beta a) = 0. */
static sunrealtype echo(const struct galpha_form *form)
{
  const struct galpha_method *m = form->meth;
  const sunrealtype c = form->coef.err_y / (form->coef.h * form->coef.h);
  const sunrealtype a = (c - (0.5 - m->beta) * m->alpha) / m->beta;
  return ((1.0 - m->alpha_m) * a + m->alpha_m * m->alpha) / (1.0 - m->alpha_f);
}

bool galpha_form_res_shift(struct galpha_form *form, N_Vector way,
                           N_Vector along)
{
  const sunrealtype alpha        = form->meth->alpha;
  const sunrealtype gain         = 1.0 / (1.0 - echo(form));
  const struct galpha_state *now = form->hist->now;
  struct galpha_state *s         = form->hist->trial;
  N_VLinearSum(1.0, form->jerk, 1.0, along, form->jerk);
  N_VLinearSum(1.0, way, -1.0, along, form->work);
  N_VLinearSum(1.0, form->jerk, gain, form->work, form->jerk);
  if (!(fabs(alpha) * N_VMaxNorm(form->jerk) <= 2.0 * N_VMaxNorm(now->qdd)))
  {
    return false;
  }
  N_VLinearSum(1.0, form->v_start, -gain * form->coef.err_y / form->coef.h,
               form->work, form->zt);
  form->v_start = form->zt;
  N_VLinearSum(1.0, now->qdd, alpha, form->jerk, s->a_used);
  N_VScale(1.0, s->a, form->a_pred);
  return true;
}
