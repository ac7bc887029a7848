#include "model/first_order_states.h"

#include <math.h>

#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/clone.h"

/* A diagonal matrix of the mask, dense or sparse as the other blocks. */
static SUNMatrix diagonal(const struct galpha_first_order *st, N_Vector mask)
{
  const sunrealtype *m = N_VGetArrayPointer(mask);
  SUNContext ctx       = st->sys->sunctx;
  SUNMatrix D          = st->dense ? galpha_dense_matrix(st->r, st->r, ctx)
                                   : SUNSparseMatrix(st->r, st->r, st->r, CSC_MAT, ctx);
  if (!D) { return NULL; }
  for (sunindextype i = 0; i < st->r; i++)
  {
    if (st->dense) { SM_ELEMENT_D(D, i, i) = m[i]; }
    else
    {
      SUNSparseMatrix_IndexPointers(D)[i] = i;
      SUNSparseMatrix_IndexValues(D)[i]   = i;
      SUNSparseMatrix_Data(D)[i]          = m[i];
    }
  }
  if (!st->dense) { SUNSparseMatrix_IndexPointers(D)[st->r] = st->r; }
  return D;
}

static int make_masks(struct galpha_first_order *st, N_Vector order)
{
  const sunrealtype *o = N_VGetArrayPointer(order);
  for (int k = 0; k < 2; k++)
  {
    st->space.mask[k] = galpha_clone(order);
    if (!st->space.mask[k]) { return -1; }
    sunrealtype *m = N_VGetArrayPointer(st->space.mask[k]);
    for (sunindextype i = 0; i < st->r; i++)
    {
      if (!(o[i] == 0.0 || o[i] == 1.0)) { return -2; }
      m[i] = o[i] == (sunrealtype)k ? 1.0 : 0.0;
      st->space.has[k] |= m[i] == 1.0;
    }
  }
  return 0;
}

static int dense_blocks(struct galpha_first_order *st)
{
  const sunindextype n = st->sys->n, r = st->r;
  const sunindextype rows[] = {n, r, r, r}, cols[] = {r, n, n, r};
  for (int i = 0; i < GALPHA_STATES_DERIVATIVES; i++)
  {
    if (st->block[i].given) { continue; }
    st->block[i].A = galpha_dense_matrix(rows[i], cols[i], st->sys->sunctx);
    if (!st->block[i].A) { return -1; }
  }
  return 0;
}

static int make(struct galpha_first_order *st, N_Vector q, N_Vector order)
{
  const int bad = make_masks(st, order);
  if (bad) { return bad; }
  N_Vector *n_work[] = {&st->size_n, &st->f0, &st->f1};
  N_Vector *r_work[] = {&st->size_r, &st->F0, &st->F1};
  for (int i = 0; i < 3; i++)
  {
    *n_work[i] = galpha_clone(q);
    *r_work[i] = galpha_clone(order);
    if (!*n_work[i] || !*r_work[i]) { return -1; }
  }
  st->space.work                = st->F1;
  st->block[GALPHA_STATES_D1].A = diagonal(st, st->space.mask[1]);
  st->block[GALPHA_STATES_D0].A = diagonal(st, st->space.mask[0]);
  if (!st->block[GALPHA_STATES_D1].A || !st->block[GALPHA_STATES_D0].A)
  {
    return -1;
  }
  return st->dense ? dense_blocks(st) : 0;
}

static void forget(struct galpha_deriv *b)
{
  if (b->A) { SUNMatDestroy(b->A); }
  galpha_dq_free(b->dq);
  *b = (struct galpha_deriv){0};
}

/* Frees what `make` has made. */
static void unmake(struct galpha_first_order *st)
{
  N_Vector *all[] = {&st->space.mask[0],
                     &st->space.mask[1],
                     &st->size_n,
                     &st->size_r,
                     &st->f0,
                     &st->f1,
                     &st->F0,
                     &st->F1};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (*all[i]) { N_VDestroy(*all[i]); }
    *all[i] = NULL;
  }
  for (int i = 0; i < GALPHA_STATES_BLOCKS; i++)
  {
    if (!st->block[i].given) { forget(&st->block[i]); }
  }
}

int galpha_first_order_init(struct galpha_first_order *st,
                            struct galpha_sys *sys, N_Vector q, N_Vector order,
                            bool dense)
{
  st->sys       = sys;
  st->r         = N_VGetLength(order);
  st->dense     = dense;
  const int bad = make(st, q, order);
  if (bad) { unmake(st); }
  return bad;
}

void galpha_first_order_free(struct galpha_first_order *st)
{
  unmake(st);
  for (int i = 0; i < GALPHA_STATES_BLOCKS; i++) { forget(&st->block[i]); }
}

