#include "newton/hidden_motion.h"

#include <math.h>

#include "base/tuning.h"

/* Across a single coordinate there is no other. */
static bool applies(const struct galpha_nls *nls)
{
  return nls->own && nls->ls->main.A && nls->model->ops->imbalance &&
         N_VGetLength(nls->model->q_base) > 1;
}

/* With forces F out of balance the imbalance is h^2 beta F/M, so that k x/L = F/L exceeds
 * M/(h^2 beta) where it exceeds L, for which the size of the coordinates stands. */
static sunrealtype far(struct galpha_model *model)
{
  return HIDDEN_FAR * galpha_model_size(model);
}

int galpha_nls_note_imbalance(struct galpha_nls *nls)
{
  struct galpha_model *model        = nls->model;
  const struct galpha_failure *fail = &model->sys->fail;
  nls->imbalance                    = -1.0;
  if (!applies(nls)) { return 0; }
  galpha_model_rows(model, nls->r);
  nls->imbalance = model->ops->imbalance(model, far(model));
  galpha_model_residual_home(model);
  return fail->what && fail->ret < 0 ? -1 : 0;
}

/* The largest displacement by the corrections of the stage, in tolerances. */
static sunrealtype moved(struct galpha_nls *nls)
{
  struct galpha_model *model = nls->model;
  N_Vector d                 = model->ops->motion(model, nls->x);
  N_VProd(model->ewt_q, galpha_model_second(model, d, model->work),
          model->work);
  return N_VMaxNorm(model->work);
}

bool galpha_nls_is_stretched(const struct galpha_nls *nls)
{
  return nls->imbalance > far(nls->model);
}

bool galpha_nls_stretches(const struct galpha_nls *nls)
{
  return !(nls->imbalance <= NEWTON_LOOSER_FAR * galpha_model_size(nls->model));
}

/* Where inertia decides, corrections are as large as the imbalance. */
bool galpha_nls_may_hide(struct galpha_nls *nls)
{
  return nls->stage == 0 && galpha_nls_is_stretched(nls) &&
         nls->imbalance > HIDDEN_STIFF * moved(nls);
}
