#include "model/matrix_ops.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/clone.h"
#include "base/index_pattern.h"
#include "model/operator_matrix.h"

bool galpha_block_sparse(SUNMatrix A)
{
  return galpha_matrix_id(A) == SUNMATRIX_SPARSE;
}

bool galpha_block_known(SUNMatrix A)
{
  return galpha_matrix_id(A) == SUNMATRIX_DENSE || galpha_block_sparse(A);
}

bool galpha_block_by_product(SUNMatrix A)
{
  return galpha_operator_of(A) != NULL;
}

sunindextype galpha_block_rows(SUNMatrix A)
{
  const struct galpha_operator *op = galpha_operator_of(A);
  if (op) { return op->rows; }
  return galpha_block_sparse(A) ? SUNSparseMatrix_Rows(A)
                                : SUNDenseMatrix_Rows(A);
}

sunindextype galpha_block_cols(SUNMatrix A)
{
  const struct galpha_operator *op = galpha_operator_of(A);
  if (op) { return op->cols; }
  return galpha_block_sparse(A) ? SUNSparseMatrix_Columns(A)
                                : SUNDenseMatrix_Columns(A);
}

bool galpha_dense_fits(sunindextype n)
{
  const uint64_t most = sizeof n == sizeof(int32_t) ? INT32_MAX : INT64_MAX;
  const uint64_t size = (uint64_t)n;
  return n <= 0 ||
         (size <= most / size && size <= SIZE_MAX / sizeof(sunrealtype) / size);
}

sunindextype galpha_block_entries(SUNMatrix A)
{
  if (galpha_block_sparse(A))
  {
    return SUNSparseMatrix_IndexPointers(A)[SUNSparseMatrix_NP(A)];
  }
  return SUNDenseMatrix_LData(A);
}

sunrealtype *galpha_block_data(SUNMatrix A)
{
  return galpha_block_sparse(A) ? SUNSparseMatrix_Data(A)
                                : SUNDenseMatrix_Data(A);
}

SUNMatrix galpha_block_copy(SUNMatrix A)
{
  struct galpha_pattern_fault fault;
  SUNMatrix B = galpha_clone_matrix(A);
  if (!B) { return NULL; }
  if (galpha_pattern_find_fault(A, &fault) != GALPHA_PATTERN_RIGHT ||
      (galpha_block_sparse(A) && galpha_block_entries(A) == 0))
  {
    SUNMatZero(B); /* an empty pattern is legal before the first callback */
    return B;
  }
  if (SUNMatCopy(A, B))
  {
    SUNMatDestroy(B);
    return NULL;
  }
  return B;
}

SUNMatrix galpha_diagonal_matrix(sunindextype n, SUNContext sunctx)
{
  SUNMatrix A = SUNSparseMatrix(n, n, n, CSC_MAT, sunctx);
  for (sunindextype i = 0; A && i <= n; i++)
  {
    SM_INDEXPTRS_S(A)[i] = i;
    if (i == n) { break; }
    SM_INDEXVALS_S(A)[i] = i;
    SM_DATA_S(A)[i]      = 0.0;
  }
  return A;
}

bool galpha_block_finite(SUNMatrix A)
{
  return galpha_all_finite(galpha_block_data(A), galpha_block_entries(A));
}

sunindextype galpha_block_bad_row(SUNMatrix A)
{
  struct galpha_cursor c = galpha_cursor_begin(A);
  const sunrealtype *x   = galpha_block_data(A);
  sunindextype row       = -1, i, j;
  while (galpha_cursor_next(&c, &i, &j))
  {
    if (!isfinite(x[c.k - 1]) && (row < 0 || i < row)) { row = i; }
  }
  return row;
}

struct galpha_cursor galpha_cursor_begin(SUNMatrix A)
{
  struct galpha_cursor c = {.rows  = galpha_block_rows(A),
                            .count = galpha_block_entries(A)};
  if (galpha_block_sparse(A))
  {
    c.ptrs = SUNSparseMatrix_IndexPointers(A);
    c.vals = SUNSparseMatrix_IndexValues(A);
    c.csr  = SUNSparseMatrix_SparseType(A) == CSR_MAT;
  }
  return c;
}

bool galpha_cursor_next(struct galpha_cursor *c, sunindextype *i,
                        sunindextype *j)
{
  if (c->k >= c->count) { return false; }
  if (!c->ptrs)
  {
    *i = c->k % c->rows;
    *j = c->k / c->rows;
  }
  else
  {
    while (c->k >= c->ptrs[c->major + 1]) { c->major++; }
    *i = c->csr ? c->major : c->vals[c->k];
    *j = c->csr ? c->vals[c->k] : c->major;
  }
  c->k++;
  return true;
}

