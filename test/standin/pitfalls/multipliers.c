/* Multipliers of a pendulum: after an inconsistent start, and in steps that stay the same. */
#include "pendulum.h"

static sunrealtype pendulum_lambda(const sunrealtype *y)
{
  return y[2] * y[2] + y[3] * y[3] - pendulum_gravity * y[1];
}

/* Multipliers that start inconsistent, as in SUNDIALS' slider-crank, are right from
 * the first output on, after IDAReInit too, whatever rho: a recursion that starts from
 * them keeps their error for good near rho = 1. */

static const sunrealtype speed = 3; /* lambda(0) = 9, not 0 */

/* Steps to t = 1; the largest error of the multiplier from t1 on. */
static sunrealtype error_from(struct standin *r, sunrealtype t1)
{
  sunrealtype worst = 0;
  while (r->t < 1)
  {
    if (standin_step(r, 1e30) != 0) { return 1e30; }
    const sunrealtype *y = standin_y(r);
    const sunrealtype e  = fabs(y[4] - pendulum_lambda(y));
    if (r->t >= t1 && !(e <= worst)) { worst = e; }
  }
  return worst;
}

static void check_rho(const char *rho)
{
  const sunrealtype y[]  = {1, 0, 0, speed, 0, 0};
  const sunrealtype yp[] = {0, speed, 0, -pendulum_gravity, 0, 0};
  struct standin r       = pitfall_begin(pendulum, PENDULUM_SIZE, y, yp, rho);
  N_Vector y0 = standin_vector(&r, y), yp0 = standin_vector(&r, yp),
           id = standin_vector(&r, VALUES(1, 1, 1, 1, 0, 0));
  CHECK(IDASStolerances(r.mem, 1e-6, 1e-6) == 0);
  CHECK(IDASetId(r.mem, id) == 0);
  CHECK(IDASetSuppressAlg(r.mem, SUNTRUE) == 0);
  const sunrealtype first = error_from(&r, 0.01);
  CHECK(IDAReInit(r.mem, 0, y0, yp0) == 0);
  r.t                     = 0;
  const sunrealtype again = error_from(&r, 0.01);
  printf("rho %s: error %.1e, after IDAReInit %.1e\n", rho ? rho : "default",
         (double)first, (double)again);
  CHECK_IN(first, 0, 0.02);
  CHECK_IN(again, 0, 0.02);
  standin_free(&r);
}

/* With steps that stay the same nothing forces a new Jacobian; Newton's iteration
 * must not live on an old one and a rate of convergence of long ago: the multiplier
 * keeps its order, and matrices are built at least every 25 steps. */

#define OTHERS 60 /* components beside the pendulum that make matrices dear */
#define SIZE   (PENDULUM_SIZE + OTHERS)

/* The others: w_i' = -w_i + the mean of all, from 1. */
static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  const sunrealtype *w = N_VGetArrayPointer(yy) + PENDULUM_SIZE;
  const sunrealtype *d = N_VGetArrayPointer(yp) + PENDULUM_SIZE;
  sunrealtype *r = N_VGetArrayPointer(rr) + PENDULUM_SIZE, mean = 0;
  for (int i = 0; i < OTHERS; i++) { mean += w[i] / OTHERS; }
  for (int i = 0; i < OTHERS; i++) { r[i] = d[i] + w[i] - mean; }
  return pendulum(t, yy, yp, rr, data);
}

/* Largest error of the multiplier over three seconds in steps of h. */
static sunrealtype multiplier_error(sunrealtype h)
{
  sunrealtype y[SIZE] = {1}, yp[SIZE] = {0}, worst = 0;
  for (int i = PENDULUM_SIZE; i < SIZE; i++) { y[i] = 1; }
  yp[3]            = -pendulum_gravity;
  struct standin r = pitfall_begin(res, SIZE, y, yp, NULL);
  long int setups = 0, fails = 0;
  CHECK(IDASStolerances(r.mem, 1e-3, 1e-3) == 0);
  pitfall_constant_step(&r, h);
  while (r.t < 3)
  {
    CHECK(standin_step(&r, 1e30) == 0);
    const sunrealtype *now = standin_y(&r);
    const sunrealtype e    = fabs(now[4] - pendulum_lambda(now));
    if (!(e <= worst)) { worst = e; }
  }
  const long int steps = standin_steps(&r);
  CHECK(IDAGetNumLinSolvSetups(r.mem, &setups) == 0);
  CHECK(IDAGetNumErrTestFails(r.mem, &fails) == 0);
  printf("h = %g: error %.2e, %ld steps, %ld matrices, %ld failed tests\n",
         (double)h, (double)worst, steps, setups, fails);
  CHECK(fails <= 2);
  CHECK_IN(steps, 2.9 / h, 3.2 / h + 10);
  CHECK(25 * setups >= steps);
  standin_free(&r);
  return worst;
}

int main(void)
{
  static const char *const rho[3] = {NULL, "0.9", "1"};
  for (int i = 0; i < 3; i++) { check_rho(rho[i]); }
  const sunrealtype coarse = multiplier_error(4e-3);
  const sunrealtype fine   = multiplier_error(1e-3);
  CHECK_IN(coarse, 0, 2e-2);
  CHECK_IN(log(coarse / fine) / log(4), 1.6, 3);
  return check_done();
}
