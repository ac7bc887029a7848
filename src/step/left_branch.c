#include "step/left_branch.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "step/projection.h"

/* Whether x = (q_{n+1} - q_n)/h - (v_n + v_{n+1})/2 counts. */
static bool is_off(const struct galpha_method *method, N_Vector x)
{
  const struct galpha_state *now = method->hist->now, *s = method->hist->trial;
  const sunrealtype h    = method->coef.h;
  N_Vector w             = method->model->ewt_q;
  N_Vector of[]          = {s->q, now->q, now->v, s->v};
  const sunrealtype by[] = {1.0 / h, -1.0 / h, -0.5, -0.5};
  galpha_sum(4, by, of, x);
  const sunrealtype size = galpha_norm(x, w);
  return fabs(h) * size > 1.0 &&
         size >
           VELOCITY_SMALL * fmax(galpha_norm(now->v, w), galpha_norm(s->v, w));
}

/* x' M z; Mz: a work vector. */
static sunrealtype product(const struct galpha_model *model, N_Vector x,
                           N_Vector z, N_Vector Mz)
{
  galpha_sys_inertia(model->sys, 1.0, z, 0.0, NULL, Mz);
  return N_VDotProd(x, Mz);
}

/* x = (q_{n+1} - q_n)/h - v with the v between v_n and v_{n+1} for which x'Mx, which is
 * returned, is least; y, Mz: work vectors. */
static sunrealtype least(const struct galpha_method *method, N_Vector x,
                         N_Vector y, N_Vector Mz)
{
  const struct galpha_state *now = method->hist->now, *s = method->hist->trial;
  const sunrealtype h = method->coef.h;
  N_VLinearSum(1.0 / h, s->q, -1.0 / h, now->q, x);
  galpha_add(x, -1.0, s->v, x);
  N_VLinearSum(1.0, now->v, -1.0, s->v, y);
  const sunrealtype xy = product(method->model, x, y, Mz);
  const sunrealtype yy = N_VDotProd(y, Mz);
  if (xy > 0.0) { galpha_add(x, -fmin(xy / yy, 1.0), y, x); }
  return product(method->model, x, x, Mz);
}

/* Distance of x from the velocities at the ends, relative to these; 0: they have no mass. */
static sunrealtype distance(const struct galpha_method *method, N_Vector x,
                            N_Vector y, N_Vector Mz)
{
  const struct galpha_model *model = method->model;
  const struct galpha_state *now = method->hist->now, *s = method->hist->trial;
  const sunrealtype off = least(method, x, y, Mz);
  const sunrealtype most =
    fmax(product(model, now->v, now->v, Mz), product(model, s->v, s->v, Mz));
  return most > 0.0 ? sqrt(fmax(off, 0.0) / most) : 0.0;
}

/* The part of q_{n+1} - q_n along the constraints at q_{n+1}, of its square in the norm of
 * M: 1 if the step is short for their curvature, whatever its velocities. Not set unless 0
 * is returned. x, Mz: work vectors. */
static int along(struct galpha_step *step, N_Vector x, N_Vector Mz,
                 sunrealtype *part)
{
  const struct galpha_hist *hist   = step->method->hist;
  const struct galpha_model *model = step->model;
  N_VLinearSum(1.0, hist->trial->q, -1.0, hist->now->q, x);
  const sunrealtype whole = product(model, x, x, Mz);
  const int ret           = galpha_project(step, x, false);
  if (!ret) { *part = product(model, x, x, Mz) / whole; }
  return ret;
}

int galpha_left_branch(struct galpha_step *step, N_Vector x)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = method->model;
  struct galpha_branch *branch = &step->branch;
  sunrealtype part             = 1.0;
  branch->distance             = 0.0;
  if (!method->traits->loads || !step->manifold->has(method) ||
      !is_off(method, x))
  {
    return 0;
  }
  const sunrealtype d = distance(method, x, model->work, model->rq);
  if (d > BRANCH_LEFT)
  {
    const int ret = along(step, x, model->rq, &part);
    if (ret < 0) { return ret; }
    branch->distance = part < BRANCH_ALONG ? d : 0.0;
    N_VLinearSum(1.0, method->hist->trial->q, -1.0, method->hist->now->q, x);
    N_VConst(0.0, model->rl);
    galpha_block_mul(model->sys->block[GALPHA_BLOCK_G].A, 1.0, x, model->rl);
    branch->row = galpha_vector_largest(model->rl);
  }
  return galpha_sys_products(model->sys);
}
