/* Index 3: v at the end of the first step is as accurate as the tolerances ask for, and so is the
 * run, whether the library chooses that step from a near or from a distant tout or the user
 * does. Where reactions begin at 0 and grow like t, t^2 or t^4, at rest or in motion, the part
 * of the error along the constraints does not show that a step is too long; where forces
 * begin at 0, q does not, and F(t,y,y',y'') starts with steps of order 1. Closed forms: a
 * pendulum from the horizontal, and points that move on given curves, whose forces follow
 * from the motion, also where the centre of the circle is driven. Control: a fixed step of that
 * size.
 * And so it is where q0 misses the constraint by a part of the tolerances, which the step
 * must not turn into a velocity. Control: over the step, most of these would be one beyond
 * the tolerances. */
#include "support/test.h"

#define RATE 2.0
#define LONG 0.25
/* In tolerances: v at the end of the first step, whose estimate is a third of the error of a
 * reaction like t^2 and an eighth of one like t^4; q at the end of the run. */
#define STEP 10.0
#define RUN  15.0

/* A point on the unit circle, at this angle. */
struct turn
{
  sunrealtype angle, speed, acceleration;
};
typedef struct turn (*turn_at)(sunrealtype t);

static struct turn linear(sunrealtype t)
{
  return (struct turn){t * t * t / 6.0, 0.5 * t * t, t};
}

static struct turn square(sunrealtype t)
{
  return (struct turn){t * t * t * t, 4.0 * t * t * t, 12.0 * t * t};
}

static struct turn charge(sunrealtype t)
{
  const sunrealtype e = exp(-3.0 * t);
  return (struct turn){(1.0 - e) / 9.0 - t / 3.0 + 0.5 * t * t,
                       (e - 1.0) / 3.0 + t, 1.0 - e};
}

static struct turn swerve(sunrealtype t)
{
  return (struct turn){2.0 * t + 0.5 * t * t * t, 2.0 + 1.5 * t * t, 3.0 * t};
}

struct loads
{
  turn_at at;
};

static const struct loads loads[] = {{linear}, {square}, {charge}, {swerve}};

static int on_circle(sunrealtype t, sunrealtype *q, sunrealtype *v,
                     sunrealtype *a, sunrealtype *lambda, sunrealtype *psi,
                     void *data)
{
  const struct turn x = ((const struct loads *)data)->at(t);
  const sunrealtype c = cos(x.angle), s = sin(x.angle);
  const sunrealtype w = x.speed, dw = x.acceleration;
  (void)psi;
  if (q) { q[0] = c, q[1] = s; }
  if (v) { v[0] = -w * s, v[1] = w * c; }
  if (a) { a[0] = -w * w * c - dw * s, a[1] = -w * w * s + dw * c; }
  if (lambda) { *lambda = w * w; }
  return 1;
}

FORCE(circle_push)
{
  const sunrealtype dw = ((const struct loads *)data)->at(t).acceleration;
  f[0]                 = -dw * q[1];
  f[1]                 = dw * q[0];
}

static struct problem turned_by(const struct loads *by)
{
  return PROBLEM(.n = 2, .m = 1, .exact = on_circle, .force = circle_push,
                 .g = problem_circle, .G = problem_circle_jac, .no_dfdv = 1,
                 .data = (void *)by);
}

/* The centre of the circle, driven along x and y. */
struct drive
{
  sunrealtype x, v, a;
};

struct carried
{
  turn_at at;
  struct drive (*along[2])(sunrealtype t);
};

static struct drive still(sunrealtype t)
{
  (void)t;
  return (struct drive){0};
}

static struct drive sway(sunrealtype t)
{
  return (struct drive){0.5 * sin(4.0 * t), 2.0 * cos(4.0 * t),
                        -8.0 * sin(4.0 * t)};
}

static struct drive launch(sunrealtype t)
{
  return (struct drive){2.0 * t * t * t, 6.0 * t * t, 12.0 * t};
}

static const struct carried carried[] = {
  {swerve, {sway, still}}, {swerve, {still, launch}}, {charge, {launch, sway}}};

static int on_carried(sunrealtype t, sunrealtype *q, sunrealtype *v,
                      sunrealtype *a, sunrealtype *lambda, sunrealtype *psi,
                      void *data)
{
  const struct carried *c = data;
  on_circle(t, q, v, a, lambda, psi, &(struct loads){c->at});
  for (int i = 0; i < 2; i++)
  {
    const struct drive d = c->along[i](t);
    if (q) { q[i] += d.x; }
    if (v) { v[i] += d.v; }
    if (a) { a[i] += d.a; }
  }
  return 1;
}

static void from_centre(const struct carried *c, sunrealtype t,
                        const sunrealtype *q, sunrealtype *r)
{
  for (int i = 0; i < 2; i++) { r[i] = q[i] - c->along[i](t).x; }
}

