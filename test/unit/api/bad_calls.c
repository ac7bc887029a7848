/* Bad calls around the integration: the wrong phase, tolerances, times and tasks
 * that make no sense, root functions; each with its code and message, each without
 * effect on the solution. */
#include "support/test.h"

static const struct problem *const pb = &paper_simple_pendulum;
static const sunrealtype nan_value    = (sunrealtype)NAN;

struct run
{
  struct small s;
  N_Vector three;
};

#define ILL(call, text)      ILL_INPUT(&r->s.said, call, text)
#define NO(call, code, text) REFUSED(&r->s.said, call, code, text)

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
  void *m    = r->s.mem;
  N_Vector v = r->s.v;
  ILL(GALPHASStolerances(m, -1e-3, 1e-3), "rtol");
  ILL(GALPHASStolerances(m, 1e-3, -1e-3), "atol");
  ILL(GALPHASStolerances(m, 0, 0), "zero");
  ILL(GALPHASStolerances(m, nan_value, 1e-3), "rtol");
  ILL(GALPHASStolerances(m, 1e-3, nan_value), "atol");
  ILL(GALPHASVtolerances(m, 1e-3, NULL), "atol is NULL");
  ILL(GALPHASVtolerances(m, 1e-3, r->three), "atol has length 3, expected 2");
  N_VConst(1e-6, v);
  N_VGetArrayPointer(v)[1] = -1;
  ILL(GALPHASVtolerances(m, 1e-3, v), "atol = -1");
  ILL(GALPHASVtolerancesVel(m, 1e-3, v), "atol = -1");
  ILL(GALPHAWFtolerances(m, NULL), "efun is NULL");
  ILL(GALPHAWFtolerancesVel(m, NULL), "efun is NULL");
  ILL(GALPHASStolerancesVel(m, -1, 1), "rtol");
  ILL(GALPHASetMultiplierTolerances(m, -1, 0), "rtol");
  ILL(GALPHASetMultiplierTolerances(m, 0, nan_value), "atol");
}

/* Weights that fail are told apart from a failing step. */
static void check_weights(struct run *r)
{
  struct small *s = &r->s;
  CHECK(!GALPHAWFtolerances(s->mem, ewt_fails));
  NO(small_solve(s, 1), GALPHA_BAD_EWT, "weight function failed");
  CHECK(!GALPHAWFtolerances(s->mem, ewt_zero));
  NO(small_solve(s, 1), GALPHA_BAD_EWT, "q[1] is not positive");
  CHECK(!GALPHASStolerances(s->mem, 1e-6, 1e-8));
  CHECK(!GALPHASStolerancesVel(s->mem, 1e-3, 0)); /* v starts at rest */
  NO(GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1), GALPHA_BAD_EWT,
     "v[0] is not positive");
  CHECK(!GALPHAWFtolerancesVel(s->mem, ewt_ones));
  CHECK(!GALPHAWFtolerances(s->mem, ewt_ones));
}

/* Asking before anything is computed. */
static void check_early(struct run *r)
{
  struct small *s = &r->s;
  void *m         = s->mem;
  sunrealtype x;
  NO(GALPHAGetDky(m, 0, 0, s->q), GALPHA_NO_MALLOC, "GALPHACalcIC");
  NO(GALPHAGetAcceleration(m, 0, s->a), GALPHA_NO_MALLOC, "GALPHASolve");
  NO(GALPHAGetAlgorithmicAcceleration(m, &x, s->a), GALPHA_NO_MALLOC, "");
  NO(GALPHAGetMultipliers(m, 0, s->lambda, NULL), GALPHA_NO_MALLOC, "");
  NO(GALPHAGetConstraintNorms(m, &x, &x, &x), GALPHA_NO_MALLOC, "");
  ILL(GALPHAGetConsistentIC(m, s->q, s->v), "GALPHACalcIC");
  ILL(GALPHACheckJacobian(m, 1.0, NULL), "must be below 1");
  ILL(GALPHACalcIC(m, 77, 1), "icopt");
  ILL(GALPHACalcIC(m, GALPHA_ACC_INIT, 0), "tout1");
  ILL(GALPHACalcIC(m, GALPHA_ACC_INIT, nan_value), "tout1");
  CHECK(real_of(m, GALPHAGetCurrentTime) == 0);
  CHECK(real_of(m, GALPHAGetLastStep) == 0);
}

