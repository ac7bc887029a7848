#include "model/mechanics.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"

static const char name_of_G[]     = "constraint Jacobian G";
static const char name_of_force[] = "force f";

int galpha_sys_g(struct galpha_sys *sys, sunrealtype t, N_Vector q, N_Vector g)
{
  sys->count.g++;
  galpha_sys_mark(sys, g);
  const int ret = GALPHA_CALL(sys, sys->g(t, q, g, sys->user_data));
  galpha_rows_clear(&sys->rows[0], g);
  return galpha_sys_checked(sys, "holonomic constraints g", t, ret, g);
}

int galpha_sys_k(struct galpha_sys *sys, sunrealtype t, N_Vector q, N_Vector v,
                 N_Vector k)
{
  sys->count.k++;
  galpha_sys_mark(sys, k);
  const int ret = GALPHA_CALL(sys, sys->k(t, q, v, k, sys->user_data));
  galpha_rows_clear(&sys->rows[1], k);
  return galpha_sys_checked(sys, "nonholonomic constraints k", t, ret, k);
}

static int call_force(struct galpha_sys *sys, const struct galpha_point *at,
                      N_Vector f)
{
  galpha_sys_mark(sys, f);
  if (sys->general)
  {
    return sys->general(at->t, at->q, at->v, at->lambda, at->psi, f,
                        sys->user_data);
  }
  if (sys->states_force)
  {
    return sys->states_force(at->t, at->q, at->v, at->s, f, sys->user_data);
  }
  return sys->force(at->t, at->q, at->v, f, sys->user_data);
}

int galpha_sys_applied(struct galpha_sys *sys, const struct galpha_point *at,
                       N_Vector f)
{
  sys->count.force++;
  return galpha_sys_checked(sys, name_of_force, at->t,
                            GALPHA_CALL(sys, call_force(sys, at, f)), f);
}

/* Checks f with its reactions. If it is not finite, finds out whether G or the force
 * is the cause. */
static int check_loads(struct galpha_sys *sys, const struct galpha_point *at,
                       N_Vector f)
{
  struct galpha_deriv *G = &sys->block[GALPHA_BLOCK_G];
  int ret                = 0;
  if (galpha_vector_finite(f)) { return 0; }
  if (sys->m && G->A)
  {
    ret = galpha_sys_matrix(sys, name_of_G, at->t, 0, G->A, &G->pattern);
  }
  return ret ? ret : galpha_sys_checked(sys, name_of_force, at->t, 0, f);
}

int galpha_sys_loads(struct galpha_sys *sys, const struct galpha_point *at,
                     N_Vector f)
{
  int ret = 0;
  if (sys->general) { return galpha_sys_applied(sys, at, f); }
  sys->count.force++;
  ret = galpha_sys_checked(sys, name_of_force, at->t,
                           GALPHA_CALL(sys, call_force(sys, at, f)), NULL);
  if (ret) { return ret; }
  if (sys->m)
  {
    galpha_block_tmul(sys->block[GALPHA_BLOCK_G].A, -1.0, at->lambda, f);
  }
  if (sys->p)
  {
    galpha_block_tmul(sys->block[GALPHA_BLOCK_K].A, -1.0, at->psi, f);
  }
  ret = galpha_sys_products(sys);
  return ret ? ret : check_loads(sys, at, f);
}

int galpha_sys_force(struct galpha_sys *sys, const struct galpha_point *at,
                     N_Vector f)
{
  int ret = sys->m ? galpha_sys_reaction_jac(sys, at->t, at->q) : 0;
  if (!ret) { ret = galpha_sys_nonholonomic_jac(sys, at->t, at->q, at->v); }
  return ret ? ret : galpha_sys_loads(sys, at, f);
}

/* Context of a difference quotient, which perturbs one argument of the point. */
struct probe
{
  struct galpha_sys *sys;
  struct galpha_point at;
  N_Vector packed; /* (lambda, psi), when these are perturbed */
};

static int probe_g(void *ctx, N_Vector r)
{
  struct probe *pr = ctx;
  return galpha_sys_g(pr->sys, pr->at.t, pr->at.q, r);
}

