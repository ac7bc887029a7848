/* Index 3 with constraints that depend on t, near rho = 1 and at tight tolerances: a
 * pendulum whose pivot is moved, against its angle by Runge-Kutta. Multipliers that a
 * change of h has shaken do not cut the step until it no longer changes t, nor are
 * they taken for a vibration. Control: a
 * slider that is all driven keeps its velocity, which only estimates across the
 * constraint tell. So does a point of F(t,y,y',y'') whose drive comes to rest within the
 * run, or is fast: nothing else holds its steps. After a drive whose third derivative
 * jumps orders rise again, at a tight tolerance, too: estimates of v by velocities are off
 * across the constraints, those by positions along them. Control of that: order 2. */
#include "support/models/hanging.h"
#include "support/run/runge_kutta.h"
#include "support/test.h"

struct drive
{
  struct hanging pendulum;
  sunrealtype size, omega;
};

static sunrealtype pivot(const struct hanging *p, sunrealtype t, int k)
{
  const struct drive *d = (const struct drive *)p;
  const sunrealtype w   = d->omega;
  return d->size *
         (k == 1 ? w * cos(w * t) : (k == 2 ? -w * w : 1.0) * sin(w * t));
}

FORCE(no_force)
{
  f[0] = 0.0;
}

HOLONOMIC_IS(slider_g, q[0] - pivot(data, t, 0))

HOLONOMIC_JAC_IS(slider_G, {0, 0, 1.0})

/* To t1; x has q and v on return. */
static int run(struct drive *d, int n, sunrealtype rho, sunrealtype tol,
               sunrealtype t1, sunrealtype *x)
{
  const sunrealtype q0[] = {n > 1 ? 1.0 : 0.0, 0.0},
                    v0[] = {d->size * d->omega, 0.0};
  SMALL(s, .n = n, .q = q0, .v = v0, .data = d,
        .force = n > 1 ? hanging_force : no_force,
        .g     = n > 1 ? hanging_rod : slider_g,
        .G = n > 1 ? hanging_rod_jac : slider_G, .formulation = GALPHA_INDEX3,
        .rtol = tol, .set = {{"rho_inf", rho}});
  check_of("n %d, rho %g, tol %g", n, rho, tol);
  CHECK(!GALPHASetStopTime(s->mem, t1));
  const int code = small_solve(s, t1);
  if (s->said.count) { printf("%s\n", s->said.msg); }
  CHECK(s->said.count == 0);
  for (int i = 0; i < n; i++)
  {
    x[i]     = small_q(s)[i];
    x[n + i] = small_v(s)[i];
  }
  return code;
}

/* 1 from t = 1 on, with two derivatives of 0 there and at 0. */
static sunrealtype rest_to_rest(sunrealtype t)
{
  const sunrealtype x = fmin(t, 1.0);
  return x * x * x * (10.0 + x * (-15.0 + 6.0 * x));
}

static sunrealtype shake(sunrealtype t)
{
  return 0.01 * sin(40.0 * t) - 0.4 * t;
}

typedef sunrealtype (*law_fn)(sunrealtype t);

/* y: place and the two forces of the drive. */
RESIDUAL2_IS(driven_point, ypp[0] + 0.2 * yp[0] + y[2],
             1.1 * ypp[1] + HANGING_GRAVITY + y[3], y[0] - (*(law_fn *)data)(t),
             y[1])

/* Runs to t = 2 at tolerances of 1e-3 to 1e-7 that end with an error; those that end off
 * by 300 tolerances with success are in *wrong. */
static int driven_points(law_fn law, int *wrong)
{
  int failed = 0;
  for (int k = 0; k < 40; k++)
  {
    const sunrealtype tol = pow(10.0, -3.0 - 0.1 * k);
    SMALL(s, .n = 4, .q = VALUES(0.0, 0.0, 0.0, 0.0),
          .v = VALUES(0.0, 0.0, 0.0, 0.0), .res2 = driven_point, .data = &law,
          .order = VALUES(2.0, 2.0, 0.0, 0.0), .rtol = tol);
    const int code = small_solve(s, 2.0);
    failed += code < 0;
    *wrong += code >= 0 && !(fabs(small_q(s)[0] - law(2.0)) <= 300.0 * tol);
  }
  return failed;
}

