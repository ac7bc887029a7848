#include "model/reaction_jacobian.h"

#include <math.h>
#include <stdlib.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "model/difference_probe.h"
#include "model/matrix_ops.h"
#include "model/reaction_pattern.h"

static bool differenced(const struct galpha_sys *sys)
{
  return (sys->m && !sys->Gfn) || (sys->p && !sys->Kfn);
}

bool galpha_reaction_possible(const struct galpha_reaction_jac *s)
{
  const struct galpha_sys *sys = s->sys;
  return sys && !sys->general && (sys->p || (sys->m && !sys->constant_G));
}

bool galpha_reaction_complete(const struct galpha_reaction_jac *s)
{
  const struct galpha_reaction_part *p = s->part;
  const bool in_q = s->fn || p[GALPHA_REACTION_Q].included == GALPHA_YES;
  return in_q && (!s->sys->p || p[GALPHA_REACTION_V].included == GALPHA_YES);
}

static void part_free(struct galpha_reaction_part *p, SUNMatrix user)
{
  if (p->A && p->A != user) { SUNMatDestroy(p->A); }
  galpha_dq_free(p->dq);
  free(p->twin);
  *p = (struct galpha_reaction_part){.included = GALPHA_UNKNOWN};
}

void galpha_reaction_restart(struct galpha_reaction_jac *s)
{
  struct galpha_reaction_part *q = &s->part[GALPHA_REACTION_Q];
  for (int i = 0; i < GALPHA_REACTION_PARTS; i++)
  {
    part_free(&s->part[i], s->user);
  }
  s->on = s->velocities = s->by_positions = s->no_memory = false;
  s->next = s->wait = s->min_on = s->ended = 0;
  galpha_pattern_forget(&s->pattern);
  if (!s->given) { return; }
  q->A        = s->user;
  q->included = s->user ? GALPHA_NO : GALPHA_YES;
  if (!s->user) { s->part[GALPHA_REACTION_V].included = GALPHA_YES; }
}

static void free_work(struct galpha_reaction_jac *s)
{
  N_Vector *w[]  = {&s->r0, &s->r1, &s->x, &s->v};
  SUNMatrix *A[] = {&s->G, &s->K, &s->G_stage};
  for (int i = 0; i < 4; i++)
  {
    if (*w[i]) { N_VDestroy(*w[i]); }
    *w[i] = NULL;
  }
  for (int i = 0; i < 3; i++)
  {
    if (*A[i]) { SUNMatDestroy(*A[i]); }
    *A[i] = NULL;
  }
}

void galpha_reaction_free(struct galpha_reaction_jac *s)
{
  for (int i = 0; i < GALPHA_REACTION_PARTS; i++)
  {
    part_free(&s->part[i], s->user);
  }
  free_work(s);
  if (s->user) { SUNMatDestroy(s->user); }
  s->user = NULL;
  galpha_pattern_forget(&s->pattern);
}

static int copy_block(struct galpha_sys *sys, enum galpha_block_id id,
                      SUNMatrix *to)
{
  SUNMatrix from = sys->block[id].A;
  *to            = galpha_block_by_product(from)
                     ? galpha_operator_new(sys->sunctx, galpha_operator_of(from))
                     : galpha_block_copy(from);
  return *to ? 0 : -1;
}

int galpha_reaction_prepare(struct galpha_reaction_jac *s)
{
  struct galpha_sys *sys = s->sys;
  N_Vector *w[]          = {&s->r0, &s->r1, &s->x, &s->v};
  free_work(s);
  if (sys->general || sys->m + sys->p == 0) { return 0; }
  for (int i = 0; i < (sys->p ? 4 : 3); i++)
  {
    *w[i] = galpha_clone(sys->wq[0]);
    if (!*w[i]) { return -1; }
  }
  if (sys->m && copy_block(sys, GALPHA_BLOCK_G, &s->G)) { return -1; }
  if (sys->m && copy_block(sys, GALPHA_BLOCK_G, &s->G_stage)) { return -1; }
  return sys->p ? copy_block(sys, GALPHA_BLOCK_K, &s->K) : 0;
}

static int no_memory(struct galpha_reaction_jac *s)
{
  s->no_memory = true;
  return -1;
}

/* Context of difference quotients, which perturb q or v of the point in place. */
struct perturbed
{
  struct galpha_reaction_jac *s;
  struct galpha_point at;
};

static int reactions(void *ctx, N_Vector r)
{
  struct perturbed *p = ctx;
  return galpha_reaction_reactions(p->s, &p->at, r);
}

