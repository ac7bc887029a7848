/* A platform on three parallel cranks, redundant by its geometry, also in line, so that the
 * rank falls further at each dead position. The cranks' angle is that of the pendulum which
 * they amount to (Runge-Kutta, independent of the library), constraints are met. Rows that
 * come to contradict each other in mid-run end in an error that names them; a state that was
 * reached before stays. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

/* q = (angles, x, y, phi of the platform) */

struct cranks
{
  int count;
  sunrealtype x[3], y[3]; /* pivots, and joints of the platform */
  sunrealtype moves; /* the last joint moves by this times (t - 1/4)^2 later */
  sunrealtype from;  /* the angle at the start, from ANGLE on */
};

static const sunrealtype inertia[] = {0.2, 0.3, 0.25};
static const sunrealtype weight[]  = {1.1, 1.3, 1.2};
#define RADIUS  0.9
#define INERTIA 1.7
#define GRAVITY 9.8

MASS(cranks_mass)
{
  const struct cranks *c = data;
  problem_begin(M);
  for (int i = 0; i < c->count + 3; i++)
  {
    problem_put(M, i, i,
                i < c->count       ? inertia[i]
                : i < c->count + 2 ? INERTIA
                                   : 0.6);
  }
  problem_end(M);
}

FORCE(cranks_force)
{
  const struct cranks *c = data;
  for (int i = 0; i < c->count; i++) { f[i] = -weight[i] * cos(q[i]); }
  f[c->count] = f[c->count + 2] = 0.0;
  f[c->count + 1]               = -INERTIA * GRAVITY;
}

HOLONOMIC(cranks_g)
{
  const struct cranks *c = data;
  const sunrealtype *p   = q + c->count;
  for (int i = 0; i < c->count; i++)
  {
    g[2 * i] = p[0] + cos(p[2]) * c->x[i] - sin(p[2]) * c->y[i] - c->x[i] -
               RADIUS * cos(q[i]);
    g[2 * i + 1] = p[1] + sin(p[2]) * c->x[i] + cos(p[2]) * c->y[i] - c->y[i] -
                   RADIUS * sin(q[i]);
  }
  if (t > 0.25) { g[2 * c->count - 1] += c->moves * (t - 0.25) * (t - 0.25); }
}

HOLONOMIC(cranks_gt)
{
  const struct cranks *c = data;
  const int last         = 2 * c->count - 1;
  for (int i = 0; i < last; i++) { g[i] = 0.0; }
  g[last] = t > 0.25 ? 2.0 * c->moves * (t - 0.25) : 0.0;
}

HOLONOMIC_JAC(cranks_G)
{
  const struct cranks *c = data;
  const sunrealtype *p   = q + c->count;
  problem_begin(G);
  for (int i = 0; i < 2 * c->count; i++)
  {
    problem_put(G, i, i / 2, RADIUS * (i % 2 ? -cos(q[i / 2]) : sin(q[i / 2])));
  }
  for (int k = 0; k < 2; k++)
  {
    for (int i = k; i < 2 * c->count; i += 2)
    {
      problem_put(G, i, c->count + k, 1.0);
    }
  }
  for (int i = 0; i < 2 * c->count; i++)
  {
    const sunrealtype x = c->x[i / 2], y = c->y[i / 2];
    problem_put(G, i, c->count + 2,
                i % 2 ? cos(p[2]) * x - sin(p[2]) * y
                      : -sin(p[2]) * x - cos(p[2]) * y);
  }
  problem_end(G);
}

#define ANGLE 0.7

static void cranks_start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct cranks *c = data;
  for (int i = 0; i < c->count + 3; i++) { q[i] = v[i] = 0.0; }
  const sunrealtype angle = ANGLE + c->from;
  for (int i = 0; i < c->count; i++) { q[i] = angle; }
  q[c->count]     = RADIUS * cos(angle);
  q[c->count + 1] = RADIUS * sin(angle);
}

static struct problem cranks_problem(struct cranks *c)
{
  return PROBLEM(.name = "cranks", .n = c->count + 3, .m = 2 * c->count,
                 .start = cranks_start, .mass = cranks_mass,
                 .force = cranks_force, .g = cranks_g,
                 .gt = c->moves != 0.0 ? cranks_gt : NULL, .G = cranks_G,
                 .moving = c->moves != 0.0, .data = c, .constant_mass = 1);
}

/* I a'' = -W cos a, I and W of all. */
static void pendulum(int count, sunrealtype t, sunrealtype s[2])
{
  sunrealtype J = INERTIA * RADIUS * RADIUS, W = INERTIA * GRAVITY * RADIUS;
  for (int i = 0; i < count; i++)
  {
    J += inertia[i];
    W += weight[i];
  }
  const sunrealtype ratio = W / J;
  s[0]                    = ANGLE;
  s[1]                    = 0.0;
  runge_kutta(pendulum_from_level, &ratio, 2, s, 0.0, t, 20000);
}

