/* Consistent start of the residual form: y'' of order 2, y' of order 1 and y of
 * order 0 from the rest, or all of y from y'. */
#include <math.h>

#include "galpha_ic.h"

#define MAX_NEWTON 20
#define MAX_HALVE  8

/* An unknown y' or y'' is moved by a shift, that of a short step, times the
 * correction of its y. */
static void shifts(struct galpha_ic *ic, bool all_of_y)
{
  struct galpha_res *res = ic->form->res;
  const sunrealtype h    = 1e-5 * (ic->span > 0.0 ? ic->span : 1.0);
  res->c[0] = res->c[1] = all_of_y ? 0.0 : 1.0 / h;
  res->c[2]             = all_of_y ? 0.0 : 1.0 / (h * h);
  N_VScale(res->c[0], res->mask[1], res->cv);
  N_VScale(res->c[2], res->mask[2], res->ca);
  res->unknowns_only = !all_of_y;
}

/* form->at moved by s times the correction d. */
static void move(struct galpha_ic *ic, bool all_of_y, sunrealtype s, N_Vector d)
{
  struct galpha_form *form = ic->form;
  struct galpha_res *res   = form->res;
  if (all_of_y)
  {
    N_VLinearSum(1.0, form->at.q, s, d, form->at.q);
    return;
  }
  N_VProd(res->mask[0], d, res->work);
  N_VLinearSum(1.0, form->at.q, s, res->work, form->at.q);
  N_VProd(res->mask[1], d, res->work);
  N_VLinearSum(1.0, form->at.v, s * res->c[0], res->work, form->at.v);
  N_VProd(res->ca, d, res->work);
  N_VLinearSum(1.0, form->f, s, res->work, form->f);
}

static int evaluate(struct galpha_form *form, sunrealtype *size)
{
  const int ret = galpha_res_eval(form->res, form->at.t, form->at.q, form->at.v,
                                  form->f, form->rq);
  *size         = sqrt(N_VDotProd(form->rq, form->rq));
  return ret;
}

/* A correction d, halved until the residual does not grow. */
static int damped_step(struct galpha_ic *ic, bool all_of_y, N_Vector d,
                       sunrealtype before)
{
  struct galpha_form *form = ic->form;
  sunrealtype s = 1.0, after = 0.0;
  move(ic, all_of_y, -1.0, d);
  for (int i = 0; i < MAX_HALVE; i++)
  {
    const int ret = evaluate(form, &after);
    if (ret < 0) { return GALPHA_RES_FAIL; }
    if (!ret && after <= 1.01 * before) { return 0; }
    s *= 0.5;
    move(ic, all_of_y, s, d);
  }
  return GALPHA_LINESEARCH_FAIL;
}

/* The change of an unknown against its size: at round-off, or stopped falling. */
static bool settled(const struct galpha_form *form, N_Vector d, bool all_of_y,
                    sunrealtype residual, sunrealtype first)
{
  struct galpha_res *res = form->res;
  if (residual == 0.0) { return true; }
  if (all_of_y)
  {
    return N_VMaxNorm(d) <= 1e-12 * fmax(N_VMaxNorm(form->at.q), 1e-3);
  }
  N_VProd(res->cv, d, res->work);
  const sunrealtype dv =
    N_VMaxNorm(res->work) / fmax(N_VMaxNorm(form->at.v), 1e-8);
  N_VProd(res->ca, d, res->work);
  const sunrealtype da =
    N_VMaxNorm(res->work) / fmax(N_VMaxNorm(form->f), 1e-8);
  N_VProd(res->mask[0], d, res->work);
  const sunrealtype dy =
    N_VMaxNorm(res->work) / fmax(N_VMaxNorm(form->at.q), 1e-8);
  const sunrealtype change =
    fmax(fmax(res->has[2] ? da : 0.0, res->has[1] ? dv : 0.0), dy);
  return change <= 1e-11 || (change <= 1e-7 && residual <= 1e-14 * first);
}

