#include "model/dependent_rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/tuning.h"

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

/* The rows of a matrix known by products alone are not available. */
static bool has_rows(SUNMatrix A)
{
  return !A || !galpha_block_by_product(A);
}

static sunrealtype dot(const sunrealtype *x, const sunrealtype *y,
                       sunindextype n)
{
  sunrealtype sum = 0.0;
  for (sunindextype i = 0; i < n; i++) { sum += x[i] * y[i]; }
  return sum;
}

/* Orthogonalizes row r, with its residual, against the earlier rows; true: it
 * depends on them. */
static bool depends(sunrealtype *rows, sunindextype r, sunindextype n,
                    struct galpha_dependence *one)
{
  sunrealtype *x           = rows + r * (n + 1);
  const sunrealtype before = sqrt(dot(x, x, n));
  sunrealtype most         = 0.0;
  *one = (struct galpha_dependence){.other = -1, .size = fabs(x[n])};
  for (sunindextype s = 0; s < r; s++)
  {
    const sunrealtype *y = rows + s * (n + 1);
    const sunrealtype c  = dot(x, y, n);
    for (sunindextype j = 0; j <= n; j++) { x[j] -= c * y[j]; }
    one->size = fmax(one->size, fabs(c * y[n]));
    if (fabs(c) > most)
    {
      most       = fabs(c);
      one->other = s;
    }
  }
  one->gap                = x[n];
  const sunrealtype after = sqrt(dot(x, x, n));
  const bool nothing      = !(after > DEPENDENT_NOTHING * before);
  for (sunindextype j = 0; j <= n; j++) { x[j] = nothing ? 0.0 : x[j] / after; }
  return nothing;
}

/* Row r of [G; K] is switched off. */
static bool left_out(const struct galpha_rows *rows, sunindextype r,
                     sunindextype m)
{
  return rows && !(r < m ? galpha_rows_on(&rows[0], r)
                         : galpha_rows_on(&rows[1], r - m));
}

/* Gram-Schmidt over the rows. */
static void dependent_rows(sunrealtype *rows, sunindextype count,
                           sunindextype n, const struct galpha_rows *off,
                           sunindextype m, struct galpha_dependence *found)
{
  struct galpha_dependence one;
  for (sunindextype r = 0; r < count; r++)
  {
    if (left_out(off, r, m)) { continue; }
    if (!depends(rows, r, n, &one)) { continue; }
    if (found->count == 0) { *found = one; }
    if (found->count < GALPHA_RANK_NAMED) { found->rows[found->count] = r; }
    found->count++;
  }
}

sunindextype galpha_rank_conflict(SUNMatrix G, SUNMatrix K,
                                  const sunrealtype *g, const sunrealtype *k,
                                  const struct galpha_rows *off,
                                  struct galpha_dependence *found)
{
  const sunindextype m = G ? galpha_block_rows(G) : 0;
  const sunindextype p = K ? galpha_block_rows(K) : 0;
  *found               = (struct galpha_dependence){.other = -1};
  if (m + p == 0 || m + p > DEPENDENT_ROWS || !has_rows(G) || !has_rows(K))
  {
    return -1;
  }
  const sunindextype n = galpha_block_cols(G ? G : K);
  sunrealtype *rows    = calloc((size_t)((m + p) * (n + 1)), sizeof *rows);
  if (!rows) { return -1; }
  dense_rows(G, g, rows, n);
  dense_rows(K, k, rows + m * (n + 1), n);
  dependent_rows(rows, m + p, n, off, m, found);
  free(rows);
  return found->count > 0 ? found->rows[0] : -1;
}

sunindextype galpha_rank_dependent(SUNMatrix G, SUNMatrix K,
                                   const struct galpha_rows *rows,
                                   sunindextype *other)
{
  struct galpha_dependence found;
  const sunindextype row = galpha_rank_conflict(G, K, NULL, NULL, rows, &found);
  *other                 = found.other;
  return row;
}
