#include "model/steep_force.h"

#include <math.h>

#include "base/tuning.h"

/* Some force x_i, due to the velocity w_i, is in the iteration matrix more than
 * STEEP_FORCE times the inertia of its coordinate; the same on all processes. */
static bool outweighs(struct galpha_model *model, N_Vector x, N_Vector w)
{
  const struct galpha_stage *stage = &model->stage;
  const sunrealtype c =
    fabs(stage->weight_f * stage->gamma_h / stage->weight_m);
  sunindextype n = 0;
  N_VConst(0.0, model->work);
  sunrealtype *m       = galpha_vector_data(model->work, &n);
  const sunrealtype *f = galpha_vector_data(x, &n);
  const sunrealtype *v = galpha_vector_data(w, &n);
  galpha_block_add_diagonal(model->sys->M, m);
  for (sunindextype i = 0; i < n; i++)
  {
    const sunrealtype inertia = STEEP_FORCE * m[i] * fabs(v[i]);
    m[i] = m[i] > 0.0 && !(c * fabs(f[i]) <= inertia) ? 1.0 : 0.0;
  }
  return N_VMaxNorm(model->work) > 0.0;
}

/* w = STEEP_MOVED tolerances of v, of signs and sizes of their own: friction between
 * bodies does not show if these move alike. */
static void move(struct galpha_model *model, N_Vector w)
{
  galpha_vector_signs(w, 0.5);
  N_VDiv(w, galpha_model_velocity_weights(model), w);
  N_VScale(STEEP_MOVED / galpha_model_velocity_scale(model), w, w);
}

/* error = f, at the velocity v, of the point moved by w and by dq w, less f and its
 * derivatives of the point, with the reactions of the point. */
static int linear_error(struct galpha_model *model, N_Vector w, sunrealtype dq,
                        N_Vector v, N_Vector error)
{
  struct galpha_sys *sys           = model->sys;
  const struct galpha_failure kept = sys->fail;
  struct galpha_point at           = model->at;
  SUNMatrix Fq                     = sys->block[GALPHA_BLOCK_FQ].A;
  SUNMatrix Fv                     = sys->block[GALPHA_BLOCK_FV].A;
  N_VLinearSum(1.0, at.v, 1.0, w, v);
  N_VLinearSum(1.0, at.q, dq, w, model->work);
  at.v          = v;
  at.q          = model->work;
  const int ret = galpha_sys_loads(sys, &at, error);
  if (ret > 0) { galpha_sys_set_failure(sys, kept); }
  if (ret) { return ret; }
  N_VLinearSum(1.0, error, -1.0, model->f, error);
  if (Fv) { galpha_block_mul(Fv, -1.0, w, error); }
  if (Fq && dq > 0.0) { galpha_block_mul(Fq, -dq, w, error); }
  return 0;
}

/* Moves by velocities w, and by positions dq w. */
static int examine(struct galpha_model *model, sunrealtype dq, bool *wrong)
{
  struct galpha_sys *sys = model->sys;
  SUNMatrix Fq           = sys->block[GALPHA_BLOCK_FQ].A;
  SUNMatrix Fv           = sys->block[GALPHA_BLOCK_FV].A;
  N_Vector f = sys->wq[0], w = sys->wq[1];
  sunindextype n = 0;
  *wrong         = false;
  N_VConst(0.0, f);
  N_VConst(1.0, w);
  if (Fq && dq > 0.0)
  {
    galpha_block_add_diagonal(Fq, galpha_vector_data(f, &n));
    N_VScale(dq, f, f);
  }
  if (Fv) { galpha_block_add_diagonal(Fv, galpha_vector_data(f, &n)); }
  if (!outweighs(model, f, w)) { return 0; }
  move(model, w);
  const int ret = linear_error(model, w, dq, sys->wq[2], f);
  *wrong        = ret > 0 || (!ret && outweighs(model, f, w));
  return ret < 0 ? ret : 0;
}

int galpha_steep_force(struct galpha_model *model, bool *steep)
{
  return examine(model, 0.0, steep);
}

int galpha_stale_force(struct galpha_model *model, bool *stale)
{
  return examine(model, fabs(1.0 / model->stage.dv), stale);
}
