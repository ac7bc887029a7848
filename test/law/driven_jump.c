/* Driven constraints whose velocity jumps, with and without stop times at the jumps, also
 * as F(t,y,y',y''), where the pivot may be a state whose rate jumps: a
 * pendulum whose pivot goes to and fro at constant speed, against its angle by
 * Runge-Kutta between the jumps and by the impulse of the rod at each; control: an angle
 * without the impulses. A slider whose drive starts to accelerate at a stop time, or a
 * little before or after it. Smooth drives, which are no jumps: with g_t by differences as
 * many steps as with g_t, and multipliers; control: where rounding of g, at 1e7 from the
 * origin, makes that impossible, a warning says so. Output within a jump. */
#include "support/models/hanging.h"
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define STOP  0.03
#define STOPS 40

static const sunrealtype gravity = HANGING_GRAVITY;

/* The pivot goes with this speed, forth and back for this time each. */
struct drive
{
  struct hanging rod;
  sunrealtype speed, time;
  const sunrealtype *carried; /* its place as a state */
};

static sunrealtype pivot(const struct hanging *p, sunrealtype t, int k)
{
  const struct drive *d   = (const struct drive *)p;
  const sunrealtype turns = floor(t / d->time), s = t - turns * d->time;
  const bool back = fmod(turns, 2.0) > 0.5;
  if (d->carried && k == 0) { return *d->carried; }
  return d->speed * (k == 0 ? (back ? d->time - s : s) : back ? -1.0 : 1.0);
}

static struct drive drive(sunrealtype speed, sunrealtype time, int upright)
{
  return (struct drive){
    {.support = pivot, .upright = upright}, speed, time, NULL};
}

/* The pivot is y[3]. */
static int carried(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                   N_Vector r, void *data)
{
  struct drive *d = data;
  d->carried      = N_VGetArrayPointer(y) + 3;
  const int ret   = hanging_index3(t, y, yp, ypp, r, d);
  d->carried      = NULL;
  NV_Ith_S(r, 3)  = NV_Ith_S(yp, 3) - pivot(&d->rod, t, 1);
  return ret;
}

/* The angle from the vertical and its rate from t to t1, to 1e-9, by the pendulum on a pivot
 * that does not accelerate; strikes: the impulses of the rod. */
static void go(const struct drive *d, int strikes, sunrealtype t,
               sunrealtype t1, sunrealtype y[2])
{
  const sunrealtype turn = d->time * (floor(t / d->time + 1e-9) + 1.0);
  if (turn > t1 + 1e-12)
  {
    runge_kutta(pendulum_from_vertical, &gravity, 2, y, t, t1, 10);
    return;
  }
  runge_kutta(pendulum_from_vertical, &gravity, 2, y, t, turn, 10);
  const int back           = fmod(turn / d->time + 0.5, 2.0) >= 1.0;
  const sunrealtype change = (back ? -2.0 : 2.0) * d->speed;
  if (strikes) { y[1] -= change * (d->rod.upright ? sin(y[0]) : cos(y[0])); }
  if (turn < t1 - 1e-12) { go(d, strikes, turn, t1, y); }
}

/* A run, and where it has jumps, if they are announced by stop times. */
struct way
{
  int formulation, order; /* or 0 and the residual */
  GALPHARes2Fn F;
  sunrealtype rho;
  bool stops, rate; /* g_t is given */
};

