/* When the L D L^T solver leaves the work to KLU, and when it takes it back: lost
 * digits, singular matrices, little fill; patterns that change or are unsymmetric;
 * what its functions refuse. */
#include "system.h"

static void check_growth(void)
{
  SUNMatrix D = KEEP(SUNDenseMatrix(30, 30, ctx));
  struct pair p;
  long analyses;

  for (int i = 0; i < 30; i++)
  {
    SM_ELEMENT_D(D, i, i) = 1e-17 * (1.5 + noise());
    for (int j = 0; j < i; j++)
    {
      SM_ELEMENT_D(D, i, j) = SM_ELEMENT_D(D, j, i) = noise();
    }
  }
  pair_new(&p, D, CSC_MAT);
  for (int i = 0; i < 8; i++)
  {
    solve(&p, p.ldlt, D, p.x);
    CHECK(backward_error(&p, D) <= 1e-12 && forward_error(&p) <= 1e-10);
    CHECK(fallbacks(&p) == i + 1);
  }
  CHECK(!GALPHASunLinSol_LDLTGetNumAnalyses(p.ldlt, &analyses));
  CHECK(analyses == 3);
}

static void check_singular(void)
{
  SUNMatrix good = saddle(30, 8, 1.0, 3.0);
  SUNMatrix bad  = KEEP(SUNMatClone(good));
  struct pair p;

  SUNMatCopy(good, bad);
  for (sunindextype j = 0; j < 30; j++)
  {
    const sunrealtype g      = (j == 3) - (j == 9);
    SM_ELEMENT_D(bad, 30, j) = SM_ELEMENT_D(bad, j, 30) = g;
    SM_ELEMENT_D(bad, 31, j) = SM_ELEMENT_D(bad, j, 31) = g;
    SM_ELEMENT_D(good, 30, j) = SM_ELEMENT_D(good, j, 30) = g;
    SM_ELEMENT_D(good, 31, j) = SM_ELEMENT_D(good, j, 31) = (j == 3) + (j == 9);
  }
  pair_new(&p, bad, CSC_MAT);
  const int flag = SUNLinSolSetup(p.ldlt, p.A);
  CHECK(flag == SUNLS_LUFACT_FAIL && SUNLinSolSetup(p.klu, p.A) != 0);
  CHECK(SUNLinSolLastFlag(p.ldlt) == flag && fallbacks(&p) == 1);

  SUNMatrix again = KEEP(SUNSparseFromDenseMatrix(good, 0.0, CSC_MAT));
  memcpy(SM_DATA_S(p.A), SM_DATA_S(again),
         (size_t)SM_NNZ_S(again) * sizeof(sunrealtype));
  for (int i = 0; i < 4; i++)
  {
    solve(&p, p.ldlt, good, p.x);
    CHECK(backward_error(&p, good) <= 1e-12);
  }
  CHECK(fallbacks(&p) == 2);

  for (sunindextype j = 0; j < 38; j++)
  {
    SM_ELEMENT_D(good, 37, j) = SM_ELEMENT_D(good, j, 37) = 0.0;
  }
  pair_new(&p, good, CSC_MAT);
  CHECK(SUNLinSolSetup(p.ldlt, p.A) == SUNLS_LUFACT_FAIL);
}

static void check_patterns(void)
{
  SUNMatrix D = saddle(30, 8, 1.0, 3.0);
  struct pair p;
  long analyses = 0;

  pair_new(&p, D, CSC_MAT);
  solve(&p, p.ldlt, D, p.x);
  solve(&p, p.ldlt, D, p.x);
  CHECK(!GALPHASunLinSol_LDLTGetNumAnalyses(p.ldlt, &analyses));
  CHECK(analyses == 1);
  SM_ELEMENT_D(D, 2, 28) = SM_ELEMENT_D(D, 28, 2) += 0.25;
  SUNMatrix other        = KEEP(SUNSparseFromDenseMatrix(D, 0.0, CSC_MAT));
  p.A                    = other;
  solve(&p, p.ldlt, D, p.x);
  CHECK(backward_error(&p, D) <= 1e-12);
  CHECK(!GALPHASunLinSol_LDLTGetNumAnalyses(p.ldlt, &analyses));
  CHECK(analyses == 2);
  CHECK(SUNLinSolInitialize(p.ldlt) == 0);
  solve(&p, p.ldlt, D, p.x);
  CHECK(backward_error(&p, D) <= 1e-12 && fallbacks(&p) == 0);

  SM_ELEMENT_D(D, 1, 20) = 1e-300;
  check_as_klu(D, CSC_MAT, 0);
  check_as_klu(D, CSR_MAT, 0);
}

