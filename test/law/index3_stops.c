/* Index 3 with orders up to 5 at stop times and restarts: a pendulum against its angle by
 * Runge-Kutta. What velocities are off by across the constraint belongs to the steps
 * before; it neither holds the steps that follow a stop at order 2, nor makes multipliers
 * jump after a restart from values that the integration returned or when order 2 takes
 * over. Controls: order 2 alone, the multiplier of the step before. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define GRAVITY 9.81

FORCE_IS(weight, 0.0, -GRAVITY)

HOLONOMIC_IS(rod, 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0))

HOLONOMIC_JAC_IS(rod_G, {0, 0, q[0]}, {0, 1, q[1]})

static void swing(sunrealtype t, const sunrealtype *y, sunrealtype *dy,
                  const void *data)
{
  dy[0] = y[1];
  dy[1] = -GRAVITY * sin(y[0]);
}

struct outcome
{
  sunrealtype q, lambda; /* largest errors */
  long int steps;
};

/* For 10 s with a stop, or a restart, each so many seconds. */
static struct outcome run(int order, sunrealtype rtol, sunrealtype each,
                          int restarts, SUNContext ctx)
{
  const sunrealtype q0[] = {1.0, 0.0}, v0[] = {0.0, 0.0};
  sunrealtype y[] = {0.5 * acos(-1.0), 0.0}, before = 0.0;
  struct outcome out = {.steps = 0};
  struct small s;
  N_Vector lambda = small_vector(ctx, 1, NULL);
  CHECK(!small_mechanics(&s, ctx, 2, 0.0, q0, v0, weight, NULL));
  CHECK(!small_holonomic(&s, 1, rod, rod_G));
  CHECK(!GALPHASetFormulation(s.mem, GALPHA_INDEX3));
  CHECK(!GALPHASStolerances(s.mem, rtol, rtol));
  CHECK(!GALPHASetMaxOrd(s.mem, order));
  for (int i = 1; i * each < 10.0; i++)
  {
    CHECK(!GALPHASetStopTime(s.mem, i * each));
    while (s.t < i * each)
    {
      CHECK(GALPHASolve(s.mem, i * each, &s.t, s.q, s.v, GALPHA_ONE_STEP) >= 0);
      runge_kutta(swing, NULL, 2, y, before, s.t, 50);
      before = s.t;
      out.steps++;
      const sunrealtype *q = N_VGetArrayPointer(s.q);
      out.q = fmax(out.q, hypot(q[0] - sin(y[0]), q[1] + cos(y[0])));
      CHECK(!GALPHAGetMultipliers(s.mem, s.t, lambda, NULL));
      const sunrealtype tension = y[1] * y[1] + GRAVITY * cos(y[0]);
      out.lambda = fmax(out.lambda, fabs(NV_Ith_S(lambda, 0) - tension));
    }
    if (restarts) { CHECK(!GALPHAReInit(s.mem, s.t, s.q, s.v)); }
  }
  printf("order %d, rtol %g, %s each %g: q %.1e, lambda %.1e, %ld steps\n",
         order, rtol, restarts ? "restarts" : "stops", each, out.q, out.lambda,
         out.steps);
  return out;
}

/* x, y and the tension as F(t,y,y',y'') = 0 of index 3. */
static int equations(sunrealtype t, N_Vector y_, N_Vector yp, N_Vector ypp_,
                     N_Vector r_, void *data)
{
  const sunrealtype *y   = N_VGetArrayPointer(y_);
  const sunrealtype *ypp = N_VGetArrayPointer(ypp_);
  sunrealtype *r         = N_VGetArrayPointer(r_);
  r[0]                   = ypp[0] + y[2] * y[0];
  r[1]                   = ypp[1] + y[2] * y[1] + GRAVITY;
  r[2]                   = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1.0);
  return 0;
}

/* Largest error of the tension of that form with stop times; *before: the same of that of
 * the step before. */
static sunrealtype residual(sunrealtype rtol, sunrealtype each,
                            sunrealtype *before, SUNContext ctx)
{
  const sunrealtype y0[] = {1.0, 0.0, 0.0}, yp0[] = {0.0, 0.0, 0.0},
                    ypp0[] = {0.0, -GRAVITY, 0.0}, orders[] = {2.0, 2.0, 0.0};
  sunrealtype y[] = {0.5 * acos(-1.0), 0.0}, last = 0.0, old = 0.0, far = 0.0;
  struct small s;
  CHECK(!small_residual2(&s, ctx, 3, 0.0, y0, yp0, ypp0, equations, NULL));
  CHECK(!small_orders(&s, orders));
  CHECK(!GALPHASStolerances(s.mem, rtol, rtol));
  for (int i = 1; i * each < 10.0; i++)
  {
    CHECK(!GALPHASetStopTime(s.mem, i * each));
    while (s.t < i * each)
    {
      CHECK(GALPHASolve(s.mem, i * each, &s.t, s.q, s.v, GALPHA_ONE_STEP) >= 0);
      runge_kutta(swing, NULL, 2, y, last, s.t, 50);
      last                      = s.t;
      const sunrealtype tension = y[1] * y[1] + GRAVITY * cos(y[0]);
      far                       = fmax(far, fabs(NV_Ith_S(s.q, 2) - tension));
      *before                   = fmax(*before, fabs(old - tension));
      old                       = NV_Ith_S(s.q, 2);
    }
  }
  printf("residual form, rtol %g, stops each %g: lambda %.1e\n", rtol, each,
         far);
  return far;
}

TEST_MAIN(ctx)
{
  static const sunrealtype each[] = {0.13, 0.07, 0.29};
  for (int i = 0; i < 3; i++)
  {
    const struct outcome o = run(5, 1e-7, each[i], 0, ctx);
    CHECK_IN(o.steps, 500, 6000);
    CHECK_IN(o.q, 0.0, 1e-4);
    CHECK_IN(run(5, 1e-5, 3.0 * each[i], 1, ctx).lambda, 0.0, 0.05);
  }
  for (sunrealtype rtol = 1e-5; rtol > 1e-7; rtol *= 0.6)
  {
    sunrealtype before = 0.0;
    CHECK_IN(residual(rtol, 0.13, &before, ctx), 0.0, 0.15);
    CHECK(before > 0.3);
  }
  CHECK(run(2, 1e-7, 0.13, 0, ctx).steps > 6000);
  CHECK(run(2, 1e-5, 0.5, 1, ctx).lambda > 0.2);
}
