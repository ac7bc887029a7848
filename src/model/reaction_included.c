/* Determines whether the user's df/dq and df/dv contain the derivatives of the
 * reactions. */
#include <math.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "model/matrix_ops.h"
#include "model/reaction_jacobian.h"

/* y = (df/dq) u or (df/dv) u by the user's block or product. */
static int user_product(struct galpha_reaction_jac *s, int which,
                        const struct galpha_point *at, N_Vector u, N_Vector y)
{
  struct galpha_sys *sys = s->sys;
  const bool in_q        = which == GALPHA_REACTION_Q;
  if (sys->by_product)
  {
    return galpha_sys_checked(
      sys, "product with df/dq and df/dv", at->t,
      GALPHA_CALL(sys, sys->force_jac_vec(at->t, at->q, at->v, at->lambda, in_q,
                                          !in_q, u, y, sys->user_data)),
      y);
  }
  N_VConst(0.0, y);
  galpha_block_mul(sys->block[in_q ? GALPHA_BLOCK_FQ : GALPHA_BLOCK_FV].A, 1.0,
                   u, y);
  return 0;
}

/* y -= derivative of f0 along u, by a central difference quotient. */
static int subtract_forces(struct galpha_reaction_jac *s, int which,
                           const struct galpha_point *at, N_Vector u,
                           N_Vector y)
{
  struct galpha_sys *sys    = s->sys;
  N_Vector x                = galpha_reaction_argument(at, which);
  const sunrealtype top     = N_VMaxNorm(x);
  const sunrealtype e       = REACTION_PROBE * (top > 0.0 ? top : 1.0);
  struct galpha_point place = *at;
  int ret                   = 0;
  *(which == GALPHA_REACTION_Q ? &place.q : &place.v) = s->x;
  for (int side = 1; !ret && side >= -1; side -= 2)
  {
    N_VLinearSum(1.0, x, side * e, u, s->x);
    ret = galpha_sys_applied(sys, &place, s->r1);
    N_VLinearSum(1.0, y, -0.5 * side / e, s->r1, y);
  }
  return ret;
}

/* Weights 1/(|y| + |reactions|): stiff forces in some components must not hide the
 * reactions in others. */
static void weights(N_Vector y, N_Vector reactions, N_Vector w)
{
  sunindextype n        = 0;
  sunrealtype *a        = galpha_vector_data(w, &n);
  const sunrealtype *b  = galpha_vector_data(y, &n);
  const sunrealtype *r  = galpha_vector_data(reactions, &n);
  const sunrealtype top = fmax(N_VMaxNorm(y), N_VMaxNorm(reactions));
  N_VConst(1.0, w);
  for (sunindextype i = 0; i < n; i++)
  {
    a[i] = 1.0 / (1e-6 * top + fabs(b[i]) + fabs(r[i]));
  }
}

/* theta = <F u - df0 u, -R u> / <R u, R u> in weighted norm: 1 if the user's
 * derivative F contains -R, 0 if not. w: four work vectors. */
static int theta_along(struct galpha_reaction_jac *s, int which,
                       const struct galpha_point *at, sunrealtype spread,
                       N_Vector *w, sunrealtype *theta)
{
  const bool in_q = which == GALPHA_REACTION_Q;
  N_Vector u = w[0], y = w[1], reactions = w[2], weight = w[3];
  galpha_vector_signs(u, spread);
  N_VConst(0.0, reactions);
  int ret = user_product(s, which, at, u, y);
  if (!ret) { ret = galpha_reaction_base(s, at); }
  if (!ret) { ret = galpha_reaction_add(s, at, in_q, !in_q, u, reactions); }
  if (!ret && y->ops->nvprod)
  {
    weights(y, reactions, weight);
    N_VProd(reactions, weight, reactions);
    ret = subtract_forces(s, which, at, u, y);
    N_VProd(y, weight, y);
  }
  else if (!ret) { ret = subtract_forces(s, which, at, u, y); }
  if (ret) { return ret; }
  *theta = -N_VDotProd(y, reactions) / N_VDotProd(reactions, reactions);
  return 0;
}

int galpha_reaction_find_included(struct galpha_reaction_jac *s, int which,
                                  const struct galpha_point *at)
{
  const struct galpha_sys *sys      = s->sys;
  const bool in_q                   = which == GALPHA_REACTION_Q;
  struct galpha_reaction_part *part = &s->part[which];
  const bool blocks = in_q ? sys->Fqfn && sys->block[GALPHA_BLOCK_FQ].A
                           : sys->Fvfn && sys->block[GALPHA_BLOCK_FV].A;
  N_Vector w[4]     = {NULL, NULL, NULL, NULL};
  sunrealtype theta = 0.0;
  int ret           = 0;
  if (!blocks && !sys->force_jac_vec)
  {
    part->included = GALPHA_NO;
    return 0;
  }
  for (int i = 0; i < 4; i++)
  {
    w[i] = galpha_clone(s->x);
    if (!w[i])
    {
      s->no_memory = true;
      ret          = -1;
    }
  }
  for (int i = 0; !ret && i < REACTION_TRIES; i++)
  {
    ret = theta_along(s, which, at, 0.9 - 0.2 * i, w, &theta);
    if (ret || fabs(theta) < REACTION_CLEAR ||
        fabs(theta - 1.0) < REACTION_CLEAR)
    {
      break;
    }
  }
  /* theta is NaN while R u = 0 (no reactions): undecided */
  if (!ret && !isnan(theta))
  {
    part->included = theta > 0.5 ? GALPHA_YES : GALPHA_NO;
  }
  for (int i = 0; i < 4; i++)
  {
    if (w[i]) { N_VDestroy(w[i]); }
  }
  return ret;
}
