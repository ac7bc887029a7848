/* Saddle-point systems for the tests of the L D L^T solver, with solutions that are
 * known, and how good a solution is. */
#pragma once

#include <galpha/galpha_sunlinsol_ldlt.h>

#include <sunlinsol/sunlinsol_klu.h>

#include "support/test.h"

static unsigned long seed;

/* In (-1, 1). */
static inline sunrealtype noise(void)
{
  seed = (seed * 1103515245UL + 12345UL) % 2147483648UL;
  return (sunrealtype)seed / 1073741824.0 - 1.0;
}

/* [S G^T; G 0] with n coordinates and m constraints; S of springs between random
 * coordinates, masses on the diagonal. */
static inline SUNMatrix saddle(sunindextype n, sunindextype m, sunrealtype mass,
                               sunrealtype spring)
{
  SUNMatrix D = KEEP(SUNDenseMatrix(n + m, n + m, ctx));

  for (sunindextype i = 0; i < n; i++)
  {
    SM_ELEMENT_D(D, i, i) += mass * (1.1 + noise());
    const sunindextype j = (sunindextype)(fabs(noise()) * (double)n);
    if (j == i) { continue; }
    const sunrealtype k = spring * (1.1 + noise());
    SM_ELEMENT_D(D, i, i) += k;
    SM_ELEMENT_D(D, j, j) += k;
    SM_ELEMENT_D(D, i, j) -= k;
    SM_ELEMENT_D(D, j, i) -= k;
  }
  for (sunindextype c = 0; c < m; c++)
  {
    for (int e = 0; e < 4; e++)
    {
      const sunindextype j      = (c * n / m + e * (1 + c % 3)) % n;
      SM_ELEMENT_D(D, n + c, j) = SM_ELEMENT_D(D, j, n + c) = noise();
    }
  }
  return D;
}

struct pair
{
  SUNMatrix A;
  N_Vector x, b;
  SUNLinearSolver ldlt, klu;
};

static inline void pair_new(struct pair *p, SUNMatrix dense, int type)
{
  const sunindextype n = SM_ROWS_D(dense);

  p->A    = KEEP(SUNSparseFromDenseMatrix(dense, 0.0, type));
  p->x    = KEEP(N_VNew_Serial(n, ctx));
  p->b    = KEEP(N_VNew_Serial(n, ctx));
  p->ldlt = KEEP(GALPHASunLinSol_LDLT(p->x, p->A, ctx));
  p->klu  = KEEP(SUNLinSol_KLU(p->x, p->A, ctx));
  CHECK(p->A && p->x && p->b && p->ldlt && p->klu);
  CHECK(SUNLinSol_KLUSetOrdering(p->klu, 0) == 0);
  CHECK(SUNLinSolInitialize(p->ldlt) == 0 && SUNLinSolInitialize(p->klu) == 0);
}

static inline long fallbacks(const struct pair *p)
{
  long count = -1;

  CHECK(GALPHASunLinSol_LDLTGetNumFallbacks(p->ldlt, &count) == 0);
  return count;
}

/* Largest residual of a row as a share of its terms; b is that of x = 1, -1/2,
 * 1/3, ... and has to be rebuilt: it may have been overwritten. */
static inline void right_side(const struct pair *p, SUNMatrix dense)
{
  const sunindextype n = SM_ROWS_D(dense);

  for (sunindextype i = 0; i < n; i++)
  {
    long double sum = 0.0L;
    for (sunindextype j = 0; j < n; j++)
    {
      sum += (long double)SM_ELEMENT_D(dense, i, j) *
             ((j % 2 ? -1.0L : 1.0L) / (long double)(j + 1));
    }
    NV_Ith_S(p->b, i) = (sunrealtype)sum;
  }
}

static inline double backward_error(const struct pair *p, SUNMatrix dense)
{
  const sunindextype n = SM_ROWS_D(dense);
  double worst         = 0.0;

  right_side(p, dense);
  for (sunindextype i = 0; i < n; i++)
  {
    long double sum = (long double)NV_Ith_S(p->b, i), size = fabsl(sum);
    for (sunindextype j = 0; j < n; j++)
    {
      const long double term =
        (long double)SM_ELEMENT_D(dense, i, j) * (long double)NV_Ith_S(p->x, j);
      sum -= term;
      size += fabsl(term);
    }
    const double share = size > 0.0L ? (double)(fabsl(sum) / size) : 0.0;
    if (!(share <= worst)) { worst = share; }
  }
  return worst;
}

/* Largest error of x, relative to the largest element, which is 1. */
static inline double forward_error(const struct pair *p)
{
  const sunindextype n = NV_LENGTH_S(p->x);
  double worst         = 0.0;

  for (sunindextype i = 0; i < n; i++)
  {
    const double exact = (i % 2 ? -1.0 : 1.0) / (double)(i + 1);
    const double error = fabs(NV_Ith_S(p->x, i) - exact);
    if (!(error <= worst)) { worst = error; }
  }
  return worst;
}

static inline void solve(const struct pair *p, SUNLinearSolver LS,
                         SUNMatrix dense, N_Vector x)
{
  right_side(p, dense);
  CHECK(SUNLinSolSetup(LS, p->A) == 0);
  CHECK(SUNLinSolSolve(LS, p->A, x, p->b, 0.0) == 0);
  CHECK(SUNLinSolLastFlag(LS) == 0);
  if (x == p->b) { N_VScale(1.0, p->b, p->x); }
}

/* As good as KLU, and without it. */
static inline void check_as_klu(SUNMatrix dense, int type,
                                long expected_fallbacks)
{
  struct pair p;

  pair_new(&p, dense, type);
  solve(&p, p.klu, dense, p.x);
  const double klu_back = backward_error(&p, dense), klu = forward_error(&p);
  for (int in_place = 0; in_place < 2; in_place++)
  {
    N_VConst(0.0, p.x);
    solve(&p, p.ldlt, dense, in_place ? p.b : p.x);
    const double back = backward_error(&p, dense), error = forward_error(&p);
    CHECK(back <= 1e-13 || back <= 10.0 * klu_back);
    CHECK(error <= 20.0 * klu + 1e-13 || back <= 2.0 * klu_back);
  }
  CHECK(fallbacks(&p) == expected_fallbacks);
}
