/* Errors of differential equations at RelTol = 1e-3, AbsTol = 1e-6, as tests of Octave's
 * ode15s ask for them: growth y' = y to t = 2, van der Pol's oscillator to t = 2, ten
 * seconds of a spring. Against closed forms and Runge-Kutta's method in small steps.
 * Built with SUNDIALS' IDA, too. */
#include "standin/pitfalls/pitfall.h"

static int growth(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  void *data)
{
  N_VGetArrayPointer(r)[0] =
    N_VGetArrayPointer(yp)[0] - N_VGetArrayPointer(y)[0];
  return 0;
}

static sunrealtype pol_rate(const sunrealtype *y)
{
  return (1.0 - y[0] * y[0]) * y[1] - y[0];
}

static int pol(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  const sunrealtype *v = N_VGetArrayPointer(y), *d = N_VGetArrayPointer(yp);
  N_VGetArrayPointer(r)[0] = d[0] - v[1];
  N_VGetArrayPointer(r)[1] = d[1] - pol_rate(v);
  return 0;
}

static int spring(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  void *data)
{
  const sunrealtype *v = N_VGetArrayPointer(y), *d = N_VGetArrayPointer(yp);
  N_VGetArrayPointer(r)[0] = d[0] - v[1];
  N_VGetArrayPointer(r)[1] = d[1] + v[0];
  return 0;
}

/* Van der Pol's y from (2, 0) at t = 2. */
static void exact_pol(sunrealtype *y)
{
  const int steps     = 4000;
  const sunrealtype h = 2.0 / steps;
  y[0]                = 2.0;
  y[1]                = 0.0;
  for (int i = 0; i < steps; i++)
  {
    sunrealtype k[2] = {0.0, 0.0}, sum[2] = {0.0, 0.0};
    for (int j = 0; j < 4; j++)
    {
      const sunrealtype s    = j == 0 ? 0.0 : j == 3 ? h : 0.5 * h;
      const sunrealtype at[] = {y[0] + s * k[0], y[1] + s * k[1]};
      const sunrealtype w    = j == 0 || j == 3 ? 1.0 : 2.0;
      k[0]                   = at[1];
      k[1]                   = pol_rate(at);
      sum[0] += w * k[0];
      sum[1] += w * k[1];
    }
    y[0] += h / 6.0 * sum[0];
    y[1] += h / 6.0 * sum[1];
  }
}

static void run(IDAResFn res, int n, const sunrealtype *y,
                const sunrealtype *yp, sunrealtype to, const sunrealtype *right,
                sunrealtype allowed, long int most)
{
  struct pitfall_run r = pitfall_begin(res, n, y, yp, NULL);
  sunrealtype worst    = 0.0;
  long int steps       = 0;
  CHECK(IDASStolerances(r.mem, 1e-3, 1e-6) == 0);
  CHECK(IDASetStopTime(r.mem, to) == 0);
  CHECK(IDASolve(r.mem, to, &r.t, r.y, r.yp, IDA_NORMAL) >= 0);
  for (int i = 0; i < n; i++)
  {
    worst = fmax(worst, fabs(pitfall_y(&r)[i] - right[i]));
  }
  IDAGetNumSteps(r.mem, &steps);
  printf("error %.2e (%.0e allowed), %ld steps\n", worst, allowed, steps);
  CHECK_IN(worst, 0.0, allowed);
  CHECK(steps <= most);
  pitfall_end(&r);
}

int main(void)
{
  const sunrealtype grown[] = {2.0 * exp(2.0)}, two[] = {2.0, 0.0};
  const sunrealtype swung[] = {cos(10.0), -sin(10.0)}, one[] = {1.0, 0.0};
  const sunrealtype two_rate[] = {0.0, -2.0}, one_rate[] = {0.0, -1.0};
  sunrealtype cycled[2];
  exact_pol(cycled);
  run(growth, 1, two, two, 2.0, grown, 5e-2, 40);
  run(pol, 2, two, two_rate, 2.0, cycled, 3e-3, 80);
  run(spring, 2, one, one_rate, 10.0, swung, 1e-2, 200);
  return check_done();
}
