/* Contacts that close and open: GALPHARootInitExt, GALPHAImpact and GALPHASetActive together,
 * against closed forms. A ball that comes to rest and is lifted, or thrown off by the plane;
 * a body that sticks to a belt and slips. */
#include "contacts.h"

#define PI 3.14159265358979323846

/* A ball over a plane. */

struct ball
{
  double amplitude, omega;     /* of the plane */
  double since, phase, height; /* the start; of the plane */
  double lift, from;           /* the force lift (t - from)^2 */
  int closed;
};

static double plane(const struct ball *b, double t)
{
  return b->height + b->amplitude * sin(b->omega * t + b->phase);
}

static double plane_rate(const struct ball *b, double t)
{
  return b->amplitude * b->omega * cos(b->omega * t + b->phase);
}

MASS_IS(ball_mass, {0, 0, 1.0}, {1, 1, 1.0})

FORCE(ball_force)
{
  const struct ball *b = data;
  const double s       = fmax(0.0, t - b->from);
  f[0]                 = 0.0;
  f[1]                 = b->lift * s * s - 1.0;
}

HOLONOMIC_IS(ball_g, q[1] - plane(data, t))

HOLONOMIC_IS(ball_gt, -plane_rate(data, t))

HOLONOMIC_JAC_IS(ball_G, {0, 1, 1.0})

/* Closed: the contact pulls. Open: the gap is closed. */
ROOTS_EXT(ball_event)
{
  const struct ball *b = data;
  g[0]                 = b->closed ? -lambda[0] : q[1] - plane(b, t);
}

static void ball_start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct ball *b = data;
  q[1]                 = b->closed ? plane(b, b->since) : 1.0;
  v[0]                 = 0.5;
  v[1]                 = b->closed ? plane_rate(b, b->since) : 0.0;
}

static void begin_ball(struct small *s, struct ball *b, struct way way,
                       int differenced)
{
  const struct problem pb =
    PROBLEM(.name = "ball", .n = 2, .m = 1, .start = ball_start,
            .mass = ball_mass, .force = ball_force, .g = ball_g, .G = ball_G,
            .gt = differenced ? NULL : ball_gt, .moving = 1, .data = b);
  begin(s, &pb, way, ball_event);
}

/* From the height 1 it bounces with e = 0.5; the fifth impact is the last one. Then it
 * slides until a force lifts it, y = lift ((s + s0)^4 - ...)/12. */
static void check_rest(struct way way)
{
  struct ball b = {.lift = 0.04, .from = 6.0};
  double e = 0.5, t = sqrt(2.0), speed = sqrt(2.0);
  struct small s;
  begin_ball(&s, &b, way, 0);
  CHECK(!on(&s, GALPHA_HOLONOMIC, 0, 0));
  for (int i = 0; i < 5; i++)
  {
    event_at(&s, t, 1e-5);
    e = i < 4 ? 0.5 : 0.0;
    CHECK(!small_strike(&s, 1, VALUES(0.0, 1.0), &e, NULL));
    speed *= e;
    t += 2.0 * speed;
  }
  CHECK(!on(&s, GALPHA_HOLONOMIC, 0, 1));
  b.closed = 1;
  CHECK(small_solve(&s, 5.5) == GALPHA_SUCCESS);
  CHECK_IN(multiplier(&s, 0) + 1.0, -1e-6, 1e-6);
  /* it cannot know the switch of the force */
  CHECK(!GALPHASetStopTime(s.mem, b.from));
  CHECK(small_solve(&s, 9.0) == GALPHA_TSTOP_RETURN);
  event_at(&s, b.from + 5.0, 1e-5);
  CHECK(!on(&s, GALPHA_HOLONOMIC, 0, 0));
  b.closed = 0;
  CHECK(small_solve(&s, 13.0) == GALPHA_SUCCESS);
  const double y =
    0.04 * (pow(7.0, 4) - pow(5.0, 4) - 2.0 * 4.0 * 125.0) / 12.0;
  CHECK_IN(small_q(&s)[1] - (y - 2.0), -1e-5, 1e-5);
  CHECK_IN(small_q(&s)[0] - 6.5, -1e-5, 1e-5);
  CHECK(multiplier(&s, 0) == 0.0);
}

/* Without GALPHASetActive at the lift-off the plane holds it. */
static void check_held(struct way way)
{
  struct ball b = {.lift = 0.04, .closed = 1};
  struct small s;
  begin_ball(&s, &b, way, 0);
  event_at(&s, 5.0, 1e-5);
  CHECK(small_solve(&s, 7.0) == GALPHA_SUCCESS);
  CHECK_IN(small_q(&s)[1], -1e-6, 1e-6);
  CHECK(multiplier(&s, 0) > 0.5);
}

/* The ball thrown at t0 with the speed of the plane meets it at this time. */
static double landing(const struct ball *b, double t0)
{
  double low = t0 + 0.5, high = t0 + 10.0;
  for (int i = 0; i < 200; i++)
  {
    const double t = 0.5 * (low + high), s = t - t0;
    const double gap =
      plane(b, t0) + plane_rate(b, t0) * s - 0.5 * s * s - plane(b, t);
    *(gap > 0.0 ? &low : &high) = t;
  }
  return high;
}

/* On a plane that accelerates by up to 2 it leaves where sin(omega t) = 1/2 on the way up;
 * it comes down without restitution, and leaves again. */
