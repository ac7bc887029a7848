/* Mechanisms moved by constraints that depend on t, whose g_t is not given. Their consistent
 * start: the same accelerations, those of the closed form, however far ahead the first tout
 * lies, for periods it is a multiple of, and late. On the way the differences follow the
 * step, and error control sees driven coordinates, in index 3, too. The negative control
 * is an increment in which only rounding of w t is seen. */
#include "support/test.h"

enum kind
{
  SINE,      /* A sin(w t + 0.7) */
  FROM_REST, /* A (1 - cos(w (t - t0))) */
  LATER,     /* at rest until t0 + 3/w, then A (1 - cos) */
  PARABOLA,  /* A (w (t - t0))^2 / 2 for t > t0, 0 before */
  FROM_ZERO  /* A/5 exp(t0 - t) sin(w (t - t0)) */
};

/* A pendulum hung from a pivot that moves on x; what is given of G and g_t. */
struct drive
{
  enum kind kind;
  sunrealtype w, t0, x0;
  int has_G, has_rate;
  sunrealtype latest; /* time that g was asked for */
  sunrealtype ends;   /* not 0: g is not defined after it */
};

#define AMPLITUDE 0.3
#define ANGLE     0.4
#define SPEED     1.3

/* Position, velocity, acceleration of the pivot. */
static void pivot(const struct drive *d, sunrealtype t, sunrealtype s[3])
{
  const sunrealtype w = d->w, A = AMPLITUDE, u = w * (t - d->t0);
  const sunrealtype late = fmax(u - 3.0, 0.0), e = 0.2 * A * exp(d->t0 - t);
  switch (d->kind)
  {
  case SINE:
    s[0] = A * sin(w * t + 0.7);
    s[1] = A * w * cos(w * t + 0.7);
    s[2] = -A * w * w * sin(w * t + 0.7);
    break;
  case FROM_REST:
    s[0] = A * (1.0 - cos(u));
    s[1] = A * w * sin(u);
    s[2] = A * w * w * cos(u);
    break;
  case FROM_ZERO:
    s[0] = e * sin(u);
    s[1] = e * (w * cos(u) - sin(u));
    s[2] = e * ((1.0 - w * w) * sin(u) - 2.0 * w * cos(u));
    break;
  case LATER:
    s[0] = A * (1.0 - cos(late));
    s[1] = A * w * sin(late);
    s[2] = late > 0.0 ? A * w * w * cos(late) : 0.0;
    break;
  default:
    s[0] = u > 0.0 ? 0.5 * A * u * u : 0.0;
    s[1] = u > 0.0 ? A * w * u : 0.0;
    s[2] = A * w * w;
  }
}

FORCE_IS(force, 0.0, -9.81, 0.0, -9.81)

HOLONOMIC(constraints)
{
  struct drive *d     = data;
  const sunrealtype a = q[2] - q[0], b = q[3] - q[1];
  sunrealtype s[3];
  pivot(d, t, s);
  d->latest = fmax(d->latest, t);
  g[0]      = q[0] - d->x0 - s[0];
  g[1]      = q[1];
  g[2]      = 0.5 * (a * a + b * b - 1.0);
}

static int rate(sunrealtype t, N_Vector q, N_Vector gt, void *user)
{
  sunrealtype s[3];
  pivot(user, t, s);
  N_VConst(0.0, gt);
  N_VGetArrayPointer(gt)[0] = -s[1];
  return 0;
}

HOLONOMIC_JAC(jacobian)
{
  const sunrealtype a = q[2] - q[0], b = q[3] - q[1];
  SUNMatZero(G);
  SM_ELEMENT_D(G, 0, 0) = SM_ELEMENT_D(G, 1, 1) = 1.0;
  SM_ELEMENT_D(G, 2, 0)                         = -a;
  SM_ELEMENT_D(G, 2, 1)                         = -b;
  SM_ELEMENT_D(G, 2, 2)                         = a;
  SM_ELEMENT_D(G, 2, 3)                         = b;
}

