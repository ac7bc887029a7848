/* Three bars whose joints are stiff springs and dampers, released to fall: index 3 with
 * little numerical damping at coarse tolerances, where what Newton's iteration leaves
 * sets accelerations and steps of order 2 ringing; orders up to 5 may be off by twice as
 * much. Against SOI2 at a tight tolerance. */
#include "support/check/users_newton.h"
#include "support/models/flexible/flexible.h"
#include "support/run/statement.h"
#include "support/test.h"

/* coef: of Newton's tolerance, in a solver of the user; 0: the library's own. */
struct asked
{
  int formulation, order;
  sunrealtype rho, tol, coef;
};

static void run(const struct problem *pb, SUNContext ctx, struct asked a,
                struct small *s)
{
  BEGIN(s, ctx, .pb = pb, .formulation = a.formulation, .rtol = a.tol,
        .set = {{"rho_inf", a.rho}, {"max_order", a.order}});
  /* what velocities in the error test, or corrected, would cure */
  CHECK(!GALPHASetErrorTest(s->mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHASetOption(s->mem, "step_change_correction", GALPHA_CORRECT_A));
  if (a.coef > 0.0)
  {
    CHECK(!users_newton(s->mem, pb->n + pb->m, ctx));
    CHECK(!GALPHASetNonlinConvCoef(s->mem, a.coef));
  }
  CHECK(!GALPHASetStopTime(s->mem, 1.0));
  CHECK(small_solve(s, 1.0) == GALPHA_TSTOP_RETURN);
}

/* Runs that are off by more than such tolerances explain. */
static int count_wrong(const struct problem *pb, SUNContext ctx,
                       const struct small *ref, int order, sunrealtype coef)
{
  static const sunrealtype rho[] = {0.9, 0.95}, tol[] = {7e-4, 1e-3, 1.4e-3};
  int wrong = 0;
  for (int i = 0; i < 6; i++)
  {
    const struct asked a = {GALPHA_INDEX3, order, rho[i / 3], tol[i % 3], coef};
    struct small s;
    run(pb, ctx, a, &s);
    const sunrealtype e = problem_dist(small_q(&s), small_q(ref), pb->n);
    printf("order %d, coefficient %g, rho %.2f, rtol %g: error %.1e\n", order,
           coef, a.rho, a.tol, e);
    wrong += !(e <= (order > 2 ? 6.0 : 3.0) * pow(a.tol, 2.0 / 3.0));
    small_free(&s);
  }
  return wrong;
}

TEST_MAIN(ctx)
{
  const struct asked tight = {GALPHA_SOI2, 2, 0.6, 1e-7, 0.0};
  struct flexible *fl      = flexible_chain(3, 1e6, 1e2);
  struct small ref;
  run(&fl->pb, ctx, tight, &ref);
  CHECK(count_wrong(&fl->pb, ctx, &ref, 2, 0.0) == 0);
  CHECK(count_wrong(&fl->pb, ctx, &ref, 5, 0.0) == 0);
  /* control: a looser iteration, with matrices of stretched springs */
  CHECK(count_wrong(&fl->pb, ctx, &ref, 2, 0.5) >= 3);
  small_free(&ref);
  flexible_free(fl);
}
