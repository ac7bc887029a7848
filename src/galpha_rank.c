#include "galpha_rank.h"

#include <math.h>
#include <stdlib.h>

#define MAX_ROWS 2000

/* Copies the rows of a constraint Jacobian into dense rows of length n. */
static void dense_rows(SUNMatrix A, sunrealtype *row, sunindextype n)
{
  if (!A) { return; }
  struct galpha_cursor c  = galpha_cursor_begin(A);
  const sunrealtype *data = galpha_block_data(A);
  sunindextype i, j;
  while (galpha_cursor_next(&c, &i, &j)) { row[i * n + j] += data[c.k - 1]; }
}

static sunrealtype dot(const sunrealtype *x, const sunrealtype *y,
                       sunindextype n)
{
  sunrealtype sum = 0.0;
  for (sunindextype i = 0; i < n; i++) { sum += x[i] * y[i]; }
  return sum;
}

/* Gram-Schmidt over the rows: the first that depends on the earlier ones, or -1;
 * *other is the earlier row it resembles most. */
static sunindextype dependent_row(sunrealtype *rows, sunindextype count,
                                  sunindextype n, sunindextype *other)
{
  for (sunindextype r = 0; r < count; r++)
  {
    sunrealtype *x           = rows + r * n;
    const sunrealtype before = sqrt(dot(x, x, n));
    sunrealtype most         = 0.0;
    *other                   = -1;
    for (sunindextype s = 0; s < r; s++)
    {
      const sunrealtype c = dot(x, rows + s * n, n);
      for (sunindextype j = 0; j < n; j++) { x[j] -= c * rows[s * n + j]; }
      if (fabs(c) > most)
      {
        most   = fabs(c);
        *other = s;
      }
    }
    const sunrealtype after = sqrt(dot(x, x, n));
    if (!(after > 1e-10 * before)) { return r; }
    for (sunindextype j = 0; j < n; j++) { x[j] /= after; }
  }
  return -1;
}

sunindextype galpha_rank_dependent(SUNMatrix G, SUNMatrix K,
                                   sunindextype *other)
{
  const sunindextype m = G ? galpha_block_rows(G) : 0;
  const sunindextype p = K ? galpha_block_rows(K) : 0;
  *other               = -1;
  if (m + p == 0 || m + p > MAX_ROWS) { return -1; }
  const sunindextype n = galpha_block_cols(G ? G : K);
  sunrealtype *rows    = calloc((size_t)((m + p) * n), sizeof *rows);
  if (!rows) { return -1; }
  dense_rows(G, rows, n);
  dense_rows(K, rows + m * n, n);
  const sunindextype row = dependent_row(rows, m + p, n, other);
  free(rows);
  return row;
}
