/* Singular positions in the residual form. */
#include <math.h>

#include "base/tuning.h"
#include "model/nearly_dependent.h"
#include "start/nearly_singular.h"
#include "step/manifold.h"

/* Sets the point to t, y + dt y', y', y'', and model->rq to F there. */
static int go_to(const struct galpha_ic *ic, sunrealtype dt)
{
  struct galpha_model *model     = ic->model;
  const struct galpha_state *now = ic->method->hist->now;
  galpha_model_leave_base(model);
  galpha_model_set_time(model, now->t);
  N_VLinearSum(1.0, now->q, dt, now->v, model->at.q);
  N_VScale(1.0, now->v, model->at.v);
  if (model->f)
  {
    galpha_space_scale(&model->res->space, 1.0, 0.0, now->qdd, model->f);
  }
  return galpha_res_eval(model->res, now->t, model->at.q, model->at.v, model->f,
                         model->rq);
}

/* How independent the rows marked in only are at y + dt y'; < 0: unknown. */
static sunrealtype independence(const struct galpha_ic *ic, sunrealtype dt,
                                N_Vector only, sunindextype *row)
{
  struct galpha_model *model   = ic->model;
  const struct galpha_nearly s = {.A        = ic->ls->main.A,
                                  .weight   = model->v_base,
                                  .y        = model->rc,
                                  .along    = model->d,
                                  .gradient = model->res->yp,
                                  .scaled   = model->rq,
                                  .z        = model->work,
                                  .z_along  = model->packed};
  int ret                      = go_to(ic, dt);
  if (!ret)
  {
    ret = galpha_res_jacobian(model->res, model->at.t, model->at.q, model->at.v,
                              model->f, model->rq, model->ewt_q, s.A);
  }
  N_VScale(1.0, only, s.weight);
  return ret ? -1.0 : galpha_nearly_dependent(&s, row);
}

/* size[0], size[1] = the largest independence at times before and after. Uses several
 * times up to the span: in index 2 y' contains accelerations, which may be so large
 * before a run ends that they do not tell how far positions move. */
static void around(const struct galpha_ic *ic, sunrealtype span, N_Vector only,
                   sunrealtype *size)
{
  struct galpha_model *model     = ic->model;
  const struct galpha_state *now = ic->method->hist->now;
  const sunrealtype least =
    galpha_nearby(span, galpha_model_res_motion_size(model, now->q),
                  galpha_model_res_motion_size(model, now->v));
  const int places = least < span ? NEARLY_PLACES : 1;
  sunindextype row = -1;
  for (int i = 0; i < places; i++)
  {
    const sunrealtype dt =
      least * pow(span / least, (sunrealtype)i / (NEARLY_PLACES - 1));
    size[0] = fmax(size[0], independence(ic, -dt, only, &row));
    size[1] = fmax(size[1], independence(ic, dt, only, &row));
  }
}

sunindextype galpha_nearly_singular_residual(const struct galpha_ic *ic,
                                             sunrealtype span)
{
  struct galpha_model *model       = ic->model;
  const struct galpha_failure kept = model->sys->fail;
  N_Vector only                    = model->q_base;
  sunindextype row                 = -1;
  sunrealtype size[3]              = {-1.0, -1.0, -1.0};
  if (!ic->ls->main.A || !galpha_block_known(ic->ls->main.A) ||
      galpha_vector_distributed(only) || !model->res->space.has[0])
  {
    return -1;
  }
  if (!go_to(ic, 0.0) && !galpha_find_rows(ic->method, 0, only))
  {
    around(ic, span, only, size);
    size[2] = independence(ic, 0.0, only, &row);
    galpha_ls_request(ic->ls);
  }
  galpha_sys_set_failure(model->sys, kept);
  return galpha_drops_here(size) ? row : -1;
}
