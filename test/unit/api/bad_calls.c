/* Bad calls around the integration: the wrong phase, tolerances, times and tasks
 * that make no sense, root functions; each with its code and message, each without
 * effect on the solution. */
#include "support/models/callbacks.h"
#include "support/models/papers.h"
#include "support/test.h"

static const struct problem *const pb = &paper_simple_pendulum;

struct run
{
  void *mem;
  struct caught c;
  struct problem_state s;
  N_Vector three;
};

static void run_new(struct run *r, SUNContext ctx)
{
  memset(r, 0, sizeof *r);
  r->mem   = problem_create(pb, ctx, PROBLEM_DENSE);
  r->three = N_VNew_Serial(3, ctx);
  CHECK(r->mem && !problem_state_new(&r->s, pb, ctx));
  CHECK(!GALPHASetErrHandlerFn(r->mem, caught_handler, &r->c));
}

static void run_free(struct run *r)
{
  problem_state_free(&r->s);
  N_VDestroy(r->three);
  GALPHAFree(&r->mem);
}

#define REFUSED(call, code_, text)          \
  do {                                      \
    CHECK((call) == (code_));               \
    CHECK(caught_says(&r->c, code_, text)); \
  } while (0)

static int ewt_ones(N_Vector y, N_Vector ewt, void *data)
{
  N_VConst(1e6, ewt);
  return 0;
}

static int ewt_fails(N_Vector y, N_Vector ewt, void *data)
{
  return -1;
}

static int ewt_zero(N_Vector y, N_Vector ewt, void *data)
{
  N_VConst(1, ewt);
  N_VGetArrayPointer(ewt)[1] = 0;
  return 0;
}

static void check_tolerances(struct run *r)
{
  const sunrealtype nan = (sunrealtype)NAN;
  void *m               = r->mem;
  N_Vector v            = r->s.v;

  REFUSED(GALPHASStolerances(m, -1e-3, 1e-3), GALPHA_ILL_INPUT, "rtol");
  REFUSED(GALPHASStolerances(m, 1e-3, -1e-3), GALPHA_ILL_INPUT, "atol");
  REFUSED(GALPHASStolerances(m, 0, 0), GALPHA_ILL_INPUT, "zero");
  REFUSED(GALPHASStolerances(m, nan, 1e-3), GALPHA_ILL_INPUT, "rtol");
  REFUSED(GALPHASStolerances(m, 1e-3, nan), GALPHA_ILL_INPUT, "atol");
  REFUSED(GALPHASVtolerances(m, 1e-3, NULL), GALPHA_ILL_INPUT, "atol is NULL");
  REFUSED(GALPHASVtolerances(m, 1e-3, r->three), GALPHA_ILL_INPUT,
          "atol has length 3, expected 2");
  N_VConst(1e-6, v);
  N_VGetArrayPointer(v)[1] = -1;
  REFUSED(GALPHASVtolerances(m, 1e-3, v), GALPHA_ILL_INPUT, "atol = -1");
  REFUSED(GALPHASVtolerancesVel(m, 1e-3, v), GALPHA_ILL_INPUT, "atol = -1");
  REFUSED(GALPHAWFtolerances(m, NULL), GALPHA_ILL_INPUT, "efun is NULL");
  REFUSED(GALPHAWFtolerancesVel(m, NULL), GALPHA_ILL_INPUT, "efun is NULL");
  REFUSED(GALPHASStolerancesVel(m, -1, 1), GALPHA_ILL_INPUT, "rtol");
  REFUSED(GALPHASetMultiplierTolerances(m, -1, 0), GALPHA_ILL_INPUT, "rtol");
  REFUSED(GALPHASetMultiplierTolerances(m, 0, nan), GALPHA_ILL_INPUT, "atol");
}

