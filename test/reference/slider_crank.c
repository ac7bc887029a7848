/* SUNDIALS' slider-crank against accurate values at t = 1, 2, 5, 10. */
#include "support/check/error_checks.h"
#include "support/test.h"

TEST_MAIN(ctx)
{
  struct ref_slider_crank data = {1.0};
  const struct problem pb      = ref_slider_crank(&data);
  struct ref_run run = {.pb = &pb, .t1 = 1.0, .qscale = 0.1, .vscale = 0.1};
  static const sunrealtype times[] = {1.0, 2.0, 5.0, 10.0};

  for (int i = 0; i < 4; i++)
  {
    run.t1 = times[i];
    check_problem(&pb, ctx, run.t1, 1e-8);
    const struct ref_errors e = check_tolerance(&run, ctx, 3e-7, 1e3, 1e-6);
    CHECK(e.g <= 1e-11);
    CHECK(e.gdot <= 1e-11);
  }
  run.t1 = 2.0;
  check_order(&run, ctx, 200, 1.0);
  check_order(&run, ctx, 200, 2.0 / 3);
  check_uncorrected(run, ctx, 200);
  check_differenced(&run, ctx, 1e-7);
  run.formulation = GALPHA_SOI2_LITERAL;
  check_order(&run, ctx, 200, 1.0);
  check_order(&run, ctx, 200, 2.0 / 3);
  check_uncorrected(run, ctx, 200);
  run.formulation = GALPHA_INDEX3;
  check_order(&run, ctx, 200, 1.0);
}
