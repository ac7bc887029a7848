/* Stiff and algebraic components, steps of any size and number. */
#include "pitfall.h"

#define ROBERTSON_SIZE 3

RESIDUAL1(robertson)
{
  const sunrealtype slow = 0.04 * y[0] - 1e4 * y[1] * y[2];
  r[0]                   = yp[0] + slow;
  r[1]                   = yp[1] - slow + 3e7 * y[1] * y[1];
  r[2]                   = y[0] + y[1] + y[2] - 1;
}

static struct standin robertson_begin(sunrealtype rtol, const char *rho)
{
  const sunrealtype atol[] = {1e-2 * rtol, 1e-8 * rtol, 1e-2 * rtol};
  struct standin r = pitfall_begin(robertson, ROBERTSON_SIZE, VALUES(1, 0, 0),
                                   VALUES(-0.04, 0.04, 0), rho);
  CHECK(IDASVtolerances(r.mem, rtol, standin_vector(&r, atol)) == 0);
  return r;
}

/* Robertson's kinetics, whose third equation is algebraic, without a word about it
 * (no IDASetId, no IDASetSuppressAlg), at rho up to 0.95: a recursion for the y' of
 * the algebraic component collapses from 0.8 on; it must be found out from dF/dy'. */

/* The solution at t = 400, by IDA at tight tolerances. */
static void robertson_to_400(const char *rho)
{
  static const sunrealtype accurate[ROBERTSON_SIZE] = {0.45051867, 3.2229014e-6,
                                                       0.54947811};
  struct standin r = robertson_begin(1e-5, rho);
  CHECK(standin_solve(&r, 400) == 0);
  const long int steps = standin_steps(&r);
  printf("rho %s: %ld steps, %.7f %.3e %.7f\n", rho ? rho : "default", steps,
         (double)standin_y(&r)[0], (double)standin_y(&r)[1],
         (double)standin_y(&r)[2]);
  for (int i = 0; i < ROBERTSON_SIZE; i++)
  {
    CHECK_REL(standin_y(&r)[i], accurate[i], 1e-3);
  }
  CHECK(steps < 3000);
  standin_free(&r);
}

/* Robertson's y1 falls and y3 rises; so do their values between steps. Cubic Hermite
 * interpolation through y' rings in stiff and algebraic components. */

/* How far values inside the step lie outside its ends, by their distance (or 1e-3
 * of their size, where that is more), largest of the components. */
static sunrealtype overshoot(struct standin *r, const sunrealtype *before)
{
  sunrealtype now = 0, h = 0, worst = 0;
  N_Vector inside = r->vector[1]; /* work */
  CHECK(IDAGetCurrentTime(r->mem, &now) == 0);
  CHECK(IDAGetLastStep(r->mem, &h) == 0);
  for (int k = 1; k < 10; k++)
  {
    CHECK(IDAGetDky(r->mem, now - h * k / 10, 0, inside) == 0);
    for (int i = 0; i < ROBERTSON_SIZE; i++)
    {
      const sunrealtype a = before[i], b = standin_y(r)[i];
      const sunrealtype x   = N_VGetArrayPointer(inside)[i];
      const sunrealtype far = fmax(fmin(a, b) - x, x - fmax(a, b));
      const sunrealtype e   = far / fmax(fabs(b - a), 1e-3 * fabs(a));
      if (!(e <= worst)) { worst = e; }
    }
  }
  return worst;
}

/* y2 rises to its peak within 0.01. */
static void check_dense_output(void)
{
  struct standin r  = robertson_begin(1e-4, NULL);
  sunrealtype worst = 0;
  while (r.t < 4e7)
  {
    sunrealtype before[ROBERTSON_SIZE];
    for (int i = 0; i < ROBERTSON_SIZE; i++) { before[i] = standin_y(&r)[i]; }
    const sunrealtype t = r.t;
    CHECK(standin_step(&r, 1e30) == 0);
    const sunrealtype e = overshoot(&r, before);
    if (t > 0.02 && !(e <= worst)) { worst = e; }
  }
  printf("overshoot between steps: %.2e\n", (double)worst);
  CHECK_IN(worst, 0, 0.1);
  standin_free(&r);
}

/* The y' of a component without y' in the equations is what users build splines
 * from: the recursion's own is (-rho)^n noise, here from a wrong y'(0); it must be
 * the derivative of the interpolant. x' = z, z = sin t; at k = 1 IDAGetDky says the
 * same. */

RESIDUAL1_IS(filter, yp[0] - y[1], y[1] - sin(t))

static void filter_rate(const char *rho, int with_id)
{
  struct standin r =
    pitfall_begin(filter, 2, VALUES(0, 0), VALUES(0, 100), rho);
  N_Vector dky      = standin_vector(&r, NULL),
           id       = standin_vector(&r, VALUES(1, 0));
  sunrealtype worst = 0, differ = 0;
  CHECK(IDASStolerances(r.mem, 1e-3, 1e-3) == 0);
  if (with_id) { CHECK(IDASetId(r.mem, id) == 0); }
  pitfall_constant_step(&r, 0.01);
  for (int k = 0; k < 100; k++)
  {
    CHECK(standin_step(&r, 1e30) == 0);
    const sunrealtype d = standin_yp(&r)[1], e = fabs(d - cos(r.t));
    CHECK(IDAGetDky(r.mem, r.t, 1, dky) == 0);
    const sunrealtype other = fabs(N_VGetArrayPointer(dky)[1] - d);
    if (k > 2 && !(e <= worst)) { worst = e; }
    if (!(other <= differ)) { differ = other; }
  }
  printf("rho %s, %s id: error of y' %.1e, of IDAGetDky against it %.1e\n",
         rho ? rho : "default", with_id ? "with" : "without", (double)worst,
         (double)differ);
  CHECK_IN(worst, 0, 0.01);
  CHECK_IN(differ, 0, 1e-9);
  standin_free(&r);
}

