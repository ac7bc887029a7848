/* Once the pattern has been analysed, the L D L^T solver factorises and solves
 * without allocating, whatever the values. */
#include "support/check/count_alloc.h"

#include <galpha/galpha_sunlinsol_ldlt.h>

#include "support/test.h"

#define BARS 50
#define SIZE (2 * BARS)

/* A chain of masses joined by springs (stiffness k) and held at every second one
 * by a constraint whose row is scaled by c. */
static SUNMatrix chain(sunrealtype k, sunrealtype c, SUNContext ctx)
{
  SUNMatrix D = SUNDenseMatrix(SIZE, SIZE, ctx);

  for (int i = 0; i < BARS; i++)
  {
    SM_ELEMENT_D(D, i, i) = 1.0 + 2.0 * k;
    if (i > 0) { SM_ELEMENT_D(D, i, i - 1) = SM_ELEMENT_D(D, i - 1, i) = -k; }
  }
  for (int i = BARS; i < SIZE; i++)
  {
    const int j = i - BARS;
    if (j % 2)
    {
      SM_ELEMENT_D(D, i, i) = 1.0;
      continue;
    }
    SM_ELEMENT_D(D, i, j) = c;
    SM_ELEMENT_D(D, j, i) = 1.0;
  }
  SUNMatrix A = SUNSparseFromDenseMatrix(D, 0.0, CSC_MAT);
  SUNMatDestroy(D);
  return A;
}

TEST_MAIN(ctx)
{
  if (!COUNT_ALLOC)
  {
    printf("skipped: allocations cannot be counted in this build\n");
    return;
  }
  SUNMatrix A = chain(1.0, 1.0, ctx);
  SUNMatrix B = chain(1e9, -1e-5, ctx);
  N_Vector x = N_VNew_Serial(SIZE, ctx), b = N_VNew_Serial(SIZE, ctx);
  SUNLinearSolver LS = GALPHASunLinSol_LDLT(x, A, ctx);

  N_VConst(1.0, b);
  CHECK(LS && SUNLinSolInitialize(LS) == 0);
  CHECK(count_alloc.calls > 0);
  CHECK(SUNLinSolSetup(LS, A) == 0);
  const long calls = count_alloc.calls;
  for (int i = 0; i < 4; i++)
  {
    SUNMatrix now = i % 2 ? B : A;
    CHECK(SUNLinSolSetup(LS, now) == 0);
    CHECK(SUNLinSolSolve(LS, now, x, b, 0.0) == 0);
    CHECK(SUNLinSolSolve(LS, now, x, x, 0.0) == 0);
  }
  CHECK(count_alloc.calls == calls);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
  SUNMatDestroy(B);
  N_VDestroy(x);
  N_VDestroy(b);
}
