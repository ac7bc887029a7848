/* Rows of constraint Jacobians that depend on each other, exactly or nearly. */
#include "model/dependent_rows.h"
#include "model/nearly_dependent.h"

#include "support/test.h"

/* galpha_rank: the first constraint row that depends on earlier ones, and the
 * one it resembles; rows of G and K together, dense and sparse. */

#define COLS 4

/* kind: 0 dense, else CSC_MAT or CSR_MAT by 1, 2. */
static SUNMatrix make(const sunrealtype *rows, int m, int kind)
{
  SUNMatrix D = keep_rows(m, COLS, rows, ctx);
  if (kind == 0) { return D; }
  return KEEP(SUNSparseFromDenseMatrix(D, 0, kind == 1 ? CSC_MAT : CSR_MAT));
}

static void check_rank(const sunrealtype *g, int m, const sunrealtype *k, int p,
                       int row, int like)
{
  for (int kind = 0; kind < 3; kind++)
  {
    SUNMatrix G        = m ? make(g, m, kind) : NULL;
    SUNMatrix K        = p ? make(k, p, (kind + 1) % 3) : NULL;
    sunindextype other = 77;
    CHECK(galpha_rank_dependent(G, K, NULL, &other) == row);
    CHECK(other == like || row < 0);
  }
}

static void check_exactly(void)
{
  const sunrealtype full[]  = {1, 0, 0, 1, 0, 2, 0, 1, 0, 0, 3, 1};
  const sunrealtype twice[] = {1, 0, 0, 1, 0, 2, 0, 1, 0, -4, 0, -2};
  const sunrealtype sum[]   = {1, 0, 0, 0, 0, 1, 0, 0, 5, 1, 0, 0};
  const sunrealtype zero[]  = {1, 0, 0, 1, 0, 0, 0, 0};
  const sunrealtype tiny[]  = {1e-9, 0, 0, 0, 0, 1e9, 0, 0};

  const sunrealtype skew[] = {1, 0, 0, 0, 1, 0.1, 0, 0, 2, 0.2, 0, 0};

  /* rods of length 1e-6 that carry a platform, at -1, 0.2 and 1.1 of it: x, y, angle; and
     such an angle by rounding alone */
  const sunrealtype rods[]  = {0.955,   0.296, -2.96e-7, 0,     0.955,    0.296,
                               5.92e-8, 0,     0.955,    0.296, 3.256e-7, 0};
  const sunrealtype noise[] = {0.955, 0.296, -1e-17, 0,     0.955, 0.296,
                               2e-17, 0,     0.955,  0.296, 1e-17, 0};

  check_rank(rods, 3, NULL, 0, 2, 1);
  check_rank(noise, 3, NULL, 0, 1, 0);
  check_rank(full, 3, NULL, 0, -1, -1);
  check_rank(skew, 3, NULL, 0, 2, 1);
  check_rank(twice, 3, NULL, 0, 2, 1);
  check_rank(sum, 3, NULL, 0, 2, 0);
  check_rank(zero, 2, NULL, 0, 1, -1);
  check_rank(NULL, 0, full, 3, -1, -1);
  check_rank(NULL, 0, twice, 3, 2, 1);
  check_rank(full, 2, full, 1, 2, 0);
  check_rank(full, 3, full + COLS, 1, 3, 1);
  check_rank(tiny, 2, NULL, 0, -1, -1);
  check_rank(NULL, 0, NULL, 0, -1, -1);
}

/* Where nothing but the rows tells: two that differ by an angle beside lengths of 1e-9 do
 * not depend on each other; two that are equal but for their size do, in these units, too. */
static void check_alone(void)
{
  const sunrealtype apart[] = {0, 0, 1, 1e-10, 0, 0, 1, -3e-10},
                    equal[] = {0, 0, 1, 1e-10, 0, 0, 2, 2e-10};
  struct galpha_dependence found;
  for (int kind = 0; kind < 3; kind++)
  {
    SUNMatrix A = make(apart, 2, kind), B = make(equal, 2, kind);
    CHECK(galpha_rank_of_rows(A, NULL, &found) == -1 && found.count == 0);
    CHECK(galpha_rank_of_rows(B, NULL, &found) == 1 && found.other == 0);
  }
  check_rank(apart, 2, NULL, 0, 1, 0);
}

/* Rows that nearly depend on each other, against closed forms: two rows at an
 * angle a, sqrt(2) sin(a/2); a chain of m differences of neighbours, sqrt(1 -
 * cos(pi/(m + 1))). */

static sunrealtype least(SUNMatrix A, N_Vector weight, sunindextype *row)
{
  const sunindextype m = galpha_block_rows(A), n = galpha_block_cols(A);
  N_Vector v[6];
  for (int i = 0; i < 6; i++) { v[i] = small_vector(ctx, i < 4 ? m : n, NULL); }
  const struct galpha_nearly s = {.A        = A,
                                  .weight   = weight,
                                  .y        = v[0],
                                  .along    = v[1],
                                  .gradient = v[2],
                                  .scaled   = v[3],
                                  .z        = v[4],
                                  .z_along  = v[5]};
  return galpha_nearly_dependent(&s, row);
}

/* Row 0 is one that does not count, and equal to row 1; row 3 is zero. */
static void check_angle(sunrealtype a)
{
  SUNMatrix A      = KEEP(SUNDenseMatrix(4, 2, ctx));
  N_Vector weight  = KEEP(N_VNew_Serial(4, ctx));
  sunindextype row = -1;
  N_VConst(1.0, weight);
  N_VGetArrayPointer(weight)[0] = 0.25;
  SM_ELEMENT_D(A, 0, 0) = SM_ELEMENT_D(A, 1, 0) = 5.0;
  SM_ELEMENT_D(A, 2, 0)                         = 1e-3 * cos(a);
  SM_ELEMENT_D(A, 2, 1)                         = 1e-3 * sin(a);
  CHECK_REL(least(A, weight, &row), sqrt(2.0) * sin(0.5 * a), 0.01);
  CHECK(row == 2);
  N_VConst(0.0, weight);
  CHECK(least(A, weight, &row) == 1.0);
}

static void check_chain(sunindextype m, int type)
{
  SUNMatrix full   = KEEP(SUNDenseMatrix(m, m + 1, ctx));
  N_Vector weight  = KEEP(N_VNew_Serial(m, ctx));
  sunindextype row = -1;
  for (sunindextype i = 0; i < m; i++)
  {
    SM_ELEMENT_D(full, i, i)     = 3.0 + (sunrealtype)i;
    SM_ELEMENT_D(full, i, i + 1) = -3.0 - (sunrealtype)i;
  }
  SUNMatrix A = KEEP(SUNSparseFromDenseMatrix(full, 0.0, type));
  N_VConst(1.0, weight);
  CHECK_REL(least(A, weight, &row),
            sqrt(1.0 - cos(acos(-1.0) / (sunrealtype)(m + 1))), 0.01);
}

static void check_nearly(void)
{
  for (sunrealtype a = 1.0; a > 1e-9; a *= 0.1) { check_angle(a); }
  check_chain(3, CSC_MAT);
  check_chain(50, CSR_MAT);
  check_chain(500, CSC_MAT);
}

TESTS(check_exactly, check_alone, check_nearly)
