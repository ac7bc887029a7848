#include "step/path_curvature.h"

#include "base/difference_nodes.h"
#include "model/matrix_ops.h"

/* Values of w at equal distances from the trial state, and their weights in a derivative
 * of w there: of all, and without the last. */
struct weights
{
  int count;
  sunrealtype w[2][GALPHA_NODES];
};

static struct weights weights_of(const sunrealtype *x, int count, int order)
{
  struct weights f = {.count = count};
  galpha_nodes_weights(x, count, order, f.w[0]);
  galpha_nodes_weights(x, count - 1, order, f.w[1]);
  return f;
}

static void add(const struct weights *f, int i, N_Vector w, N_Vector all,
                N_Vector without)
{
  if (i < f->count) { N_VLinearSum(1.0, all, f->w[0][i], w, all); }
  if (i < f->count - 1) { N_VLinearSum(1.0, without, f->w[1][i], w, without); }
}

/* With the user's G and g_t gamma is the first derivative of g_t + G v, otherwise the
 * second of g, because differences of differences are mostly rounding. */
static bool by_G(const struct galpha_sys *sys)
{
  return sys->Gfn && (sys->gt || sys->scleronomic);
}

static int evaluate(struct galpha_method *method, sunrealtype tau)
{
  struct galpha_model *model   = method->model;
  struct galpha_sys *sys       = model->sys;
  const struct galpha_state *s = method->hist->trial;
  const sunrealtype t          = s->t + tau;
  int ret                      = 0;
  N_VLinearSum(1.0, s->q, tau, s->v, model->q_base);
  if (model->rl && by_G(sys))
  {
    ret = galpha_sys_holonomic_jac(sys, t, model->q_base);
    if (!ret)
    {
      ret = galpha_sys_gdot(sys, t, model->q_base, s->v,
                            sys->block[GALPHA_BLOCK_G].A, model->rl);
    }
  }
  else if (model->rl) { ret = galpha_sys_g(sys, t, model->q_base, model->rl); }
  if (!ret && model->rp)
  {
    ret = galpha_sys_k(sys, t, model->q_base, s->v, model->rp);
  }
  return ret;
}

int galpha_path_curvature(struct galpha_method *method, sunrealtype reach)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  const bool second            = model->rl && !by_G(model->sys);
  const int count              = second ? GALPHA_NODES : GALPHA_NODES - 2;
  sunrealtype x[GALPHA_NODES]  = {0.0};
  for (int i = 1; i < count; i++)
  {
    x[i] = galpha_nodes_representable(s->t, i * reach / (count - 1), reach);
  }
  const struct weights l = weights_of(x, count, second ? 2 : 1);
  const struct weights p = weights_of(x, GALPHA_NODES - 2, 1);
  N_Vector sums[]        = {model->dl, model->l_pred, model->dp, model->p_pred};
  for (int i = 0; i < 4; i++)
  {
    if (sums[i]) { N_VConst(0.0, sums[i]); }
  }
  for (int i = count - 1; i >= 0; i--)
  {
    const int ret = evaluate(method, x[i]);
    if (ret) { return ret; }
    if (model->rl) { add(&l, i, model->rl, model->dl, model->l_pred); }
    if (model->rp) { add(&p, i, model->rp, model->dp, model->p_pred); }
  }
  return galpha_sys_constraint_jac(model->sys, s->t, s->q, s->v);
}