/* s->x = scale of q or v; of v at least |q| dv, as velocities may vanish at rest. */
static void typical(struct galpha_reaction_jac *s, int which,
                    const struct galpha_point *at)
{
  if (which == GALPHA_REACTION_Q)
  {
    galpha_dq_typical(at->q, s->x);
    return;
  }
  const sunrealtype top = fmax(N_VMaxNorm(at->v), s->dv * N_VMaxNorm(at->q));
  N_VConst(top > 0.0 ? top : 1.0, s->x);
}

/* A = derivative by difference quotients with the base r0. */
static int differences(struct galpha_reaction_jac *s, int which,
                       const struct galpha_point *at, struct galpha_dq *dq,
                       SUNMatrix A)
{
  struct perturbed p = {s, *at};
  N_Vector x         = galpha_reaction_argument(at, which);
  typical(s, which, at);
  struct galpha_difference df = {
    .fn       = reactions,
    .ctx      = &p,
    .x        = x,
    .typical  = s->x,
    .r0       = s->r0,
    .r1       = s->r1,
    .relative = differenced(s->sys) ? REACTION_INCREMENT_SHARE : 0.0};
  return galpha_dq_jac(dq, &df, A);
}

/* Without psi R is the Hessian of lambda^T g: averages R and R^T to remove the
 * asymmetry of the difference errors, so that L D L^T applies. */
static void make_symmetric(const struct galpha_reaction_part *p)
{
  sunrealtype *x          = galpha_block_data(p->A);
  const sunindextype size = galpha_block_entries(p->A);
  for (sunindextype k = 0; p->twin && k < size; k++)
  {
    const sunindextype t = p->twin[k];
    if (t > k) { x[k] = x[t] = 0.5 * (x[k] + x[t]); }
  }
}

/* A copy of the point with generic nonzero multipliers and q or v of its own. */
struct generic
{
  struct galpha_point at;
};

static void generic_free(struct generic *g, int which)
{
  N_Vector all[] = {galpha_reaction_argument(&g->at, which), g->at.lambda,
                    g->at.psi};
  for (int i = 0; i < 3; i++)
  {
    if (all[i]) { N_VDestroy(all[i]); }
  }
}

static int generic_new(struct generic *g, const struct galpha_point *at,
                       int which)
{
  N_Vector x   = galpha_vector_copy(galpha_reaction_argument(at, which));
  g->at        = *at;
  g->at.lambda = at->lambda ? galpha_clone(at->lambda) : NULL;
  g->at.psi    = at->psi ? galpha_clone(at->psi) : NULL;
  *(which == GALPHA_REACTION_Q ? &g->at.q : &g->at.v) = x;
  if (!x || (at->lambda && !g->at.lambda) || (at->psi && !g->at.psi))
  {
    return -1;
  }
  if (g->at.lambda) { galpha_vector_signs(g->at.lambda, 0.5); }
  if (g->at.psi) { galpha_vector_signs(g->at.psi, 0.5); }
  return 0;
}

/* Perturbs every component by a different fraction of its scale (work: s->x, s->r1). */
static void generic_move(struct galpha_reaction_jac *s, struct generic *g,
                         int which)
{
  N_Vector x = galpha_reaction_argument(&g->at, which);
  typical(s, which, &g->at);
  galpha_vector_signs(s->r1, 0.5);
  N_VProd(s->x, s->r1, s->r1);
  N_VLinearSum(1.0, x, REACTION_GENERIC, s->r1, x);
}

/* A superset of the pattern: that of G^T G; with K, which may depend on any
 * coordinate, or with constraints that couple very many coordinates, found by
 * perturbing each coordinate. */
static int possible_entries(struct galpha_reaction_jac *s, struct generic *g,
                            int which, SUNMatrix *P)
{
  struct galpha_sys *sys = s->sys;
  struct perturbed p     = {s, g->at};
  SUNMatrix G            = sys->block[GALPHA_BLOCK_G].A;
  const double bound     = sys->p ? HUGE_VAL : galpha_reaction_normal_bound(G);
  if (bound < 0.0) { return no_memory(s); }
  s->part[which].symmetric = bound <= REACTION_ENTRIES;
  if (s->part[which].symmetric)
  {
    *P = galpha_reaction_normal(G, sys->sunctx);
    return *P ? 0 : no_memory(s);
  }
  typical(s, which, &g->at);
  const int ret =
    galpha_dq_probe(reactions, &p, galpha_reaction_argument(&g->at, which),
                    s->x, s->r0, s->r1, NULL, sys->sunctx, P);
  return ret < 0 && !sys->fail.what ? no_memory(s) : ret;
}

