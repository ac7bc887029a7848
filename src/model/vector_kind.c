/* Vectors of any kind: access to their elements, checks, copies, random numbers. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/clone.h"
#include "model/matrix_ops.h"

bool galpha_all_finite(const sunrealtype *x, sunindextype n)
{
  enum
  {
    LANES = 8
  };
  sunrealtype sum[LANES] = {0.0};
  sunindextype i         = 0;
  /* x - x is 0 or NaN; several sums, so that compilers vectorize the loop */
  for (; i + LANES <= n; i += LANES)
  {
    for (int k = 0; k < LANES; k++) { sum[k] += x[i + k] - x[i + k]; }
  }
  for (; i < n; i++) { sum[0] += x[i] - x[i]; }
  for (int k = 1; k < LANES; k++) { sum[0] += sum[k]; }
  return sum[0] == 0.0;
}

sunrealtype *galpha_vector_data(N_Vector x, sunindextype *n)
{
  N_Vector_Ops ops = x->ops;
  sunrealtype *d   = ops->nvgetarraypointer ? N_VGetArrayPointer(x) : NULL;
  *n               = !d                      ? 0
                     : ops->nvgetlocallength ? ops->nvgetlocallength(x)
                                             : N_VGetLength(x);
  return d;
}

sunindextype galpha_vector_largest(N_Vector x)
{
  sunindextype n = 0, worst = 0;
  const sunrealtype *d = galpha_vector_data(x, &n);
  for (sunindextype i = 1; i < n; i++)
  {
    if (!(fabs(d[i]) <= fabs(d[worst]))) { worst = i; }
  }
  return worst;
}

sunindextype galpha_vector_first_bad(N_Vector x)
{
  sunindextype n       = 0;
  const sunrealtype *d = galpha_vector_data(x, &n);
  for (sunindextype i = 0; i < n; i++)
  {
    if (!isfinite(d[i])) { return i; }
  }
  return -1;
}

sunindextype galpha_vector_differ(N_Vector x, N_Vector y)
{
  sunindextype n         = 0;
  const sunrealtype open = 1e4 * DBL_EPSILON * N_VMaxNorm(x);
  const sunrealtype *a   = galpha_vector_data(x, &n);
  const sunrealtype *b   = galpha_vector_data(y, &n);
  for (sunindextype i = 0; i < n; i++)
  {
    if (fabs(a[i] - b[i]) > open) { return i; }
  }
  return -1;
}

bool galpha_vector_finite(N_Vector x)
{
  if (galpha_vector_in_array(x))
  {
    return galpha_all_finite(N_VGetArrayPointer(x), N_VGetLength(x));
  }
  if (isfinite(x->ops->nvl1norm ? N_VL1Norm(x) : N_VDotProd(x, x)))
  {
    return true;
  }
  /* the square of a finite value may overflow */
  return !galpha_vector_distributed(x) && x->ops->nvgetarraypointer &&
         galpha_vector_first_bad(x) < 0;
}

bool galpha_vector_in_array(N_Vector x)
{
  if (!x->ops->nvgetvectorid || !x->ops->nvgetarraypointer) { return false; }
  const N_Vector_ID id = N_VGetVectorID(x);
  return id == SUNDIALS_NVEC_SERIAL || id == SUNDIALS_NVEC_OPENMP ||
         id == SUNDIALS_NVEC_PTHREADS;
}

bool galpha_vector_distributed(N_Vector x)
{
  return x->ops->nvgetcommunicator != NULL;
}

bool galpha_vector_same_kind(N_Vector x, N_Vector y)
{
  N_Vector_ID (*id)(N_Vector)    = x->ops->nvgetvectorid;
  N_Vector_ID (*other)(N_Vector) = y->ops->nvgetvectorid;
  return !id || !other || id(x) == other(y);
}

static bool same_local_length(N_Vector x, N_Vector y)
{
  sunindextype (*length)(N_Vector) = x->ops->nvgetlocallength;
  sunindextype (*other)(N_Vector)  = y->ops->nvgetlocallength;
  return !length || !other || length(x) == other(y);
}

bool galpha_vector_alike(N_Vector x, N_Vector y)
{
  return galpha_vector_same_kind(x, y) && N_VGetLength(x) == N_VGetLength(y) &&
         same_local_length(x, y);
}

N_Vector galpha_vector_copy(N_Vector v)
{
  N_Vector w = galpha_clone(v);
  if (w) { N_VScale(1.0, v, w); }
  return w;
}

/* The next of random numbers of any sign and magnitude 1 - spread to 1. */
static sunrealtype next_sign(unsigned long *seed, sunrealtype spread)
{
  /* linear congruential generator */
  *seed               = (1103515245UL * *seed + 12345UL) & 0x7fffffffUL;
  const sunrealtype x = 1.0 - spread * (sunrealtype)*seed / 2147483648.0;
  return *seed & 0x10000UL ? -x : x;
}

void galpha_vector_signs(N_Vector x, sunrealtype spread)
{
  sunindextype n     = 0;
  sunrealtype *d     = galpha_vector_data(x, &n);
  unsigned long seed = 1;
  N_VConst(1.0, x);
  for (sunindextype i = 0; i < n; i++) { d[i] = next_sign(&seed, spread); }
}

void galpha_values_move(sunrealtype *x, sunindextype n, sunrealtype size,
                        int sample)
{
  unsigned long seed = 1UL + (unsigned long)sample;
  for (sunindextype i = 0; i < n; i++)
  {
    x[i] += size * next_sign(&seed, 0.5) * x[i];
  }
}

void galpha_vector_move(N_Vector x, sunrealtype size, int sample, N_Vector w,
                        sunrealtype least)
{
  sunindextype n = 0, nw = 0;
  sunrealtype *d        = galpha_vector_data(x, &n);
  const sunrealtype *by = w ? galpha_vector_data(w, &nw) : NULL;
  unsigned long seed    = 1UL + (unsigned long)sample;
  if (!d) { N_VScale(1.0 + size * next_sign(&seed, 0.5), x, x); }
  if (!nw) { galpha_values_move(d, n, size, sample); }
  for (sunindextype i = 0; nw && i < n; i++)
  {
    const sunrealtype far = i < nw ? fmax(fabs(d[i]), least / by[i]) : d[i];
    d[i] += size * next_sign(&seed, 0.5) * far;
  }
}

void galpha_vector_array_free(N_Vector *v, int count)
{
  for (int i = 0; v && i < count; i++) { N_VDestroy(v[i]); }
  free(v);
}

N_Vector *galpha_vector_array(int count, N_Vector like)
{
  N_Vector *v = malloc(((size_t)count + 1) * sizeof(N_Vector));
  for (int i = 0; v && i < count; i++)
  {
    v[i] = galpha_clone(like);
    if (v[i]) { continue; }
    galpha_vector_array_free(v, i);
    v = NULL;
  }
  return v;
}