static int probe_k(void *ctx, N_Vector r)
{
  struct probe *pr = ctx;
  return galpha_sys_k(pr->sys, pr->at.t, pr->at.q, pr->at.v, r);
}

/* Reactions are left out of differences in q and v: they would need G at every
 * perturbed point. Their derivative is added where the iteration needs it
 * (reaction_jacobian.h). */
static int probe_force(void *ctx, N_Vector r)
{
  struct probe *pr = ctx;
  if (pr->packed)
  {
    galpha_unpack(NULL, pr->packed, pr->at.lambda, pr->at.psi, NULL);
  }
  return galpha_sys_applied(pr->sys, &pr->at, r);
}

static int plan(struct galpha_deriv *b)
{
  if (!b->dq) { b->dq = galpha_dq_new(b->A); }
  return b->dq ? 0 : -1;
}

/* Central differences for G and K, which are part of the equations; one-sided for
 * the blocks that only serve Newton's iteration. */
static int difference(struct galpha_sys *sys, enum galpha_block_id id,
                      galpha_dq_fn fn, struct probe *pr, N_Vector x,
                      N_Vector size, N_Vector r0, N_Vector r1)
{
  struct galpha_deriv *b = &sys->block[id];
  const bool central     = id == GALPHA_BLOCK_G || id == GALPHA_BLOCK_K;
  const bool fine        = central && galpha_sys_is_tight(sys, id, x);
  const struct galpha_failure kept = sys->fail;
  int ret                          = plan(b);
  if (ret) { return ret; }
  galpha_sys_typical(sys, id, x, size);
  struct galpha_difference df = {.fn      = fn,
                                 .ctx     = pr,
                                 .x       = x,
                                 .typical = size,
                                 .r0      = r0,
                                 .r1      = r1,
                                 .central = central,
                                 .fine    = fine};
  if (!central) { return galpha_dq_jac(b->dq, &df, b->A); }
  ret = galpha_reach_jac(&b->reach, b->dq, &df, sys->M, b->A);
  /* increments over which g or k is not defined */
  if (!ret) { galpha_sys_set_failure(sys, kept); }
  return ret;
}

/* A block that the user's function has filled and returned ret for. */
static int constraint_block(struct galpha_sys *sys, enum galpha_block_id id,
                            sunrealtype t, int ret, bool check)
{
  static const char *const what[] = {[GALPHA_BLOCK_G] = name_of_G,
                                     [GALPHA_BLOCK_K] = "constraint Jacobian K",
                                     [GALPHA_BLOCK_KQ] =
                                       "constraint derivative dk/dq"};
  struct galpha_deriv *b          = &sys->block[id];
  ret = galpha_sys_pattern(sys, what[id], t, ret, b->A, &b->pattern);
  if (ret) { return ret; }
  galpha_rows_clear_matrix(&sys->rows[id != GALPHA_BLOCK_G], b->A);
  return check ? galpha_sys_values(sys, what[id], t, b->A) : 0;
}

static int evaluate_G(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                      bool check)
{
  struct galpha_deriv *G = &sys->block[GALPHA_BLOCK_G];
  sys->count.G++;
  if (sys->Gfn)
  {
    return constraint_block(
      sys, GALPHA_BLOCK_G, t,
      GALPHA_CALL(sys, sys->Gfn(t, q, G->A, sys->user_data)), check);
  }
  struct probe pr = {.sys = sys, .at = {.t = t, .q = q}};
  return difference(sys, GALPHA_BLOCK_G, probe_g, &pr, q, sys->wq[0],
                    sys->wl[0], sys->wl[1]);
}

int galpha_sys_holonomic_jac(struct galpha_sys *sys, sunrealtype t, N_Vector q)
{
  if (sys->constant_G && sys->has_G) { return 0; }
  const int ret = evaluate_G(sys, t, q, true);
  sys->has_G    = ret == 0;
  return ret;
}

int galpha_sys_reaction_jac(struct galpha_sys *sys, sunrealtype t, N_Vector q)
{
  return sys->general || sys->constant_G ? galpha_sys_holonomic_jac(sys, t, q)
                                         : evaluate_G(sys, t, q, false);
}

