/* Settings without effect are told of: a force function that is not called, derivatives of
 * constraints that there are not, a Jacobian beside a Krylov solver, options of another
 * form; and constraint norms that the
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

static void check_force(GALPHAForceFn force, int by_states)
{
  int calls = 0;
  SMALL(s, .q = VALUES(1.0), .force = force, .data = &calls);
  CHECK(!(by_states ? GALPHASetStates(s->mem, s->v, NULL, states, with_states)
                    : GALPHASetGeneralForce(s->mem, general, NULL, NULL)));
  CHECK(!GALPHASStolerances(s->mem, 1e-6, 1e-8));
  CHECK(!small_solve(s, 1.0) && calls == 0);
  CHECK_REL(small_q(s)[0], cos(2.0), 1e-3);
  CHECK(s->said.count == (force != NULL));
  if (force)
  {
    CHECK(
      caught_says(&s->said, GALPHA_WARNING, "GALPHAInitMech is not called"));
  }
}

static void check_norms(void)
{
  sunrealtype g = 7.0;
  SMALL(s, .q = VALUES(1.0), .v = VALUES(-1.0), .res1 = res, .rtol = 1e-6,
        .atol = 1e-8);
  CHECK(!small_solve(s, 1.0));
  CHECK(GALPHAGetConstraintNorms(s->mem, &g, NULL, NULL) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&s->said, GALPHA_ILL_INPUT, "mechanical form") && g == 7.0);
}

HOLONOMIC_IS(rate, 0.0)

RESIDUAL1_JAC_IS(jac, {0, 0, 1.0 + cj})

/* The one warning of the start names it; it is the same run. */
static void told(struct small *s, const char *name)
{
  CHECK(!small_solve(s, 1.0));
  CHECK(s->said.count == 1 && s->said.warnings == 1);
  CHECK(caught_says(&s->said, GALPHA_WARNING, name));
}

static void check_settings(void)
{
  struct small s;
  for (int i = 0; i < 5; i++)
  {
    BEGIN(&s, .q = VALUES(1.0), .force = problem_no_force, .rtol = 1e-6);
    CHECK(i != 0 || !GALPHASetHolonomicRate(s.mem, rate));
    CHECK(i != 1 || !GALPHASetMultiplierTolerances(s.mem, 1e-3, 1e-3));
    CHECK(i != 2 || !GALPHASStolerancesStates(s.mem, 1e-3, 1e-3));
    CHECK(i != 3 || !GALPHASetSuppressAlg(s.mem, 1));
    CHECK(i != 4 || !GALPHASetLineSearchOffIC(s.mem, 1));
    told(&s, ((const char *[]){"GALPHASetHolonomicRate",
                               "GALPHASetMultiplierTolerances",
                               "GALPHASStolerancesStates", "test_algebraic",
                               "ic_no_line_search"})[i]);
  }
  for (int i = 0; i < 3; i++)
  {
    BEGIN(&s, .q = VALUES(1.0), .v = VALUES(-1.0), .res1 = res, .rtol = 1e-6);
    CHECK(GALPHASetHolonomicRate(s.mem, rate) == GALPHA_ILL_INPUT);
    s.said = (struct caught){0};
    CHECK(i != 0 || !GALPHASetFormulation(s.mem, GALPHA_INDEX3));
    CHECK(i != 1 || !GALPHASetJacFn(s.mem, jac));
    CHECK(i != 1 ||
          !GALPHASetLinearSolver(
            s.mem, KEEP(SUNLinSol_SPGMR(s.q, SUN_PREC_NONE, 0, ctx)), NULL));
    CHECK(i != 2 || !GALPHASetJacTimesResFn(s.mem, res));
    told(&s, ((const char *[]){"formulation", "GALPHASetJacFn",
                               "GALPHASetJacTimesResFn"})[i]);
  }
}

TEST_MAIN()
{
  check_settings();
  check_force(unused, 0);
  check_force(unused, 1);
  check_force(NULL, 0);
  check_force(NULL, 1);
  check_norms();
}