HOLONOMIC(carried_g)
{
  sunrealtype r[2];
  from_centre(data, t, q, r);
  g[0] = 0.5 * (r[0] * r[0] + r[1] * r[1] - 1.0);
}

HOLONOMIC(carried_rate)
{
  const struct carried *c = data;
  sunrealtype r[2];
  from_centre(c, t, q, r);
  g[0] = -r[0] * c->along[0](t).v - r[1] * c->along[1](t).v;
}

HOLONOMIC_JAC(carried_G)
{
  sunrealtype r[2];
  from_centre(data, t, q, r);
  PROBLEM_MATRIX(G, {0, 0, r[0]}, {0, 1, r[1]});
}

FORCE(carried_push)
{
  const struct carried *c = data;
  const sunrealtype dw    = c->at(t).acceleration;
  sunrealtype r[2];
  from_centre(c, t, q, r);
  f[0] = c->along[0](t).a - dw * r[1];
  f[1] = c->along[1](t).a + dw * r[0];
}

static struct problem carried_by(const struct carried *by)
{
  return PROBLEM(.n = 2, .m = 1, .exact = on_carried, .force = carried_push,
                 .g = carried_g, .gt = carried_rate, .G = carried_G,
                 .no_dfdv = 1, .data = (void *)by);
}

/* A point at x, y = x^p, with x = RATE t or RATE t^2/2; no force in y. */
struct curve
{
  int power;
  bool rests;
};

static const struct curve parabola = {2, true}, cubic = {3, false},
                          quartic = {4, false}, sextic = {6, false};

static int on_curve(sunrealtype t, sunrealtype *q, sunrealtype *v,
                    sunrealtype *a, sunrealtype *lambda, sunrealtype *psi,
                    void *data)
{
  const struct curve *c = data;
  const sunrealtype p   = c->power;
  const sunrealtype x   = c->rests ? 0.5 * RATE * t * t : RATE * t;
  const sunrealtype dx  = c->rests ? RATE * t : RATE;
  const sunrealtype ddx = c->rests ? RATE : 0.0;
  const sunrealtype ddy =
    p * ((p - 1.0) * pow(x, p - 2.0) * dx * dx + pow(x, p - 1.0) * ddx);
  (void)psi;
  if (q) { q[0] = x, q[1] = pow(x, p); }
  if (v) { v[0] = dx, v[1] = p * pow(x, p - 1.0) * dx; }
  if (a) { a[0] = ddx, a[1] = ddy; }
  if (lambda) { *lambda = -ddy; }
  return 1;
}

static sunrealtype slope(const void *data, sunrealtype x)
{
  const int p = ((const struct curve *)data)->power;
  return p * pow(x, p - 1.0);
}

HOLONOMIC_IS(curve_g, q[1] - pow(q[0], ((const struct curve *)data)->power))
HOLONOMIC_JAC_IS(curve_G, {0, 0, -slope(data, q[0])}, {0, 1, 1.0})

FORCE(curve_push)
{
  sunrealtype a[2], lambda;
  on_curve(t, NULL, NULL, a, &lambda, NULL, data);
  f[0] = a[0] - slope(data, q[0]) * lambda;
  f[1] = 0.0;
}

static struct problem point_on(const struct curve *c)
{
  return PROBLEM(.n = 2, .m = 1, .exact = on_curve, .force = curve_push,
                 .g = curve_g, .G = curve_G, .no_dfdv = 1, .data = (void *)c);
}

struct setting
{
  sunrealtype rtol, rho, tout, first; /* first 0: chosen */
};

static sunrealtype in_tolerances(const sunrealtype *x, const sunrealtype *right,
                                 sunrealtype tol)
{
  return fmax(fabs(x[0] - right[0]) / (tol * (1.0 + fabs(right[0]))),
              fabs(x[1] - right[1]) / (tol * (1.0 + fabs(right[1]))));
}

static void check(const struct problem *pb, int form, struct setting x)
{
  sunrealtype q[2], v[2];
  SMALL(
    s, .pb = pb, .formulation = form, .rtol = x.rtol,
    .set = {{"rho_inf", x.rho}, {"init_step", x.first}, {"max_num_steps", -1}});
  CHECK(small_step(s, x.tout) == 0);
  pb->exact(s->t, q, v, NULL, NULL, NULL, pb->data);
  CHECK_IN(in_tolerances(small_v(s), v, x.rtol), 0.0, STEP);
  while (s->t < 0.8 && !small_step(s, x.tout)) {}
  CHECK(s->t >= 0.8);
  pb->exact(s->t, q, v, NULL, NULL, NULL, pb->data);
  CHECK_IN(in_tolerances(small_q(s), q, x.rtol), 0.0, RUN);
}