int galpha_first_order_eval(struct galpha_first_order *st,
                            const struct galpha_point *at, N_Vector F)
{
  struct galpha_sys *sys = st->sys;
  galpha_sys_mark(sys, F);
  return galpha_sys_checked(
    sys, "states' right-hand side F", at->t,
    GALPHA_CALL(sys,
                sys->states(at->t, at->q, at->v, at->s, F, sys->user_data)),
    F);
}

N_Vector galpha_first_order_argument(enum galpha_first_order_block id,
                                     const struct galpha_point *at)
{
  return id == GALPHA_STATES_SQ   ? at->q
         : id == GALPHA_STATES_SV ? at->v
                                  : at->s;
}

int galpha_first_order_value(struct galpha_first_order *st,
                             enum galpha_first_order_block id,
                             const struct galpha_point *at, N_Vector out)
{
  return id == GALPHA_STATES_FS ? galpha_sys_applied(st->sys, at, out)
                                : galpha_first_order_eval(st, at, out);
}

int galpha_first_order_given(struct galpha_first_order *st,
                             enum galpha_first_order_block id,
                             const struct galpha_point *at)
{
  static const char *const names[] = {[GALPHA_STATES_FS] = "df/ds",
                                      [GALPHA_STATES_SQ] = "states' dF/dq",
                                      [GALPHA_STATES_SV] = "states' dF/dv",
                                      [GALPHA_STATES_SS] = "states' dF/ds"};
  struct galpha_deriv *b           = &st->block[id];
  void *data                       = st->sys->user_data;
  return galpha_sys_matrix(
    st->sys, names[id], at->t,
    GALPHA_CALL(st->sys, st->fn[id](at->t, at->q, at->v, at->s, b->A, data)),
    b->A, &b->pattern);
}

struct probe
{
  struct galpha_first_order *st;
  enum galpha_first_order_block id;
  struct galpha_point at;
};

static int probe(void *ctx, N_Vector r)
{
  const struct probe *pr = ctx;
  return galpha_first_order_value(pr->st, pr->id, &pr->at, r);
}

/* One block; r0: the function at the point. The first call for a sparse one finds its
 * pattern. */
static int difference(struct galpha_first_order *st,
                      enum galpha_first_order_block id,
                      const struct galpha_point *at, N_Vector r0, N_Vector r1)
{
  struct probe pr             = {st, id, *at};
  N_Vector x                  = galpha_first_order_argument(id, at);
  N_Vector size               = x == at->s ? st->size_r : st->size_n;
  struct galpha_difference df = {
    .fn = probe, .ctx = &pr, .x = x, .typical = size, .r0 = r0, .r1 = r1};
  struct galpha_deriv *b = &st->block[id];
  const sunrealtype top  = N_VMaxNorm(x);
  N_VConst(top > 0.0 ? top : 1.0, size);
  const struct galpha_probe p = {.fn      = probe,
                                 .ctx     = &pr,
                                 .x       = x,
                                 .typical = size,
                                 .other   = {at->q, at->v, at->s},
                                 .r0      = r0,
                                 .r1      = r1,
                                 .sunctx  = st->sys->sunctx};
  const bool first            = !b->A;
  int ret = first || b->probed ? galpha_sys_probe(st->sys, b, &p) : 0;
  if (ret || first) { return ret; }
  if (!b->dq) { b->dq = galpha_dq_new(b->A); }
  ret = b->dq ? galpha_dq_jac(b->dq, &df, b->A) : -1;
  if (ret || !galpha_sys_lacks_entries(st->sys, b)) { return ret; }
  ret = galpha_sys_probe(st->sys, b, &p);
  return ret ? ret : galpha_dq_jac(b->dq, &df, b->A);
}

/* f0 and F at the point, as far as they are bases of difference quotients. */
static int bases(struct galpha_first_order *st, const struct galpha_point *at)
{
  const GALPHAStatesJacFn *fn = st->fn;
  int ret = fn[GALPHA_STATES_FS] ? 0 : galpha_sys_applied(st->sys, at, st->f0);
  if (ret ||
      (fn[GALPHA_STATES_SQ] && fn[GALPHA_STATES_SV] && fn[GALPHA_STATES_SS]))
  {
    return ret;
  }
  return galpha_first_order_eval(st, at, st->F0);
}

int galpha_first_order_jacobian(struct galpha_first_order *st,
                                const struct galpha_point *at)
{
  if (!st) { return 0; }
  int ret = bases(st, at);
  for (int i = 0; !ret && i < GALPHA_STATES_DERIVATIVES; i++)
  {
    const enum galpha_first_order_block id = (enum galpha_first_order_block)i;
    const bool force                       = id == GALPHA_STATES_FS;
    ret = st->fn[id] ? galpha_first_order_given(st, id, at)
                     : difference(st, id, at, force ? st->f0 : st->F0,
                                  force ? st->f1 : st->F1);
  }
  return ret;
}
