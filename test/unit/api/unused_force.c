/* A force function that is not called is told of, and constraint norms that the
 * residual form cannot know are refused, in place of success and zeros. */
#include "support/models/callbacks.h"
#include "support/run/small.h"
#include "support/test.h"

FORCE(unused)
{
  ++*(int *)data;
}

static int general(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                   N_Vector psi, N_Vector f, void *data)
{
  N_VScale(-4.0, q, f);
  return 0;
}

static int with_states(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                       N_Vector f, void *data)
{
  return general(t, q, v, NULL, NULL, f, data);
}

static int states(sunrealtype t, N_Vector q, N_Vector v, N_Vector s, N_Vector F,
                  void *data)
{
  N_VScale(-1.0, s, F);
  return 0;
}

static int res(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  N_VLinearSum(1.0, y, 1.0, yp, r);
  return 0;
}

static void check_force(SUNContext ctx, GALPHAForceFn force, int by_states)
{
  int calls = 0;
  struct small s;
  CHECK(!small_mechanics(&s, ctx, 1, 0.0, VALUES(1.0), NULL, force, &calls));
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
  small_free(&s);
}

static void check_norms(SUNContext ctx)
{
  struct small s;
  sunrealtype g = 7.0;
  CHECK(!small_residual(&s, ctx, 1, 0.0, VALUES(1.0), VALUES(-1.0), res, NULL));
  CHECK(!GALPHASStolerances(s.mem, 1e-6, 1e-8));
  CHECK(!small_solve(&s, 1.0));
  CHECK(GALPHAGetConstraintNorms(s.mem, &g, NULL, NULL) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&s.said, GALPHA_ILL_INPUT, "mechanical form") && g == 7.0);
  small_free(&s);
}

TEST_MAIN(ctx)
{
  check_force(ctx, unused, 0);
  check_force(ctx, unused, 1);
  check_force(ctx, NULL, 0);
  check_force(ctx, NULL, 1);
  check_norms(ctx);
}
