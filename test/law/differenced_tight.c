/* Tolerances below the error of central differences of g, about 4e-10: finer differences
 * take about the steps that a given G takes, in motion and at rest. The control is a G that
 * the user computes by central differences: its errors are changes of v of more than the
 * tolerance in each step, however short; the message names them. Where g is not defined
 * that far away central differences of the library serve, too. */
#include "support/test.h"

#define ALLOWED 5000
#define END     2.0

FORCE_IS(weight, 0.0, -9.81, 0.0, -9.81)

/* Two masses on rods of length 1. */
static void rods(const sunrealtype *q, sunrealtype *g)
{
  const sunrealtype x = q[2] - q[0], y = q[3] - q[1];
  g[0] = hypot(q[0], q[1]) - 1.0;
  g[1] = hypot(x, y) - 1.0;
}

static int lengths(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  rods(N_VGetArrayPointer(q), N_VGetArrayPointer(g));
  return 0;
}

static int given(sunrealtype t, N_Vector qv, SUNMatrix G, void *data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const sunrealtype x = q[2] - q[0], y = q[3] - q[1];
  const sunrealtype a = hypot(q[0], q[1]), b = hypot(x, y);
  SM_ELEMENT_D(G, 0, 0) = q[0] / a;
  SM_ELEMENT_D(G, 0, 1) = q[1] / a;
  SM_ELEMENT_D(G, 1, 0) = -x / b;
  SM_ELEMENT_D(G, 1, 1) = -y / b;
  SM_ELEMENT_D(G, 1, 2) = x / b;
  SM_ELEMENT_D(G, 1, 3) = y / b;
  return 0;
}

static int central(sunrealtype t, N_Vector qv, SUNMatrix G, void *data)
{
  sunrealtype q[4], up[2], down[2];
  memcpy(q, N_VGetArrayPointer(qv), sizeof q);
  for (int j = 0; j < 4; j++)
  {
    const sunrealtype x = q[j], h = 6e-6 * fmax(fabs(x), 1e-3);
    q[j] = x + h;
    rods(q, up);
    q[j] = x - h;
    rods(q, down);
    q[j] = x;
    for (int i = 0; i < 2; i++)
    {
      SM_ELEMENT_D(G, i, j) = (up[i] - down[i]) / (2.0 * h);
    }
  }
  return 0;
}

/* Steps to END; -1: more than ALLOWED. */
static long int steps(GALPHAHolonomicJacFn jac, int formulation,
                      sunrealtype rtol)
{
  const struct problem pb =
    PROBLEM(.name = "rods", .n = 4, .m = 2, .q0 = VALUES(1.0, 0.0, 1.6, 0.8),
            .force = weight, .g = lengths, .G = jac);
  long int count = 0;
  SMALL(s, .pb = &pb, .formulation = formulation, .rtol = rtol, .atol = rtol,
        .set = {{"max_num_steps", ALLOWED}});
  const int flag = small_solve(s, END);
  CHECK(!GALPHAGetNumSteps(s->mem, &count));
  if (flag == GALPHA_TOO_MUCH_WORK)
  {
    CHECK(caught_says(&s->said, flag, "the errors of your G, about"));
    return -1;
  }
  const sunrealtype *q = small_q(s), *v = small_v(s);
  CHECK(!flag);
  CHECK_NEAR(0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]) +
               9.81 * (q[1] + q[3] - 0.8),
             0.0, 2e4 * rtol);
  return count;
}

static void check_motion(int formulation, sunrealtype rtol)
{
  const long int with_G  = steps(given, formulation, rtol);
  const long int without = steps(NULL, formulation, rtol);
  CHECK(with_G > 0 && without > 0 && 10 * without <= 13 * with_G);
}

HOLONOMIC_IS(circle, q[1] + sqrt(1.0 - q[0] * q[0]))

HOLONOMIC_JAC_IS(slope, {0, 0, -q[0] / sqrt(1.0 - q[0] * q[0])}, {0, 1, 1.0})

FORCE_IS(gravity, 0.0, -9.81)

/* A mass on the lower half of a circle, let go 5e-4 of its radius before its end. */
static void check_domain(sunrealtype *x, bool differenced)
{
  const sunrealtype q0[] = {0.9995, -sqrt(1.0 - 0.9995 * 0.9995)};
  const struct problem pb =
    PROBLEM(.name = "circle", .n = 2, .m = 1, .q0 = q0, .force = gravity,
            .g = circle, .G = differenced ? NULL : slope);
  SMALL(s, .pb = &pb, .rtol = 1e-9, .atol = 1e-9);
  CHECK(small_solve(s, 0.7) == 0);
  CHECK_NEAR(
    0.5 * (small_v(s)[0] * small_v(s)[0] + small_v(s)[1] * small_v(s)[1]) +
      9.81 * (small_q(s)[1] - q0[1]),
    0.0, 1e-6);
  *x = small_q(s)[0];
}

HOLONOMIC_IS(rod, hypot(q[0], q[1]) - 1.0)

HOLONOMIC_JAC_IS(along, {0, 0, q[0] / hypot(q[0], q[1])},
                 {0, 1, q[1] / hypot(q[0], q[1])})

#define FORWARD 1.5e-8

HOLONOMIC_JAC_IS(
  forward, {0, 0, (hypot(q[0] + FORWARD, q[1]) - hypot(q[0], q[1])) / FORWARD},
  {0, 1, (hypot(q[0], q[1] + FORWARD) - hypot(q[0], q[1])) / FORWARD})

/* Steps that are too few: G is named if it is inexact, and not if it is exact. One entry of
 * G, and the velocity along the other, are almost 0. */
static void check_named(GALPHAHolonomicJacFn jac, int allowed, bool named)
{
  const struct problem pb =
    PROBLEM(.name = "pendulum", .n = 2, .m = 1, .q0 = VALUES(1.0, 0.0),
            .force = gravity, .g = rod, .G = jac);
  SMALL(s, .pb = &pb, .rtol = 1e-8, .atol = 1e-8,
        .set = {{"max_num_steps", allowed}});
  CHECK(small_solve(s, 3.0) == GALPHA_TOO_MUCH_WORK);
  CHECK((strstr(s->said.msg, "the errors of your G") != NULL) == named);
}

TEST_MAIN()
{
  sunrealtype x[2];
  check_named(forward, 500, true);
  check_named(along, 100, false);
  check_motion(GALPHA_SOI2, 1e-9);
  check_motion(GALPHA_SOI2, 1e-10);
  check_motion(GALPHA_INDEX3, 1e-10);
  CHECK(steps(central, GALPHA_SOI2, 1e-10) == -1);
  check_domain(&x[0], false);
  check_domain(&x[1], true);
  CHECK_NEAR(x[1], x[0], 1e-7);
}
