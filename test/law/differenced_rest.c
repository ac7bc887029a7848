/* A point on a sphere comes to rest at its lowest place, where h grows without bound. Its
 * load is 50 times as large as its weight, is balanced by the reaction, and moves nothing.
 * With G by differences of g the rounding of G times that multiplier is a force that
 * Newton's iteration cannot solve for; the steps are about those with G given. The control
 * is a G that the user computes by the same differences, whose rounding is not known to the
 * library: no number of steps that is allowed here suffices. */
#include "support/test.h"

#define END     1e4
#define ALLOWED 2000

static int load(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  N_VLinearSum(50.0, q, -1.0, v, f);
  N_VGetArrayPointer(f)[2] -= 1.0;
  return 0;
}

HOLONOMIC_IS(g, 0.5 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1.0))

MASS_IS(G, {0, 0, q[0]}, {0, 1, q[1]}, {0, 2, q[2]})

static sunrealtype distance(const sunrealtype *x, int i, sunrealtype by)
{
  sunrealtype y[] = {x[0], x[1], x[2]};
  y[i] += by;
  return 0.5 * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2] - 1.0);
}

static int quotients(sunrealtype t, N_Vector q, SUNMatrix A, void *data)
{
  const sunrealtype *x = N_VGetArrayPointer(q);
  for (int i = 0; i < 3; i++)
  {
    const sunrealtype h = 6e-6 * fmax(fabs(x[i]), 1e-3);
    SM_ELEMENT_D(A, 0, i) =
      (distance(x, i, h) - distance(x, i, -h)) / (2.0 * h);
  }
  return 0;
}

struct result
{
  int flag;
  long int steps, fails;
  sunrealtype lambda;
};

static struct result run(GALPHAHolonomicJacFn jac, int formulation,
                         sunrealtype rtol)
{
  static const sunrealtype q0[] = {0.48, 0.6, -0.64};
  const struct problem pb = PROBLEM(.name = "sphere", .n = 3, .m = 1, .q0 = q0,
                                    .force = load, .g = g, .G = jac);
  struct result r         = {0};
  SMALL(s, .pb = &pb, .formulation = formulation, .rtol = rtol,
        .set = {{"max_num_steps", ALLOWED}});
  r.flag = small_solve(s, END);
  CHECK(!GALPHAGetNumSteps(s->mem, &r.steps));
  CHECK(!GALPHAGetNumStepSolveFails(s->mem, &r.fails));
  if (r.flag) { return r; }
  CHECK_IN(small_q(s)[0], -rtol, rtol);
  CHECK_IN(small_q(s)[1], -rtol, rtol);
  CHECK_IN(small_q(s)[2], -1.0 - rtol, -1.0 + rtol);
  CHECK(!GALPHAGetMultipliers(s->mem, END, s->lambda, NULL));
  r.lambda = N_VGetArrayPointer(s->lambda)[0];
  return r;
}

static void check_rest(int formulation, sunrealtype rtol)
{
  const struct result given       = run(G, formulation, rtol);
  const struct result differenced = run(NULL, formulation, rtol);
  const struct result control     = run(quotients, formulation, rtol);
  CHECK(!given.flag && !differenced.flag);
  CHECK(2 * differenced.steps <= 3 * given.steps);
  CHECK(differenced.fails <= 2);
  CHECK_REL(differenced.lambda, 51.0, 10.0 * rtol);
  CHECK(control.flag == GALPHA_TOO_MUCH_WORK);
}

TEST_MAIN()
{
  check_rest(GALPHA_SOI2, 1e-7);
  check_rest(GALPHA_SOI2, 3e-8);
  check_rest(GALPHA_SOI2, 1e-9);
  check_rest(GALPHA_INDEX3, 1e-7);
  check_rest(GALPHA_INDEX3, 3e-8);
  check_rest(GALPHA_INDEX3, 1e-9);
}
