#include "model/reaction_pattern.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <sunmatrix/sunmatrix_sparse.h>

#include "model/matrix_ops.h"

static sunindextype *indices(sunindextype n)
{
  return calloc((size_t)n + 1, sizeof(sunindextype));
}

double galpha_reaction_normal_bound(SUNMatrix A)
{
  const sunindextype rows = galpha_block_rows(A);
  sunindextype *length    = indices(rows), i, j;
  double sum              = 0.0;
  if (!length) { return -1.0; }
  struct galpha_cursor c = galpha_cursor_begin(A);
  while (galpha_cursor_next(&c, &i, &j)) { length[i]++; }
  for (i = 0; i < rows; i++) { sum += (double)length[i] * (double)length[i]; }
  free(length);
  return sum;
}

/* Lists of the entries of a matrix: list k is idx[ptr[k] .. ptr[k+1]). */
struct lists
{
  sunindextype *ptr, *idx;
};

static void lists_free(struct lists *l)
{
  free(l->ptr);
  free(l->idx);
}

/* The columns of each row of A, or the rows of each column. */
static int lists_of(SUNMatrix A, bool rows, struct lists *l)
{
  const sunindextype count = rows ? galpha_block_rows(A) : galpha_block_cols(A);
  sunindextype i, j;
  l->ptr = indices(count + 1);
  l->idx = indices(galpha_block_entries(A));
  if (!l->ptr || !l->idx) { return -1; }
  struct galpha_cursor c = galpha_cursor_begin(A);
  while (galpha_cursor_next(&c, &i, &j)) { l->ptr[(rows ? i : j) + 2]++; }
  for (sunindextype k = 1; k <= count; k++) { l->ptr[k + 1] += l->ptr[k]; }
  /* ptr[k + 1] is the next free position of list k, finally its end */
  c = galpha_cursor_begin(A);
  while (galpha_cursor_next(&c, &i, &j))
  {
    l->idx[l->ptr[(rows ? i : j) + 1]++] = rows ? j : i;
  }
  return 0;
}

/* Visits each column of A that shares a row with column i once; returns their
 * number, and appends i to their lists in to, if given. mark[j] = i + 1: visited. */
static sunindextype neighbours(const struct lists *rows,
                               const struct lists *cols, sunindextype i,
                               sunindextype *mark, struct lists *to)
{
  sunindextype count = 0;
  for (sunindextype a = cols->ptr[i]; a < cols->ptr[i + 1]; a++)
  {
    const sunindextype r = cols->idx[a];
    for (sunindextype b = rows->ptr[r]; b < rows->ptr[r + 1]; b++)
    {
      const sunindextype j = rows->idx[b];
      if (mark[j] == i + 1) { continue; }
      mark[j] = i + 1;
      count++;
      if (to) { to->idx[to->ptr[j]++] = i; }
    }
  }
  return count;
}

/* The pattern is symmetric: row i has as many entries as column i. */
static SUNMatrix fill_normal(const struct lists *rows, const struct lists *cols,
                             sunindextype n, sunindextype *mark,
                             SUNContext sunctx)
{
  struct lists to = {.ptr = indices(n)};
  SUNMatrix P     = NULL;
  if (!to.ptr) { return NULL; }
  for (sunindextype i = 0; i < n; i++)
  {
    to.ptr[i + 1] = to.ptr[i] + neighbours(rows, cols, i, mark, NULL);
  }
  P = SUNSparseMatrix(n, n, to.ptr[n] + 1, CSC_MAT, sunctx);
  if (P)
  {
    to.idx = SUNSparseMatrix_IndexValues(P);
    memcpy(SUNSparseMatrix_IndexPointers(P), to.ptr,
           ((size_t)n + 1) * sizeof *to.ptr);
    memset(mark, 0, (size_t)n * sizeof *mark);
    for (sunindextype i = 0; i < n; i++)
    {
      neighbours(rows, cols, i, mark, &to);
    }
  }
  free(to.ptr);
  return P;
}

