/* Sums of vectors, and error weights, of serial ones in one pass, of others one by one,
 * against those of their elements. Neighbours of the result stay as they are. */
#include <float.h>

#include <nvector/nvector_manyvector.h>

#include "base/vector_sum.h"
#include "support/test.h"

#define LONGEST 19

static sunrealtype element(int k, sunindextype i)
{
  return sin(1.0 + 7.0 * (sunrealtype)k + 3.0 * (sunrealtype)i);
}

static int is_sum(int n, const sunrealtype *c, sunindextype i, sunrealtype got)
{
  sunrealtype sum = 0.0, size = 0.0;
  for (int k = 0; k < n; k++)
  {
    const sunrealtype term = c[k] * element(k, i);
    sum += term;
    size += fabs(term);
  }
  return fabs(got - sum) <= 2.0 * n * DBL_EPSILON * size;
}

static void fill(N_Vector x, int k, sunindextype first)
{
  sunrealtype *d = N_VGetArrayPointer(x);
  for (sunindextype i = 0; i < N_VGetLength(x); i++)
  {
    d[i] = element(k, first + i);
  }
}

/* Weights of sum 1: what is constant is kept exactly, else it is the sum. */
static void check_about(void)
{
  const sunrealtype c[] = {1.0 + 2.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0};
  N_Vector x[3], out = KEEP(N_VNew_Serial(LONGEST, ctx));
  for (int k = 0; k < 3; k++)
  {
    fill(x[k] = small_vector(ctx, LONGEST, NULL), k, 0);
    N_VGetArrayPointer(x[k])[5] = 0.3;
  }
  galpha_sum_about(3, c, x, out);
  const sunrealtype *d = N_VGetArrayPointer(out);
  CHECK(d[5] == 0.3);
  for (sunindextype i = 0; i < LONGEST; i++)
  {
    CHECK(i == 5 || is_sum(3, c, i, d[i]));
  }
}

/* The norm of differences is that of their sum. */
static void check_norm(int n, const sunrealtype *c, N_Vector *x, N_Vector w,
                       N_Vector out)
{
  N_Vector sum = KEEP(N_VClone(out)), work = KEEP(N_VClone(out));
  if (n == 1) { return; }
  N_VConst((sunrealtype)NAN, out);
  galpha_sum_from(n, 0.0, c, x, work, sum);
  const sunrealtype want = N_VWrmsNorm(sum, w);
  CHECK_REL(galpha_sum_norm(n, c, x, w, NULL, work, out), want, 1e-15);
  CHECK(want > 0.0);
  N_VProd(x[n - 1], sum, sum);
  const sunrealtype masked = N_VWrmsNorm(sum, w);
  CHECK_REL(galpha_sum_norm(n, c, x, w, x[n - 1], work, out), masked, 1e-15);
  CHECK(fabs(masked - want) > 1e-3 * want);
}

/* x + c m y of serial vectors and of such in parts, also in the place of x. */
static void check_product(N_Vector x, N_Vector m, N_Vector y)
{
  N_Vector want = KEEP(N_VClone(x)), out = KEEP(N_VClone(x));
  N_VProd(m, y, want);
  N_VLinearSum(1.0, x, -0.7, want, want);
  N_Vector in = KEEP(N_VClone(x)), work = KEEP(N_VClone(x));
  N_VScale(1.0, x, in);
  galpha_add_product(in, -0.7, m, y, work, in);
  galpha_add_product(x, -0.7, m, y, NULL, out);
  N_VLinearSum(1.0, out, -1.0, want, out);
  N_VLinearSum(1.0, in, -1.0, want, in);
  CHECK(N_VMaxNorm(want) > 0.1);
  CHECK(N_VMaxNorm(out) == 0.0 && N_VMaxNorm(in) == 0.0);
}

/* x + c y bit by bit as SUNDIALS forms it, in a vector of its own and in x; also y in the
 * place of x and of the sum. */
