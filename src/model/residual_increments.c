#include "model/residual_increments.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

void galpha_res_typical_sizes(const struct galpha_res *res, N_Vector y,
                              N_Vector ewt, N_Vector work, N_Vector out)
{
  N_VInv(ewt, out);
  if (res->increments == GALPHA_INCREMENTS_FINE) { return; }
  N_VScale(1.0 / sqrt(SUN_UNIT_ROUNDOFF), out, out);
  if (res->increments == GALPHA_INCREMENTS_USUAL) { return; }
  galpha_space_keep(&res->space, 2, y, work);
  galpha_dq_typical(work, work);
  N_VLinearSum(1.0, work, -1.0, out, work);
  galpha_space_keep(&res->space, 2, work, work);
  N_VLinearSum(1.0, out, 1.0, work, out);
}

void galpha_res_weigh_rates(struct galpha_res *res, N_Vector ewt_v)
{
  res->ewt_v = ewt_v;
}

void galpha_res_increments_of_rates(const struct galpha_res *res, N_Vector yp,
                                    N_Vector ewt, N_Vector work, N_Vector out)
{
  const bool own          = res->ewt_v != NULL;
  const bool fine         = res->increments == GALPHA_INCREMENTS_FINE;
  const sunrealtype share = DIFFERENCE_RATES * (fine ? DIFFERENCE_RATES : 1.0);
  const sunrealtype c     = fabs(res->c[1]);
  N_VInv(own ? res->ewt_v : ewt, out);
  N_VAbs(yp, work);
  N_VLinearSum(own ? share / c : share, out, DIFFERENCE_FINE / c, work, out);
  N_VAbs(res->noise, work);
  N_VLinearSum(1.0, out, NEWTON_SAMPLE, work, out);
  N_VInv(ewt, work);
  N_VLinearSum(1.0, out, -1.0, work, out);
  galpha_space_keep(&res->space, 2, out, out);
  N_VLinearSum(1.0, work, 1.0, out, out);
}

void galpha_res_bound_by_rates(const struct galpha_res *res, N_Vector yp,
                               N_Vector ewt, N_Vector work, N_Vector x)
{
  N_VProd(ewt, yp, work);
  const sunrealtype fastest = N_VMaxNorm(work);
  N_VScale(sqrt(SUN_UNIT_ROUNDOFF), x, x);
  if (!(fastest > 0.0)) { return; }
  /* x = 1/(1/x + 1/bound) */
  N_VInv(ewt, work);
  N_VAbs(yp, res->y);
  N_VLinearSum(fastest, work, 1.0, res->y, work);
  N_VInv(work, work);
  N_VProd(res->space.mask[1], work, work);
  N_VInv(x, x);
  N_VLinearSum(1.0, x, fabs(res->c[0]) / DIFFERENCE_BY_RATES, work, x);
  N_VInv(x, x);
}

/* F(t,y,y') has no order 2: fine increments replace those for hidden motion. */
bool galpha_model_res_set_increments(struct galpha_model *model,
                                     enum galpha_increments increments)
{
  struct galpha_res *res = model->res;
  const bool fine =
    increments == GALPHA_INCREMENTS_MOTION && !res->space.has[2];
  res->increments = fine ? GALPHA_INCREMENTS_FINE : increments;
  const bool separate =
    increments == GALPHA_INCREMENTS_FINE && res->space.has[2];
  res->separate_left = separate ? DIFFERENCE_SEPARATE : res->separate_left;
  return !res->jac1 && !res->jac2;
}

void galpha_model_res_unsolved(struct galpha_model *model)
{
  model->res->by_rates_left = DIFFERENCE_SEPARATE;
}
