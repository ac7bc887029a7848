#include "ldlt/scaled_matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ldl.h>

#include "base/tuning.h"

galpha_ldlt_int *galpha_ldlt_indices(galpha_ldlt_int n)
{
  return calloc((size_t)n + 1, sizeof(galpha_ldlt_int));
}

sunrealtype *galpha_ldlt_reals(galpha_ldlt_int n)
{
  return calloc((size_t)n + 1, sizeof(sunrealtype));
}

void galpha_ldlt_matrix_free(struct galpha_ldlt_matrix *m)
{
  free(m->ptr);
  free(m->weak);
  free(m->val);
  *m = (struct galpha_ldlt_matrix){.n = 0};
}

static int matrix_alloc(struct galpha_ldlt_matrix *m, galpha_ldlt_int entries)
{
  const galpha_ldlt_int n = m->n;
  m->ptr                  = galpha_ldlt_indices(2 * n + 2 * entries);
  m->weak                 = calloc((size_t)n + 1, sizeof *m->weak);
  m->val                  = galpha_ldlt_reals(3 * n + entries);
  if (!m->ptr || !m->weak || !m->val) { return -1; }
  m->diag   = m->ptr + n + 1;
  m->idx    = m->diag + n;
  m->twin   = m->idx + entries;
  m->row    = m->val + entries;
  m->column = m->row + n;
  m->size   = m->column + n;
  return 0;
}

/* Sets twin and diag. Work arrays: place, of length n; from, n + 1 zeros; entry, one
 * per entry. */
static void find_twins(struct galpha_ldlt_matrix *m, galpha_ldlt_int *place,
                       galpha_ldlt_int *from, galpha_ldlt_int *entry)
{
  const galpha_ldlt_int n = m->n;
  for (galpha_ldlt_int k = 0; k < m->ptr[n]; k++) { from[m->idx[k] + 1]++; }
  for (galpha_ldlt_int i = 0; i < n; i++) { from[i + 1] += from[i]; }
  /* lists the entries with minor index i by their lines; from[i] becomes the end of
     list i */
  for (galpha_ldlt_int j = 0; j < n; j++)
  {
    for (galpha_ldlt_int k = m->ptr[j]; k < m->ptr[j + 1]; k++)
    {
      entry[from[m->idx[k]]++] = k;
      m->twin[k]               = j;
    }
    place[j] = -1;
  }
  for (galpha_ldlt_int j = 0, e = 0; j < n; j++)
  {
    for (galpha_ldlt_int k = m->ptr[j]; k < m->ptr[j + 1]; k++)
    {
      place[m->idx[k]] = k;
    }
    m->diag[j] = place[j] >= m->ptr[j] ? place[j] : -1;
    for (; e < from[j]; e++)
    {
      const galpha_ldlt_int at = place[m->twin[entry[e]]];
      m->twin[entry[e]]        = at >= m->ptr[j] ? at : -1;
    }
  }
}

int galpha_ldlt_matrix_new(struct galpha_ldlt_matrix *m, sunindextype n,
                           bool lines_are_rows, const sunindextype *ptr,
                           const sunindextype *idx)
{
  const galpha_ldlt_int entries = (galpha_ldlt_int)ptr[n];
  *m                    = (struct galpha_ldlt_matrix){.n = (galpha_ldlt_int)n};
  galpha_ldlt_int *work = galpha_ldlt_indices(2 * m->n + entries);
  m->lines_are_rows     = lines_are_rows;
  int flag              = matrix_alloc(m, entries) || !work ? -1 : 0;
  if (!flag)
  {
    memcpy(m->ptr, ptr, ((size_t)n + 1) * sizeof *ptr);
    memcpy(m->idx, idx, (size_t)entries * sizeof *idx);
    flag = GALPHA_SUITESPARSE(ldl, valid_matrix)(m->n, m->ptr, m->idx) ? 0 : 2;
  }
  if (!flag) { find_twins(m, work, work + n, work + 2 * n + 1); }
  free(work);
  if (flag < 0) { galpha_ldlt_matrix_free(m); }
  return flag;
}

bool galpha_ldlt_matrix_has(const struct galpha_ldlt_matrix *m,
                            const sunindextype *ptr, const sunindextype *idx)
{
  const size_t n = (size_t)m->n;
  return m->ptr && !memcmp(m->ptr, ptr, (n + 1) * sizeof *ptr) &&
         !memcmp(m->idx, idx, (size_t)ptr[n] * sizeof *idx);
}

void galpha_ldlt_matrix_classify(struct galpha_ldlt_matrix *m,
                                 const sunrealtype *val)
{
  for (galpha_ldlt_int j = 0; j < m->n; j++)
  {
    m->weak[j] = m->diag[j] < 0 || val[m->diag[j]] == 0.0;
  }
}

/* The next power of 2 above a; 1 unless 0 < a <= 1e300. */
static sunrealtype near_power(sunrealtype a)
{
  int exponent;
  if (!(a > 0.0 && a <= 1e300)) { return 1.0; }
  (void)frexp(a, &exponent);
  return ldexp(1.0, exponent);
}

/* Scales column and row of constraint c by its largest entry. A constraint
 * multiplied by a number, in its row or its column only, leaves the matrix symmetric
 * up to a factor of that row. */