/* Largest error of q at the outputs, by that of a smooth motion. */
static sunrealtype run(struct drive *d, struct way way, sunrealtype rtol,
                       int strikes)
{
  const sunrealtype v = d->speed;
  sunrealtype y[] = {0.5 * acos(-1.0), 0.0}, error = 0.0;
  SMALL(s, .n = way.F ? (way.F == carried ? 4 : 3) : 2,
        .q = VALUES(1.0, 0.0, 0.0, 0.0), .res2 = way.F,
        .v = VALUES(d->rod.upright ? 0.0 : v, d->rod.upright ? v : 0.0, 0.0, v),
        .order = way.F ? VALUES(2.0, 2.0, 0.0, 1.0) : NULL,
        .force = hanging_force, .data = d, .g = way.F ? NULL : hanging_rod,
        .G = way.F ? NULL : hanging_rod_jac, .formulation = way.formulation,
        .rtol = rtol, .set = {{"rho_inf", way.rho}, {"max_order", way.order}});
  if (way.rate) { CHECK(!GALPHASetHolonomicRate(s->mem, hanging_rod_rate)); }
  for (int i = 0; i < STOPS; i++)
  {
    const sunrealtype t1 = STOP * (i + 1);
    sunrealtype e[2];
    if (way.stops) { CHECK(!GALPHASetStopTime(s->mem, t1)); }
    CHECK(small_solve(s, t1) >= 0);
    go(d, strikes, STOP * i, t1, y);
    memcpy(e, small_q(s), sizeof e);
    e[d->rod.upright] -= pivot(&d->rod, t1, 0);
    error = fmax(error, hypot(e[0] - sin(y[0]), e[1] + cos(y[0])));
  }
  return error / cbrt(rtol * rtol);
}

/* A slider at rest that its drive accelerates from t = 1 on, or a little before or after
 * a stop time. */
struct slide
{
  sunrealtype from, push;
};

static sunrealtype since(const struct slide *d, sunrealtype t)
{
  return fmax(t - d->from, 0.0);
}

HOLONOMIC_IS(slider, q[0] - 0.5 * ((struct slide *)data)->push *
                              pow(since(data, t), 2.0))
HOLONOMIC_IS(slider_rate, -((struct slide *)data)->push *since(data, t))
HOLONOMIC_JAC_IS(slider_G, {0, 0, 1.0})

static void check_begins(struct slide d, struct way way, sunrealtype rtol)
{
  SMALL(s, .force = problem_no_force, .data = &d, .g = slider, .G = slider_G,
        .formulation = way.formulation, .rtol = rtol,
        .set = {{"rho_inf", way.rho}, {"max_order", way.order}});
  CHECK(!GALPHASetHolonomicRate(s->mem, slider_rate));
  CHECK(!GALPHASetStopTime(s->mem, 1.0));
  CHECK(small_solve(s, 1.0) >= 0);
  CHECK(small_solve(s, 2.0) == 0);
  const sunrealtype bound = 3.0 * d.push * cbrt(rtol * rtol);
  CHECK_NEAR(small_q(s)[0], 0.5 * d.push * pow(since(&d, 2.0), 2.0), bound);
  CHECK_NEAR(small_v(s)[0], d.push * since(&d, 2.0), bound);
}

/* A body on a spring at a support that moves smoothly, far from the origin or not. */
struct support
{
  int formulation;
  sunrealtype rtol, omega, origin;
};

#define SPRING 49.0 /* by the mass of 1 */

FORCE_IS(spring, SPRING *(q[1] - q[0]), SPRING *(q[0] - q[1]))
HOLONOMIC_JAC_IS(support_G, {0, 0, 1.0})
HOLONOMIC_IS(support_rate, -0.1 * ((struct support *)data)->omega *
                             cos(((struct support *)data)->omega * t))

HOLONOMIC(support)
{
  const struct support *d = data;
  g[0]                    = q[0] - d->origin - 0.1 * sin(d->omega * t);
}

/* Differences of g at small steps are rounding or change by as much as the parts of a step
 * differ: no jump. What is left out of a motion at a jump is a step that does not begin
 * where the last one ended. */
static void check_smooth(struct support d)
{
  const sunrealtype w = sqrt(SPRING), x = d.omega / w;
  sunrealtype error = 0.0, last = 0.0, h;
  int left = 0;
  SMALL(s, .n = 2, .q = VALUES(d.origin, d.origin),
        .v = VALUES(0.1 * d.omega, 0.0), .force = spring, .data = &d,
        .g = support, .G = support_G, .formulation = d.formulation,
        .rtol = d.rtol);
  CHECK(!GALPHASStolerances(s->mem, d.rtol, 1e-3 * d.rtol));
  while (s->t < 20.0 && small_step(s, 20.0) >= 0)
  {
    CHECK(!GALPHAGetLastStep(s->mem, &h));
    left += fabs(s->t - h - last) > 1e-12;
    last = s->t;
    const sunrealtype exact =
      d.origin +
      0.1 / (1.0 - x * x) * (sin(d.omega * s->t) - x * sin(w * s->t));
    error = fmax(error, fabs(small_q(s)[1] - exact));
  }
  check_of("smooth, omega %g, origin %g, rtol %g", d.omega, d.origin, d.rtol);
  CHECK(s->t >= 20.0 && left == 0);
  CHECK_IN(error, 0.0, 10.0 * d.rtol);
}

