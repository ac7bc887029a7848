#include "ldlt/factor.h"

#include <math.h>
#include <stdlib.h>

#include <ldl.h>

#include "ldlt/elimination_order.h"

void galpha_ldlt_factor_free(struct galpha_ldlt_factor *f)
{
  free(f->perm);
  free(f->idx);
  free(f->d);
  free(f->val);
  *f = (struct galpha_ldlt_factor){.n = 0};
}

static int factor_alloc(struct galpha_ldlt_factor *f)
{
  const galpha_ldlt_int n = f->n;
  f->perm                 = galpha_ldlt_indices(7 * n);
  f->d                    = galpha_ldlt_reals(3 * n);
  if (!f->perm || !f->d) { return -1; }
  f->inverse = f->perm + n;
  f->parent  = f->inverse + n;
  f->length  = f->parent + n;
  f->flag    = f->length + n;
  f->pattern = f->flag + n;
  f->ptr     = f->pattern + n;
  f->y       = f->d + n;
  f->x       = f->y + n;
  return 0;
}

int galpha_ldlt_factor_new(struct galpha_ldlt_factor *f,
                           const struct galpha_ldlt_matrix *m,
                           sunrealtype least)
{
  *f       = (struct galpha_ldlt_factor){.n = m->n};
  int flag = factor_alloc(f) || galpha_ldlt_order(m, f->perm) ? -1 : 0;
  if (!flag)
  {
    GALPHA_SUITESPARSE(ldl, symbolic)
    (f->n, m->ptr, m->idx, f->ptr, f->parent, f->length, f->flag, f->perm,
     f->inverse);
    if (!((sunrealtype)f->ptr[f->n] >= least)) { flag = 2; }
  }
  if (!flag)
  {
    f->idx = galpha_ldlt_indices(f->ptr[f->n]);
    f->val = galpha_ldlt_reals(f->ptr[f->n]);
    if (!f->idx || !f->val) { flag = -1; }
  }
  if (flag) { galpha_ldlt_factor_free(f); }
  return flag;
}

sunrealtype galpha_ldlt_factor_make(struct galpha_ldlt_factor *f,
                                    const struct galpha_ldlt_matrix *m)
{
  sunrealtype least          = HUGE_VAL;
  const galpha_ldlt_int rank = GALPHA_SUITESPARSE(ldl, numeric)(
    f->n, m->ptr, m->idx, m->val, f->ptr, f->parent, f->length, f->idx, f->val,
    f->d, f->y, f->pattern, f->flag, f->perm, f->inverse);
  if (rank < f->n) { return 0.0; }
  for (galpha_ldlt_int k = 0; k < f->n; k++)
  {
    if (!isfinite(f->d[k])) { return 0.0; }
    least = fmin(least, fabs(f->d[k]));
  }
  return least;
}

void galpha_ldlt_factor_solve(const struct galpha_ldlt_factor *f,
                              sunrealtype *x)
{
  GALPHA_SUITESPARSE(ldl, perm)(f->n, f->x, x, f->perm);
  GALPHA_SUITESPARSE(ldl, lsolve)(f->n, f->x, f->ptr, f->idx, f->val);
  GALPHA_SUITESPARSE(ldl, dsolve)(f->n, f->x, f->d);
  GALPHA_SUITESPARSE(ldl, ltsolve)(f->n, f->x, f->ptr, f->idx, f->val);
  GALPHA_SUITESPARSE(ldl, permt)(f->n, x, f->x, f->perm);
}