static void create(struct small *m, struct drive *d, sunrealtype tol)
{
  const sunrealtype c = cos(ANGLE), sine = sin(ANGLE);
  sunrealtype s[3];
  pivot(d, d->t0, s);
  BEGIN(m, .n = 4, .t0 = d->t0,
        .q = VALUES(d->x0 + s[0], 0.0, d->x0 + s[0] + sine, -c),
        .v = VALUES(s[1], 0.0, s[1] + SPEED * c, SPEED * sine), .force = force,
        .data = d, .m = 3, .g = constraints, .G = d->has_G ? jacobian : NULL,
        .rtol = tol);
  if (d->has_rate) { CHECK(!GALPHASetHolonomicRate(m->mem, rate)); }
}

/* Largest error of the accelerations, relative to that of the drive or to 1. */
static sunrealtype start_error(struct drive d, int icopt, sunrealtype ahead,
                               sunrealtype tol)
{
  struct small m;
  sunrealtype s[3];
  create(&m, &d, tol);
  pivot(&d, d.t0, s);
  const sunrealtype turn = -9.81 * sin(ANGLE) - s[2] * cos(ANGLE);
  const sunrealtype bob = s[2] + turn * cos(ANGLE) - SPEED * SPEED * sin(ANGLE);
  CHECK(!GALPHACalcIC(m.mem, icopt, d.t0 + ahead));
  CHECK(!GALPHAGetAcceleration(m.mem, d.t0, m.v));
  return fmax(fabs(small_v(&m)[0] - s[2]), fabs(small_v(&m)[2] - bob)) /
         fmax(AMPLITUDE * d.w * d.w, 1.0);
}

static void check_starts(sunrealtype t0, sunrealtype tol, sunrealtype bound)
{
  static const sunrealtype period[] = {0.02, 1.0, 60.0};
  static const sunrealtype ahead[]  = {1e-6, 0.9, 1.0, 60.0, 200.0, 40000.0};
  for (int i = 0; i < 4 * 4 * 3 * 6; i += call_sites_stride(5))
  {
    struct drive d          = {.kind     = (enum kind)(i % 4),
                               .has_G    = i / 4 % 2,
                               .has_rate = i / 8 % 2,
                               .w        = 2.0 * M_PI / period[i / 16 % 3],
                               .t0       = t0,
                               .x0       = i % 3};
    const sunrealtype later = ahead[i / 48];
    if (!(t0 + 1e-3 * later > t0) || d.w * t0 > 1e10) { continue; }
    const int icopt = i % 5 == 0 ? GALPHA_PROJECT_INIT : GALPHA_ACC_INIT;
    CHECK_IN(start_error(d, icopt, later, tol), 0.0, bound);
  }
}

/* Error of the force in the rod for the present q and v, by that force or 10. */
static sunrealtype rod_error(struct small *m, const struct drive *d)
{
  const sunrealtype *q = small_q(m), *v = small_v(m);
  const sunrealtype a = q[2] - q[0], b = q[3] - q[1];
  const sunrealtype da = v[2] - v[0], db = v[3] - v[1];
  sunrealtype s[3];
  pivot(d, m->t, s);
  const sunrealtype rod =
    (da * da + db * db - a * s[2] - 9.81 * b) / (a * a + b * b);
  CHECK(!GALPHAGetMultipliers(m->mem, m->t, m->lambda, NULL));
  return fabs(N_VGetArrayPointer(m->lambda)[2] - rod) / fmax(fabs(rod), 10.0);
}

/* The first step, short against the drive, starts from accelerations at t0 + alpha h, that
 * is, from v''. Where g passes through 0 differences of any increment agree. */
static void check_first_step(struct drive d)
{
  struct drive other = d;
  struct small m;
  create(&m, &d, 1e-4);
  CHECK(!GALPHASetInitStep(m.mem, 1e-6));
  CHECK(small_step(&m, 1.0) >= 0);
  CHECK(rod_error(&m, &d) <= 1e-4);
  /* control: another acceleration of the pivot is told apart */
  other.kind = SINE;
  CHECK(rod_error(&m, &other) > 1e-4);
}

