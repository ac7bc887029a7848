/* Chain of four-bar linkages (IFToMM A02, N = 2): exact angle before and, over
 * the singular positions in which all bars are level, after. */
#include "support/check/error_checks.h"
#include "support/test.h"

/* Energy relative to that of the start: bars 0..2 stand, 3 and 4 join them. */
static sunrealtype energy(const struct problem_state *s)
{
  const sunrealtype *q = N_VGetArrayPointer(s->q);
  const sunrealtype *v = N_VGetArrayPointer(s->v);
  sunrealtype e        = 0.0;
  for (int i = 0; i < 15; i += 3)
  {
    e +=
      (v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2] / 12.0) / 2.0 +
      9.81 * q[i + 1];
  }
  /* (1/2)(3/3 + 2) 1^2 + 9.81 (3/2 + 2) */
  return e / 35.835 - 1.0;
}

static void conserved(const struct ref_run *run, SUNContext ctx)
{
  struct problem_state s;
  CHECK(problem_state_new(&s, run->pb, ctx) == 0);
  CHECK(ref_end_state(run, ctx, 1e-8, &s) == 0);
  CHECK_IN(energy(&s), -1e-5, 1e-5);
  problem_state_free(&s);
}

TEST_MAIN(ctx)
{
  const struct problem pb = ref_fourbar();
  struct ref_run run = {.pb = &pb, .t1 = 0.5, .qscale = 0.1, .vscale = 1.0};
  check_problem(&pb, ctx, 0.5, 1e-8);
  check_problem(&pb, ctx, 1.0, 1e-8);
  const struct ref_errors e = check_tolerance(&run, ctx, 1e-5, 1e4, 1e-6);
  CHECK(e.g <= 1e-11);
  CHECK(e.gdot <= 1e-10);
  check_order(&run, ctx, 200, 1.0);
  check_order(&run, ctx, 200, 2.0 / 3);
  check_uncorrected(run, ctx, 200);
  check_differenced(&run, ctx, 1e-7);
  conserved(&run, ctx);

  run.storage = PROBLEM_SPARSE;
  check_tolerance(&run, ctx, 1e-5, 1e4, 1e-6);
  check_order(&run, ctx, 200, 1.0);

  /* Through one and five singular positions, where constraints are dependent: at
     tolerances of 1e-9 and less the first one ends the run. */
  run.storage = PROBLEM_DENSE;
  run.t1      = 1.0;
  check_tolerance(&run, ctx, 1e-5, 1e3, 5e-6);
  run.t1 = 4.0;
  check_tolerance(&run, ctx, 1e-3, 1e2, 1e-2);
}
