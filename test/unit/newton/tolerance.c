/* Newton's tolerance by default: in controlled steps as if 1e-2 of the error tolerance had
 * been chosen where positions are many tolerances, whether by rtol, atol or the user's
 * weights; as if 2e-3 where they are few, with fixed steps and to the letter; 2e-5/rtol
 * for a coarse rtol. The same numbers, bit by bit; control: with another choice others. */
#include "support/check/call_sites.h"
#include "support/models/flexible/flexible.h"
#include "support/test.h"

#define TOL 1e-5

struct asked
{
  int formulation;
  sunrealtype rtol, atol,
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

static void run(const struct problem *pb, SUNContext ctx, const struct asked *a,
                sunrealtype coef, struct problem_state *s)
{
  void *mem = KEEP(problem_create(pb, ctx, PROBLEM_SPARSE));
  CHECK(mem && problem_state_new(s, pb, ctx) == 0);
  CHECK(!GALPHASetFormulation(mem, a->formulation));
  CHECK(a->rtol > 0.0 ? !GALPHASStolerances(mem, a->rtol, a->atol)
                      : !GALPHAWFtolerances(mem, weights));
  if (coef > 0.0) { CHECK(!GALPHASetNonlinConvCoef(mem, coef)); }
  if (a->h > 0.0) { CHECK(!GALPHASetFixedStep(mem, a->h)); }
  CHECK(GALPHASolve(mem, 0.5, &s->t, s->q, s->v, GALPHA_NORMAL) >= 0);
}

/* Under valgrind, which sees no more in the runs that are compared. */
static void run_once(const struct problem *pb, SUNContext ctx,
                     const struct asked *a)
{
  struct problem_state s;
  run(pb, ctx, a, 0.0, &s);
}

static int same(const struct problem *pb, SUNContext ctx, const struct asked *a,
                sunrealtype coef)
{
  struct problem_state s[2];
  run(pb, ctx, a, 0.0, &s[0]);
  run(pb, ctx, a, coef, &s[1]);
  return !memcmp(N_VGetArrayPointer(s[0].q), N_VGetArrayPointer(s[1].q),
                 (size_t)pb->n * sizeof(sunrealtype));
}

TEST_MAIN(ctx)
{
  static const struct asked cases[] = {
    {GALPHA_SOI2, TOL, TOL, 0.0, 1e-2},
    {GALPHA_SOI2, 0.0, 0.0, 0.0, 1e-2},
    {GALPHA_SOI2, 1e-6, 1e-2, 0.0, 2e-3},
    {GALPHA_SOI2, 0.05, 0.05, 0.0, 4e-4},
    {GALPHA_SOI2, TOL, TOL, 0.005, 2e-3},
    {GALPHA_SOI2_LITERAL, TOL, TOL, 0.0, 2e-3},
    {GALPHA_INDEX3, TOL, TOL, 0.0, 1e-2},
    {GALPHA_INDEX3, 1e-6, 1e-2, 0.0, 2e-3},
  };
  struct flexible *fl = flexible_slider_crank(20, 10.0, 1e-5, 10.0);
  for (int i = 0; i < COUNT_OF(cases); i++)
  {
    const struct asked *a = &cases[i];
    printf("formulation %d, rtol %g, atol %g, h %g: as %g\n", a->formulation,
           a->rtol, a->atol, a->h, a->as);
    if (call_sites_under_valgrind())
    {
      run_once(&fl->pb, ctx, a);
      continue;
    }
    CHECK(same(&fl->pb, ctx, a, a->as));
    CHECK(!same(&fl->pb, ctx, a, a->as > 5e-3 ? 2e-3 : 2e-2));
  }
  flexible_free(fl);
}
