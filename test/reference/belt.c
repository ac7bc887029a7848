/* Skate on a belt: explicit time in both kinds of constraints, against the exact
 * motion, in all formulations, dense and sparse; g_t given and differenced. Control:
 * a g declared to stand still. */
#include "support/check/error_checks.h"
#include "support/run/small.h"
#include "support/test.h"

/* What the library finds out for itself, without costing an order when h changes: g_t
 * (of a lower order it would); G, K and all other derivatives. */
static void without_rate(const struct ref_run *run, SUNContext ctx)
{
  const struct problem without = ref_belt(0);
  struct ref_run second        = *run;
  struct ref_errors e = {0}, d = {0};
  second.pb        = &without;
  second.reference = run->pb;
  check_order(&second, ctx, 800, 2.0 / 3);
  CHECK(ref_run_fixed(run, ctx, 800, 2.0 / 3, &e) == 0);
  CHECK(ref_run_fixed(&second, ctx, 800, 2.0 / 3, &d) == 0);
  CHECK_REL(d.q, e.q, 5e-3);
  CHECK_REL(d.v, e.v, 5e-3);
  CHECK_REL(d.a, e.a, 1e-2);
  CHECK_REL(d.lambda, e.lambda, 1e-2);
  CHECK_REL(d.psi, e.psi, 1e-2);
  check_differenced(&second, ctx, 1e-7);
}

/* The start: accelerations and multipliers of the exact motion. */
static void consistent_start(const struct problem *pb, SUNContext ctx)
{
  sunrealtype a[3], lambda, psi;
  struct small s;
  CHECK(!small_problem(&s, ctx, pb, PROBLEM_DENSE));
  CHECK(!GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0));
  CHECK(!GALPHAGetAcceleration(s.mem, 0.0, s.a));
  CHECK(!GALPHAGetMultipliers(s.mem, 0.0, s.lambda, s.psi));
  pb->exact(0.0, NULL, NULL, a, &lambda, &psi, pb->data);
  CHECK(problem_dist(N_VGetArrayPointer(s.a), a, 3) <= 1e-7);
  CHECK(fabs(N_VGetArrayPointer(s.lambda)[0] - lambda) <= 1e-7);
  CHECK(fabs(N_VGetArrayPointer(s.psi)[0] - psi) <= 1e-7);
  small_free(&s);
}

TEST_MAIN(ctx)
{
  const struct problem pb = ref_belt(1), without = ref_belt(0);
  struct ref_run run = {.pb = &pb, .t1 = 2.0, .qscale = 0.1, .vscale = 0.1};

  check_problem(&pb, ctx, 0.7, 1e-7);
  check_problem(&pb, ctx, 2.0, 1e-7);
  consistent_start(&pb, ctx);
  consistent_start(&without, ctx);
  for (int f = GALPHA_SOI2; f <= GALPHA_SOI2_LITERAL; f++)
  {
    for (int s = PROBLEM_DENSE; s <= PROBLEM_SPARSE; s++)
    {
      run.formulation           = f;
      run.storage               = (enum problem_storage)s;
      const struct ref_errors e = check_tolerance(&run, ctx, 1e-5, 1e4, 1e-6);
      CHECK(e.g <= 1e-11 && e.gdot <= 1e-10 && e.k <= 1e-10);
      check_order(&run, ctx, 200, 1.0);
      check_order(&run, ctx, 800, 2.0 / 3);
      check_uncorrected(run, ctx, 200);
    }
  }
  run.formulation = GALPHA_INDEX3;
  check_order(&run, ctx, 200, 1.0);
  run.formulation = GALPHA_SOI2;
  run.storage     = PROBLEM_DENSE;
  without_rate(&run, ctx);
  check_standing_still(&run, ctx, ref_belt(0), 400);
}
