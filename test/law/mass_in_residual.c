/* One degree of freedom whose mass is 7, or 1 + q^2/2: the frequency is right, and
 * coordinate, velocity and acceleration are of order 2, against integrals in closed
 * form. The recursion of Bruls and Arnold (2008), (5)-(8) written out is what the library
 * does; with the mass left out, taken at the old coordinate, or with a wrong update of
 * the velocity it fails the same tests (controls). A mass that is zero or negative, or a
 * singular matrix of masses, is named where the run fails. */
#include "support/test.h"

#define PI        3.14159265358979323846
#define AMPLITUDE 1.2
#define TURNS     2 /* before the instant that is looked at */
#define STEPS     1000

/* (constant + part q^2) q'' + part q q'^2 + stiffness q = 0 */
struct oscillator
{
  const char *name;
  sunrealtype constant, part, stiffness;
};

struct state
{
  sunrealtype q, v, a;
};

static sunrealtype mass(const struct oscillator *o, sunrealtype q)
{
  return o->constant + o->part * q * q;
}

/* Mass times acceleration. */
static sunrealtype force(const struct oscillator *o, sunrealtype q,
                         sunrealtype v)
{
  return -(o->part * v * v + o->stiffness) * q;
}

RESIDUAL2(residual)
{
  const struct oscillator *o = data;
  const sunrealtype q        = y[0];
  r[0]                       = mass(o, q) * ypp[0] - force(o, q, yp[0]);
}

RESIDUAL_START(start)
{
  const struct oscillator *o = data;
  y[0]                       = AMPLITUDE;
  ypp[0]                     = force(o, AMPLITUDE, 0.0) / mass(o, AMPLITUDE);
}

/* Energy makes q = A sin(angle) a quadrature: the time from q = A down to
 * there. */
static sunrealtype time_to(const struct oscillator *o, sunrealtype angle)
{
  const int n         = 2000;
  const sunrealtype d = (0.5 * PI - angle) / n;
  sunrealtype sum     = 0.0;
  for (int i = 0; i <= n; i++)
  {
    const sunrealtype w = i == 0 || i == n ? 1.0 : (i % 2 ? 4.0 : 2.0);
    sum += w * sqrt(mass(o, AMPLITUDE * sin(angle + i * d)) / o->stiffness);
  }
  return sum * d / 3.0;
}

static struct state exact(const struct oscillator *o, sunrealtype angle)
{
  const sunrealtype q = AMPLITUDE * sin(angle);
  const sunrealtype v =
    -AMPLITUDE * cos(angle) * sqrt(o->stiffness / mass(o, q));
  return (struct state){q, v, force(o, q, v) / mass(o, q)};
}

static struct state error(const struct state *s, const struct state *ref)
{
  return (struct state){fabs(s->q - ref->q), fabs(s->v - ref->v),
                        fabs(s->a - ref->a)};
}

static void begin(struct residual_run *run, struct residual_problem *pb,
                  struct oscillator *o)
{
  *pb = RESIDUAL_PROBLEM(.name = o->name, .n = 1, .res2 = residual,
                         .start = start, .ypp_known = 1, .data = o);
  CHECK(residual_begin(run, pb, ctx) == 0);
}

static struct state by_library(struct oscillator *o, sunrealtype rho,
                               sunrealtype t1, int steps)
{
  const sunrealtype one = 1.0;
  struct residual_problem pb;
  struct residual_run run;
  begin(&run, &pb, o);
  CHECK(!GALPHASetRhoInf(run.mem, rho));
  CHECK(!GALPHASetOption(run.mem, "start", GALPHA_START_A0));
  CHECK(!GALPHASStolerances(run.mem, 1e-11, 1e-11));
  CHECK(residual_steps(&run, t1 / steps, &one, 1, steps) == 0);
  const struct state s = {residual_y(&run)[0], residual_yp(&run)[0],
                          residual_ypp(&run)[0]};
  return s;
}

