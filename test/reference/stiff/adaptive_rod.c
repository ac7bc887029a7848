/* Error-controlled steps on the slider-crank with a rod of 100 bars, nearly
 * undamped: where positions alone are tested its unresolved modes must not shrink the
 * steps. */
#include "support/run/first_order.h"
#include "support/test.h"

#define OUTPUTS 10

static void report(const struct problem *pb, void *mem, sunrealtype eq,
                   sunrealtype ev, long *steps)
{
  long residuals = 0, solves = 0, jacobians = 0, errors = 0, failures = 0;

  GALPHAGetNumSteps(mem, steps);
  GALPHAGetNumResEvals(mem, &residuals);
  GALPHAGetNumLinSolves(mem, &solves);
  GALPHAGetNumJacEvals(mem, &jacobians);
  GALPHAGetNumErrTestFails(mem, &errors);
  GALPHAGetNumNonlinSolvConvFails(mem, &failures);
  printf("%s: %ld steps, %ld residuals, %ld solves, %ld Jacobians, %ld error "
         "failures, %ld convergence failures, error of q %.2e, of v %.2e\n",
         pb->name, *steps, residuals, solves, jacobians, errors, failures, eq,
         ev);
}

/* At most 200 steps, and an error of q that fits rtol = 1e-3. Control: with the
 * velocities of all modes held to 1e-3, too (default), the same run takes many more. */
static void check_run(const struct problem *pb, int formulation,
                      const struct flexible_track *ref, int velocities)
{
  struct flexible_track track;
  sunrealtype eq = HUGE_VAL, ev = HUGE_VAL;
  long steps = 0;

  CHECK(flexible_track_new(&track, pb->n, OUTPUTS, 1.0) == 0);
  SMALL(s, .pb = pb, .storage = PROBLEM_SPARSE, .formulation = formulation,
        .rtol = 1e-3,
        .set  = {{"rho_inf", 0.8},
                 {"max_num_steps", 2000},
                 {"error_test",
                 velocities ? GALPHA_TEST_VELOCITIES : GALPHA_TEST_POSITIONS}});
  CHECK(flexible_track_run(&track, pb, s->mem, ctx) == 0);
  flexible_track_error(&track, ref, &eq, &ev);
  report(pb, s->mem, eq, ev, &steps);
  if (velocities) { CHECK(steps > 400); }
  else { CHECK_IN(steps, 20, 200); }
  CHECK(eq <= 4e-2);
}

static void check_rod(sunrealtype eta, sunrealtype omega)
{
  struct mechanism rod = mechanism_slider_crank(100, 10.0, eta, omega);
  struct flexible_track ref;

  printf("eta = %g, omega = %g\n", eta, omega);
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