static void check_add(sunrealtype c)
{
  N_Vector x = KEEP(N_VNew_Serial(LONGEST, ctx)), y = KEEP(N_VClone(x));
  N_Vector want = KEEP(N_VClone(x)), out = KEEP(N_VClone(x));
  const size_t size = LONGEST * sizeof(sunrealtype);
  fill(x, 0, 0);
  fill(y, 1, 0);
  N_VLinearSum(1.0, x, c, y, want);
  galpha_add(x, c, y, out);
  CHECK(!memcmp(N_VGetArrayPointer(out), N_VGetArrayPointer(want), size));
  N_VScale(1.0, x, out);
  galpha_add(out, c, y, out);
  CHECK(!memcmp(N_VGetArrayPointer(out), N_VGetArrayPointer(want), size));
  N_VScale(1.0, y, out);
  galpha_add(x, c, out, out);
  CHECK(!memcmp(N_VGetArrayPointer(out), N_VGetArrayPointer(want), size));
  galpha_add(x, c, x, out);
  CHECK_REL(NV_Ith_S(out, 3), (1.0 + c) * NV_Ith_S(x, 3), 1e-15);
}

static void check_serial(int n, const sunrealtype *c, sunindextype len)
{
  sunrealtype room[LONGEST + 2];
  N_Vector x[GALPHA_SUM_MAX], out = KEEP(N_VMake_Serial(len, room + 1, ctx));
  for (int k = 0; k < n; k++)
  {
    fill(x[k] = small_vector(ctx, len, NULL), k, 0);
  }
  room[0] = room[len + 1] = 5.0;
  N_VConst((sunrealtype)NAN, out);
  galpha_sum(n, c, x, out);
  for (sunindextype i = 0; i < len; i++)
  {
    CHECK(is_sum(n, c, i, room[1 + i]));
  }
  CHECK(room[0] == 5.0 && room[len + 1] == 5.0);
  check_norm(n, c, x, x[0], out);
}

static N_Vector many(N_Vector part[2])
{
  part[0] = small_vector(ctx, 3, NULL);
  part[1] = small_vector(ctx, 2, NULL);
  return KEEP(N_VNew_ManyVector(2, part, ctx));
}

static void check_parts(int n, const sunrealtype *c)
{
  N_Vector parts[GALPHA_SUM_MAX + 1][2], x[GALPHA_SUM_MAX];
  N_Vector out = many(parts[GALPHA_SUM_MAX]);
  for (int k = 0; k < n; k++)
  {
    x[k] = many(parts[k]);
    fill(parts[k][0], k, 0);
    fill(parts[k][1], k, 3);
  }
  galpha_sum(n, c, x, out);
  for (sunindextype i = 0; i < 5; i++)
  {
    N_Vector part = parts[GALPHA_SUM_MAX][i / 3];
    CHECK(is_sum(n, c, i, N_VGetArrayPointer(part)[i % 3]));
  }
  check_norm(n, c, x, x[0], out);
}

/* Values about 1e8 with weighted differences of size 1: these as exact as differences of
 * rounded values are, of serial vectors and, bit by bit the same, of such in parts. A sum of
 * products is not: the control. */
