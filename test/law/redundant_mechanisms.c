/* Mechanisms that are redundant by their geometry: a platform on three parallel cranks,
 * also in line, so that the rank falls further at each dead position, and Bricard's
 * linkage of six links, m = n. The cranks' angle is that of the pendulum which they
 * amount to (Runge-Kutta, independent of the library), Bricard's linkage moves as
 * without one of its rows; energy is conserved to the order of the method, constraints
 * are met. Rows that come to contradict each other in mid-run end in an error that
 * names them; a state that was reached before stays. Without the option all are
 * refused. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

/* ---- cranks: q = (angles, x, y, phi of the platform) ----------------------- */

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
  for (int i = 0; i < c->count; i++)
  {
    problem_put(G, 2 * i, i, RADIUS * sin(q[i]));
    problem_put(G, 2 * i + 1, i, -RADIUS * cos(q[i]));
  }
  for (int i = 0; i < c->count; i++) { problem_put(G, 2 * i, c->count, 1.0); }
  for (int i = 0; i < c->count; i++)
  {
    problem_put(G, 2 * i + 1, c->count + 1, 1.0);
  }
  for (int i = 0; i < c->count; i++)
  {
    problem_put(G, 2 * i, c->count + 2,
                -sin(p[2]) * c->x[i] - cos(p[2]) * c->y[i]);
    problem_put(G, 2 * i + 1, c->count + 2,
                cos(p[2]) * c->x[i] - sin(p[2]) * c->y[i]);
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

static void pendulum_rhs(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                         const void *data)
{
  d[0] = y[1];
  d[1] = -*(const sunrealtype *)data * cos(y[0]);
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
  runge_kutta(pendulum_rhs, &ratio, 2, s, 0.0, t, 20000);
}

static void begin(struct small *s, const struct problem *pb, int formulation,
                  int storage, int mode, SUNContext ctx)
{
  CHECK(!small_form(s, ctx, pb, storage ? PROBLEM_SPARSE : PROBLEM_DENSE,
                    formulation));
  CHECK(!GALPHASetOption(s->mem, "ldlt", storage == 2));
  CHECK(!GALPHASetRedundancy(s->mem, mode));
}

/* Angles within ten thousand tolerances of the pendulum's, as without the third
 * crank; multipliers bounded. */
static void check_cranks(struct cranks c, SUNContext ctx)
{
  const struct problem pb = cranks_problem(&c);
  sunrealtype exact[2];
  pendulum(c.count, 2.0, exact);
  for (int i = 0; i < 18; i++)
  {
    const sunrealtype tol = i < 9 ? 1e-4 : 1e-6;
    struct small s;
    begin(&s, &pb, GALPHA_SOI2 + i % 3, i / 3 % 3, GALPHA_REDUNDANT_LEAST_NORM,
          ctx);
    CHECK(!GALPHASStolerances(s.mem, tol, tol));
    CHECK(!GALPHASetStopTime(s.mem, 2.0));
    CHECK(small_solve(&s, 2.0) >= 0);
    CHECK(!GALPHAGetMultipliers(s.mem, s.t, s.lambda, NULL));
    const long int steps = count_of(s.mem, GALPHAGetNumSteps);
    const sunrealtype *q = small_q(&s), *v = small_v(&s);
    printf("cranks %d: %ld steps, errors %.1e %.1e, phi %.1e, lambda %.3g\n", i,
           steps, q[0] - exact[0], v[0] - exact[1], q[c.count + 2],
           N_VMaxNorm(s.lambda));
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
    small_free(&s);
  }
}

/* The last joint leaves the others' motion. */
static void check_clash(SUNContext ctx)
{
  struct cranks c         = {3, {-1.3, 0.4, 1.1}, {0.2, -0.35, 0.15}, 0.1, 0};
  const struct problem pb = cranks_problem(&c);
  for (int formulation = GALPHA_SOI2; formulation <= GALPHA_INDEX3;
       formulation++)
  {
    struct small s;
    begin(&s, &pb, formulation, 0, GALPHA_REDUNDANT_LEAST_NORM, ctx);
    CHECK(!GALPHASStolerances(s.mem, 1e-5, 1e-5));
    CHECK(small_solve(&s, 1.0) < 0);
    printf("clash: %s\n", s.said.msg);
    CHECK_IN(s.t, 0.2, 0.4);
    CHECK(caught_says(&s.said, GALPHA_SINGULAR_JAC, "contradicts"));
    /* what was reached stands */
    CHECK(!GALPHAGetDky(s.mem, s.t, 0, s.a));
    CHECK(problem_dist(N_VGetArrayPointer(s.a), small_q(&s), 6) <= 1e-12);
    small_free(&s);
  }
}

/* All bars in line at the start, where they may bend in two ways: an error that says
 * so; a thousandth beside it is a start as others are. */
static void check_in_line(SUNContext ctx)
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
          ctx);
    CHECK(!GALPHASStolerances(s.mem, 1e-2, 1e-2));
    CHECK(small_solve(&s, 2.0) == GALPHA_SINGULAR_JAC);
    CHECK(caught_says(&s.said, GALPHA_SINGULAR_JAC, "singular position"));
    small_free(&s);
    begin(&s, &near, GALPHA_SOI2 + i % 3, i / 3 % 3,
          GALPHA_REDUNDANT_LEAST_NORM, ctx);
    CHECK(!GALPHASStolerances(s.mem, 1e-4, 1e-4));
    CHECK(!GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0));
    CHECK(s.said.count == 0);
    small_free(&s);
  }
}