/* Steps to t = 20, and the largest error of the multiplier, over the largest acceleration
 * of the drive, after the first 20 steps. */
static long int follow(struct support d, int given, sunrealtype *error,
                       struct small *s)
{
  const sunrealtype w = sqrt(SPRING), x = d.omega / w,
                    top = 0.1 * d.omega * d.omega;
  BEGIN(s, .n = 2, .q = VALUES(d.origin, d.origin),
        .v = VALUES(0.1 * d.omega, 0.0), .force = spring, .data = &d,
        .g = support, .G = support_G, .formulation = d.formulation,
        .rtol = d.rtol, .set = {{"max_num_steps", -1}});
  if (given) { CHECK(!GALPHASetHolonomicRate(s->mem, support_rate)); }
  *error = 0.0;
  for (int i = 0; s->t < 20.0 && i < 50000 && small_step(s, 20.0) >= 0; i++)
  {
    CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL));
    const sunrealtype drive = sin(d.omega * s->t);
    const sunrealtype y     = 0.1 / (1.0 - x * x) * (drive - x * sin(w * s->t));
    const sunrealtype exact = SPRING * (y - 0.1 * drive) + top * drive;
    const sunrealtype e = fabs(N_VGetArrayPointer(s->lambda)[0] - exact) / top;
    *error              = i > 20 ? fmax(*error, e) : 0.0;
  }
  CHECK(s->t >= 20.0);
  return count_of(s->mem, GALPHAGetNumSteps);
}

static void check_as_given(struct support d)
{
  sunrealtype error, error_given;
  struct small s, as;
  const long int steps = follow(d, 0, &error, &s);
  const long int given = follow(d, 1, &error_given, &as);
  check_of("formulation %d, rtol %g, omega %g, origin %g", d.formulation,
           d.rtol, d.omega, d.origin);
  CHECK((double)steps <= 1.15 * (double)given);
  CHECK_IN(error, 0.0, 1.5 * error_given);
  CHECK(s.said.count == 0);
}

static void check_rough(void)
{
  const struct support far = {GALPHA_SOI2, 1e-7, 30.0, 1e7};
  sunrealtype error, error_given;
  struct small s, as;
  follow(far, 0, &error, &s);
  follow(far, 1, &error_given, &as);
  CHECK(caught_says(&s.said, GALPHA_WARNING, "g_t is found by differences"));
  CHECK(error > 10.0 * error_given);
  CHECK(as.said.count == 0);
}

/* Output at jumps of a drive, within the time that steps leave out there. Control: a time
 * beyond it. */
static void check_within(int formulation)
{
  struct drive d = drive(1.0, 0.1, 0);
  int outside    = 0;
  SMALL(s, .n = 2, .q = VALUES(1.0, 0.0), .v = VALUES(1.0, 0.0),
        .force = hanging_force, .data = &d, .g = hanging_rod,
        .G = hanging_rod_jac, .formulation = formulation, .rtol = 1e-5);
  for (int i = 1; i <= 20; i++)
  {
    sunrealtype end;
    CHECK(small_solve(s, d.time * i) >= 0);
    CHECK(!GALPHAGetCurrentTime(s->mem, &end));
    outside += end < s->t;
    CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL));
    CHECK(!GALPHAGetDky(s->mem, s->t, 1, s->v));
  }
  CHECK(outside > 0);
  CHECK(GALPHAGetDky(s->mem, s->t + 1e-3, 1, s->v) == GALPHA_BAD_T);
}

static void check_jumps(struct way way, const sunrealtype rtol[4],
                        sunrealtype bound)
{
  static const sunrealtype speed[] = {0.3, 1.0, 2.0},
                           time[]  = {0.1, 0.25, 0.37};
  sunrealtype worst                = 0.0;
  for (int i = 0; i < 18 * 4; i += call_sites_stride(2))
  {
    struct drive d = drive(speed[i % 3], time[i / 3 % 3], i / 9 % 2);
    worst          = fmax(worst, run(&d, way, rtol[i / 18], 1));
  }
  check_of("formulation %d, order %d, rho %.2f, stops %d, g_t %d, state %d",
           way.formulation, way.order, way.rho, way.stops, way.rate,
           way.F == carried);
  CHECK_IN(worst, 0.0, bound);
}