/* Weights that fail are told apart from a failing step. */
static void check_weights(struct run *r)
{
  struct problem_state *s = &r->s;
  void *m                 = r->mem;

  CHECK(!GALPHAWFtolerances(m, ewt_fails));
  REFUSED(GALPHASolve(m, 1, &s->t, s->q, s->v, GALPHA_NORMAL), GALPHA_BAD_EWT,
          "weight function failed");
  CHECK(!GALPHAWFtolerances(m, ewt_zero));
  REFUSED(GALPHASolve(m, 1, &s->t, s->q, s->v, GALPHA_NORMAL), GALPHA_BAD_EWT,
          "q[1] is not positive");
  CHECK(!GALPHASStolerances(m, 1e-6, 1e-8));
  CHECK(!GALPHASStolerancesVel(m, 1e-3, 0)); /* v starts at rest */
  REFUSED(GALPHACalcIC(m, GALPHA_ACC_INIT, 1), GALPHA_BAD_EWT,
          "v[0] is not positive");
  CHECK(!GALPHAWFtolerancesVel(m, ewt_ones));
  CHECK(!GALPHAWFtolerances(m, ewt_ones));
}

/* Asking before anything is computed. */
static void check_early(struct run *r)
{
  struct problem_state *s = &r->s;
  void *m                 = r->mem;
  sunrealtype x;

  REFUSED(GALPHAGetDky(m, 0, 0, s->q), GALPHA_NO_MALLOC, "GALPHACalcIC");
  REFUSED(GALPHAGetAcceleration(m, 0, s->a), GALPHA_NO_MALLOC, "GALPHASolve");
  REFUSED(GALPHAGetAlgorithmicAcceleration(m, &x, s->a), GALPHA_NO_MALLOC, "");
  REFUSED(GALPHAGetMultipliers(m, 0, s->lambda, NULL), GALPHA_NO_MALLOC, "");
  REFUSED(GALPHAGetConstraintNorms(m, &x, &x, &x), GALPHA_NO_MALLOC, "");
  REFUSED(GALPHAGetConsistentIC(m, s->q, s->v), GALPHA_ILL_INPUT,
          "GALPHACalcIC");
  REFUSED(GALPHACalcIC(m, 77, 1), GALPHA_ILL_INPUT, "icopt");
  REFUSED(GALPHACalcIC(m, GALPHA_ACC_INIT, 0), GALPHA_ILL_INPUT, "tout1");
  REFUSED(GALPHACalcIC(m, GALPHA_ACC_INIT, (sunrealtype)NAN), GALPHA_ILL_INPUT,
          "tout1");
  CHECK(!GALPHAGetCurrentTime(m, &x) && x == 0);
  CHECK(!GALPHAGetLastStep(m, &x) && x == 0);
}

static void check_solve_arguments(struct run *r)
{
  struct problem_state *s = &r->s;
  void *m                 = r->mem;

  REFUSED(GALPHASolve(m, 1, NULL, s->q, s->v, 1), GALPHA_ILL_INPUT, "NULL");
  REFUSED(GALPHASolve(m, 1, &s->t, NULL, s->v, 1), GALPHA_ILL_INPUT, "NULL");
  REFUSED(GALPHASolve(m, 1, &s->t, s->q, NULL, 1), GALPHA_ILL_INPUT, "NULL");
  REFUSED(GALPHASolve(m, 1, &s->t, s->q, s->v, 0), GALPHA_ILL_INPUT, "itask");
  REFUSED(GALPHASolve(m, 1, &s->t, s->q, s->v, 3), GALPHA_ILL_INPUT, "itask");
  REFUSED(GALPHASolve(m, (sunrealtype)NAN, &s->t, s->q, s->v, 1),
          GALPHA_ILL_INPUT, "tout");
  REFUSED(GALPHASolve(m, HUGE_VAL, &s->t, s->q, s->v, 1), GALPHA_ILL_INPUT,
          "tout");
  REFUSED(GALPHASolve(m, 1, &s->t, r->three, s->v, 1), GALPHA_ILL_INPUT,
          "length");
  REFUSED(GALPHASolve(m, 1, &s->t, s->q, r->three, 1), GALPHA_ILL_INPUT,
          "length");
  REFUSED(GALPHASolve(m, 0, &s->t, s->q, s->v, 1), GALPHA_ILL_INPUT,
          "too close to t0");
  CHECK(!GALPHASetInitStep(m, -1e-3));
  REFUSED(GALPHASolve(m, 1, &s->t, s->q, s->v, 1), GALPHA_ILL_INPUT,
          "points away");
  CHECK(!GALPHASetInitStep(m, 1e-4));
  REFUSED(GALPHASetStopTime(m, (sunrealtype)NAN), GALPHA_ILL_INPUT, "tstop");
}

