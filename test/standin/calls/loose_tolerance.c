/* Errors of differential equations at RelTol = 1e-3, AbsTol = 1e-6, as tests of Octave's
 * ode15s ask for them: growth y' = y to t = 2, van der Pol's oscillator to t = 2, ten
 * seconds of a spring. Against closed forms and Runge-Kutta's method in small steps.
 * Built with SUNDIALS' IDA, too. */
#include "standin/pitfalls/pitfall.h"
#include "support/run/runge_kutta.h"

RESIDUAL1_IS(growth, yp[0] - y[0])

RESIDUAL1_IS(spring, yp[0] - y[1], yp[1] + y[0])

static void pol_rate(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                     const void *data)
{
  d[0] = y[1];
  d[1] = (1.0 - y[0] * y[0]) * y[1] - y[0];
}

RESIDUAL1(pol)
{
  sunrealtype d[2];
  pol_rate(t, y, d, NULL);
  for (int i = 0; i < 2; i++) { r[i] = yp[i] - d[i]; }
}

static void run(IDAResFn res, int n, const sunrealtype *y,
                const sunrealtype *yp, sunrealtype to, const sunrealtype *right,
                sunrealtype allowed, long int most)
{
  struct standin r  = pitfall_begin(res, n, y, yp, NULL);
  sunrealtype worst = 0.0;
  CHECK(IDASStolerances(r.mem, 1e-3, 1e-6) == 0);
  CHECK(IDASetStopTime(r.mem, to) == 0);
  CHECK(standin_solve(&r, to) >= 0);
  for (int i = 0; i < n; i++)
  {
    worst = fmax(worst, fabs(standin_y(&r)[i] - right[i]));
  }
  const long int steps = standin_steps(&r);
  printf("error %.2e (%.0e allowed), %ld steps\n", worst, allowed, steps);
  CHECK_IN(worst, 0.0, allowed);
  CHECK(steps <= most);
  standin_free(&r);
}

int main(void)
{
  sunrealtype cycled[] = {2.0, 0.0};
  runge_kutta(pol_rate, NULL, 2, cycled, 0.0, 2.0, 4000);
  run(growth, 1, VALUES(2.0), VALUES(2.0), 2.0, VALUES(2.0 * exp(2.0)), 5e-2,
      40);
  run(pol, 2, VALUES(2.0, 0.0), VALUES(0.0, -2.0), 2.0, cycled, 3e-3, 80);
  run(spring, 2, VALUES(1.0, 0.0), VALUES(0.0, -1.0), 10.0,
      VALUES(cos(10.0), -sin(10.0)), 1e-2, 200);
  return check_done();
}
