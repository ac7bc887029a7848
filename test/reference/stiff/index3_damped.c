/* Three bars whose joints are stiff springs and dampers, released to fall: index 3 with
 * little numerical damping at coarse tolerances, where what Newton's iteration leaves
 * sets accelerations and steps ringing. Against SOI2 at a tight tolerance. */
#include "support/models/flexible/flexible.h"
#include "support/test.h"

/* coef: of Newton's tolerance; 0: the default. */
struct asked
{
  int formulation;
  sunrealtype rho, tol, coef;
};

static void run(const struct problem *pb, SUNContext ctx, struct asked a,
                struct problem_state *s)
{
  void *mem = problem_create(pb, ctx, PROBLEM_DENSE);
  CHECK(mem && problem_state_new(s, pb, ctx) == 0);
  CHECK(!GALPHASetFormulation(mem, a.formulation));
  CHECK(!GALPHASetRhoInf(mem, a.rho));
  CHECK(!GALPHASStolerances(mem, a.tol, a.tol));
  /* what velocities in the error test, or corrected, would cure */
  CHECK(!GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHASetOption(mem, "step_change_correction", GALPHA_CORRECT_A));
  if (a.coef > 0.0) { CHECK(!GALPHASetNonlinConvCoef(mem, a.coef)); }
  CHECK(!GALPHASetStopTime(mem, 1.0));
  CHECK(GALPHASolve(mem, 1.0, &s->t, s->q, s->v, GALPHA_NORMAL) ==
        GALPHA_TSTOP_RETURN);
  GALPHAFree(&mem);
}

/* Runs that are off by more than such tolerances explain. */
static int count_wrong(const struct problem *pb, SUNContext ctx,
                       const struct problem_state *ref, sunrealtype coef)
{
  static const sunrealtype rho[] = {0.9, 0.95}, tol[] = {7e-4, 1e-3, 1.4e-3};
  int wrong = 0;
  for (int i = 0; i < 6; i++)
  {
    const struct asked a = {GALPHA_INDEX3, rho[i / 3], tol[i % 3], coef};
    struct problem_state s;
    run(pb, ctx, a, &s);
    const sunrealtype e =
      problem_dist(N_VGetArrayPointer(s.q), N_VGetArrayPointer(ref->q), pb->n);
    printf("coefficient %g, rho %.2f, rtol %g: error %.1e\n", coef, a.rho,
           a.tol, e);
    wrong += !(e <= 3.0 * pow(a.tol, 2.0 / 3.0));
    problem_state_free(&s);
  }
  return wrong;
}

TEST_MAIN(ctx)
{
  const struct asked tight = {GALPHA_SOI2, 0.6, 1e-7, 0.0};
  struct flexible *fl      = flexible_chain(3, 1e6, 1e2);
  struct problem_state ref;
  run(&fl->pb, ctx, tight, &ref);
  CHECK(count_wrong(&fl->pb, ctx, &ref, 0.0) == 0);
  /* control: a looser iteration */
  CHECK(count_wrong(&fl->pb, ctx, &ref, 0.5) >= 3);
  problem_state_free(&ref);
  flexible_free(fl);
}