static void check_output(struct run *r)
{
  struct problem_state *s = &r->s;
  const sunrealtype t     = s->t;
  void *m                 = r->mem;
  sunrealtype tcur = 0, h = 0, x;

  CHECK(!GALPHAGetCurrentTime(m, &tcur) && !GALPHAGetLastStep(m, &h));
  CHECK(tcur >= t && h > 0);
  REFUSED(GALPHAGetDky(m, t, -1, s->q), GALPHA_BAD_K, "k = -1");
  REFUSED(GALPHAGetDky(m, t, 6, s->q), GALPHA_BAD_K, "k = 6");
  REFUSED(GALPHAGetDky(m, t, 0, NULL), GALPHA_BAD_DKY, "NULL");
  REFUSED(GALPHAGetAcceleration(m, t, NULL), GALPHA_BAD_DKY, "NULL");
  REFUSED(GALPHAGetDky(m, t, 0, r->three), GALPHA_BAD_DKY, "dky has length 3");
  REFUSED(GALPHAGetAcceleration(m, t, r->three), GALPHA_BAD_DKY, "length 3");
  REFUSED(GALPHAGetAlgorithmicAcceleration(m, NULL, r->three), GALPHA_ILL_INPUT,
          "length 3, expected 2");
  REFUSED(GALPHAGetMultipliers(m, t, r->three, NULL), GALPHA_ILL_INPUT,
          "lambda has length 3, expected 1");
  REFUSED(GALPHAGetErrWeightsVel(m, r->three), GALPHA_ILL_INPUT,
          "ewt has length 3");
  REFUSED(GALPHAGetErrWeights(m, NULL), GALPHA_ILL_INPUT, "ewt is NULL");
  REFUSED(GALPHAGetEstLocalErrors(m, r->three), GALPHA_ILL_INPUT,
          "ele has length 3");
  REFUSED(GALPHAGetDky(m, tcur - 1.5 * h, 0, s->q), GALPHA_BAD_T, "outside");
  REFUSED(GALPHAGetDky(m, tcur + 0.5 * h, 0, s->q), GALPHA_BAD_T, "outside");
  REFUSED(GALPHAGetDky(m, (sunrealtype)NAN, 0, s->q), GALPHA_BAD_T, "outside");
  REFUSED(GALPHAGetMultipliers(m, tcur + h, s->lambda, NULL), GALPHA_BAD_T,
          "outside");
  REFUSED(GALPHAGetMultipliers(m, tcur, s->lambda, s->a), GALPHA_ILL_INPUT,
          "nonholonomic");
  CHECK(!GALPHAGetMultipliers(m, tcur, s->lambda, NULL));
  for (int k = 0; k <= 2; k++) { CHECK(!GALPHAGetDky(m, tcur - h, k, s->a)); }
  CHECK(!GALPHAGetErrWeights(m, s->q) && !GALPHAGetErrWeightsVel(m, s->v));
  CHECK(N_VMin(s->q) == 1e6 && N_VMin(s->v) == 1e6);
  CHECK(!GALPHAGetEstLocalErrorsVel(m, s->v));
  CHECK(!GALPHAGetEstLocalErrors(m, s->q));
  CHECK(N_VMaxNorm(s->q) > 0 && N_VMaxNorm(s->q) < 1e-5);
  CHECK(!GALPHAGetConvRate(m, &x) && x >= 0 && x < 1);
}