static void check_solve_arguments(struct run *r)
{
  struct small *s = &r->s;
  void *m         = s->mem;
  ILL(GALPHASolve(m, 1, NULL, s->q, s->v, 1), "NULL");
  ILL(GALPHASolve(m, 1, &s->t, NULL, s->v, 1), "NULL");
  ILL(GALPHASolve(m, 1, &s->t, s->q, NULL, 1), "NULL");
  ILL(GALPHASolve(m, 1, &s->t, s->q, s->v, 0), "itask");
  ILL(GALPHASolve(m, 1, &s->t, s->q, s->v, 3), "itask");
  ILL(small_solve(s, nan_value), "tout");
  ILL(small_solve(s, HUGE_VAL), "tout");
  ILL(GALPHASolve(m, 1, &s->t, r->three, s->v, 1), "length");
  ILL(GALPHASolve(m, 1, &s->t, s->q, r->three, 1), "length");
  ILL(small_solve(s, 0), "too close to t0");
  CHECK(!GALPHASetInitStep(m, -1e-3));
  ILL(small_solve(s, 1), "points away");
  CHECK(!GALPHASetInitStep(m, 1e-4));
  ILL(GALPHASetStopTime(m, nan_value), "tstop");
}

static void check_output(struct run *r)
{
  struct small *s     = &r->s;
  void *m             = s->mem;
  const sunrealtype t = s->t, tcur = real_of(m, GALPHAGetCurrentTime),
                    h = real_of(m, GALPHAGetLastStep);
  CHECK(tcur >= t && h > 0);
  NO(GALPHAGetDky(m, t, -1, s->q), GALPHA_BAD_K, "k = -1");
  NO(GALPHAGetDky(m, t, 6, s->q), GALPHA_BAD_K, "k = 6");
  NO(GALPHAGetDky(m, t, 0, NULL), GALPHA_BAD_DKY, "NULL");
  NO(GALPHAGetAcceleration(m, t, NULL), GALPHA_BAD_DKY, "NULL");
  NO(GALPHAGetDky(m, t, 0, r->three), GALPHA_BAD_DKY, "dky has length 3");
  NO(GALPHAGetAcceleration(m, t, r->three), GALPHA_BAD_DKY, "length 3");
  ILL(GALPHAGetAlgorithmicAcceleration(m, NULL, r->three),
      "length 3, expected 2");
  ILL(GALPHAGetMultipliers(m, t, r->three, NULL),
      "lambda has length 3, expected 1");
  ILL(GALPHAGetErrWeightsVel(m, r->three), "ewt has length 3");
  ILL(GALPHAGetErrWeights(m, NULL), "ewt is NULL");
  ILL(GALPHAGetEstLocalErrors(m, r->three), "ele has length 3");
  NO(GALPHAGetDky(m, tcur - 1.5 * h, 0, s->q), GALPHA_BAD_T, "outside");
  NO(GALPHAGetDky(m, tcur + 0.5 * h, 0, s->q), GALPHA_BAD_T, "outside");
  NO(GALPHAGetDky(m, nan_value, 0, s->q), GALPHA_BAD_T, "outside");
  NO(GALPHAGetMultipliers(m, tcur + h, s->lambda, NULL), GALPHA_BAD_T,
     "outside");
  ILL(GALPHAGetMultipliers(m, tcur, s->lambda, s->a), "nonholonomic");
  CHECK(!GALPHAGetMultipliers(m, tcur, s->lambda, NULL));
  for (int k = 0; k <= 2; k++) { CHECK(!GALPHAGetDky(m, tcur - h, k, s->a)); }
  CHECK(!GALPHAGetErrWeights(m, s->q) && !GALPHAGetErrWeightsVel(m, s->v));
  CHECK(N_VMin(s->q) == 1e6 && N_VMin(s->v) == 1e6);
  CHECK(!GALPHAGetEstLocalErrorsVel(m, s->v));
  CHECK(!GALPHAGetEstLocalErrors(m, s->q));
  CHECK(N_VMaxNorm(s->q) > 0 && N_VMaxNorm(s->q) < 1e-5);
  const sunrealtype rate = real_of(m, GALPHAGetConvRate);
  CHECK(rate >= 0 && rate < 1);
}

