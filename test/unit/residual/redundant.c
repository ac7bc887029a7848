/* A platform on three parallel cranks in the residual form F(t,y,y',y''): of its six
 * constraints one depends on the others. The first step refuses it and names
 * multipliers, at all tolerances, with nothing moved. Control: without one of the rows
 * it moves as the pendulum that it is, energy conserved. */
#include "support/test.h"

static const sunrealtype X[] = {-1.3, 0.4, 1.1}, Z[] = {0.2, -0.35, 0.15};
static const sunrealtype M[] = {0.2, 0.3, 0.25, 1.7, 1.7, 0.6};
static const sunrealtype W[] = {1.1, 1.3, 1.2};

static int rows; /* of the constraints */

RESIDUAL2(cranks)
{
  const sunrealtype *l = y + 6;
  const sunrealtype c = cos(y[5]), s = sin(y[5]);
  for (int i = 0; i < 6; i++) { r[i] = M[i] * ypp[i]; }
  r[4] += 1.7 * 9.8;
  for (int i = 0; i < 3; i++)
  {
    const sunrealtype lx = l[2 * i], lz = 2 * i + 1 < rows ? l[2 * i + 1] : 0.0;
    r[i] += W[i] * cos(y[i]) + 0.9 * (sin(y[i]) * lx - cos(y[i]) * lz);
    r[3] += lx;
    r[4] += lz;
    r[5] += lx * (-s * X[i] - c * Z[i]) + lz * (c * X[i] - s * Z[i]);
    r[6 + 2 * i] = y[3] + c * X[i] - s * Z[i] - X[i] - 0.9 * cos(y[i]);
    if (2 * i + 1 < rows)
    {
      r[7 + 2 * i] = y[4] + s * X[i] + c * Z[i] - Z[i] - 0.9 * sin(y[i]);
    }
  }
}

static sunrealtype energy(const sunrealtype *q, const sunrealtype *v)
{
  sunrealtype E = 1.7 * 9.8 * q[4];
  for (int i = 0; i < 6; i++) { E += 0.5 * M[i] * v[i] * v[i]; }
  for (int i = 0; i < 3; i++) { E += W[i] * sin(q[i]); }
  return E;
}

static void run(int with, sunrealtype tol, SUNContext ctx)
{
  struct small s;
  BEGIN(&s, ctx, .n = 6 + with,
        .q     = VALUES_OF(12, 0.7, 0.7, 0.7, 0.9 * cos(0.7), 0.9 * sin(0.7)),
        .order = VALUES_OF(12, 2, 2, 2, 2, 2, 2), .res2 = cranks, .rtol = tol);
  rows                 = with;
  const sunrealtype *y = small_q(&s), E0 = energy(y, small_v(&s));
  const int code      = small_solve(&s, 1.0);
  const sunrealtype E = energy(y, small_v(&s));
  printf("%d rows, tolerance %.0e: %d, energy off by %.1e: %s\n", with, tol,
         code, E - E0, s.said.msg);
  if (with == 6)
  {
    CHECK(code == GALPHA_SINGULAR_JAC && s.t == 0.0 && y[0] == 0.7);
    CHECK(caught_says(&s.said, GALPHA_SINGULAR_JAC, "same effect"));
  }
  else
  {
    CHECK(code == 0);
    CHECK_IN(fabs(E - E0), 0.0, E0 * pow(tol, 0.5));
    CHECK_IN(fabs(y[5]), 0.0, tol);
  }
}

TEST_MAIN(ctx)
{
  for (int i = 2; i <= 8; i++)
  {
    run(6, pow(10.0, -i), ctx);
    if (i >= 4 && i <= 6) { run(5, pow(10.0, -i), ctx); }
  }
}
