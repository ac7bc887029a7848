/* A rod on a pivot that moves as A t^3, from rest, without g_t; the rod turns. Where it lies
 * along an axis a term of g passes through 0 or an extremum, and short increments do not
 * show the rounding of the others: accelerations at the start were wrong, their derivative
 * 1e15 times as large, and first steps 1e-11. The control is a second difference of g over
 * the increment that is best for g_t, the shortest one. */
#include "support/test.h"

#define GRAVITY 9.81
#define INERTIA 0.1

struct rod
{
  sunrealtype length, angle, speed, drive;
};

MASS_IS(mass, {0, 0, 1.0}, {1, 1, 1.0}, {2, 2, INERTIA})
FORCE_IS(weight, 0.0, -GRAVITY, 0.0)

HOLONOMIC(pinned)
{
  const struct rod *r = data;
  g[0]                = q[0] - r->length * sin(q[2]) - r->drive * t * t * t;
  g[1]                = q[1] + r->length * cos(q[2]);
}

HOLONOMIC_JAC(pinned_jac)
{
  const struct rod *r = data;
  PROBLEM_MATRIX(G, {0, 0, 1.0}, {0, 2, -r->length * cos(q[2])}, {1, 1, 1.0},
                 {1, 2, -r->length * sin(q[2])});
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct rod *r = data;
  const sunrealtype s = r->length * sin(r->angle),
                    c = r->length * cos(r->angle);
  q[0]                = s;
  q[1]                = -c;
  q[2]                = r->angle;
  v[0]                = c * r->speed;
  v[1]                = s * r->speed;
  v[2]                = r->speed;
}

/* Forces in the pivot at the start. */
static void exact(const struct rod *r, sunrealtype force[2])
{
  const sunrealtype L = r->length, s = sin(r->angle), c = cos(r->angle);
  const sunrealtype turn = -GRAVITY * L * s / (L * L + INERTIA);
  force[0]               = -L * (c * turn - s * r->speed * r->speed);
  force[1]               = -GRAVITY - L * (s * turn + c * r->speed * r->speed);
}

/* Error of these forces, relative to them and the weight; *h: the first step. */
static sunrealtype off(struct rod r, int formulation, sunrealtype tstop,
                       sunrealtype *h)
{
  const struct problem pb =
    PROBLEM(.name = "rod", .n = 3, .m = 2, .start = start, .mass = mass,
            .force = weight, .g = pinned, .G = pinned_jac, .moving = 1,
            .data = &r, .constant_mass = 1);
  sunrealtype force[2];
  exact(&r, force);
  SMALL(s, .pb = &pb, .formulation = formulation, .rtol = 1e-6);
  CHECK(!GALPHASetStopTime(s->mem, tstop));
  CHECK(!GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1.0));
  CHECK(!GALPHAGetMultipliers(s->mem, 0.0, s->lambda, NULL));
  const sunrealtype *l    = N_VGetArrayPointer(s->lambda);
  const sunrealtype error = fmax(fabs(l[0] - force[0]), fabs(l[1] - force[1]));
  CHECK(small_step(s, 1.0) >= 0);
  CHECK(!GALPHAGetActualInitStep(s->mem, h));
  keep_free();
  return error / fmax(GRAVITY, fmax(fabs(force[0]), fabs(force[1])));
}

static sunrealtype row(struct rod r, sunrealtype t)
{
  const volatile sunrealtype angle = r.angle + t * r.speed;
  const volatile sunrealtype x =
    r.length * sin(r.angle) + t * r.length * cos(r.angle) * r.speed;
  return x - r.length * sin(angle) - r.drive * t * t * t;
}

/* The centripetal acceleration of the rod at rest on the axis. */
static void control(void)
{
  const struct rod r  = {1.0, 0.5 * M_PI, 1.0, 0.1};
  const sunrealtype d = 1e-14;
  CHECK(fabs((row(r, 2.0 * d) - 2.0 * row(r, d) + row(r, 0.0)) / (d * d) -
             r.length) > 0.5);
}

TEST_MAIN()
{
  static const int formulation[]    = {GALPHA_SOI2, GALPHA_SOI2_LITERAL,
                                       GALPHA_INDEX3};
  static const sunrealtype angle[]  = {0.0, 0.5, -0.5, 1.0, 0.25, 0.1};
  static const sunrealtype length[] = {0.17, 1.0, 11.0, 64.0};
  sunrealtype worst = 0.0, least = HUGE_VAL;
  for (int i = 0; i < 3 * 6 * 4 * 3; i++)
  {
    const struct rod r      = {.length = length[i / 18 % 4],
                               .angle  = M_PI * angle[i / 3 % 6],
                               .speed  = (sunrealtype[]){1.0, -1.3, 0.02}[i / 72],
                               .drive  = i % 2 ? 0.1 : 2.0};
    sunrealtype h           = 0.0;
    const sunrealtype tstop = i % 5 ? 1.0 : 0.03;
    const sunrealtype error = off(r, formulation[i % 3], tstop, &h);
    worst                   = fmax(worst, error);
    least                   = fmin(least, h / tstop);
  }
  CHECK_IN(worst, 0.0, 1e-6);
  CHECK(least >= 1e-7);
  control();
}
