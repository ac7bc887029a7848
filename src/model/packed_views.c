/* The parts d, dl, dp of unknowns and rq, rl, rp of residuals. For vectors whose
 * array pointer can be set they are views into the packed vector, otherwise copies. */
#include "base/clone.h"
#include "model/model.h"

static bool exchangeable(N_Vector v)
{
  if (!v) { return true; }
  return galpha_vector_in_array(v) && v->ops->nvcloneempty &&
         v->ops->nvsetarraypointer;
}

static void bind(N_Vector x, N_Vector q, N_Vector l, N_Vector p)
{
  sunrealtype *at = N_VGetArrayPointer(x);
  N_Vector part[] = {q, l, p};
  for (int i = 0; i < 3; i++)
  {
    if (!part[i]) { continue; }
    N_VSetArrayPointer(at, part[i]);
    at += N_VGetLength(part[i]);
  }
}

int galpha_model_parts_init(struct galpha_model *model, N_Vector q,
                            N_Vector lambda, N_Vector psi, N_Vector packed)
{
  N_Vector like[] = {q, lambda, psi};
  N_Vector *x[]   = {&model->d, &model->dl, &model->dp};
  N_Vector *r[]   = {&model->rq, &model->rl, &model->rp};
  model->views    = model->ops->traits.mechanics && !model->parts.separate &&
                 exchangeable(q) && exchangeable(lambda) && exchangeable(psi) &&
                 exchangeable(packed);
  for (int i = 0; i < 3; i++)
  {
    if (!like[i]) { continue; }
    N_Vector (*clone)(N_Vector) =
      model->views ? galpha_clone_empty : galpha_clone;
    if (!*x[i]) { *x[i] = clone(like[i]); }
    *r[i] = clone(like[i]);
    if (!*x[i] || !*r[i]) { return -1; }
  }
  for (int i = 0; model->views && i < 2; i++)
  {
    model->storage[i] = galpha_clone(packed);
    if (!model->storage[i]) { return -1; }
  }
  galpha_model_detach_parts(model);
  for (int i = 0; i < 3; i++)
  {
    if (*x[i]) { N_VConst(0.0, *x[i]); }
    if (*r[i]) { N_VConst(0.0, *r[i]); }
  }
  return 0;
}

void galpha_model_parts_free(struct galpha_model *model)
{
  N_Vector *all[] = {&model->d,          &model->dl,        &model->dp,
                     &model->rq,         &model->rl,        &model->rp,
                     &model->storage[0], &model->storage[1]};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (*all[i]) { N_VDestroy(*all[i]); }
    *all[i] = NULL;
  }
}

void galpha_model_detach_residual(struct galpha_model *model)
{
  if (model->views)
  {
    bind(model->storage[1], model->rq, model->rl, model->rp);
  }
}

void galpha_model_detach_parts(struct galpha_model *model)
{
  if (!model->views) { return; }
  bind(model->storage[0], model->d, model->dl, model->dp);
  galpha_model_detach_residual(model);
}

void galpha_model_split(struct galpha_model *model, N_Vector x)
{
  if (model->views) { bind(x, model->d, model->dl, model->dp); }
  else { galpha_unpack(&model->parts, x, model->d, model->dl, model->dp); }
}

void galpha_model_merge(struct galpha_model *model, N_Vector x)
{
  if (model->views) { return; }
  galpha_pack(&model->parts, model->d, model->dl, model->dp, x);
}

void galpha_model_rows(struct galpha_model *model, N_Vector r)
{
  if (model->views) { bind(r, model->rq, model->rl, model->rp); }
}

void galpha_model_rows_done(struct galpha_model *model, N_Vector r)
{
  if (model->views)
  {
    bind(model->storage[1], model->rq, model->rl, model->rp);
  }
  else { galpha_pack(&model->parts, model->rq, model->rl, model->rp, r); }
}

sunrealtype galpha_model_dot(struct galpha_model *model, N_Vector x, N_Vector y)
{
  N_VProd(model->ewt_q, model->ops->motion(model, x), model->work);
  N_VProd(model->ewt_q, model->work, model->work);
  return N_VDotProd(model->work, model->ops->motion(model, y));
}
