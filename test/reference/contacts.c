/* Contacts that close and open: GALPHARootInitExt, GALPHAImpact and GALPHASetActive together,
 * against closed forms and an independent integration. A ball that comes to rest and is
 * lifted, or thrown off by the plane; a body that sticks to a belt and slips; a rod that
 * rocks on its two ends. */
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/run/event_ode.h"
#include "support/test.h"

#define PI 3.14159265358979323846

struct way
{
  const char *name;
  int formulation, order, ldlt;
  enum problem_storage storage;
  double rho;
};

static const struct way ways[] = {
  {"SOI2", GALPHA_SOI2, 2, 0, PROBLEM_DENSE, 0.5},
  {"SOI2, order 5", GALPHA_SOI2, 5, 0, PROBLEM_DENSE, 0.0},
  {"as published", GALPHA_SOI2_LITERAL, 2, 0, PROBLEM_DENSE, 0.9},
  {"index 3", GALPHA_INDEX3, 2, 0, PROBLEM_DENSE, 0.2},
  {"KLU", GALPHA_SOI2, 5, 0, PROBLEM_SPARSE, 0.9},
  {"L D L^T, index 3", GALPHA_INDEX3, 5, 1, PROBLEM_SPARSE, 0.5},
};
#define WAYS (sizeof ways / sizeof ways[0])

static void begin(struct small *s, const struct problem *pb, struct way way,
                  SUNContext ctx)
{
  CHECK(!small_problem(s, ctx, pb, way.storage));
  CHECK(!GALPHASetFormulation(s->mem, way.formulation));
  CHECK(!GALPHASetMaxOrd(s->mem, way.order));
  CHECK(!GALPHASetRhoInf(s->mem, way.rho));
  if (way.ldlt) { CHECK(!GALPHASetOption(s->mem, "ldlt", 1)); }
  CHECK(!GALPHASStolerances(s->mem, 1e-8, 1e-8));
  CHECK(!GALPHASetMaxNumSteps(s->mem, -1));
  /* multipliers are linear within a step */
  CHECK(!GALPHASetMaxStep(s->mem, 0.01));
}

static int on(struct small *s, int kind, int row, int on)
{
  return GALPHASetActive(s->mem, kind, row, on);
}

static int strike(struct small *s, int p, const double *rows, const double *e)
{
  const int n = (int)N_VGetLength(s->q);
  SUNMatrix D = SUNDenseMatrix(p, n, s->ctx);
  for (int i = 0; i < p; i++)
  {
    for (int j = 0; j < n; j++) { SM_ELEMENT_D(D, i, j) = rows[i * n + j]; }
  }
  const int code = GALPHAImpact(s->mem, p, D, e, NULL);
  SUNMatDestroy(D);
  return code;
}

/* The next event comes at this time, falling or rising. */
static void event_at(struct small *s, double t, double tol)
{
  CHECK(small_solve(s, 100.0) == GALPHA_ROOT_RETURN);
  CHECK_IN(s->t - t, -tol, tol);
}

static double multiplier(struct small *s, int row)
{
  CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, s->psi));
  return N_VGetArrayPointer(s->lambda)[row];
}

/* ---- a ball over a plane -------------------------------------------------------------- */

struct ball
{
  double amplitude, omega; /* of the plane */
  double lift, from;       /* the force lift (t - from)^2 */
  int closed;
};

static double plane(const struct ball *b, double t)
{
  return b->amplitude * sin(b->omega * t);
}

static double plane_rate(const struct ball *b, double t)
{
  return b->amplitude * b->omega * cos(b->omega * t);
}

MASS(ball_mass)
{
  PROBLEM_MATRIX(M, {0, 0, 1.0}, {1, 1, 1.0});
}

FORCE(ball_force)
{
  const struct ball *b = data;
  const double s       = fmax(0.0, t - b->from);
  f[0]                 = 0.0;
  f[1]                 = b->lift * s * s - 1.0;
}

HOLONOMIC_IS(ball_g, q[1] - plane(data, t))

HOLONOMIC_IS(ball_gt, -plane_rate(data, t))

HOLONOMIC_JAC(ball_G)
{
  PROBLEM_MATRIX(G, {0, 1, 1.0});
}

/* Closed: the contact pulls. Open: the gap is closed. */
static int ball_event(sunrealtype t, const GALPHARootPoint *at,
                      sunrealtype *gout, void *data)
{
  const struct ball *b = data;
  gout[0]              = b->closed ? -N_VGetArrayPointer(at->lambda)[0]
                                   : N_VGetArrayPointer(at->q)[1] - plane(b, t);
  return 0;
}

static void ball_start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct ball *b = data;
  q[1]                 = b->closed ? 0.0 : 1.0;
  v[0]                 = 0.5;
  v[1]                 = b->closed ? plane_rate(b, 0.0) : 0.0;
}

