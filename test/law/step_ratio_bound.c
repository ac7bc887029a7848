/* With the weights of Bruls and Arnold (2008), (28)-(29) controlled steps are not
 * reduced beyond s_min = |alpha_m/(1-alpha_m)|, where there are states
 * |delta_m/(1-delta_m)|, unless a step fails that is hardly longer, or fails twice: a
 * mass, alone or with a filter, is hit by a short pulse, and the speed it has then is
 * that of the pulse. Control: with formula (14) steps are reduced further. */
#include "support/test.h"

#define WIDTH 0.05
#define SPEED 25.0

/* q'' = F, x' = q' - x */
static int hit(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp, N_Vector r,
               void *data)
{
  const sunrealtype s  = (t - 1.0) / WIDTH;
  const sunrealtype *v = N_VGetArrayPointer(yp);
  N_VGetArrayPointer(r)[0] =
    N_VGetArrayPointer(ypp)[0] -
    SPEED / (WIDTH * sqrt(2.0 * acos(-1.0))) * exp(-0.5 * s * s);
  if (N_VGetLength(r) > 1)
  {
    N_VGetArrayPointer(r)[1] = v[1] - v[0] + N_VGetArrayPointer(y)[1];
  }
  return 0;
}

/* Least ratio of a step to the one before, but for those that failed twice or were
 * planned hardly longer than bound times that. */
static sunrealtype least_ratio(int states, sunrealtype rho, sunrealtype rho_x,
                               int mode, sunrealtype bound)
{
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "hit", .n = states ? 2 : 1,
                     .order = VALUES(2.0, 1.0), .res2 = hit, .ypp_known = 1);
  sunrealtype h = 0.0, before = 0.0, least = 1.0, planned = HUGE_VAL;
  long int fails = 0, bad = 0;
  struct residual_run run;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASetRhoInf(run.mem, rho) &&
        !GALPHASetRhoInfState(run.mem, rho_x));
  CHECK(!GALPHASStolerances(run.mem, 1e-5, 1e-5));
  CHECK(!GALPHASetOption(run.mem, "step_change_correction", mode));
  while (run.t < 2.0)
  {
    const long int last = fails + bad;
    CHECK(!GALPHASolve(run.mem, 2.0, &run.t, run.y, run.yp, GALPHA_ONE_STEP));
    CHECK(!GALPHAGetLastStep(run.mem, &h));
    CHECK(!GALPHAGetNumErrTestFails(run.mem, &fails));
    CHECK(!GALPHAGetNumStepSolveFails(run.mem, &bad));
    const long int failed = fails + bad - last;
    if (failed == 0 || (failed == 1 && 0.9 * planned > bound * before))
    {
      least = before > 0.0 ? fmin(least, h / before) : least;
    }
    before = h;
    CHECK(!GALPHAGetCurrentStep(run.mem, &planned));
  }
  CHECK_REL(residual_yp(&run)[0], SPEED, 1e-2);
  return least;
}

static void check(int states, sunrealtype rho, sunrealtype rho_x)
{
  const sunrealtype am = (2.0 * rho - 1.0) / (1.0 + rho);
  const sunrealtype dm = 0.5 * (3.0 * rho_x - 1.0) / (1.0 + rho_x);
  const sunrealtype bound =
    fmax(fabs(am / (1.0 - am)), states ? fabs(dm / (1.0 - dm)) : 0.0);
  const sunrealtype weights =
    least_ratio(states, rho, rho_x, GALPHA_CORRECT_WEIGHTS, bound);
  const sunrealtype control =
    least_ratio(states, rho, rho_x, GALPHA_CORRECT_A, bound);
  check_of("rho %.1f, states %d %.1f", rho, states, rho_x);
  CHECK(weights >= bound * (1.0 - 1e-12));
  CHECK(control < bound);
}

TEST_MAIN()
{
  check(0, 0.0, 0.5);
  check(0, 0.8, 0.5);
  check(0, 0.9, 0.5);
  check(1, 0.5, 0.8);
  check(1, 0.5, 0.9);
}
