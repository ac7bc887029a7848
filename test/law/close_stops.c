/* Stop times soon after each other: remainders of Newton's iteration, in positions with index
 * 3, in velocities with F(t,y,y') of index 2, are not divided by the time between them, let
 * alone by its square. Multipliers of a pendulum, on a support at rest and on a moving one,
 * as a mechanism and as F = 0, at the stops and, with index 3, in the steps after them,
 * against those of its angle by Runge-Kutta; also if a force begins at the first stop.
 * Control: the accelerations by the states that are returned have those remainders. */
#include "support/models/hanging.h"
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define AFTER 6 /* steps after the stops */

enum form
{
  MECHANISM, /* of index 3 */
  INDEX3,
  INDEX2,
  FORMS
};

static const int unknowns[FORMS] = {2, 3, 6};

/* The support moves by x = moves (1 - cos 2t). */
static sunrealtype moves;

static sunrealtype support(const struct hanging *p, sunrealtype t, int k)
{
  return moves * (k == 0   ? 1 - cos(2 * t)
                  : k == 1 ? 2 * sin(2 * t)
                           : 4 * cos(2 * t));
}

struct trial
{
  enum form form;
  int order;
  sunrealtype angle, tol, between;
  bool found; /* orders, by the library at the start */
};

struct pair
{
  struct hanging at;
  struct small a;
  sunrealtype z[2], t; /* of the reference */
};

/* From rest at this angle. */
static void begin(struct pair *p, struct trial k)
{
  static const sunrealtype order3[] = {2, 2, 0}, order2[] = {1, 1, 1, 1, 0, 0};
  const sunrealtype s = sin(k.angle), c = cos(k.angle);
  *p = (struct pair){.at = {.support = support}, .z = {k.angle}};
  const sunrealtype tension = hanging_tension(&p->at, 0.0, p->z);
  const sunrealtype y3[]    = {s, -c, tension};
  const sunrealtype y2[]    = {s, -c, 0, 0, HANGING_GRAVITY * c, 0};
  const sunrealtype a[]     = {-s * tension, c * tension - HANGING_GRAVITY, 0};
  struct small_statement w  = {.n    = unknowns[k.form],
                               .q    = k.form < INDEX2 ? y3 : y2,
                               .data = &p->at,
                               .rtol = k.tol,
                               .set  = {{"max_order", k.order}}};
  if (k.form == MECHANISM)
  {
    w.force       = hanging_force;
    w.g           = hanging_rod;
    w.G           = hanging_rod_jac;
    w.formulation = GALPHA_INDEX3;
  }
  else if (k.form == INDEX3)
  {
    w.res2  = hanging_index3;
    w.a     = a;
    w.order = order3;
  }
  else
  {
    w.res1          = hanging_index2;
    w.order         = k.found ? NULL : order2;
    w.set[1].option = "test_algebraic";
  }
  CHECK(!small_begin(&p->a, ctx, &w));
}

static void stop_at(struct pair *p, sunrealtype t)
{
  CHECK(!GALPHASetStopTime(p->a.mem, t));
  CHECK(small_solve(&p->a, t) >= 0);
}

/* In tolerances of the multiplier. */
static sunrealtype error_of(const struct pair *p, struct trial k,
                            sunrealtype lambda)
{
  const sunrealtype right = hanging_tension(&p->at, p->t, p->z);
  return fabs(lambda - right) / (k.tol * (1.0 + fabs(right)));
}

static sunrealtype off(struct pair *p, struct trial k)
{
  const sunrealtype t = p->a.t;
  runge_kutta(hanging_swing, &p->at, 2, p->z, p->t, t, p->t == 0.0 ? 500 : 10);
  p->t = t;
  if (k.form != MECHANISM)
  {
    return error_of(p, k, small_q(&p->a)[k.form == INDEX3 ? 2 : 4]);
  }
  CHECK(!GALPHAGetMultipliers(p->a.mem, t, p->a.lambda, NULL));
  return error_of(p, k, N_VGetArrayPointer(p->a.lambda)[0]);
}

/* The same of the multiplier by the displacement, or the change of velocities, since the
 * state before. */
static sunrealtype control(const struct pair *p, struct trial k,
                           const sunrealtype *q, const sunrealtype *v)
{
  const sunrealtype h = k.between, *now = small_q(&p->a);
  const sunrealtype arm[] = {now[0] - support(&p->at, p->t, 0), now[1]};
  const sunrealtype f[]   = {p->at.push, -HANGING_GRAVITY};
  sunrealtype sum         = 0.0;
  for (int i = 0; i < 2; i++)
  {
    const sunrealtype a = k.form < INDEX2
                            ? 2 * (now[i] - q[i] - h * v[i]) / (h * h)
                            : (now[2 + i] - q[2 + i]) / h;
    sum += (f[i] - a) * arm[i];
  }
  return error_of(p, k, sum);
}

