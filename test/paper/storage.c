/* Every problem with dense and with sparse blocks: the same motion to round-off,
 * which h^2 magnifies in a and the multipliers. */
#include "support/models/papers.h"
#include "support/run/paper.h"
#include "support/test.h"

static const struct problem *const problems[] = {
  &paper_problem15,       &paper_problem71,  &paper_pendulum16,
  &paper_simple_pendulum, &paper_disk,       &paper_double_pendulum,
  &paper_slider_crank,    &paper_oscillator,
};

/* ||x - y|| / ||x||; blocks that are absent agree. */
static sunrealtype difference(N_Vector x, N_Vector y)
{
  if (!x) { return 0; }
  return problem_dist(N_VGetArrayPointer(x), N_VGetArrayPointer(y),
                      N_VGetLength(x)) /
         sqrt(N_VDotProd(x, x));
}

static void check_problem(SUNContext ctx, const struct problem *pb,
                          int formulation)
{
  struct problem_state dense, sparse;
  struct paper_case c = {
    .pb          = pb,
    .formulation = formulation,
    .family      = GALPHA_CHUNG_HULBERT,
    .par         = {0.2},
    .t1          = 0.25,
  };
  CHECK(paper_solve(&c, ctx, 1.0 / 1024, NULL, &dense) == 0);
  c.storage = PROBLEM_SPARSE;
  CHECK(paper_solve(&c, ctx, 1.0 / 1024, NULL, &sparse) == 0);
  if (check_failures) { return; }
  CHECK(difference(dense.q, sparse.q) < 1e-13);
  CHECK(difference(dense.v, sparse.v) < 1e-11);
  CHECK(difference(dense.a, sparse.a) < 1e-8);
  CHECK(difference(dense.lambda, sparse.lambda) < 1e-8);
  CHECK(difference(dense.psi, sparse.psi) < 1e-8);
  problem_state_free(&dense);
  problem_state_free(&sparse);
}

TEST_MAIN(ctx)
{
  const int count = (int)(sizeof problems / sizeof problems[0]);
  for (int i = 0; i < count; i++)
  {
    check_problem(ctx, problems[i], GALPHA_SOI2);
    check_problem(ctx, problems[i], GALPHA_SOI2_LITERAL);
    if (problems[i] != &paper_problem15)
    {
      check_problem(ctx, problems[i], GALPHA_INDEX3);
    }
  }
}
