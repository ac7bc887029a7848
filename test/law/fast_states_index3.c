/* A bar with a motor on its pivot as F(t,y,y') of index 3, its current and the filter of
 * its angle 0 at the start, far from their values a moment later. So short steps resolve
 * these that the rounding of positions, divided by h^2, exceeds the tolerance of the
 * multipliers: Newton's iteration failed, in all shorter steps, too. The right values come
 * from the equation of the angle, by Runge-Kutta. The control: first steps are as short. */
#include <float.h>

#include "support/test.h"

#define GRAVITY 9.81
#define HALF    0.5  /* length */
#define INERTIA 0.09 /* about the centre of a mass of 1 */
#define EMF     0.3
#define SUPPLY  6.0
#define ANGLE   0.7
#define END     0.5
#define TOLD    1e-8 /* a tolerance that no run with delay 1e-5 meets */

static sunrealtype delay; /* of current and filter */

/* y = (x, y, angle, their rates, current, filter, two multipliers). */
RESIDUAL1(bar)
{
  const sunrealtype s = sin(y[2]), c = cos(y[2]), *l = y + 8;
  for (int i = 0; i < 3; i++) { r[i] = yp[i] - y[3 + i]; }
  r[3] = yp[3] + l[0];
  r[4] = yp[4] + GRAVITY + l[1];
  r[5] = INERTIA * yp[5] - EMF * y[6] + HALF * (s * l[0] - c * l[1]);
  r[6] = delay * yp[6] + y[6] + EMF * y[5] - SUPPLY;
  r[7] = delay * yp[7] + y[7] - y[2];
  r[8] = y[0] - HALF * c;
  r[9] = y[1] - HALF * s;
}

/* z = (angle, its rate, current, filter). */
static void rates(const sunrealtype *z, sunrealtype *f)
{
  f[0] = z[1];
  f[1] = (EMF * z[2] - GRAVITY * HALF * cos(z[0])) / (INERTIA + HALF * HALF);
  f[2] = (SUPPLY - z[2] - EMF * z[1]) / delay;
  f[3] = (z[0] - z[3]) / delay;
}

static void reference(sunrealtype *z)
{
  const int n         = (int)(40.0 * END / delay);
  const sunrealtype h = END / n, weight[4] = {1, 2, 2, 1},
                    part[4] = {0.5, 0.5, 1, 0};
  z[0]                      = ANGLE;
  z[1] = z[2] = z[3] = 0.0;
  for (int k = 0; k < n; k++)
  {
    sunrealtype sum[4] = {0}, at[4] = {z[0], z[1], z[2], z[3]}, f[4];
    for (int stage = 0; stage < 4; stage++)
    {
      rates(at, f);
      for (int i = 0; i < 4; i++)
      {
        sum[i] += weight[stage] * h / 6.0 * f[i];
        at[i] = z[i] + part[stage] * h * f[i];
      }
    }
    for (int i = 0; i < 4; i++) { z[i] += sum[i]; }
  }
}

/* current and filter: at the start */
static struct small *begin(sunrealtype tol, int suppress, sunrealtype current,
                           sunrealtype filter)
{
  SMALL(s, .n = 10,
        .q    = VALUES(HALF * cos(ANGLE), HALF * sin(ANGLE), ANGLE, 0, 0, 0,
                       current, filter, 0, 0),
        .res1 = bar, .rtol = tol);
  CHECK(!GALPHASetId(
    s->mem, small_vector(ctx, 10, VALUES(1, 1, 1, 1, 1, 1, 1, 1, 0, 0))));
  CHECK(!GALPHASetSuppressAlg(s->mem, suppress));
  return s;
}

/* The error at the end in tolerances; *h: the first step. */
static sunrealtype off(sunrealtype tol, int suppress, const sunrealtype *z,
                       sunrealtype *h)
{
  static const int place[4] = {2, 5, 6, 7};
  struct small *s           = begin(tol, suppress, 0.0, 0.0);
  check_of("delay %g, %g, %d", delay, tol, suppress);
  CHECK(small_solve(s, END) == 0);
  CHECK(!GALPHAGetActualInitStep(s->mem, h));
  sunrealtype most = 0.0;
  for (int i = 0; i < 4; i++)
  {
    const sunrealtype error = fabs(small_q(s)[place[i]] - z[i]);
    most                    = fmax(most, error / (tol * (1.0 + fabs(z[i]))));
  }
  keep_free();
  return most;
}

static void check_delay(sunrealtype of)
{
  sunrealtype z[4], h = 0.0, most = 0.0;
  delay = of;
  reference(z);
  for (int i = 0; i < 18; i++)
  {
    const sunrealtype tol = pow(10.0, -3.0 - 0.5 * (i / 2));
    CHECK_IN(off(tol, i % 2, z, &h), 0.0, 200.0);
    most = fmax(most, DBL_EPSILON * HALF / (h * h) / tol);
  }
  CHECK(most > 1.0);
}

/* Where even so no run gets through, the message names rounding; the remedy that it names is
 * one. */
static void check_told(void)
{
  delay           = 1e-5;
  struct small *s = begin(TOLD, 1, 0.0, 0.0);
  CHECK(!GALPHASetMaxNumSteps(s->mem, 5000));
  CHECK(small_solve(s, END) == GALPHA_TOO_MUCH_WORK);
  CHECK(strstr(s->said.msg, "the rounding of F") &&
        strstr(s->said.msg, "lower index"));
  s = begin(TOLD, 1, SUPPLY, ANGLE);
  CHECK(!small_solve(s, END));
  keep_free();
}

TEST_MAIN()
{
  check_told();
  check_delay(1e-2);
  check_delay(1e-3);
  check_delay(1e-4);
}