/* ---- Bricard: joints' points P1 ... P4 and axes u1 ... u4 ------------------ */

#define JOINTS 6

/* The edges of a cube; joints 0 and 5 are fixed. */
static const sunrealtype point[JOINTS][3] = {{1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                             {0, 1, 1}, {0, 0, 1}, {1, 0, 1}};
static const sunrealtype axis[JOINTS][3]  = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0},
                                             {1, 0, 0}, {0, 0, 1}, {0, 1, 0}};

static const sunrealtype *P(const sunrealtype *q, int joint)
{
  return joint == 0 || joint == 5 ? point[joint] : q + 3 * (joint - 1);
}

static const sunrealtype *U(const sunrealtype *q, int joint)
{
  return joint == 0 || joint == 5 ? axis[joint] : q + 12 + 3 * (joint - 1);
}

struct bricard
{
  int without; /* a row that is left out, or -1 */
};

/* Rows: of each of five links |d|^2, u_i u_j, u_i d, u_j d; then |u|^2. D may be NULL:
 * 24 x 24 by rows. */
static void bricard_rows(const sunrealtype *q, sunrealtype *g, sunrealtype *D)
{
  if (D) { memset(D, 0, 24 * 24 * sizeof *D); }
  for (int l = 0; l < 5; l++)
  {
    const sunrealtype *a = P(q, l), *b = P(q, l + 1);
    const sunrealtype *u = U(q, l), *w = U(q, l + 1);
    sunrealtype *r = g + 4 * l;
    r[0]           = -0.5;
    r[1] = r[2] = r[3] = 0.0;
    for (int k = 0; k < 3; k++)
    {
      const sunrealtype d = b[k] - a[k];
      r[0] += 0.5 * d * d;
      r[1] += u[k] * w[k];
      r[2] += u[k] * d;
      r[3] += w[k] * d;
      const sunrealtype by_a[] = {-d, 0.0, -u[k], -w[k]};
      const sunrealtype by_u[] = {0.0, w[k], d, 0.0};
      const sunrealtype by_w[] = {0.0, u[k], 0.0, d};
      for (int i = 0; D && i < 4; i++)
      {
        sunrealtype *row = D + 24 * (4 * l + i);
        if (l > 0) { row[3 * (l - 1) + k] += by_a[i]; }
        if (l > 0) { row[12 + 3 * (l - 1) + k] += by_u[i]; }
        if (l < 4) { row[3 * l + k] -= by_a[i]; }
        if (l < 4) { row[12 + 3 * l + k] += by_w[i]; }
      }
    }
  }
  for (int j = 0; j < 4; j++)
  {
    g[20 + j] = -0.5;
    for (int k = 0; k < 3; k++)
    {
      const sunrealtype u = q[12 + 3 * j + k];
      g[20 + j] += 0.5 * u * u;
      if (D) { D[24 * (20 + j) + 12 + 3 * j + k] = u; }
    }
  }
}

MASS(bricard_mass)
{
  problem_begin(M);
  for (int i = 0; i < 24; i++) { problem_put(M, i, i, i < 12 ? 1.0 : 0.1); }
  problem_end(M);
}

FORCE_EACH(bricard_force, i < 12 && i % 3 == 1 ? -GRAVITY : 0.0)

HOLONOMIC(bricard_g)
{
  const struct bricard *b = data;
  sunrealtype all[24];
  bricard_rows(q, all, NULL);
  for (int i = 0, at = 0; i < 24; i++)
  {
    if (i != b->without) { g[at++] = all[i]; }
  }
}

