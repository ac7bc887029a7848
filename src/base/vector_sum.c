#include "base/vector_sum.h"

#include <math.h>
#include <stdbool.h>

/* Inlined with a constant n, whose loop the compiler then unrolls. */
static inline void one_pass(int n, sunindextype len, const sunrealtype *c,
                            sunrealtype *const x[], sunrealtype *restrict out)
{
  for (sunindextype i = 0; i < len; i++)
  {
    sunrealtype sum = c[0] * x[0][i];
    for (int k = 1; k < n; k++) { sum += c[k] * x[k][i]; }
    out[i] = sum;
  }
}

static void serial_sum(int n, sunindextype len, const sunrealtype *c,
                       sunrealtype *const x[], sunrealtype *out)
{
  switch (n)
  {
  case 3: one_pass(3, len, c, x, out); return;
  case 4: one_pass(4, len, c, x, out); return;
  case 5: one_pass(5, len, c, x, out); return;
  case 6: one_pass(6, len, c, x, out); return;
  case 7: one_pass(7, len, c, x, out); return;
  default: one_pass(n, len, c, x, out); return;
  }
}

static bool is_serial(N_Vector x)
{
  return x->ops->nvgetvectorid && N_VGetVectorID(x) == SUNDIALS_NVEC_SERIAL;
}

void galpha_sum(int n, const sunrealtype *c, N_Vector *x, N_Vector out)
{
  if (n > 2 && is_serial(out))
  {
    sunrealtype *data[GALPHA_SUM_MAX];
    for (int k = 0; k < n; k++) { data[k] = N_VGetArrayPointer(x[k]); }
    serial_sum(n, N_VGetLength(out), c, data, N_VGetArrayPointer(out));
    return;
  }
  /* N_VLinearSum takes a common factor out of two terms */
  const bool factor = n > 2 && fabs(c[0]) == fabs(c[1]);
  const bool scaled = n == 1 || factor;
  if (scaled) { N_VScale(c[0], x[0], out); }
  else { N_VLinearSum(c[0], x[0], c[1], x[1], out); }
  for (int k = scaled ? 1 : 2; k < n; k++)
  {
    N_VLinearSum(1.0, out, c[k], x[k], out);
  }
}

void galpha_add(N_Vector x, sunrealtype c, N_Vector y, N_Vector out)
{
  if (!is_serial(out) || x == y || out == y)
  {
    N_VLinearSum(1.0, x, c, y, out);
    return;
  }
  const sunindextype len         = N_VGetLength(out);
  const sunrealtype *restrict to = N_VGetArrayPointer(y);
  sunrealtype *restrict sum      = N_VGetArrayPointer(out);
  if (out == x)
  {
    for (sunindextype i = 0; i < len; i++) { sum[i] += c * to[i]; }
    return;
  }
  const sunrealtype *restrict from = N_VGetArrayPointer(x);
  for (sunindextype i = 0; i < len; i++) { sum[i] = from[i] + c * to[i]; }
}

static inline sunrealtype squares(int n, sunindextype len, const sunrealtype *c,
                                  sunrealtype *const x[], const sunrealtype *w)
{
  sunrealtype all = 0.0;
  for (sunindextype i = 0; i < len; i++)
  {
    sunrealtype sum = c[0] * x[0][i];
    for (int k = 1; k < n; k++) { sum += c[k] * x[k][i]; }
    all += (sum * w[i]) * (sum * w[i]);
  }
  return all;
}

static sunrealtype serial_squares(int n, sunindextype len, const sunrealtype *c,
                                  sunrealtype *const x[], const sunrealtype *w)
{
  switch (n)
  {
  case 3: return squares(3, len, c, x, w);
  case 4: return squares(4, len, c, x, w);
  case 5: return squares(5, len, c, x, w);
  case 6: return squares(6, len, c, x, w);
  default: return squares(n, len, c, x, w);
  }
}

sunrealtype galpha_sum_norm(int n, const sunrealtype *c, N_Vector *x,
                            N_Vector w, N_Vector out)
{
  if (n < 3 || !is_serial(out))
  {
    galpha_sum(n, c, x, out);
    return N_VWrmsNorm(out, w);
  }
  const sunindextype len = N_VGetLength(out);
  sunrealtype *data[GALPHA_SUM_MAX];
  for (int k = 0; k < n; k++) { data[k] = N_VGetArrayPointer(x[k]); }
  return sqrt(serial_squares(n, len, c, data, N_VGetArrayPointer(w)) /
              (sunrealtype)len);
}

/* Both branches perform the same operations, so that multithreaded vectors give the
 * serial result. */
void galpha_sum_about(int n, const sunrealtype *c, N_Vector *x, N_Vector out)
{
  if (!is_serial(out))
  {
    N_VLinearSum(c[1], x[1], -c[1], x[0], out);
    for (int k = 2; k < n; k++)
    {
      N_VLinearSum(1.0, out, c[k], x[k], out);
      N_VLinearSum(1.0, out, -c[k], x[0], out);
    }
    N_VLinearSum(1.0, x[0], 1.0, out, out);
    return;
  }
  const sunindextype len    = N_VGetLength(out);
  const sunrealtype *middle = N_VGetArrayPointer(x[0]);
  const sunrealtype *first  = N_VGetArrayPointer(x[1]);
  const sunrealtype *data[GALPHA_SUM_MAX];
  sunrealtype *restrict sum = N_VGetArrayPointer(out);
  for (int k = 2; k < n; k++) { data[k] = N_VGetArrayPointer(x[k]); }
  for (sunindextype i = 0; i < len; i++)
  {
    sunrealtype s = c[1] * (first[i] - middle[i]);
    for (int k = 2; k < n; k++)
    {
      s += c[k] * data[k][i];
      s -= c[k] * middle[i];
    }
    sum[i] = middle[i] + s;
  }
}

void galpha_sum_weights(sunrealtype rtol, sunrealtype atol, N_Vector y,
                        N_Vector w)
{
  if (is_serial(w))
  {
    const sunindextype n     = N_VGetLength(w);
    const sunrealtype *value = N_VGetArrayPointer(y);
    sunrealtype *weight      = N_VGetArrayPointer(w);
    for (sunindextype i = 0; i < n; i++)
    {
      weight[i] = 1.0 / (rtol * fabs(value[i]) + atol);
    }
    return;
  }
  N_VAbs(y, w);
  N_VScale(rtol, w, w);
  N_VAddConst(w, atol, w);
  N_VInv(w, w);
}
