#include "model/assembly.h"
#include "base/clone.h"

#include <stdlib.h>
#include <string.h>

#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

int galpha_assembly_add(struct galpha_assembly *as, SUNMatrix A,
                        sunindextype row, sunindextype col, bool transposed)
{
  struct galpha_part *part = &as->part[as->nparts];
  memset(part, 0, sizeof *part);
  part->A          = A;
  part->row        = row;
  part->col        = col;
  part->transposed = transposed;
  return as->nparts++;
}

static void part_free(struct galpha_part *part)
{
  free(part->map);
  free(part->ptrs);
  free(part->vals);
  part->map = part->ptrs = part->vals = NULL;
}

static void free_rest(struct galpha_assembly *as)
{
  free(as->rest);
  as->rest  = NULL;
  as->nrest = 0;
}

void galpha_assembly_clear(struct galpha_assembly *as)
{
  for (int i = 0; i < as->nparts; i++) { part_free(&as->part[i]); }
  as->nparts = 0;
  free_rest(as);
}

void galpha_assembly_free(struct galpha_assembly *as)
{
  galpha_assembly_clear(as);
  if (as->own_J && as->J) { SUNMatDestroy(as->J); }
  as->J = NULL;
}

bool galpha_assembly_current(const struct galpha_assembly *as)
{
  for (int i = 0; i < as->nparts; i++)
  {
    const struct galpha_part *part = &as->part[i];
    if (!part->A) { continue; }
    if (!part->map) { return false; }
    if (!part->ptrs) { continue; }
    const size_t np = (size_t)SUNSparseMatrix_NP(part->A);
    if (memcmp(part->ptrs, SUNSparseMatrix_IndexPointers(part->A),
               (np + 1) * sizeof *part->ptrs) ||
        memcmp(part->vals, SUNSparseMatrix_IndexValues(part->A),
               (size_t)part->count * sizeof *part->vals))
    {
      return false;
    }
  }
  return true;
}

/* Allocates the map and copies the pattern it belongs to. */
static int part_prepare(struct galpha_part *part)
{
  part_free(part);
  if (!part->A) { return 0; }
  part->count        = galpha_block_entries(part->A);
  const size_t count = (size_t)part->count;
  part->map          = malloc((count + 1) * sizeof *part->map);
  if (!part->map) { return -1; }
  if (!galpha_block_sparse(part->A)) { return 0; }
  const size_t np = (size_t)SUNSparseMatrix_NP(part->A);
  part->ptrs      = malloc((np + 1) * sizeof *part->ptrs);
  part->vals      = malloc((count + 1) * sizeof *part->vals);
  if (!part->ptrs || !part->vals) { return -1; }
  memcpy(part->ptrs, SUNSparseMatrix_IndexPointers(part->A),
         (np + 1) * sizeof *part->ptrs);
  memcpy(part->vals, SUNSparseMatrix_IndexValues(part->A),
         count * sizeof *part->vals);
  return 0;
}

/* The entries of all parts as (row, column) in J, in the order of the parts. */
struct triplets
{
  sunindextype count;
  sunindextype *row, *col, *order, *work;
};

static void triplets_free(struct triplets *t)
{
  free(t->row);
  free(t->col);
  free(t->order);
  free(t->work);
}

static int triplets_new(struct triplets *t, const struct galpha_assembly *as)
{
  for (int i = 0; i < as->nparts; i++) { t->count += as->part[i].count; }
  const size_t n = (size_t)t->count + 1;
  t->row         = malloc(n * sizeof *t->row);
  t->col         = malloc(n * sizeof *t->col);
  t->order       = malloc(n * sizeof *t->order);
  t->work        = malloc(n * sizeof *t->work);
  if (!t->row || !t->col || !t->order || !t->work) { return -1; }
  sunindextype e = 0;
  for (int i = 0; i < as->nparts; i++)
  {
    const struct galpha_part *part = &as->part[i];
    if (!part->A) { continue; }
    struct galpha_cursor c = galpha_cursor_begin(part->A);
    sunindextype r, s;
    while (galpha_cursor_next(&c, &r, &s))
    {
      t->row[e] = part->row + (part->transposed ? s : r);
      t->col[e] = part->col + (part->transposed ? r : s);
      e++;
    }
  }
  return 0;
}

