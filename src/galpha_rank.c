#include "galpha_rank.h"

#include <math.h>
#include <stdlib.h>

#define MAX_ROWS 2000

/* Copies the rows of a constraint Jacobian, each followed by its residual (0
 * where none is given), into dense rows of length n + 1. */
static void dense_rows(SUNMatrix A, const sunrealtype *residual,
                       sunrealtype *row, sunindextype n)
{
  if (!A) { return; }
  struct galpha_cursor c  = galpha_cursor_begin(A);
  const sunrealtype *data = galpha_block_data(A);
  sunindextype i, j;
  while (galpha_cursor_next(&c, &i, &j))
  {
    row[i * (n + 1) + j] += data[c.k - 1];
  }
  for (i = 0; residual && i < galpha_block_rows(A); i++)
  {
    row[i * (n + 1) + n] = residual[i];
  }
}

static sunrealtype dot(const sunrealtype *x, const sunrealtype *y,
                       sunindextype n)
{
  sunrealtype sum = 0.0;
  for (sunindextype i = 0; i < n; i++) { sum += x[i] * y[i]; }
  return sum;
}

/* Gram-Schmidt over the rows: the first that depends on the earlier ones, or -1;
 * residuals go along. */
static sunindextype dependent_row(sunrealtype *rows, sunindextype count,
                                  sunindextype n,
                                  struct galpha_dependence *found)
{
  for (sunindextype r = 0; r < count; r++)
  {
    sunrealtype *x           = rows + r * (n + 1);
    const sunrealtype before = sqrt(dot(x, x, n));
    sunrealtype most         = 0.0;
    *found                   = (struct galpha_dependence){-1, 0.0, fabs(x[n])};
    for (sunindextype s = 0; s < r; s++)
    {
      const sunrealtype *y = rows + s * (n + 1);
      const sunrealtype c  = dot(x, y, n);
      for (sunindextype j = 0; j <= n; j++) { x[j] -= c * y[j]; }
      found->size = fmax(found->size, fabs(c * y[n]));
      if (fabs(c) > most)
      {
        most         = fabs(c);
        found->other = s;
      }
    }
    found->gap              = x[n];
    const sunrealtype after = sqrt(dot(x, x, n));
    if (!(after > 1e-10 * before)) { return r; }
    for (sunindextype j = 0; j <= n; j++) { x[j] /= after; }
  }
  return -1;
}

sunindextype galpha_rank_conflict(SUNMatrix G, SUNMatrix K,
                                  const sunrealtype *g, const sunrealtype *k,
                                  struct galpha_dependence *found)
{
  const sunindextype m = G ? galpha_block_rows(G) : 0;
  const sunindextype p = K ? galpha_block_rows(K) : 0;
  *found               = (struct galpha_dependence){-1, 0.0, 0.0};
  if (m + p == 0 || m + p > MAX_ROWS) { return -1; }
  const sunindextype n = galpha_block_cols(G ? G : K);
  sunrealtype *rows    = calloc((size_t)((m + p) * (n + 1)), sizeof *rows);
  if (!rows) { return -1; }
  dense_rows(G, g, rows, n);
  dense_rows(K, k, rows + m * (n + 1), n);
  const sunindextype row = dependent_row(rows, m + p, n, found);
  free(rows);
  return row;
}

sunindextype galpha_rank_dependent(SUNMatrix G, SUNMatrix K,
                                   sunindextype *other)
{
  struct galpha_dependence found;
  const sunindextype row = galpha_rank_conflict(G, K, NULL, NULL, &found);
  *other                 = found.other;
  return row;
}