/* Once it runs, some things are settled. */
static void check_late(struct run *r)
{
  struct small *s       = &r->s;
  const sunrealtype rho = 0.3;
  void *m               = s->mem;
  ILL(GALPHASetMethod(m, GALPHA_CHUNG_HULBERT, &rho), "GALPHAReInit");
  CHECK(GALPHASetRhoInf(m, rho) == GALPHA_ILL_INPUT);
  CHECK(strcmp(s->said.function, "GALPHASetRhoInf") == 0);
  CHECK(caught_says(&s->said, GALPHA_ILL_INPUT, "GALPHAReInit"));
  ILL(GALPHASolve(m, s->t, &s->t, s->q, s->q, GALPHA_NORMAL),
      "the same vector");
  ILL(GALPHASetMaxStep(m, -1.0), "max_step = -1 is outside [0, inf]");
  ILL(GALPHASetInitStep(m, nan_value),
      "init_step = nan is outside [-inf, inf]");
  ILL(GALPHASetFormulation(m, GALPHA_INDEX3), "formulation");
  ILL(GALPHACalcIC(m, GALPHA_ACC_INIT, 9), "ReInit");
  ILL(GALPHAGetConsistentIC(m, s->q, s->v), "CalcIC");
  ILL(small_solve(s, s->t - 0.2), "before the last step");
  ILL(GALPHASetStopTime(m, s->t - 0.2), "behind");
  ILL(GALPHAReInit(m, 0, s->q, r->three), "v0");
  ILL(GALPHAReInit(m, nan_value, s->q, s->v), "t0");
  CHECK(!GALPHASetMaxNumSteps(m, 3));
  NO(small_solve(s, 5), GALPHA_TOO_MUCH_WORK, "3 steps");
  CHECK(!GALPHASetMaxNumSteps(m, -1));
}

ROOTS_IS(cross, y[0])

static void check_roots(struct run *r)
{
  int up[] = {1}, wrong[] = {2}, found[] = {7};
  void *m = r->s.mem;
  ILL(GALPHASetRootDirection(m, up), "GALPHARootInit");
  ILL(GALPHAGetRootInfo(m, found), "no root");
  ILL(GALPHARootInit(m, -1, cross), "nrtfn");
  ILL(GALPHARootInit(m, 1, NULL), "g is NULL");
  CHECK(!GALPHARootInit(m, 1, cross) && !GALPHASetNoInactiveRootWarn(m));
  ILL(GALPHASetRootDirection(m, wrong), "rootdir[0] = 2");
  ILL(GALPHAGetRootInfo(m, NULL), "NULL");
  CHECK(!GALPHASetRootDirection(m, up));
  CHECK(small_solve(&r->s, 9) == GALPHA_ROOT_RETURN);
  CHECK(!GALPHAGetRootInfo(m, found) && found[0] == 1);
  CHECK(fabs(small_q(&r->s)[0]) < 1e-9);
  CHECK(!GALPHARootInit(m, 0, NULL));
}

TEST_MAIN()
{
  struct run run = {.three = KEEP(N_VNew_Serial(3, ctx))}, *r = &run;
  sunrealtype exact[2];
  BEGIN(&r->s, .pb = pb);
  check_early(r);
  check_tolerances(r);
  check_weights(r);
  check_solve_arguments(r);
  CHECK(!small_solve(&r->s, 0.5));
  CHECK(!pb->exact(0.5, exact, NULL, NULL, NULL, NULL, pb->data));
  CHECK(problem_dist(small_q(&r->s), exact, 2) < 1e-3);
  check_output(r);
  check_late(r);
  check_roots(r);
  CHECK(!GALPHASetStopTime(r->s.mem, r->s.t + 0.01));
  CHECK(!GALPHAClearStopTime(r->s.mem));
  CHECK(small_solve(&r->s, r->s.t + 1) == GALPHA_SUCCESS);
}