/* With tolerances of multipliers and all derivatives from differences. */
static sunrealtype rod_on_the_way(struct drive d, sunrealtype rho,
                                  sunrealtype rtol, sunrealtype tolerance)
{
  sunrealtype worst = 0.0;
  struct small m;
  create(&m, &d, rtol);
  CHECK(!GALPHASetRhoInf(m.mem, rho));
  CHECK(!GALPHASetMultiplierTolerances(m.mem, tolerance, 10.0 * tolerance));
  CHECK(!GALPHASetMaxNumSteps(m.mem, 50000));
  for (int i = 1; i <= 20; i++)
  {
    CHECK(small_solve(&m, 0.25 * i) == 0);
    worst = fmax(worst, rod_error(&m, &d));
  }
  return worst;
}

static void check_multipliers(void)
{
  sunrealtype worst = 0.0;
  for (int i = 0; i < 2 * 2 * 3 * 4; i += call_sites_stride(7))
  {
    const struct drive d    = {.kind = i % 2 ? SINE : FROM_ZERO,
                               .w    = i / 2 % 2 ? 20.0 : 5.0};
    const sunrealtype rho   = (sunrealtype[]){0.0, 0.6, 0.9}[i / 4 % 3];
    const sunrealtype rtol  = pow(10.0, -3 - i / 12);
    const sunrealtype tol   = 10.0 * rtol;
    const sunrealtype error = rod_on_the_way(d, rho, rtol, tol);
    worst                   = fmax(worst, error / tol);
  }
  CHECK_IN(worst, 0.0, 10.0);
}

/* Tolerances of multipliers that differences in place of G and g_t do not meet are told.
 * Control: they are met with functions. */
static void check_told(int given)
{
  struct drive d = {.kind = SINE, .w = 20.0, .has_G = given, .has_rate = given};
  struct small m;
  create(&m, &d, 1e-6);
  CHECK(!GALPHASetMultiplierTolerances(m.mem, 1e-6, 1e-6));
  CHECK(small_solve(&m, 0.1) == 0);
  CHECK(m.said.warnings == !given);
  CHECK(given || caught_says(&m.said, GALPHA_WARNING, "less accurate than"));
}

/* They do not keep a run from going on, but are told. Control: met with functions. */
static void check_standstill(int given)
{
  struct drive d = {.kind = SINE, .w = 20.0, .has_G = given, .has_rate = given};
  for (int k = 4; k <= 8; k += call_sites_stride(5))
  {
    struct small m;
    create(&m, &d, k * 1e-6);
    CHECK(!GALPHASetRhoInf(m.mem, 0.9));
    CHECK(!GALPHASetMultiplierTolerances(m.mem, k * 1e-6, k * 1e-5));
    CHECK(small_solve(&m, 5.0) == 0);
    CHECK(m.said.warnings == !given);
    CHECK(given || caught_says(&m.said, GALPHA_WARNING, "less accurate than"));
  }
}

/* A mass whose velocity is that of the drive, from rest and not. */
NONHOLONOMIC(follow)
{
  const struct drive *d = data;
  sunrealtype s[3];
  pivot(d, t, s);
  k[0] = v[0] - s[0];
}

static void check_nonholonomic(enum kind kind, sunrealtype ahead)
{
  struct drive d = {.kind = kind, .w = 2.0 * M_PI};
  sunrealtype s[3];
  pivot(&d, 0.0, s);
  SMALL(m, .v = s, .force = problem_no_force, .data = &d, .k = follow,
        .rtol = 1e-5);
  CHECK(!GALPHACalcIC(m->mem, GALPHA_ACC_INIT, ahead));
  CHECK(!GALPHAGetAcceleration(m->mem, 0.0, m->v));
  CHECK(fabs(small_v(m)[0] - s[1]) <= 1e-6);
}

HOLONOMIC(alone)
{
  sunrealtype s[3];
  pivot(data, t, s);
  g[0] = q[0] - ((struct drive *)data)->x0 - s[0];
}

/* At rest but for rounding errors: a velocity that is far too small to be told beside
 * the drive does not hide it. */