static void check_ways(struct way way)
{
  static const sunrealtype rtol[] = {1e-3, 9.7e-4, 1e-4, 1e-5};
  check_jumps(way, rtol, 2.0);
  for (int i = 0; i < 2 * 5 * 4; i += call_sites_stride(7))
  {
    static const sunrealtype beside[] = {0.0, 1e-3, -1e-3, 1e-6, -1e-6};
    check_begins((struct slide){1.0 + beside[i % 5], i / 20 ? 100.0 : 1.0}, way,
                 pow(10.0, -3 - i / 5 % 4));
  }
}

TEST_MAIN()
{
  static const sunrealtype rho[] = {0.0, 0.6, 0.9};
  for (int i = 0; i < 2 * 2 * 3; i += call_sites_stride(5))
  {
    const struct way way = {.formulation = i % 2 ? GALPHA_INDEX3 : GALPHA_SOI2,
                            .order       = i / 2 % 2 ? 5 : 2,
                            .rho         = rho[i / 4],
                            .stops       = true,
                            .rate        = true};
    check_ways(way);
  }
  check_smooth((struct support){GALPHA_INDEX3, 1e-6, 30.0, 100.0});
  check_smooth((struct support){GALPHA_INDEX3, 1e-6, 30.0, 0.0});
  check_as_given((struct support){GALPHA_SOI2, 1e-8, 3.0, 0.0});
  check_as_given((struct support){GALPHA_SOI2, 1e-8, 3.0, 100.0});
  check_as_given((struct support){GALPHA_SOI2, 1e-8, 30.0, 0.0});
  check_as_given((struct support){GALPHA_SOI2, 1e-9, 10.0, 1.0});
  check_as_given((struct support){GALPHA_INDEX3, 1e-6, 30.0, 1.0});
  check_rough();
  check_within(GALPHA_SOI2);
  check_within(GALPHA_INDEX3);
  struct drive d = drive(1.0, 0.25, 0);
  for (int i = 0; i < 4; i++)
  {
    const struct way way = {.formulation = i % 2 ? GALPHA_INDEX3 : GALPHA_SOI2,
                            .order       = i / 2 ? 5 : 2,
                            .rho         = 0.6,
                            .rate        = true};
    CHECK_IN(run(&d, way, 1e-4, 1), 0.0, 2.0);
    CHECK(run(&d, way, 1e-4, 0) > 20.0);
  }
  for (int i = 0; i < 2 * 2; i++)
  {
    static const sunrealtype rtol[] = {1e-3, 1e-4, 1e-5, 1e-7};
    const struct way way            = {.formulation = GALPHA_INDEX3,
                                       .order       = i % 2 ? 5 : 2,
                                       .rho         = 1.0,
                                       .rate        = i / 2};
    check_jumps(way, rtol, 3.0);
  }
  for (int i = 0; i < 2 * 2 * 3; i += call_sites_stride(5))
  {
    static const sunrealtype rtol[] = {1e-3, 9.7e-4, 1e-4, 1e-5};
    const struct way way            = {.formulation = GALPHA_INDEX3,
                                       .order       = i % 2 ? 5 : 2,
                                       .rho         = rho[i / 4],
                                       .stops       = i / 2 % 2};
    check_jumps(way, rtol, 3.0);
  }
  for (int i = 0; i < 2 * 2 * 4; i += call_sites_stride(5))
  {
    static const sunrealtype rho_F[] = {0.0, 0.5, 0.8, 0.95},
                             rtol[]  = {1e-4, 1.1e-4, 1e-5, 1e-6};
    const struct way way             = {.F     = i % 2 ? carried : hanging_index3,
                                        .order = i / 2 % 2 ? 5 : 2,
                                        .rho   = rho_F[i / 4]};
    check_jumps(way, rtol, 3.0);
    CHECK(run(&d, way, 1e-4, 0) > 20.0);
  }
}
