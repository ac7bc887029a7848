/* Index 3 with a driven constraint whose velocity jumps, and stop times: a pendulum whose
 * pivot goes to and fro at constant speed, against its angle by Runge-Kutta between the
 * jumps and by the impulse of the rod at each. Errors of velocities at a jump do not fall
 * with h; their part along the constraints does. A step h that passes a jump dv, or begins
 * at it, leaves up to h dv/2 of q, and turns by w h while the impulse acts: w h dv of v.
 * Bound: twice the sum of h dv/2, and 40 tolerances (measured: 1.1 times, and 40).
 * Control: an angle without the impulses. */
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

/* h dv/2, if the last step passed a jump or began at it. */
static sunrealtype passing(const struct small *s, const struct drive *d)
{
  const sunrealtype h = real_of(s->mem, GALPHAGetLastStep), little = 1e-9;
  const sunrealtype turn = d->time * floor((s->t - little) / d->time);
  return turn > 0.0 && turn > s->t - h - little ? h * d->speed : 0.0;
}

/* Largest error of q at the stop times, over its bound. */
static sunrealtype run(struct drive *d, sunrealtype rtol, int strikes,
                       SUNContext ctx)
{
  const sunrealtype q0[] = {1.0, 0.0}, v0[] = {d->upright ? 0.0 : d->speed,
                                               d->upright ? d->speed : 0.0};
  sunrealtype y[] = {0.5 * acos(-1.0), 0.0}, error = 0.0, passed = 0.0;
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
    while (s.t < t1)
    {
      CHECK(small_step(&s, t1) >= 0);
      passed += passing(&s, d);
    }
    go(d, strikes, STOP * i, t1, y);
    sunrealtype e[2];
    ends(d, t1, N_VGetArrayPointer(s.q), e);
    error = fmax(error, hypot(e[0] - sin(y[0]), e[1] + cos(y[0])));
  }
  CHECK(!GALPHAGetNumSteps(s.mem, &steps));
  const sunrealtype bound = 2.0 * passed + 40.0 * rtol;
  printf("speed %g, time %g, %s, rtol %g: error %.1e of %.1e, %ld steps\n",
         d->speed, d->time, d->upright ? "up" : "level", rtol, error, bound,
         steps);
  small_free(&s);
  return error / bound;
}

TEST_MAIN(ctx)
{
  static const sunrealtype speed[] = {0.3, 1.0, 2.0},
                           time[]  = {0.1, 0.25, 0.37},
                           rtol[]  = {1e-3, 9.7e-4, 1.04e-3, 1e-4, 1e-5};
  for (int i = 0; i < 18; i++)
  {
    struct drive d = {speed[i % 3], time[i / 3 % 3], i / 9};
    for (int k = 0; k < COUNT_OF(rtol); k++)
    {
      CHECK_IN(run(&d, rtol[k], 1, ctx), 0.0, 1.0);
    }
  }
  struct drive d = {1.0, 0.25, 0};
  CHECK(run(&d, 1e-4, 0, ctx) > 2.0);
}