enum fault
{
  NONE,
  NO_MASS,     /* 1 in its place */
  OLD_MASS,    /* at the coordinate before the step */
  WRONG_UPDATE /* of the velocity: weights exchanged */
};

/* A step of the recursion. */
struct stepper
{
  const struct oscillator *o;
  enum fault fault;
  sunrealtype h, am, af, beta, gamma;
  struct state now; /* a is q'' */
  sunrealtype a;    /* of the recursion */
};

/* The state at the end of the step for the a tried there, and F. */
static sunrealtype attempt(const struct stepper *s, sunrealtype a,
                           struct state *end)
{
  const sunrealtype h = s->h;
  const sunrealtype w = s->fault == WRONG_UPDATE ? 1.0 - s->gamma : s->gamma;
  end->q =
    s->now.q + h * s->now.v + h * h * ((0.5 - s->beta) * s->a + s->beta * a);
  end->v = s->now.v + h * ((1.0 - w) * s->a + w * a);
  end->a =
    ((1.0 - s->am) * a + s->am * s->a - s->af * s->now.a) / (1.0 - s->af);
  const sunrealtype m =
    s->fault == NO_MASS ? 1.0
                        : mass(s->o, s->fault == OLD_MASS ? s->now.q : end->q);
  return m * end->a - force(s->o, end->q, end->v);
}

static void advance(struct stepper *s)
{
  struct state end = s->now;
  sunrealtype a0 = s->a, a1 = s->a + 1e-4;
  sunrealtype f0 = attempt(s, a0, &end), f1 = attempt(s, a1, &end);
  for (int i = 0; i < 20 && f1 != f0; i++)
  {
    const sunrealtype a2 = a1 - f1 * (a1 - a0) / (f1 - f0);
    a0                   = a1;
    f0                   = f1;
    a1                   = a2;
    f1                   = attempt(s, a1, &end);
  }
  s->now = end;
  s->a   = a1;
}

static struct state by_hand(const struct oscillator *o, enum fault fault,
                            sunrealtype rho, sunrealtype t1, int steps)
{
  struct stepper s = {.o = o, .fault = fault, .h = t1 / steps};
  s.am             = (2.0 * rho - 1.0) / (1.0 + rho);
  s.af             = rho / (1.0 + rho);
  s.gamma          = 0.5 + s.af - s.am;
  s.beta           = 0.25 * (s.gamma + 0.5) * (s.gamma + 0.5);
  s.now            = exact(o, 0.5 * PI);
  s.a              = s.now.a;
  for (int i = 0; i < steps; i++) { advance(&s); }
  return s.now;
}

static sunrealtype least_order(const struct state *coarse,
                               const struct state *fine)
{
  return fmin(residual_order(coarse->q, fine->q),
              fmin(residual_order(coarse->v, fine->v),
                   residual_order(coarse->a, fine->a)));
}

static void check_order(struct oscillator *o, sunrealtype rho)
{
  const sunrealtype angle = 0.25 * PI;
  const sunrealtype t1    = 4.0 * TURNS * time_to(o, 0.0) + time_to(o, angle);
  const struct state ref  = exact(o, angle);
  struct state lib[2], e[2];
  for (int k = 0; k < 2; k++)
  {
    lib[k] = by_library(o, rho, t1, STEPS << k);
    e[k]   = error(&lib[k], &ref);
  }
  const struct state hand = by_hand(o, NONE, rho, t1, STEPS);
  const struct state d    = error(&lib[0], &hand);
  CHECK(d.q <= 1e-8 && d.v <= 1e-8 && d.a <= 1e-7);
  check_of("%s, rho %.1f", o->name, rho);
  CHECK_IN(residual_order(e[0].q, e[1].q), 1.9, 2.1);
  CHECK_IN(residual_order(e[0].v, e[1].v), 1.9, 2.1);
  CHECK_IN(residual_order(e[0].a, e[1].a), 1.9, 2.1);
  for (int fault = NO_MASS; fault <= WRONG_UPDATE; fault++)
  {
    for (int k = 0; k < 2; k++)
    {
      const struct state s = by_hand(o, (enum fault)fault, rho, t1, STEPS << k);
      e[k]                 = error(&s, &ref);
    }
    check_of("%s, fault %d", o->name, fault);
    if (fault == OLD_MASS && o->part == 0.0) { continue; }
    CHECK(!(least_order(&e[0], &e[1]) >= 1.5));
  }
}

