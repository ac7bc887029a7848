/* A pushed block with friction tanh(v/vs) in residual form, of order 2 and as two
 * equations of order 1, with differenced Jacobians: stops at 1 and creeps at
 * vs atanh(1/2), in a hundred steps whatever vs. */
#include "support/test.h"

#define END  SUN_RCONST(10.0)
#define LOAD SUN_RCONST(0.5)

RESIDUAL2(second)
{
  const sunrealtype vs = *(const sunrealtype *)data;
  r[0]                 = ypp[0] - LOAD + tanh(yp[0] / vs);
}

RESIDUAL1(first)
{
  const sunrealtype vs = *(const sunrealtype *)data;
  const sunrealtype v  = y[1];
  r[0]                 = yp[0] - v;
  r[1]                 = yp[1] - LOAD + tanh(v / vs);
}

static void check(int order, sunrealtype vs, sunrealtype atol, SUNContext ctx)
{
  struct small s;
  if (order == 2)
  {
    CHECK(
      !small_residual2(&s, ctx, 1, 0.0, NULL, VALUES(1.0), NULL, second, &vs));
    CHECK(!GALPHASStolerancesVel(s.mem, 1e-4, atol));
  }
  else
  {
    CHECK(!small_residual(&s, ctx, 2, 0.0, VALUES(0.0, 1.0),
                          VALUES(1.0, LOAD - tanh(1.0 / vs)), first, &vs));
  }
  CHECK(!GALPHASStolerances(s.mem, 1e-4, atol));
  CHECK(!GALPHASetMaxNumSteps(s.mem, 500));
  CHECK(!GALPHASetStopTime(s.mem, END));
  CHECK(small_solve(&s, END) == GALPHA_TSTOP_RETURN);
  const long int n        = count_of(s.mem, GALPHAGetNumSteps);
  const sunrealtype creep = vs * atanh(LOAD);
  const sunrealtype v     = order == 2 ? small_v(&s)[0] : small_q(&s)[1];
  CHECK_IN(n, 10, 100);
  CHECK_IN(small_q(&s)[0], 1.0 - 1e-3, 1.0 + 1e-3 + 20.0 * vs);
  CHECK_IN(fabs(v - creep), 0.0, 0.05 * creep + 0.1 * atol);
  small_free(&s);
}

TEST_MAIN(ctx)
{
  static const sunrealtype scales[] = {1e-3, 1e-4, 1e-5, 1e-6};
  for (int i = 0; i < 16; i++)
  {
    check(1 + i / 8, scales[i % 4], i / 4 % 2 ? 1e-4 : 1e-6, ctx);
  }
}
