/* First-order states and outputs of a stage, which are the tail of packed vectors:
 * their point and their rows. */
#include <string.h>

#include "model/model.h"

#include "base/vector_sum.h"

static sunrealtype *tail(const struct galpha_model *model, N_Vector x)
{
  const struct galpha_sys *sys = model->sys;
  return N_VGetArrayPointer(x) + sys->n + sys->m + sys->p;
}

static size_t tail_bytes(const struct galpha_model *model)
{
  return (size_t)model->st->r * sizeof(sunrealtype);
}

void galpha_model_states_point(struct galpha_model *model, N_Vector x)
{
  if (!model->st) { return; }
  memcpy(N_VGetArrayPointer(model->ds), tail(model, x), tail_bytes(model));
  N_VLinearSum(1.0, model->s_base, 1.0, model->ds, model->at.s);
  N_VProd(model->st->space.mask[1], model->ds, model->sdot);
  N_VLinearSum(1.0, model->sdot_base, model->stage.ds, model->sdot,
               model->sdot);
}

void galpha_model_shift_velocity(struct galpha_model *model, sunrealtype c,
                                 N_Vector dv)
{
  model->v_shifted = dv != NULL;
  if (dv) { N_VScale(c, dv, model->v_shift); }
}

static int evaluate(struct galpha_model *model)
{
  struct galpha_point at = model->at;
  if (model->v_shifted)
  {
    N_VLinearSum(1.0, at.v, 1.0, model->v_shift, model->v_states);
    at.v = model->v_states;
  }
  return galpha_first_order_eval(model->st, &at, model->rs);
}

/* rs = (m1 s' + m0 s - F) / c_x with the masks m1 of states, m0 of outputs: in units
 * of s for the states. */
int galpha_model_states_row(struct galpha_model *model, N_Vector r)
{
  if (!model->st) { return 0; }
  const sunrealtype c = 1.0 / model->stage.ds;
  const int ret       = evaluate(model);
  if (ret) { return ret; }
  N_VProd(model->st->space.mask[0], model->at.s, model->s_work);
  N_VLinearSum(1.0, model->s_work, 1.0, model->sdot, model->s_work);
  N_VLinearSum(c, model->s_work, -c, model->rs, model->rs);
  memcpy(tail(model, r), N_VGetArrayPointer(model->rs), tail_bytes(model));
  return 0;
}

void galpha_model_states_zero(struct galpha_model *model, N_Vector r)
{
  if (model->st) { memset(tail(model, r), 0, tail_bytes(model)); }
}

sunrealtype galpha_model_states_norm(struct galpha_model *model, N_Vector del)
{
  if (!model->st) { return 0.0; }
  memcpy(N_VGetArrayPointer(model->s_work), tail(model, del),
         tail_bytes(model));
  return galpha_norm(model->s_work, model->ewt_s);
}