/* y += c A x along the major index (rows of CSR, columns of the transposed). */
static void gather(const sunindextype *ptrs, const sunindextype *vals,
                   const sunrealtype *a, sunindextype np, sunrealtype c,
                   const sunrealtype *x, sunrealtype *y)
{
  sunindextype k = ptrs[0];
  for (sunindextype s = 0; s < np; s++)
  {
    const sunindextype end = ptrs[s + 1];
    sunrealtype sum        = 0.0;
    /* with two exits compilers do not vectorize the loop, which would be slower for
       short rows */
    for (; k < end; k++)
    {
      sum += a[k] * x[vals[k]];
      if (++k == end) { break; }
      sum += a[k] * x[vals[k]];
    }
    y[s] += c * sum;
  }
}

static void spread(const sunindextype *ptrs, const sunindextype *vals,
                   const sunrealtype *a, sunindextype np, sunrealtype c,
                   const sunrealtype *x, sunrealtype *y)
{
  sunindextype k = ptrs[0];
  for (sunindextype s = 0; s < np; s++)
  {
    const sunindextype end = ptrs[s + 1];
    const sunrealtype cx   = c * x[s];
    for (; k < end; k++) { y[vals[k]] += a[k] * cx; }
  }
}

static void dense_mul(SUNMatrix A, bool transposed, sunrealtype c,
                      const sunrealtype *x, sunrealtype *y)
{
  const sunindextype rows = SUNDenseMatrix_Rows(A);
  const sunindextype cols = SUNDenseMatrix_Columns(A);
  for (sunindextype j = 0; j < cols; j++)
  {
    const sunrealtype *a = SUNDenseMatrix_Column(A, j);
    if (transposed)
    {
      sunrealtype sum = 0.0;
      for (sunindextype i = 0; i < rows; i++) { sum += a[i] * x[i]; }
      y[j] += c * sum;
    }
    else
    {
      const sunrealtype cx = c * x[j];
      for (sunindextype i = 0; i < rows; i++) { y[i] += a[i] * cx; }
    }
  }
}

static void multiply(SUNMatrix A, bool transposed, sunrealtype c, N_Vector x,
                     N_Vector y)
{
  if (!A) { return; }
  struct galpha_operator *op = galpha_operator_of(A);
  if (op)
  {
    galpha_operator_multiply(op, transposed, c, x, y);
    return;
  }
  const sunrealtype *xd = N_VGetArrayPointer(x);
  sunrealtype *yd       = N_VGetArrayPointer(y);
  if (!galpha_block_sparse(A))
  {
    dense_mul(A, transposed, c, xd, yd);
    return;
  }
  const bool csr = SUNSparseMatrix_SparseType(A) == CSR_MAT;
  (csr != transposed ? gather : spread)(
    SUNSparseMatrix_IndexPointers(A), SUNSparseMatrix_IndexValues(A),
    SUNSparseMatrix_Data(A), SUNSparseMatrix_NP(A), c, xd, yd);
}

void galpha_block_mul(SUNMatrix A, sunrealtype c, N_Vector x, N_Vector y)
{
  multiply(A, false, c, x, y);
}

void galpha_block_tmul(SUNMatrix A, sunrealtype c, N_Vector x, N_Vector y)
{
  multiply(A, true, c, x, y);
}

void galpha_block_add_diagonal(SUNMatrix A, sunrealtype *x)
{
  const sunrealtype *a = galpha_block_data(A);
  if (!galpha_block_sparse(A))
  {
    const sunindextype rows = galpha_block_rows(A);
    for (sunindextype i = 0; i < rows; i++) { x[i] += fabs(a[i * rows + i]); }
    return;
  }
  const sunindextype *ptrs = SUNSparseMatrix_IndexPointers(A);
  const sunindextype *vals = SUNSparseMatrix_IndexValues(A);
  const sunindextype np    = SUNSparseMatrix_NP(A);
  for (sunindextype s = 0; s < np; s++)
  {
    for (sunindextype k = ptrs[s]; k < ptrs[s + 1]; k++)
    {
      if (vals[k] == s) { x[s] += fabs(a[k]); }
    }
  }
}

