/* Starts in equilibrium: accelerations are rounding, of the forces or of a G by differences,
 * and tell no time. A pendulum hangs along a gravity of any direction until a push begins;
 * and one without any load. A first step as long as such accelerations asked for passed the
 * whole run, with success. The control is such a first step of the user's. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define GRAVITY 9.81
#define PUSH    5.0
#define END     2.0
#define TOL     1e-6

struct hung
{
  sunrealtype angle; /* of the rod and of gravity */
  sunrealtype gravity;
};

/* 0 but for 0.3 < t < 0.8. */
static sunrealtype push(sunrealtype t)
{
  const sunrealtype x = (t - 0.3) / 0.5, p = x * (1.0 - x);
  return p > 0.0 ? PUSH * 64.0 * p * p * p : 0.0;
}

MASS_IS(mass, {0, 0, 1.0}, {1, 1, 1.0})

FORCE(load)
{
  const struct hung *d = data;
  const sunrealtype c = cos(d->angle), s = sin(d->angle), p = push(t);
  (void)v;
  f[0] = d->gravity * c - p * s;
  f[1] = d->gravity * s + p * c;
}

HOLONOMIC(rod)
{
  g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
}

HOLONOMIC_JAC(rod_jac)
{
  PROBLEM_MATRIX(G, {0, 0, q[0]}, {0, 1, q[1]});
}

static void hangs(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct hung *d = data;
  (void)v;
  q[0] = cos(d->angle);
  q[1] = sin(d->angle);
}

/* y = (angle, its rate) */
static void swing(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                  const void *data)
{
  const struct hung *h  = data;
  const sunrealtype off = y[0] - h->angle;
  d[0]                  = y[1];
  d[1]                  = push(t) * cos(off) - h->gravity * sin(off);
}

/* Error of q at the end, in tolerances; h0: the first step, 0: the library's. */
static sunrealtype error(struct hung d, int formulation, bool differenced,
                         sunrealtype h0)
{
  const struct problem pb =
    PROBLEM(.name = "hung", .n = 2, .m = 1, .start = hangs, .mass = mass,
            .force = load, .g = rod, .G = differenced ? NULL : rod_jac,
            .data = &d, .constant_mass = 1);
  sunrealtype y[2] = {d.angle, 0.0};
  runge_kutta(swing, &d, 2, y, 0.0, END, 4000);
  SMALL(s, .pb = &pb, .formulation = formulation, .rtol = TOL);
  CHECK(!GALPHASetInitStep(s->mem, h0));
  CHECK(!small_solve(s, END));
  const sunrealtype off =
    hypot(small_q(s)[0] - cos(y[0]), small_q(s)[1] - sin(y[0]));
  keep_free();
  return off / TOL;
}

TEST_MAIN()
{
  static const int formulation[]     = {GALPHA_SOI2, GALPHA_SOI2_LITERAL,
                                        GALPHA_INDEX3};
  static const sunrealtype gravity[] = {GRAVITY, 1e-9, 0.0};
  sunrealtype worst                  = 0.0;
  for (int i = 0; i < 3 * 2 * 3 * 8; i++)
  {
    const struct hung d = {.angle   = -0.5 * M_PI + 0.3 * (i / 18),
                           .gravity = gravity[i / 6 % 3]};
    worst = fmax(worst, error(d, formulation[i % 3], i / 3 % 2, 0.0));
  }
  CHECK_IN(worst, 0.0, 50.0);
  const struct hung d = {.angle = 1.0, .gravity = GRAVITY};
  CHECK(error(d, GALPHA_SOI2, false, 100.0) > 1e5);
}
