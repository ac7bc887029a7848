#include "base/vector_sum.h"

#include <math.h>

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
  case 2: one_pass(2, len, c, x, out); return;
  case 3: one_pass(3, len, c, x, out); return;
  case 4: one_pass(4, len, c, x, out); return;
  case 5: one_pass(5, len, c, x, out); return;
  case 6: one_pass(6, len, c, x, out); return;
  case 7: one_pass(7, len, c, x, out); return;
  default: one_pass(n, len, c, x, out); return;
  }
}

/* These call the operations of x directly: for short vectors N_V... wrappers would cost
 * as much as the sums. */
static inline bool is_serial(N_Vector x)
{
  return x->ops->nvgetvectorid &&
         x->ops->nvgetvectorid(x) == SUNDIALS_NVEC_SERIAL;
}

static inline sunrealtype *array(N_Vector x)
{
  return x->ops->nvgetarraypointer(x);
}

static inline sunindextype length(N_Vector x)
{
  return x->ops->nvgetlength(x);
}

void galpha_sum(int n, const sunrealtype *c, N_Vector *x, N_Vector out)
{
  const bool plain = n > 2 || (n == 2 && fabs(c[0]) != fabs(c[1]));
  if (plain && is_serial(out))
  {
    sunrealtype *data[GALPHA_SUM_MAX];
    for (int k = 0; k < n; k++) { data[k] = array(x[k]); }
    serial_sum(n, length(out), c, data, array(out));
    return;
  }
  /* N_VLinearSum computes c (x + y) if weights are equal, with other rounding errors */
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
  const sunindextype len         = length(out);
  const sunrealtype *restrict to = array(y);
  sunrealtype *restrict sum      = array(out);
  if (out == x)
  {
    for (sunindextype i = 0; i < len; i++) { sum[i] += c * to[i]; }
    return;
  }
  const sunrealtype *restrict from = array(x);
  for (sunindextype i = 0; i < len; i++) { sum[i] = from[i] + c * to[i]; }
}

void galpha_add_product(N_Vector x, sunrealtype c, N_Vector m, N_Vector y,
                        N_Vector work, N_Vector out)
{
  if (!is_serial(out))
  {
    N_Vector product = out == x ? work : out;
    N_VProd(m, y, product);
    N_VLinearSum(1.0, x, c, product, out);
    return;
  }
  const sunindextype len           = length(out);
  const sunrealtype *restrict mask = array(m);
  const sunrealtype *restrict to   = array(y);
  sunrealtype *restrict sum        = array(out);
  if (out == x)
  {
    for (sunindextype i = 0; i < len; i++) { sum[i] += c * (mask[i] * to[i]); }
    return;
  }
  const sunrealtype *restrict from = array(x);
  for (sunindextype i = 0; i < len; i++)
  {
    sum[i] = from[i] + c * (mask[i] * to[i]);
  }
}

sunrealtype galpha_norm(N_Vector x, N_Vector w)
{
  if (!is_serial(x)) { return N_VWrmsNorm(x, w); }
  const sunindextype len = length(x);
  const sunrealtype *d = array(x), *weight = array(w);
  sunrealtype all = 0.0;
  for (sunindextype i = 0; i < len; i++)
  {
    const sunrealtype term = d[i] * weight[i];
    all += term * term;
  }
  return sqrt(all / (sunrealtype)len);
}

/* data: the arrays of n vectors, at least two. */
static inline void set_arrays(int n, N_Vector *x, sunrealtype **data)
{
  data[0] = array(x[0]);
  data[1] = array(x[1]);
  for (int k = 2; k < n; k++) { data[k] = array(x[k]); }
}

/* Weights d[k] of x[k] - x[k - 1] in a sum of c[k] (x[k] - x[0]). */
static void of_differences(int n, const sunrealtype *c, sunrealtype *d)
{
  d[n - 1] = c[n - 1];
  for (int k = n - 2; k > 0; k--) { d[k] = d[k + 1] + c[k]; }
}

/* Element i of the weighted differences. */
static inline sunrealtype differences(int n, const sunrealtype *d,
                                      sunrealtype *const x[], sunindextype i)
{
  sunrealtype sum = d[1] * (x[1][i] - x[0][i]);
  for (int k = 2; k < n; k++) { sum += d[k] * (x[k][i] - x[k - 1][i]); }
  return sum;
}

static inline void from(int n, sunindextype len, sunrealtype total,
                        const sunrealtype *d, sunrealtype *const x[],
                        sunrealtype *restrict out)
{
  for (sunindextype i = 0; i < len; i++)
  {
    out[i] = total * x[0][i] + differences(n, d, x, i);
  }
}

static void serial_from(int n, sunindextype len, sunrealtype total,
                        const sunrealtype *d, sunrealtype *const x[],
                        sunrealtype *out)
{
  switch (n)
  {
  case 4: from(4, len, total, d, x, out); return;
  case 5: from(5, len, total, d, x, out); return;
  case 6: from(6, len, total, d, x, out); return;
  case 7: from(7, len, total, d, x, out); return;
  default: from(n, len, total, d, x, out); return;
  }
}

