/* A SUNAdaptController in place of the built-in controller, where SUNDIALS has
 * them: it decides the steps, and the built-in one returns with NULL. */
#include "support/test.h"

#ifdef GALPHA_HAVE_ADAPTCONTROLLER

/* h_new = 0.8 h / dsm^(1/(p+1)), and a count of the steps it was told of. */
struct memory
{
  long estimates, updates, resets;
};

static SUNAdaptController_Type gettype(SUNAdaptController C)
{
  return SUN_ADAPTCONTROLLER_H;
}

static SUNErrCode estimate(SUNAdaptController C, sunrealtype h, int p,
                           sunrealtype dsm, sunrealtype *hnew)
{
  ((struct memory *)C->content)->estimates++;
  *hnew = 0.8 * h * pow(dsm, -1.0 / (p + 1));
  return 0;
}

static SUNErrCode update(SUNAdaptController C, sunrealtype h, sunrealtype dsm)
{
  ((struct memory *)C->content)->updates++;
  return 0;
}

static SUNErrCode reset(SUNAdaptController C)
{
  ((struct memory *)C->content)->resets++;
  return 0;
}

struct run
{
  long steps;
  sunrealtype error;
};

static struct run solve(SUNAdaptController C, sunrealtype rtol)
{
  const struct problem *pb = &paper_simple_pendulum;
  struct run r             = {0, HUGE_VAL};
  sunrealtype exact[2];
  SMALL(s, .pb = pb, .rtol = rtol, .set = {{"max_order", 2}});
  CHECK(GALPHASetAdaptController(s->mem, C) == 0);
  CHECK(GALPHASetStopTime(s->mem, 2.0) == 0);
  CHECK(small_solve(s, 2.0) >= 0);
  CHECK(pb->exact(2.0, exact, NULL, NULL, NULL, NULL, pb->data) == 0);
  CHECK(GALPHAGetNumSteps(s->mem, &r.steps) == 0);
  r.error = problem_dist(small_q(s), exact, 2);
  return r;
}

/* A new start is one for the controller, too. */
static void check_restart(SUNAdaptController C)
{
  const struct memory *seen = C->content;
  const long before         = seen->resets;
  SMALL(s, .pb = &paper_simple_pendulum);
  CHECK(!GALPHASetAdaptController(s->mem, C));
  CHECK(!small_solve(s, 0.1));
  CHECK(seen->resets == before);
  CHECK(!GALPHAReInit(s->mem, s->t, s->q, s->v) && seen->resets == before + 1);
}

/* One that is not for steps is refused, and the one before stays. */
static void check_refused(void)
{
  struct caught c      = {0};
  SUNAdaptController C = SUNAdaptController_NewEmpty(ctx);
  void *mem            = KEEP(GALPHACreate(ctx));
  CHECK(C && !GALPHASetErrHandlerFn(mem, caught_handler, &c));
  ILL_INPUT(&c, GALPHASetAdaptController(mem, C), "SUN_ADAPTCONTROLLER_H");
  CHECK(!GALPHASetAdaptController(mem, NULL));
  CHECK(GALPHASetAdaptController(NULL, NULL) == GALPHA_MEM_NULL);
  SUNAdaptController_DestroyEmpty(C);
}

TEST_MAIN()
{
  struct memory seen   = {0, 0, 0};
  SUNAdaptController C = SUNAdaptController_NewEmpty(ctx);
  CHECK(C != NULL);
  C->content           = &seen;
  C->ops->gettype      = gettype;
  C->ops->estimatestep = estimate;
  C->ops->updateh      = update;
  C->ops->reset        = reset;
  const struct run own = solve(NULL, 1e-5), a = solve(C, 1e-5);
  CHECK(seen.estimates >= a.steps && seen.updates == a.steps);
  const struct run tight = solve(C, 1e-7);

  CHECK(a.steps != own.steps);
  CHECK_IN(a.error, 0.0, 3.0 * own.error);
  CHECK(tight.steps > 3 * a.steps && tight.error < 0.1 * a.error);
  check_restart(C);
  SUNAdaptController_DestroyEmpty(C);
  check_refused();
}
#else
TEST_MAIN()
{
  printf("this SUNDIALS has no SUNAdaptController\n");
}
#endif
