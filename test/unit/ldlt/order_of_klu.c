/* The order in which KLU eliminates saddle-point matrices: no more entries than with
 * SUNDIALS' settings and AMD, which match rows and columns first, neither for chains of
 * bars, where the matching costs entries, nor for lattices of springs, where it saves
 * them. Solutions are as good. */
#include "ldlt/saddle_klu.h"
#include "system.h"

#define BARS 80
#define SIDE 14

static void join(SUNMatrix D, sunindextype i, sunindextype j, sunrealtype a)
{
  SM_ELEMENT_D(D, i, j) = SM_ELEMENT_D(D, j, i) = a;
}

/* Bars with x, y, angle, each joined to the next one or, the first, to the ground. */
static SUNMatrix chain(void)
{
  SUNMatrix D = KEEP(SUNDenseMatrix(5 * BARS, 5 * BARS, ctx));

  for (sunindextype i = 0; i < BARS; i++)
  {
    const sunrealtype angle = noise(), last = noise();
    for (int k = 0; k < 3; k++)
    {
      SM_ELEMENT_D(D, 3 * i + k, 3 * i + k) = k < 2 ? 1.0 : 0.1;
    }
    for (int k = 0; k < 2; k++)
    {
      const sunindextype row = 3 * BARS + 2 * i + k;
      join(D, row, 3 * i + k, 1.0);
      join(D, row, 3 * i + 2, k ? -cos(angle) : sin(angle));
      if (i == 0) { continue; }
      join(D, row, 3 * i - 3 + k, -1.0);
      join(D, row, 3 * i - 1, k ? -cos(last) : sin(last));
    }
  }
  return D;
}

static void add_spring(SUNMatrix D, sunindextype i, sunindextype j)
{
  for (int a = 0; a < 2; a++)
  {
    for (int b = 0; b < 2; b++)
    {
      const sunrealtype k = a == b ? 1.0 : 0.3;
      SM_ELEMENT_D(D, 2 * i + a, 2 * i + b) += k;
      SM_ELEMENT_D(D, 2 * j + a, 2 * j + b) += k;
      SM_ELEMENT_D(D, 2 * i + a, 2 * j + b) -= k;
      SM_ELEMENT_D(D, 2 * j + a, 2 * i + b) -= k;
    }
  }
}

/* Masses with x, y on a grid; two of them are joined. */
static SUNMatrix lattice(void)
{
  const sunindextype n = 2 * SIDE * SIDE;
  SUNMatrix D          = KEEP(SUNDenseMatrix(n + 2, n + 2, ctx));

  for (sunindextype i = 0; i < n; i++) { SM_ELEMENT_D(D, i, i) = 0.1; }
  for (sunindextype i = 0; i < SIDE * SIDE; i++)
  {
    if (i % SIDE < SIDE - 1) { add_spring(D, i, i + 1); }
    if (i < SIDE * (SIDE - 1)) { add_spring(D, i, i + SIDE); }
  }
  for (int k = 0; k < 2; k++)
  {
    join(D, n + k, k, 1.0);
    join(D, n + k, n - 2 + k, -1.0);
  }
  return D;
}

static void check_order(SUNMatrix D, int matched)
{
  struct pair p;
  pair_new(&p, D, CSC_MAT);
  SUNLinSol_KLUGetCommon(p.klu)->btf = 1;
  SUNLinearSolver own                = KEEP(galpha_klu_new(p.x, p.A, ctx));

  CHECK(own != NULL && SUNLinSolInitialize(own) == 0);
  for (int i = 0; i < 3; i++)
  {
    solve(&p, p.klu, D, p.x);
    CHECK(galpha_klu_setup(own, p.A) == 0);
    CHECK(SUNLinSolSolve(own, p.A, p.x, p.b, 0.0) == 0);
    CHECK(backward_error(&p, D) <= 1e-12);
    CHECK(SUNLinSol_KLUGetCommon(own)->btf == matched);
    CHECK(galpha_klu_entries(own) > 0.0);
    CHECK(matched ? galpha_klu_entries(own) == galpha_klu_entries(p.klu)
                  : galpha_klu_entries(own) < 0.95 * galpha_klu_entries(p.klu));
  }
}

TEST_MAIN(context)
{
  ctx = context;
  check_order(chain(), 0);
  check_order(lattice(), 1);
}
