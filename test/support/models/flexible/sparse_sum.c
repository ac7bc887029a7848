/* Sparse matrices by a fixed sequence of entries that add up. */
#include "support/models/flexible/sparse_sum.h"

#include <stdlib.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/run/keep.h"

void sparse_sum_new(struct sparse_sum *s, sunindextype rows,
                    sunindextype columns)
{
  *s = (struct sparse_sum){.rows = rows, .columns = columns};
}

void sparse_sum_record(struct sparse_sum *s, sunindextype i, sunindextype j,
                       sunrealtype x)
{
  if (s->next == s->cap)
  {
    const sunindextype cap = 2 * s->cap + 64;

    s->row    = keep_more(s->row, cap, sizeof *s->row);
    s->column = keep_more(s->column, cap, sizeof *s->column);
    s->x      = keep_more(s->x, cap, sizeof *s->x);
    s->cap    = cap;
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
  sunrealtype *sum = keep_zeros(nnz, sizeof *sum);

  for (sunindextype e = 0; e < s->len; e++) { sum[s->place[e]] += s->x[e]; }
  keep_drop(s->x);
  s->x = sum;
}

static void build(struct sparse_sum *s)
{
  const sunindextype most = s->rows > s->columns ? s->rows : s->columns;

  s->len              = s->next;
  s->at               = keep_zeros(s->len, sizeof *s->at);
  s->start            = keep_zeros(s->columns + 1, sizeof *s->start);
  s->place            = keep_zeros(s->len, sizeof *s->place);
  sunindextype *count = keep_zeros(most + 2, sizeof *count);
  sunindextype *order = keep_zeros(2 * s->len, sizeof *order);
  sunindextype *row   = order + s->len;
  sort(s->len, s->rows, s->row, NULL, count, row);
  sort(s->len, s->columns, s->column, row, count, order);
  add_up(s, number_places(s, order));
  void *done[] = {s->row, s->column, order, count};
  for (int i = 0; i < 4; i++) { keep_drop(done[i]); }
  s->row = s->column = NULL;
}

int sparse_sum_end(struct sparse_sum *s)
{
  if (s->place == NULL) { build(s); }
  return s->next != s->len;
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
  SUNMatrix A = KEEP(
    SUNSparseMatrix(s->rows, s->columns, s->start[s->columns], CSC_MAT, ctx));

  return A != NULL && !sparse_sum_give(s, A) ? A : NULL;
}
