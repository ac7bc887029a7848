#include "galpha_ldlt_refined.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SYMMETRIC 1e-6  /* largest skew part of the scaled matrix */
#define SINGULAR  1e-14 /* its pivots at which it counts as singular */
#define REFINED   5e-15 /* backward error that ends refinement */
#define ACCEPTED  1e-12 /* the largest one of a solution */
#define MAX_STEPS 10

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
  if (!planned) { galpha_ldlt_matrix_classify(&l->matrix, val); }
  if (!(galpha_ldlt_matrix_fill(&l->matrix, val) <= SYMMETRIC)) { return 1; }
  if (!planned)
  {
    l->plans++;
    const int flag =
      galpha_ldlt_factor_new(&l->factor, &l->matrix, l->least_fill);
    if (flag) { return flag; }
  }
  if (galpha_ldlt_factor_make(&l->factor, &l->matrix) > SINGULAR) { return 0; }
  galpha_ldlt_factor_free(&l->factor);
  return 1;
}

/* l->x = A^-1 l->b, scaled. */
static bool refine(struct galpha_ldlt_refined *l)
{
  const size_t n     = (size_t)l->matrix.n;
  sunrealtype before = HUGE_VAL;
  memcpy(l->x, l->b, n * sizeof *l->x);
  galpha_ldlt_factor_solve(&l->factor, l->x);
  for (int step = 0;; step++)
  {
    const sunrealtype error =
      galpha_ldlt_matrix_residual(&l->matrix, l->b, l->x, l->r);
    if (error <= REFINED) { return true; }
    if (step == MAX_STEPS || !(error <= 0.5 * before))
    {
      return error <= ACCEPTED;
    }
    before = error;
    l->steps++;
    galpha_ldlt_factor_solve(&l->factor, l->r);
    for (size_t i = 0; i < n; i++) { l->x[i] += l->r[i]; }
  }
}

int galpha_ldlt_refined_solve(struct galpha_ldlt_refined *l,
                              const sunrealtype *b, sunrealtype *x)
{
  const struct galpha_ldlt_matrix *m = &l->matrix;
  sunrealtype sum                    = 0.0;
  if (!l->factor.perm) { return 1; }
  for (galpha_ldlt_int i = 0; i < m->n; i++)
  {
    l->b[i] = m->row[i] * b[i];
    sum += fabs(l->b[i]);
  }
  /* a right-hand side that is not finite says nothing about the factors */
  if (!refine(l) && isfinite(sum))
  {
    galpha_ldlt_factor_free(&l->factor);
    return 1;
  }
  for (galpha_ldlt_int i = 0; i < m->n; i++) { x[i] = m->column[i] * l->x[i]; }
  return 0;
}