static void check_rest(sunrealtype slow, int i)
{
  struct drive d = {
    .kind = FROM_REST, .w = 2.0 * M_PI * (i % 2 ? 1e3 : 1.0), .x0 = 1.0};
  const int by_v   = i / 2 % 3 == 2;
  sunrealtype s[3] = {0.0};
  SMALL(m, .q = VALUES(1.0), .v = &slow, .force = problem_no_force, .data = &d,
        .g = by_v ? NULL : alone, .k = by_v ? follow : NULL, .rtol = 1e-5);
  if (i / 2 % 3 == 1) { CHECK(!GALPHASetHolonomicRate(m->mem, rate)); }
  CHECK(!GALPHACalcIC(m->mem, GALPHA_ACC_INIT, 1.0));
  CHECK(!GALPHAGetAcceleration(m->mem, 0.0, m->v));
  pivot(&d, 0.0, s);
  const sunrealtype exact = by_v ? s[1] : s[2];
  CHECK(fabs(small_v(m)[0] - exact) <= 1e-3 * AMPLITUDE * d.w * d.w);
}

/* Error of the start's acceleration, by A w^2; a refused start counts as infinite. */
static sunrealtype alone_error(struct drive d)
{
  sunrealtype s[3];
  pivot(&d, d.t0, s);
  SMALL(m, .t0 = d.t0, .q = &s[0], .v = &s[1], .force = problem_no_force,
        .data = &d, .g = alone, .rtol = 1e-3);
  const int code  = GALPHACalcIC(m->mem, GALPHA_ACC_INIT, d.t0 + 1.0);
  const bool good = !code && !GALPHAGetAcceleration(m->mem, d.t0, m->v);
  return good ? fabs(small_v(m)[0] - s[2]) / (AMPLITUDE * d.w * d.w) : HUGE_VAL;
}

HOLONOMIC(far_and_wide)
{
  g[0] = q[0] - 1e8 * sin(t + 0.3);
}

/* A drive of 1e8 whose time t + 0.3 is rounded beside the shortest increments: two of them
 * agree by chance. Control: a velocity that is off is refused. */
static void check_chance(sunrealtype ahead)
{
  const sunrealtype q = 1e8 * sin(0.3), v = 1e8 * cos(0.3);
  for (int wrong = 0; wrong < 2; wrong++)
  {
    SMALL(m, .q = &q, .v = VALUES(v * (1.0 + 1e-3 * wrong)),
          .force = problem_no_force, .g = far_and_wide, .rtol = 1e-5,
          .atol = 1e3);
    const int code = GALPHACalcIC(m->mem, GALPHA_ACC_INIT, ahead);
    CHECK(code == (wrong ? GALPHA_INCONSISTENT_IC : GALPHA_SUCCESS));
    if (wrong) { continue; }
    CHECK(!GALPHAGetMultipliers(m->mem, 0.0, m->lambda, NULL));
    CHECK(fabs(N_VGetArrayPointer(m->lambda)[0] - q) <= 1e-3 * q);
  }
}

/* Frequencies near powers of two, where rounding of w t is the same in all differences;
 * a coordinate that passes through 0, where q/v is no time scale of the motion. */
static void check_coincidences(void)
{
  sunrealtype worst = 0.0, late = 0.0;
  for (int i = 0; i < 400; i += call_sites_stride(7))
  {
    const int k    = i % 10;
    struct drive d = {.kind = SINE,
                      .w    = ldexp(1.0, k) * (1.0 + 1e-5 * pow(1.02, i)),
                      .t0   = ldexp(38477.0 + i, -k)};
    worst          = fmax(worst, alone_error(d));
    d.w            = 103.497;
    d.t0           = 804663.0 + 1.2345e-3 * i;
    late           = fmax(late, alone_error(d));
  }
  CHECK(worst <= 1e-4 && late <= 1e-3);
}

/* Error of the multiplier of a mass that a drive alone moves, by A w^2. */
static sunrealtype force_error(struct small *m, const struct drive *d)
{
  sunrealtype s[3];
  pivot(d, m->t, s);
  CHECK(!GALPHAGetMultipliers(m->mem, m->t, m->lambda, NULL));
  return fabs(N_VGetArrayPointer(m->lambda)[0] + s[2]) /
         (AMPLITUDE * d->w * d->w);
}

/* From rest only g tells the time of a drive, of which the first output, after this share
 * of a period, may be a tiny part. */