HOLONOMIC_JAC(bricard_G)
{
  const struct bricard *b = data;
  sunrealtype all[24], D[24 * 24];
  bricard_rows(q, all, D);
  problem_begin(G);
  for (int j = 0; j < 24; j++)
  {
    for (int i = 0, at = 0; i < 24; i++)
    {
      if (i != b->without) { problem_put(G, at++, j, D[24 * i + j]); }
    }
  }
  problem_end(G);
}

static void bricard_start(sunrealtype *q, sunrealtype *v, void *data)
{
  for (int j = 0; j < 4; j++)
  {
    for (int k = 0; k < 3; k++)
    {
      q[3 * j + k]      = point[j + 1][k];
      q[12 + 3 * j + k] = axis[j + 1][k];
    }
  }
  for (int i = 0; i < 24; i++) { v[i] = 0.0; }
}

static struct problem bricard_problem(struct bricard *b)
{
  return PROBLEM(.name = "Bricard", .n = 24, .m = b->without < 0 ? 24 : 23,
                 .start = bricard_start, .mass = bricard_mass,
                 .force = bricard_force, .g = bricard_g, .G = bricard_G,
                 .data = b, .constant_mass = 1);
}

static sunrealtype energy(const struct small *s)
{
  const sunrealtype *q = small_q(s), *v = small_v(s);
  sunrealtype E = 0.0;
  for (int i = 0; i < 24; i++)
  {
    E += 0.5 * (i < 12 ? 1.0 : 0.1) * v[i] * v[i];
  }
  for (int j = 0; j < 4; j++) { E += GRAVITY * q[3 * j + 1]; }
  return E;
}

/* To t = 2 with fixed steps. */
static int bricard_run(struct bricard *b, int formulation, int storage,
                       sunrealtype h, int mode, struct small *s, SUNContext ctx)
{
  const struct problem pb = bricard_problem(b);
  begin(s, &pb, formulation, storage, mode, ctx);
  CHECK(!GALPHASetFixedStep(s->mem, h));
  return small_solve(s, 2.0);
}

static void check_bricard(SUNContext ctx)
{
  const sunrealtype h = 0.01, E0 = 2.0 * GRAVITY + GRAVITY;
  for (int i = 0; i < 9; i++)
  {
    struct bricard all = {-1}, less = {5};
    struct small a, b, fine;
    const int form = GALPHA_SOI2 + i % 3, storage = i / 3;
    CHECK(bricard_run(&all, form, storage, h, GALPHA_REDUNDANT_LEAST_NORM, &a,
                      ctx) >= 0);
    CHECK(bricard_run(&less, form, storage, h, GALPHA_REDUNDANT_REFUSE, &b,
                      ctx) >= 0);
    CHECK(bricard_run(&all, form, storage, 0.5 * h, GALPHA_REDUNDANT_LEAST_NORM,
                      &fine, ctx) >= 0);
    const sunrealtype apart = problem_dist(small_q(&a), small_q(&b), 24);
    printf("Bricard %d: apart %.1e, energy %.2e %.2e\n", i, apart,
           energy(&a) - E0, energy(&fine) - E0);
    CHECK_IN(apart, 0.0, 1e-7); /* a tenth of the tolerance */
    CHECK_IN(fabs(energy(&a) - E0), 0.0, 0.05 * E0);
    CHECK_IN((energy(&a) - E0) / (energy(&fine) - E0), 2.5, 6.5);
    small_free(&a);
    small_free(&b);
    small_free(&fine);
    CHECK(bricard_run(&all, form, storage, h, GALPHA_REDUNDANT_REFUSE, &a,
                      ctx) == GALPHA_SINGULAR_JAC);
    CHECK(caught_says(&a.said, GALPHA_SINGULAR_JAC, "is redundant"));
    small_free(&a);
  }
}

TEST_MAIN(ctx)
{
  check_cranks((struct cranks){3, {-1.3, 0.4, 1.1}, {0.2, -0.35, 0.15}, 0, 0},
               ctx);
  check_cranks((struct cranks){3, {-1.3, 0.4, 1.1}, {0.0, 0.0, 0.0}, 0, 0},
               ctx);
  check_cranks((struct cranks){2, {-1.3, 0.4}, {0.0, 0.0}, 0, 0}, ctx);
  check_clash(ctx);
  check_in_line(ctx);
  check_bricard(ctx);
}
