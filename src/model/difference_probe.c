#include "model/difference_probe.h"

#include <math.h>
#include <string.h>

#include <sundials/sundials_types.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "model/matrix_ops.h"

struct probe
{
  galpha_dq_fn fn;
  void *ctx;
  sunindextype n, rows;
  sunrealtype *x;
  const sunrealtype *typical;
  sunrealtype scale; /* distance of the generic point, relative to typical */
  sunrealtype share; /* displacements, relative to those of the first attempt */
  const struct galpha_dq_rest *rest;
  N_Vector here, generic;    /* the two points x is moved to */
  N_Vector r1, rgeneric, r2; /* r moved from here, at generic, from there */
};

/* r at the point with x_j perturbed by inc (j < 0: unperturbed). */
static int probe_at(struct probe *pr, N_Vector point, sunindextype j,
                    sunrealtype inc, N_Vector r)
{
  memcpy(pr->x, N_VGetArrayPointer(point), (size_t)pr->n * sizeof *pr->x);
  if (j >= 0) { pr->x[j] += inc; }
  if (pr->rest)
  {
    pr->rest->move(pr->rest->ctx, point == pr->generic ? pr->share : 0.0);
  }
  const int ret = pr->fn(pr->ctx, r);
  if (ret != 0) { return ret; }
  return galpha_all_finite(N_VGetArrayPointer(r), pr->rows) ? 0 : 1;
}

/* Moves every component by a different fraction (multiples of the golden ratio
 * modulo 1), so that neither factors nor differences of components stay zero. */
static int probe_generic(struct probe *pr)
{
  const sunrealtype *here = N_VGetArrayPointer(pr->here);
  sunrealtype *generic    = N_VGetArrayPointer(pr->generic);
  for (sunindextype j = 0; j < pr->n; j++)
  {
    const sunrealtype factor = 1.0 + fmod(0.6180339887 * (double)(j + 1), 1.0);
    generic[j] = here[j] + galpha_dq_increment(here[j], pr->typical[j],
                                               factor * pr->scale);
  }
  return probe_at(pr, pr->generic, -1, 0.0, pr->rgeneric);
}

static int probe_column(struct probe *pr, sunindextype j, const sunrealtype *r0,
                        SUNMatrix J)
{
  const sunrealtype xj = N_VGetArrayPointer(pr->here)[j];
  const sunrealtype inc =
    galpha_dq_increment(xj, pr->typical[j], sqrt(SUN_UNIT_ROUNDOFF));
  int ret = probe_at(pr, pr->here, j, inc, pr->r1);
  if (ret != 0) { return ret; }
  const sunrealtype moved = pr->x[j] - xj;
  ret                     = probe_at(pr, pr->generic, j,
                                     galpha_dq_increment(xj, pr->typical[j], pr->scale), pr->r2);
  if (ret != 0) { return ret; }
  sunindextype nnz = SM_INDEXPTRS_S(J)[j];
  if (nnz + pr->rows > SM_NNZ_S(J) &&
      SUNSparseMatrix_Reallocate(J, 2 * SM_NNZ_S(J) + pr->rows) != 0)
  {
    return -1;
  }
  const sunrealtype *r1 = N_VGetArrayPointer(pr->r1);
  const sunrealtype *rg = N_VGetArrayPointer(pr->rgeneric);
  const sunrealtype *r2 = N_VGetArrayPointer(pr->r2);
  for (sunindextype i = 0; i < pr->rows; i++)
  {
    if (r1[i] == r0[i] && r2[i] == rg[i]) { continue; }
    SM_INDEXVALS_S(J)[nnz] = i;
    SM_DATA_S(J)[nnz++]    = (r1[i] - r0[i]) / moved;
  }
  SM_INDEXPTRS_S(J)[j + 1] = nnz;
  return 0;
}

static int probe_run(struct probe *pr, N_Vector r0, SUNMatrix J)
{
  if (!pr->here || !pr->generic || !pr->rgeneric || !pr->r2 || !J)
  {
    return -1;
  }
  memcpy(N_VGetArrayPointer(pr->here), pr->x, (size_t)pr->n * sizeof *pr->x);
  /* nearer points if fn fails: a component may leave its domain at a thousandth of the
     size of another one */
  int ret   = 1;
  pr->share = 8.0;
  for (int attempt = 0; attempt < PATTERN_NEARER && ret > 0; attempt++)
  {
    pr->share /= 8.0;
    pr->scale = PATTERN_AWAY * pr->share;
    ret       = probe_generic(pr);
    for (sunindextype j = 0; j < pr->n && ret == 0; j++)
    {
      ret = probe_column(pr, j, N_VGetArrayPointer(r0), J);
    }
  }
  memcpy(pr->x, N_VGetArrayPointer(pr->here), (size_t)pr->n * sizeof *pr->x);
  if (pr->rest) { pr->rest->move(pr->rest->ctx, 0.0); }
  return ret;
}

int galpha_dq_probe(galpha_dq_fn fn, void *ctx, N_Vector x, N_Vector typical,
                    N_Vector r0, N_Vector r1, const struct galpha_dq_rest *rest,
                    SUNContext sunctx, SUNMatrix *J)
{
  const sunindextype n = N_VGetLength(x), rows = N_VGetLength(r0);
  struct probe pr = {fn,
                     ctx,
                     n,
                     rows,
                     N_VGetArrayPointer(x),
                     N_VGetArrayPointer(typical),
                     0.0,
                     0.0,
                     rest,
                     galpha_clone(x),
                     galpha_clone(x),
                     r1,
                     galpha_clone(r1),
                     galpha_clone(r1)};
  *J              = SUNSparseMatrix(rows, n, 4 * n + rows, CSC_MAT, sunctx);
  const int ret   = probe_run(&pr, r0, *J);
  N_VDestroy(pr.here);
  N_VDestroy(pr.generic);
  N_VDestroy(pr.rgeneric);
  N_VDestroy(pr.r2);
  if (ret != 0)
  {
    SUNMatDestroy(*J);
    *J = NULL;
  }
  return ret;
}