static void check_thrown(struct way way, int differenced)
{
  struct ball b = {.amplitude = 1.0, .omega = sqrt(2.0), .closed = 1};
  double power  = 1.0;
  struct small s;
  begin_ball(&s, &b, way, differenced);
  for (int i = 0; i < 3; i++)
  {
    const double t = (PI / 6.0 + 2.0 * PI * i) / b.omega;
    event_at(&s, t, 2e-5);
    CHECK(!on(&s, GALPHA_HOLONOMIC, 0, 0));
    b.closed = 0;
    event_at(&s, landing(&b, t), 1e-5);
    CHECK(!GALPHAGetPower(s.mem, NULL, &power) && power == 0.0);
    small_q(&s)[1] = plane(&b, s.t);
    small_v(&s)[1] = plane_rate(&b, s.t);
    CHECK(!GALPHAReInit(s.mem, s.t, s.q, s.v));
    CHECK(!on(&s, GALPHA_HOLONOMIC, 0, 1));
    b.closed = 1;
  }
}

/* Accelerations are equal at the lift-off: at a late time the gap is rounding of t for the
 * first ten steps after it, and no landing. */
static void check_thrown_late(void)
{
  for (int i = 0; i < 10; i++)
  {
    struct ball b     = {.amplitude = 0.6 + 0.17 * i,
                         .closed    = 1,
                         .since     = 1e6,
                         .height    = 1.0 + i};
    b.omega           = sqrt((1.3 + 0.13 * i) / b.amplitude);
    b.phase           = -b.omega * b.since;
    const double lift = asin(1.0 / (b.amplitude * b.omega * b.omega));
    const double t    = b.since + lift / b.omega;
    const struct problem pb =
      PROBLEM(.name = "ball", .t0 = b.since, .n = 2, .m = 1,
              .start = ball_start, .mass = ball_mass, .force = ball_force,
              .g = ball_g, .G = ball_G, .gt = ball_gt, .moving = 1, .data = &b);
    SMALL(s, .pb = &pb, .rtol = 1e-7, .set = {{"max_order", 2}});
    CHECK(!GALPHARootInitExt(s->mem, 1, ball_event));
    CHECK(!GALPHASetRootDirection(s->mem, (int[]){-1}));
    CHECK(small_solve(s, b.since + 100.0) == GALPHA_ROOT_RETURN);
    CHECK_IN(s->t - t, -1e-3, 1e-3);
    CHECK(!on(s, GALPHA_HOLONOMIC, 0, 0));
    b.closed = 0;
    CHECK(small_solve(s, b.since + 100.0) == GALPHA_ROOT_RETURN);
    CHECK_IN(s->t - landing(&b, t), -1e-2, 1e-2);
  }
}

/* A body on a belt, at a spring: sticks and slips. */

#define SPRING  4.0
#define BELT    0.7
#define STATIC  1.5
#define KINETIC 0.5

struct belt
{
  int slips;
};

MASS_IS(belt_mass, {0, 0, 1.0})

FORCE(belt_force)
{
  const struct belt *b = data;
  f[0]                 = -SPRING * q[0] + (b->slips ? KINETIC : 0.0);
}

NONHOLONOMIC_IS(belt_k, v[0] - BELT)

NONHOLONOMIC_JAC_IS(belt_K, {0, 0, 1.0})

ROOTS_EXT(belt_event)
{
  const struct belt *b = data;
  g[0]                 = b->slips ? BELT - v[0] : STATIC - fabs(psi[0]);
}

/* Sticks until SPRING x = STATIC; slips, a harmonic motion about KINETIC/SPRING, until its
 * speed is that of the belt again: tan(omega s/2) = -A omega/BELT with the amplitude
 * A = (STATIC - KINETIC)/SPRING from there. */
static void check_belt(struct way way)
{
  struct belt b = {0};
  const struct problem pb =
    PROBLEM(.name = "belt", .n = 1, .p = 1, .v0 = VALUES(BELT),
            .mass = belt_mass, .force = belt_force, .k = belt_k, .K = belt_K,
            .data = &b);
  const double omega = sqrt(SPRING), A = (STATIC - KINETIC) / SPRING;
  const double slip = 2.0 * (PI - atan(A * omega / BELT)) / omega;
  const double x    = KINETIC / SPRING - A;
  double t          = STATIC / SPRING / BELT;
  struct small s;
  begin(&s, &pb, way, belt_event);
  for (int i = 0; i < 5; i++)
  {
    event_at(&s, t, 3e-5);
    CHECK(!on(&s, GALPHA_NONHOLONOMIC, 0, 0));
    b.slips = 1;
    t += slip;
    event_at(&s, t, 3e-5);
    CHECK_IN(small_q(&s)[0] - x, -1e-5, 1e-5);
    CHECK(!GALPHAGetMultipliers(s.mem, s.t, NULL, s.psi));
    CHECK(N_VGetArrayPointer(s.psi)[0] == 0.0);
    CHECK(!on(&s, GALPHA_NONHOLONOMIC, 0, 1));
    b.slips = 0;
    t += 2.0 * A / BELT;
  }
}

TEST_MAIN()
{
  for (int i = 0; i < COUNT_OF(ways); i++)
  {
    check_of("%s", ways[i].name);
    check_rest(ways[i]);
    check_held(ways[i]);
    check_thrown(ways[i], 0);
    check_thrown(ways[i], 1);
    check_belt(ways[i]);
  }
  check_thrown_late();
}
