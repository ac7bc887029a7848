/* F(t,y,y') of index 2 with a stop time soon after the last one: the remainder of Newton's
 * iteration in the velocities is not divided by the time between them. Multipliers of a
 * pendulum, on a support at rest and on a moving one, against those of its angle by
 * Runge-Kutta. Control: the velocities that are returned have that remainder. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define GRAVITY 9.81
#define STOP    1.0

/* The support moves by x = moves (1 - cos 2t). */
static sunrealtype moves;

/* y = (x, y, their rates, two multipliers). */
RESIDUAL1(pendulum)
{
  const sunrealtype p[] = {y[0] - moves * (1 - cos(2 * t)), y[1]};
  for (int i = 0; i < 2; i++)
  {
    r[i]     = yp[i] - y[2 + i] + p[i] * y[5];
    r[2 + i] = yp[2 + i] + i * GRAVITY + p[i] * y[4];
  }
  r[4] = (p[0] * p[0] + p[1] * p[1] - 1) / 2;
  r[5] = p[0] * (y[2] - 2 * moves * sin(2 * t)) + p[1] * y[3];
}

/* Evaluations until one fails, for good; 0: none does. */
static int until_failure;

static int failing(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                   void *data)
{
  return --until_failure == 0 ? -1 : pendulum(t, y, yp, r, data);
}

/* Angle from the vertical, and its rate. */
static void swing(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                  const void *data)
{
  (void)data;
  d[0] = y[1];
  d[1] = -GRAVITY * sin(y[0]) - 4 * moves * cos(2 * t) * cos(y[0]);
}

/* Orders are declared; otherwise the library finds them at the start. */
static bool declared = true;

/* From rest at this angle. */
static struct small *to_first_stop(sunrealtype angle, sunrealtype tol,
                                   sunrealtype between)
{
  SMALL(a, .n = 6,
        .q    = VALUES(sin(angle), -cos(angle), 0, 0, GRAVITY * cos(angle), 0),
        .res1 = failing, .order = declared ? VALUES(1, 1, 1, 1, 0, 0) : NULL,
        .rtol = tol, .set = {{"test_algebraic", 0}});
  CHECK(!GALPHASetStopTime(a->mem, STOP - between));
  CHECK(small_solve(a, STOP) >= 0);
  return a;
}

struct error
{
  sunrealtype lambda, control; /* in tolerances */
};

static struct error error_of(sunrealtype angle, sunrealtype tol,
                             sunrealtype between)
{
  sunrealtype z[] = {angle, 0.0}, before[6];
  runge_kutta(swing, NULL, 2, z, 0.0, STOP, 4000);
  const sunrealtype lambda =
    z[1] * z[1] + GRAVITY * cos(z[0]) - 4 * moves * cos(2 * STOP) * sin(z[0]);
  struct small *a = to_first_stop(angle, tol, between);
  memcpy(before, small_q(a), sizeof before);
  CHECK(!GALPHASetStopTime(a->mem, STOP));
  CHECK(small_solve(a, STOP) >= 0);
  const sunrealtype *y    = small_q(a);
  const sunrealtype p[]   = {y[0] - moves * (1 - cos(2 * STOP)), y[1]};
  sunrealtype by_rate     = -GRAVITY * p[1];
  const sunrealtype spans = 1.0 / (tol * (1.0 + fabs(lambda)));
  for (int i = 0; i < 2; i++)
  {
    by_rate -= (y[2 + i] - before[2 + i]) / between * p[i];
  }
  return (struct error){spans * fabs(y[4] - lambda),
                        spans * fabs(by_rate - lambda)};
}

static void check(void)
{
  for (sunrealtype tol = 1e-3; tol > 5e-8; tol *= 0.1)
  {
    struct error worst = {0.0, 0.0};
    for (int i = 0; i < 8; i++)
    {
      declared = i % 2;
      for (sunrealtype between = 1e-2; between > 5e-11; between *= 0.1)
      {
        const struct error e =
          error_of(-1.5 + 0.37 * i, tol, between * (1.0 - 0.05 * i));
        /* of the rounding of v */
        const sunrealtype rounding = 1e-15 / between / tol;
        worst.lambda               = fmax(worst.lambda, e.lambda - rounding);
        worst.control              = fmax(worst.control, e.control - rounding);
      }
    }
    check_of("support moves by %g, %.0e", moves, tol);
    CHECK_IN(worst.lambda, 0.0, 100.0);
    CHECK(worst.control > 1e4);
  }
}

/* The last state is that of the first stop again if F fails in the step to the second. */
static void check_intact(void)
{
  int failed = 0;
  for (int k = 1; k <= 40; k++)
  {
    sunrealtype before[6];
    N_Vector after  = small_vector(ctx, 6, NULL);
    struct small *a = to_first_stop(0.5, 1e-3, 1e-6);
    memcpy(before, small_q(a), sizeof before);
    until_failure = k;
    CHECK(!GALPHASetStopTime(a->mem, STOP));
    failed += small_solve(a, STOP) < 0;
    if (until_failure <= 0)
    {
      CHECK(!GALPHAGetDky(a->mem, STOP - 1e-6, 0, after));
      CHECK(!memcmp(N_VGetArrayPointer(after), before, sizeof before));
    }
    until_failure = 0;
  }
  CHECK(failed >= 4 && failed < 40);
}

TEST_MAIN()
{
  check_intact();
  for (moves = 0.0; moves < 0.5; moves += 0.3) { check(); }
}
