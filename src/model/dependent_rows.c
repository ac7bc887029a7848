#include "model/dependent_rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/tuning.h"
#include "model/operator_matrix.h"

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

/* The rows of a matrix known by products are A^T e_i, if these are arrays and few. */
static bool has_rows(SUNMatrix A)
{
  if (!A || !galpha_block_by_product(A)) { return true; }
  const struct galpha_operator *op = galpha_operator_of(A);
  const sunrealtype m = (sunrealtype)op->rows, n = (sunrealtype)op->cols;
  return galpha_vector_in_array(op->out[0]) &&
         galpha_vector_in_array(op->out[1]) && m * m * n <= DEPENDENT_PRODUCTS;
}

/* The same as dense_rows; false: a product failed. */
static bool product_rows(const struct galpha_operator *op,
                         const sunrealtype *residual, sunrealtype *row,
                         sunindextype n)
{
  const sunrealtype *y = N_VGetArrayPointer(op->out[1]);
  for (sunindextype i = 0; i < op->rows; i++)
  {
    if (op->off && !galpha_rows_on(op->off, i)) { continue; }
    N_VConst(0.0, op->out[0]);
    N_VGetArrayPointer(op->out[0])[i] = 1.0;
    if (op->product[1](op->t, op->q, op->out[0], op->out[1],
                       *op->all->user_data) ||
        !galpha_vector_finite(op->out[1]))
    {
      return false;
    }
    for (sunindextype j = 0; j < n; j++) { row[i * (n + 1) + j] = y[j]; }
    row[i * (n + 1) + n] = residual ? residual[i] : 0.0;
  }
  return true;
}

static sunrealtype dot(const sunrealtype *x, const sunrealtype *y,
                       sunindextype n)
{
  sunrealtype sum = 0.0;
  for (sunindextype i = 0; i < n; i++) { sum += x[i] * y[i]; }
  return sum;
}

/* Rows of length n + 1 that become orthonormal, and (R) what row i was of the rows up to
 * it: entries count * i ... */
struct basis
{
  sunrealtype *rows, *R;
  sunindextype count, n;
};

/* Of the earlier rows, the one with the largest part in row r, which depends on them; -1 if
 * row r is zero. Overwrites its line of R by its coefficients. */
static sunindextype largest_part(const struct basis *b, sunindextype r)
{
  sunrealtype *c      = b->R + r * b->count;
  sunrealtype most    = 0.0;
  sunindextype larger = -1;
  for (sunindextype s = r - 1; s >= 0; s--)
  {
    const sunrealtype *line = b->R + s * b->count;
    if (line[s] == 0.0) { continue; }
    const sunrealtype part = c[s] / line[s];
    const sunrealtype size = fabs(part) * sqrt(dot(line, line, s + 1));
    for (sunindextype k = 0; k < s; k++) { c[k] -= part * line[k]; }
    if (size > most)
    {
      most   = size;
      larger = s;
    }
  }
  return larger;
}

/* Orthogonalizes row r, with its residual, against the earlier rows; true: it
 * depends on them. */
static bool depends(const struct basis *b, sunindextype r,
                    struct galpha_dependence *one)
{
  const sunindextype n     = b->n;
  sunrealtype *x           = b->rows + r * (n + 1);
  sunrealtype *line        = b->R + r * b->count;
  const sunrealtype before = sqrt(dot(x, x, n));
  *one = (struct galpha_dependence){.other = -1, .size = fabs(x[n])};
  for (sunindextype s = 0; s < r; s++)
  {
    const sunrealtype *y = b->rows + s * (n + 1);
    line[s]              = dot(x, y, n);
    for (sunindextype j = 0; j <= n; j++) { x[j] -= line[s] * y[j]; }
    one->size = fmax(one->size, fabs(line[s] * y[n]));
  }
  one->gap                = x[n];
  const sunrealtype after = sqrt(dot(x, x, n));
  const bool nothing      = !(after > DEPENDENT_NOTHING * before);
  line[r]                 = nothing ? 0.0 : after;
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
static void dependent_rows(const struct basis *b, const struct galpha_rows *off,
                           sunindextype m, struct galpha_dependence *found)
{
  struct galpha_dependence one;
  for (sunindextype r = 0; r < b->count; r++)
  {
    if (left_out(off, r, m) || !depends(b, r, &one)) { continue; }
    if (found->count == 0)
    {
      *found       = one;
      found->other = largest_part(b, r);
    }
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
  struct basis b       = {.count = m + p, .n = n};
  b.R = calloc((size_t)b.count * (size_t)(b.count + n + 1), sizeof *b.R);
  if (!b.R)
  {
    found->count = -1;
    return -1;
  }
  b.rows             = b.R + b.count * b.count;
  const bool product = G && galpha_block_by_product(G);
  if (!product) { dense_rows(G, g, b.rows, n); }
  dense_rows(K, k, b.rows + m * (n + 1), n);
  if (!product || product_rows(galpha_operator_of(G), g, b.rows, n))
  {
    dependent_rows(&b, off, m, found);
  }
  free(b.R);
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
