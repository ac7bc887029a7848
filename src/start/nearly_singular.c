#include "start/nearly_singular.h"

#include <math.h>

#include "base/tuning.h"
#include "model/nearly_dependent.h"

sunrealtype galpha_nearby(sunrealtype span, sunrealtype q, sunrealtype v)
{
  return q > 0.0 && v * span > NEARLY_MOVED * q ? NEARLY_MOVED * q / v : span;
}

bool galpha_drops_here(const sunrealtype *size)
{
  return size[2] >= 0.0 && size[2] < NEARLY_DEPENDENT &&
         fmax(size[0], size[1]) > NEARLY_MORE * size[2];
}

/* How independent the rows of G are at q + dt v; < 0: unknown. */
static sunrealtype independence(const struct galpha_ic *ic, sunrealtype dt,
                                sunindextype *row)
{
  struct galpha_model *model     = ic->model;
  const struct galpha_state *now = ic->method->hist->now;
  const struct galpha_nearly s   = {.A      = model->sys->block[GALPHA_BLOCK_G].A,
                                    .weight = ic->wl,
                                    .y      = ic->last_l,
                                    .along  = model->dl,
                                    .gradient = model->l_pred,
                                    .scaled   = model->rl,
                                    .z        = model->rq,
                                    .z_along  = model->d};
  N_VLinearSum(1.0, now->q, dt, now->v, model->work);
  if (galpha_sys_holonomic_jac(model->sys, now->t, model->work))
  {
    return -1.0;
  }
  N_VConst(1.0, s.weight);
  return galpha_nearly_dependent(&s, row);
}

sunindextype galpha_nearly_singular(const struct galpha_ic *ic,
                                    sunrealtype span)
{
  const struct galpha_model *model = ic->model;
  const struct galpha_state *now   = ic->method->hist->now;
  struct galpha_sys *sys           = model->sys;
  const struct galpha_failure kept = sys->fail;
  sunindextype row                 = -1;
  sunrealtype size[3];
  if (!sys->m || !galpha_block_known(sys->block[GALPHA_BLOCK_G].A) ||
      model->red.on)
  {
    return -1;
  }
  const sunrealtype dt =
    galpha_nearby(span, N_VMaxNorm(now->q), N_VMaxNorm(now->v));
  size[0] = independence(ic, -dt, &row);
  size[1] = independence(ic, dt, &row);
  size[2] = independence(ic, 0.0, &row); /* leaves G at the present state */
  galpha_sys_set_failure(sys, kept);
  return galpha_drops_here(size) ? row : -1;
}
