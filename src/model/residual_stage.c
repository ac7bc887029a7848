/* The residual form in a stage: norms of corrections by order, and what F contains next
 * to the point. */
#include <float.h>
#include <math.h>

#include "model/matrix_ops.h"
#include "model/model.h"

#define NOISE 10.0 /* times the sample of round-off */
#define MOVED 1e3  /* tolerances */

sunrealtype galpha_model_res_order_norm(struct galpha_model *model, int order,
                                        N_Vector d)
{
  N_VProd(model->res->mask[order], d, model->work);
  const sunrealtype norm = N_VWrmsNorm(model->work, model->ewt_q);
  return order < 2
           ? norm
           : fmax(norm, fabs(model->stage.dv) *
                          galpha_model_velocity_norm(model, model->work));
}

sunrealtype galpha_model_res_motion(struct galpha_model *model, N_Vector x)
{
  N_VProd(model->res->mask[0], x, model->work);
  N_VLinearSum(1.0, x, -1.0, model->work, model->work);
  return N_VMaxNorm(model->work);
}

/* out = x, components of the order moved by many tolerances, each another way: equal
 * ones would cancel where F has differences of multipliers. */
static void moved(struct galpha_model *model, int order, N_Vector x,
                  N_Vector out)
{
  galpha_vector_signs(out, 0.5);
  N_VDiv(out, model->ewt_q, out);
  N_VProd(model->res->mask[order], out, out);
  N_VLinearSum(1.0, x, MOVED, out, out);
}

bool galpha_model_res_constrained(struct galpha_model *model)
{
  struct galpha_res *res           = model->res;
  const struct galpha_failure kept = model->sys->fail;
  N_Vector r                       = model->rc;
  if (res->constrained != 0) { return res->constrained > 0; }
  moved(model, 0, model->at.q, res->y);
  moved(model, 1, model->at.v, res->yp);
  moved(model, 2, model->f, res->ypp);
  const int ret =
    galpha_res_eval(res, model->at.t, res->y, res->yp, res->ypp, r);
  N_VLinearSum(1.0, r, -1.0, model->rq, r);
  N_VAbs(r, r);
  if (!ret) { res->constrained = N_VMin(r) == 0.0 ? 1 : -1; }
  model->sys->fail = kept;
  return res->constrained > 0;
}

/* out = 1 in the rows of F that differ from model->rq at y and y', 0 elsewhere. */
static int changed_rows(struct galpha_model *model, N_Vector y, N_Vector yp,
                        N_Vector out)
{
  const int ret =
    galpha_res_eval(model->res, model->at.t, y, yp, model->f, out);
  N_VLinearSum(1.0, out, -1.0, model->rq, out);
  N_VCompare(DBL_MIN, out, out);
  return ret;
}

/* Rows with y' of some components (in model->rc), and those of them that contain
 * nothing of order 0 (in res->jac_r). */
static int rows_with_rates(struct galpha_model *model, N_Vector some)
{
  struct galpha_res *res = model->res;
  N_Vector rows = model->rc, rest = res->jac_r;
  int ret = galpha_res_eval(res, model->at.t, model->at.q, model->at.v,
                            model->f, model->rq);
  N_VAbs(model->at.v, rest);
  moved(model, 1, rest, res->yp);
  N_VProd(some, res->yp, res->yp);
  N_VLinearSum(1.0, model->at.v, 1.0, res->yp, res->yp);
  if (!ret) { ret = changed_rows(model, model->at.q, res->yp, rows); }
  moved(model, 0, model->at.q, res->y);
  if (!ret) { ret = changed_rows(model, res->y, model->at.v, rest); }
  N_VProd(rows, rest, rest);
  N_VLinearSum(1.0, rows, -1.0, rest, rest);
  return ret;
}

bool galpha_model_res_unbounded(struct galpha_model *model, N_Vector some)
{
  struct galpha_res *res           = model->res;
  const struct galpha_failure kept = model->sys->fail;
  int ret                          = rows_with_rates(model, some);
  if (!ret && res->constrained == 0)
  {
    galpha_model_res_constrained(model); /* overwrites rc */
    ret = rows_with_rates(model, some);
  }
  model->sys->fail = kept;
  if (ret || N_VMaxNorm(res->jac_r) > 0.0) { return false; }
  return N_VMaxNorm(model->rc) == 0.0 || res->constrained > 0;
}

int galpha_model_res_start_index(struct galpha_model *model, sunrealtype t,
                                 N_Vector y, N_Vector yp)
{
  struct galpha_res *res           = model->res;
  const struct galpha_failure kept = model->sys->fail;
  model->at.t                      = t;
  /* beside the start, where derivatives may happen to be zero */
  moved(model, 1, y, model->at.q);
  N_VLinearSum(1.0 - 1.0 / MOVED, y, 1.0 / MOVED, model->at.q, model->at.q);
  N_VScale(1.0, yp, model->at.v);
  N_VConst(1.0, res->work);
  const int ret    = rows_with_rates(model, res->work);
  model->sys->fail = kept;
  if (ret || !galpha_model_res_constrained(model)) { return 1; }
  return N_VMaxNorm(res->jac_r) > 0.0 ? 3 : 2;
}

/* Corrections that round-off makes do not count. */
sunrealtype galpha_model_res_norm(struct galpha_model *model, N_Vector d)
{
  struct galpha_res *res = model->res;
  sunrealtype norm       = 0.0;
  if (!res->has[2]) { return N_VWrmsNorm(d, model->ewt_q); }
  for (int k = 0; k < 3; k++)
  {
    const sunrealtype part =
      res->has[k] ? galpha_model_res_order_norm(model, k, d) : 0.0;
    if (!(part <= NOISE * galpha_model_res_order_norm(model, k, res->noise)))
    {
      norm = part <= norm ? norm : part;
    }
  }
  return norm;
}