static void begin(struct small *s, const struct problem *pb, int formulation,
                  int storage, int mode, sunrealtype tol)
{
  BEGIN(s, .pb = pb, .storage = storage ? PROBLEM_SPARSE : PROBLEM_DENSE,
        .formulation = formulation, .rtol = tol,
        .set = {{"ldlt", storage == 2}, {"redundancy", mode}});
}

/* Angles within ten thousand tolerances of the pendulum's, as without the third
 * crank; multipliers bounded. */
static void check_cranks(struct cranks c)
{
  const struct problem pb = cranks_problem(&c);
  sunrealtype exact[2];
  pendulum(c.count, 2.0, exact);
  for (int i = 0; i < 18; i++)
  {
    const sunrealtype tol = i < 9 ? 1e-4 : 1e-6;
    struct small s;
    begin(&s, &pb, GALPHA_SOI2 + i % 3, i / 3 % 3, GALPHA_REDUNDANT_LEAST_NORM,
          tol);
    CHECK(!GALPHASetStopTime(s.mem, 2.0));
    CHECK(small_solve(&s, 2.0) >= 0);
    CHECK(!GALPHAGetMultipliers(s.mem, s.t, s.lambda, NULL));
    const sunrealtype *q = small_q(&s), *v = small_v(&s);
    check_of("cranks %d", i);
    for (int k = 0; k < c.count; k++)
    {
      CHECK_IN(fabs(q[k] - exact[0]), 0.0, 1e3 * tol);
      CHECK_IN(fabs(v[k] - exact[1]), 0.0, 3e3 * tol);
    }
    CHECK_IN(fabs(q[c.count + 2]), 0.0, 1e-2 * tol);
    CHECK_IN(N_VMaxNorm(s.lambda), 0.0, 200.0);
    CHECK(!cranks_g(2.0, s.q, s.lambda, &c));
    CHECK_IN(N_VMaxNorm(s.lambda), 0.0, tol);
    CHECK(s.said.count == 0);
  }
}

/* The last joint leaves the others' motion. */
static void check_clash(void)
{
  struct cranks c         = {3, {-1.3, 0.4, 1.1}, {0.2, -0.35, 0.15}, 0.1, 0};
  const struct problem pb = cranks_problem(&c);
  for (int formulation = GALPHA_SOI2; formulation <= GALPHA_INDEX3;
       formulation++)
  {
    struct small s;
    begin(&s, &pb, formulation, 0, GALPHA_REDUNDANT_LEAST_NORM, 1e-5);
    CHECK(small_solve(&s, 1.0) < 0);
    CHECK_IN(s.t, 0.2, 0.4);
    CHECK(caught_says(&s.said, GALPHA_SINGULAR_JAC, "contradicts"));
    /* what was reached stands */
    CHECK(!GALPHAGetDky(s.mem, s.t, 0, s.a));
    CHECK(problem_dist(N_VGetArrayPointer(s.a), small_q(&s), 6) <= 1e-12);
  }
}

/* All bars in line at the start, where they may bend in two ways: an error that says
 * so; a thousandth beside it is a start as others are. */
static void check_in_line(void)
{
  for (int i = 0; i < 18; i++)
  {
    const sunrealtype line = i < 9 ? 0.0 : acos(-1.0);
    struct cranks c        = {3, {-1.3, 0.4, 1.1}, {0}, 0.0, line - ANGLE};
    struct cranks beside   = c;
    beside.from -= 1e-3;
    const struct problem pb   = cranks_problem(&c),
                         near = cranks_problem(&beside);
    struct small s;
    begin(&s, &pb, GALPHA_SOI2 + i % 3, i / 3 % 3, GALPHA_REDUNDANT_LEAST_NORM,
          1e-2);
    REFUSED(&s.said, small_solve(&s, 2.0), GALPHA_SINGULAR_JAC,
            "singular position");
    begin(&s, &near, GALPHA_SOI2 + i % 3, i / 3 % 3,
          GALPHA_REDUNDANT_LEAST_NORM, 1e-4);
    CHECK(!GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0));
    CHECK(s.said.count == 0);
  }
}

TEST_MAIN()
{
  check_cranks((struct cranks){3, {-1.3, 0.4, 1.1}, {0.2, -0.35, 0.15}, 0, 0});
  check_cranks((struct cranks){3, {-1.3, 0.4, 1.1}, {0.0, 0.0, 0.0}, 0, 0});
  check_cranks((struct cranks){2, {-1.3, 0.4}, {0.0, 0.0}, 0, 0});
  check_clash();
  check_in_line();
}