/* A component so stiff that it is at infinity is disturbed once; n steps later the
 * rest of the disturbance is (a + b n)(-rho)^n. By default rho is 1/2; the environment
 * variable sets it, and only by it rho is 1. y' = -1e6 (y - s), s = 0 and from
 * t = 5.5 on 1, in steps of 1, with an error test that all passes. */

static const sunrealtype stiffness = 1e6;

RESIDUAL1_IS(stiff, yp[0] + stiffness * (y[0] - (t < 5.5 ? 0 : 1)))

RESIDUAL1_JAC(stiff_jac)
{
  SUNDenseMatrix_Data(J)[0] = cj + stiffness;
}

/* The double root of the recursion of y', from its last three values at t = 10:
 * x^2 d[0] - 2 x d[1] + d[2] = 0. */
static sunrealtype factor(const char *rho)
{
  struct standin r = pitfall_begin(stiff, 1, VALUES(0), VALUES(0), rho);
  sunrealtype d[3] = {0};
  CHECK(IDASetJacFn(r.mem, stiff_jac) == 0);
  CHECK(IDASStolerances(r.mem, 0, 1e12) == 0);
  pitfall_constant_step(&r, 1);
  while (r.t < 9.5)
  {
    CHECK(standin_step(&r, 1e30) == 0);
    d[0] = d[1];
    d[1] = d[2];
    d[2] = standin_yp(&r)[0];
  }
  const sunrealtype apart = sqrt(fmax(d[1] * d[1] - d[0] * d[2], 0));
  const sunrealtype f     = (d[1] - copysign(apart, d[1])) / d[0];
  printf("rho %s: factor %.4f\n", rho ? rho : "default", (double)f);
  standin_free(&r);
  return f;
}

/* With tiny steps y' must come from the increments: (y1 - y0)/h loses eps |y|/h, here
 * a fifth. The equation y' = cos t - (y - 1e6) says what y' is. */

RESIDUAL1_IS(far_away, yp[0] + (y[0] - 1e6) - cos(t))

static void check_small_steps(void)
{
  struct standin r  = pitfall_begin(far_away, 1, VALUES(1e6), VALUES(1), NULL);
  sunrealtype worst = 0;
  CHECK(IDASStolerances(r.mem, 1e-10, 1e-10) == 0);
  pitfall_constant_step(&r, 1e-9);
  for (int k = 0; k < 200; k++)
  {
    CHECK(standin_step(&r, 1e30) == 0);
    const sunrealtype e = fabs(standin_yp(&r)[0] - 1);
    if (!(e <= worst)) { worst = e; }
  }
  printf("error of y': %.1e\n", (double)worst);
  CHECK_IN(worst, 0, 1e-5);
  CHECK_REL(r.t, 2e-7, 0.05);
  standin_free(&r);
}

/* A method of order 2 needs more steps than IDA's limit of 500 in one call of
 * IDASolve: by default more are allowed, but a limit that the program sets holds. */

RESIDUAL1_IS(oscillator, yp[0] - y[1], yp[1] + y[0])

/* One call to t = 60; limit 0: the default. Returns the code. */
static int oscillate(long int limit, int call_it, long int *steps)
{
  struct standin r =
    pitfall_begin(oscillator, 2, VALUES(1, 0), VALUES(0, -1), NULL);
  galpha_test_quiet(r.ctx);
  CHECK(IDASStolerances(r.mem, 1e-8, 1e-8) == 0);
  if (call_it) { CHECK(IDASetMaxNumSteps(r.mem, limit) == 0); }
  const int flag = standin_solve(&r, 60);
  *steps         = standin_steps(&r);
  CHECK(fabs(standin_y(&r)[0] - cos(r.t)) <= 1e-4);
  printf("limit %ld: %ld steps, code %d\n", limit, *steps, flag);
  standin_free(&r);
  return flag;
}

int main(void)
{
  robertson_to_400(NULL);
  robertson_to_400("0.8");
  robertson_to_400("0.95");
  check_dense_output();
  filter_rate(NULL, 1);
  filter_rate(NULL, 0);
  filter_rate("0.9", 1);
  filter_rate("0.9", 0);
  CHECK_IN(factor(NULL), -0.51, -0.49);
  CHECK_IN(factor("0.9"), -0.91, -0.89);
  CHECK_IN(factor("1"), -1.01, -0.99);
  CHECK_IN(factor("0.1"), -0.11, -0.09);
  check_small_steps();
  long int steps = 0;
  CHECK(oscillate(0, 0, &steps) == IDA_SUCCESS && steps > 500);
  CHECK(oscillate(0, 1, &steps) == IDA_SUCCESS && steps > 500);
  CHECK(oscillate(-1, 1, &steps) == IDA_SUCCESS && steps > 500);
  CHECK(oscillate(500, 1, &steps) == IDA_TOO_MUCH_WORK && steps == 500);
  CHECK(oscillate(7, 1, &steps) == IDA_TOO_MUCH_WORK && steps == 7);
  return check_done();
}