static void check_far(int n, const sunrealtype *c)
{
  N_Vector parts[GALPHA_SUM_MAX + 2][2], x[GALPHA_SUM_MAX], y[GALPHA_SUM_MAX];
  N_Vector in_parts = many(parts[n]), work = many(parts[n + 1]);
  N_Vector out = KEEP(N_VNew_Serial(3, ctx)), plain = KEEP(N_VClone(out));
  for (int k = 0; k < n; k++)
  {
    fill(x[k] = small_vector(ctx, 3, NULL), k, 0);
    N_VAddConst(x[k], 1e8, x[k]);
    y[k] = many(parts[k]);
    N_VScale(1.0, x[k], parts[k][0]);
    N_VConst(1.0, parts[k][1]);
  }
  sunrealtype zero_sum[GALPHA_SUM_MAX] = {0.0};
  for (int k = 1; k < n; k++)
  {
    zero_sum[k] = c[k];
    zero_sum[0] -= c[k];
  }
  for (int total = 0; total < 2; total++)
  {
    galpha_sum_from(n, total, c, x, NULL, out);
    galpha_sum_from(n, total, c, y, work, in_parts);
    const size_t size = 3 * sizeof(sunrealtype);
    CHECK(
      !memcmp(N_VGetArrayPointer(out), N_VGetArrayPointer(parts[n][0]), size));
    CHECK(N_VGetArrayPointer(parts[n][1])[1] == total);
  }
  galpha_sum_from(n, 0.0, c, x, NULL, out);
  galpha_sum(n, zero_sum, x, plain);
  sunrealtype lost = 0.0;
  for (sunindextype i = 0; i < 3; i++)
  {
    sunrealtype sum = 0.0, size = 0.0;
    for (int k = 1; k < n; k++)
    {
      const sunrealtype term = c[k] * (NV_Ith_S(x[k], i) - NV_Ith_S(x[0], i));
      sum += term;
      size += fabs(term);
    }
    CHECK(fabs(NV_Ith_S(out, i) - sum) <= 2.0 * n * DBL_EPSILON * size);
    lost = fmax(lost, fabs(NV_Ith_S(plain, i) - sum) / size);
  }
  CHECK(n < 3 || lost > 1e3 * DBL_EPSILON);
}

/* The same weights with a vector of atol: of y, negative only where y is small. */
static void check_weights_by(N_Vector y)
{
  N_Vector atol = KEEP(N_VClone(y)), w = KEEP(N_VClone(y));
  N_Vector want = KEEP(N_VClone(y));
  N_VConst(1e-5, atol);
  galpha_sum_weights(1e-3, 1e-5, y, want);
  CHECK(galpha_sum_weights_by(1e-3, atol, y, w));
  N_VLinearSum(1.0, w, -1.0, want, want);
  CHECK(N_VMaxNorm(want) <= 1e-15 * N_VMaxNorm(w));
  N_VConst(-1.0, atol);
  CHECK(!galpha_sum_weights_by(1e-3, atol, y, w));
  N_VConst((sunrealtype)NAN, atol);
  CHECK(!galpha_sum_weights_by(1e-3, atol, y, w));
}

/* 1/(rtol |y| + atol), of a serial vector and of one in parts. */
static void check_weights(void)
{
  N_Vector parts[2][2], y = many(parts[0]), w = many(parts[1]);
  N_Vector serial = KEEP(N_VNew_Serial(3, ctx));
  fill(parts[0][0], 0, 0);
  fill(parts[0][1], 0, 3);
  galpha_sum_weights(1e-3, 1e-5, y, w);
  galpha_sum_weights(1e-3, 1e-5, parts[0][0], serial);
  for (sunindextype i = 0; i < 5; i++)
  {
    const sunrealtype want = 1.0 / (1e-3 * fabs(element(0, i)) + 1e-5);
    CHECK_REL(N_VGetArrayPointer(parts[1][i / 3])[i % 3], want, 1e-15);
    if (i < 3) { CHECK_REL(NV_Ith_S(serial, i), want, 1e-15); }
  }
  check_weights_by(y);
  check_weights_by(parts[0][0]);
  check_product(y, w, y);
  check_product(parts[0][0], serial, parts[0][0]);
}

TEST_MAIN()
{
  const sunrealtype c[GALPHA_SUM_MAX] = {0.3,  -1.0, 1e3,  2.0,
                                         -0.7, 5.0,  -0.1, 0.04};
  for (int n = 1; n <= GALPHA_SUM_MAX; n++)
  {
    for (sunindextype len = 1; len <= LONGEST; len++)
    {
      check_serial(n, c, len);
    }
    check_parts(n, c);
    check_far(n, c);
    check_add(c[n - 1]);
  }
  check_add(1.0);
  check_about();
  check_weights();
}
