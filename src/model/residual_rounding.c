#include "model/residual_rounding.h"

#include <float.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

/* out = displacements by which F itself changes little, but its rounding altogether. A
 * share of the tolerance: rounding of y would leave a y of 0 where it is, while the terms
 * that F adds to it, such as lengths, round. Generic signs: equal displacements would
 * cancel in differences. */
static void displacements(struct galpha_model *model, sunrealtype phase,
                          N_Vector work, N_Vector out)
{
  N_VInv(model->ewt_q, out);
  N_VAbs(model->at.q, work);
  N_VLinearSum(ROUNDED_SHARE, out, ROUNDED_DIGITS * DBL_EPSILON, work, out);
  galpha_vector_signs(work, phase);
  N_VProd(work, out, out);
}

/* The third difference of F, in which no smooth part of F is left. */
bool galpha_model_res_rounding(struct galpha_model *model, sunrealtype phase,
                               N_Vector *out)
{
  static const sunrealtype weight[] = {3.0, -3.0, 1.0};
  struct galpha_res *res            = model->res;
  const struct galpha_failure kept  = model->sys->fail;
  N_Vector sum = res->yp, y = res->y, r = res->jac_r;
  /* with products J v the solution of the linear system would overwrite the sum */
  if (!res->space.has[0] || !res->direct ||
      !galpha_model_res_constrained(model))
  {
    return false;
  }
  N_VScale(-1.0, model->rq, sum);
  int ret = 0;
  for (int k = 0; !ret && k < 3; k++)
  {
    displacements(model, phase, r, y);
    N_VLinearSum(1.0, model->at.q, k + 1.0, y, y);
    ret = galpha_res_newton(res, model->at.t, y, model->at.v, NULL, r);
    if (!ret) { N_VLinearSum(1.0, sum, weight[k], r, sum); }
  }
  galpha_sys_set_failure(model->sys, kept);
  *out = sum;
  return !ret;
}
