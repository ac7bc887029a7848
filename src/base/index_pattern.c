#include "base/index_pattern.h"

#include <stdio.h>
#include <stdlib.h>

#include <sunmatrix/sunmatrix_sparse.h>

/* The arrays of a sparse matrix, interpreted as CSR or CSC. */
struct arrays
{
  const sunindextype *ptrs, *vals;
  sunindextype np, minor, nnz;
  bool csr;
};

SUNMatrix_ID galpha_matrix_id(SUNMatrix A)
{
  return A->ops->getid ? SUNMatGetID(A) : SUNMATRIX_CUSTOM;
}

static struct arrays arrays_of(SUNMatrix A, bool csr)
{
  const sunindextype rows = SUNSparseMatrix_Rows(A);
  const sunindextype cols = SUNSparseMatrix_Columns(A);
  return (struct arrays){.ptrs  = SUNSparseMatrix_IndexPointers(A),
                         .vals  = SUNSparseMatrix_IndexValues(A),
                         .np    = csr ? rows : cols,
                         .minor = csr ? cols : rows,
                         .nnz   = SUNSparseMatrix_NNZ(A),
                         .csr   = csr};
}

static struct arrays own_arrays(SUNMatrix A)
{
  return arrays_of(A, SUNSparseMatrix_SparseType(A) == CSR_MAT);
}

static struct galpha_pattern_fault fault(const struct arrays *a,
                                         enum galpha_pattern_kind kind,
                                         sunindextype line, sunindextype value,
                                         sunindextype limit)
{
  return (struct galpha_pattern_fault){
    .kind = kind, .csr = a->csr, .line = line, .value = value, .limit = limit};
}

/* Checks the pointers first: only valid pointers allow reading the indices. */
static struct galpha_pattern_fault check_arrays(const struct arrays *a)
{
  for (sunindextype s = 0; s <= a->np; s++)
  {
    const sunindextype p = a->ptrs[s], before = s > 0 ? a->ptrs[s - 1] : 0;
    if (p < before || p > a->nnz || (s == 0 && p != 0))
    {
      return fault(a, GALPHA_PATTERN_POINTER, s, p, a->nnz);
    }
  }
  for (sunindextype s = 0; s < a->np; s++)
  {
    for (sunindextype k = a->ptrs[s]; k < a->ptrs[s + 1]; k++)
    {
      const sunindextype i = a->vals[k];
      if (i < 0 || i >= a->minor)
      {
        return fault(a, GALPHA_PATTERN_INDEX, s, i, a->minor);
      }
    }
  }
  return fault(a, GALPHA_PATTERN_RIGHT, 0, 0, 0);
}

/* The arrays are valid as those of the other type (CSR in a matrix created as CSC,
 * or the reverse). Checked only if that type needs no longer arrays. */
static bool valid_as_other(SUNMatrix A, const struct arrays *own)
{
  const struct arrays other = arrays_of(A, !own->csr);
  return other.np < own->np && other.ptrs[other.np] > 0 &&
         check_arrays(&other).kind == GALPHA_PATTERN_RIGHT;
}

enum galpha_pattern_kind galpha_pattern_find_fault(
  SUNMatrix A, struct galpha_pattern_fault *f)
{
  *f = (struct galpha_pattern_fault){.kind = GALPHA_PATTERN_RIGHT};
  if (galpha_matrix_id(A) != SUNMATRIX_SPARSE) { return f->kind; }
  const struct arrays a = own_arrays(A);
  *f                    = check_arrays(&a);
  if (f->kind != GALPHA_PATTERN_RIGHT)
  {
    f->other_type = valid_as_other(A, &a);
  }
  return f->kind;
}

enum galpha_pattern_kind galpha_pattern_fault_filled(
  SUNMatrix A, struct galpha_pattern_fault *f)
{
  if (galpha_pattern_find_fault(A, f) != GALPHA_PATTERN_RIGHT ||
      galpha_matrix_id(A) != SUNMATRIX_SPARSE)
  {
    return f->kind;
  }
  const struct arrays a = own_arrays(A);
  if (a.nnz > 0 && a.ptrs[a.np] == 0)
  {
    *f = fault(&a, GALPHA_PATTERN_EMPTY, 0, 0, a.nnz);
  }
  return f->kind;
}

/* The indices of every line ascend, so no entry is stored twice. */
static bool sorted(const struct arrays *a)
{
  for (sunindextype s = 0; s < a->np; s++)
  {
    for (sunindextype k = a->ptrs[s] + 1; k < a->ptrs[s + 1]; k++)
    {
      if (a->vals[k] <= a->vals[k - 1]) { return false; }
    }
  }
  return true;
}

int galpha_pattern_twice(SUNMatrix A, struct galpha_pattern_fault *f)
{
  *f = (struct galpha_pattern_fault){.kind = GALPHA_PATTERN_RIGHT};
  if (galpha_matrix_id(A) != SUNMATRIX_SPARSE) { return GALPHA_PATTERN_RIGHT; }
  const struct arrays a = own_arrays(A);
  if (sorted(&a)) { return GALPHA_PATTERN_RIGHT; }
  /* 1 + the last line that contains the index */
  sunindextype *met = calloc((size_t)a.minor + 1, sizeof *met);
  if (!met) { return -1; }
  for (sunindextype s = 0; s < a.np && f->kind == GALPHA_PATTERN_RIGHT; s++)
  {
    for (sunindextype k = a.ptrs[s]; k < a.ptrs[s + 1]; k++)
    {
      const sunindextype i = a.vals[k];
      if (met[i] == s + 1) { *f = fault(&a, GALPHA_PATTERN_TWICE, s, i, 0); }
      met[i] = s + 1;
    }
  }
  free(met);
  return (int)f->kind;
}

