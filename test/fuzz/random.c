/* Random numbers, vectors and matrices, right and wrong. */
#include <float.h>

#include "native.h"

/* splitmix64 */
static uint64_t next(struct native *f)
{
  uint64_t z = (f->random += 0x9e3779b97f4a7c15u);
  z          = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z          = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int native_pick(struct native *f, int n)
{
  return (int)(next(f) % (uint64_t)n);
}

bool native_chance(struct native *f, int percent)
{
  return native_pick(f, 100) < percent;
}

sunrealtype native_real(struct native *f)
{
  static const sunrealtype odd[] = {
    0.0,         1.0,   -1.0,   0.5,   2.0,  -0.5,      1e-3,    1e-6,
    1e-12,       1e-16, 1e3,    1e9,   1e15, DBL_MIN,   DBL_MAX, -DBL_MAX,
    DBL_EPSILON, 3.0,   1e-300, 1e300, 0.3,  1.0 / 3.0, 7.0,     100.0};
  const int count = (int)(sizeof odd / sizeof *odd);
  const int i     = native_pick(f, count + 3);
  return i < count    ? odd[i]
         : i == count ? (sunrealtype)NAN
                      : (i == count + 1 ? HUGE_VAL : -HUGE_VAL);
}

void *native_keep(struct native *f, void *object, void (*destroy)(void *))
{
  if (!object) { return NULL; }
  if (f->npool == NATIVE_POOL)
  {
    destroy(object);
    return NULL;
  }
  f->pool[f->npool].object    = object;
  f->pool[f->npool++].destroy = destroy;
  return object;
}

static void destroy_vector(void *v)
{
  N_VDestroy(v);
}

static void destroy_matrix(void *A)
{
  SUNMatDestroy(A);
}

static N_Vector_ID another_kind(N_Vector v)
{
  return SUNDIALS_NVEC_CUSTOM;
}

static N_Vector right(struct native *f, int n)
{
  N_Vector v = native_keep(f, N_VNew_Serial(n, f->ctx), destroy_vector);
  if (v) { N_VConst(1e-3, v); }
  return v;
}

N_Vector native_vector(struct native *f, int n, bool wrong)
{
  N_Vector v = NULL;
  if (!wrong) { return right(f, n); }
  switch (native_pick(f, 7))
  {
  case 0: return NULL;
  case 1: return right(f, n > 1 ? n - 1 : n + 1);
  case 2: return right(f, n + 1 + native_pick(f, 100));
  case 3: return native_keep(f, N_VNewEmpty_Serial(n, f->ctx), destroy_vector);
  case 4:
    v = right(f, n);
    if (v) { v->ops->nvgetvectorid = another_kind; }
    return v;
  case 5:
    v = right(f, n);
    if (v) { v->ops->nvwrmsnorm = NULL; }
    return v;
  default:
    v = right(f, n);
    if (v) { N_VGetArrayPointer(v)[native_pick(f, n)] = native_real(f); }
    return v;
  }
}

void native_damage(struct native *f, SUNMatrix A)
{
  static const sunindextype odd[] = {-1, 0, 1, 2, 7, 100, 1000000000};
  if (SUNMatGetID(A) != SUNMATRIX_SPARSE) { return; }
  sunindextype *ptr = SUNSparseMatrix_IndexPointers(A);
  sunindextype *idx = SUNSparseMatrix_IndexValues(A);
  for (int i = 0; i <= native_pick(f, 3); i++)
  {
    const sunindextype x = odd[native_pick(f, 7)];
    if (native_chance(f, 50))
    {
      ptr[native_pick(f, (int)SUNSparseMatrix_NP(A) + 1)] = x;
    }
    else if (SUNSparseMatrix_NNZ(A) > 0)
    {
      idx[native_pick(f, (int)SUNSparseMatrix_NNZ(A))] = x;
    }
  }
}

static SUNMatrix make(struct native *f, enum native_storage st, int rows,
                      int cols)
{
  SUNMatrix A = NULL;
  if (st == NATIVE_DENSE) { A = SUNDenseMatrix(rows, cols, f->ctx); }
  else if (st == NATIVE_BAND)
  {
    A = SUNBandMatrix(rows, rows > 1, rows > 1, f->ctx);
  }
  else
  {
    A = SUNSparseMatrix(rows, cols, rows * cols + 2,
                        st == NATIVE_CSC ? CSC_MAT : CSR_MAT, f->ctx);
  }
  return native_keep(f, A, destroy_matrix);
}

SUNMatrix native_matrix(struct native *f, enum native_storage st, int rows,
                        int cols, bool wrong)
{
  if (!wrong) { return make(f, st, rows, cols); }
  SUNMatrix A = NULL;
  switch (native_pick(f, 5))
  {
  case 0: return NULL;
  case 1: return make(f, st, rows + 1, cols);
  case 2: return make(f, st, rows, cols + 1);
  case 3: return make(f, (enum native_storage)native_pick(f, 4), rows, rows);
  default:
    A = make(f, native_chance(f, 50) ? NATIVE_CSC : NATIVE_CSR, rows, cols);
    if (A) { native_damage(f, A); }
    return A;
  }
}