/* The pivot moves from t = 1 to 2. */
static sunrealtype trolley(const struct hanging *p, sunrealtype t, int k)
{
  const sunrealtype x = fmin(fmax(t - 1.0, 0.0), 1.0);
  return k == 2 ? x * (60.0 + x * (120.0 * x - 180.0)) : rest_to_rest(x);
}

/* Steps to t = 6 at 1e-8; *error: of q. */
static long int hook_steps(bool mechanical, int order, sunrealtype *error)
{
  struct hanging hook = {.support = trolley};
  sunrealtype y[]     = {0.3, 0.0};
  for (int i = 0; i < 3; i++)
  {
    static const sunrealtype t[] = {0.0, 1.0, 2.0, 6.0};
    runge_kutta(hanging_swing, &hook, 2, y, t[i], t[i + 1], 20000);
  }
  SMALL(s, .n = mechanical ? 2 : 3, .q = VALUES(sin(0.3), -cos(0.3), 0.0),
        .v = VALUES(0.0, 0.0, 0.0), .data = &hook,
        .force       = mechanical ? hanging_force : NULL,
        .g           = mechanical ? hanging_rod : NULL,
        .G           = mechanical ? hanging_rod_jac : NULL,
        .formulation = mechanical ? GALPHA_INDEX3 : 0,
        .res2        = mechanical ? NULL : hanging_index3,
        .order = mechanical ? NULL : VALUES(2.0, 2.0, 0.0), .rtol = 1e-8,
        .set = {{"max_order", order}});
  CHECK(small_solve(s, 6.0) >= 0);
  *error = hypot(small_q(s)[0] - 1.0 - sin(y[0]), small_q(s)[1] + cos(y[0]));
  const long int steps = count_of(s->mem, GALPHAGetNumSteps);
  check_of("hook, mechanical %d, order %d", mechanical, order);
  return steps;
}

static void orders_rise(void)
{
  sunrealtype error;
  for (int mechanical = 0; mechanical < 2; mechanical++)
  {
    CHECK(hook_steps(mechanical, 5, &error) <= 1500);
    CHECK_IN(error, 0.0, 1e-6);
    CHECK(hook_steps(mechanical, 2, &error) > 4500);
  }
}

TEST_MAIN()
{
  int wrong = 0;
  orders_rise();
  CHECK(driven_points(rest_to_rest, &wrong) <= 4);
  CHECK(driven_points(shake, &wrong) <= 4);
  CHECK(wrong <= 1);
  static const sunrealtype rho[] = {0.8, 0.9, 0.98};
  struct drive slow              = {{.support = pivot}, 0.1, 3.0},
               fast              = {{.support = pivot}, 0.1, 30.0};
  /* angle from the vertical and its rate, from the rod held level */
  sunrealtype x[4], s[] = {0.5 * acos(-1.0), 0.0};
  runge_kutta(hanging_swing, &slow, 2, s, 0.0, 0.5, 20000);
  const sunrealtype X = pivot(&slow.pendulum, 0.5, 0) + sin(s[0]),
                    Y = -cos(s[0]);
  for (int i = 0; i < 3; i++)
  {
    const sunrealtype tol = 1e-9, expected = 3.0 * cbrt(tol * tol);
    CHECK(run(&slow, 2, rho[i], tol, 0.5, x) >= 0);
    CHECK_IN(fabs(x[0] - X), 0.0, expected);
    CHECK_IN(fabs(x[1] - Y), 0.0, expected);
    CHECK_IN(fabs(x[3] - s[1] * sin(s[0])), 0.0, expected);
  }
  for (int i = 0; i < 3; i++)
  {
    const sunrealtype tol = 1e-5;
    CHECK(run(&fast, 1, rho[i], tol, 1.0, x) >= 0);
    const sunrealtype v = fast.size * fast.omega * cos(fast.omega);
    CHECK_IN(fabs(x[0] - pivot(&fast.pendulum, 1.0, 0)), 0.0, tol);
    CHECK_IN(fabs(x[1] - v), 0.0, 100.0 * tol);
  }
}
