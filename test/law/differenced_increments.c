/* G by differences of g whose increments the coordinates do not tell: they are tiny beside
 * lengths in g, or their tolerances say that they are larger than where g is defined. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define LENGTH 1e3

FORCE_IS(weight, 0.0, -9.81)

HOLONOMIC_IS(circle, hypot(q[0] - LENGTH, q[1]) - LENGTH)

/* A pendulum whose first position is this angle away from the origin. */
static void begin_circle(struct small *s, sunrealtype a, int formulation)
{
  const sunrealtype x = 2.0 * LENGTH * sin(0.5 * a) * sin(0.5 * a);
  BEGIN(s, .n = 2, .q = VALUES(x, LENGTH * sin(a)), .force = weight,
        .g = circle);
  CHECK(!GALPHASetFormulation(s->mem, formulation));
  CHECK(!GALPHASStolerances(s->mem, 1e-6, 1e-3));
}

static void check_tiny_start(void)
{
  const sunrealtype end = 2.0 * sqrt(LENGTH), pull = 9.81 / LENGTH;
  for (int i = 0; i < 30; i++)
  {
    const sunrealtype a = pow(10.0, -1 - i / 2);
    sunrealtype y[]     = {a, 0.0};
    struct small s;
    check_of("angle %g", a);
    begin_circle(&s, a, i % 2 ? GALPHA_INDEX3 : GALPHA_SOI2);
    CHECK(small_solve(&s, end) == 0 && s.said.count == 0);
    runge_kutta(pendulum_from_level, &pull, 2, y, 0.0, end, 20000);
    CHECK_NEAR(small_q(&s)[0], LENGTH * (1.0 - cos(y[0])), 0.05);
    CHECK_NEAR(small_q(&s)[1], LENGTH * sin(y[0]), 0.05);
    /* control: 1 % later */
    CHECK(small_solve(&s, 1.01 * end) == 0);
    CHECK(fabs(small_q(&s)[1] - LENGTH * sin(y[0])) > 1.0);
  }
}

/* data: the radius of a circle whose middle moves by it per unit of time. */
HOLONOMIC_IS(moving_circle, hypot(q[0] - (1.2 + t) * *(sunrealtype *)data +
                                    0.2 * *(sunrealtype *)data,
                                  q[1]) -
                              *(sunrealtype *)data)

/* Where the differences cannot do better, they are blamed for it, and not v0; a wrong v0
 * is. */
static void check_blame(void)
{
  for (int i = 0; i < 40; i++)
  {
    sunrealtype length  = 770.0 + i / 2;
    const sunrealtype v = i % 2 ? 1.1 * length : length;
    SMALL(s, .n = 2, .q = VALUES(5e-17 * length, 1e-8 * length),
          .v = VALUES(v, 0.0), .force = weight, .g = moving_circle,
          .data = &length);
    CHECK(!GALPHASStolerances(s->mem, 1e-6, 1e-6 * length));
    const int code = GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1.0);
    CHECK(i % 2 || !code ||
          caught_says(&s->said, code, "G is found by differences of g"));
    CHECK(i % 2 == 0 || caught_says(&s->said, code, "correct q0, v0"));
  }
}

#define FAR 1e6

FORCE_IS(push, 0.0, -9.81, 0.0)

/* A point on a circle of radius 1 about (FAR, 0), whose third coordinate is the sine of
 * the angle; data: factor of an entry. */
HOLONOMIC_IS(sine, q[0] - FAR - sqrt(1.0 - q[2] * q[2]), q[1] - q[2])

HOLONOMIC_JAC_IS(sine_jac, {0, 0, 1.0},
                 {0, 2, *(sunrealtype *)data *q[2] / sqrt(1.0 - q[2] * q[2])},
                 {1, 1, 1.0}, {1, 2, -1.0})

/* The third coordinate has mass, too. */
static void angle_rate(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                       const void *data)
{
  const sunrealtype c = cos(y[0]);
  d[0]                = y[1];
  d[1] = (c * sin(y[0]) * y[1] * y[1] - 9.81 * c) / (1.0 + c * c);
}

static void begin_sine(struct small *s, sunrealtype *factor)
{
  const sunrealtype a = 0.3;
  BEGIN(s, .n = 3, .m = 2, .q = VALUES(FAR + cos(a), sin(a), sin(a)),
        .v = VALUES(-sin(a), cos(a), cos(a)), .force = push, .g = sine,
        .G = factor ? sine_jac : NULL, .data = factor);
  CHECK(!GALPHASStolerances(s->mem, 1e-6, 1.0));
  CHECK(!GALPHASetFixedStep(s->mem, 1e-3));
}

static void check_undefined(void)
{
  sunrealtype y[] = {0.3, 1.0};
  runge_kutta(angle_rate, NULL, 2, y, 0.0, 0.3, 20000);
  for (int given = 0; given < 2; given++)
  {
    sunrealtype factor = 1.0;
    struct small s;
    begin_sine(&s, given ? &factor : NULL);
    CHECK(small_solve(&s, 0.3) == 0 && s.said.count == 0);
    CHECK_NEAR(small_q(&s)[0] - FAR, cos(y[0]), 1e-5);
    CHECK_NEAR(small_q(&s)[2], sin(y[0]), 1e-5);
  }
  /* control: a wrong G is named there */
  sunrealtype factor = 1.01;
  long int wrong     = 0;
  struct small s;
  begin_sine(&s, &factor);
  CHECK(GALPHACheckJacobian(s.mem, 0.0, &wrong) == GALPHA_WARNING);
  CHECK(wrong == 1 &&
        caught_says(&s.said, GALPHA_WARNING, "G = dg/dq: row 0, column 2"));
  factor = -1.0;
  begin_sine(&s, &factor);
  CHECK(small_solve(&s, 0.3) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&s.said, GALPHA_ILL_INPUT,
                    "row 0 of the constraint Jacobian G"));
}

TESTS(check_tiny_start, check_blame, check_undefined)
