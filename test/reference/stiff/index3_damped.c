/* Three bars whose joints are stiff springs and dampers, released to fall: index 3 with
 * little numerical damping at coarse tolerances, where what Newton's iteration leaves
 * sets accelerations and steps of order 2 ringing. With positions alone in the error test
 * orders up to 5 leave a tolerance of them with each step, here 38 steps: 0.053 at 1.4e-3
 * in index 3, 0.033 in SOI2, which has no such accelerations. Against SOI2 at a tight
 * tolerance. */
#include "support/check/users_newton.h"
#include "support/models/flexible/flexible.h"
#include "support/test.h"

/* coef: of Newton's tolerance, in a solver of the user; 0: the library's own. */
struct asked
{
  int formulation, order;
  sunrealtype rho, tol, coef;
};

static void run(const struct problem *pb, struct asked a, struct small *s)
{
  BEGIN(s, .pb = pb, .formulation = a.formulation, .rtol = a.tol,
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

static const sunrealtype rho[] = {0.9, 0.95}, tol[] = {7e-4, 1e-3, 1.4e-3};

/* Twice what SOI2 is off by at most. */
static sunrealtype twice_soi2(const struct problem *pb, const struct small *ref)
{
  sunrealtype most = 0.0;
  for (int i = 0; i < 6; i++)
  {
    const struct asked a = {GALPHA_SOI2, 5, rho[i / 3], tol[i % 3], 0.0};
    struct small s;
    run(pb, a, &s);
    most = fmax(most, problem_dist(small_q(&s), small_q(ref), pb->n));
  }
  return 2.0 * most;
}

/* Runs that are off by more than such tolerances explain. */
static int count_wrong(const struct problem *pb, const struct small *ref,
                       int order, sunrealtype coef)
{
  const sunrealtype higher = order > 2 ? twice_soi2(pb, ref) : 0.0;
  int wrong                = 0;
  for (int i = 0; i < 6; i++)
  {
    const struct asked a = {GALPHA_INDEX3, order, rho[i / 3], tol[i % 3], coef};
    struct small s;
    run(pb, a, &s);
    const sunrealtype e = problem_dist(small_q(&s), small_q(ref), pb->n);
    wrong += !(e <= fmax(3.0 * pow(a.tol, 2.0 / 3.0), higher));
  }
  return wrong;
}

TEST_MAIN()
{
  const struct asked tight = {GALPHA_SOI2, 2, 0.6, 1e-7, 0.0};
  struct flexible *fl      = flexible_chain(3, 1e6, 1e2);
  struct small ref;
  run(&fl->pb, tight, &ref);
  CHECK(count_wrong(&fl->pb, &ref, 2, 0.0) == 0);
  CHECK(count_wrong(&fl->pb, &ref, 5, 0.0) == 0);
  /* control: a looser iteration, with matrices of stretched springs */
  CHECK(count_wrong(&fl->pb, &ref, 2, 0.5) >= 3);
}
