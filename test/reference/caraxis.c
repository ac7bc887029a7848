/* Car axis at t = 3: a constraint that depends on t, with its rate given and
 * differenced. */
#include "support/check/error_checks.h"
#include "support/test.h"

/* Without g_t the library differences g in t: the same steps. */
static void rate(const struct ref_run *run, SUNContext ctx)
{
  const struct problem without = ref_caraxis(0);
  struct ref_run second        = *run;
  struct ref_errors e = {0}, d = {0};
  second.pb        = &without;
  second.reference = run->pb;
  CHECK(ref_run_fixed(run, ctx, 6000, 1.0, &e) == 0);
  CHECK(ref_run_fixed(&second, ctx, 6000, 1.0, &d) == 0);
  CHECK_REL(d.q, e.q, 1e-3);
  CHECK_REL(d.v, e.v, 1e-3);
  CHECK_REL(d.lambda, e.lambda, 1e-2);
}

TEST_MAIN(ctx)
{
  const struct problem pb  = ref_caraxis(1);
  const struct ref_run run = {
    .pb = &pb, .t1 = 3.0, .qscale = 0.1, .vscale = 0.1};
  check_problem(&pb, ctx, 3.0, 1e-7);
  const struct ref_errors e = check_tolerance(&run, ctx, 5e-9, 1e3, 1e-6);
  CHECK(e.g <= 1e-11);
  CHECK(e.gdot <= 1e-9);
  check_order(&run, ctx, 6000, 1.0);
  check_order(&run, ctx, 6000, 2.0 / 3);
  check_uncorrected(run, ctx, 24000);
  check_differenced(&run, ctx, 1e-7);
  rate(&run, ctx);
  check_standing_still(&run, ctx, ref_caraxis(0), 6000);
}
