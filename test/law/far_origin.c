/* A motion of size 1 far from the origin, q = X0 + cos t: orders 3 to 5, whose polynomials
 * go through several positions, take the steps of X0 = 0, and are as accurate, until the
 * tolerance is a few roundings of X0. IDA takes 233 and 246 steps for each X0, with errors
 * of up to 93 tolerances. The error test of index 3 tolerates in v some hundred roundings of
 * positions over h. */
#include "support/test.h"

#define TIME 10.0

FORCE_IS(pull, -cos(t))
RESIDUAL1_IS(pulled, yp[0] - y[1], yp[1] + cos(t))
RESIDUAL2_IS(pulled2, ypp[0] + cos(t))
HOLONOMIC_IS(rail, q[1] - q[0])
HOLONOMIC_JAC_IS(rail_jac, {0, 0, -1.0}, {0, 1, 1.0})
FORCE_IS(pull_both, -2.0 * cos(t), 0.0)

enum form
{
  FREE,
  ON_RAIL,
  ON_RAIL_INDEX3,
  FIRST_ORDER,
  SECOND_ORDER,
  FORMS
};

static struct small *begin(enum form form, sunrealtype origin)
{
  const bool railed   = form == ON_RAIL || form == ON_RAIL_INDEX3;
  const sunrealtype x = origin + 1.0;
  SMALL(s, .n = form == FREE || form == SECOND_ORDER ? 1 : 2,
        .q     = VALUES(x, form == FIRST_ORDER ? 0.0 : x),
        .v     = VALUES(0.0, form == FIRST_ORDER ? -1.0 : 0.0),
        .force = railed ? pull_both : pull, .g = railed ? rail : NULL,
        .G           = railed ? rail_jac : NULL,
        .res1        = form == FIRST_ORDER ? pulled : NULL,
        .res2        = form == SECOND_ORDER ? pulled2 : NULL,
        .formulation = form == ON_RAIL_INDEX3 ? GALPHA_INDEX3
                       : railed               ? GALPHA_SOI2
                                              : 0);
  return s;
}

/* The largest error of q at the outputs. */
static sunrealtype run(enum form form, sunrealtype origin, sunrealtype atol,
                       long *steps)
{
  sunrealtype worst = 0.0;
  struct small *s   = begin(form, origin);
  CHECK(!GALPHASStolerances(s->mem, 0.0, atol));
  for (int i = 1; i <= 20; i++)
  {
    CHECK(small_solve(s, TIME * i / 20.0) == GALPHA_SUCCESS);
    worst = fmax(worst, fabs(small_q(s)[0] - origin - cos(s->t)));
  }
  CHECK(!GALPHAGetNumSteps(s->mem, steps));
  keep_free();
  return worst;
}

TEST_MAIN()
{
  static const sunrealtype far[][2] = {
    {1e6, 1e-7}, {1e8, 1e-7}, {1e6, 1e-8}, {5.6e6, 1e-8}};
  for (enum form form = FREE; form < FORMS; form++)
  {
    for (int i = 0; i < 4; i++)
    {
      const sunrealtype origin = far[i][0], atol = far[i][1];
      long near, steps;
      run(form, 0.0, atol, &near);
      const sunrealtype other = run(form, origin, atol, &steps);
      check_of("form %d, q about %g, atol %g", form, origin, atol);
      CHECK((double)steps <= 1.5 * (double)near);
      CHECK(other <= (form == ON_RAIL_INDEX3 ? 200.0 : 50.0) * atol);
    }
  }
}
