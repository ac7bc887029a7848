/* Sparse Jacobians of the residual form: a chain of 200 masses by its pattern
 * alone costs a few residuals a Jacobian and takes the steps of the analytic
 * one; a matrix that is empty, or too small, until the first Jacobian works,
 * CSC and CSR. */
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/models/callbacks.h"
#include "support/run/residual.h"
#include "support/test.h"

#define SIZE 200

struct counts
{
  long int residuals;
};

/* Springs s + s^3 and dashpots between neighbours and to the walls. */
RESIDUAL2(chain)
{
  struct counts *count = data;
  count->residuals++;
  for (int i = 0; i < SIZE; i++) { r[i] = ypp[i]; }
  r[0] -= sin(t);
  for (int i = 0; i <= SIZE; i++)
  {
    const sunrealtype s  = (i < SIZE ? y[i] : 0.0) - (i > 0 ? y[i - 1] : 0.0);
    const sunrealtype ds = (i < SIZE ? yp[i] : 0.0) - (i > 0 ? yp[i - 1] : 0.0);
    const sunrealtype p  = 50.0 * (s + s * s * s) + ds;
    if (i < SIZE) { r[i] += p; }
    if (i > 0) { r[i - 1] -= p; }
  }
}

/* The tridiagonal Jacobian is symmetric: the same for CSC and CSR. */
static int jacobian(sunrealtype t, const sunrealtype *c, N_Vector y,
                    N_Vector yp, N_Vector ypp, N_Vector r, SUNMatrix J,
                    void *data, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
  const sunrealtype *u = N_VGetArrayPointer(y);
  sunindextype at      = 0;
  if (SM_NNZ_S(J) < 3 * SIZE && SUNSparseMatrix_Reallocate(J, 3 * SIZE))
  {
    return -1;
  }
  for (int j = 0; j < SIZE; j++)
  {
    const sunrealtype s  = u[j] - (j > 0 ? u[j - 1] : 0.0);
    const sunrealtype n  = (j + 1 < SIZE ? u[j + 1] : 0.0) - u[j];
    const sunrealtype ks = 50.0 * (1.0 + 3.0 * s * s) + c[1];
    const sunrealtype kn = 50.0 * (1.0 + 3.0 * n * n) + c[1];
    SM_INDEXPTRS_S(J)[j] = at;
    for (int i = j > 0 ? j - 1 : 0; i <= j + 1 && i < SIZE; i++)
    {
      SM_DATA_S(J)[at]        = i == j ? c[2] + ks + kn : (i < j ? -ks : -kn);
      SM_INDEXVALS_S(J)[at++] = i;
    }
  }
  SM_INDEXPTRS_S(J)[SIZE] = at;
  return 0;
}

RESIDUAL_START(start)
{
  for (int i = 0; i < SIZE; i++) { y[i] = 0.1 * sin(0.3 * i); }
}

struct outcome
{
  sunrealtype middle;
  long int steps, jacobians, residuals, iterations;
};

/* nnz: capacity of an empty matrix; 0: one that holds the pattern. */
static struct outcome run(SUNContext ctx, int with_jac, int format, int nnz)
{
  struct counts count              = {0};
  const struct residual_problem pb = {.name  = "chain",
                                      .n     = SIZE,
                                      .res2  = chain,
                                      .jac2  = with_jac ? jacobian : NULL,
                                      .start = start,
                                      .data  = &count};
  const sunrealtype ones[3]        = {1.0, 1.0, 1.0};
  struct outcome o                 = {0};
  struct residual_run r;
  int ret     = residual_begin(&r, &pb, ctx);
  SUNMatrix J = SUNSparseMatrix(SIZE, SIZE, nnz, format, ctx);
  if (nnz == 0)
  {
    jacobian(0.0, ones, r.y, NULL, NULL, NULL, J, NULL, NULL, NULL, NULL);
  }
  if (!ret) { ret = residual_use_klu(&r, J); }
  if (!ret) { ret = residual_to(&r, 2.0); }
  CHECK(ret == 0);
  o.middle    = residual_y(&r)[SIZE / 2];
  o.residuals = count.residuals;
  CHECK(GALPHAGetNumSteps(r.mem, &o.steps) == 0);
  CHECK(GALPHAGetNumJacEvals(r.mem, &o.jacobians) == 0);
  CHECK(GALPHAGetNumNonlinSolvIters(r.mem, &o.iterations) == 0);
  printf(
    "jac %d format %d nnz %d: %ld steps, %ld Jacobians, %ld residuals, %ld "
    "iterations\n",
    with_jac, format, nnz, o.steps, o.jacobians, o.residuals, o.iterations);
  SUNMatDestroy(J);
  residual_end(&r);
  return o;
}

/* An empty matrix without a Jacobian says nothing: an error, not a crash. */
static void check_no_pattern(SUNContext ctx)
{
  struct counts count              = {0};
  struct caught c                  = {0};
  const struct residual_problem pb = {
    .name = "chain", .n = SIZE, .res2 = chain, .start = start, .data = &count};
  struct residual_run r;
  SUNMatrix J = SUNSparseMatrix(SIZE, SIZE, 5, CSC_MAT, ctx);
  CHECK(residual_begin(&r, &pb, ctx) == 0);
  GALPHASetErrHandlerFn(r.mem, caught_handler, &c);
  int ret = residual_use_klu(&r, J);
  if (!ret) { ret = residual_to(&r, 2.0); }
  CHECK(ret < 0);
  CHECK(c.count >= 1);
  printf("no pattern: %d, %s\n", ret, c.msg);
  SUNMatDestroy(J);
  residual_end(&r);
}

TEST_MAIN(ctx)
{
  galpha_test_quiet(ctx);
  const struct outcome exact   = run(ctx, 1, CSC_MAT, 0);
  const struct outcome pattern = run(ctx, 0, CSC_MAT, 0);
  CHECK(pattern.steps == exact.steps);
  CHECK_REL(pattern.middle, exact.middle, 1e-7);
  CHECK((pattern.residuals - exact.residuals) <= 12 * pattern.jacobians);
  static const int capacity[2] = {1, 3 * SIZE};
  for (int i = 0; i < 2; i++)
  {
    const struct outcome csc = run(ctx, 1, CSC_MAT, capacity[i]);
    const struct outcome csr = run(ctx, 1, CSR_MAT, capacity[i]);
    CHECK(csc.steps == exact.steps && csr.steps == exact.steps);
    CHECK_REL(csr.middle, exact.middle, 1e-9);
  }
  const struct outcome csr = run(ctx, 0, CSR_MAT, 0);
  CHECK(csr.steps == exact.steps);
  check_no_pattern(ctx);
}