static void begin_ball(struct small *s, struct ball *b, struct way way,
                       int differenced, SUNContext ctx)
{
  const struct problem pb =
    PROBLEM(.name = "ball", .n = 2, .m = 1, .start = ball_start,
            .mass = ball_mass, .force = ball_force, .g = ball_g, .G = ball_G,
            .gt = differenced ? NULL : ball_gt, .moving = 1, .data = b);
  begin(s, &pb, way, ctx);
  CHECK(!GALPHARootInitExt(s->mem, 1, ball_event));
  CHECK(!GALPHASetRootDirection(s->mem, (int[]){-1}));
}

/* From the height 1 it bounces with e = 0.5; the fifth impact is the last one. Then it
 * slides until a force lifts it, y = lift ((s + s0)^4 - ...)/12. */
static void check_rest(struct way way, SUNContext ctx)
{
  struct ball b = {.lift = 0.04, .from = 6.0};
  double e = 0.5, t = sqrt(2.0), speed = sqrt(2.0);
  struct small s;
  begin_ball(&s, &b, way, 0, ctx);
  CHECK(!on(&s, GALPHA_HOLONOMIC, 0, 0));
  for (int i = 0; i < 5; i++)
  {
    event_at(&s, t, 1e-5);
    e = i < 4 ? 0.5 : 0.0;
    CHECK(!strike(&s, 1, VALUES(0.0, 1.0), &e));
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
  small_free(&s);
}

/* Without GALPHASetActive at the lift-off the plane holds it. */
static void check_held(struct way way, SUNContext ctx)
{
  struct ball b = {.lift = 0.04, .closed = 1};
  struct small s;
  begin_ball(&s, &b, way, 0, ctx);
  event_at(&s, 5.0, 1e-5);
  CHECK(small_solve(&s, 7.0) == GALPHA_SUCCESS);
  CHECK_IN(small_q(&s)[1], -1e-6, 1e-6);
  CHECK(multiplier(&s, 0) > 0.5);
  small_free(&s);
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
static void check_thrown(struct way way, int differenced, SUNContext ctx)
{
  struct ball b = {.amplitude = 1.0, .omega = sqrt(2.0), .closed = 1};
  double power  = 1.0;
  struct small s;
  begin_ball(&s, &b, way, differenced, ctx);
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
  small_free(&s);
}

/* ---- a body on a belt, at a spring: sticks and slips --------------------------------- */

#define SPRING  4.0
#define BELT    0.7
#define STATIC  1.5
#define KINETIC 0.5

struct belt
{
  int slips;
};

MASS(belt_mass)
{
  PROBLEM_MATRIX(M, {0, 0, 1.0});
}

FORCE(belt_force)
{
  const struct belt *b = data;
  f[0]                 = -SPRING * q[0] + (b->slips ? KINETIC : 0.0);
}

NONHOLONOMIC_IS(belt_k, v[0] - BELT)

NONHOLONOMIC_JAC(belt_K)
{
  PROBLEM_MATRIX(K, {0, 0, 1.0});
}

static int belt_event(sunrealtype t, const GALPHARootPoint *at,
                      sunrealtype *gout, void *data)
{
  const struct belt *b = data;
  gout[0]              = b->slips ? BELT - N_VGetArrayPointer(at->v)[0]
                                  : STATIC - fabs(N_VGetArrayPointer(at->psi)[0]);
  return 0;
}

static void belt_start(sunrealtype *q, sunrealtype *v, void *data)
{
  q[0] = 0.0;
  v[0] = BELT;
}

/* Sticks until SPRING x = STATIC; slips, a harmonic motion about KINETIC/SPRING, until its
 * speed is that of the belt again: tan(omega s/2) = -A omega/BELT with the amplitude
 * A = (STATIC - KINETIC)/SPRING from there. */
static void check_belt(struct way way, SUNContext ctx)
{
  struct belt b = {0};
  const struct problem pb =
    PROBLEM(.name = "belt", .n = 1, .p = 1, .start = belt_start,
            .mass = belt_mass, .force = belt_force, .k = belt_k, .K = belt_K,
            .data = &b);
  const double omega = sqrt(SPRING), A = (STATIC - KINETIC) / SPRING;
  const double slip = 2.0 * (PI - atan(A * omega / BELT)) / omega;
  const double x    = KINETIC / SPRING - A;
  double t          = STATIC / SPRING / BELT;
  struct small s;
  begin(&s, &pb, way, ctx);
  CHECK(!GALPHARootInitExt(s.mem, 1, belt_event));
  CHECK(!GALPHASetRootDirection(s.mem, (int[]){-1}));
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
  small_free(&s);
}

/* ---- a rod on its two ends ------------------------------------------------------------ */

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

FORCE(rod_force)
{
  f[0] = f[2] = 0.0;
  f[1]        = -1.0;
}

HOLONOMIC_IS(rod_g, q[1] - sin(q[2]), q[1] + sin(q[2]))

HOLONOMIC_JAC(rod_G)
{
  PROBLEM_MATRIX(G, {0, 1, 1.0}, {1, 1, 1.0}, {0, 2, -cos(q[2])},
                 {1, 2, cos(q[2])});
}

NONHOLONOMIC_IS(rod_k, v[0] + sin(q[2]) * v[2], v[0] - sin(q[2]) * v[2])

NONHOLONOMIC_JAC(rod_K)
{
  PROBLEM_MATRIX(K, {0, 0, 1.0}, {1, 0, 1.0}, {0, 2, sin(q[2])},
                 {1, 2, -sin(q[2])});
}

NONHOLONOMIC_JAC(rod_Kq)
{
  PROBLEM_MATRIX(K, {0, 2, cos(q[2]) * v[2]}, {1, 2, -cos(q[2]) * v[2]});
}

/* The end that hangs comes down. */
static int rod_event(sunrealtype t, const GALPHARootPoint *at,
                     sunrealtype *gout, void *data)
{
  const struct rod *r  = data;
  const sunrealtype *q = N_VGetArrayPointer(at->q);
  gout[0]              = q[1] + (r->pivot ? -1.0 : 1.0) * sin(q[2]);
  return 0;
}

static void rod_start(sunrealtype *q, sunrealtype *v, void *data)
{
  q[0] = 0.0;
  q[1] = sin(0.3);
  q[2] = 0.3;
  v[0] = v[1] = v[2] = 0.0;
}

/* Angle and its rate, about the left end if it is positive. */
static void rocking(double t, const double *y, double *f, void *data)
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
  CHECK(!strike(s, 2, VALUES(0.0, 1.0, -c, 0.0, 1.0, c), e));
  CHECK(!GALPHAGetConsistentIC(s->mem, NULL, s->v));
  const double *v   = small_v(s);
  const double left = v[1] - c * v[2], right = v[1] + c * v[2];
  const double rest = 1e-9;
  r->pivot          = left > rest ? 1 : right > rest ? 0 : -1;
  CHECK(!on(s, GALPHA_HOLONOMIC, 0, r->pivot < 1));
  CHECK(!on(s, GALPHA_HOLONOMIC, 1, r->pivot != 0));
  CHECK(!on(s, GALPHA_NONHOLONOMIC, r->pivot > 0, 1));
}

static void begin_rod(struct small *s, struct rod *r, struct way way,
                      SUNContext ctx)
{
  const struct problem pb =
    PROBLEM(.name = "rod", .n = 3, .m = 2, .p = 2, .start = rod_start,
            .mass = rod_mass, .force = rod_force, .g = rod_g, .G = rod_G,
            .k = rod_k, .K = rod_K, .Kq = rod_Kq, .data = r);
  begin(s, &pb, way, ctx);
  CHECK(!GALPHARootInitExt(s->mem, 1, rod_event));
  CHECK(!GALPHASetRootDirection(s->mem, (int[]){-1}));
  CHECK(!on(s, GALPHA_HOLONOMIC, 1, 0));
  CHECK(!on(s, GALPHA_NONHOLONOMIC, 1, 0));
}

/* With much inertia at its ends it rocks: each impact leaves (I - 1)/(I + 1) of the rate.
 * Times by an independent integration with that law. */
static void check_rocking(struct way way, SUNContext ctx)
{
  struct rod r = {.inertia = 5.0}, own = r;
  const struct event_ode ode = {2, rocking, flat, &own, 1e-4};
  double t = 0.0, y[] = {0.3, 0.0}, energy = 0.0;
  struct small s;
  begin_rod(&s, &r, way, ctx);
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
  small_free(&s);
}

/* A uniform rod falls on its other end and stays: each end bears half of the weight. */
static void check_settles(struct way way, SUNContext ctx)
{
  struct rod r = {.inertia = 1.0 / 3.0}, own = r;
  const struct event_ode ode = {2, rocking, flat, &own, 1e-4};
  double t = 0.0, y[] = {0.3, 0.0};
  struct small s;
  begin_rod(&s, &r, way, ctx);
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
  small_free(&s);
}

TEST_MAIN(ctx)
{
  for (size_t i = 0; i < WAYS; i++)
  {
    printf("%s\n", ways[i].name);
    check_rest(ways[i], ctx);
    check_held(ways[i], ctx);
    check_thrown(ways[i], 0, ctx);
    check_thrown(ways[i], 1, ctx);
    check_belt(ways[i], ctx);
    check_rocking(ways[i], ctx);
    check_settles(ways[i], ctx);
  }
}
