/* A run goes on from its own output: after GALPHAReInit with what GALPHASolve or
 * GALPHAGetDky gave, between steps, too, in each formulation, with holonomic and
 * nonholonomic constraints. Values that are off by far are still refused. */
#include "support/models/papers.h"
#include "support/models/problem.h"
#include "support/test.h"

static void check_restarts(SUNContext ctx, const struct problem *pb,
                           int formulation, sunrealtype rtol)
{
  struct problem_state s = {0};
  struct caught c        = {0};
  void *mem              = problem_create(pb, ctx, PROBLEM_DENSE);
  CHECK(mem && problem_state_new(&s, pb, ctx) == 0);
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASStolerances(mem, rtol, rtol));
  for (int k = 1; k <= 8; k++)
  {
    const int ret =
      GALPHASolve(mem, pb->t0 + 0.11 * k, &s.t, s.q, s.v, GALPHA_NORMAL);
    CHECK(ret == 0);
    if (ret)
    {
      printf("%s, formulation %d, rtol %g: %s\n", pb->name, formulation, rtol,
             c.msg);
    }
    CHECK(!GALPHAReInit(mem, s.t, s.q, s.v));
  }
  CHECK(c.count == 0);
  N_VAddConst(s.v, 10.0, s.v);
  CHECK(!GALPHAReInit(mem, s.t, s.q, s.v));
  CHECK(GALPHASolve(mem, s.t + 0.1, &s.t, s.q, s.v, GALPHA_NORMAL) ==
        GALPHA_INCONSISTENT_IC);
  problem_state_free(&s);
  GALPHAFree(&mem);
}

TEST_MAIN(ctx)
{
  const struct problem *const all[] = {&paper_simple_pendulum, &paper_disk};
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    for (int k = 3; k <= 6; k++)
    {
      check_restarts(ctx, all[0], f, pow(10.0, -k));
      if (f != GALPHA_INDEX3) { check_restarts(ctx, all[1], f, pow(10.0, -k)); }
    }
  }
}
