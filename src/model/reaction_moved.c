/* Reactions with G and K at points other than that of the model's blocks: at
 * perturbed points for difference quotients, and at q(a) in stage 2 of SOI2. */
#include <math.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"
#include "model/reaction_jacobian.h"

/* G depends on q. */
static bool depends_on_q(const struct galpha_reaction_jac *s)
{
  return s->sys->m && !s->sys->constant_G;
}

N_Vector galpha_reaction_argument(const struct galpha_point *at, int which)
{
  return which == GALPHA_REACTION_Q ? at->q : at->v;
}

/* out += A^T multiplier with A = G or K at the point p, evaluated in the matrix own. */
static int add_moved(struct galpha_reaction_jac *s, enum galpha_block_id id,
                     SUNMatrix own, const struct galpha_point *p, N_Vector out)
{
  struct galpha_sys *sys = s->sys;
  const bool in_g        = id == GALPHA_BLOCK_G;
  SUNMatrix kept         = sys->block[id].A;
  sys->block[id].A       = own;
  const int ret          = in_g ? galpha_sys_reaction_jac(sys, p->t, p->q)
                                : galpha_sys_nonholonomic_jac(sys, p->t, p->q, p->v);
  sys->block[id].A       = kept;
  if (!ret) { galpha_block_tmul(own, 1.0, in_g ? p->lambda : p->psi, out); }
  return ret ? ret : galpha_sys_products(sys);
}

int galpha_reaction_reactions(struct galpha_reaction_jac *s,
                              const struct galpha_point *place, N_Vector out)
{
  int ret = 0;
  N_VConst(0.0, out);
  if (depends_on_q(s)) { ret = add_moved(s, GALPHA_BLOCK_G, s->G, place, out); }
  if (!ret && s->sys->p)
  {
    ret = add_moved(s, GALPHA_BLOCK_K, s->K, place, out);
  }
  return ret || galpha_vector_finite(out) ? ret : 1;
}

int galpha_reaction_base(struct galpha_reaction_jac *s,
                         const struct galpha_point *at)
{
  struct galpha_sys *sys = s->sys;
  SUNMatrix G = s->velocities ? s->G_stage : sys->block[GALPHA_BLOCK_G].A;
  /* the block is G(q_{n+1}), and G(q(a)) has not been evaluated */
  if (depends_on_q(s) && s->velocities && !s->on)
  {
    return galpha_reaction_reactions(s, at, s->r0);
  }
  N_VConst(0.0, s->r0);
  if (depends_on_q(s)) { galpha_block_tmul(G, 1.0, at->lambda, s->r0); }
  if (sys->p)
  {
    galpha_block_tmul(sys->block[GALPHA_BLOCK_K].A, 1.0, at->psi, s->r0);
  }
  return galpha_sys_products(sys);
}

int galpha_reaction_add(struct galpha_reaction_jac *s,
                        const struct galpha_point *at, sunrealtype c_q,
                        sunrealtype c_v, N_Vector d, N_Vector out)
{
  const struct galpha_sys *sys = s->sys;
  const bool differenced       = (sys->m && !sys->Gfn) || (sys->p && !sys->Kfn);
  const sunrealtype c = c_q != 0.0 ? c_q : c_v, size = N_VMaxNorm(d);
  const sunrealtype top = N_VMaxNorm(c_q != 0.0 ? at->q : at->v);
  const sunrealtype e =
    (differenced ? REACTION_INCREMENT_DIFFERENCED : REACTION_INCREMENT) *
    fmax(1.0, top / size) / c;
  struct galpha_point place = *at;
  if (size == 0.0) { return 0; }
  place.q = s->x;
  N_VLinearSum(1.0, at->q, e * c_q, d, s->x);
  if (s->v)
  {
    place.v = s->v;
    N_VLinearSum(1.0, at->v, e * c_v, d, s->v);
  }
  const int ret = galpha_reaction_reactions(s, &place, s->r1);
  if (ret) { return ret; }
  N_VLinearSum(1.0, s->r1, -1.0, s->r0, s->r1);
  N_VLinearSum(1.0, out, 1.0 / e, s->r1, out);
  return 0;
}

int galpha_reaction_loads(struct galpha_reaction_jac *s,
                          const struct galpha_point *at, N_Vector f)
{
  struct galpha_deriv *b = &s->sys->block[GALPHA_BLOCK_G];
  SUNMatrix rows         = b->A;
  int ret                = 0;
  if (s->on && depends_on_q(s))
  {
    b->A = s->G_stage;
    ret  = galpha_sys_reaction_jac(s->sys, at->t, at->q);
  }
  if (!ret) { ret = galpha_sys_loads(s->sys, at, f); }
  b->A = rows;
  return ret;
}
