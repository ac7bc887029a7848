/* Index 3 with a driven constraint whose velocity jumps, and stop times: a pendulum whose
 * pivot goes to and fro at constant speed, against its angle by Runge-Kutta between the
 * jumps and by the impulse of the rod at each. Errors of velocities at a jump do not fall
 * with h; their part along the constraints does. Control: an angle without the
 * impulses, off by twice the bound. A step h that passes a jump dv leaves up to h dv/2. */
#include "support/models/callbacks.h"
#include "support/run/runge_kutta.h"
#include "support/run/small.h"
#include "support/test.h"

#define GRAVITY 9.81
#define STOP    0.03
#define STOPS   40

/* The pivot goes along x, or along y (upright), with this speed, forth and back for
 * this time each. */
struct drive
{
  sunrealtype speed, time;
  int upright;
};

static sunrealtype pivot(const struct drive *d, sunrealtype t)
{
  const sunrealtype turns = floor(t / d->time), s = t - turns * d->time;
  return d->speed * (fmod(turns, 2.0) > 0.5 ? d->time - s : s);
}

static void ends(const struct drive *d, sunrealtype t, const sunrealtype *q,
                 sunrealtype e[2])
{
  const sunrealtype p = pivot(d, t);
  e[0]                = q[0] - (d->upright ? 0.0 : p);
  e[1]                = q[1] - (d->upright ? p : 0.0);
}

FORCE(weight)
{
  f[0] = 0.0;
  f[1] = -GRAVITY;
}

HOLONOMIC(rod)
{
  sunrealtype e[2];
  ends(data, t, q, e);
  g[0] = 0.5 * (e[0] * e[0] + e[1] * e[1] - 1.0);
}

HOLONOMIC(rod_rate)
{
  const struct drive *d = data;
  const int back        = fmod(floor(t / d->time), 2.0) > 0.5;
  sunrealtype e[2];
  ends(d, t, q, e);
  g[0] = (back ? d->speed : -d->speed) * e[d->upright];
}

HOLONOMIC_JAC(rod_G)
{
  sunrealtype e[2];
  ends(data, t, q, e);
  SM_ELEMENT_D(G, 0, 0) = e[0];
  SM_ELEMENT_D(G, 0, 1) = e[1];
}

/* Angle from the vertical and its rate while the pivot does not accelerate. */
static void swing(sunrealtype t, const sunrealtype *y, sunrealtype *dy,
                  const void *data)
{
  dy[0] = y[1];
  dy[1] = -GRAVITY * sin(y[0]);
}

/* The reference from t to t1; strikes: the impulses of the rod. */
static void go(const struct drive *d, int strikes, sunrealtype t,
               sunrealtype t1, sunrealtype y[2])
{
  const sunrealtype turn = d->time * (floor(t / d->time + 1e-9) + 1.0);
  if (turn > t1 + 1e-12)
  {
    runge_kutta(swing, NULL, 2, y, t, t1, 200);
    return;
  }
  runge_kutta(swing, NULL, 2, y, t, turn, 200);
  const int back           = fmod(turn / d->time + 0.5, 2.0) >= 1.0;
  const sunrealtype change = (back ? -2.0 : 2.0) * d->speed;
  if (strikes) { y[1] -= change * (d->upright ? sin(y[0]) : cos(y[0])); }
  if (turn < t1 - 1e-12) { go(d, strikes, turn, t1, y); }
}

/* Largest error of q at the stop times. */
static sunrealtype run(struct drive *d, sunrealtype rtol, int strikes,
                       SUNContext ctx)
{
  const sunrealtype q0[] = {1.0, 0.0}, v0[] = {d->upright ? 0.0 : d->speed,
                                               d->upright ? d->speed : 0.0};
  sunrealtype y[] = {0.5 * acos(-1.0), 0.0}, error = 0.0;
  long int steps = 0;
  struct small s;
  CHECK(!small_mechanics(&s, ctx, 2, 0.0, q0, v0, weight, d));
  CHECK(!small_holonomic(&s, 1, rod, rod_G));
  CHECK(!GALPHASetHolonomicRate(s.mem, rod_rate));
  CHECK(!GALPHASetFormulation(s.mem, GALPHA_INDEX3));
  CHECK(!GALPHASStolerances(s.mem, rtol, rtol));
  for (int i = 0; i < STOPS; i++)
  {
    const sunrealtype t1 = STOP * (i + 1);
    CHECK(!GALPHASetStopTime(s.mem, t1));
    CHECK(small_solve(&s, t1) >= 0);
    go(d, strikes, STOP * i, t1, y);
    sunrealtype e[2];
    ends(d, t1, N_VGetArrayPointer(s.q), e);
    error = fmax(error, hypot(e[0] - sin(y[0]), e[1] + cos(y[0])));
  }
  CHECK(!GALPHAGetNumSteps(s.mem, &steps));
  printf("speed %g, time %g, %s, rtol %g: error %.1e, %ld steps\n", d->speed,
         d->time, d->upright ? "up" : "level", rtol, error, steps);
  small_free(&s);
  return error;
}

TEST_MAIN(ctx)
{
  static const sunrealtype speed[] = {0.3, 1.0, 2.0},
                           time[]  = {0.1, 0.25, 0.37};
  for (int i = 0; i < 18; i++)
  {
    struct drive d = {speed[i % 3], time[i / 3 % 3], i / 9};
    for (sunrealtype rtol = 1e-3; rtol > 5e-6; rtol *= 0.1)
    {
      const sunrealtype error = run(&d, rtol, 1, ctx);
      CHECK_IN(error, 0.0, 0.09);
    }
  }
  struct drive d = {1.0, 0.25, 0};
  CHECK(run(&d, 1e-4, 0, ctx) > 0.1);
}
