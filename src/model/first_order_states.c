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
  for (int i = 0; i < 4; i++)
  {
    st->block[i].A = galpha_dense_matrix(rows[i], cols[i], st->sys->sunctx);
    if (!st->block[i].A) { return -1; }
  }
  return 0;
}

int galpha_first_order_init(struct galpha_first_order *st,
                            struct galpha_sys *sys, N_Vector q, N_Vector order,
                            bool dense)
{
  st->sys       = sys;
  st->r         = N_VGetLength(order);
  st->dense     = dense;
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
  return dense ? dense_blocks(st) : 0;
}

void galpha_first_order_free(struct galpha_first_order *st)
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
    if (st->block[i].A) { SUNMatDestroy(st->block[i].A); }
    galpha_dq_free(st->block[i].dq);
    st->block[i] = (struct galpha_deriv){0};
  }
}

int galpha_first_order_eval(struct galpha_first_order *st,
                            const struct galpha_point *at, N_Vector F)
{
  struct galpha_sys *sys = st->sys;
  galpha_sys_mark(sys, F);
  return galpha_sys_checked(
    sys, "states' right-hand side F", at->t,
    sys->states(at->t, at->q, at->v, at->s, F, sys->user_data), F);
}

struct probe
{
  struct galpha_first_order *st;
  struct galpha_point at;
};

static int probe_states(void *ctx, N_Vector r)
{
  const struct probe *pr = ctx;
  return galpha_first_order_eval(pr->st, &pr->at, r);
}

static int probe_force(void *ctx, N_Vector r)
{
  const struct probe *pr = ctx;
  return galpha_sys_applied(pr->st->sys, &pr->at, r);
}

/* One block. The first call for a sparse one finds its pattern. */
static int difference(struct galpha_first_order *st,
                      enum galpha_first_order_block id,
                      const struct galpha_point *at,
                      struct galpha_difference *df)
{
  struct galpha_deriv *b = &st->block[id];
  const sunrealtype top  = N_VMaxNorm(df->x);
  N_VConst(top > 0.0 ? top : 1.0, df->typical);
  if (!b->A || b->probed)
  {
    const struct galpha_probe p = {.fn      = df->fn,
                                   .ctx     = df->ctx,
                                   .x       = df->x,
                                   .typical = df->typical,
                                   .other   = {at->q, at->v, at->s},
                                   .r0      = df->r0,
                                   .r1      = df->r1,
                                   .sunctx  = st->sys->sunctx};
    const bool first            = !b->A;
    const int ret               = galpha_sys_probe(st->sys, b, &p);
    if (ret || first) { return ret; }
  }
  if (!b->dq) { b->dq = galpha_dq_new(b->A); }
  return b->dq ? galpha_dq_jac(b->dq, df, b->A) : -1;
}

int galpha_first_order_jacobian(struct galpha_first_order *st,
                                const struct galpha_point *at)
{
  if (!st) { return 0; }
  struct probe pr = {st, *at};
  int ret         = galpha_sys_applied(st->sys, at, st->f0);
  if (!ret) { ret = galpha_first_order_eval(st, at, st->F0); }
  const struct
  {
    enum galpha_first_order_block id;
    N_Vector x;
  } all[] = {{GALPHA_STATES_FS, at->s},
             {GALPHA_STATES_SQ, at->q},
             {GALPHA_STATES_SV, at->v},
             {GALPHA_STATES_SS, at->s}};
  for (int i = 0; !ret && i < 4; i++)
  {
    const bool force            = all[i].id == GALPHA_STATES_FS;
    struct galpha_difference df = {.fn  = force ? probe_force : probe_states,
                                   .ctx = &pr,
                                   .x   = all[i].x,
                                   .typical = all[i].x == at->s ? st->size_r
                                                                : st->size_n,
                                   .r0      = force ? st->f0 : st->F0,
                                   .r1      = force ? st->f1 : st->F1};
    ret                         = difference(st, all[i].id, at, &df);
  }
  return ret;
}