ROOTS_IS(crossing, y[0])

/* Time between zeros of q, with error control. */
static void check_frequency(struct oscillator *o)
{
  const sunrealtype half = 2.0 * time_to(o, 0.0);
  struct residual_problem pb;
  struct residual_run run;
  sunrealtype at[4] = {0.0};
  begin(&run, &pb, o);
  CHECK(!GALPHASStolerances(run.mem, 1e-8, 1e-8));
  CHECK(!GALPHARootInit(run.mem, 1, crossing));
  for (int i = 0; i < 4; i++)
  {
    CHECK(GALPHASolve(run.mem, 100.0, &at[i], run.y, run.yp, GALPHA_NORMAL) ==
          GALPHA_ROOT_RETURN);
  }
  CHECK_REL(at[0], 0.5 * half, 1e-4);
  CHECK_REL((at[3] - at[0]) / 3.0, half, 1e-4);
  CHECK_REL(residual_yp(&run)[0], -exact(o, 0.0).v, 1e-4);
}

/* Masses 1 and m that c couples, on springs. */
static sunrealtype m, c;

RESIDUAL2_IS(two, ypp[0] + c * ypp[1] + 10.0 * y[0] - 5.0 * y[1],
             c *ypp[0] + m * ypp[1] + 10.0 * y[1] - 5.0 * y[0])

static void check_named(sunrealtype mass, sunrealtype coupling, int code,
                        const char *text)
{
  m = mass;
  c = coupling;
  SMALL(s, .n = 2, .q = VALUES(0.1, 0.2), .res2 = two,
        .order = VALUES(2.0, 2.0), .rtol = 1e-8,
        .set = {{"max_num_steps", 3000}});
  REFUSED(&s->said, small_solve(s, 5.0), code, text);
}

/* The speed of a heavy body becomes infinite at t = 1; q' = v is no equation of a body. */
RESIDUAL1_IS(runaway, yp[0] - y[1], 1e9 * (yp[1] - y[1] * y[1]))

static void check_kinematic_row(void)
{
  SMALL(s, .n = 2, .q = VALUES(0.0, 1.0), .res1 = runaway, .rtol = 1e-6);
  REFUSED(&s->said, small_solve(s, 5.0), GALPHA_ERR_FAIL,
          "or the motion is unbounded");
}

TEST_MAIN()
{
  check_kinematic_row();
  check_named(0.0, 0.0, GALPHA_ERR_FAIL, "hardly depends on y''[1]");
  check_named(1.0, 1.0, GALPHA_SINGULAR_JAC, "y''[1] acts on F as y''[0]");
  check_named(-1e-3, 0.0, GALPHA_TOO_MUCH_WORK, "F[1] by y''[1] is -0.001");
  check_named(1e-9, 0.0, GALPHA_TOO_MUCH_WORK, "call again"); /* control */
  static const sunrealtype rho[]  = {0.0, 0.5, 0.8, 0.9};
  struct oscillator oscillators[] = {{"m = 7", 7.0, 0.0, 3.0},
                                     {"M = 1 + q^2/2", 1.0, 0.5, 2.0}};
  CHECK_REL(time_to(&oscillators[0], 0.0), 0.5 * PI * sqrt(7.0 / 3.0), 1e-12);
  for (int i = 0; i < 2; i++)
  {
    check_frequency(&oscillators[i]);
    for (int k = 0; k < 4; k++) { check_order(&oscillators[i], rho[k]); }
  }
}
