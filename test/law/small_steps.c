/* Steps kept small: what Newton's iteration leaves of y is far below the tolerance, but
 * divided by h it is a rate. The matrix of the first steps, by backward Euler, has another
 * shift than those after them; kept, it left up to 25 of y' = 1, growing from step to step
 * by what the predictor makes of it. y' = cos t - (y - 1e6) says what y' is. */
#include "support/test.h"

#define FAR 1e6

RESIDUAL1_IS(res, yp[0] + (y[0] - FAR) - cos(t))

/* Largest residual of 200 steps of h. */
static sunrealtype worst_rate(int predictor, sunrealtype h)
{
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "far away", .n = 1, .res1 = res, .y0 = VALUES(FAR),
                     .yp0 = VALUES(1.0));
  struct residual_run run;
  sunrealtype worst = 0.0;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(GALPHASStolerances(run.mem, 1e-10, 1e-10) == 0);
  CHECK(GALPHASetOption(run.mem, "predictor", predictor) == 0);
  CHECK(GALPHASetInitStep(run.mem, h) == 0);
  CHECK(GALPHASetMaxStep(run.mem, h) == 0);
  for (int k = 0; k < 200; k++)
  {
    CHECK(GALPHASolve(run.mem, 1e30, &run.t, run.y, run.yp, GALPHA_ONE_STEP) ==
          GALPHA_SUCCESS);
    const sunrealtype rate = cos(run.t) - (residual_y(&run)[0] - FAR);
    worst                  = fmax(worst, fabs(residual_yp(&run)[0] - rate));
  }
  return worst;
}

TEST_MAIN()
{
  for (int predictor = 1; predictor <= 5; predictor++)
  {
    CHECK_IN(worst_rate(predictor, 1e-9), 0.0, 1e-9);
    CHECK_IN(worst_rate(predictor, 1e-6), 0.0, 1e-9);
  }
}
