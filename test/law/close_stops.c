/* Index 3 with stop times soon after each other: the remainders of Newton's iteration in
 * positions are not divided by the time between them, let alone by its square. Multipliers
 * of a pendulum, on a support at rest and on a moving one, as F(t,y,y',y'') and as a
 * mechanism, at the stops and in the steps after them, against those of its angle by
 * Runge-Kutta; also if a force begins at the first stop. Control: the accelerations by the
 * states that are returned have those remainders. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define GRAVITY 9.81
#define AFTER   6 /* steps after the stops */

/* The support moves by x = moves (1 - cos 2t); a horizontal force pushes the mass. */
static sunrealtype moves, push;

static sunrealtype from_support(sunrealtype t, sunrealtype x)
{
  return x - moves * (1 - cos(2 * t));
}

FORCE_IS(pull, push, -GRAVITY)

HOLONOMIC(rod)
{
  const sunrealtype x = from_support(t, q[0]);
  g[0]                = 0.5 * (x * x + q[1] * q[1] - 1);
}

HOLONOMIC_JAC(rod_jac)
{
  PROBLEM_MATRIX(G, {0, 0, from_support(t, q[0])}, {0, 1, q[1]});
}

/* Evaluations until one fails, for good; 0: none does. */
static int until_failure;

static int equations(sunrealtype t, N_Vector y_, N_Vector yp, N_Vector ypp_,
                     N_Vector r_, void *data)
{
  const sunrealtype *y = N_VGetArrayPointer(y_);
  const sunrealtype *a = N_VGetArrayPointer(ypp_);
  sunrealtype *r       = N_VGetArrayPointer(r_);
  const sunrealtype x  = from_support(t, y[0]);
  r[0]                 = a[0] + y[2] * x - push;
  r[1]                 = a[1] + y[2] * y[1] + GRAVITY;
  r[2]                 = 0.5 * (x * x + y[1] * y[1] - 1);
  return --until_failure == 0 ? -1 : 0;
}

/* Angle from the vertical, and its rate. */
static void swing(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                  const void *data)
{
  d[0] = y[1];
  d[1] = -GRAVITY * sin(y[0]) + (push - 4 * moves * cos(2 * t)) * cos(y[0]);
}

static sunrealtype tension(sunrealtype t, const sunrealtype *y)
{
  return y[1] * y[1] + GRAVITY * cos(y[0]) +
         (push - 4 * moves * cos(2 * t)) * sin(y[0]);
}

struct trial
{
  int residual, order;
  sunrealtype angle, tol, between;
};

struct pair
{
  struct small a;
  sunrealtype z[2], t; /* of the reference */
};

/* From rest at this angle. */
static void begin(struct pair *p, struct trial k)
{
  const sunrealtype s = sin(k.angle), c = cos(k.angle);
  const sunrealtype y[] = {s, -c, GRAVITY * c - 4 * moves * s};
  const sunrealtype a[] = {-s * y[2], c * y[2] - GRAVITY, 0};
  p->z[0]               = k.angle;
  p->z[1] = p->t = 0.0;
  if (k.residual)
  {
    CHECK(!small_residual2(&p->a, ctx, 3, 0.0, y, NULL, a, equations, NULL));
    CHECK(!small_orders(&p->a, VALUES(2, 2, 0)));
  }
  else
  {
    CHECK(!small_mechanics(&p->a, ctx, 2, 0.0, y, NULL, pull, NULL));
    CHECK(!small_holonomic(&p->a, 1, rod, rod_jac));
    CHECK(!GALPHASetFormulation(p->a.mem, GALPHA_INDEX3));
  }
  CHECK(!GALPHASStolerances(p->a.mem, k.tol, k.tol));
  CHECK(!GALPHASetMaxOrd(p->a.mem, k.order));
}

static void stop_at(struct pair *p, sunrealtype t)
{
  CHECK(!GALPHASetStopTime(p->a.mem, t));
  CHECK(small_solve(&p->a, t) >= 0);
}

/* What the multiplier is off by, in tolerances. */
static sunrealtype off(struct pair *p, struct trial k)
{
  const sunrealtype t = p->a.t;
  runge_kutta(swing, NULL, 2, p->z, p->t, t, p->t == 0.0 ? 2000 : 50);
  p->t                    = t;
  const sunrealtype right = tension(t, p->z);
  if (!k.residual)
  {
    CHECK(!GALPHAGetMultipliers(p->a.mem, t, p->a.lambda, NULL));
  }
  const sunrealtype is =
    k.residual ? small_q(&p->a)[2] : N_VGetArrayPointer(p->a.lambda)[0];
  return fabs(is - right) / (k.tol * (1.0 + fabs(right)));
}

