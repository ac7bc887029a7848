/* Andrews' squeezing mechanism at t = 0.03. */
#include "support/check/error_checks.h"
#include "support/test.h"

TEST_MAIN(ctx)
{
  const struct problem pb  = ref_andrews();
  const struct ref_run run = {
    .pb = &pb, .t1 = 0.03, .qscale = 1.0, .vscale = 100.0};
  check_problem(&pb, ctx, 0.03, 1e-6);
  const struct ref_errors e = check_tolerance(&run, ctx, 1e-6, 1e3, 1e-4);
  CHECK(e.g <= 1e-11);
  CHECK(e.gdot <= 1e-8);
  check_order(&run, ctx, 8000, 1.0);
  check_order(&run, ctx, 8000, 2.0 / 3);
  check_uncorrected(run, ctx, 8000);
  check_differenced(&run, ctx, 1e-7);
}
