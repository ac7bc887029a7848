/* KLU's factors of a long chain of light bars have few entries: of 4000, in a column, 8 with rows
 * and columns matched before AMD, 3200 without (control: 800 bars). The matching takes no more work
 * than its limit. */
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/tuning.h"
#include "ldlt/saddle_klu.h"
#include "support/test.h"

#define BARS        4000
#define CONTROL     800
#define BAR_MASS    (1.0 / BARS)
#define LENGTH      (1.0 / BARS)
#define BAR_INERTIA (BAR_MASS * LENGTH * LENGTH / 12.0)

static void put(SUNMatrix A, sunindextype *k, sunindextype row, sunrealtype a)
{
  SM_INDEXVALS_S(A)[*k] = row;
  SM_DATA_S(A)[(*k)++]  = a;
}

/* Entry of bar b, coordinate c (x, y, angle), in row axis of its joint with the bar before
 * (end 0) or the next one (end 1). */
static sunrealtype entry(sunindextype b, int c, int axis, int end)
{
  const sunrealtype angle = sin(0.7 * (sunrealtype)b);
  if (c < 2) { return c != axis ? 0.0 : end ? -1.0 : 1.0; }
  return LENGTH * (axis ? -0.5 * cos(angle) : 0.5 * sin(angle));
}

/* [M G^T; G 0]: bars with x, y, angle, the first one joined to the ground. */
static SUNMatrix chain(sunindextype bars)
{
  const sunindextype n = 3 * bars;
  SUNMatrix A =
    KEEP(SUNSparseMatrix(5 * bars, 5 * bars, 32 * bars, CSC_MAT, ctx));
  sunindextype k = 0;
  for (sunindextype col = 0; col < n; col++)
  {
    const sunindextype b   = col / 3;
    const int c            = (int)(col % 3);
    SM_INDEXPTRS_S(A)[col] = k;
    put(A, &k, col, c < 2 ? BAR_MASS : BAR_INERTIA);
    for (int r = 0; r < 4 && 2 * b + r < 2 * bars; r++)
    {
      const sunrealtype a = entry(b, c, r % 2, r / 2);
      if (a != 0.0) { put(A, &k, n + 2 * b + r, a); }
    }
  }
  for (sunindextype row = 0; row < 2 * bars; row++)
  {
    const sunindextype b       = row / 2;
    SM_INDEXPTRS_S(A)[n + row] = k;
    for (int e = b > 0 ? 1 : 0; e >= 0; e--)
    {
      for (int c = 0; c < 3; c++)
      {
        const sunrealtype a = entry(b - e, c, (int)(row % 2), e);
        if (a != 0.0) { put(A, &k, 3 * (b - e) + c, a); }
      }
    }
  }
  SM_INDEXPTRS_S(A)[5 * bars] = k;
  return A;
}

/* Entries per column; x is solved for. */
static sunrealtype column(sunindextype bars, int matched)
{
  SUNMatrix A = chain(bars);
  N_Vector x = KEEP(N_VNew_Serial(5 * bars, ctx)), b = KEEP(N_VClone(x));
  N_Vector r         = KEEP(N_VClone(x));
  SUNLinearSolver LS = KEEP(galpha_klu_new(x, A, ctx));
  CHECK(LS != NULL && SUNLinSolInitialize(LS) == 0);
  if (!matched) { SUNLinSol_KLUGetCommon(LS)->btf = 0; }
  N_VConst(1.0, b);
  CHECK(SUNLinSolSetup(LS, A) == 0 && SUNLinSolSolve(LS, A, x, b, 0.0) == 0);
  CHECK(SUNMatMatvec(A, x, r) == 0);
  N_VLinearSum(1.0, b, -1.0, r, r);
  CHECK(N_VMaxNorm(r) <= 1e-12 * (1.0 + N_VMaxNorm(x)));
  const sunrealtype entries = (sunrealtype)SM_INDEXPTRS_S(A)[5 * bars];
  CHECK(SUNLinSol_KLUGetCommon(LS)->work <= 1.1 * KLU_MATCHING_WORK * entries);
  return galpha_klu_entries(LS) / (sunrealtype)(5 * bars);
}

TEST_MAIN()
{
  CHECK_IN(column(BARS, 1), 3.0, 12.0);
  CHECK(column(CONTROL, 0) > 100.0);
}
