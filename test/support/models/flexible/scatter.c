/* Sparse matrices by a fixed sequence of entries. */
#include "support/models/flexible/scatter.h"

#include <stdlib.h>
#include <sunmatrix/sunmatrix_sparse.h>

int flexible_scatter_new(struct flexible_scatter *s, sunindextype size,
                         sunindextype cap)
{
  *s       = (struct flexible_scatter){.size = size, .cap = cap};
  s->row   = malloc((size_t)cap * sizeof *s->row);
  s->place = malloc((size_t)cap * sizeof *s->place);
  s->x     = malloc((size_t)cap * sizeof *s->x);
  return s->row == NULL || s->place == NULL || s->x == NULL;
}

void flexible_scatter_free(struct flexible_scatter *s)
{
  SUNMatDestroy(s->A);
  free(s->row);
  free(s->place);
  free(s->x);
  *s = (struct flexible_scatter){.A = NULL};
}

void flexible_scatter_begin(struct flexible_scatter *s)
{
  s->next = 0;
}

void flexible_scatter_put(struct flexible_scatter *s, sunindextype i,
                          sunindextype j, sunrealtype x)
{
  const sunindextype e = s->next++;

  if (s->A != NULL) { SM_DATA_S(s->A)[s->place[e]] = x; }
  else if (e < s->cap)
  {
    s->row[e]   = i;
    s->place[e] = j;
    s->x[e]     = x;
  }
}

void flexible_scatter_line(struct flexible_scatter *s, sunindextype i0,
                           sunindextype j, sunrealtype factor,
                           const struct flexible_line *line)
{
  for (int e = 0; e < line->len; e++)
  {
    flexible_scatter_put(s, i0 + line->at[e], j, factor * line->x[e]);
  }
}

void flexible_scatter_transposed(struct flexible_scatter *s, sunindextype i,
                                 sunindextype j0,
                                 const struct flexible_line *line)
{
  for (int e = 0; e < line->len; e++)
  {
    flexible_scatter_put(s, i, j0 + line->at[e], line->x[e]);
  }
}

/* Turns the recorded columns into places in A, columns one after another. */
static void place_entries(struct flexible_scatter *s)
{
  sunindextype *start = SM_INDEXPTRS_S(s->A);

  for (sunindextype j = 0; j <= s->size; j++) { start[j] = 0; }
  for (sunindextype e = 0; e < s->len; e++) { start[s->place[e] + 1]++; }
  for (sunindextype j = 0; j < s->size; j++) { start[j + 1] += start[j]; }
  for (sunindextype e = 0; e < s->len; e++)
  {
    const sunindextype at    = start[s->place[e]]++;
    SM_INDEXVALS_S(s->A)[at] = s->row[e];
    SM_DATA_S(s->A)[at]      = s->x[e];
    s->place[e]              = at;
  }
  for (sunindextype j = s->size; j > 0; j--) { start[j] = start[j - 1]; }
  start[0] = 0;
}

int flexible_scatter_end(struct flexible_scatter *s, SUNContext ctx)
{
  if (s->A != NULL) { return s->next != s->len; }
  s->len = s->next;
  if (s->len > s->cap) { return 1; }
  s->A = SUNSparseMatrix(s->size, s->size, s->len, CSC_MAT, ctx);
  if (s->A == NULL) { return 1; }
  place_entries(s);
  return 0;
}