int galpha_sys_nonholonomic_jac(struct galpha_sys *sys, sunrealtype t,
                                N_Vector q, N_Vector v)
{
  if (!sys->p) { return 0; }
  struct galpha_deriv *b = &sys->block[GALPHA_BLOCK_K];
  sys->count.K++;
  if (sys->Kfn)
  {
    return constraint_block(
      sys, GALPHA_BLOCK_K, t,
      GALPHA_CALL(sys, sys->Kfn(t, q, v, b->A, sys->user_data)), true);
  }
  struct probe pr = {.sys = sys, .at = {.t = t, .q = q, .v = v}};
  return difference(sys, GALPHA_BLOCK_K, probe_k, &pr, v, sys->wq[0],
                    sys->wp[0], sys->wp[1]);
}

int galpha_sys_constraint_jac(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                              N_Vector v)
{
  const int ret = sys->m ? galpha_sys_holonomic_jac(sys, t, q) : 0;
  return ret ? ret : galpha_sys_nonholonomic_jac(sys, t, q, v);
}

int galpha_sys_rate(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                    N_Vector gt)
{
  if (sys->scleronomic)
  {
    N_VConst(0.0, gt);
    return 0;
  }
  if (sys->gt)
  {
    galpha_sys_mark(sys, gt);
    const int ret = GALPHA_CALL(sys, sys->gt(t, q, gt, sys->user_data));
    galpha_rows_clear(&sys->rows[0], gt);
    return galpha_sys_checked(sys, "constraint rate g_t", t, ret, gt);
  }
  return galpha_constraint_rate(sys, t, q, gt);
}

int galpha_sys_gdot(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                    N_Vector v, SUNMatrix G, N_Vector w)
{
  const int ret = galpha_sys_rate(sys, t, q, w);
  if (ret) { return ret; }
  galpha_block_mul(G, 1.0, v, w);
  return galpha_sys_products(sys);
}

int galpha_sys_probe(struct galpha_sys *sys, struct galpha_deriv *b,
                     const struct galpha_probe *p)
{
  const bool due = b->search != sys->searches.current || sys->searches.each;
  if (b->A && (!b->probed || !due)) { return 0; }
  const struct galpha_failure kept = sys->fail;
  const int ret = galpha_probe_find(p, &sys->searches, &b->A);
  if (ret > 0) { sys->fail.displaced = true; }
  if (ret) { return ret; }
  galpha_sys_set_failure(sys, kept);
  galpha_dq_free(b->dq);
  b->dq     = NULL;
  b->probed = true;
  b->search = sys->searches.current;
  return plan(b);
}

bool galpha_sys_lacks_entries(struct galpha_sys *sys,
                              const struct galpha_deriv *b)
{
  if (!b->probed || !galpha_dq_outside(b->dq)) { return false; }
  galpha_probe_record_failure(&sys->searches);
  return b->search != sys->searches.current;
}

static int call_force_jac(struct galpha_sys *sys, enum galpha_block_id id,
                          GALPHAForceJacFn fn, const char *what,
                          const struct galpha_point *at)
{
  struct galpha_deriv *b = &sys->block[id];
  return galpha_sys_matrix(sys, what, at->t,
                           GALPHA_CALL(sys, fn(at->t, at->q, at->v, at->lambda,
                                               at->psi, b->A, sys->user_data)),
                           b->A, &b->pattern);
}

/* df/dq or df/dv: the user's, or differenced in a pattern, declared or searched for. */
static int force_jac(struct galpha_sys *sys, enum galpha_block_id id,
                     const struct galpha_point *at, N_Vector base)
{
  struct galpha_deriv *b = &sys->block[id];
  const bool in_q        = id == GALPHA_BLOCK_FQ;
  if (b->given && !b->A) { return 0; }
  const GALPHAForceJacFn fn = in_q ? sys->Fqfn : sys->Fvfn;
  if (fn) { return call_force_jac(sys, id, fn, in_q ? "df/dq" : "df/dv", at); }
  struct probe pr             = {.sys = sys, .at = *at};
  N_Vector x                  = in_q ? at->q : at->v;
  const struct galpha_probe p = {
    .fn      = probe_force,
    .ctx     = &pr,
    .x       = x,
    .typical = sys->wq[0],
    .other   = {in_q ? at->v : at->q, at->lambda, at->psi, at->s},
    .r0      = base,
    .r1      = sys->wq[1],
    .sunctx  = sys->sunctx};
  galpha_dq_typical(x, sys->wq[0]);
  const bool first = !b->A;
  int ret          = first || b->probed ? galpha_sys_probe(sys, b, &p) : 0;
  if (first) { b->given = b->A != NULL; }
  if (ret || first) { return ret; }
  ret = difference(sys, id, probe_force, &pr, x, sys->wq[0], base, sys->wq[1]);
  if (ret || !galpha_sys_lacks_entries(sys, b)) { return ret; }
  ret = galpha_sys_probe(sys, b, &p);
  return ret ? ret
             : difference(sys, id, probe_force, &pr, x, sys->wq[0], base,
                          sys->wq[1]);
}