static void check_slow(sunrealtype period, sunrealtype ahead, sunrealtype x0)
{
  struct drive d     = {.kind = FROM_REST, .w = 2.0 * M_PI / period, .x0 = x0};
  struct drive other = d;
  other.kind         = SINE;
  SMALL(m, .q = &x0, .force = problem_no_force, .data = &d, .g = alone,
        .rtol = 1e-5);
  CHECK(!GALPHACalcIC(m->mem, GALPHA_ACC_INIT, ahead * period));
  CHECK(force_error(m, &d) <= 1e-3);
  /* control: another drive is told apart */
  CHECK(force_error(m, &other) > 1e-3);
  CHECK(small_step(m, ahead * period) >= 0);
  CHECK(force_error(m, &d) <= 1e-2);
}

static int until_end(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  struct drive *d = data;
  d->latest       = fmax(d->latest, t);
  return t <= d->ends ? alone(t, q, g, data) : -1;
}

/* g that is not defined after the first output and ends a run there: it is asked for later
 * times, and the start succeeds. Control: before the output that ends it. */
static void check_undefined(sunrealtype ahead)
{
  struct drive d = {.kind = FROM_REST, .w = 2.0 * M_PI, .ends = ahead};
  SMALL(m, .q = VALUES(0.0), .force = problem_no_force, .data = &d,
        .g = until_end, .rtol = 1e-5);
  CHECK(!GALPHACalcIC(m->mem, GALPHA_ACC_INIT, ahead));
  CHECK(d.latest > ahead);
  CHECK(force_error(m, &d) <= 1e-3);
  d.ends = -1.0;
  CHECK(GALPHACalcIC(m->mem, GALPHA_ACC_INIT, ahead) < 0);
}

/* Steps that are multiples of a period, or tiny, or late: the differences inside
 * them see the drive all the same. */
static void check_steps(sunrealtype t0, sunrealtype h)
{
  struct drive d = {.kind = SINE, .w = 2.0 * M_PI, .t0 = t0};
  sunrealtype s[3], worst = 0.0;
  pivot(&d, t0, s);
  SMALL(m, .t0 = t0, .q = &s[0], .v = &s[1], .force = problem_no_force,
        .data = &d, .g = alone, .rtol = 1e-3, .set = {{"fixed_step", h}});
  for (int i = 0; i < 5; i++)
  {
    CHECK(small_step(m, t0 + 1e6) >= 0);
    pivot(&d, m->t, s);
    worst = fmax(worst, fabs(small_v(m)[0] - s[1]));
  }
  CHECK(worst <= 1e-3 * AMPLITUDE * d.w);
}

/* Under error control: a mass that is driven by another on a spring. */
FORCE_IS(spring, q[1] - q[0], q[0] - q[1])

static void check_motion(int formulation, sunrealtype bound)
{
  struct drive d = {.kind = SINE, .w = 20.0};
  sunrealtype s[3], worst_q = 0.0, worst_v = 0.0;
  pivot(&d, 0.0, s);
  SMALL(m, .n = 2, .q = VALUES(s[0], 0.0), .v = VALUES(s[1], 0.0),
        .force = spring, .data = &d, .g = alone, .rtol = 1e-5,
        .formulation = formulation);
  for (int i = 1; i <= 50; i++)
  {
    CHECK(small_solve(m, 0.2 * i) == 0);
    pivot(&d, m->t, s);
    worst_q = fmax(worst_q, fabs(small_q(m)[0] - s[0]));
    worst_v = fmax(worst_v, fabs(small_v(m)[0] - s[1]));
  }
  check_of("formulation %d", formulation);
  CHECK(worst_q <= bound && worst_v <= 20.0 * 20.0 * bound);
}

/* Back in time, and up to a stop time: nothing beyond it is asked for. */
static void check_ends(void)
{
  for (int i = 0; i < 4 * 2; i++)
  {
    const sunrealtype ahead = pow(10.0, i / 2 - 2);
    struct drive d = {.kind = i % 2 ? SINE : FROM_REST, .w = 2.0 * M_PI};
    sunrealtype s[3];
    struct small m;
    pivot(&d, 0.0, s);
    CHECK(start_error(d, GALPHA_ACC_INIT, -ahead, 1e-8) <= 1e-6);
    create(&m, &d, 1e-8);
    CHECK(!GALPHASetStopTime(m.mem, ahead));
    CHECK(!GALPHACalcIC(m.mem, GALPHA_ACC_INIT, 10.0 * ahead));
    CHECK(!GALPHAGetAcceleration(m.mem, 0.0, m.v));
    CHECK(fabs(small_v(&m)[0] - s[2]) <= 1e-6 * AMPLITUDE * d.w * d.w);
    CHECK(d.latest > 0.0 && d.latest <= ahead);
  }
}