/* The same of the multiplier by the displacement since the state before. */
static sunrealtype control(const struct pair *p, struct trial k,
                           const sunrealtype *q, const sunrealtype *v)
{
  const sunrealtype h = k.between, right = tension(p->t, p->z);
  sunrealtype sum = 0.0;
  for (int i = 0; i < 2; i++)
  {
    const sunrealtype x = small_q(&p->a)[i] - q[i];
    const sunrealtype f = i == 0 ? push : -GRAVITY;
    sum += (f - 2 * (x - h * v[i]) / (h * h)) *
           (i == 0 ? from_support(p->t, q[0]) : q[1]);
  }
  return fabs(sum - right) / (k.tol * (1.0 + fabs(right)));
}

struct worst
{
  sunrealtype stop, after, control;
};

static void run(struct trial k, struct worst *w)
{
  struct pair p;
  sunrealtype q[3], v[3];
  begin(&p, k);
  stop_at(&p, 1.0 - 2.0 * k.between);
  off(&p, k);
  for (int i = 1; i >= 0; i--)
  {
    const size_t n = (k.residual ? 3 : 2) * sizeof *q;
    memcpy(q, small_q(&p.a), n);
    memcpy(v, small_v(&p.a), n);
    stop_at(&p, 1.0 - i * k.between);
    w->stop = fmax(w->stop, off(&p, k));
  }
  /* not where it would be the rounding of positions */
  if (k.between > 5e-7) { w->control = fmax(w->control, control(&p, k, q, v)); }
  for (int i = 0; i < AFTER; i++)
  {
    CHECK(small_step(&p.a, 9.0) >= 0);
    w->after = fmax(w->after, off(&p, k));
  }
  keep_free();
}

static void check(int form, sunrealtype tol)
{
  struct worst w = {0.0, 0.0, 0.0};
  for (int i = 0; i < 6; i++)
  {
    struct trial k = {form % 2, form / 2 ? 5 : 2, -1.4 + 0.5 * i, tol, 0.0};
    for (k.between = 1e-3; k.between > 5e-12; k.between *= 0.1) { run(k, &w); }
  }
  check_of("support moves by %g, form %d, %.0e", moves, form, tol);
  CHECK_IN(w.stop, 0.0, 2e3);
  CHECK_IN(w.after, 0.0, 2e4);
  CHECK(w.control > 1e4);
}

/* A force that begins at the first stop is in the multiplier at the second. */
static void check_force(void)
{
  for (int i = 0; i < 16; i++)
  {
    const struct trial k = {i % 2, i / 2 % 2 ? 5 : 2, 0.3 + 0.1 * i, 1e-4,
                            pow(10.0, -6 - i / 4)};
    struct pair p;
    begin(&p, k);
    stop_at(&p, 1.0);
    const sunrealtype before = off(&p, k);
    push                     = 5.0;
    stop_at(&p, 1.0 + k.between);
    CHECK_IN(off(&p, k), 0.0, 300.0 + 2.0 * before);
    push = 0.0;
    CHECK(fabs(off(&p, k)) > 1e3);
  }
}

/* The last state is that of the first stop if F fails in the step to the second. */
static void check_intact(void)
{
  const struct trial k = {1, 5, 0.5, 1e-4, 1e-6};
  int failed           = 0;
  for (int i = 1; i <= 30; i++)
  {
    struct pair p;
    sunrealtype before[3];
    N_Vector after = small_vector(ctx, 3, NULL);
    begin(&p, k);
    stop_at(&p, 1.0);
    memcpy(before, small_q(&p.a), sizeof before);
    until_failure = i;
    CHECK(!GALPHASetStopTime(p.a.mem, 1.0 + k.between));
    failed += small_solve(&p.a, 2.0) < 0;
    if (until_failure <= 0)
    {
      CHECK(!GALPHAGetDky(p.a.mem, 1.0, 0, after));
      CHECK(!memcmp(N_VGetArrayPointer(after), before, sizeof before));
    }
    until_failure = 0;
  }
  CHECK(failed >= 4 && failed < 30);
}

TEST_MAIN()
{
  check_intact();
  check_force();
  for (int i = 0; i < 2 * 4 * 3; i++)
  {
    moves = i % 2 ? 0.3 : 0.0;
    check(i / 2 % 4, pow(10.0, -3 - 2 * (i / 8)));
  }
}
