#include "check/jacobian_mechanics.h"

#include <math.h>
#include <string.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "model/matrix_ops.h"

struct mech
{
  const struct galpha_sys *given;
  const struct galpha_first_order *states; /* or NULL */
  const struct galpha_reaction_jac *reaction;
  struct galpha_sys sys;  /* the same callbacks with blocks of their own */
  struct galpha_point at; /* a copy, which the differences perturb       */
  struct galpha_compare *cmp;
};

static int value_g(void *ctx, N_Vector r)
{
  struct mech *c = ctx;
  return galpha_sys_g(&c->sys, c->at.t, c->at.q, r);
}

static int value_k(void *ctx, N_Vector r)
{
  struct mech *c = ctx;
  return galpha_sys_k(&c->sys, c->at.t, c->at.q, c->at.v, r);
}

/* The force with reactions, f0 - G^T lambda - K^T psi, as the library forms it. */
static int value_full(void *ctx, N_Vector r)
{
  struct mech *c = ctx;
  return galpha_sys_force(&c->sys, &c->at, r);
}

static int value_reactions(void *ctx, N_Vector r)
{
  struct mech *c         = ctx;
  struct galpha_sys *sys = &c->sys;
  const int ret = galpha_sys_constraint_jac(sys, c->at.t, c->at.q, c->at.v);
  N_VConst(0.0, r);
  galpha_block_tmul(sys->block[GALPHA_BLOCK_G].A, 1.0, c->at.lambda, r);
  galpha_block_tmul(sys->block[GALPHA_BLOCK_K].A, 1.0, c->at.psi, r);
  return ret;
}

/* The return of the force callback: f0, or the general force. */
static int value_force(void *ctx, N_Vector r)
{
  struct mech *c = ctx;
  return galpha_sys_applied(&c->sys, &c->at, r);
}

static bool has_callback(const struct galpha_sys *s, enum galpha_block_id id)
{
  switch (id)
  {
  case GALPHA_BLOCK_G: return s->Gfn != NULL;
  case GALPHA_BLOCK_K: return s->Kfn != NULL;
  case GALPHA_BLOCK_KQ: return s->Kqfn != NULL;
  case GALPHA_BLOCK_FQ: return s->Fqfn != NULL;
  case GALPHA_BLOCK_FV: return s->Fvfn != NULL;
  case GALPHA_BLOCK_FR: return s->Frfn != NULL;
  default: return false;
  }
}

/* The user gave something that can be wrong: values, a pattern, or the statement that
 * the block is zero. */
static bool can_be_wrong(const struct galpha_sys *s, enum galpha_block_id id)
{
  const struct galpha_deriv *b = &s->block[id];
  if (!b->A)
  {
    return b->given && (id == GALPHA_BLOCK_FQ || id == GALPHA_BLOCK_FV);
  }
  return has_callback(s, id) || galpha_block_sparse(b->A);
}

static void set_argument(struct galpha_subject *s, int part, N_Vector x)
{
  if (!x) { return; }
  s->x[part]     = N_VGetArrayPointer(x);
  s->count[part] = N_VGetLength(x);
}

/* The largest |a_ij| |multiplier_i| of A = G or K: size of the reactions. */
static sunrealtype largest_reaction(SUNMatrix A, N_Vector multiplier)
{
  const sunrealtype *m   = N_VGetArrayPointer(multiplier);
  const sunrealtype *a   = galpha_block_data(A);
  struct galpha_cursor c = galpha_cursor_begin(A);
  sunrealtype top        = 0.0;
  sunindextype i = 0, j = 0;
  for (; galpha_cursor_next(&c, &i, &j); a++)
  {
    top = fmax(top, fabs(*a * m[i]));
  }
  return top;
}

/* Error of the reactions in f if the library differentiates g or k numerically. */
static sunrealtype reaction_grain(const struct mech *c)
{
  const struct galpha_sys *sys = &c->sys;
  sunrealtype top              = 0.0;
  if (sys->m && !sys->Gfn)
  {
    top = largest_reaction(sys->block[GALPHA_BLOCK_G].A, c->at.lambda);
  }
  if (sys->p && !sys->Kfn)
  {
    top = fmax(top, largest_reaction(sys->block[GALPHA_BLOCK_K].A, c->at.psi));
  }
  return CHECK_GRAIN * top;
}

/* The user may include the derivatives of the reactions in df/dq and df/dv or not, so
 * either source is accepted. df/dq must exclude them if GALPHASetReactionJac gives
 * them as a block. */
static void set_forces(struct mech *c, enum galpha_block_id id,
                       struct galpha_subject *s)
{
  const struct galpha_sys *sys = &c->sys;
  const bool formed            = !sys->general && !s->pattern &&
                      (sys->p || (sys->m && id == GALPHA_BLOCK_FQ)) &&
                      !(c->reaction->user && id == GALPHA_BLOCK_FQ);
  s->like     = c->at.q;
  s->nsources = formed ? 2 : 1;
  s->source[0] =
    (struct galpha_source){value_force, c, formed ? " of f0" : "", 0.0};
  s->source[1] = (struct galpha_source){
    value_full, c, " of f0 - G^T lambda - K^T psi", reaction_grain(c)};
}

