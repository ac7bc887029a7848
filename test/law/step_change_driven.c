/* GALPHA_CORRECT_VELOCITIES on a driven base: the mass on it goes on as without, the
 * drive's force is of order 2, stiff springs are not excited, also with a Krylov
 * solver. A controlled run reaches tolerances which
 * GALPHA_CORRECT_A (control) cannot. Without constraints on positions nothing changes. */
#include "support/test.h"

#define STEPS 600

/* y = (base, mass, force of the drive); the base follows sin t. */
struct drive
{
  sunrealtype stiffness, stretch; /* at the start, beside the steady motion */
  int answer;                     /* of F to its next call */
};

/* Of the mass, less the base: c sin t + stretch cos(w t). */
static sunrealtype stretch(const struct drive *d, sunrealtype t)
{
  const sunrealtype k = d->stiffness;
  return sin(t) / (k - 1.0) + d->stretch * cos(sqrt(k) * t);
}

static sunrealtype drive_force(const struct drive *d, sunrealtype t)
{
  return sin(t) + d->stiffness * stretch(d, t);
}

static int equations(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                     N_Vector r, void *data)
{
  struct drive *d      = data;
  const int answer     = d->answer;
  const sunrealtype *u = N_VGetArrayPointer(y), *a = N_VGetArrayPointer(ypp);
  sunrealtype *f       = N_VGetArrayPointer(r);
  const sunrealtype fs = d->stiffness * (u[1] - u[0]);
  f[0]                 = a[0] - fs + u[2];
  f[1]                 = a[1] + fs;
  f[2]                 = u[0] - sin(t);
  d->answer            = 0;
  return answer;
}

RESIDUAL_START(start)
{
  const struct drive *d = data;
  y[1]                  = stretch(d, 0.0);
  y[2]                  = drive_force(d, 0.0);
  yp[0]                 = 1.0;
  yp[1]                 = 1.0 + 1.0 / (d->stiffness - 1.0);
  ypp[1]                = -d->stiffness * y[1];
}

struct outcome
{
  sunrealtype base, mass, speed, force; /* errors at worst */
  sunrealtype late;                     /* of the mass, last steps */
};

static void begin(struct residual_run *r, struct residual_problem *pb,
                  struct drive *d, int mode)
{
  static const sunrealtype order[] = {2.0, 2.0, 0.0};
  *pb = RESIDUAL_PROBLEM(.name = "driven base", .n = 3, .order = order,
                         .res2 = equations, .start = start, .ypp_known = 1,
                         .data = d);
  CHECK(residual_begin(r, pb, ctx) == 0);
  CHECK(!GALPHASStolerances(r->mem, 1e-10, 1e-10));
  CHECK(!GALPHASetOption(r->mem, "step_change_correction", mode));
}

static struct outcome march(struct drive *d, sunrealtype rho, int mode,
                            int krylov, int count)
{
  struct residual_problem pb;
  struct outcome o = {0.0, 0.0, 0.0, 0.0, 0.0};
  struct residual_run r;
  begin(&r, &pb, d, mode);
  if (krylov) { CHECK(residual_use_krylov(&r, RESIDUAL_SPGMR, 3, 0) == 0); }
  CHECK(!GALPHASetRhoInf(r.mem, rho));
  for (int i = 0; i < count; i++)
  {
    CHECK(residual_step(&r, (i % 2 ? 1.4 : 0.6) * 6.0 / count) == 0);
    const sunrealtype *y = residual_y(&r), *v = residual_yp(&r), t = r.t;
    const sunrealtype k = d->stiffness, w = sqrt(k);
    const sunrealtype e = fabs(y[1] - sin(t) - stretch(d, t));
    o.base              = fmax(o.base, fabs(v[0] - cos(t)));
    o.mass              = fmax(o.mass, e);
    o.late              = i > count - 50 ? fmax(o.late, e) : 0.0;
    o.speed = fmax(o.speed, fabs(v[1] - cos(t) - cos(t) / (k - 1.0) +
                                 d->stretch * w * sin(w * t)));
    const sunrealtype force = fabs(y[2] - drive_force(d, t));
    o.force                 = i > 10 ? fmax(o.force, force) : 0.0;
  }
  return o;
}

static void check_resolved(sunrealtype rho, int krylov)
{
  struct drive d = {4.0, 0.3, 0};
  for (int mode = GALPHA_CORRECT_A; mode <= GALPHA_CORRECT_VELOCITIES;
       mode += GALPHA_CORRECT_VELOCITIES - GALPHA_CORRECT_A)
  {
    const struct outcome a  = march(&d, rho, mode, krylov, STEPS);
    const struct outcome b  = march(&d, rho, mode, krylov, 4 * STEPS);
    const sunrealtype force = 0.5 * residual_order(a.force, b.force);
    check_of("rho %.1f, mode %d, Krylov %d", rho, mode, krylov);
    CHECK(0.5 * residual_order(a.base, b.base) >= 1.85);
    CHECK(0.5 * residual_order(a.mass, b.mass) >= 1.85);
    CHECK(0.5 * residual_order(a.speed, b.speed) >= 1.85);
    if (mode == GALPHA_CORRECT_A) { CHECK_IN(force, 0.7, 1.2); }
    else { CHECK(force >= 1.7); }
  }
}