static void check_min_fill(void)
{
  SUNMatrix D = saddle(30, 8, 1.0, 3.0);
  struct pair p;
  sunrealtype fill;
  long analyses;

  pair_new(&p, D, CSC_MAT);
  CHECK(GALPHASunLinSol_LDLTSetMinFill(p.ldlt, 50.0) == 0);
  for (int i = 0; i < 3; i++) { solve(&p, p.ldlt, D, p.x); }
  CHECK(fallbacks(&p) == 3 && backward_error(&p, D) <= 1e-10);
  CHECK(!GALPHASunLinSol_LDLTGetNumAnalyses(p.ldlt, &analyses));
  CHECK(analyses == 1);
  CHECK(GALPHASunLinSol_LDLTGetFill(p.ldlt, &fill) == 0);
  CHECK_IN(fill, 100.0, 38.0 * 38.0);
  CHECK(GALPHASunLinSol_LDLTSetMinFill(p.ldlt, 2.0) == 0);
  CHECK(SUNLinSolInitialize(p.ldlt) == 0);
  solve(&p, p.ldlt, D, p.x);
  CHECK(fallbacks(&p) == 3);
}

/* What KLU refuses is refused. */
static void check_bad_index(void)
{
  SUNMatrix D = saddle(30, 8, 1.0, 3.0);
  struct pair p;

  pair_new(&p, D, CSC_MAT);
  SM_INDEXVALS_S(p.A)[7] = 38;
  CHECK(SUNLinSolSetup(p.ldlt, p.A) != 0 && fallbacks(&p) == 1);
  SM_INDEXVALS_S(p.A)[7] = -1;
  CHECK(SUNLinSolSetup(p.ldlt, p.A) != 0 && fallbacks(&p) == 2);
}

/* A right-hand side that is not finite says nothing about the factors. */
static void check_not_finite(void)
{
  SUNMatrix D = saddle(30, 8, 1.0, 3.0);
  struct pair p;

  pair_new(&p, D, CSC_MAT);
  CHECK(SUNLinSolSetup(p.ldlt, p.A) == 0);
  N_VConst(1.0, p.b);
  NV_Ith_S(p.b, 5) = (sunrealtype)NAN;
  CHECK(SUNLinSolSolve(p.ldlt, p.A, p.x, p.b, 0.0) == 0);
  CHECK(isnan(NV_Ith_S(p.x, 5)));
  NV_Ith_S(p.b, 5) = HUGE_VAL;
  CHECK(SUNLinSolSolve(p.ldlt, p.A, p.x, p.b, 0.0) == 0);
  CHECK(!isfinite(NV_Ith_S(p.x, 5)));
  N_VConst(0.0, p.b);
  CHECK(SUNLinSolSolve(p.ldlt, p.A, p.x, p.b, 0.0) == 0);
  CHECK(N_VMaxNorm(p.x) == 0.0 && fallbacks(&p) == 0);
}

static void check_refused(void)
{
  SUNMatrix D = saddle(4, 1, 1.0, 1.0);
  struct pair p;
  long count;
  sunrealtype fill;

  pair_new(&p, D, CSC_MAT);
  N_Vector shorter = KEEP(N_VNew_Serial(3, ctx));
  CHECK(!GALPHASunLinSol_LDLT(NULL, p.A, ctx));
  CHECK(!GALPHASunLinSol_LDLT(p.x, NULL, ctx));
  CHECK(!GALPHASunLinSol_LDLT(p.x, D, ctx));
  CHECK(!GALPHASunLinSol_LDLT(shorter, p.A, ctx));
  CHECK(GALPHASunLinSol_LDLTGetNumFallbacks(p.klu, &count) == GALPHA_ILL_INPUT);
  CHECK(GALPHASunLinSol_LDLTGetNumFallbacks(NULL, &count) == GALPHA_ILL_INPUT);
  CHECK(GALPHASunLinSol_LDLTGetNumFallbacks(p.ldlt, NULL) == GALPHA_ILL_INPUT);
  CHECK(GALPHASunLinSol_LDLTGetNumAnalyses(p.klu, &count) == GALPHA_ILL_INPUT);
  CHECK(GALPHASunLinSol_LDLTGetNumRefinements(p.klu, &count) ==
        GALPHA_ILL_INPUT);
  CHECK(GALPHASunLinSol_LDLTGetFill(p.klu, &fill) == GALPHA_ILL_INPUT);
  CHECK(GALPHASunLinSol_LDLTSetMinFill(p.klu, 1.0) == GALPHA_ILL_INPUT);
  CHECK(GALPHASunLinSol_LDLTSetMinFill(p.ldlt, (sunrealtype)NAN) ==
        GALPHA_ILL_INPUT);

  CHECK(SUNLinSolGetType(p.ldlt) == SUNLINEARSOLVER_DIRECT);
  CHECK(GALPHASunLinSol_LDLTGetFill(p.ldlt, &fill) == 0 && fill == 0.0);
  solve(&p, p.ldlt, D, p.x);
  CHECK(GALPHASunLinSol_LDLTGetFill(p.ldlt, &fill) == 0);
  CHECK_IN(fill, 8.0, 20.0);
  CHECK(GALPHASunLinSol_LDLTGetNumRefinements(p.ldlt, &count) == 0);
  CHECK(count >= 0);
}

TEST_MAIN()
{
  test_quiet();
  check_growth();
  check_singular();
  check_patterns();
  check_min_fill();
  check_bad_index();
  check_not_finite();
  check_refused();
}