static void set_constraints(struct galpha_subject *s, N_Vector like,
                            galpha_dq_fn fn, struct mech *c)
{
  s->like      = like;
  s->nsources  = 1;
  s->source[0] = (struct galpha_source){fn, c, "", 0.0};
}

/* The function that the block is the derivative of, and the components. */
static void set_subject(struct mech *c, enum galpha_block_id id,
                        struct galpha_subject *s)
{
  static const char *const names[] = {[GALPHA_BLOCK_G]  = "G = dg/dq",
                                      [GALPHA_BLOCK_K]  = "K = dk/dv",
                                      [GALPHA_BLOCK_KQ] = "Kq = dk/dq",
                                      [GALPHA_BLOCK_FQ] = "Fq = df/dq",
                                      [GALPHA_BLOCK_FV] = "Fv = df/dv",
                                      [GALPHA_BLOCK_FR] =
                                        "Fr = [df/dlambda df/dpsi]"};
  s->name                          = names[id];
  switch (id)
  {
  case GALPHA_BLOCK_G: set_constraints(s, c->at.lambda, value_g, c); break;
  case GALPHA_BLOCK_K:
  case GALPHA_BLOCK_KQ: set_constraints(s, c->at.psi, value_k, c); break;
  default: set_forces(c, id, s); break;
  }
  if (id == GALPHA_BLOCK_FR)
  {
    set_argument(s, 0, c->at.lambda);
    set_argument(s, 1, c->at.psi);
    return;
  }
  const bool by_v = id == GALPHA_BLOCK_K || id == GALPHA_BLOCK_FV;
  set_argument(s, 0, by_v ? c->at.v : c->at.q);
}

static int check_block(struct mech *c, enum galpha_block_id id)
{
  if (!can_be_wrong(c->given, id)) { return GALPHA_SUCCESS; }
  SUNMatrix A = c->given->block[id].A;
  /* without a callback the user gave only the pattern */
  struct galpha_subject s     = {.pattern = A && !has_callback(c->given, id)};
  struct galpha_columns lists = {0};
  set_subject(c, id, &s);
  s.column     = galpha_columns_get;
  s.column_ctx = &lists;
  int ret      = galpha_columns_init(&lists, s.pattern ? A : c->sys.block[id].A,
                                     N_VGetLength(s.like))
                   ? GALPHA_MEM_FAIL
                   : GALPHA_SUCCESS;
  if (!ret) { ret = galpha_compare_block(c->cmp, &s); }
  galpha_columns_free(&lists);
  return ret;
}

/* Checks the block of GALPHASetReactionJac. */
static int check_reactions(struct mech *c)
{
  const struct galpha_reaction_jac *reaction = c->reaction;
  const struct galpha_point *at              = &c->at;
  struct galpha_columns lists                = {0};
  struct galpha_pattern pattern              = {0};
  if (!reaction->user || c->given->general) { return GALPHA_SUCCESS; }
  struct galpha_subject s = {.name       = "R = d(G^T lambda + K^T psi)/dq",
                             .pattern    = !reaction->fn,
                             .column     = galpha_columns_get,
                             .column_ctx = &lists};
  set_constraints(&s, at->q, value_reactions, c);
  s.source[0].grain = reaction_grain(c);
  set_argument(&s, 0, at->q);
  SUNMatrix R = galpha_block_copy(reaction->user);
  int ret     = R ? GALPHA_SUCCESS : GALPHA_MEM_FAIL;
  if (!ret && reaction->fn &&
      galpha_sys_matrix(&c->sys, "reactions' derivative R", at->t,
                        reaction->fn(at->t, at->q, at->v, at->lambda, at->psi,
                                     R, c->sys.user_data),
                        R, &pattern))
  {
    ret = GALPHA_RES_FAIL;
  }
  if (!ret && galpha_columns_init(&lists, R, N_VGetLength(at->q)))
  {
    ret = GALPHA_MEM_FAIL;
  }
  if (!ret) { ret = galpha_compare_block(c->cmp, &s); }
  galpha_columns_free(&lists);
  galpha_pattern_forget(&pattern);
  if (R) { SUNMatDestroy(R); }
  return ret;
}

static int rate_column(void *gt, sunindextype j, sunrealtype *u, bool *there)
{
  const sunrealtype *x = N_VGetArrayPointer(gt);
  (void)j;
  for (sunindextype i = 0; i < N_VGetLength(gt); i++)
  {
    u[i]     = x[i];
    there[i] = true;
  }
  return 0;
}

