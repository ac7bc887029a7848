/* A rod that rocks on its two ends, contacts that close and open (GALPHARootInitExt,
 * GALPHAImpact, GALPHASetActive), against an independent integration; and one that settles. */
#include "contacts.h"
#include "support/run/event_ode.h"

/* Half the length and the mass are 1. Constraints: height of the left and of the right end,
 * their horizontal speeds. */
struct rod
{
  double inertia;
  int pivot; /* the end that stands: 0, 1; -1: both */
};

MASS(rod_mass)
{
  const struct rod *r = data;
  PROBLEM_MATRIX(M, {0, 0, 1.0}, {1, 1, 1.0}, {2, 2, r->inertia});
}

FORCE_IS(rod_force, 0.0, -1.0, 0.0)

HOLONOMIC_IS(rod_g, q[1] - sin(q[2]), q[1] + sin(q[2]))

HOLONOMIC_JAC_IS(rod_G, {0, 1, 1.0}, {1, 1, 1.0}, {0, 2, -cos(q[2])},
                 {1, 2, cos(q[2])})

NONHOLONOMIC_IS(rod_k, v[0] + sin(q[2]) * v[2], v[0] - sin(q[2]) * v[2])

NONHOLONOMIC_JAC_IS(rod_K, {0, 0, 1.0}, {1, 0, 1.0}, {0, 2, sin(q[2])},
                    {1, 2, -sin(q[2])})

NONHOLONOMIC_JAC_IS(rod_Kq, {0, 2, cos(q[2]) * v[2]}, {1, 2, -cos(q[2]) * v[2]})

/* The end that hangs comes down. */
ROOTS_EXT(rod_event)
{
  const struct rod *r = data;
  g[0]                = q[1] + (r->pivot ? -1.0 : 1.0) * sin(q[2]);
}

/* Angle and its rate, about the left end if it is positive. */
static void rocking(double t, const double *y, double *f, const void *data)
{
  const struct rod *r = data;
  f[0]                = y[1];
  f[1] = (r->pivot ? 1.0 : -1.0) * cos(y[0]) / (r->inertia + 1.0);
}

static double flat(double t, const double *y, void *data)
{
  const struct rod *r = data;
  return r->pivot ? -y[0] : y[0];
}

/* All that stands counts as contact in an impact, and then what has no speed. */
static void put_down(struct small *s, struct rod *r)
{
  const double e[]    = {0.0, 0.0};
  const sunrealtype c = cos(small_q(s)[2]);
  for (int i = 0; i < 2; i++)
  {
    CHECK(!on(s, GALPHA_HOLONOMIC, i, 0));
    CHECK(!on(s, GALPHA_NONHOLONOMIC, i, 0));
  }
  CHECK(!small_strike(s, 2, VALUES(0.0, 1.0, -c, 0.0, 1.0, c), e, NULL));
  CHECK(!GALPHAGetConsistentIC(s->mem, NULL, s->v));
  const double *v   = small_v(s);
  const double left = v[1] - c * v[2], right = v[1] + c * v[2];
  const double rest = 1e-9;
  r->pivot          = left > rest ? 1 : right > rest ? 0 : -1;
  CHECK(!on(s, GALPHA_HOLONOMIC, 0, r->pivot < 1));
  CHECK(!on(s, GALPHA_HOLONOMIC, 1, r->pivot != 0));
  CHECK(!on(s, GALPHA_NONHOLONOMIC, r->pivot > 0, 1));
}

static void begin_rod(struct small *s, struct rod *r, struct way way)
{
  const struct problem pb =
    PROBLEM(.name = "rod", .n = 3, .m = 2, .p = 2,
            .q0 = VALUES(0.0, sin(0.3), 0.3), .mass = rod_mass,
            .force = rod_force, .g = rod_g, .G = rod_G, .k = rod_k, .K = rod_K,
            .Kq = rod_Kq, .data = r);
  begin(s, &pb, way, rod_event);
  CHECK(!on(s, GALPHA_HOLONOMIC, 1, 0));
  CHECK(!on(s, GALPHA_NONHOLONOMIC, 1, 0));
}

/* With much inertia at its ends it rocks: each impact leaves (I - 1)/(I + 1) of the rate.
 * Times by an independent integration with that law. */
static void check_rocking(struct way way)
{
  struct rod r = {.inertia = 5.0}, own = r;
  const struct event_ode ode = {2, rocking, flat, &own, 1e-4};
  double t = 0.0, y[] = {0.3, 0.0}, energy = 0.0;
  struct small s;
  begin_rod(&s, &r, way);
  for (int i = 0; i < 4; i++)
  {
    CHECK(event_ode_run(&ode, &t, y, 100.0));
    event_at(&s, t, 1e-5);
    put_down(&s, &r);
    y[0] = 0.0;
    y[1] *= 4.0 / 6.0;
    own.pivot = !own.pivot;
    CHECK(r.pivot == own.pivot);
    CHECK_IN(small_v(&s)[2] - y[1], -1e-5, 1e-5);
  }
  CHECK(!GALPHASetStopTime(s.mem, s.t + 0.2));
  CHECK(small_solve(&s, 100.0) == GALPHA_TSTOP_RETURN);
  const double tend = s.t;
  CHECK(!event_ode_run(&ode, &t, y, tend));
  CHECK_IN(small_q(&s)[2] - y[0], -1e-5, 1e-5);
  CHECK_IN(small_v(&s)[2] - y[1], -1e-5, 1e-5);
  CHECK(!GALPHAGetEnergy(s.mem, &energy));
  CHECK_IN(energy - 3.0 * y[1] * y[1], -1e-5, 1e-5);
  CHECK(multiplier(&s, 1) == 0.0 && multiplier(&s, 0) < -0.1);
}

/* A uniform rod falls on its other end and stays: each end bears half of the weight. */
static void check_settles(struct way way)
{
  struct rod r = {.inertia = 1.0 / 3.0}, own = r;
  const struct event_ode ode = {2, rocking, flat, &own, 1e-4};
  double t = 0.0, y[] = {0.3, 0.0};
  struct small s;
  begin_rod(&s, &r, way);
  CHECK(event_ode_run(&ode, &t, y, 100.0));
  event_at(&s, t, 1e-5);
  CHECK_IN(small_v(&s)[2] + sqrt(1.5 * sin(0.3)), -1e-5, 1e-5);
  put_down(&s, &r);
  CHECK(r.pivot == -1);
  CHECK(!GALPHARootInit(s.mem, 0, NULL));
  CHECK(small_solve(&s, s.t + 1.0) == GALPHA_SUCCESS);
  CHECK_IN(small_q(&s)[2], -1e-7, 1e-7);
  CHECK_IN(multiplier(&s, 0) + 0.5, -1e-6, 1e-6);
  CHECK_IN(multiplier(&s, 1) + 0.5, -1e-6, 1e-6);
}

TEST_MAIN()
{
  for (int i = 0; i < COUNT_OF(ways); i++)
  {
    check_of("%s", ways[i].name);
    check_rocking(ways[i]);
    check_settles(ways[i]);
  }
}