/* Once it runs, some things are settled. */
static void check_late(struct run *r)
{
  struct problem_state *s = &r->s;
  const sunrealtype rho   = 0.3;
  void *m                 = r->mem;

  REFUSED(GALPHASetMethod(m, GALPHA_CHUNG_HULBERT, &rho), GALPHA_ILL_INPUT,
          "GALPHAReInit");
  CHECK(GALPHASetRhoInf(m, rho) == GALPHA_ILL_INPUT);
  CHECK(strcmp(r->c.function, "GALPHASetRhoInf") == 0);
  CHECK(caught_says(&r->c, GALPHA_ILL_INPUT, "GALPHAReInit"));
  REFUSED(GALPHASolve(m, s->t, &s->t, s->q, s->q, GALPHA_NORMAL),
          GALPHA_ILL_INPUT, "the same vector");
  REFUSED(GALPHASetMaxStep(m, -1.0), GALPHA_ILL_INPUT,
          "max_step = -1 is outside [0, inf]");
  REFUSED(GALPHASetInitStep(m, (sunrealtype)NAN), GALPHA_ILL_INPUT,
          "init_step = nan is outside [-inf, inf]");
  REFUSED(GALPHASetFormulation(m, GALPHA_INDEX3), GALPHA_ILL_INPUT,
          "formulation");
  REFUSED(GALPHACalcIC(m, GALPHA_ACC_INIT, 9), GALPHA_ILL_INPUT, "ReInit");
  REFUSED(GALPHAGetConsistentIC(m, s->q, s->v), GALPHA_ILL_INPUT, "CalcIC");
  REFUSED(GALPHASolve(m, s->t - 0.2, &s->t, s->q, s->v, GALPHA_NORMAL),
          GALPHA_ILL_INPUT, "before the last step");
  REFUSED(GALPHASetStopTime(m, s->t - 0.2), GALPHA_ILL_INPUT, "behind");
  REFUSED(GALPHAReInit(m, 0, s->q, r->three), GALPHA_ILL_INPUT, "v0");
  REFUSED(GALPHAReInit(m, (sunrealtype)NAN, s->q, s->v), GALPHA_ILL_INPUT,
          "t0");
  CHECK(!GALPHASetMaxNumSteps(m, 3));
  CHECK(GALPHASolve(m, 5, &s->t, s->q, s->v, GALPHA_NORMAL) ==
        GALPHA_TOO_MUCH_WORK);
  CHECK(caught_says(&r->c, GALPHA_TOO_MUCH_WORK, "3 steps"));
  CHECK(!GALPHASetMaxNumSteps(m, -1));
}

ROOTS(cross)
{
  g[0] = y[0];
}

static void check_roots(struct run *r)
{
  struct problem_state *s = &r->s;
  int up[] = {1}, wrong[] = {2}, found[] = {7};
  void *m = r->mem;

  REFUSED(GALPHASetRootDirection(m, up), GALPHA_ILL_INPUT, "GALPHARootInit");
  REFUSED(GALPHAGetRootInfo(m, found), GALPHA_ILL_INPUT, "no root");
  REFUSED(GALPHARootInit(m, -1, cross), GALPHA_ILL_INPUT, "nrtfn");
  REFUSED(GALPHARootInit(m, 1, NULL), GALPHA_ILL_INPUT, "g is NULL");
  CHECK(!GALPHARootInit(m, 1, cross) && !GALPHASetNoInactiveRootWarn(m));
  REFUSED(GALPHASetRootDirection(m, wrong), GALPHA_ILL_INPUT, "rootdir[0] = 2");
  REFUSED(GALPHAGetRootInfo(m, NULL), GALPHA_ILL_INPUT, "NULL");
  CHECK(!GALPHASetRootDirection(m, up));
  CHECK(GALPHASolve(m, 9, &s->t, s->q, s->v, GALPHA_NORMAL) ==
        GALPHA_ROOT_RETURN);
  CHECK(!GALPHAGetRootInfo(m, found) && found[0] == 1);
  CHECK(fabs(N_VGetArrayPointer(s->q)[0]) < 1e-9);
  CHECK(!GALPHARootInit(m, 0, NULL));
}

TEST_MAIN(ctx)
{
  struct run run, *r = &run;
  sunrealtype exact[2];

  run_new(r, ctx);
  check_early(r);
  check_tolerances(r);
  check_weights(r);
  check_solve_arguments(r);
  CHECK(!GALPHASolve(r->mem, 0.5, &r->s.t, r->s.q, r->s.v, GALPHA_NORMAL));
  CHECK(!pb->exact(0.5, exact, NULL, NULL, NULL, NULL, pb->data));
  CHECK(problem_dist(N_VGetArrayPointer(r->s.q), exact, 2) < 1e-3);
  check_output(r);
  check_late(r);
  check_roots(r);
  CHECK(!GALPHASetStopTime(r->mem, r->s.t + 0.01));
  CHECK(!GALPHAClearStopTime(r->mem));
  CHECK(GALPHASolve(r->mem, r->s.t + 1, &r->s.t, r->s.q, r->s.v,
                    GALPHA_NORMAL) == GALPHA_SUCCESS);
  run_free(r);
}