static int solve(struct galpha_ic *ic, bool all_of_y)
{
  struct galpha_form *form = ic->form;
  struct galpha_state *now = form->hist->now;
  sunrealtype size = 0.0, first = 0.0;
  int ret = evaluate(form, &size);
  if (ret) { return galpha_ic_model_code(ret); }
  first = size;
  for (int i = 0; i < MAX_NEWTON; i++)
  {
    ret = galpha_ls_res_setup(ic->ls);
    if (ret)
    {
      return form->sys->fail.what ? galpha_ic_model_code(ret)
                                  : GALPHA_SINGULAR_JAC;
    }
    N_VScale(1.0, form->rq, form->d);
    ret = galpha_ls_res_solve(ic->ls, form->d);
    if (ret || !isfinite(N_VDotProd(form->d, form->d)))
    {
      return ret < 0 ? GALPHA_LSOLVE_FAIL : GALPHA_SINGULAR_JAC;
    }
    ret = damped_step(ic, all_of_y, form->d, size);
    if (ret) { return ret; }
    size = sqrt(N_VDotProd(form->rq, form->rq));
    if (settled(form, form->d, all_of_y, size, first))
    {
      N_VScale(1.0, form->at.q, now->q);
      N_VScale(1.0, form->at.v, now->v);
      return 0;
    }
  }
  return GALPHA_CONV_FAIL;
}

int galpha_ic_residual(struct galpha_ic *ic, int icopt)
{
  const bool all_of_y = icopt == GALPHA_Y_INIT;
  shifts(ic, all_of_y);
  const int ret = solve(ic, all_of_y);
  if (ret == GALPHA_SINGULAR_JAC)
  {
    ic->row = galpha_ls_res_empty(ic->ls, &ic->by_row);
  }
  ic->form->res->unknowns_only = false;
  return ret;
}

void galpha_ic_residual_point(struct galpha_ic *ic, N_Vector ypp)
{
  struct galpha_form *form       = ic->form;
  const struct galpha_state *now = form->hist->now;
  form->at.t                     = now->t;
  N_VScale(1.0, now->q, form->at.q);
  N_VScale(1.0, now->v, form->at.v);
  if (ypp) { N_VProd(form->res->mask[2], ypp, form->f); }
  else { N_VConst(0.0, form->f); }
}

void galpha_ic_residual_state(struct galpha_ic *ic)
{
  struct galpha_form *form = ic->form;
  struct galpha_state *now = form->hist->now;
  galpha_res_scale(form->res, 0.0, 1.0, now->v, now->qdd);
  if (form->res->has[2])
  {
    N_VProd(form->res->mask[2], form->f, form->res->work);
    N_VLinearSum(1.0, now->qdd, 1.0, form->res->work, now->qdd);
  }
  N_VScale(1.0, now->qdd, now->a);
  N_VScale(1.0, now->qdd, now->a_used);
  now->h            = 0.0;
  now->offset       = (struct galpha_offset){0};
  now->state_offset = now->offset;
  form->has_older   = false;
}

sunrealtype galpha_ic_residual_first_step(const struct galpha_ic *ic)
{
  const struct galpha_form *form = ic->form;
  const struct galpha_state *now = form->hist->now;
  struct galpha_res *res         = form->res;
  sunrealtype h                  = 1e-3 * ic->span;
  galpha_res_scale(res, 0.0, 1.0, now->v, res->work);
  const sunrealtype rate = N_VWrmsNorm(res->work, form->ewt_q);
  if (rate * h > 0.5) { h = 0.5 / rate; }
  galpha_res_scale(res, 1.0, 0.0, now->qdd, res->work);
  const sunrealtype acc = N_VWrmsNorm(res->work, form->ewt_q);
  if (acc * h * h > 1.0) { h = sqrt(1.0 / acc); }
  return h;
}
