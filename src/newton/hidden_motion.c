#include "newton/hidden_motion.h"

#include <math.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"

/* Own blocks of M and df/dq, from which the matrix is assembled. */
static bool applies(const struct galpha_nls *nls)
{
  const struct galpha_model *model = nls->model;
  return nls->policy->varies_order && nls->own && nls->stage == 0 &&
         nls->ls->main.A && model->ops->stiffness &&
         model->sys->block[GALPHA_BLOCK_FQ].A;
}

/* v^T A v with A = weight_m M. */
static sunrealtype inertia(struct galpha_model *model, N_Vector v)
{
  N_VConst(0.0, model->work);
  galpha_block_mul(model->sys->M, model->stage.weight_m, v, model->work);
  return N_VDotProd(v, model->work);
}

/* v^T A v with A = the contribution of df/dq to the matrix. */
static sunrealtype stiffness(struct galpha_model *model, N_Vector v)
{
  const struct galpha_stage *s = &model->stage;
  N_VConst(0.0, model->work);
  galpha_block_mul(model->sys->block[GALPHA_BLOCK_FQ].A,
                   s->weight_f * s->beta_h2, v, model->work);
  return N_VDotProd(v, model->work);
}

/* Norm of the correction along v that balances the dynamic equations by inertia m. */
static sunrealtype missing(struct galpha_nls *nls, N_Vector v, sunrealtype m)
{
  struct galpha_model *model = nls->model;
  N_Vector x                 = nls->damp.d;
  galpha_model_rows(model, nls->damp.r);
  const sunrealtype c = N_VDotProd(v, model->rq) / m;
  galpha_model_residual_home(model);
  N_VConst(0.0, x);
  galpha_model_split(model, x);
  N_VScale(c, v, model->d);
  return model->ops->correction_norm(model, x);
}

bool galpha_nls_hides_motion(struct galpha_nls *nls, int *ret)
{
  struct galpha_model *model = nls->model;
  *ret                       = 0;
  if (!applies(nls)) { return false; }
  galpha_model_point(model, nls->x);
  N_Vector v          = model->at.v;
  const sunrealtype m = inertia(model, v);
  if (!(fabs(stiffness(model, v)) > NEWTON_STIFF_ALONG * m)) { return false; }
  *ret = galpha_nls_residual(nls, nls->x, nls->damp.r);
  return *ret || !(missing(nls, v, m) <= NEWTON_MISSING * nls->policy->tol);
}
