/* What Newton's iteration leaves with its loose tolerance (algebraic components out of the
 * error test): of an algebraic output that nothing else depends on, against its equation;
 * of a pendulum whose steps are cut short by stop times, against IDA. A rate seen with a
 * new matrix and believed for as long as that was kept left 30 (z = 0.8) and 0.07. And
 * of two bars joined and hung by springs of 1e9 to 1e11, whose energy is conserved. */
#include "support/ida/solve.h"
#include "support/test.h"

#define GRAVITY 9.81

/* y'' = -y and a z^3 + z = 1 + 3 y^2 beside it. */
static sunrealtype slope(sunrealtype t)
{
  return 1.0 + 0.9 * sin(3.0 * t);
}

static sunrealtype output_row(sunrealtype t, sunrealtype y, sunrealtype z)
{
  return slope(t) * z * z * z + z - 1.0 - 3.0 * y * y;
}

RESIDUAL1_IS(beside, yp[0] - y[1], yp[1] + y[0], output_row(t, y[0], y[2]))

RESIDUAL_START(start_beside)
{
  y[0]  = 1.0;
  yp[1] = -1.0;
  for (int k = 0; k < 50; k++)
  {
    y[2] -= output_row(0.0, 1.0, y[2]) / (3.0 * y[2] * y[2] + 1.0);
  }
}

/* A pendulum by its acceleration constraint: q, v, lambda. */
RESIDUAL1_IS(hanging, yp[0] - y[2], yp[1] - y[3], yp[2] + y[0] * y[4],
             yp[3] + y[1] * y[4] + GRAVITY,
             y[2] * y[2] + y[3] * y[3] - y[4] * (y[0] * y[0] + y[1] * y[1]) -
               GRAVITY * y[1])

static const struct residual_problem output = {
  .name = "output", .n = 3, .res1 = beside, .start = start_beside};
static const struct residual_problem pendulum = {
  .name = "pendulum",
  .n    = 5,
  .res1 = hanging,
  .y0   = VALUES(1.0, 0.0, 0.0, 0.0, 0.0),
  .yp0  = VALUES_OF(5, [3] = -GRAVITY)};
/* id: the first `differential` components. */
static void begin(struct residual_run *run, const struct residual_problem *pb,
                  int differential, sunrealtype tol)
{
  CHECK(residual_begin(run, pb, ctx) == 0);
  N_Vector id = KEEP(N_VClone(run->y));
  for (sunindextype i = 0; i < pb->n; i++)
  {
    NV_Ith_S(id, i) = i < differential ? 1.0 : 0.0;
  }
  CHECK(!GALPHASStolerances(run->mem, tol, tol));
  CHECK(!GALPHASetId(run->mem, id) && !GALPHASetSuppressAlg(run->mem, 1));
}

/* Largest error of z over the steps to t = 10, in tolerances; |z| is about 1. */
static double worst_output(sunrealtype tol)
{
  struct residual_run run;
  double worst = 0.0;
  begin(&run, &output, 2, tol);
  while (run.t < 10.0)
  {
    if (GALPHASolve(run.mem, 10.0, &run.t, run.y, run.yp, GALPHA_ONE_STEP) < 0)
    {
      worst = HUGE_VAL;
      break;
    }
    const sunrealtype *u = residual_y(&run);
    sunrealtype z        = 1.0;
    for (int k = 0; k < 50; k++)
    {
      z -= output_row(run.t, u[0], z) / (3.0 * slope(run.t) * z * z + 1.0);
    }
    worst = fmax(worst, fabs(u[2] - z) / (2.0 * tol));
  }
  return worst;
}

#define CUTS 333
#define TEND 5.0

/* x and y at TEND by IDA. */
static void accurately(sunrealtype q[2])
{
  const struct ida_ref_tolerances tol = {1e-10, 1e-10, 1e-10, 1e-10};
  struct residual_problem known       = pendulum;
  sunrealtype y[5], yp[5];
  known.order = VALUES(1.0, 1.0, 1.0, 1.0, 0.0);
  CHECK(!ida_residual_solve(&known, ctx, &tol, TEND, y, yp));
  q[0] = y[0];
  q[1] = y[1];
}

