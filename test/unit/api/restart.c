/* A run goes on from its own output: after GALPHAReInit with what GALPHASolve or
 * GALPHAGetDky gave, between steps, too, in each formulation, with holonomic and
 * nonholonomic constraints. Values that are off by far are still refused. */
#include "support/models/papers.h"
#include "support/models/problem.h"
#include "support/run/small.h"
#include "support/test.h"

static void check_restarts(SUNContext ctx, const struct problem *pb,
                           int formulation, sunrealtype rtol)
{
  struct small s;
  CHECK(!small_problem(&s, ctx, pb, PROBLEM_DENSE));
  CHECK(!GALPHASetFormulation(s.mem, formulation));
  CHECK(!GALPHASStolerances(s.mem, rtol, rtol));
  for (int k = 1; k <= 8; k++)
  {
    const int ret = small_solve(&s, pb->t0 + 0.11 * k);
    CHECK(ret == 0);
    if (ret)
    {
      printf("%s, formulation %d, rtol %g: %s\n", pb->name, formulation, rtol,
             s.said.msg);
    }
    CHECK(!GALPHAReInit(s.mem, s.t, s.q, s.v));
  }
  CHECK(s.said.count == 0);
  N_VAddConst(s.v, 10.0, s.v);
  CHECK(!GALPHAReInit(s.mem, s.t, s.q, s.v));
  CHECK(small_solve(&s, s.t + 0.1) == GALPHA_INCONSISTENT_IC);
  small_free(&s);
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
