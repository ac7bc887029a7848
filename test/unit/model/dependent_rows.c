/* galpha_rank: the first constraint row that depends on earlier ones, and the one
 * it resembles; rows of G and K together, dense and sparse. */
#include "model/dependent_rows.h"

#include <sunmatrix/sunmatrix_sparse.h>

#include "support/test.h"

#define COLS 4

/* kind: 0 dense, else CSC_MAT or CSR_MAT by 1, 2. */
static SUNMatrix make(const sunrealtype *rows, int m, int kind, SUNContext ctx)
{
  SUNMatrix D = SUNDenseMatrix(m, COLS, ctx);
  for (int i = 0; i < m; i++)
  {
    for (int j = 0; j < COLS; j++)
    {
      SM_ELEMENT_D(D, i, j) = rows[i * COLS + j];
    }
  }
  if (kind == 0) { return D; }
  SUNMatrix S = SUNSparseFromDenseMatrix(D, 0, kind == 1 ? CSC_MAT : CSR_MAT);
  SUNMatDestroy(D);
  return S;
}

static void check_rank(const sunrealtype *g, int m, const sunrealtype *k, int p,
                       int row, int like, SUNContext ctx)
{
  for (int kind = 0; kind < 3; kind++)
  {
    SUNMatrix G        = m ? make(g, m, kind, ctx) : NULL;
    SUNMatrix K        = p ? make(k, p, (kind + 1) % 3, ctx) : NULL;
    sunindextype other = 77;
    CHECK(galpha_rank_dependent(G, K, NULL, &other) == row);
    CHECK(other == like || row < 0);
    if (G) { SUNMatDestroy(G); }
    if (K) { SUNMatDestroy(K); }
  }
}

TEST_MAIN(ctx)
{
  const sunrealtype full[]  = {1, 0, 0, 1, 0, 2, 0, 1, 0, 0, 3, 1};
  const sunrealtype twice[] = {1, 0, 0, 1, 0, 2, 0, 1, 0, -4, 0, -2};
  const sunrealtype sum[]   = {1, 0, 0, 0, 0, 1, 0, 0, 5, 1, 0, 0};
  const sunrealtype zero[]  = {1, 0, 0, 1, 0, 0, 0, 0};
  const sunrealtype tiny[]  = {1e-9, 0, 0, 0, 0, 1e9, 0, 0};

  check_rank(full, 3, NULL, 0, -1, -1, ctx);
  check_rank(twice, 3, NULL, 0, 2, 1, ctx);
  check_rank(sum, 3, NULL, 0, 2, 0, ctx);
  check_rank(zero, 2, NULL, 0, 1, -1, ctx);
  check_rank(NULL, 0, full, 3, -1, -1, ctx);
  check_rank(NULL, 0, twice, 3, 2, 1, ctx);
  check_rank(full, 2, full, 1, 2, 0, ctx);
  check_rank(full, 3, full + COLS, 1, 3, 1, ctx);
  check_rank(tiny, 2, NULL, 0, -1, -1, ctx);
  check_rank(NULL, 0, NULL, 0, -1, -1, ctx);
}
