/* Sparse matrices by a fixed sequence of entries that add up. */
#include "support/models/flexible/sparse_sum.h"

#include <stdlib.h>
#include <sunmatrix/sunmatrix_sparse.h>

void sparse_sum_new(struct sparse_sum *s, sunindextype rows,
                    sunindextype columns)
{
  *s = (struct sparse_sum){.rows = rows, .columns = columns};
}

static void forget_record(struct sparse_sum *s)
{
  free(s->row);
  free(s->column);
  s->row    = NULL;
  s->column = NULL;
}

void sparse_sum_free(struct sparse_sum *s)
{
  forget_record(s);
  free(s->place);
  free(s->start);
  free(s->at);
  free(s->x);
  *s = (struct sparse_sum){.rows = 0};
}

static void *resized(struct sparse_sum *s, void *old, sunindextype len,
                     size_t size)
{
  void *new = realloc(old, (size_t)(len > 0 ? len : 1) * size);

  if (new == NULL) { s->failed = 1; }
  return new ? new : old;
}

void sparse_sum_record(struct sparse_sum *s, sunindextype i, sunindextype j,
                       sunrealtype x)
{
  if (s->next == s->cap)
  {
    const sunindextype cap = 2 * s->cap + 64;

    s->row    = resized(s, s->row, cap, sizeof *s->row);
    s->column = resized(s, s->column, cap, sizeof *s->column);
    s->x      = resized(s, s->x, cap, sizeof *s->x);
    if (s->failed) { return; }
    s->cap = cap;
  }
  s->row[s->next]    = i;
  s->column[s->next] = j;
  s->x[s->next++]    = x;
}

/* order: the entries e = from[0], from[1], ... sorted by key[e], stably; count
   has room for keys + 1. from NULL: 0, 1, ... */
static void sort(sunindextype len, sunindextype keys, const sunindextype *key,
                 const sunindextype *from, sunindextype *count,
                 sunindextype *order)
{
  memset(count, 0, (size_t)(keys + 1) * sizeof *count);
  for (sunindextype e = 0; e < len; e++) { count[key[e] + 1]++; }
  for (sunindextype k = 0; k < keys; k++) { count[k + 1] += count[k]; }
  for (sunindextype i = 0; i < len; i++)
  {
    const sunindextype e   = from ? from[i] : i;
    order[count[key[e]]++] = e;
  }
}

/* Entries in the order of columns and rows: equal positions share a place. */
static sunindextype number_places(struct sparse_sum *s,
                                  const sunindextype *order)
{
  sunindextype nnz = 0, last = -1;

  memset(s->start, 0, (size_t)(s->columns + 1) * sizeof *s->start);
  for (sunindextype k = 0; k < s->len; k++)
  {
    const sunindextype e = order[k];

    if (last < 0 || s->row[e] != s->row[last] ||
        s->column[e] != s->column[last])
    {
      s->at[nnz++] = s->row[e];
      s->start[s->column[e] + 1]++;
    }
    s->place[e] = nnz - 1;
    last        = e;
  }
  for (sunindextype j = 0; j < s->columns; j++)
  {
    s->start[j + 1] += s->start[j];
  }
  return nnz;
}

static void add_up(struct sparse_sum *s, sunindextype nnz)
{
  sunrealtype *sum = calloc((size_t)nnz + 1, sizeof *sum);

  if (sum == NULL)
  {
    s->failed = 1;
    return;
  }
  for (sunindextype e = 0; e < s->len; e++) { sum[s->place[e]] += s->x[e]; }
  free(s->x);
  s->x = sum;
}

static void build(struct sparse_sum *s)
{
  const sunindextype most = s->rows > s->columns ? s->rows : s->columns;
  sunindextype *by_row = NULL, *order = NULL, *count = NULL;

  s->len   = s->next;
  by_row   = resized(s, NULL, s->len, sizeof *by_row);
  order    = resized(s, NULL, s->len, sizeof *order);
  count    = resized(s, NULL, most + 2, sizeof *count);
  s->at    = resized(s, NULL, s->len, sizeof *s->at);
  s->start = resized(s, NULL, s->columns + 1, sizeof *s->start);
  s->place = resized(s, NULL, s->len, sizeof *s->place);
  if (!s->failed)
  {
    sort(s->len, s->rows, s->row, NULL, count, by_row);
    sort(s->len, s->columns, s->column, by_row, count, order);
    const sunindextype nnz = number_places(s, order);

    add_up(s, nnz);
    s->at = resized(s, s->at, nnz, sizeof *s->at);
    forget_record(s);
  }
  free(by_row);
  free(order);
  free(count);
}

int sparse_sum_end(struct sparse_sum *s)
{
  if (s->place == NULL && !s->failed) { build(s); }
  return s->failed || s->next != s->len;
}

int sparse_sum_give(const struct sparse_sum *s, SUNMatrix A)
{
  const sunindextype nnz = s->start[s->columns];

  if (SM_NNZ_S(A) < nnz && SUNSparseMatrix_Reallocate(A, nnz)) { return 1; }
  memcpy(SM_INDEXPTRS_S(A), s->start,
         (size_t)(s->columns + 1) * sizeof *s->start);
  memcpy(SM_INDEXVALS_S(A), s->at, (size_t)nnz * sizeof *s->at);
  memcpy(SM_DATA_S(A), s->x, (size_t)nnz * sizeof *s->x);
  return 0;
}

SUNMatrix sparse_sum_matrix(const struct sparse_sum *s, SUNContext ctx)
{
  SUNMatrix A =
    SUNSparseMatrix(s->rows, s->columns, s->start[s->columns], CSC_MAT, ctx);

  if (A != NULL && sparse_sum_give(s, A))
  {
    SUNMatDestroy(A);
    return NULL;
  }
  return A;
}
