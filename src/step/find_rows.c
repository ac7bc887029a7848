#include "base/tuning.h"
#include "base/vector_sum.h"
#include "step/manifold.h"

int galpha_find_rows(struct galpha_method *method, int order, N_Vector r)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  N_Vector y = res->y, yp = res->yp, ypp = res->ypp;
  N_VInv(model->ewt_q, model->work);
  galpha_vector_signs(y, 0.0);
  N_VProd(y, model->work, model->work);
  galpha_space_keep(&res->space, 0, model->work, y);
  N_VLinearSum(1.0, model->at.q, 1.0, y, y);
  if (order > 0)
  {
    galpha_space_keep(&res->space, order, model->work, model->work);
  }
  galpha_res_velocity(res, model->at.v, model->work, yp);
  if (ypp)
  {
    N_VProd(res->ca, model->work, ypp);
    N_VLinearSum(1.0, model->f, 1.0, ypp, ypp);
  }
  const int ret = galpha_res_eval(res, model->at.t, y, yp, ypp, r);
  N_VLinearSum(1.0, r, -1.0, model->rq, r);
  N_VProd(r, r, r);
  N_VScale(1.0 / VELOCITY_NOTHING, r, r);
  N_VAddConst(r, 1.0, r);
  N_VInv(r, r);
  return ret;
}
