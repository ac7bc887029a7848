/* A component so stiff that it is at infinity is disturbed once; n steps later the
 * rest of the disturbance is (a + b n)(-rho)^n. By default rho is 1/2; the environment
 * variable sets it, and only by it rho is 1. y' = -1e6 (y - s), s = 0 and from
 * t = 5.5 on 1, in steps of 1, with an error test that all passes. */
#include "pitfall.h"

static const sunrealtype rate = 1e6;

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  const sunrealtype s = t < 5.5 ? 0 : 1;
  N_VGetArrayPointer(rr)[0] =
    N_VGetArrayPointer(yp)[0] + rate * (N_VGetArrayPointer(yy)[0] - s);
  return 0;
}

static int jac(sunrealtype t, sunrealtype cj, N_Vector yy, N_Vector yp,
               N_Vector rr, SUNMatrix J, void *data, N_Vector tmp1,
               N_Vector tmp2, N_Vector tmp3)
{
  SUNDenseMatrix_Data(J)[0] = cj + rate;
  return 0;
}

/* The double root of the recursion of y', from its last three values at t = 10:
 * x^2 d[0] - 2 x d[1] + d[2] = 0. */
static sunrealtype factor(const char *rho)
{
  const sunrealtype y = 0, yp = 0;
  struct pitfall_run r = pitfall_begin(res, 1, &y, &yp, rho);
  sunrealtype d[3]     = {0};
  CHECK(IDASetJacFn(r.mem, jac) == 0);
  CHECK(IDASStolerances(r.mem, 0, 1e12) == 0);
  pitfall_constant_step(&r, 1);
  while (r.t < 9.5)
  {
    CHECK(pitfall_step(&r) == 0);
    d[0] = d[1];
    d[1] = d[2];
    d[2] = pitfall_yp(&r)[0];
  }
  const sunrealtype apart = sqrt(fmax(d[1] * d[1] - d[0] * d[2], 0));
  const sunrealtype f     = (d[1] - copysign(apart, d[1])) / d[0];
  printf("rho %s: factor %.4f\n", rho ? rho : "default", (double)f);
  pitfall_end(&r);
  return f;
}

int main(void)
{
  CHECK_IN(factor(NULL), -0.51, -0.49);
  CHECK_IN(factor("0.9"), -0.91, -0.89);
  CHECK_IN(factor("1"), -1.01, -0.99);
  CHECK_IN(factor("0.1"), -0.11, -0.09);
  return check_done();
}