/* Stable counting sort of from[] into to[] by key[]; count has size + 1. */
static void sort_by(const sunindextype *key, const sunindextype *from,
                    sunindextype *to, sunindextype n, sunindextype *count,
                    sunindextype size)
{
  memset(count, 0, ((size_t)size + 1) * sizeof *count);
  for (sunindextype e = 0; e < n; e++) { count[key[e] + 1]++; }
  for (sunindextype s = 0; s < size; s++) { count[s + 1] += count[s]; }
  for (sunindextype e = 0; e < n; e++) { to[count[key[from[e]]]++] = from[e]; }
}

/* Sets position[e] of the sorted entries, the same for entries of equal row and
 * column; returns the number of positions. ptrs and vals receive the pattern, if
 * given. */
static sunindextype number_positions(const struct triplets *t,
                                     const sunindextype *major,
                                     const sunindextype *minor,
                                     sunindextype *position, sunindextype size,
                                     sunindextype *ptrs, sunindextype *vals)
{
  sunindextype places = 0, s = 0;
  for (sunindextype e = 0; e < t->count; e++)
  {
    const sunindextype a = t->order[e];
    const sunindextype b = e > 0 ? t->order[e - 1] : -1;
    const bool fresh = b < 0 || major[a] != major[b] || minor[a] != minor[b];
    if (ptrs)
    {
      for (; s <= major[a]; s++) { ptrs[s] = places; }
      if (fresh) { vals[places] = minor[a]; }
    }
    if (fresh) { places++; }
    position[a] = places - 1;
  }
  if (ptrs)
  {
    for (; s <= size; s++) { ptrs[s] = places; }
  }
  return places;
}

static void scatter_to_parts(struct galpha_assembly *as,
                             const sunindextype *position)
{
  for (int i = 0; i < as->nparts; i++)
  {
    struct galpha_part *part = &as->part[i];
    if (!part->A) { continue; }
    memcpy(part->map, position, (size_t)part->count * sizeof *part->map);
    position += part->count;
  }
}

static int plan_dense(struct galpha_assembly *as, SUNContext sunctx,
                      struct triplets *t)
{
  if (!as->J)
  {
    as->J     = galpha_dense_matrix(as->size, as->size, sunctx);
    as->own_J = true;
  }
  if (!as->J) { return -1; }
  for (sunindextype e = 0; e < t->count; e++)
  {
    t->work[e] = t->col[e] * as->size + t->row[e];
  }
  scatter_to_parts(as, t->work);
  return 0;
}

/* Creates the sparse J for nnz entries, or enlarges the user's. */
static int reserve_sparse(struct galpha_assembly *as, SUNContext sunctx,
                          sunindextype nnz)
{
  if (as->J && as->own_J)
  {
    SUNMatDestroy(as->J);
    as->J = NULL;
  }
  if (!as->J)
  {
    as->J     = SUNSparseMatrix(as->size, as->size, nnz, CSC_MAT, sunctx);
    as->own_J = true;
    return as->J ? 0 : -1;
  }
  if (SUNSparseMatrix_NNZ(as->J) >= nnz) { return 0; }
  return SUNSparseMatrix_Reallocate(as->J, nnz) ? -2 : 0;
}

static int plan_sparse(struct galpha_assembly *as, SUNContext sunctx,
                       struct triplets *t)
{
  const bool csr = as->J && SUNSparseMatrix_SparseType(as->J) == CSR_MAT;
  const sunindextype *major = csr ? t->row : t->col;
  const sunindextype *minor = csr ? t->col : t->row;
  sunindextype *count       = malloc(((size_t)as->size + 2) * sizeof *count);
  if (!count) { return -1; }
  for (sunindextype e = 0; e < t->count; e++) { t->order[e] = e; }
  sort_by(minor, t->order, t->work, t->count, count, as->size);
  sort_by(major, t->work, t->order, t->count, count, as->size);
  free(count);

