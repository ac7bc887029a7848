#include "sparse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sunmatrix/sunmatrix_sparse.h>

SUNMatrix sparse_pattern(sparse_fn fn, void *data, int n, SUNContext ctx)
{
  sunrealtype *move = calloc(2 * (size_t)n, sizeof *move), *r = move + n;
  SUNMatrix A      = SUNSparseMatrix(n, n, 40 * (sunindextype)n, CSC_MAT, ctx);
  int ok           = move && A;
  sunindextype nnz = 0;
  for (int j = 0; j < n && ok; j++)
  {
    if (nnz + n > SM_NNZ_S(A))
    {
      ok = SUNSparseMatrix_Reallocate(A, 2 * SM_NNZ_S(A) + n) == 0;
    }
    move[j] = (sunrealtype)NAN;
    fn(data, move, r);
    move[j]              = 0;
    SM_INDEXPTRS_S(A)[j] = nnz;
    for (int i = 0; i < n && ok; i++)
    {
      if (isnan(r[i])) { SM_INDEXVALS_S(A)[nnz++] = i; }
    }
    SM_INDEXPTRS_S(A)[j + 1] = nnz;
  }
  free(move);
  if (!ok && A) { SUNMatDestroy(A); }
  return ok ? A : NULL;
}

/* Whether column j has a row that its colour's columns (mark) already have. */
static int clash(SUNMatrix A, int j, const char *mark)
{
  for (sunindextype p = SM_INDEXPTRS_S(A)[j]; p < SM_INDEXPTRS_S(A)[j + 1]; p++)
  {
    if (mark[SM_INDEXVALS_S(A)[p]]) { return 1; }
  }
  return 0;
}

int sparse_colours(SUNMatrix A, int *colour)
{
  const int n = (int)SM_COLUMNS_S(A);
  char *mark  = malloc((size_t)n + 1);
  int colours = 0, left = n;
  if (!mark) { return -1; }
  for (int j = 0; j < n; j++) { colour[j] = -1; }
  for (; left > 0; colours++)
  {
    memset(mark, 0, (size_t)n);
    for (int j = 0; j < n; j++)
    {
      if (colour[j] >= 0 || clash(A, j, mark)) { continue; }
      colour[j] = colours;
      left--;
      for (sunindextype p = SM_INDEXPTRS_S(A)[j]; p < SM_INDEXPTRS_S(A)[j + 1];
           p++)
      {
        mark[SM_INDEXVALS_S(A)[p]] = 1;
      }
    }
  }
  free(mark);
  return colours;
}

void sparse_differences(sparse_fn fn, void *data, const int *colour,
                        int colours, const sunrealtype *step, sunrealtype *work,
                        SUNMatrix A)
{
  const int n       = (int)SM_COLUMNS_S(A);
  sunrealtype *move = work, *r0 = work + n, *r1 = work + 2 * n;
  memset(move, 0, (size_t)n * sizeof *move);
  fn(data, move, r0);
  for (int c = 0; c < colours; c++)
  {
    for (int j = 0; j < n; j++) { move[j] = colour[j] == c ? step[j] : 0; }
    fn(data, move, r1);
    for (int j = 0; j < n; j++)
    {
      for (sunindextype p = SM_INDEXPTRS_S(A)[j];
           colour[j] == c && p < SM_INDEXPTRS_S(A)[j + 1]; p++)
      {
        const sunindextype i = SM_INDEXVALS_S(A)[p];
        SM_DATA_S(A)[p]      = (r1[i] - r0[i]) / step[j];
      }
    }
  }
}