/* Reduces the pattern to the entries that are nonzero at the point or at a second one. */
static int thin(struct galpha_reaction_jac *s, int which, struct generic *g,
                SUNMatrix P)
{
  struct galpha_reaction_part *part = &s->part[which];
  const bool symmetric              = part->symmetric;
  struct galpha_dq *dq              = galpha_dq_new(P);
  SUNMatrix B                       = galpha_block_copy(P);
  sunindextype *twin = symmetric ? galpha_reaction_twins(P) : NULL;
  int ret            = dq && B && (twin || !symmetric) ? 0 : no_memory(s);
  if (!ret) { ret = differences(s, which, &g->at, dq, P); }
  if (!ret)
  {
    generic_move(s, g, which);
    ret = galpha_reaction_reactions(s, &g->at, s->r0);
    if (!ret) { ret = differences(s, which, &g->at, dq, B); }
    /* G not defined there: use the first point alone */
    if (ret > 0) { ret = SUNMatCopy(P, B); }
  }
  if (!ret)
  {
    part->A = galpha_reaction_thin(
      P, B, differenced(s->sys) ? REACTION_THIN : 0.0, twin, s->sys->sunctx);
    if (!part->A) { ret = no_memory(s); }
  }
  galpha_dq_free(dq);
  if (B) { SUNMatDestroy(B); }
  free(twin);
  return ret;
}

static int find_pattern(struct galpha_reaction_jac *s, int which,
                        const struct galpha_point *at)
{
  struct generic g = {0};
  SUNMatrix P      = NULL;
  int ret          = generic_new(&g, at, which) ? no_memory(s) : 0;
  if (!ret) { ret = galpha_reaction_reactions(s, &g.at, s->r0); }
  if (!ret) { ret = possible_entries(s, &g, which, &P); }
  if (!ret) { ret = thin(s, which, &g, P); }
  if (P) { SUNMatDestroy(P); }
  generic_free(&g, which);
  return ret;
}

static int plan(struct galpha_reaction_jac *s, int which,
                const struct galpha_point *at)
{
  struct galpha_reaction_part *part = &s->part[which];
  const int ret                     = part->A ? 0 : find_pattern(s, which, at);
  if (ret || part->dq) { return ret; }
  if (part->symmetric && !part->twin)
  {
    part->twin = galpha_reaction_twins(part->A);
  }
  if (part->symmetric && !part->twin) { return no_memory(s); }
  part->dq = galpha_dq_new(part->A);
  return part->dq ? 0 : no_memory(s);
}

static int user_matrix(struct galpha_reaction_jac *s,
                       const struct galpha_point *at)
{
  struct galpha_reaction_part *q = &s->part[GALPHA_REACTION_Q];
  const int ret                  = galpha_sys_matrix(
                     s->sys, "reactions' derivative R", at->t,
                     GALPHA_CALL(s->sys, s->fn(at->t, at->q, at->v, at->lambda, at->psi, q->A,
                                               s->sys->user_data)),
                     q->A, &s->pattern);
  q->in = ret == 0;
  return ret;
}

static int update_part(struct galpha_reaction_jac *s, int which,
                       const struct galpha_point *at)
{
  struct galpha_reaction_part *part = &s->part[which];
  if (part->included == GALPHA_YES || (which == GALPHA_REACTION_Q && s->fn))
  {
    return 0;
  }
  int ret = plan(s, which, at);
  if (ret || galpha_block_entries(part->A) == 0) { return ret; }
  ret = galpha_reaction_base(s, at);
  if (!ret) { ret = differences(s, which, at, part->dq, part->A); }
  if (!ret) { make_symmetric(part); }
  part->in = ret == 0;
  return ret;
}

/* Difference quotients of the parts that the user's derivatives do not contain. */
static int update_all(struct galpha_reaction_jac *s,
                      const struct galpha_point *at)
{
  const int parts = s->sys->p ? GALPHA_REACTION_PARTS : 1;
  int ret         = 0;
  for (int i = 0; !ret && i < parts; i++)
  {
    if (s->part[i].included == GALPHA_UNKNOWN)
    {
      ret = galpha_reaction_find_included(s, i, at);
    }
  }
  if (ret) { return ret; }
  if (s->by_positions && galpha_reaction_complete(s))
  {
    s->on = false;
    return 0;
  }
  s->matrices++;
  for (int i = 0; !ret && !s->sys->by_product && i < parts; i++)
  {
    ret = update_part(s, i, at);
  }
  return ret;
}

int galpha_reaction_update(struct galpha_reaction_jac *s,
                           const struct galpha_point *at)
{
  int ret      = 0;
  s->no_memory = false;
  for (int i = 0; i < GALPHA_REACTION_PARTS; i++) { s->part[i].in = false; }
  if (!galpha_reaction_possible(s)) { return 0; }
  if (s->fn) { ret = user_matrix(s, at); }
  if (ret || !s->on) { return ret; }
  ret = update_all(s, at);
  /* G is not defined at a perturbed point: omit R from this matrix */
  if (ret > 0) { s->sys->fail.what = NULL; }
  return ret < 0 ? ret : 0;
}