sunindextype galpha_block_negative(SUNMatrix A)
{
  const sunrealtype *x   = galpha_block_data(A);
  struct galpha_cursor c = galpha_cursor_begin(A);
  sunindextype i, j;
  while (galpha_cursor_next(&c, &i, &j))
  {
    if (i == j && x[c.k - 1] < 0.0) { return i; }
  }
  return -1;
}

bool galpha_block_diagonal(SUNMatrix A)
{
  if (galpha_matrix_id(A) != SUNMATRIX_SPARSE) { return false; }
  const sunindextype *ptrs = SUNSparseMatrix_IndexPointers(A);
  const sunindextype *vals = SUNSparseMatrix_IndexValues(A);
  const sunindextype n     = SUNSparseMatrix_NP(A);
  for (sunindextype s = 0; s < n; s++)
  {
    if (ptrs[s] != s || ptrs[s + 1] != s + 1 || vals[s] != s) { return false; }
  }
  return true;
}

void galpha_block_diagonal_mul(SUNMatrix A, sunrealtype c, N_Vector x,
                               sunrealtype b, N_Vector z, N_Vector y)
{
  const sunindextype n   = SUNSparseMatrix_NP(A);
  const sunrealtype *d   = SUNSparseMatrix_Data(A);
  const sunrealtype *xd  = N_VGetArrayPointer(x);
  const sunrealtype *add = z ? N_VGetArrayPointer(z) : NULL;
  sunrealtype *yd        = N_VGetArrayPointer(y);
  if (!add)
  {
    for (sunindextype i = 0; i < n; i++) { yd[i] = d[i] * (c * xd[i]); }
    return;
  }
  for (sunindextype i = 0; i < n; i++)
  {
    yd[i] = b * add[i] + d[i] * (c * xd[i]);
  }
}

static sunindextype first_zero(SUNMatrix A, bool by_row, N_Vector work)
{
  if (galpha_block_by_product(A)) { return -1; }
  const sunindextype n   = by_row ? galpha_block_rows(A) : galpha_block_cols(A);
  const sunrealtype *x   = galpha_block_data(A);
  sunrealtype *filled    = N_VGetArrayPointer(work);
  struct galpha_cursor c = galpha_cursor_begin(A);
  sunindextype i, j, first = 0;
  N_VConst(0.0, work);
  while (galpha_cursor_next(&c, &i, &j))
  {
    if (x[c.k - 1] != 0.0) { filled[by_row ? i : j] = 1.0; }
  }
  while (first < n && filled[first] > 0.0) { first++; }
  return first < n ? first : -1;
}

sunindextype galpha_block_zero_row(SUNMatrix A, N_Vector work)
{
  return first_zero(A, true, work);
}

sunindextype galpha_block_zero_col(SUNMatrix A, N_Vector work)
{
  return first_zero(A, false, work);
}

N_Vector galpha_part(const struct galpha_parts *parts, N_Vector x, bool l)
{
  return parts->part ? parts->part(x, l ? parts->l : parts->q) : x;
}

void galpha_unpack(const struct galpha_parts *parts, N_Vector x, N_Vector q,
                   N_Vector l, N_Vector p)
{
  if (parts && parts->separate)
  {
    if (q) { N_VScale(1.0, galpha_part(parts, x, false), q); }
    if (l) { N_VScale(1.0, galpha_part(parts, x, true), l); }
    return;
  }
  const sunrealtype *from = N_VGetArrayPointer(x);
  N_Vector to[3]          = {q, l, p};
  for (int i = 0; i < 3; i++)
  {
    if (!to[i]) { continue; }
    const size_t n = (size_t)N_VGetLength(to[i]);
    memcpy(N_VGetArrayPointer(to[i]), from, n * sizeof *from);
    from += n;
  }
}

void galpha_pack(const struct galpha_parts *parts, N_Vector q, N_Vector l,
                 N_Vector p, N_Vector x)
{
  if (parts && parts->separate)
  {
    if (q) { N_VScale(1.0, q, galpha_part(parts, x, false)); }
    if (l) { N_VScale(1.0, l, galpha_part(parts, x, true)); }
    return;
  }
  sunrealtype *to  = N_VGetArrayPointer(x);
  N_Vector from[3] = {q, l, p};
  for (int i = 0; i < 3; i++)
  {
    if (!from[i]) { continue; }
    const size_t n = (size_t)N_VGetLength(from[i]);
    memcpy(to, N_VGetArrayPointer(from[i]), n * sizeof *to);
    to += n;
  }
}
