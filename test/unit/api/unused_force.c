/* A force function that is not called is told of, and constraint norms that the
 * residual form cannot know are refused, in place of success and zeros. */
#include "support/test.h"

FORCE(unused)
{
  ++*(int *)data;
}

GENERAL_FORCE_EACH(general, -4.0 * q[i])

static int with_states(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                       N_Vector f, void *data)
{
  return general(t, q, v, NULL, NULL, f, data);
}

STATES_EACH(states, -s[i])

RESIDUAL1_EACH(res, y[i] + yp[i])

static void check_force(SUNContext ctx, GALPHAForceFn force, int by_states)
{
  int calls = 0;
  struct small s;
  BEGIN(&s, ctx, .q = VALUES(1.0), .force = force, .data = &calls);
  CHECK(!(by_states ? GALPHASetStates(s.mem, s.v, NULL, states, with_states)
                    : GALPHASetGeneralForce(s.mem, general, NULL, NULL)));
  CHECK(!GALPHASStolerances(s.mem, 1e-6, 1e-8));
  CHECK(!small_solve(&s, 1.0) && calls == 0);
  CHECK_REL(small_q(&s)[0], cos(2.0), 1e-3);
  CHECK(s.said.count == (force != NULL));
  if (force)
  {
    CHECK(caught_says(&s.said, GALPHA_WARNING, "GALPHAInitMech is not called"));
  }
}

static void check_norms(SUNContext ctx)
{
  struct small s;
  sunrealtype g = 7.0;
  BEGIN(&s, ctx, .q = VALUES(1.0), .v = VALUES(-1.0), .res1 = res, .rtol = 1e-6,
        .atol = 1e-8);
  CHECK(!small_solve(&s, 1.0));
  CHECK(GALPHAGetConstraintNorms(s.mem, &g, NULL, NULL) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&s.said, GALPHA_ILL_INPUT, "mechanical form") && g == 7.0);
}

TEST_MAIN(ctx)
{
  check_force(ctx, unused, 0);
  check_force(ctx, unused, 1);
  check_force(ctx, NULL, 0);
  check_force(ctx, NULL, 1);
  check_norms(ctx);
}