SUNMatrix galpha_reaction_normal(SUNMatrix A, SUNContext sunctx)
{
  const sunindextype n = galpha_block_cols(A);
  struct lists rows = {0}, cols = {0};
  sunindextype *mark = indices(n);
  SUNMatrix P        = NULL;
  if (mark && !lists_of(A, true, &rows) && !lists_of(A, false, &cols))
  {
    P = fill_normal(&rows, &cols, n, mark, sunctx);
  }
  lists_free(&rows);
  lists_free(&cols);
  free(mark);
  return P;
}

/* In a sweep column by column, entry (i,j) belongs to the next entry of column i. */
sunindextype *galpha_reaction_twins(SUNMatrix P)
{
  const sunindextype n    = SUNSparseMatrix_Columns(P);
  const sunindextype *ptr = SUNSparseMatrix_IndexPointers(P);
  const sunindextype *idx = SUNSparseMatrix_IndexValues(P);
  sunindextype *next = indices(n), *twin = indices(ptr[n]);
  if (!next || !twin)
  {
    free(next);
    free(twin);
    return NULL;
  }
  memcpy(next, ptr, (size_t)n * sizeof *next);
  for (sunindextype k = 0; k < ptr[n]; k++) { twin[k] = next[idx[k]]++; }
  free(next);
  return twin;
}

/* Marks the entries of column j to keep. */
static void mark_column(SUNMatrix A, SUNMatrix B, sunrealtype tol,
                        sunindextype j, bool *kept)
{
  const sunindextype *ptr = SUNSparseMatrix_IndexPointers(A);
  const sunrealtype *a    = SUNSparseMatrix_Data(A);
  const sunrealtype *b    = SUNSparseMatrix_Data(B);
  sunrealtype top         = 0.0;
  for (sunindextype k = ptr[j]; k < ptr[j + 1]; k++)
  {
    top = fmax(top, fmax(fabs(a[k]), fabs(b[k])));
  }
  for (sunindextype k = ptr[j]; k < ptr[j + 1]; k++)
  {
    kept[k] = fmax(fabs(a[k]), fabs(b[k])) > tol * top;
  }
}

static SUNMatrix take_kept(SUNMatrix A, const bool *kept, SUNContext sunctx)
{
  const sunindextype n    = SUNSparseMatrix_Columns(A);
  const sunindextype *ptr = SUNSparseMatrix_IndexPointers(A);
  sunindextype count      = 0;
  for (sunindextype k = 0; k < ptr[n]; k++) { count += kept[k]; }
  SUNMatrix R = SUNSparseMatrix(n, n, count + 1, CSC_MAT, sunctx);
  if (!R) { return NULL; }
  sunindextype *to = SUNSparseMatrix_IndexPointers(R);
  for (sunindextype j = 0; j < n; j++)
  {
    to[j + 1] = to[j];
    for (sunindextype k = ptr[j]; k < ptr[j + 1]; k++)
    {
      if (!kept[k]) { continue; }
      SUNSparseMatrix_IndexValues(R)[to[j + 1]] =
        SUNSparseMatrix_IndexValues(A)[k];
      SUNSparseMatrix_Data(R)[to[j + 1]++] = SUNSparseMatrix_Data(A)[k];
    }
  }
  return R;
}

SUNMatrix galpha_reaction_thin(SUNMatrix A, SUNMatrix B, sunrealtype tol,
                               const sunindextype *twin, SUNContext sunctx)
{
  const sunindextype n       = SUNSparseMatrix_Columns(A);
  const sunindextype entries = SUNSparseMatrix_IndexPointers(A)[n];
  bool *kept                 = calloc((size_t)entries + 1, sizeof *kept);
  if (!kept) { return NULL; }
  for (sunindextype j = 0; j < n; j++) { mark_column(A, B, tol, j, kept); }
  for (sunindextype k = 0; twin && k < entries; k++)
  {
    if (kept[k]) { kept[twin[k]] = true; }
  }
  SUNMatrix R = take_kept(A, kept, sunctx);
  free(kept);
  return R;
}
