/* The k-th allocation of the L D L^T solver fails, k = 0, 1, 2, ... until none is
 * left: no solver, or a setup that reports it; nothing leaks, and the next setup
 * works. */
#include <galpha/galpha_sunlinsol_ldlt.h>

#include "alloc_budget.h"

#include "support/test.h"

/* Coordinates tied in pairs: x_i and x_i+1 equal for even i. */
static SUNMatrix saddle(SUNContext ctx)
{
  SUNMatrix D = SUNDenseMatrix(15, 15, ctx);

  for (int i = 0; i < 10; i++)
  {
    const int c           = 10 + i / 2;
    SM_ELEMENT_D(D, i, i) = i + 2.0;
    SM_ELEMENT_D(D, c, i) = SM_ELEMENT_D(D, i, c) = i % 2 ? -1.0 : 1.0;
    if (i > 0) { SM_ELEMENT_D(D, i, i - 1) = SM_ELEMENT_D(D, i - 1, i) = 1.0; }
  }
  SUNMatrix A = SUNSparseFromDenseMatrix(D, 0.0, CSC_MAT);
  SUNMatDestroy(D);
  return A;
}

static void check_solution(SUNLinearSolver LS, SUNMatrix A, N_Vector x,
                           N_Vector b)
{
  N_VConst(1.0, x);
  SUNMatMatvec(A, x, b);
  CHECK(SUNLinSolSetup(LS, A) == 0);
  CHECK(SUNLinSolSolve(LS, A, x, b, 0.0) == 0);
  CHECK_IN(N_VMin(x), 1.0 - 1e-12, 1.0);
  CHECK_IN(N_VMaxNorm(x), 1.0, 1.0 + 1e-12);
}

/* Returns 0 when every allocation was granted. */
static int attempt(long k, SUNMatrix A, N_Vector x, N_Vector b, SUNContext ctx)
{
  const long live = budget.live;
  budget_begin(k, NULL);
  SUNLinearSolver LS = counted(GALPHASunLinSol_LDLT(x, A, ctx));
  CHECK((LS == NULL) == budget.failed);
  if (LS)
  {
    CHECK(SUNLinSolInitialize(LS) == 0);
    const int flag = SUNLinSolSetup(LS, A);
    CHECK((flag < 0) == budget.failed && SUNLinSolLastFlag(LS) == flag);
    budget_end();
    check_solution(LS, A, x, b);
    SUNLinSolFree(LS);
  }
  budget_end();
  CHECK(budget.live == live);
  return budget.failed;
}

TEST_MAIN(ctx)
{
  SUNMatrix A = saddle(ctx);
  N_Vector x = N_VNew_Serial(15, ctx), b = N_VNew_Serial(15, ctx);
  long k = 0;

  galpha_test_quiet(ctx);
  while (attempt(k, A, x, b, ctx)) { k++; }
  printf("%ld allocations\n", k);
  CHECK(k > 10);
  SUNMatDestroy(A);
  N_VDestroy(x);
  N_VDestroy(b);
}