static void scale_constraint(struct galpha_ldlt_matrix *m,
                             const sunrealtype *val, galpha_ldlt_int c)
{
  sunrealtype most = 0.0, in_row = 1.0, in_column = 1.0;
  for (galpha_ldlt_int k = m->ptr[c]; k < m->ptr[c + 1]; k++)
  {
    const galpha_ldlt_int j = m->idx[k], t = m->twin[k];
    const sunrealtype a = m->weak[j] ? 0.0 : fabs(val[k]) * m->column[j];
    if (!(a > most) || t < 0 || val[t] == 0.0) { continue; }
    most      = a;
    in_row    = (m->lines_are_rows ? val[k] : val[t]) * m->column[j];
    in_column = (m->lines_are_rows ? val[t] : val[k]) * m->column[j];
  }
  m->column[c] = 1.0 / near_power(fabs(in_column));
  m->row[c]    = in_column / in_row * m->column[c];
}

static void find_scale(struct galpha_ldlt_matrix *m, const sunrealtype *val)
{
  for (galpha_ldlt_int j = 0; j < m->n; j++)
  {
    const sunrealtype a = m->diag[j] < 0 ? 0.0 : fabs(val[m->diag[j]]);
    m->row[j] = m->column[j] = 1.0 / near_power(sqrt(a));
  }
  for (galpha_ldlt_int c = 0; c < m->n; c++)
  {
    if (m->weak[c]) { scale_constraint(m, val, c); }
  }
}

sunrealtype galpha_ldlt_matrix_fill(struct galpha_ldlt_matrix *m,
                                    const sunrealtype *val)
{
  sunrealtype skew = 0.0;
  find_scale(m, val);
  const sunrealtype *line  = m->lines_are_rows ? m->row : m->column;
  const sunrealtype *minor = m->lines_are_rows ? m->column : m->row;
  for (galpha_ldlt_int j = 0; j < m->n; j++)
  {
    for (galpha_ldlt_int k = m->ptr[j]; k < m->ptr[j + 1]; k++)
    {
      m->val[k] = line[j] * val[k] * minor[m->idx[k]];
    }
  }
  for (galpha_ldlt_int k = 0; k < m->ptr[m->n]; k++)
  {
    const galpha_ldlt_int t = m->twin[k];
    const sunrealtype a     = fabs(m->val[k] - (t < 0 ? 0.0 : m->val[t]));
    if (!(a <= skew)) { skew = a; }
  }
  return skew;
}

sunrealtype galpha_ldlt_largest(const sunrealtype *x, galpha_ldlt_int n)
{
  sunrealtype most = 0.0;
  for (galpha_ldlt_int i = 0; i < n; i++)
  {
    if (!(fabs(x[i]) <= most)) { most = fabs(x[i]); }
  }
  return most;
}

/* r = b - A x; size += sum of |a_ij x_j|, if given. */
static void subtract_rows(const struct galpha_ldlt_matrix *m,
                          const sunrealtype *b, const sunrealtype *x,
                          sunrealtype *r, sunrealtype *size)
{
  for (galpha_ldlt_int i = 0; i < m->n; i++)
  {
    sunrealtype sum = b[i], sizes = 0.0;
    for (galpha_ldlt_int k = m->ptr[i]; k < m->ptr[i + 1]; k++)
    {
      const sunrealtype term = m->val[k] * x[m->idx[k]];
      sum -= term;
      sizes += fabs(term);
    }
    r[i] = sum;
    if (size) { size[i] += sizes; }
  }
}

static void subtract_columns(const struct galpha_ldlt_matrix *m,
                             const sunrealtype *b, const sunrealtype *x,
                             sunrealtype *r, sunrealtype *size)
{
  memcpy(r, b, (size_t)m->n * sizeof *r);
  for (galpha_ldlt_int j = 0; j < m->n; j++)
  {
    const sunrealtype xj = x[j], aj = fabs(x[j]);
    for (galpha_ldlt_int k = m->ptr[j]; k < m->ptr[j + 1]; k++)
    {
      r[m->idx[k]] -= m->val[k] * xj;
      if (size) { size[m->idx[k]] += fabs(m->val[k]) * aj; }
    }
  }
}

static void subtract(const struct galpha_ldlt_matrix *m, const sunrealtype *b,
                     const sunrealtype *x, sunrealtype *r, sunrealtype *size)
{
  (m->lines_are_rows ? subtract_rows : subtract_columns)(m, b, x, r, size);
}

void galpha_ldlt_matrix_subtract(const struct galpha_ldlt_matrix *m,
                                 const sunrealtype *b, const sunrealtype *x,
                                 sunrealtype *r)
{
  subtract(m, b, x, r, NULL);
}

sunrealtype galpha_ldlt_matrix_residual(const struct galpha_ldlt_matrix *m,
                                        const sunrealtype *b,
                                        const sunrealtype *x, sunrealtype *r)
{
  const sunrealtype floor = LDLT_FLOOR * galpha_ldlt_largest(x, m->n);
  sunrealtype worst       = 0.0;
  for (galpha_ldlt_int i = 0; i < m->n; i++)
  {
    m->size[i] = fabs(b[i]) + floor;
  }
  subtract(m, b, x, r, m->size);
  for (galpha_ldlt_int i = 0; i < m->n; i++)
  {
    if (!(fabs(r[i]) <= worst * m->size[i]))
    {
      worst = fabs(r[i]) / m->size[i];
    }
  }
  return worst;
}
