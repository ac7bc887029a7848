#include "model/dependent_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* The rows of A are available: A has entries, or it is an operator whose vectors are
 * arrays and whose rows A^T e_i are few. */
static bool has_rows(SUNMatrix A)
{
  if (!A || !galpha_block_by_product(A)) { return true; }
  const struct galpha_operator *op = galpha_operator_of(A);
  const sunrealtype m = (sunrealtype)op->rows, n = (sunrealtype)op->cols;
  return galpha_vector_in_array(op->out[0]) &&
         galpha_vector_in_array(op->out[1]) && m * m * n <= DEPENDENT_PRODUCTS;
}

/* dense_rows for an operator; false: a product failed. */
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

/* QR factorization of the rows, each followed by its residual (length n + 1): rows
 * holds the orthonormal rows, R, at count * i, the coefficients of the given row i in
 * them. */
struct basis
{
  sunrealtype *rows, *R;
  sunindextype count, n;
};

/* The earlier row with the largest contribution to row r, which depends on the earlier
 * ones; -1 if row r is zero. Overwrites line r of R by its coefficients. */
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

struct blocks
{
  SUNMatrix G, K;
  const sunrealtype *g, *k;
  const struct galpha_rows *off;
  sunindextype m; /* rows of G */
};

/* Fills the rows; false: a product failed. */
static bool fill(struct basis *b, const struct blocks *of)
{
  const sunindextype length = b->n + 1;
  memset(b->rows, 0, (size_t)(b->count * length) * sizeof *b->rows);
  dense_rows(of->K, of->k, b->rows + of->m * length, b->n);
  if (of->G && galpha_block_by_product(of->G))
  {
    return product_rows(galpha_operator_of(of->G), of->g, b->rows, b->n);
  }
  dense_rows(of->G, of->g, b->rows, b->n);
  return true;
}

static sunrealtype largest(const sunrealtype *x, sunindextype n)
{
  sunrealtype top = 0.0;
  for (sunindextype j = 0; j < n; j++) { top = fmax(top, fabs(x[j])); }
  return top;
}

/* Scales the columns to the same size, that of their largest share in a row: columns of
 * an angle are small or large beside those of lengths, depending on the unit of length.
 * Columns of noise (below DEPENDENT_COLUMN) are not scaled. */
static void even_columns(struct basis *b)
{
  const sunindextype n = b->n, length = n + 1;
  sunrealtype *share = b->rows + b->count * length;
  for (sunindextype r = 0; r < b->count; r++)
  {
    const sunrealtype *x  = b->rows + r * length;
    const sunrealtype top = largest(x, n);
    for (sunindextype j = 0; j < n && top > 0.0; j++)
    {
      share[j] = fmax(share[j], fabs(x[j]) / top);
    }
  }
  for (sunindextype at = 0; at < b->count * length; at++)
  {
    const sunindextype j = at % length;
    if (j < n && share[j] > DEPENDENT_COLUMN) { b->rows[at] /= share[j]; }
  }
}

/* Linear dependence does not depend on the units of the coordinates: repeats the search
 * with scaled columns, whose result counts if it has fewer dependent rows; sought: some are
 * known to be dependent. */
static void in_other_units(struct basis *b, const struct blocks *of,
                           bool sought, struct galpha_dependence *found)
{
  struct galpha_dependence even = {.other = -1};
  if (found->count < (sought ? 2 : 1) || !fill(b, of)) { return; }
  even_columns(b);
  dependent_rows(b, of->off, of->m, &even);
  if (even.count >= found->count || (sought && even.count == 0)) { return; }
  *found = even;
}

static sunindextype search(const struct blocks *of, bool sought,
                           struct galpha_dependence *found)
{
  SUNMatrix G = of->G, K = of->K;
  struct basis b = {.count = of->m + (K ? galpha_block_rows(K) : 0)};
  *found         = (struct galpha_dependence){.other = -1};
  if (b.count == 0 || b.count > DEPENDENT_ROWS || !has_rows(G) || !has_rows(K))
  {
    return -1;
  }
  b.n = galpha_block_cols(G ? G : K);
  b.R = calloc((size_t)(b.count * (b.count + b.n + 1) + b.n), sizeof *b.R);
  if (!b.R)
  {
    found->count = -1;
    return -1;
  }
  b.rows = b.R + b.count * b.count;
  if (fill(&b, of))
  {
    dependent_rows(&b, of->off, of->m, found);
    in_other_units(&b, of, sought, found);
  }
  free(b.R);
  return found->count > 0 ? found->rows[0] : -1;
}

sunindextype galpha_rank_conflict(SUNMatrix G, SUNMatrix K,
                                  const sunrealtype *g, const sunrealtype *k,
                                  const struct galpha_rows *off,
                                  struct galpha_dependence *found)
{
  const struct blocks of = {G, K, g, k, off, G ? galpha_block_rows(G) : 0};
  return search(&of, true, found);
}

sunindextype galpha_rank_of_rows(SUNMatrix G, const struct galpha_rows *off,
                                 struct galpha_dependence *found)
{
  const struct blocks of = {G, NULL, NULL, NULL, off, galpha_block_rows(G)};
  return search(&of, false, found);
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