/* One step of the hash, injective in h and in x. */
static uint64_t step(uint64_t h, sunindextype x)
{
  return (h ^ (uint64_t)x) * 0x9e3779b97f4a7c15u;
}

/* A hash of n integers and of h: four chains, whose multiplications overlap. */
static uint64_t hash(uint64_t h, const sunindextype *x, sunindextype n)
{
  uint64_t a = h, b = h + 1, c = h + 2, d = h + 3;
  sunindextype i = 0;
  for (; i + 4 <= n; i += 4)
  {
    a = step(a, x[i]);
    b = step(b, x[i + 1]);
    c = step(c, x[i + 2]);
    d = step(d, x[i + 3]);
  }
  for (; i < n; i++) { a = step(a, x[i]); }
  const uint64_t chain[] = {b, c, d};
  for (int k = 0; k < 3; k++)
  {
    a = (a ^ chain[k]) * 0xbf58476d1ce4e5b9u;
    a ^= a >> 32;
  }
  return a;
}

/* Size and hash of the pattern; the indices are included if the last pointer is a
 * possible number of them. */
static struct galpha_pattern pattern_of(const struct arrays *a)
{
  const sunindextype count = a->ptrs[a->np];
  struct galpha_pattern p  = {.np = a->np, .count = count, .minor = a->minor};
  p.hash                   = hash(0, a->ptrs, a->np + 1);
  if (count > 0 && count <= a->nnz) { p.hash = hash(p.hash, a->vals, count); }
  return p;
}

static bool is_known(const struct galpha_pattern *known,
                     const struct galpha_pattern *p)
{
  return known->known && known->np == p->np && known->minor == p->minor &&
         known->count == p->count && known->hash == p->hash;
}

int galpha_pattern_check(struct galpha_pattern *known, SUNMatrix A,
                         struct galpha_pattern_fault *f)
{
  *f = (struct galpha_pattern_fault){.kind = GALPHA_PATTERN_RIGHT};
  if (galpha_matrix_id(A) != SUNMATRIX_SPARSE) { return GALPHA_PATTERN_RIGHT; }
  const struct arrays a     = own_arrays(A);
  struct galpha_pattern own = pattern_of(&a);
  if (is_known(known, &own)) { return GALPHA_PATTERN_RIGHT; }
  int kind = (int)(known->filled ? galpha_pattern_fault_filled
                                 : galpha_pattern_find_fault)(A, f);
  if (kind != GALPHA_PATTERN_RIGHT) { return kind; }
  if (known->unique || known->compare) { kind = galpha_pattern_twice(A, f); }
  if (kind != GALPHA_PATTERN_RIGHT && known->unique) { return kind; }
  own.unique  = known->unique;
  own.filled  = known->filled;
  own.compare = known->compare;
  own.twice   = kind == GALPHA_PATTERN_TWICE;
  own.doubled = known->doubled || (known->known && own.twice && !known->twice);
  own.known   = true;
  *known      = own;
  return GALPHA_PATTERN_RIGHT;
}

void galpha_pattern_forget(struct galpha_pattern *known)
{
  *known = (struct galpha_pattern){.unique  = known->unique,
                                   .filled  = known->filled,
                                   .compare = known->compare};
}

void galpha_pattern_seen(struct galpha_pattern *known)
{
  known->doubled = false;
}

static void say_pointer(const struct galpha_pattern_fault *f, char *text,
                        size_t size)
{
  const char *type = f->csr ? "CSR" : "CSC", *other = f->csr ? "CSC" : "CSR";
  const long int line = (long int)f->line, value = (long int)f->value;
  const int used = snprintf(
    text, size,
    line == 0 ? "index pointer %ld is %ld and must be 0"
    : value > f->limit
      ? "index pointer %ld is %ld, beyond the number of entries allocated"
      : "index pointer %ld is %ld, less than the one before (not set?)",
    line, value);
  if (f->other_type && used > 0 && (size_t)used < size)
  {
    snprintf(text + used, size - (size_t)used,
             "; the arrays are those of a %s matrix, but it is %s", other,
             type);
  }
}

void galpha_pattern_say(const struct galpha_pattern_fault *f, char *text,
                        size_t size)
{
  const char *type = f->csr ? "CSR" : "CSC", *other = f->csr ? "CSC" : "CSR";
  const char *line = f->csr ? "row" : "column";
  const char *item = f->csr ? "column" : "row";
  const long int l = (long int)f->line, i = (long int)f->value;
  switch (f->kind)
  {
  case GALPHA_PATTERN_RIGHT: snprintf(text, size, "it is right"); break;
  case GALPHA_PATTERN_EMPTY:
    snprintf(text, size,
             "%ld entries are allocated but none is stored: its index pointers "
             "are not set",
             (long int)f->limit);
    break;
  case GALPHA_PATTERN_POINTER: say_pointer(f, text, size); break;
  case GALPHA_PATTERN_TWICE:
    snprintf(text, size, "%s %ld is stored twice in %s %ld", item, i, line, l);
    break;
  case GALPHA_PATTERN_INDEX:
    if (f->other_type)
    {
      snprintf(text, size,
               "%s index %ld in %s %ld; the arrays are those of a %s matrix, "
               "but it is %s",
               item, i, line, l, other, type);
      break;
    }
    snprintf(text, size, "%s index %ld in %s %ld; indices %s %ld", item, i,
             line, l, i == f->limit ? "start at 0 and end at" : "run from 0 to",
             (long int)f->limit - 1);
    break;
  }
}
