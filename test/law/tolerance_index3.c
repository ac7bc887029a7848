/* Constrained mechanisms as residuals of index 3 with error control: they
 * converge with the tolerance. The multipliers are left out of the error test:
 * in index 3 they jump with h. */
#include "support/lowering/residual.h"
#include "support/models/papers.h"
#include "support/models/reference.h"
#include "support/test.h"

struct outcome
{
  sunrealtype q, v;
  long int steps, failures, rejected;
};

struct scene
{
  const struct problem *mech;
  sunrealtype t1, qscale, mscale, rtol, want;
};

static struct outcome run(const struct scene *s, SUNContext ctx,
                          sunrealtype rtol)
{
  struct outcome o = {.steps = 0};
  struct problem_state x;
  struct residual_mech low;
  struct residual_run r;
  CHECK(problem_state_new(&x, s->mech, ctx) == 0);
  CHECK(residual_mech_new(&low, s->mech, ctx) == 0);
  int ret = residual_begin(&r, &low.pb, ctx);
  if (!ret)
  {
    ret =
      residual_mech_tolerances(&low, r.mem, rtol, rtol * s->qscale, s->mscale);
  }
  if (!ret) { ret = GALPHASetOption(r.mem, "test_algebraic", SUNFALSE); }
  if (!ret) { ret = residual_to(&r, s->t1); }
  CHECK(ret == 0);
  CHECK(ref_exact_state(s->mech, ctx, s->t1, &x) == 0);
  o.q = problem_dist(residual_y(&r), N_VGetArrayPointer(x.q), s->mech->n) /
        sqrt(N_VDotProd(x.q, x.q));
  o.v = problem_dist(residual_yp(&r), N_VGetArrayPointer(x.v), s->mech->n) /
        sqrt(N_VDotProd(x.v, x.v));
  CHECK(GALPHAGetNumSteps(r.mem, &o.steps) == 0);
  CHECK(GALPHAGetNumStepSolveFails(r.mem, &o.failures) == 0);
  CHECK(GALPHAGetNumErrTestFails(r.mem, &o.rejected) == 0);
  printf(
    "%-20s rtol %.0e: %ld steps, %ld failed, %ld rejected, errors q %.1e v "
    "%.1e\n",
    s->mech->name, rtol, o.steps, o.failures, o.rejected, o.q, o.v);
  problem_state_free(&x);
  residual_end(&r);
  residual_mech_free(&low);
  return o;
}

static void check_scene(const struct scene *s, SUNContext ctx)
{
  const struct outcome a = run(s, ctx, s->rtol),
                       b = run(s, ctx, 0.01 * s->rtol);
  CHECK_IN(log10(a.q / b.q) / 2.0, 0.4, 1.3);
  CHECK_IN(log10(a.v / b.v) / 2.0, 0.3, 1.3);
  CHECK(b.q <= s->want);
}

/* A pendulum of index 3 over ten seconds and a hundred
 * outputs, accelerations found or given: no collapse of the step, and right. */
static void check_pendulum(SUNContext ctx, int ypp_known)
{
  const struct problem *mech = &paper_simple_pendulum;
  struct problem_state x;
  struct residual_mech low;
  struct residual_run r;
  long int steps = 0;
  CHECK(problem_state_new(&x, mech, ctx) == 0);
  CHECK(residual_mech_new(&low, mech, ctx) == 0);
  low.pb.ypp_known = ypp_known;
  int ret          = residual_begin(&r, &low.pb, ctx);
  if (!ret) { ret = GALPHASStolerances(r.mem, 1e-6, 1e-6); }
  if (!ret) { ret = GALPHASetErrorTest(r.mem, GALPHA_TEST_POSITIONS); }
  for (int i = 1; !ret && i <= 100; i++)
  {
    ret = GALPHASolve(r.mem, 0.1 * i, &r.t, r.y, r.yp, GALPHA_NORMAL);
  }
  CHECK(ret == 0);
  CHECK(mech->exact(10.0, N_VGetArrayPointer(x.q), NULL, NULL, NULL, NULL,
                    mech->data) == 0);
  const sunrealtype e =
    problem_dist(residual_y(&r), N_VGetArrayPointer(x.q), mech->n);
  CHECK(GALPHAGetNumSteps(r.mem, &steps) == 0);
  printf("pendulum, y'' %s: %ld steps, error %.1e\n",
         ypp_known ? "given" : "found", steps, e);
  CHECK(steps < 3000);
  CHECK(e <= 1e-2);
  problem_state_free(&x);
  residual_end(&r);
  residual_mech_free(&low);
}

TEST_MAIN(ctx)
{
  const struct problem pend    = ref_pendulum(REF_PENDULUM_CASH);
  const struct problem car     = ref_caraxis(1);
  const struct problem andrews = ref_andrews();
  const struct scene scenes[3] = {{&pend, 1.0, 1.0, 1e-2, 1e-4, 1e-4},
                                  {&car, 3.0, 1e-2, 1e-2, 1e-5, 1e-3},
                                  {&andrews, 0.03, 1.0, 1e2, 1e-5, 1e-3}};
  for (int i = 0; i < 3; i++) { check_scene(&scenes[i], ctx); }
  check_pendulum(ctx, 1);
  check_pendulum(ctx, 0);
}
