/* Newton's tolerance by default: in controlled steps as if 1e-2 of the error tolerance had
 * been chosen where positions are many tolerances, whether by rtol, atol or the user's
 * weights; as if 2e-3 where they are few, with fixed steps and to the letter; 2e-5/rtol
 * for a coarse rtol. The same numbers, bit by bit; control: with another choice others.
 * SOI2 with orders up to 5 leaves more, in fewer iterations, unless rho is near 1. */
#include "support/models/flexible/flexible.h"
#include "support/test.h"

#define TOL 1e-5

struct asked
{
  int formulation, order;
  sunrealtype rho, rtol, atol,
    h;            /* h > 0: fixed; rtol 0: weights of TOL by the user */
  sunrealtype as; /* the coefficient that it is to be */
};

static int weights(N_Vector y, N_Vector ewt, void *data)
{
  N_VAbs(y, ewt);
  N_VScale(TOL, ewt, ewt);
  N_VAddConst(ewt, TOL, ewt);
  N_VInv(ewt, ewt);
  return 0;
}

/* Returns the number of iterations per step. */
static double run(const struct problem *pb, const struct asked *a,
                  sunrealtype coef, struct small *s)
{
  BEGIN(s, .pb = pb, .storage = PROBLEM_SPARSE, .formulation = a->formulation,
        .rtol = a->rtol, .atol = a->atol,
        .set = {
          {"max_order", a->order}, {"rho_inf", a->rho}, {"fixed_step", a->h}});
  if (a->rtol == 0.0) { CHECK(!GALPHAWFtolerances(s->mem, weights)); }
  if (coef > 0.0) { CHECK(!GALPHASetNonlinConvCoef(s->mem, coef)); }
  CHECK(small_solve(s, call_sites_sampled() ? 0.05 : 0.5) >= 0);
  return (double)count_of(s->mem, GALPHAGetNumNonlinSolvIters) /
         (double)count_of(s->mem, GALPHAGetNumSteps);
}

/* Under valgrind, which sees no more in the runs that are compared. */
static void run_once(const struct problem *pb, const struct asked *a)
{
  struct small s;
  run(pb, a, 0.0, &s);
}

static int same(const struct problem *pb, const struct asked *a,
                sunrealtype coef)
{
  struct small s[2];
  run(pb, a, 0.0, &s[0]);
  run(pb, a, coef, &s[1]);
  return !memcmp(small_q(&s[0]), small_q(&s[1]),
                 (size_t)pb->n * sizeof(sunrealtype));
}

static void check_looser(const struct problem *pb, sunrealtype rtol)
{
  const struct asked a = {GALPHA_SOI2, 5, 0.6, rtol, rtol, 0.0, 1e-2};
  struct small s[2];
  const double iterations = run(pb, &a, 0.0, &s[0]);
  const double as         = run(pb, &a, a.as, &s[1]);
  printf("rtol %g: %.2f iterations a step, %.2f as %g\n", rtol, iterations, as,
         a.as);
  CHECK(iterations < 0.97 * as);
}

TEST_MAIN()
{
  static const struct asked cases[] = {
    {GALPHA_SOI2, 2, 0.6, TOL, TOL, 0.0, 1e-2},
    {GALPHA_SOI2, 2, 0.6, 0.0, 0.0, 0.0, 1e-2},
    {GALPHA_SOI2, 2, 0.6, 1e-6, 1e-2, 0.0, 2e-3},
    {GALPHA_SOI2, 2, 0.6, 0.05, 0.05, 0.0, 4e-4},
    {GALPHA_SOI2, 5, 0.6, TOL, TOL, 0.005, 2e-3},
    {GALPHA_SOI2, 5, 0.8, TOL, TOL, 0.0, 1e-2},
    {GALPHA_SOI2_LITERAL, 2, 0.6, TOL, TOL, 0.0, 2e-3},
    {GALPHA_INDEX3, 5, 0.6, TOL, TOL, 0.0, 1e-2},
    {GALPHA_INDEX3, 5, 0.6, 1e-6, 1e-2, 0.0, 2e-3},
  };
  struct flexible *fl = flexible_slider_crank(20, 10.0, 1e-5, 10.0);
  for (int i = 0; i < COUNT_OF(cases); i++)
  {
    const struct asked *a = &cases[i];
    printf("formulation %d, order %d, rho %g, rtol %g, atol %g, h %g: as %g\n",
           a->formulation, a->order, a->rho, a->rtol, a->atol, a->h, a->as);
    if (call_sites_sampled())
    {
      run_once(&fl->pb, a);
      continue;
    }
    CHECK(same(&fl->pb, a, a->as));
    CHECK(!same(&fl->pb, a, a->as > 5e-3 ? 2e-3 : 2e-2));
  }
  if (!call_sites_sampled())
  {
    check_looser(&fl->pb, 3e-3);
    check_looser(&fl->pb, 1e-3);
  }
}
