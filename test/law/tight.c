/* Tolerances down to what round-off allows: a pendulum whose G is differenced, in every
 * formulation. Round-off of positions divided by h is in velocities, more of it the
 * shorter the step, and must not be taken for an error that a shorter step mends. */
#include "support/models/papers.h"
#include "support/test.h"

static void run(SUNContext ctx, int formulation, sunrealtype rtol)
{
  struct problem pb = paper_simple_pendulum;
  struct problem_state s;
  sunrealtype q[2] = {0.0};
  long int n       = -1;
  pb.G             = NULL;
  void *mem        = problem_create(&pb, ctx, PROBLEM_DENSE);
  CHECK(mem && problem_state_new(&s, &pb, ctx) == 0);
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASStolerances(mem, rtol, rtol));
  CHECK(!GALPHASolve(mem, 1.0, &s.t, s.q, s.v, GALPHA_NORMAL));
  CHECK(!GALPHAGetNumSteps(mem, &n));
  CHECK(pb.exact(1.0, q, NULL, NULL, NULL, NULL, pb.data) == 0);
  const sunrealtype e = problem_dist(N_VGetArrayPointer(s.q), q, pb.n);
  printf("formulation %d, rtol %.0e: %ld steps, error %.1e\n", formulation,
         rtol, n, e);
  CHECK(e <= 5.0 * pow(rtol, 2.0 / 3.0));
  CHECK_IN(n, 100, 40000);
  problem_state_free(&s);
  GALPHAFree(&mem);
}

TEST_MAIN(ctx)
{
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    for (int k = 7; k <= 10; k++) { run(ctx, f, pow(10.0, -k)); }
  }
}
