/* A cart and what is bolted to it rest until wheels begin to roll as prescribed. At that
 * restart velocities are what rounding or Newton's iteration has left of 0: they tell
 * no time, and the first step must not pass the whole motion, which begins and ends at rest
 * with a platform that satisfies all constraints. The control is such a first step of the
 * user's. What is held at rest starts with any of these velocities. */
#include "support/test.h"

#define TOL  1e-5
#define FROM 0.5

/* Path and speed: the speed grows as sin^2 or at once as sin, and ends after one unit. */
static sunrealtype path(sunrealtype t, bool smooth)
{
  const sunrealtype z = t - FROM;
  return smooth ? z - sin(2.0 * M_PI * z) / (2.0 * M_PI)
                : 0.5 * (1.0 - cos(M_PI * z));
}

static sunrealtype speed(sunrealtype t, const bool *smooth)
{
  const sunrealtype s = sin(M_PI * (t - FROM));
  return *smooth ? 2.0 * s * s : 0.5 * M_PI * s;
}

FORCE_IS(resistance, -v[0], 0.0)
HOLONOMIC_IS(bolt, q[1] - q[0] - 0.5)
HOLONOMIC_JAC_IS(bolt_jac, {0, 0, -1.0}, {0, 1, 1.0})
NONHOLONOMIC_IS(wheel, v[0] - speed(t, data))
NONHOLONOMIC_JAC_IS(wheel_jac, {0, 0, 1.0})

/* Largest error of q and v in outputs, in tolerances; h0: the first step, 0: the library's. */
static sunrealtype error(int formulation, bool smooth, sunrealtype rest,
                         sunrealtype h0)
{
  const sunrealtype q[] = {1.0, 1.5}, v[] = {rest, rest};
  sunrealtype worst = 0.0;
  SMALL(s, .n = 2, .m = 1, .p = 1, .t0 = FROM, .q = q, .v = v,
        .force = resistance, .g = bolt, .G = bolt_jac, .k = wheel,
        .K = wheel_jac, .data = &smooth, .rtol = TOL,
        .formulation = formulation);
  CHECK(!GALPHASetInitStep(s->mem, h0));
  CHECK(!GALPHASetStopTime(s->mem, FROM + 1.0));
  for (int i = 1; i < 10; i++)
  {
    CHECK(small_solve(s, FROM + 0.1 * i) >= 0);
    const sunrealtype x = path(s->t, smooth), w = speed(s->t, &smooth);
    worst = fmax(worst, fabs(small_q(s)[1] - 1.5 - x));
    worst = fmax(worst, fabs(small_v(s)[1] - w));
  }
  keep_free();
  return worst / TOL;
}

FORCE_IS(weight, 0.0, -9.81)
HOLONOMIC_IS(held, 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0), q[0] - 0.6)
HOLONOMIC_JAC_IS(held_jac, {0, 0, q[0]}, {0, 1, q[1]}, {1, 0, 1.0})

/* A bob that a rod and a stop hold; the projection leaves far less of v than it was, and q
 * divided by that overflows. */
static void check_held(int formulation, sunrealtype rest)
{
  const sunrealtype q[] = {0.6, 0.8}, v[] = {rest, rest};
  SMALL(s, .n = 2, .m = 2, .q = q, .v = v, .force = weight, .g = held,
        .G = held_jac, .rtol = TOL, .formulation = formulation);
  check_of("formulation %d, v %g", formulation, rest);
  CHECK(!GALPHACalcIC(s->mem, GALPHA_PROJECT_INIT, 1.0));
  CHECK(!small_solve(s, 1.0));
  CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL));
  CHECK_REL(N_VGetArrayPointer(s->lambda)[0], -9.81 / 0.8, 1e-9);
  keep_free();
}

TEST_MAIN()
{
  static const int formulation[]  = {GALPHA_SOI2, GALPHA_SOI2_LITERAL,
                                     GALPHA_INDEX3};
  static const sunrealtype rest[] = {0.0, 1e-40, 1e-28, 1e-20, 1e-16, 1e-12};
  sunrealtype worst               = 0.0;
  for (int i = 0; i < 3 * 2 * 6; i++)
  {
    worst = fmax(worst, error(formulation[i % 3], i / 3 % 2, rest[i / 6], 0.0));
  }
  for (int i = 0; i < 3 * 6; i++)
  {
    check_held(formulation[i % 3], rest[i / 3]);
  }
  for (int i = 0; i < 3; i++) { check_held(formulation[i], 1e-305); }
  check_of("driven");
  CHECK_IN(worst, 0.0, 100.0);
  CHECK(error(GALPHA_SOI2, true, 0.0, 1.0) > 1e3);
}
