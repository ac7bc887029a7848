/* Multipliers of an index-3 residual in the error test, by their index: as of
 * index 3 (times h^2) the run takes its steps and steers by them, as of index 1 it
 * cannot go on (control), since they jump with h. */
#include "support/models/callbacks.h"
#include "support/run/residual.h"
#include "support/test.h"

RESIDUAL2(pendulum)
{
  r[0] = ypp[0] + y[0] * y[2];
  r[1] = ypp[1] + y[1] * y[2] + 9.81;
  r[2] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1.0);
}

RESIDUAL_START(start)
{
  y[0]   = 1.0;
  ypp[1] = -9.81;
}

/* GALPHASolve's code; *off: by how much energy and tension are wrong at the end. */
static int swing(SUNContext ctx, int mode, sunrealtype rtol, sunrealtype off[2],
                 long int *steps)
{
  static const sunrealtype order[] = {2.0, 2.0, 0.0};
  const struct residual_problem pb = {.name      = "pendulum",
                                      .n         = 3,
                                      .order     = order,
                                      .res2      = pendulum,
                                      .start     = start,
                                      .ypp_known = 1};
  struct residual_run run;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASStolerances(run.mem, rtol, rtol));
  CHECK(!GALPHASetOption(run.mem, "test_algebraic", mode));
  CHECK(!GALPHASetErrFile(run.mem, NULL));
  const int ret        = residual_to(&run, 1.0);
  const sunrealtype *y = residual_y(&run), *v = residual_yp(&run);
  const sunrealtype v2 = v[0] * v[0] + v[1] * v[1];
  off[0]               = fabs(0.5 * v2 + 9.81 * y[1]);
  off[1]               = fabs(y[2] - (v2 - 9.81 * y[1]));
  GALPHAGetNumSteps(run.mem, steps);
  residual_end(&run);
  return ret;
}

TEST_MAIN(ctx)
{
  for (int k = 3; k <= 6; k++)
  {
    const sunrealtype rtol = pow(10.0, -k);
    sunrealtype off[4][2];
    long int steps[4];
    for (int mode = 0; mode <= 3; mode++)
    {
      const int ret = swing(ctx, mode, rtol, off[mode], &steps[mode]);
      CHECK(mode == 1 ? ret < 0 : mode == 2 || ret == 0);
      printf("rtol %.0e, mode %d: code %d, %ld steps, energy off by %.1e, "
             "tension by %.1e\n",
             rtol, mode, ret, steps[mode], off[mode][0], off[mode][1]);
    }
    CHECK(steps[3] >= steps[0] && steps[3] <= 2 * steps[0]);
    CHECK(off[3][0] <= 100.0 * pow(rtol, 2.0 / 3.0));
  }
}