static void check_all(const struct problem *pb, int form, const char *name)
{
  static const sunrealtype rho[]   = {0.0, 0.6, 0.9};
  static const sunrealtype tout[]  = {1.0, 10.0, 1e3, 1e6, 2.0},
                           first[] = {0.0, 0.0, 0.0, 0.0, LONG};
  for (sunrealtype rtol = 1e-3; rtol > 5e-9; rtol *= 0.1)
  {
    for (int r = 0; r < 3; r++)
    {
      for (int i = 0; i < 5; i++)
      {
        check_of("%s, form %d, rtol %.0e, rho %.1f, tout %g, first %g", name,
                 form, rtol, rho[r], tout[i], first[i]);
        check(pb, form, (struct setting){rtol, rho[r], tout[i], first[i]});
      }
    }
  }
}

/* Start beside the circle by this part of the tolerance of q; the velocity by which a first
 * step would return to it, in tolerances. */
static sunrealtype check_beside(const struct problem *pb, int form,
                                struct setting x, sunrealtype part)
{
  sunrealtype q[2], v[2], moved = fabs(part) * x.rtol, told = moved;
  SMALL(s, .pb = pb, .formulation = form, .rtol = x.rtol,
        .set = {{"rho_inf", x.rho}});
  const sunrealtype t0 = s->t;
  small_q(s)[0] *= 1.0 + part * x.rtol;
  CHECK(!(form == SMALL_INDEX3 ? GALPHAReInit2(s->mem, t0, s->q, s->v, NULL)
                               : GALPHAReInit(s->mem, t0, s->q, s->v)));
  CHECK(small_step(s, x.tout) == 0);
  CHECK(s->said.count == 0);
  if (form == GALPHA_INDEX3)
  {
    CHECK(!GALPHAGetProjection(s->mem, &told, NULL));
  }
  CHECK_NEAR(told, moved, 1e-2 * moved);
  pb->exact(s->t, q, v, NULL, NULL, NULL, pb->data);
  CHECK_IN(in_tolerances(small_v(s), v, x.rtol), 0.0, STEP);
  return moved / (s->t - t0) / x.rtol;
}

static void check_all_beside(const struct problem *pb, int form,
                             const char *name)
{
  static const sunrealtype rho[]  = {0.0, 0.6, 0.9},
                           part[] = {-0.9, -0.03, 0.001, 0.3};
  int beyond                      = 0;
  for (sunrealtype rtol = 1e-3; rtol > 5e-9; rtol *= 0.1)
  {
    for (int i = 0; i < 12; i++)
    {
      check_of("%s, form %d, rtol %.0e, rho %.1f, beside by %g", name, form,
               rtol, rho[i % 3], part[i / 3]);
      const struct setting x = {rtol, rho[i % 3], 1.0, 0.0};
      beyond += check_beside(pb, form, x, part[i / 3]) > STEP;
    }
  }
  check_of("%s: most of 72", name);
  CHECK(beyond > 36);
}

static void check_control(const struct problem *pb, const char *name)
{
  sunrealtype q[2], v[2];
  SMALL(s, .pb = pb, .formulation = GALPHA_INDEX3,
        .set = {{"fixed_step", LONG}});
  check_of("control, %s", name);
  CHECK(small_step(s, LONG) == 0);
  pb->exact(s->t, q, v, NULL, NULL, NULL, pb->data);
  CHECK(in_tolerances(small_v(s), v, 1e-5) > STEP);
}

static void check_reactions(void)
{
  const struct problem pb[] = {ref_pendulum(REF_PENDULUM_PERIOD2),
                               point_on(&parabola), point_on(&cubic),
                               point_on(&quartic), point_on(&sextic)};
  static const char *name[] = {"pendulum", "parabola", "cubic", "quartic",
                               "sextic"};
  for (int i = 0; i < COUNT_OF(pb); i++)
  {
    check_all(&pb[i], GALPHA_INDEX3, name[i]);
    check_all(&pb[i], SMALL_INDEX3, name[i]);
    check_control(&pb[i], name[i]);
  }
  check_all_beside(&pb[0], GALPHA_INDEX3, name[0]);
  check_all_beside(&pb[0], SMALL_INDEX3, name[0]);
}

static void check_loads(void)
{
  static const char *name[] = {"linear", "square", "charge", "swerve"};
  for (int i = 0; i < COUNT_OF(loads); i++)
  {
    const struct problem pb = turned_by(&loads[i]);
    check_all(&pb, GALPHA_INDEX3, name[i]);
    check_all(&pb, SMALL_INDEX3, name[i]);
    check_control(&pb, name[i]);
    check_all_beside(&pb, GALPHA_INDEX3, name[i]);
    check_all_beside(&pb, SMALL_INDEX3, name[i]);
  }
}

static void check_drives(void)
{
  static const char *name[] = {"swayed", "launched", "swayed and launched"};
  for (int i = 0; i < COUNT_OF(carried); i++)
  {
    const struct problem pb = carried_by(&carried[i]);
    check_all(&pb, GALPHA_INDEX3, name[i]);
    check_all(&pb, SMALL_INDEX3, name[i]);
    check_control(&pb, name[i]);
  }
}

TEST_MAIN()
{
  check_drives();
  check_reactions();
  check_loads();
}
