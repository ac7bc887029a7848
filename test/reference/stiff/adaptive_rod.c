/* Error-controlled steps on the slider-crank with a rod of 100 bars, nearly
 * undamped: where positions alone are tested its unresolved modes must not shrink the
 * steps. */
#include "support/run/first_order.h"
#include "support/test.h"

#define OUTPUTS 10

/* At most 200 steps, and an error of q that fits rtol = 1e-3. Control: with the
 * velocities of all modes held to 1e-3, too (default), the same run takes many more. */
static void check_run(const struct problem *pb, int formulation,
                      const struct flexible_track *ref, int velocities)
{
  struct flexible_track track;
  sunrealtype eq = HUGE_VAL, ev = HUGE_VAL;
  CHECK(flexible_track_new(&track, pb->n, OUTPUTS, 1.0) == 0);
  SMALL(s, .pb = pb, .storage = PROBLEM_SPARSE, .formulation = formulation,
        .rtol = 1e-3,
        .set  = {{"rho_inf", 0.8},
                 {"max_num_steps", 2000},
                 {"error_test",
                 velocities ? GALPHA_TEST_VELOCITIES : GALPHA_TEST_POSITIONS}});
  CHECK(flexible_track_run(&track, pb, s->mem, ctx) == 0);
  flexible_track_error(&track, ref, &eq, &ev);
  const long steps = count_of(s->mem, GALPHAGetNumSteps);
  if (velocities) { CHECK(steps > 400); }
  else { CHECK_IN(steps, 20, 200); }
  CHECK_IN(eq, 0.0, 4e-2);
}

static void check_rod(sunrealtype eta, sunrealtype omega)
{
  struct mechanism rod = mechanism_slider_crank(100, 10.0, eta, omega);
  struct flexible_track ref;

  check_of("eta = %g, omega = %g", eta, omega);
  CHECK(flexible_track_new(&ref, rod.pb->n, OUTPUTS, 1.0) == 0);
  CHECK(first_order_reference(&rod, ctx, 1e-4, 2, &ref) == 0);
  check_run(rod.pb, GALPHA_SOI2, &ref, 0);
  check_run(rod.pb, GALPHA_SOI2_LITERAL, &ref, 0);
  check_run(rod.pb, GALPHA_SOI2, &ref, 1);
}

TEST_MAIN()
{
  check_rod(1e-5, 10.0);
  check_rod(1e-7, 20.0);
}
