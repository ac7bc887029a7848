/* A run after GALPHAReInit is the run of a new object: nothing that was learnt on
 * the way (ages of matrices, rates, counters) is left. A chain large enough for its
 * matrices to be kept. */
#include "support/models/flexible/flexible.h"

#include "support/test.h"

#define BARS 30

struct counts
{
  long int steps, matrices, iterations;
};

static struct counts run(void *mem, struct problem_state *s)
{
  struct counts c = {0, 0, 0};
  CHECK(!GALPHASolve(mem, 0.5, &s->t, s->q, s->v, GALPHA_NORMAL));
  CHECK(!GALPHAGetNumSteps(mem, &c.steps));
  CHECK(!GALPHAGetNumJacEvals(mem, &c.matrices));
  CHECK(!GALPHAGetNumNonlinSolvIters(mem, &c.iterations));
  printf("%ld steps, %ld matrices, %ld iterations\n", c.steps, c.matrices,
         c.iterations);
  return c;
}

TEST_MAIN(ctx)
{
  struct flexible *fl    = flexible_chain(BARS, 1.0, 1e-3);
  void *mem              = problem_create(&fl->pb, ctx, PROBLEM_SPARSE);
  struct problem_state s = {0}, start = {0};
  CHECK(mem && !problem_state_new(&s, &fl->pb, ctx));
  CHECK(!problem_state_new(&start, &fl->pb, ctx));
  CHECK(!GALPHASStolerances(mem, 1e-4, 1e-4));
  CHECK(!GALPHACalcIC(mem, GALPHA_ACC_INIT, 0.5));
  CHECK(!GALPHAGetConsistentIC(mem, start.q, start.v));
  const struct counts first = run(mem, &s);
  /* what the law is about does happen */
  CHECK(first.matrices < first.steps);
  for (int i = 0; i < 2; i++)
  {
    CHECK(!GALPHAReInit(mem, 0.0, start.q, start.v));
    const struct counts next = run(mem, &s);
    CHECK(next.steps == first.steps && next.matrices == first.matrices &&
          next.iterations == first.iterations);
  }
  problem_state_free(&s);
  problem_state_free(&start);
  GALPHAFree(&mem);
  flexible_free(fl);
}
