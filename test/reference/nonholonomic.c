/* Nonholonomic problems with exact solutions: skate, Chaplygin sleigh, rolling
 * disk. */
#include "support/check/error_checks.h"
#include "support/test.h"

static void study(const struct problem *pb, SUNContext ctx, sunrealtype t1)
{
  const struct ref_run run = {.pb = pb, .t1 = t1, .qscale = 0.1, .vscale = 0.1};
  struct ref_run literal   = run;
  literal.formulation      = GALPHA_SOI2_LITERAL;
  check_problem(pb, ctx, t1, 1e-8);
  const struct ref_errors e = check_tolerance(&run, ctx, 1e-5, 1e4, 1e-6);
  CHECK(e.k <= 1e-11);
  check_order(&run, ctx, 200, 1.0);
  check_order(&run, ctx, 200, 2.0 / 3);
  check_order(&literal, ctx, 200, 1.0);
  check_uncorrected(run, ctx, 200);
  check_differenced(&run, ctx, 1e-7);
}

TEST_MAIN(ctx)
{
  const struct problem skate = ref_skate(), sleigh = ref_sleigh();
  const struct problem disk = ref_rolling();
  study(&skate, ctx, 1.0);
  study(&sleigh, ctx, 2.0);
  study(&disk, ctx, 3.0);
}
