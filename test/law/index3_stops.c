/* Index 3 with orders up to 5 at stop times and restarts: a pendulum against its angle by
 * Runge-Kutta. What velocities are off by across the constraint belongs to the steps
 * before; it neither holds the steps that follow a stop at order 2, nor makes multipliers
 * jump after a restart from values that the integration returned or when order 2 takes
 * over. Controls: order 2 alone, the multiplier of the step before. */
#include "support/models/hanging.h"
#include "support/run/runge_kutta.h"
#include "support/test.h"

struct outcome
{
  sunrealtype q, lambda, before; /* largest errors; before: of the tension that
                                    the step before had */
  long int steps;
};

enum between
{
  STOPS,
  RESTARTS,
  STOPS_OF_RESIDUAL
};

/* The tension at the end of the last step. */
static sunrealtype tension(struct small *s)
{
  if (!s->lambda) { return small_q(s)[2]; }
  CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL));
  return N_VGetArrayPointer(s->lambda)[0];
}

/* For 10 s with a stop, or a restart, each so many seconds. */
static struct outcome run(int order, sunrealtype rtol, sunrealtype each,
                          enum between between)
{
  const bool residual = between == STOPS_OF_RESIDUAL;
  sunrealtype y[] = {0.5 * acos(-1.0), 0.0}, last = 0.0, old = 0.0;
  struct outcome out = {.steps = 0};
  SMALL(s, .n = residual ? 3 : 2, .q = VALUES(1.0, 0.0, 0.0),
        .a     = VALUES(0.0, -HANGING_GRAVITY, 0.0),
        .res2  = residual ? hanging_index3 : NULL,
        .order = residual ? VALUES(2.0, 2.0, 0.0) : NULL,
        .force = hanging_force, .g = residual ? NULL : problem_circle,
        .G           = residual ? NULL : problem_circle_jac,
        .formulation = residual ? 0 : GALPHA_INDEX3, .rtol = rtol,
        .set = {{"max_order", order}});
  for (int i = 1; i * each < 10.0; i++)
  {
    CHECK(!GALPHASetStopTime(s->mem, i * each));
    while (s->t < i * each)
    {
      CHECK(small_step(s, i * each) >= 0);
      runge_kutta(hanging_swing, NULL, 2, y, last, s->t, 50);
      last = s->t;
      out.steps++;
      const sunrealtype *q = small_q(s), now = tension(s),
                        exact = hanging_tension(NULL, s->t, y);
      out.q      = fmax(out.q, hypot(q[0] - sin(y[0]), q[1] + cos(y[0])));
      out.lambda = fmax(out.lambda, fabs(now - exact));
      out.before = fmax(out.before, fabs(old - exact));
      old        = now;
    }
    if (between == RESTARTS) { CHECK(!GALPHAReInit(s->mem, s->t, s->q, s->v)); }
  }
  check_of("order %d, rtol %g, between %d each %g, residual %d", order, rtol,
           (int)between, each, residual);
  return out;
}

TEST_MAIN()
{
  static const sunrealtype each[] = {0.13, 0.07, 0.29};
  for (int i = 0; i < 3; i++)
  {
    const struct outcome o = run(5, 1e-7, each[i], STOPS);
    CHECK_IN(o.steps, 500, 6000);
    CHECK_IN(o.q, 0.0, 1e-4);
    CHECK_IN(run(5, 1e-5, 3.0 * each[i], RESTARTS).lambda, 0.0, 0.05);
  }
  for (sunrealtype rtol = 1e-5; rtol > 1e-7; rtol *= 0.6)
  {
    const struct outcome o = run(5, rtol, 0.13, STOPS_OF_RESIDUAL);
    CHECK_IN(o.lambda, 0.0, 0.15);
    CHECK(o.before > 0.3);
  }
  CHECK(run(2, 1e-7, 0.13, STOPS).steps > 6000);
  CHECK(run(2, 1e-5, 0.5, RESTARTS).lambda > 0.2);
}
