/* After GALPHAReInit a run goes on from its own output, what GALPHASolve or GALPHAGetDky
 * gave, between steps, too, in each formulation, with holonomic and nonholonomic
 * constraints; values that are off by far are refused. And it is the run of a new object:
 * nothing that was learnt on the way (ages of matrices, rates, counters) is left. */
#include "support/models/flexible/flexible.h"
#include "support/test.h"

static void check_goes_on(const struct problem *pb, int formulation,
                          sunrealtype rtol)
{
  SMALL(s, .pb = pb, .formulation = formulation, .rtol = rtol);
  for (int k = 1; k <= 8; k++)
  {
    const int ret = small_solve(s, pb->t0 + 0.11 * k);
    CHECK(ret == 0);
    if (ret)
    {
      printf("%s, formulation %d, rtol %g: %s\n", pb->name, formulation, rtol,
             s->said.msg);
    }
    CHECK(!GALPHAReInit(s->mem, s->t, s->q, s->v));
  }
  CHECK(s->said.count == 0);
  /* by 2 % of v, some 10^4 tolerances at 1e-6, and by more than v */
  const sunrealtype off[] = {0.02 * N_VMaxNorm(s->v), 10.0};
  for (int i = rtol > 1.1e-6; i < 2; i++)
  {
    N_VAddConst(s->v, off[i], s->v);
    CHECK(!GALPHAReInit(s->mem, s->t, s->q, s->v));
    CHECK(small_solve(s, s->t + 0.1) == GALPHA_INCONSISTENT_IC);
  }
}

struct counts
{
  long int steps, matrices, iterations;
};

static struct counts run(struct small *s)
{
  struct counts c = {0, 0, 0};
  CHECK(!small_solve(s, 0.5));
  CHECK(!GALPHAGetNumSteps(s->mem, &c.steps));
  CHECK(!GALPHAGetNumJacEvals(s->mem, &c.matrices));
  CHECK(!GALPHAGetNumNonlinSolvIters(s->mem, &c.iterations));
  return c;
}

/* A chain large enough for its matrices to be kept. The starts differ by rounding, 2e-10 of
 * the first step; at this tolerance no decision of the runs depends on that. */
static void check_is_new(void)
{
  struct flexible *fl = flexible_chain(30, 1.0, 1e-3);
  struct small s;
  CHECK(!small_problem(&s, ctx, &fl->pb, PROBLEM_SPARSE));
  N_Vector q = KEEP(N_VClone(s.q)), v = KEEP(N_VClone(s.v));
  CHECK(!GALPHASStolerances(s.mem, 3e-4, 3e-4));
  CHECK(!GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 0.5));
  CHECK(!GALPHAGetConsistentIC(s.mem, q, v));
  const struct counts first = run(&s);
  /* what the law is about does happen */
  CHECK(first.matrices < first.steps);
  for (int i = 0; i < 2; i++)
  {
    CHECK(!GALPHAReInit(s.mem, 0.0, q, v));
    const struct counts next = run(&s);
    CHECK(next.steps == first.steps && next.matrices == first.matrices &&
          next.iterations == first.iterations);
  }
}

TEST_MAIN()
{
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    for (int k = 3; k <= 6; k++)
    {
      const sunrealtype rtol = pow(10.0, -k);
      check_goes_on(&paper_simple_pendulum, f, rtol);
      if (f != GALPHA_INDEX3) { check_goes_on(&paper_disk, f, rtol); }
    }
  }
  check_is_new();
}