/* All coordinates are 0 and a drive begins smoothly: in the first step q is far smaller than
 * the drive, and G, which is 1, is differenced there. x^7 has no time of its own at t0, from
 * which increments of t for the rest of the run could be chosen. */
struct smooth
{
  sunrealtype t0;
  int seventh; /* x^7, in place of a motion of order 5 that ends at t0 + 1 */
};

static sunrealtype smooth(sunrealtype t, const struct smooth *m)
{
  const sunrealtype x = fmax(t - m->t0, 0.0), y = fmin(x, 1.0);
  return m->seventh ? pow(x, 7.0) : y * y * y * (10.0 + y * (6.0 * y - 15.0));
}

FORCE_IS(pulled, -q[0], 4.0 * (q[0] - q[1]) - v[1])

HOLONOMIC_IS(smooth_drive, q[0] - smooth(t, data))

static void check_smooth(struct smooth m, int formulation)
{
  /* of q1'' = 4 (q0 - q1) - q1' at t0 + 3, by Runge-Kutta */
  const double end[] = {1.0, 2187.0}, q1[] = {1.0439739, 649.2931463};
  SMALL(s, .n = 2, .t0 = m.t0, .force = pulled, .g = smooth_drive, .data = &m,
        .rtol = 1e-5, .formulation = formulation,
        .set = {{"max_num_steps", 1000}});
  CHECK(small_solve(s, m.t0 + 3.0) == GALPHA_SUCCESS);
  CHECK_REL(small_q(s)[0], end[m.seventh], 1e-7);
  CHECK_REL(small_q(s)[1], q1[m.seventh], 3e-4);
}

TEST_MAIN()
{
  check_starts(0.0, 1e-8, 1e-6);
  check_starts(1234.5, 1e-8, 1e-4);
  check_starts(1e5, 1e-8, 1e-3);
  check_starts(1e9, 1e-3, 3e-3);
  for (int i = 0; i < 20; i++)
  {
    check_nonholonomic(SINE, ldexp(1e-3, i));
    check_nonholonomic(FROM_REST, ldexp(1e-3, i));
  }
  for (int i = 0; i < 6 * 12; i += call_sites_stride(5))
  {
    check_rest(copysign(pow(10.0, i / 6 - 18), i % 5 - 2.5), i % 6);
  }
  for (int i = 0; i < 4 * 3 * 2; i += call_sites_stride(5))
  {
    check_slow(pow(10.0, 3 * (i % 4)), pow(10.0, 3 * (i / 4 % 3) - 9), i / 12);
  }
  for (int i = 1; i < 4; i++) { check_undefined(pow(10.0, -i)); }
  for (int i = 0; i < 20; i++) { check_chance(ldexp(0.36, i - 10)); }
  check_coincidences();
  check_ends();
  check_multipliers();
  for (int given = 0; given < 2; given++)
  {
    check_told(given);
    check_standstill(given);
  }
  for (int i = 0; i < 2 * 2 * 60; i += call_sites_stride(7))
  {
    check_first_step((struct drive){.kind     = FROM_ZERO,
                                    .has_G    = i % 2,
                                    .has_rate = i / 2 % 2,
                                    .w        = 1 + i / 4});
  }
  check_steps(0.0, 50.0);
  check_steps(0.0, 50.0 / 3.0);
  check_steps(0.0, 1e-6);
  check_steps(1e5, 50.0);
  check_steps(1e9, 0.01);
  check_motion(GALPHA_SOI2, 1e-3);
  check_motion(GALPHA_INDEX3, 1e-2);
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    for (int k = 0; k < 3; k++)
    {
      const sunrealtype t0 = (sunrealtype[]){0.0, 100.0, 1000.0}[k];
      check_smooth((struct smooth){.t0 = t0}, f);
      check_smooth((struct smooth){.t0 = t0, .seventh = 1}, f);
    }
  }
}