static int check_rate(struct mech *c)
{
  const struct galpha_sys *sys = &c->sys;
  if (!sys->m || !(sys->gt || sys->scleronomic)) { return GALPHA_SUCCESS; }
  N_Vector gt = galpha_clone(c->at.lambda);
  if (!gt) { return GALPHA_MEM_FAIL; }
  struct galpha_subject s = {
    .name = sys->scleronomic ? "g_t (declared scleronomic)" : "g_t = dg/dt",
    .is_vector  = true,
    .x          = {&c->at.t, NULL},
    .count      = {1, 0},
    .column     = rate_column,
    .column_ctx = gt};
  set_constraints(&s, c->at.lambda, value_g, c);
  int ret = galpha_sys_rate(&c->sys, c->at.t, c->at.q, gt) ? GALPHA_RES_FAIL
                                                           : GALPHA_SUCCESS;
  if (!ret) { ret = galpha_compare_block(c->cmp, &s); }
  N_VDestroy(gt);
  return ret;
}

int galpha_check_code(const struct galpha_sys *sys, int ret)
{
  return !ret                         ? GALPHA_SUCCESS
         : ret < 0 && !sys->fail.what ? GALPHA_MEM_FAIL
                                      : GALPHA_RES_FAIL;
}

static int check_all(struct mech *c)
{
  struct galpha_sys *sys = &c->sys;
  const int code         = galpha_check_code(
            sys, galpha_sys_constraint_jac(sys, c->at.t, c->at.q, c->at.v));
  if (code) { return code; }
  int ret = check_block(c, GALPHA_BLOCK_G);
  if (!ret) { ret = check_block(c, GALPHA_BLOCK_K); }
  if (!ret) { ret = check_rate(c); }
  /* no block of c is differentiated numerically, so f at the point is not needed */
  if (!ret)
  {
    ret = galpha_check_code(sys, galpha_sys_jacobian(sys, &c->at, NULL));
  }
  for (int id = GALPHA_BLOCK_KQ; id <= GALPHA_BLOCK_FR && !ret; id++)
  {
    ret = check_block(c, (enum galpha_block_id)id);
  }
  if (!ret) { ret = check_reactions(c); }
  return ret ? ret : galpha_check_states(c->states, sys, &c->at, c->cmp);
}

/* Allocates the copies: G and K, which the reactions need, and the blocks that the
 * user fills. Marks all blocks as given, so that none is differentiated. */
static int own_blocks(struct mech *c)
{
  for (int i = 0; i < GALPHA_BLOCK_COUNT; i++)
  {
    const enum galpha_block_id id = (enum galpha_block_id)i;
    SUNMatrix A                   = c->given->block[id].A;
    c->sys.block[id].given        = true;
    if (!A || (id != GALPHA_BLOCK_G && id != GALPHA_BLOCK_K &&
               !has_callback(c->given, id)))
    {
      continue;
    }
    c->sys.block[id].A = galpha_block_copy(A);
    if (!c->sys.block[id].A) { return -1; }
  }
  return 0;
}

static int own_vector(N_Vector from, N_Vector *to)
{
  if (!from) { return 0; }
  *to = galpha_clone(from);
  if (!*to) { return -1; }
  N_VScale(1.0, from, *to);
  return 0;
}

static int own_all(struct mech *c, const struct galpha_point *at)
{
  c->at.t = at->t;
  c->sys  = *c->given;
  memset(c->sys.block, 0, sizeof c->sys.block);
  memset(c->sys.wq, 0, sizeof c->sys.wq);
  memset(c->sys.wl, 0, sizeof c->sys.wl);
  memset(c->sys.wp, 0, sizeof c->sys.wp);
  memset(&c->sys.rate, 0, sizeof c->sys.rate);
  c->sys.M         = NULL;
  c->sys.pattern_M = (struct galpha_pattern){0};
  c->sys.wr = c->sys.wr1 = c->sys.work = NULL;
  c->sys.fail                          = (struct galpha_failure){0};
  if (own_vector(at->q, &c->at.q) || own_vector(at->v, &c->at.v) ||
      own_vector(at->lambda, &c->at.lambda) ||
      own_vector(at->psi, &c->at.psi) || own_vector(at->s, &c->at.s) ||
      own_blocks(c))
  {
    return -1;
  }
  return galpha_sys_prepare(&c->sys, c->at.q, c->at.lambda, c->at.psi);
}

int galpha_check_mech(const struct galpha_sys *sys,
                      const struct galpha_first_order *states,
                      const struct galpha_reaction_jac *reaction,
                      const struct galpha_point *at, struct galpha_compare *cmp,
                      struct galpha_failure *fail)
{
  struct mech c = {
    .given = sys, .states = states, .reaction = reaction, .cmp = cmp};
  N_Vector *mine[] = {&c.at.q, &c.at.v, &c.at.lambda, &c.at.psi, &c.at.s};
  const int ret    = own_all(&c, at) ? GALPHA_MEM_FAIL : check_all(&c);
  *fail            = c.sys.fail;
  for (int i = 0; i < 5; i++)
  {
    if (*mine[i]) { N_VDestroy(*mine[i]); }
  }
  memset(c.sys.rows, 0, sizeof c.sys.rows); /* those of given */
  galpha_sys_free(&c.sys);
  return ret;
}