  const sunindextype nnz =
    number_positions(t, major, minor, t->work, as->size, NULL, NULL);
  const int flag = reserve_sparse(as, sunctx, nnz);
  if (flag) { return flag; }
  number_positions(t, major, minor, t->work, as->size,
                   SUNSparseMatrix_IndexPointers(as->J),
                   SUNSparseMatrix_IndexValues(as->J));
  scatter_to_parts(as, t->work);
  return 0;
}

/* Marks the positions of a part; true if none was marked before. */
static bool mark(const struct galpha_part *part, bool *marked)
{
  bool fresh = true;
  for (sunindextype k = 0; k < part->count; k++)
  {
    fresh                = fresh && !marked[part->map[k]];
    marked[part->map[k]] = true;
  }
  return fresh;
}

/* Finds the parts that are first at all their positions, which can be written to a
 * sparse J instead of added, and the remaining positions, which must be zeroed. */
static int plan_order(struct galpha_assembly *as)
{
  const sunindextype n = galpha_block_entries(as->J);
  bool *marked         = calloc((size_t)n + 1, sizeof *marked);
  as->rest             = malloc(((size_t)n + 1) * sizeof *as->rest);
  if (!marked || !as->rest)
  {
    free(marked);
    free_rest(as);
    return -1;
  }
  for (int i = 0; i < as->nparts; i++)
  {
    struct galpha_part *part = &as->part[i];
    part->first              = part->A && mark(part, marked);
  }
  memset(marked, 0, (size_t)n * sizeof *marked);
  for (int i = 0; i < as->nparts; i++)
  {
    if (as->part[i].first) { mark(&as->part[i], marked); }
  }
  for (sunindextype p = 0; p < n; p++)
  {
    if (!marked[p]) { as->rest[as->nrest++] = p; }
  }
  free(marked);
  return 0;
}

int galpha_assembly_plan(struct galpha_assembly *as, SUNContext sunctx,
                         bool sparse)
{
  free_rest(as);
  for (int i = 0; i < as->nparts; i++)
  {
    if (part_prepare(&as->part[i])) { return -1; }
  }
  struct triplets t = {0};
  int flag          = triplets_new(&t, as);
  if (!flag) { flag = (sparse ? plan_sparse : plan_dense)(as, sunctx, &t); }
  triplets_free(&t);
  return flag || !sparse ? flag : plan_order(as);
}

static void add_part(const struct galpha_part *part, sunrealtype c,
                     sunrealtype *data)
{
  const sunrealtype *x    = galpha_block_data(part->A);
  const sunindextype *map = part->map;
  if (c == 0.0) { return; }
  for (sunindextype k = 0; k < part->count; k++) { data[map[k]] += c * x[k]; }
}

static void write_part(const struct galpha_part *part, sunrealtype c,
                       sunrealtype *data)
{
  const sunrealtype *x    = galpha_block_data(part->A);
  const sunindextype *map = part->map;
  /* with a coefficient of 0 the block need not be finite */
  for (sunindextype k = 0; k < part->count; k++)
  {
    data[map[k]] = c != 0.0 ? c * x[k] : 0.0;
  }
}

void galpha_assembly_fill(const struct galpha_assembly *as,
                          const sunrealtype *coef, SUNMatrix J)
{
  sunrealtype *data = galpha_block_data(J);
  if (as->rest)
  {
    for (sunindextype k = 0; k < as->nrest; k++) { data[as->rest[k]] = 0.0; }
  }
  else { memset(data, 0, (size_t)galpha_block_entries(J) * sizeof *data); }
  for (int i = 0; i < as->nparts; i++)
  {
    const struct galpha_part *part = &as->part[i];
    if (!part->A) { continue; }
    (as->rest && part->first ? write_part : add_part)(part, coef[i], data);
  }
}

void galpha_assembly_use(struct galpha_assembly *as, SUNMatrix J)
{
  as->J     = J;
  as->own_J = false;
}
