#include "base/column_colouring.h"

#include <stdlib.h>
#include <string.h>

#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

static sunindextype *index_array(sunindextype n)
{
  return calloc((size_t)n + 1, sizeof(sunindextype));
}

/* Allocates ptr and idx; pos remains NULL. */
static bool lists_alloc(struct galpha_lists *l, sunindextype n,
                        sunindextype nnz)
{
  l->ptr = index_array(n);
  l->idx = index_array(nnz);
  return l->ptr && l->idx;
}

static bool positions_alloc(struct galpha_lists *l, sunindextype nnz)
{
  l->pos = index_array(nnz);
  return l->pos;
}

static void lists_free(struct galpha_lists *l)
{
  if (!l->borrowed)
  {
    free(l->ptr);
    free(l->idx);
  }
  free(l->pos);
}

/* Stable counting sort: order holds 0..n-1 by key, those of key k start at
 * first[k], first[nkeys] = n. */
static void bucket(sunindextype n, const sunindextype *key, sunindextype nkeys,
                   sunindextype *first, sunindextype *order)
{
  memset(first, 0, ((size_t)nkeys + 1) * sizeof *first);
  for (sunindextype p = 0; p < n; p++) { first[key[p] + 1]++; }
  for (sunindextype k = 0; k < nkeys; k++) { first[k + 1] += first[k]; }
  for (sunindextype p = 0; p < n; p++) { order[first[key[p]]++] = p; }
  for (sunindextype k = nkeys; k > 0; k--) { first[k] = first[k - 1]; }
  first[0] = 0;
}

/* The m lists of the transpose of n lists with indices below m. */
static bool transpose(sunindextype n, const sunindextype *ptr,
                      const sunindextype *idx, sunindextype m,
                      struct galpha_lists *to)
{
  const sunindextype nnz = ptr[n];
  sunindextype *major    = index_array(nnz);
  const bool ok = lists_alloc(to, m, nnz) && positions_alloc(to, nnz) && major;
  if (ok)
  {
    for (sunindextype j = 0; j < n; j++)
    {
      for (sunindextype p = ptr[j]; p < ptr[j + 1]; p++) { major[p] = j; }
    }
    bucket(nnz, idx, m, to->ptr, to->pos);
    for (sunindextype p = 0; p < nnz; p++) { to->idx[p] = major[to->pos[p]]; }
  }
  free(major);
  return ok;
}

static bool columns_of_sparse(SUNMatrix J, sunindextype rows, sunindextype n,
                              bool fixed_pattern, struct galpha_lists *cols)
{
  sunindextype *ptr = SM_INDEXPTRS_S(J), *idx = SM_INDEXVALS_S(J);
  if (SM_SPARSETYPE_S(J) == CSR_MAT)
  {
    return transpose(rows, ptr, idx, n, cols);
  }
  if (fixed_pattern)
  {
    *cols = (struct galpha_lists){.ptr = ptr, .idx = idx, .borrowed = true};
    return true;
  }
  if (!lists_alloc(cols, n, ptr[n])) { return false; }
  memcpy(cols->ptr, ptr, ((size_t)n + 1) * sizeof *ptr);
  memcpy(cols->idx, idx, (size_t)ptr[n] * sizeof *idx);
  return true;
}

static bool columns_of_band(SUNMatrix J, sunindextype rows, sunindextype n,
                            struct galpha_lists *cols)
{
  const sunindextype mu = SM_UBAND_B(J), ml = SM_LBAND_B(J);
  if (!lists_alloc(cols, n, n * (mu + ml + 1)) ||
      !positions_alloc(cols, n * (mu + ml + 1)))
  {
    return false;
  }
  sunindextype p = 0;
  for (sunindextype j = 0; j < n; j++)
  {
    const sunindextype diagonal = j * SM_LDIM_B(J) + SM_SUBAND_B(J);
    for (sunindextype i = j > mu ? j - mu : 0; i < rows && i <= j + ml; i++)
    {
      cols->idx[p]   = i;
      cols->pos[p++] = diagonal + i - j;
    }
    cols->ptr[j + 1] = p;
  }
  return true;
}

/* Greedy colouring in the given order: colour[j] is the least one that no column
 * sharing a row with j has. stamp (zeroed) marks the colours of these columns. */
