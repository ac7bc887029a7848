/* Steps too small to change t end the run after a few, in one line; with larger ones
 * it goes on. */
#include "support/models/papers.h"
#include "support/models/problem.h"
#include "support/test.h"

static void check_line(SUNContext ctx, int most)
{
  const struct problem *pb = &paper_oscillator;
  struct problem_state s   = {0};
  struct caught c          = {0};
  void *mem                = problem_create(pb, ctx, PROBLEM_DENSE);
  CHECK(mem && problem_state_new(&s, pb, ctx) == 0);
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHASetFixedStep(mem, 0.1));
  if (most != 10) { CHECK(!GALPHASetMaxHnilWarns(mem, most)); }
  CHECK(!GALPHASolve(mem, 1.0, &s.t, s.q, s.v, GALPHA_NORMAL) && c.count == 0);
  CHECK(!GALPHASetFixedStep(mem, 1e-20));
  const int ret = GALPHASolve(mem, 2.0, &s.t, s.q, s.v, GALPHA_NORMAL);
  CHECK(ret == GALPHA_ERR_FAIL && c.warnings == 0 && c.count == 1);
  CHECK(caught_says(&c, GALPHA_ERR_FAIL, "no longer changes t"));
  CHECK(!GALPHASetFixedStep(mem, 0.1));
  CHECK(!GALPHASolve(mem, 2.0, &s.t, s.q, s.v, GALPHA_NORMAL) && c.count == 0);
  problem_state_free(&s);
  GALPHAFree(&mem);
}

TEST_MAIN(ctx)
{
  check_line(ctx, 10);
  check_line(ctx, 3);
  check_line(ctx, 0);
}
