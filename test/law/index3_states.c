/* Index 3: a state that follows a velocity within a hundredth of a step does not see the
 * offset that velocities have across the constraints, and which jumps with h and with the
 * order. A pendulum falls from the level while sensors of some lags and gains measure the
 * horizontal velocity of its bob: about the steps of SOI2, and errors of the size of its.
 * Where velocities are not corrected (control), the sensors see the offset. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define END 5.0

struct sensor
{
  sunrealtype lag, gain;
};

HOLONOMIC_IS(rod, 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0))
HOLONOMIC_JAC_IS(rod_jac, {0, 0, q[0]}, {0, 1, q[1]})
STATE_FORCE_IS(weight, 0.0, -1.0)

STATES(sense)
{
  const struct sensor *x = data;
  F[0]                   = (x->gain * v[0] - s[0]) / x->lag;
}

/* y = (angle from the level, its rate, signal) */
static void measured(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                     const void *data)
{
  const struct sensor *x = data;
  d[0]                   = y[1];
  d[1]                   = -cos(y[0]);
  d[2]                   = (-x->gain * sin(y[0]) * y[1] - y[2]) / x->lag;
}

struct outcome
{
  long int steps;
  sunrealtype error; /* of the signal, in tolerances */
};

static struct outcome run(const struct sensor *x, int formulation, int correct,
                          sunrealtype tol)
{
  const sunrealtype q[] = {1.0, 0.0};
  struct outcome o      = {0, 0.0};
  sunrealtype y[3]      = {0.0};
  SMALL(s, .n = 2, .m = 1, .q = q, .g = rod, .G = rod_jac, .data = (void *)x,
        .rtol = tol, .formulation = formulation,
        .set = {{"step_change_correction", correct}});
  s->s = small_vector(ctx, 1, NULL);
  CHECK(!GALPHASetStates(s->mem, s->s, small_vector(ctx, 1, VALUES(1.0)), sense,
                         weight));
  CHECK(!small_solve(s, END) && !GALPHAGetStates(s->mem, s->t, s->s));
  CHECK(!GALPHAGetNumSteps(s->mem, &o.steps));
  runge_kutta(measured, x, 3, y, 0.0, END, 50000);
  o.error =
    fabs(N_VGetArrayPointer(s->s)[0] - y[2]) / (tol * (1.0 + fabs(y[2])));
  keep_free();
  return o;
}

TEST_MAIN()
{
  static const struct sensor sensor[] = {
    {1e-3, 1.0}, {1e-3, 10.0}, {1e-2, 1.0}, {1e-2, 10.0}};
  long int steps = 0, of_soi2 = 0, uncorrected = 0;
  for (int i = 0; i < 4 * 3; i++)
  {
    const struct sensor *x = &sensor[i % 4];
    const sunrealtype tol  = pow(10.0, -6.0 - i / 4);
    const struct outcome is =
      run(x, GALPHA_INDEX3, GALPHA_CORRECT_VELOCITIES, tol);
    check_of("lag %g, gain %g, %g", x->lag, x->gain, tol);
    CHECK_IN(is.error, 0.0, 20.0);
    steps += is.steps;
    of_soi2 += run(x, GALPHA_SOI2, GALPHA_CORRECT_VELOCITIES, tol).steps;
    uncorrected += run(x, GALPHA_INDEX3, GALPHA_CORRECT_A, tol).steps;
  }
  check_of("all");
  CHECK_IN((sunrealtype)steps / (sunrealtype)of_soi2, 0.0, 1.25);
  CHECK(uncorrected > 2 * of_soi2);
}
