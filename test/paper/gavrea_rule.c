/* The corrector rule (35) and the accuracy test (36) of Gavrea et al. (2005) on their
 * simple pendulum in index 3: errors fall with eps, only positions are tested, and the
 * rule never stops after one iteration. Also the predictors, and problems declared linear. */
#include "support/test.h"

struct outcome
{
  long steps, iterations, fails;
  sunrealtype error;
};

static struct outcome run(sunrealtype eps, int rule, int predictor)
{
  const struct problem *pb = &paper_simple_pendulum;
  const sunrealtype par[]  = {0.390625, 0.75};
  struct outcome o;
  sunrealtype exact[2];
  SMALL(s, .pb = pb, .rtol = eps, .formulation = GALPHA_INDEX3,
        .set = {{"control_rule", rule}, {"predictor", predictor}});
  CHECK(!GALPHASetMethod(s->mem, GALPHA_NEWMARK, par));
  CHECK(!GALPHASetStopTime(s->mem, 2.0));
  const int ret = small_solve(s, 2.0);
  CHECK(ret == GALPHA_TSTOP_RETURN);
  CHECK(pb->exact(2.0, exact, NULL, NULL, NULL, NULL, pb->data) == 0);
  o.steps      = count_of(s->mem, GALPHAGetNumSteps);
  o.iterations = count_of(s->mem, GALPHAGetNumNonlinSolvIters);
  o.fails      = count_of(s->mem, GALPHAGetNumErrTestFails);
  o.error      = problem_dist(small_q(s), exact, 2);
  return o;
}

static void check_rule(void)
{
  struct outcome o[3];
  for (int k = 0; k < 3; k++)
  {
    o[k] = run(pow(10.0, -3 - k), GALPHA_RULE_GAVREA, GALPHA_PREDICT_LINEAR);
    check_of("eps 1e-%d", 3 + k);
    CHECK(o[k].iterations >= 2 * o[k].steps);
  }
  /* order 1 of this method: error per step eps leaves eps^(1/3) and better */
  CHECK(o[1].error < 0.6 * o[0].error && o[2].error < 0.6 * o[1].error);
  /* the default rule tests velocities, too: other steps */
  const struct outcome other =
    run(1e-4, GALPHA_RULE_DEFAULT, GALPHA_PREDICT_LINEAR);
  CHECK(other.steps != o[1].steps);
}

static void check_predictors(void)
{
  long iterations[6], most = 0;
  for (int p = GALPHA_PREDICT_CONSTANT; p <= GALPHA_PREDICT_VARIABLE; p++)
  {
    const struct outcome o = run(1e-6, GALPHA_RULE_DEFAULT, p);
    iterations[p]          = o.iterations;
    if (p < GALPHA_PREDICT_VARIABLE && o.iterations > most)
    {
      most = o.iterations;
    }
  }
  CHECK(iterations[GALPHA_PREDICT_LINEAR] <=
        iterations[GALPHA_PREDICT_CONSTANT]);
  CHECK(iterations[GALPHA_PREDICT_QUADRATIC] <=
        iterations[GALPHA_PREDICT_CONSTANT]);
  CHECK(iterations[GALPHA_PREDICT_VARIABLE] <= most);
}

/* A linear oscillator, declared so: exactly one iteration a step and the same
 * result; the nonlinear pendulum, declared linear, goes wrong (control). */
static void declared(const struct problem *pb, int linear, sunrealtype *q,
                     long *extra)
{
  const sunrealtype h = 0.05;
  SMALL(s, .pb = pb, .rtol = 1e-9, .formulation = GALPHA_INDEX3,
        .set = {{"linear", linear}});
  CHECK(problem_run_steps(s->mem, pb, &h, 1, 2.0, &s->now, NULL) == 0);
  *extra = count_of(s->mem, GALPHAGetNumNonlinSolvIters) -
           count_of(s->mem, GALPHAGetNumSteps);
  memcpy(q, small_q(s), (size_t)pb->n * sizeof *q);
}

static void check_linear(void)
{
  sunrealtype a[4], b[4];
  long one = 0, more = 0;
  declared(&paper_oscillator, 1, a, &one);
  declared(&paper_oscillator, 0, b, &more);
  CHECK(one == 0 && more > 0);
  CHECK(problem_dist(a, b, paper_oscillator.n) <= 1e-12);
  declared(&paper_simple_pendulum, 1, a, &one);
  declared(&paper_simple_pendulum, 0, b, &more);
  CHECK(!(problem_dist(a, b, 2) <= 1e-9));
}

/* eps is a relative tolerance; the rule is not changed in mid-run. */
static void check_refused(void)
{
  struct small s;
  CHECK(!small_problem(&s, ctx, &paper_simple_pendulum, PROBLEM_DENSE));
  CHECK(!GALPHASetErrFile(s.mem, NULL));
  CHECK(!GALPHASetOption(s.mem, "control_rule", GALPHA_RULE_GAVREA));
  CHECK(!GALPHASStolerances(s.mem, 0.0, 1e-3));
  CHECK(small_solve(&s, 0.1) == GALPHA_ILL_INPUT);
  CHECK(!GALPHASStolerances(s.mem, 1e-3, 1e-3));
  CHECK(!small_solve(&s, 0.1));
  CHECK(GALPHASetOption(s.mem, "control_rule", GALPHA_RULE_DEFAULT) ==
        GALPHA_ILL_INPUT);
}

TESTS(check_rule, check_predictors, check_linear, check_refused)
