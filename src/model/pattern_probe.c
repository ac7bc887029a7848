#include "model/pattern_probe.h"

#include <math.h>

#include <sunmatrix/sunmatrix_sparse.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "model/difference_probe.h"

void galpha_probe_record_failure(struct galpha_probe_searches *s)
{
  if (s->failures++ < s->next) { return; }
  s->next = 2 * s->next + 2;
  s->current++;
}

void galpha_probe_search_each(struct galpha_probe_searches *s, bool each)
{
  s->each = each;
}

struct around
{
  const struct galpha_probe *p;
  N_Vector here[PATTERN_OTHERS], far[PATTERN_OTHERS];
  sunrealtype share; /* where the arguments are: 0: here, 1: far */
};

static bool takes_part(const struct galpha_probe *p, int i)
{
  return p->other[i] && p->other[i] != p->x;
}

/* Moves every component by a different fraction: neither factors nor differences
 * stay zero. */
static void move_away(N_Vector x, N_Vector far)
{
  const sunrealtype top  = N_VMaxNorm(x);
  const sunrealtype size = PATTERN_AWAY * (top > 0.0 ? top : 1.0);
  const sunrealtype *xd  = N_VGetArrayPointer(x);
  sunrealtype *fd        = N_VGetArrayPointer(far);
  for (sunindextype j = 0; j < N_VGetLength(x); j++)
  {
    const sunrealtype factor =
      1.0 + fmod(0.7548776662 * ((double)j + 1.0), 1.0);
    fd[j] = xd[j] + copysign(factor * size, xd[j]);
  }
}

static int around_init(struct around *a)
{
  for (int i = 0; i < PATTERN_OTHERS; i++)
  {
    if (!takes_part(a->p, i)) { continue; }
    a->here[i] = galpha_clone(a->p->other[i]);
    a->far[i]  = galpha_clone(a->p->other[i]);
    if (!a->here[i] || !a->far[i]) { return -1; }
    N_VScale(1.0, a->p->other[i], a->here[i]);
    move_away(a->p->other[i], a->far[i]);
  }
  return 0;
}

static void around_free(struct around *a)
{
  for (int i = 0; i < PATTERN_OTHERS; i++)
  {
    if (a->here[i]) { N_VDestroy(a->here[i]); }
    if (a->far[i]) { N_VDestroy(a->far[i]); }
  }
}

static void around_move(void *around, sunrealtype share)
{
  struct around *a = around;
  if (a->share == share) { return; }
  a->share = share;
  for (int i = 0; i < PATTERN_OTHERS; i++)
  {
    if (!a->here[i]) { continue; }
    N_VLinearSum(1.0 - share, a->here[i], share, a->far[i], a->p->other[i]);
  }
}

/* out = union of the patterns of A and B; rows ascend in each column. */
static void merge(SUNMatrix A, SUNMatrix B, SUNMatrix out)
{
  const sunindextype *pa = SM_INDEXPTRS_S(A), *ia = SM_INDEXVALS_S(A);
  const sunindextype *pb = SM_INDEXPTRS_S(B), *ib = SM_INDEXVALS_S(B);
  sunindextype count = 0;
  for (sunindextype j = 0; j < SM_NP_S(A); j++)
  {
    sunindextype a = pa[j], b = pb[j];
    SM_INDEXPTRS_S(out)[j] = count;
    while (a < pa[j + 1] || b < pb[j + 1])
    {
      const bool in_a = a < pa[j + 1] && (b >= pb[j + 1] || ia[a] <= ib[b]);
      const bool in_b = b < pb[j + 1] && (a >= pa[j + 1] || ib[b] <= ia[a]);
      SM_DATA_S(out)[count]        = 0.0;
      SM_INDEXVALS_S(out)[count++] = in_a ? ia[a] : ib[b];
      a += in_a;
      b += in_b;
    }
  }
  SM_INDEXPTRS_S(out)[SM_NP_S(A)] = count;
}

static int add_entries(const struct galpha_probe *p,
                       struct galpha_probe_searches *s, SUNMatrix found,
                       SUNMatrix A)
{
  const sunindextype np  = SM_NP_S(A);
  const sunindextype nnz = SM_INDEXPTRS_S(A)[np] + SM_INDEXPTRS_S(found)[np];
  SUNMatrix all =
    SUNSparseMatrix(SM_ROWS_S(A), SM_COLUMNS_S(A), nnz, CSC_MAT, p->sunctx);
  if (!all) { return -1; }
  merge(A, found, all);
  const bool more = SM_INDEXPTRS_S(all)[np] > SM_INDEXPTRS_S(A)[np];
  const int ret   = more && SUNMatCopy(all, A) ? -1 : 0;
  if (more) { s->failures = s->next = 0; }
  SUNMatDestroy(all);
  return ret;
}

int galpha_probe_find(const struct galpha_probe *p,
                      struct galpha_probe_searches *s, SUNMatrix *A)
{
  struct around a                  = {.p = p};
  const struct galpha_dq_rest rest = {around_move, &a};
  SUNMatrix found                  = NULL;
  int ret                          = around_init(&a);
  if (!ret)
  {
    ret = galpha_dq_probe(p->fn, p->ctx, p->x, p->typical, p->r0, p->r1, &rest,
                          p->sunctx, &found);
  }
  around_free(&a);
  if (ret || !*A)
  {
    *A = ret ? *A : found;
    return ret;
  }
  ret = add_entries(p, s, found, *A);
  SUNMatDestroy(found);
  return ret;
}
