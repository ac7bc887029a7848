#include "ldlt/refinement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/tuning.h"

int galpha_ldlt_refined_new(struct galpha_ldlt_refined *l, sunindextype n)
{
  *l   = (struct galpha_ldlt_refined){.plans = 0};
  l->b = galpha_ldlt_reals((galpha_ldlt_int)n);
  l->x = galpha_ldlt_reals((galpha_ldlt_int)n);
  l->r = galpha_ldlt_reals((galpha_ldlt_int)n);
  return l->b && l->x && l->r ? 0 : -1;
}

void galpha_ldlt_refined_free(struct galpha_ldlt_refined *l)
{
  galpha_ldlt_matrix_free(&l->matrix);
  galpha_ldlt_factor_free(&l->factor);
  free(l->b);
  free(l->x);
  free(l->r);
}

int galpha_ldlt_refined_setup(struct galpha_ldlt_refined *l,
                              const sunrealtype *val)
{
  const bool planned = l->factor.perm != NULL;
  l->change          = -1.0;
  if (!planned) { galpha_ldlt_matrix_classify(&l->matrix, val); }
  if (!(galpha_ldlt_matrix_fill(&l->matrix, val) <= LDLT_SYMMETRIC))
  {
    return 1;
  }
  if (!planned)
  {
    l->plans++;
    const int flag =
      galpha_ldlt_factor_new(&l->factor, &l->matrix, l->least_fill);
    if (flag) { return flag; }
  }
  if (galpha_ldlt_factor_make(&l->factor, &l->matrix) > LDLT_SINGULAR)
  {
    return 0;
  }
  galpha_ldlt_factor_free(&l->factor);
  return 1;
}

/* l->x += A^-1 l->r. */
static void refine_once(struct galpha_ldlt_refined *l)
{
  l->steps++;
  galpha_ldlt_factor_solve(&l->factor, l->r);
  for (galpha_ldlt_int i = 0; i < l->matrix.n; i++) { l->x[i] += l->r[i]; }
}

/* Refines l->x = A^-1 l->b (scaled) to round-off. */
static bool refine(struct galpha_ldlt_refined *l)
{
  sunrealtype before = HUGE_VAL;
  for (int step = 0;; step++)
  {
    const sunrealtype error =
      galpha_ldlt_matrix_residual(&l->matrix, l->b, l->x, l->r);
    if (error <= LDLT_REFINED) { return true; }
    if (step == LDLT_REFINEMENTS || !(error <= 0.5 * before))
    {
      return error <= LDLT_ACCEPTED;
    }
    before = error;
    refine_once(l);
  }
}

/* Refines to the relative accuracy tol, if the factors are accurate enough;
 * otherwise to round-off. */
static bool refine_roughly(struct galpha_ldlt_refined *l, sunrealtype tol)
{
  if (l->change >= 0.0 && l->change <= tol) { return true; }
  if (!(l->change > tol))
  {
    galpha_ldlt_matrix_subtract(&l->matrix, l->b, l->x, l->r);
    refine_once(l);
    const sunrealtype size   = galpha_ldlt_largest(l->x, l->matrix.n);
    const sunrealtype change = galpha_ldlt_largest(l->r, l->matrix.n) / size;
    if (isfinite(change)) { l->change = change; }
    if (change <= tol || size == 0.0) { return true; }
  }
  return refine(l);
}

int galpha_ldlt_refined_solve(struct galpha_ldlt_refined *l,
                              const sunrealtype *b, sunrealtype *x,
                              sunrealtype tol)
{
  const struct galpha_ldlt_matrix *m = &l->matrix;
  sunrealtype sum                    = 0.0;
  if (!l->factor.perm) { return 1; }
  for (galpha_ldlt_int i = 0; i < m->n; i++)
  {
    l->b[i] = m->row[i] * b[i];
    sum += fabs(l->b[i]);
  }
  memcpy(l->x, l->b, (size_t)m->n * sizeof *l->x);
  galpha_ldlt_factor_solve(&l->factor, l->x);
  const bool solved = tol > 0.0 ? refine_roughly(l, tol) : refine(l);
  /* if the right-hand side is not finite, a stall does not mean that the factors are
     bad */
  if (!solved && isfinite(sum))
  {
    galpha_ldlt_factor_free(&l->factor);
    return 1;
  }
  for (galpha_ldlt_int i = 0; i < m->n; i++) { x[i] = m->column[i] * l->x[i]; }
  return 0;
}
