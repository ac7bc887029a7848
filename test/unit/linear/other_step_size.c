/* A matrix that serves steps of another h: a stiff and a soft spring in steps that
 * change by 1.2. Without the mean of what stiff and inertial parts need, corrections
 * of the stiff spring would contract by |1 - 1.44| = 0.44, too slowly to keep the
 * matrix; with it they do by 0.18.
 * And a mass on a spring whose other end is driven, index 3, orders up to 5: multipliers
 * balance the spring and the inertia; what corrections left of them grew from step to step
 * and alternated, up to the order of the multipliers. Control: those of the step before. */
#include "support/test.h"

#define STEP  0.01
#define RATIO 1.2
#define STEPS 80

static const sunrealtype spring[] = {1e10, 1.0}; /* of unit masses */

FORCE(force)
{
  for (int i = 0; i < 2; i++)
  {
    f[i] = -spring[i] * (q[i] - (i ? 0.0 : sin(t)));
  }
}

FORCE_JAC(stiffness)
{
  for (int i = 0; i < 2; i++) { SM_ELEMENT_D(J, i, i) = -spring[i]; }
}

/* Iterations a step when a matrix may serve so many. */
static double iterations(long int age, long int *jacobians)
{
  long int n = 0;
  SMALL(s, .n = 2, .q = VALUES(0.0, 1.0), .v = VALUES(1.0, 0.0), .force = force,
        .dfdq = stiffness, .rtol = 1e-6, .atol = 1e-9,
        .set = {{"df_dv_zero", 1},
                {"rho_inf", 0.5},
                {"max_jacobian_age", (sunrealtype)age}});
  for (int i = 0; i < STEPS; i++)
  {
    CHECK(!GALPHASetFixedStep(s->mem, i % 2 ? STEP * RATIO : STEP));
    CHECK(small_step(s, 9.0) >= 0);
  }
  CHECK_NEAR(small_q(s)[1], cos(s->t), 1e-3);
  CHECK_NEAR(small_q(s)[0], sin(s->t), 1e-6);
  CHECK(!GALPHAGetNumNonlinSolvIters(s->mem, &n));
  CHECK(!GALPHAGetNumJacEvals(s->mem, jacobians));
  return (double)n / STEPS;
}

static sunrealtype pull(const sunrealtype *q)
{
  return 100.0 * (q[1] - q[0]);
}

FORCE_IS(pulled, pull(q), -pull(q))
HOLONOMIC_IS(end, q[0] - sin(3.0 * t))
HOLONOMIC_JAC_IS(end_G, {0, 0, 1.0})

static void check_multipliers(void)
{
  sunrealtype off = 0.0, before = 0.0, size = 0.0;
  SMALL(s, .n = 2, .q = VALUES(0.0, 0.0), .v = VALUES(3.0, 0.0),
        .force = pulled, .g = end, .G = end_G, .formulation = GALPHA_INDEX3,
        .rtol = 1e-3, .atol = 1e-3, .set = {{"max_jacobian_age", 1000.0}});
  for (int i = 0; i < 400; i++)
  {
    const sunrealtype last = N_VGetArrayPointer(s->lambda)[0];
    CHECK(!GALPHASetMaxStep(s->mem, i < 100 ? STEP : RATIO * STEP));
    CHECK(small_step(s, 99.0) >= 0);
    CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL));
    const sunrealtype right = pull(small_q(s)) + 9.0 * sin(3.0 * s->t);
    if (i < 20) { continue; }
    off    = fmax(off, fabs(N_VGetArrayPointer(s->lambda)[0] - right));
    before = fmax(before, fabs(last - right));
    size   = fmax(size, fabs(right));
  }
  CHECK_IN(off, 0.0, 1e-4 * size);
  CHECK(before > 1e-4 * size);
}

TEST_MAIN()
{
  check_multipliers();
  long int fresh = 0, kept = 0;
  const double once = iterations(1, &fresh);
  const double old  = iterations(1000, &kept);
  CHECK(fresh >= STEPS && kept < 5);
  CHECK_IN(old, once, 6.0);
}