/* A mass on a spring that the steps do not resolve. */
static void check_stiff(sunrealtype rho, sunrealtype stiffness)
{
  struct drive d               = {stiffness, 1e-6, 0};
  const struct outcome without = march(&d, rho, GALPHA_CORRECT_A, 0, STEPS);
  const struct outcome with =
    march(&d, rho, GALPHA_CORRECT_VELOCITIES, 0, STEPS);
  check_of("rho %.1f, stiffness %.0e", rho, stiffness);
  CHECK_IN(with.late, 0.0, 1.01 * without.late);
  CHECK_IN(with.late, 0.0, 3e-6);
}

/* What cannot be evaluated is left out, as in GALPHA_CORRECT_A; F may stop the run, and
 * nothing is lost. */
static void check_failing(void)
{
  static const int mode[] = {GALPHA_CORRECT_A, GALPHA_CORRECT_VELOCITIES};
  struct drive d          = {4.0, 0.3, 0};
  struct residual_problem pb;
  struct residual_run r[2];
  for (int k = 0; k < 2; k++) { begin(&r[k], &pb, &d, mode[k]); }
  for (int i = 0; i < 20; i++)
  {
    const sunrealtype h = i % 2 ? 0.014 : 0.006;
    CHECK(residual_step(&r[0], h) == 0);
    d.answer = i > 0;
    CHECK(residual_step(&r[1], h) == 0);
    CHECK(d.answer == 0 && residual_distance(&r[0], &r[1]) == 0.0);
  }
  CHECK(!GALPHASetErrFile(r[1].mem, NULL));
  d.answer = -1;
  CHECK(residual_step(&r[1], 0.006) == GALPHA_RES_FAIL);
  CHECK(residual_step(&r[1], 0.014) == 0);
  CHECK(residual_step(&r[0], 0.014) == 0);
  CHECK(residual_distance(&r[0], &r[1]) == 0.0);
}

/* *lambda: error at the end; *said: what ended the run. */
static int controlled(int order, int mode, sunrealtype rtol,
                      sunrealtype *lambda, struct caught *said)
{
  struct residual_model m;
  struct residual_run r;
  sunrealtype y[RESIDUAL_MODEL_SIZE], yp[RESIDUAL_MODEL_SIZE],
    ypp[RESIDUAL_MODEL_SIZE];
  residual_model_new(&m, 1, NULL);
  CHECK(residual_begin(&r, &m.pb, ctx) == 0);
  CHECK(!GALPHASStolerances(r.mem, rtol, rtol));
  CHECK(!GALPHASetErrorTest(r.mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHASetMaxOrd(r.mem, order));
  CHECK(!GALPHASetOption(r.mem, "step_change_correction", mode));
  CHECK(!GALPHASetErrHandlerFn(r.mem, caught_handler, said));
  const int ret = residual_to(&r, 2.0);
  residual_model_exact(&m, r.t, y, yp, ypp);
  *lambda =
    fabs(residual_y(&r)[RESIDUAL_MODEL_LAMBDA] - y[RESIDUAL_MODEL_LAMBDA]);
  check_of("order %d, rtol %.0e, mode %d", order, rtol, mode);
  return ret;
}

/* The first steps stay above the rounding errors of the multipliers, as far as the
 * tolerances allow: with 1e-12 of the state that contains one they do not. */
static void check_controlled(void)
{
  static const char bound[]       = "contains multipliers of index 3";
  static const sunrealtype rtol[] = {1e-8, 1e-9, 1e-10, 1e-12};
  struct caught c                 = {0};
  sunrealtype a, b;
  CHECK(controlled(2, GALPHA_CORRECT_A, 1e-7, &a, &c) == 0);
  CHECK(controlled(2, GALPHA_CORRECT_VELOCITIES, 1e-7, &b, &c) == 0);
  CHECK(b <= 0.1 * a && c.count == 0);
  CHECK(controlled(2, GALPHA_CORRECT_A, 1e-8, &a, &c) == GALPHA_ERR_FAIL);
  CHECK(caught_says(&c, GALPHA_ERR_FAIL, bound));
  for (int i = 0; i < 8; i++)
  {
    const int order      = i < 4 ? 2 : 5;
    const sunrealtype to = rtol[i % 4];
    const int code = controlled(order, GALPHA_CORRECT_VELOCITIES, to, &b, &c);
    CHECK(code == (to > 1e-11 ? 0 : GALPHA_ERR_FAIL));
    if (code) { CHECK(caught_says(&c, GALPHA_ERR_FAIL, bound)); }
    else { CHECK(b <= 20.0 * pow(to, 2.0 / 3.0) && c.count == 0); }
  }
}

static void check_unconstrained(void)
{
  static const sunrealtype pattern[] = {0.6, 1.4};
  struct residual_model m;
  struct residual_run r[2];
  residual_model_new(&m, 0, NULL);
  for (int k = 0; k < 2; k++)
  {
    CHECK(residual_begin(&r[k], &m.pb, ctx) == 0);
    CHECK(!GALPHASetOption(r[k].mem, "step_change_correction",
                           k ? GALPHA_CORRECT_VELOCITIES : GALPHA_CORRECT_A));
    CHECK(residual_steps(&r[k], 0.01, pattern, 2, 200) == 0);
  }
  CHECK(residual_distance(&r[0], &r[1]) == 0.0);
}

TEST_MAIN()
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.8, 0.9};
  for (int i = 0; i < 4; i++)
  {
    if (i < 3) { check_resolved(rho[i], 0); }
    check_stiff(rho[i], 1e5);
    check_stiff(rho[i], 1e8);
  }
  check_resolved(0.5, 1);
  check_failing();
  check_controlled();
  check_unconstrained();
}