/* Error of the position there with so many stop times before. */
static double error_with_cuts(sunrealtype tol, const sunrealtype q[2])
{
  struct residual_run run;
  begin(&run, &pendulum, 4, tol);
  for (int k = 1; k <= CUTS; k++)
  {
    const sunrealtype to = TEND * k / CUTS;
    CHECK(!GALPHASetStopTime(run.mem, to));
    CHECK(GALPHASolve(run.mem, to, &run.t, run.y, run.yp, GALPHA_NORMAL) >= 0);
  }
  const sunrealtype *u = residual_y(&run);
  return hypot(u[0] - q[0], u[1] - q[1]);
}

/* Two bars of mass and length 1, x, y, angle of each and their rates; data: the springs
 * between the head of each and the foot of the one before. */
static void stretch(const sunrealtype *y, int i, sunrealtype *s)
{
  const sunrealtype *a = y + 3 * i;
  s[0]                 = a[0] - 0.5 * cos(a[2]);
  s[1]                 = a[1] - 0.5 * sin(a[2]);
  if (i == 0) { return; }
  s[0] -= y[0] + 0.5 * cos(y[2]);
  s[1] -= y[1] + 0.5 * sin(y[2]);
}

static void pull(const sunrealtype *at, sunrealtype side, const sunrealtype *f,
                 sunrealtype *r)
{
  r[0] -= f[0];
  r[1] -= f[1];
  r[2] -= 0.5 * side * (f[1] * cos(at[2]) - f[0] * sin(at[2]));
}

RESIDUAL1(bars)
{
  const sunrealtype k = *(const sunrealtype *)data;
  for (int i = 0; i < 6; i++)
  {
    r[i]     = yp[i] - y[6 + i];
    r[6 + i] = i % 3 == 2 ? yp[6 + i] / 12.0 : yp[6 + i];
    r[6 + i] += i % 3 == 1 ? GRAVITY : 0.0;
  }
  for (int i = 0; i < 2; i++)
  {
    sunrealtype s[2];
    stretch(y, i, s);
    const sunrealtype f[] = {-k * s[0], -k * s[1]}, b[] = {-f[0], -f[1]};
    pull(y + 3 * i, -1.0, f, r + 6 + 3 * i);
    if (i > 0) { pull(y, 1.0, b, r + 6); }
  }
}

static sunrealtype energy_of_bars(const sunrealtype *y, sunrealtype k)
{
  sunrealtype e = 0.0, s[2];
  for (int i = 0; i < 6; i++)
  {
    e += 0.5 * y[6 + i] * y[6 + i] * (i % 3 == 2 ? 1.0 / 12.0 : 1.0);
    e += i % 3 == 1 ? GRAVITY * y[i] : 0.0;
  }
  for (int i = 0; i < 2; i++)
  {
    stretch(y, i, s);
    e += 0.5 * k * (s[0] * s[0] + s[1] * s[1]);
  }
  return e;
}

/* The largest change of energy within 2 s, in tolerances, by 32 J. */
static double energy_lost(sunrealtype k, sunrealtype tol, int order)
{
  double most = 0.0;
  SMALL(s, .n = 12,
        .q = VALUES(0.5, 0.0, 0.0, 1.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        .v = VALUES_OF(12, [7] = -GRAVITY, [10] = -GRAVITY), .res1 = bars,
        .data = &k, .rtol = tol, .atol = tol, .set = {{"max_order", order}});
  for (int i = 1; i <= 10; i++)
  {
    CHECK(small_solve(s, 0.2 * i) >= 0);
    most = fmax(most, fabs(energy_of_bars(small_q(s), k)) / (32.0 * tol));
  }
  return most;
}

static void check_bars(void)
{
  int far     = 0;
  double mean = 0.0;
  for (int i = 0; i < 18; i++)
  {
    const double lost = energy_lost(pow(10.0, 9 + i % 3),
                                    pow(10.0, -2 - i / 3 % 3), i / 9 ? 5 : 2);
    far += lost > 100.0;
    mean += log(lost + 0.01) / 18.0;
  }
  CHECK(far <= 7);
  CHECK_IN(exp(mean), 0.0, 60.0);
}

TEST_MAIN()
{
  double mean      = 0.0;
  sunrealtype q[2] = {0.0, 0.0};
  for (int k = 0; k <= 8; k++)
  {
    const sunrealtype tol = pow(10.0, -2.0 - 0.5 * k);
    check_of("tolerance %.1e", (double)tol);
    CHECK_IN(worst_output(tol), 0.0, 30.0);
  }
  check_bars();
  accurately(q);
  for (int k = 0; k < 6; k++)
  {
    mean += error_with_cuts(1e-3 * pow(10.0, -k / 12.0), q) / 6.0;
  }
  CHECK_IN(mean, 0.0, 0.04);
}
