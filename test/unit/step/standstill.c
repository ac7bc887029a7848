/* Steps too small to change t end the run after a few, in one line; with larger ones
 * it goes on. */
#include "support/test.h"

static void check_line(SUNContext ctx, int most)
{
  const struct problem *pb = &paper_oscillator;
  struct small s;
  BEGIN(&s, ctx, .pb = pb, .set = {{"fixed_step", 0.1}});
  if (most != 10) { CHECK(!GALPHASetMaxHnilWarns(s.mem, most)); }
  CHECK(!small_solve(&s, 1.0) && s.said.count == 0);
  CHECK(!GALPHASetFixedStep(s.mem, 1e-20));
  const int ret = small_solve(&s, 2.0);
  CHECK(ret == GALPHA_ERR_FAIL && s.said.warnings == 0 && s.said.count == 1);
  CHECK(caught_says(&s.said, GALPHA_ERR_FAIL, "no longer changes t"));
  CHECK(!GALPHASetFixedStep(s.mem, 0.1));
  CHECK(!small_solve(&s, 2.0) && s.said.count == 0);
}

TEST_MAIN(ctx)
{
  check_line(ctx, 10);
  check_line(ctx, 3);
  check_line(ctx, 0);
}
