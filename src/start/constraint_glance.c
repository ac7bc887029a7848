#include "start/constraint_glance.h"

#include <math.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"

/* Where a block is compared, along d: values of its function on both sides, A d. */
struct glance
{
  struct galpha_sys *sys;
  const struct galpha_state *now;
  enum galpha_block_id id;
  N_Vector x0, d, x;
  N_Vector up, down, along;
};

static int value(const struct glance *l, sunrealtype eps, N_Vector r)
{
  N_VLinearSum(1.0, l->x0, eps, l->d, l->x);
  return l->id == GALPHA_BLOCK_G
           ? galpha_sys_g(l->sys, l->now->t, l->x, r)
           : galpha_sys_k(l->sys, l->now->t, l->now->q, l->x, r);
}

/* The function is 0 at the present state, so the sum of its values on both sides is its
 * curvature along d; a deviation within it is no fault. */
static bool doubts(const struct glance *l)
{
  SUNMatrix A           = l->sys->block[l->id].A;
  const sunrealtype max = N_VMaxNorm(l->x0);
  const sunrealtype eps = WRONG_INCREMENT * (max > 0.0 ? max : 1.0);
  sunindextype m        = 0;
  if (!A || galpha_vector_distributed(l->up)) { return false; }
  galpha_vector_signs(l->d, 0.5);
  N_VConst(0.0, l->along);
  galpha_block_mul(A, 1.0, l->d, l->along);
  if (value(l, eps, l->up) || value(l, -eps, l->down)) { return false; }
  const sunrealtype *up    = galpha_vector_data(l->up, &m);
  const sunrealtype *down  = galpha_vector_data(l->down, &m);
  const sunrealtype *along = galpha_vector_data(l->along, &m);
  if (!up || !down || !along) { return false; }
  const sunrealtype least = GLANCE_LEAST_ROW * N_VMaxNorm(l->along);
  bool found              = false;
  for (sunindextype i = 0; i < m && !found; i++)
  {
    const sunrealtype quotient = 0.5 * (up[i] - down[i]) / eps;
    const sunrealtype open     = fabs(up[i] + down[i]) / eps;
    const sunrealtype size     = fabs(quotient) + fabs(along[i]) + least;
    found = fabs(quotient - along[i]) - open > WRONG_LATER * size;
  }
  return found;
}

bool galpha_glance_doubts(const struct galpha_ic *ic)
{
  struct galpha_model *model       = ic->model;
  struct galpha_sys *sys           = model->sys;
  const struct galpha_failure kept = sys->fail;
  const char *const product        = sys->products.what;
  const struct galpha_state *now   = ic->method->hist->now;
  const struct glance of_g         = {.sys   = sys,
                                      .now   = now,
                                      .id    = GALPHA_BLOCK_G,
                                      .x0    = now->q,
                                      .d     = model->work,
                                      .x     = ic->work,
                                      .up    = ic->wl,
                                      .down  = ic->last_l,
                                      .along = model->rl};
  struct glance of_k               = of_g;
  of_k.id                          = GALPHA_BLOCK_K;
  of_k.x0                          = now->v;
  of_k.up                          = ic->wp;
  of_k.down                        = ic->last_p;
  of_k.along                       = model->rp;
  const bool found = (sys->Gfn && doubts(&of_g)) || (sys->Kfn && doubts(&of_k));
  galpha_sys_set_failure(sys, kept);
  galpha_sys_set_product_failure(sys, product);
  return found;
}
