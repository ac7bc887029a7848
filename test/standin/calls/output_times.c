/* IDA_NORMAL returns at tout itself, also where a step ends within round-off of it:
 * callers loop while t < tout. Steps of 0.1 add up to multiples of 0.1 but for
 * round-off. Built with SUNDIALS' IDA, too. */
#include "standin/pitfalls/pitfall.h"

#define OUTPUTS 1000

RESIDUAL1_IS(decay, yp[0] - 0.01 * (5.0 - y[0]))

/* y = 5 - 4 exp(-(t - t0)/100). */
static struct standin begin(sunrealtype t0)
{
  struct standin r = pitfall_begin(decay, 1, VALUES(1.0), VALUES(0.04), NULL);
  CHECK(IDAReInit(r.mem, t0, r.y, r.yp) == 0);
  CHECK(IDASStolerances(r.mem, 1e-2, 1e-2) == 0);
  pitfall_constant_step(&r, 0.1);
  CHECK(IDASetMaxNumSteps(r.mem, 10000) == 0);
  r.t = t0;
  return r;
}

/* Outputs at multiples of 0.1 in a loop that ends by the time returned. */
static void loop(sunrealtype t0)
{
  struct standin r  = begin(t0);
  int exact         = 0, calls;
  sunrealtype worst = 0.0;
  for (int i = 1; i <= OUTPUTS; i++)
  {
    const sunrealtype tout = t0 + 0.1 * i;
    for (calls = 0; r.t < tout && calls < 3; calls++)
    {
      CHECK(standin_solve(&r, tout) == IDA_SUCCESS);
    }
    exact += r.t == tout && calls == 1;
    const sunrealtype y = 5.0 - 4.0 * exp(-0.01 * (tout - t0));
    worst               = fmax(worst, fabs(standin_y(&r)[0] - y));
    worst = fmax(worst, fabs(standin_yp(&r)[0] - 0.01 * (5.0 - y)));
  }
  printf("t0 = %g: %d of %d outputs exact, error %.1e\n", (double)t0, exact,
         OUTPUTS, (double)worst);
  CHECK(exact == OUTPUTS);
  CHECK_IN(worst, 0.0, 3e-2);
  standin_free(&r);
}

/* A stop time that the last step has reached but for round-off. */
static void stop(void)
{
  struct standin r = begin(0.0);
  while (r.t < 1.0 - 1e-9) { CHECK(standin_step(&r, 1e30) == 0); }
  const sunrealtype tstop = r.t + 8.0 * SUN_UNIT_ROUNDOFF;
  CHECK(IDASetStopTime(r.mem, tstop) == 0);
  CHECK(standin_solve(&r, 2.0) == IDA_TSTOP_RETURN);
  CHECK(r.t == tstop);
  CHECK(standin_solve(&r, 2.0) == IDA_SUCCESS);
  CHECK(r.t == 2.0);
  standin_free(&r);
}

/* A stop time that is an output time: the first of both until SUNDIALS 6.6.0. */
static void stop_at_output(void)
{
  const int old = 10000 * SUNDIALS_VERSION_MAJOR +
                    100 * SUNDIALS_VERSION_MINOR + SUNDIALS_VERSION_PATCH <
                  60601;
  const sunrealtype tout[]  = {1.0, 1.0, 2.0, 3.0, 4.0};
  const sunrealtype t_old[] = {1.0, 1.0, 1.0, 3.0, 3.0};
  const int flag_old[]      = {0, 0, IDA_TSTOP_RETURN, 0, IDA_TSTOP_RETURN};
  const int flag_new[]      = {IDA_TSTOP_RETURN, 0, 0, IDA_TSTOP_RETURN, 0};
  struct standin r          = begin(0.0);
  CHECK(IDASetStopTime(r.mem, 1.0) == 0);
  for (int i = 0; i < 5; i++)
  {
    if (i == 3) { CHECK(IDASetStopTime(r.mem, 3.0) == 0); }
    const int flag = standin_solve(&r, tout[i]);
    CHECK(flag == (old ? flag_old[i] : flag_new[i]));
    CHECK(r.t == (old ? t_old[i] : tout[i]));
  }
  standin_free(&r);
}

int main(void)
{
  loop(0.0);
  loop(3000.0);
  stop();
  stop_at_output();
  return check_done();
}
