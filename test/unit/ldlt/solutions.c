/* The L D L^T solver against KLU and exact solutions: random saddle-point
 * matrices, also with scaled rows, badly scaled, unsymmetric, indefinite, with
 * pivots that vanish. */
#include "system.h"

static void check_random(void)
{
  for (int trial = 0; trial < 40; trial++)
  {
    const sunindextype n = 1 + 5 * trial, m = n * (trial % 4) / 6;
    const sunrealtype spring = pow(10.0, trial % 11 - 1);
    SUNMatrix D              = saddle(n, m, 1e-3, spring);

    check_as_klu(D, CSC_MAT, 0);
    check_as_klu(D, CSR_MAT, 0);
    /* constraints scaled like a step's coefficients, one with the other sign */
    for (sunindextype c = n; c < n + m; c++)
    {
      for (sunindextype j = 0; j < n; j++)
      {
        SM_ELEMENT_D(D, c, j) *= c % 5 == 1 ? -3e4 : 1.7e-7;
      }
    }
    check_as_klu(D, CSC_MAT, 0);
    check_as_klu(D, CSR_MAT, 0);
  }
}

static void check_scaled(void)
{
  SUNMatrix D = saddle(60, 20, 1.0, 10.0);

  for (sunindextype i = 0; i < 80; i++)
  {
    for (sunindextype j = 0; j < 80; j++)
    {
      SM_ELEMENT_D(D, i, j) *= (i % 2 ? 1e8 : 1e-8) * (j % 2 ? 1e8 : 1e-8);
    }
  }
  struct pair p;
  pair_new(&p, D, CSC_MAT);
  solve(&p, p.ldlt, D, p.x);
  CHECK(backward_error(&p, D) <= 1e-12 && fallbacks(&p) == 0);
}

static void check_unsymmetric(void)
{
  SUNMatrix D = saddle(40, 10, 1.0, 10.0);
  struct pair p;

  SM_ELEMENT_D(D, 3, 17) = 0.5;
  pair_new(&p, D, CSC_MAT);
  N_Vector y = KEEP(N_VClone(p.x));
  for (int i = 0; i < 3; i++)
  {
    solve(&p, p.klu, D, y);
    solve(&p, p.ldlt, D, p.x);
    CHECK(!memcmp(NV_DATA_S(y), NV_DATA_S(p.x), 50 * sizeof(sunrealtype)));
    CHECK(fallbacks(&p) == i + 1);
  }
  /* nearly symmetric: refined to the solution of what is given */
  SM_ELEMENT_D(D, 3, 17) = SM_ELEMENT_D(D, 17, 3) + 1e-8;
  check_as_klu(D, CSC_MAT, 0);
  check_as_klu(D, CSR_MAT, 0);
}

/* Constraints that are equal on the coordinates eliminated before the last of
 * them; no coordinates at all. */
static void check_zero_pivots(void)
{
  SUNMatrix D = KEEP(SUNDenseMatrix(15, 15, ctx));

  for (int i = 0; i < 13; i++)
  {
    SM_ELEMENT_D(D, i, i) = 4.0;
    if (i > 2) { SM_ELEMENT_D(D, i, 2) = SM_ELEMENT_D(D, 2, i) = 0.5; }
  }
  for (int c = 13; c < 15; c++)
  {
    for (int j = 0; j < 3; j++)
    {
      const sunrealtype g   = j == 2 && c == 14 ? -1.0 : 1.0;
      SM_ELEMENT_D(D, c, j) = SM_ELEMENT_D(D, j, c) = g;
    }
  }
  check_as_klu(D, CSC_MAT, 2);

  D                     = KEEP(SUNDenseMatrix(2, 2, ctx));
  SM_ELEMENT_D(D, 0, 1) = SM_ELEMENT_D(D, 1, 0) = 2.0;
  check_as_klu(D, CSC_MAT, 2);
}

static void check_indefinite(void)
{
  for (int trial = 0; trial < 20; trial++)
  {
    SUNMatrix D = saddle(30, trial % 2 ? 6 : 0, 1.0, 5.0);

    for (sunindextype i = 0; i < 30; i++)
    {
      SM_ELEMENT_D(D, i, i) -= trial < 10 ? 3.0 + 0.37 * trial : 1e3;
    }
    struct pair p;
    pair_new(&p, D, CSC_MAT);
    solve(&p, p.ldlt, D, p.x);
    CHECK(backward_error(&p, D) <= 1e-12);
  }
}

/* Two solutions with factors of their own; the steps of refinement in each. */
static void solve_roughly(const struct pair *p, SUNMatrix D, sunrealtype tol,
                          long steps[2])
{
  long before = 0;

  CHECK(SUNLinSolSetup(p->ldlt, p->A) == 0);
  CHECK(GALPHASunLinSol_LDLTGetNumRefinements(p->ldlt, &before) == 0);
  for (int i = 0; i < 2; i++)
  {
    right_side(p, D);
    CHECK(SUNLinSolSolve(p->ldlt, p->A, p->x, p->b, tol) == 0);
    CHECK(GALPHASunLinSol_LDLTGetNumRefinements(p->ldlt, &steps[i]) == 0);
    const long sum = steps[i];
    steps[i] -= before;
    before = sum;
  }
}

/* Solutions to a tolerance: measured once, then taken as they are while the factors
 * are good enough, as those of a matrix that is not quite symmetric are not. */
static void check_tolerance(void)
{
  SUNMatrix D = saddle(60, 20, 1.0, 10.0);

  for (int type = 0; type < 2; type++)
  {
    struct pair p;
    long steps[2];
    const sunrealtype skew[] = {0.0, 1e-8, 1e-7};
    const sunrealtype tol[]  = {1e-10, 1e-6, 1e-10};
    for (int k = 0; k < 3; k++)
    {
      const int rough        = k < 2;
      SM_ELEMENT_D(D, 3, 17) = SM_ELEMENT_D(D, 17, 3) = 2.0;
      SM_ELEMENT_D(D, 3, 17) += skew[k];
      pair_new(&p, D, type ? CSR_MAT : CSC_MAT);
      solve_roughly(&p, D, tol[k], steps);
      CHECK(rough ? steps[0] == 1 && steps[1] == 0 : steps[1] > 0);
      CHECK(forward_error(&p) <= tol[k]);
      if (k > 0) { CHECK((backward_error(&p, D) <= 1e-13) == !rough); }
      CHECK(fallbacks(&p) == 0);
    }
  }
}

TEST_MAIN()
{
  test_quiet();
  check_random();
  check_scaled();
  check_unsymmetric();
  check_zero_pivots();
  check_indefinite();
  check_tolerance();
}
