/* Once the pattern has been analysed, the L D L^T solver factorises and solves
 * without allocating, whatever the values. */
#include "support/check/count_alloc.h"

#include "system.h"

#define MASSES 50

/* Stiffer by 1e9, the constraints' rows in other units and with the other sign. */
static SUNMatrix other_values(SUNMatrix A)
{
  SUNMatrix B = KEEP(SUNMatClone(A));
  CHECK(!SUNMatCopy(A, B));
  for (sunindextype j = 0; j < SM_COLUMNS_S(B); j++)
  {
    for (sunindextype e = SM_INDEXPTRS_S(B)[j]; e < SM_INDEXPTRS_S(B)[j + 1];
         e++)
    {
      const int constraint = SM_INDEXVALS_S(B)[e] >= MASSES;
      SM_DATA_S(B)[e] *= constraint ? -1e-5 : j < MASSES ? 1e9 : 1.0;
    }
  }
  return B;
}

TEST_MAIN()
{
  struct pair p;
  if (!COUNT_ALLOC)
  {
    printf("skipped: allocations cannot be counted in this build\n");
    return;
  }
  pair_new(&p, saddle(MASSES, 25, 1.0, 1.0), CSC_MAT);
  SUNMatrix B = other_values(p.A);
  N_VConst(1.0, p.b);
  CHECK(count_alloc.calls > 0);
  CHECK(SUNLinSolSetup(p.ldlt, p.A) == 0);
  const long calls = count_alloc.calls;
  for (int i = 0; i < 4; i++)
  {
    SUNMatrix now = i % 2 ? B : p.A;
    CHECK(SUNLinSolSetup(p.ldlt, now) == 0);
    CHECK(SUNLinSolSolve(p.ldlt, now, p.x, p.b, 0.0) == 0);
    CHECK(SUNLinSolSolve(p.ldlt, now, p.x, p.x, 0.0) == 0);
  }
  CHECK(count_alloc.calls == calls && fallbacks(&p) == 0);
}
