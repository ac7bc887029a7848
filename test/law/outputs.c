/* An output that is nonlinear in itself is solved for to the tolerance, also
 * where nothing depends on it and the coordinates hardly move; in the error
 * test, it is good between steps, too. */
#include "support/test.h"

/* q'' = -q (hardly moving), z + z^5 = 30 sin t, w = z^2. */
RESIDUAL2_IS(outputs, ypp[0] + y[0], y[1] + pow(y[1], 5.0) - 30.0 * sin(t),
             y[2] - y[1] * y[1])

static sunrealtype output_error(const sunrealtype *y, sunrealtype t)
{
  const sunrealtype z = y[1], z4 = pow(z, 4.0);
  return fabs(z + z * z4 - 30.0 * sin(t)) / (1.0 + 5.0 * z4) +
         fabs(y[2] - z * z);
}

/* Worst error of the outputs at steps, and between them in *between. */
static sunrealtype march(sunrealtype h, sunrealtype rtol, sunrealtype *between)
{
  const struct residual_problem problem =
    RESIDUAL_PROBLEM(.name = "outputs", .n = 3, .order = VALUES(2.0, 0.0, 0.0),
                     .res2 = outputs, .y0 = VALUES(1e-3, 0.0, 0.0),
                     .ypp0 = VALUES(-1e-3, 0.0, 0.0), .ypp_known = 1);
  struct residual_run run;
  sunrealtype worst = 0.0;
  *between          = 0.0;
  int ret           = residual_begin(&run, &problem, ctx);
  if (!ret) { ret = GALPHASStolerances(run.mem, rtol, rtol); }
  if (!ret) { ret = GALPHASetOption(run.mem, "test_algebraic", SUNTRUE); }
  if (!ret) { ret = GALPHASetFixedStep(run.mem, h); }
  while (!ret && run.t < 4.0)
  {
    const sunrealtype last = run.t;
    ret   = GALPHASolve(run.mem, 4.0, &run.t, run.y, run.yp, GALPHA_ONE_STEP);
    worst = fmax(worst, output_error(residual_y(&run), run.t));
    if (!ret && last > 0.5)
    {
      const sunrealtype middle = 0.5 * (last + run.t);
      ret                      = GALPHAGetDky(run.mem, middle, 0, run.ypp);
      *between = fmax(*between, output_error(residual_ypp(&run), middle));
    }
  }
  CHECK(ret == 0);
  check_of("h %.3g rtol %.0e", h, rtol);
  return worst;
}

TEST_MAIN()
{
  sunrealtype b1, b2;
  CHECK(march(0.02, 1e-8, &b1) <= 1e-9);
  CHECK(march(0.01, 1e-8, &b2) <= 1e-9);
  CHECK(b1 / b2 >= 4.0);
  CHECK(march(0.0, 1e-5, &b1) <= 1e-6);
  CHECK(b1 <= 1e-3);
}