struct worst
{
  sunrealtype stop, after, control;
};

static void run(struct trial k, struct worst *w)
{
  struct pair p;
  sunrealtype q[6], v[6];
  const size_t n = (size_t)unknowns[k.form] * sizeof *q;
  /* of the velocities; of positions the control has none where it would be theirs */
  const sunrealtype rounding =
    k.form < INDEX2 ? 0.0 : 1e-15 / k.between / k.tol;
  int i = k.form < INDEX2 ? 2 : 1;
  begin(&p, k);
  stop_at(&p, 1.0 - i * k.between);
  off(&p, k);
  while (--i >= 0)
  {
    memcpy(q, small_q(&p.a), n);
    memcpy(v, small_v(&p.a), n);
    stop_at(&p, 1.0 - i * k.between);
    w->stop = fmax(w->stop, off(&p, k) - rounding);
  }
  if (k.form >= INDEX2 || k.between > 5e-7)
  {
    w->control = fmax(w->control, control(&p, k, q, v) - rounding);
  }
  for (i = 0; i < AFTER && k.form < INDEX2; i++)
  {
    CHECK(small_step(&p.a, 9.0) >= 0);
    w->after = fmax(w->after, off(&p, k));
  }
  keep_free();
}

static void check(enum form form, int order, sunrealtype tol)
{
  const sunrealtype longest = form < INDEX2 ? 1e-3 : 1e-2;
  struct worst w            = {0.0, 0.0, 0.0};
  for (int i = 0; i < 6; i++)
  {
    struct trial k = {form, order,   -1.4 + 0.5 * i,
                      tol,  longest, form == INDEX2 && i % 2};
    for (; k.between > 5e-9 * longest; k.between *= 0.1) { run(k, &w); }
  }
  check_of("support moves by %g, form %d, order %d, %.0e", moves, (int)form,
           order, tol);
  CHECK_IN(w.stop, 0.0, form < INDEX2 ? 2e3 : 100.0);
  CHECK_IN(w.after, 0.0, 2e4);
  CHECK(w.control > 1e4);
}

/* A force that begins at the first stop is in the multiplier at the second. */
static void check_force(void)
{
  for (int i = 0; i < 16; i++)
  {
    const struct trial k = {(enum form)(i % 2),    i / 2 % 2 ? 5 : 2,
                            0.3 + 0.1 * i,         1e-4,
                            pow(10.0, -6 - i / 4), false};
    struct pair p;
    begin(&p, k);
    stop_at(&p, 1.0);
    const sunrealtype before = off(&p, k);
    p.at.push                = 5.0;
    stop_at(&p, 1.0 + k.between);
    CHECK_IN(off(&p, k), 0.0, 300.0 + 2.0 * before);
    p.at.push = 0.0;
    CHECK(fabs(off(&p, k)) > 1e3);
  }
}

/* The last state is that of the first stop if F fails in the step to the second. */
static void check_intact(struct trial k)
{
  const size_t n = (size_t)unknowns[k.form];
  int failed     = 0;
  for (int i = 1; i <= 40; i++)
  {
    struct pair p;
    sunrealtype before[6];
    N_Vector after = small_vector(ctx, unknowns[k.form], NULL);
    begin(&p, k);
    stop_at(&p, 1.0);
    memcpy(before, small_q(&p.a), n * sizeof *before);
    p.at.until_failure = i;
    CHECK(!GALPHASetStopTime(p.a.mem, 1.0 + k.between));
    failed += small_solve(&p.a, 2.0) < 0;
    if (p.at.until_failure > 0) { continue; }
    CHECK(!GALPHAGetDky(p.a.mem, 1.0, 0, after));
    CHECK(!memcmp(N_VGetArrayPointer(after), before, n * sizeof *before));
  }
  CHECK(failed >= 4 && failed < 40);
}

TEST_MAIN()
{
  check_intact((struct trial){INDEX3, 5, 0.5, 1e-4, 1e-6, false});
  check_intact((struct trial){INDEX2, 5, 0.5, 1e-3, 1e-6, false});
  check_force();
  for (int i = 0; i < 2 * 2 * 5 * FORMS; i++)
  {
    const enum form form = (enum form)(i / 20);
    const int order = i / 2 % 2 ? 5 : 2, tol = i / 4 % 5;
    moves = i % 2 ? 0.3 : 0.0;
    /* every other tolerance with index 3, orders up to 5 with index 2 */
    if (form < INDEX2 ? tol % 2 : order == 2) { continue; }
    check(form, order, pow(10.0, -3 - tol));
  }
}
