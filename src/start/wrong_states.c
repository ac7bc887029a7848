/* Derivatives of states and outputs beside a mechanism, and of forces with respect to
 * them. */
#include "base/tuning.h"
#include "start/direction.h"
#include "start/wrong_derivative.h"

struct comparison
{
  struct galpha_direction dir;
  struct galpha_first_order *st;
  enum galpha_first_order_block id;
  struct galpha_point at; /* its q, v or s is x0 + eps d */
};

static int value(const void *of, sunrealtype eps, N_Vector r)
{
  const struct comparison *l = of;
  N_Vector x                 = galpha_first_order_argument(l->id, &l->at);
  N_VLinearSum(1.0, l->dir.x0, eps, l->dir.d, x);
  return galpha_first_order_value(l->st, l->id, &l->at, r);
}

static int block(const void *of, N_Vector mid, SUNMatrix *A)
{
  const struct comparison *l = of;
  (void)mid;
  *A = l->st->block[l->id].A;
  return galpha_first_order_given(l->st, l->id, &l->at);
}

static sunindextype wrong_row(const struct galpha_ic *ic,
                              enum galpha_first_order_block id)
{
  struct galpha_model *model     = ic->model;
  struct galpha_first_order *st  = model->st;
  const struct galpha_state *now = ic->method->hist->now;
  const struct galpha_point here = {
    .t = now->t, .q = now->q, .v = now->v, .s = now->s};
  N_Vector x0         = galpha_first_order_argument(id, &here);
  N_Vector room[2][5] = {
    {model->rs, model->ds, model->s_work, st->F0, model->s_base},
    {model->rq, model->d, model->rc, model->w_base, model->q_base}};
  struct comparison l = {.dir = {.value  = value,
                                 .matrix = block,
                                 .of     = &l,
                                 .x0     = x0,
                                 .d = x0 == now->s ? st->size_r : model->work},
                         .st  = st,
                         .id  = id,
                         .at  = model->at};
  galpha_direction_set_room(&l.dir, room[id == GALPHA_STATES_FS]);
  N_VScale(1.0, now->q, l.at.q);
  N_VScale(1.0, now->v, l.at.v);
  N_VScale(1.0, now->s, l.at.s);
  l.at.t = now->t;
  return galpha_direction_wrong_row(&l.dir, WRONG_FORCE);
}

struct galpha_states_row galpha_wrong_states_jacobian(
  const struct galpha_ic *ic)
{
  struct galpha_sys *sys           = ic->model->sys;
  const struct galpha_failure kept = sys->fail;
  struct galpha_states_row found   = {.row = -1};
  if (!ic->model->st) { return found; }
  galpha_model_leave_base(ic->model);
  for (int i = 0; found.row < 0 && i < GALPHA_STATES_DERIVATIVES; i++)
  {
    found.block = (enum galpha_first_order_block)i;
    if (ic->model->st->fn[i]) { found.row = wrong_row(ic, found.block); }
  }
  galpha_sys_set_failure(sys, kept);
  return found;
}