static int reaction_jac(struct galpha_sys *sys, const struct galpha_point *at,
                        N_Vector f)
{
  struct galpha_deriv *b = &sys->block[GALPHA_BLOCK_FR];
  if (!b->A) { return 0; }
  if (sys->Frfn)
  {
    return call_force_jac(sys, GALPHA_BLOCK_FR, sys->Frfn,
                          "reaction derivative", at);
  }
  struct probe pr = {.sys = sys, .at = *at, .packed = sys->wr};
  galpha_pack(NULL, at->lambda, at->psi, NULL, sys->wr);
  const int ret = difference(sys, GALPHA_BLOCK_FR, probe_force, &pr, sys->wr,
                             sys->wr1, f, sys->wq[1]);
  galpha_unpack(NULL, sys->wr, at->lambda, at->psi, NULL);
  return ret;
}

static int position_jac(struct galpha_sys *sys, const struct galpha_point *at)
{
  struct galpha_deriv *b = &sys->block[GALPHA_BLOCK_KQ];
  if (!b->A) { return 0; }
  if (sys->Kqfn)
  {
    return constraint_block(
      sys, GALPHA_BLOCK_KQ, at->t,
      GALPHA_CALL(sys, sys->Kqfn(at->t, at->q, at->v, b->A, sys->user_data)),
      true);
  }
  struct probe pr = {.sys = sys, .at = *at};
  const int ret   = galpha_sys_k(sys, at->t, at->q, at->v, sys->wp[0]);
  return ret ? ret
             : difference(sys, GALPHA_BLOCK_KQ, probe_k, &pr, at->q, sys->wq[0],
                          sys->wp[0], sys->wp[1]);
}

/* *base = f0 without reactions, if differences need another base than f. */
static int force_base(struct galpha_sys *sys, const struct galpha_point *at,
                      N_Vector *base)
{
  const struct galpha_deriv *q = &sys->block[GALPHA_BLOCK_FQ];
  const struct galpha_deriv *v = &sys->block[GALPHA_BLOCK_FV];
  const bool differenced       = (!sys->Fqfn && !(q->given && !q->A)) ||
                           (!sys->Fvfn && !(v->given && !v->A));
  if (sys->general || !differenced) { return 0; }
  *base = sys->wq[2];
  return galpha_sys_applied(sys, at, sys->wq[2]);
}

int galpha_sys_jacobian(struct galpha_sys *sys, const struct galpha_point *at,
                        N_Vector f)
{
  N_Vector base = f;
  sys->count.jac++;
  int ret = force_base(sys, at, &base);
  if (!ret) { ret = force_jac(sys, GALPHA_BLOCK_FQ, at, base); }
  if (!ret) { ret = force_jac(sys, GALPHA_BLOCK_FV, at, base); }
  if (!ret) { ret = reaction_jac(sys, at, f); }
  return ret ? ret : position_jac(sys, at);
}

int galpha_sys_jacobian_given(struct galpha_sys *sys,
                              const struct galpha_point *at)
{
  int ret = sys->Fqfn ? force_jac(sys, GALPHA_BLOCK_FQ, at, NULL) : 0;
  if (!ret && sys->Fvfn) { ret = force_jac(sys, GALPHA_BLOCK_FV, at, NULL); }
  return ret ? ret : position_jac(sys, at);
}
