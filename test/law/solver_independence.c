/* The result does not depend on the order of the components nor on the linear
 * solver: dense, band, KLU and Krylov agree. */
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/models/callbacks.h"
#include "support/models/mechatronic.h"
#include "support/test.h"

/* A chain of masses with nonlinear springs on the even places and filters of
 * the springs' forces between them: orders 2 and 1 in turn, tridiagonal. */
#define CHAIN 21

RESIDUAL2(chain)
{
  for (int i = 0; i < CHAIN; i++)
  {
    const sunrealtype left  = i > 0 ? y[i - 1] : 0.0;
    const sunrealtype right = i + 1 < CHAIN ? y[i + 1] : 0.0;
    if (i % 2) { r[i] = yp[i] + y[i] - sin(right - left); }
    else
    {
      r[i] = ypp[i] + 0.1 * yp[i] + y[i] + left - right - cos(0.1 * i + t);
    }
  }
}

RESIDUAL2_JAC(chain_jac)
{
  sunindextype at = 0;
  for (int j = 0; j < CHAIN; j++)
  {
    SM_INDEXPTRS_S(J)[j] = at;
    for (int i = j > 0 ? j - 1 : 0; i <= j + 1 && i < CHAIN; i++)
    {
      const sunrealtype left  = i > 0 ? y[i - 1] : 0.0;
      const sunrealtype right = i + 1 < CHAIN ? y[i + 1] : 0.0;
      const sunrealtype slope = i % 2 ? -cos(right - left) : -1.0;
      const sunrealtype own   = i % 2 ? c[0] + 1.0 : c[2] + 0.1 * c[1] + 1.0;
      SM_DATA_S(J)[at]        = i == j ? own : (i < j ? slope : -slope);
      SM_INDEXVALS_S(J)[at++] = i;
    }
  }
  SM_INDEXPTRS_S(J)[CHAIN] = at;
}

RESIDUAL_START(start_chain)
{
  y[2] = 0.5;
}

static struct residual_problem chain_problem(int with_jac)
{
  static sunrealtype const orders[CHAIN] = {2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2,
                                            1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
  return (struct residual_problem){.name  = "chain",
                                   .n     = CHAIN,
                                   .order = orders,
                                   .res2  = chain,
                                   .jac2  = with_jac ? chain_jac : NULL,
                                   .start = start_chain};
}

/* A CSC matrix with the chain's pattern. */
static SUNMatrix chain_pattern(SUNContext ctx)
{
  const sunrealtype ones[3] = {1.0, 1.0, 1.0};
  N_Vector y                = N_VNew_Serial(CHAIN, ctx);
  SUNMatrix J = SUNSparseMatrix(CHAIN, CHAIN, 3 * CHAIN, CSC_MAT, ctx);
  N_VConst(0.0, y);
  chain_jac(0.0, ones, y, NULL, NULL, NULL, J, NULL, NULL, NULL, NULL);
  N_VDestroy(y);
  return J;
}

enum solver
{
  DEFAULT,
  DENSE,
  BAND,
  KLU_DIFFERENCED,
  KLU_ANALYTIC,
  KRYLOV
};

static int use(struct residual_run *run, int solver)
{
  if (solver == DEFAULT) { return 0; }
  if (solver == DENSE) { return residual_use_dense(run); }
  if (solver == BAND) { return residual_use_band(run, 1, 1); }
  if (solver >= KRYLOV)
  {
    return residual_use_krylov(run, (enum residual_krylov)(solver - KRYLOV),
                               CHAIN, 0);
  }
  SUNMatrix J   = chain_pattern(run->ctx);
  const int ret = residual_use_klu(run, J);
  SUNMatDestroy(J);
  return ret;
}

/* h > 0: fixed steps; 0: error control at rtol. */
static void run_chain(struct residual_run *run,
                      const struct residual_problem *pb, SUNContext ctx,
                      int solver, sunrealtype h, sunrealtype rtol)
{
  int ret = residual_begin(run, pb, ctx);
  if (!ret) { ret = use(run, solver); }
  if (!ret) { ret = GALPHASStolerances(run->mem, rtol, rtol); }
  if (!ret) { ret = GALPHASetFixedStep(run->mem, h); }
  if (!ret) { ret = residual_to(run, 2.0); }
  CHECK(ret == 0);
  if (ret) { printf("solver %d: %d\n", solver, ret); }
}

/* PCG is for symmetric matrices, which this is not. */
static void check_solvers(SUNContext ctx)
{
  for (int s = DENSE; s < KRYLOV + RESIDUAL_PCG; s++)
  {
    const struct residual_problem ref = chain_problem(0);
    const struct residual_problem pb  = chain_problem(s == KLU_ANALYTIC);
    struct residual_run a, b;
    run_chain(&a, &ref, ctx, DEFAULT, 0.02, 1e-10);
    run_chain(&b, &pb, ctx, s, 0.02, 1e-10);
    printf("solver %d: fixed %.1e", s, residual_distance(&b, &a));
    CHECK(residual_distance(&b, &a) <= 1e-11);
    residual_end(&a);
    residual_end(&b);
    run_chain(&a, &ref, ctx, DEFAULT, 0.0, 1e-6);
    run_chain(&b, &pb, ctx, s, 0.0, 1e-6);
    printf(" adaptive %.1e\n", residual_distance(&b, &a));
    CHECK(residual_distance(&b, &a) <= 1e-6);
    residual_end(&a);
    residual_end(&b);
  }
}

static void run_model(struct residual_run *run, struct residual_model *m,
                      SUNContext ctx, int constrained, const int *place,
                      sunrealtype h)
{
  residual_model_new(m, constrained, place);
  int ret = residual_begin(run, &m->pb, ctx);
  if (!ret) { ret = GALPHASStolerances(run->mem, 1e-8, 1e-8); }
  if (!ret) { ret = GALPHASetFixedStep(run->mem, h); }
  if (!ret) { ret = residual_to(run, 1.0); }
  CHECK(ret == 0);
}

static void check_permutations(SUNContext ctx, int constrained, sunrealtype h,
                               sunrealtype tol)
{
  static const int places[3][RESIDUAL_MODEL_SIZE] = {
    {5, 4, 3, 2, 1, 0}, {3, 0, 5, 1, 2, 4}, {1, 2, 3, 4, 5, 0}};
  struct residual_model m, mp;
  struct residual_run a, b;
  run_model(&a, &m, ctx, constrained, NULL, h);
  for (int k = 0; k < 3; k++)
  {
    run_model(&b, &mp, ctx, constrained, places[k], h);
    for (int i = 0; i < RESIDUAL_MODEL_SIZE; i++)
    {
      CHECK_REL(residual_y(&b)[places[k][i]], residual_y(&a)[i], tol);
      if (i < RESIDUAL_MODEL_U)
      {
        CHECK_REL(residual_yp(&b)[places[k][i]], residual_yp(&a)[i], tol);
      }
    }
    residual_end(&b);
  }
  residual_end(&a);
}

TEST_MAIN(ctx)
{
  check_solvers(ctx);
  check_permutations(ctx, 0, 0.01, 1e-9);
  check_permutations(ctx, 1, 0.01, 1e-9);
  check_permutations(ctx, 0, 0.0, 1e-8);
}
