/* GALPHASetMaxOrd(1): backward Euler for F(t,y,y') and F(t,y,y',y''), as written out by
 * hand, of order 1 in states and outputs where the method itself is of order 2
 * (control). Under error control its error is at most the tolerance in each
 * step, since solutions of the problem do not move apart. */
#include "support/test.h"

#define END 2.0

/* x' = -(1 + t) x^2 and z = x^3: x = 1/(1 + t + t^2/2). */
RESIDUAL1_IS(decay, yp[0] + (1.0 + t) * y[0] * y[0], y[1] - y[0] * y[0] * y[0])

static sunrealtype exact(sunrealtype t)
{
  return 1.0 / (1.0 + t + 0.5 * t * t);
}

static const sunrealtype orders[] = {1.0, 0.0};

RESIDUAL_PROBLEM_IS(problem, .name = "decay", .n = 2, .order = orders,
                    .res1 = decay, .y0 = VALUES(1.0, 1.0),
                    .yp0 = VALUES(-1.0, 0.0))

struct outcome
{
  sunrealtype x, z;
  long int steps;
  int last, current; /* orders told */
};

/* In fixed steps h, or (0) with error control. */
static struct outcome run(int maxord, sunrealtype h, sunrealtype tol)
{
  struct outcome o = {.last = -1};
  struct residual_run r;
  int ret = residual_begin(&r, &problem, ctx);
  if (!ret && maxord) { ret = GALPHASetMaxOrd(r.mem, maxord); }
  if (!ret) { ret = GALPHASStolerances(r.mem, tol, tol); }
  if (!ret) { ret = GALPHASetFixedStep(r.mem, h); }
  if (!ret) { ret = residual_to(&r, END); }
  if (!ret) { ret = GALPHAGetNumSteps(r.mem, &o.steps); }
  if (!ret) { ret = GALPHAGetLastOrder(r.mem, &o.last); }
  if (!ret) { ret = GALPHAGetCurrentOrder(r.mem, &o.current); }
  CHECK(ret == 0);
  o.x = residual_y(&r)[0];
  o.z = residual_y(&r)[1];
  return o;
}

/* x1 + h (1 + t1) x1^2 = x0, the root near x0. */
static sunrealtype by_hand(int steps)
{
  const sunrealtype h = END / steps;
  sunrealtype x       = 1.0;
  for (int n = 1; n <= steps; n++)
  {
    const sunrealtype c = h * (1.0 + n * h);
    x                   = 2.0 * x / (1.0 + sqrt(1.0 + 4.0 * c * x));
  }
  return x;
}

/* maxord 0: not set. */
static void check_order(int maxord, int order)
{
  struct outcome o[2];
  for (int k = 0; k < 2; k++)
  {
    o[k] = run(maxord, END / (200 << k), 1e-11);
    CHECK(o[k].last == order && o[k].current == order);
    CHECK(o[k].steps == 200 << k);
  }
  const sunrealtype x = exact(END), z = x * x * x;
  const sunrealtype p = residual_order(fabs(o[0].x - x), fabs(o[1].x - x));
  const sunrealtype q = residual_order(fabs(o[0].z - z), fabs(o[1].z - z));
  check_of("max. order %d", maxord);
  CHECK_IN(p, order - 0.05, order + 0.05);
  CHECK_IN(q, order - 0.05, order + 0.05);
  if (order == 1) { CHECK_REL(o[0].x, by_hand(200), 1e-10); }
}

/* rtol |x| + atol in each step, at most; and in fact like its square root. */
static void check_tolerance(void)
{
  sunrealtype last = 0.0;
  for (int k = 3; k <= 7; k++)
  {
    const sunrealtype tol  = pow(10.0, -k);
    const struct outcome o = run(1, 0.0, tol);
    const struct outcome m = run(2, 0.0, tol);
    const sunrealtype e    = fabs(o.x - exact(END));
    check_of("tolerance %.0e", tol);
    CHECK(o.last == 1 && m.last == 2);
    CHECK_IN(e, 0.0, (double)o.steps * 2.0 * tol);
    CHECK(e >= 1e-2 * sqrt(tol));
    CHECK(k < 5 || o.steps > 2 * m.steps);
    if (k > 3) { CHECK_IN(log10(last / e), 0.35, 0.65); }
    last = e;
  }
}

/* Components of order 2. */

RESIDUAL2_IS(spring, ypp[0] + y[0])

/* q1 = q0 + h (v0 + v1)/2, v1 = v0 - h q1 */
static void check_second_order(void)
{
  const sunrealtype h = 0.01;
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "spring", .n = 1, .res2 = spring,
                     .y0 = VALUES(1.0), .ypp0 = VALUES(-1.0), .ypp_known = 1);
  sunrealtype q = 1.0, v = 0.0;
  struct residual_run r;
  int last = 0;
  CHECK(!residual_begin(&r, &pb, ctx));
  CHECK(!GALPHASetMaxOrd(r.mem, 1));
  CHECK(!GALPHASStolerances(r.mem, 1e-11, 1e-11));
  for (int i = 0; i < 200; i++)
  {
    CHECK(!residual_step(&r, h));
    q = (q + h * v) / (1.0 + 0.5 * h * h);
    v -= h * q;
    CHECK(fabs(residual_y(&r)[0] - q) < 1e-11);
    CHECK(fabs(residual_yp(&r)[0] - v) < 1e-11);
  }
  CHECK(!GALPHAGetLastOrder(r.mem, &last) && last == 1);
}

TEST_MAIN()
{
  check_second_order();
  check_order(1, 1);
  check_order(0, 2);
  check_order(2, 2);
  check_order(5, 2);
  check_tolerance();
}