/* The same operations for vectors that are not serial. */
static void sum_differences(int n, const sunrealtype *d, N_Vector *x,
                            N_Vector work, N_Vector out)
{
  N_VLinearSum(d[1], x[1], -d[1], x[0], out);
  for (int k = 2; k < n; k++)
  {
    N_VLinearSum(1.0, x[k], -1.0, x[k - 1], work);
    N_VLinearSum(1.0, out, d[k], work, out);
  }
}

bool galpha_sum_is_serial(N_Vector x)
{
  return is_serial(x);
}

void galpha_sum_from(int n, sunrealtype total, const sunrealtype *c,
                     N_Vector *x, N_Vector work, N_Vector out)
{
  if (n < 2)
  {
    N_VScale(total, x[0], out);
    return;
  }
  sunrealtype *data[GALPHA_SUM_MAX], d[GALPHA_SUM_MAX];
  of_differences(n, c, d);
  if (!is_serial(out))
  {
    sum_differences(n, d, x, work, out);
    if (total != 0.0) { N_VLinearSum(total, x[0], 1.0, out, out); }
    return;
  }
  set_arrays(n, x, data);
  serial_from(n, length(out), total, d, data, array(out));
}

/* Sum of squares of differences times their weight and, unless it is NULL, the mask m. */
static inline sunrealtype squares(int n, sunindextype len, const sunrealtype *d,
                                  sunrealtype *const x[], const sunrealtype *w,
                                  const sunrealtype *m)
{
  sunrealtype all = 0.0;
  for (sunindextype i = 0; i < len; i++)
  {
    const sunrealtype sum  = differences(n, d, x, i);
    const sunrealtype term = (m ? m[i] * sum : sum) * w[i];
    all += term * term;
  }
  return all;
}

static sunrealtype serial_squares(int n, sunindextype len, const sunrealtype *d,
                                  sunrealtype *const x[], const sunrealtype *w,
                                  const sunrealtype *m)
{
  switch (n)
  {
  case 3: return squares(3, len, d, x, w, m);
  case 4: return squares(4, len, d, x, w, m);
  case 5: return squares(5, len, d, x, w, m);
  case 6: return squares(6, len, d, x, w, m);
  default: return squares(n, len, d, x, w, m);
  }
}

sunrealtype galpha_sum_norm(int n, const sunrealtype *c, N_Vector *x,
                            N_Vector w, N_Vector m, N_Vector work, N_Vector out)
{
  sunrealtype *data[GALPHA_SUM_MAX], d[GALPHA_SUM_MAX];
  of_differences(n, c, d);
  if (!is_serial(out))
  {
    sum_differences(n, d, x, work, out);
    if (m) { N_VProd(m, out, out); }
    return galpha_norm(out, w);
  }
  const sunindextype len = length(out);
  set_arrays(n, x, data);
  return sqrt(serial_squares(n, len, d, data, array(w), m ? array(m) : NULL) /
              (sunrealtype)len);
}

static inline void about(int n, sunindextype len, const sunrealtype *c,
                         sunrealtype *const x[], sunrealtype *restrict out)
{
  for (sunindextype i = 0; i < len; i++)
  {
    const sunrealtype middle = x[0][i];
    sunrealtype s            = c[1] * (x[1][i] - middle);
    for (int k = 2; k < n; k++)
    {
      s += c[k] * x[k][i];
      s -= c[k] * middle;
    }
    out[i] = middle + s;
  }
}

static void serial_about(int n, sunindextype len, const sunrealtype *c,
                         sunrealtype *const x[], sunrealtype *out)
{
  switch (n)
  {
  case 2: about(2, len, c, x, out); return;
  case 3: about(3, len, c, x, out); return;
  case 4: about(4, len, c, x, out); return;
  default: about(n, len, c, x, out); return;
  }
}

/* Both branches perform the same operations, so that multithreaded vectors give the
 * serial result. */
void galpha_sum_about(int n, const sunrealtype *c, N_Vector *x, N_Vector out)
{
  if (n < 2 || !is_serial(out))
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
  sunrealtype *data[GALPHA_SUM_MAX];
  for (int k = 0; k < n; k++) { data[k] = array(x[k]); }
  serial_about(n, length(out), c, data, array(out));
}

void galpha_sum_weights(sunrealtype rtol, sunrealtype atol, N_Vector y,
                        N_Vector w)
{
  if (is_serial(w))
  {
    const sunindextype n     = length(w);
    const sunrealtype *value = array(y);
    sunrealtype *weight      = array(w);
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

bool galpha_sum_weights_by(sunrealtype rtol, N_Vector atol, N_Vector y,
                           N_Vector w)
{
  if (!is_serial(w))
  {
    N_VAbs(y, w);
    N_VLinearSum(rtol, w, 1.0, atol, w);
    const bool positive = N_VMin(w) > 0.0;
    N_VInv(w, w);
    return positive;
  }
  const sunindextype n              = length(w);
  const sunrealtype *restrict value = array(y);
  const sunrealtype *restrict least = array(atol);
  sunrealtype *restrict weight      = array(w);
  int bad                           = 0;
  for (sunindextype i = 0; i < n; i++)
  {
    const sunrealtype sum = rtol * fabs(value[i]) + least[i];
    bad |= !(sum > 0.0);
    weight[i] = 1.0 / sum;
  }
  return !bad;
}