static sunindextype first_fit(const struct galpha_lists *cols,
                              const struct galpha_lists *rows, sunindextype n,
                              const sunindextype *order, sunindextype *stamp,
                              sunindextype *colour)
{
  sunindextype ncolours = 0;
  for (sunindextype j = 0; j < n; j++) { colour[j] = -1; }
  for (sunindextype k = 0; k < n; k++)
  {
    const sunindextype j = order[k];
    for (sunindextype p = cols->ptr[j]; p < cols->ptr[j + 1]; p++)
    {
      const sunindextype i = cols->idx[p];
      for (sunindextype q = rows->ptr[i]; q < rows->ptr[i + 1]; q++)
      {
        const sunindextype taken = colour[rows->idx[q]];
        if (taken >= 0) { stamp[taken] = j + 1; }
      }
    }
    colour[j] = 0;
    while (stamp[colour[j]] == j + 1) { colour[j]++; }
    if (colour[j] == ncolours) { ncolours++; }
  }
  return ncolours;
}

/* The columns of each of the m rows of a pattern of n columns, in ascending order. */
static bool rows_of(const struct galpha_lists *cols, sunindextype n,
                    sunindextype m, struct galpha_lists *rows)
{
  if (!lists_alloc(rows, m, cols->ptr[n])) { return false; }
  for (sunindextype p = 0; p < cols->ptr[n]; p++)
  {
    rows->ptr[cols->idx[p] + 1]++;
  }
  for (sunindextype i = 0; i < m; i++) { rows->ptr[i + 1] += rows->ptr[i]; }
  for (sunindextype j = 0; j < n; j++)
  {
    for (sunindextype p = cols->ptr[j]; p < cols->ptr[j + 1]; p++)
    {
      rows->idx[rows->ptr[cols->idx[p]]++] = j;
    }
  }
  for (sunindextype i = m; i > 0; i--) { rows->ptr[i] = rows->ptr[i - 1]; }
  rows->ptr[0] = 0;
  return true;
}

/* Colours the columns with most entries first, equal ones in natural order, which is
 * optimal for bands. */
static bool make_groups(struct galpha_colouring *c)
{
  const sunindextype n = c->n, *ptr = c->cols.ptr;
  struct galpha_lists rows = {.ptr = NULL};
  sunindextype *key        = index_array(n);
  sunindextype *first      = index_array(c->rows + 1);
  sunindextype *stamp      = index_array(n);
  const bool ok = key && first && stamp && rows_of(&c->cols, n, c->rows, &rows);
  if (ok)
  {
    for (sunindextype j = 0; j < n; j++)
    {
      /* a column with entries stored twice may have more entries than rows */
      const sunindextype left = c->rows - (ptr[j + 1] - ptr[j]);
      key[j]                  = left > 0 ? left : 0;
    }
    bucket(n, key, c->rows + 1, first, c->order);
    c->groups = first_fit(&c->cols, &rows, n, c->order, stamp, key);
    bucket(n, key, c->groups, c->first, c->order);
  }
  lists_free(&rows);
  free(key);
  free(first);
  free(stamp);
  return ok;
}

static bool size_alloc(struct galpha_colouring *c, sunindextype rows,
                       sunindextype n)
{
  c->rows  = rows;
  c->n     = n;
  c->first = index_array(n);
  c->order = index_array(n);
  return c->first && c->order;
}

static bool make_single_groups(struct galpha_colouring *c)
{
  c->groups = c->n;
  for (sunindextype j = 0; j < c->n; j++)
  {
    c->order[j]     = j;
    c->first[j + 1] = j + 1;
  }
  return true;
}

int galpha_colouring_init(struct galpha_colouring *c, SUNMatrix J,
                          bool fixed_pattern)
{
  bool ok = false;
  memset(c, 0, sizeof *c);
  switch (SUNMatGetID(J))
  {
  case SUNMATRIX_DENSE:
    ok = size_alloc(c, SM_ROWS_D(J), SM_COLUMNS_D(J)) && make_single_groups(c);
    break;
  case SUNMATRIX_BAND:
    ok = size_alloc(c, SM_ROWS_B(J), SM_COLUMNS_B(J)) &&
         columns_of_band(J, c->rows, c->n, &c->cols) && make_groups(c);
    break;
  case SUNMATRIX_SPARSE:
    ok = size_alloc(c, SM_ROWS_S(J), SM_COLUMNS_S(J)) &&
         columns_of_sparse(J, c->rows, c->n, fixed_pattern, &c->cols) &&
         make_groups(c);
    break;
  default: break;
  }
  if (!ok) { galpha_colouring_free(c); }
  return ok ? 0 : -1;
}

void galpha_colouring_free(struct galpha_colouring *c)
{
  lists_free(&c->cols);
  free(c->first);
  free(c->order);
  memset(c, 0, sizeof *c);
}
