/* Every function refuses an object that is NULL; readings of the residual form
 * refuse a result that is NULL, and several at once agree with one by one. */
#include <galpha/galpha_bbdpre.h>

#include "support/test.h"

static int ewt_ones(N_Vector y, N_Vector ewt, void *data)
{
  N_VConst(1, ewt);
  return 0;
}

static void all_refuse(const int *codes, size_t count)
{
  for (size_t i = 0; i < count; i++) { CHECK(codes[i] == GALPHA_MEM_NULL); }
}

#define REFUSE_NULL(codes) all_refuse(codes, sizeof(codes) / sizeof(codes)[0])

/* What the residual form has under IDA's names. */
static void check_null_as_ida(void)
{
  const int setters[] = {
    GALPHASetClock(NULL, NULL, NULL),
    GALPHASetDiffOrder(NULL, NULL),
    GALPHASetId(NULL, NULL),
    GALPHASetSuppressAlg(NULL, SUNTRUE),
    GALPHASetConstraints(NULL, NULL),
    GALPHASetJacFn(NULL, NULL),
    GALPHASetJac2Fn(NULL, NULL),
    GALPHASetJacTimes(NULL, NULL, NULL),
    GALPHASetJacTimes2(NULL, NULL),
    GALPHASetJacTimesResFn(NULL, NULL),
    GALPHASetNlsResFn(NULL, NULL),
    GALPHASetPreconditioner(NULL, NULL, NULL),
    GALPHASetPreconditioner2(NULL, NULL, NULL),
    GALPHABBDPrecInit(NULL, 1, 0, 0, 0, 0, 0, NULL, NULL),
    GALPHABBDPrecReInit(NULL, 0, 0, 0),
    GALPHAComputeY(NULL, NULL, NULL),
    GALPHAComputeYp(NULL, NULL, NULL),
  };
  REFUSE_NULL(setters);
}

static void check_null_readings(void)
{
  sunrealtype x = 7;
  long int n = 7, m = 7;
  int k = 7, l = 7;
  void *data        = NULL;
  N_Vector y        = NULL;
  const int codes[] = {
    GALPHAGetJacCj(NULL, &x),
    GALPHAGetJacNumSteps(NULL, &n),
    GALPHAGetLastLinFlag(NULL, &n),
    GALPHAGetLinWorkSpace(NULL, &n, &m),
    GALPHAGetNumLinIters(NULL, &n),
    GALPHAGetNumLinConvFails(NULL, &n),
    GALPHAGetNumPrecEvals(NULL, &n),
    GALPHAGetNumPrecSolves(NULL, &n),
    GALPHAGetNumJTSetupEvals(NULL, &n),
    GALPHAGetNumJtimesEvals(NULL, &n),
    GALPHAGetNumLinResEvals(NULL, &n),
    GALPHAGetNumBacktrackOps(NULL, &n),
    GALPHAGetCurrentCj(NULL, &x),
    GALPHAGetCurrentY(NULL, &y),
    GALPHAGetCurrentYp(NULL, &y),
    GALPHAGetNonlinearSystemData(NULL, &x, &y, &y, &y, &y, &y, &x, &data),
    GALPHAGetLastOrder(NULL, &k),
    GALPHAGetCurrentOrder(NULL, &k),
    GALPHAGetTolScaleFactor(NULL, &x),
    GALPHAGetUserData(NULL, &data),
    GALPHAGetIntegratorStats(NULL, &n, &n, &n, &n, &k, &l, &x, &x, &x, &x),
    GALPHAGetNonlinSolvStats(NULL, &n, &m),
    GALPHABBDPrecGetWorkSpace(NULL, &n, &m),
    GALPHABBDPrecGetNumGfnEvals(NULL, &n),
  };
  REFUSE_NULL(codes);
  CHECK(x == 7 && n == 7 && m == 7 && k == 7 && l == 7 && !y && !data);
}

static void check_null(void)
{
  sunrealtype x     = 0;
  int flags[1]      = {0};
  long int n        = 0;
  N_Vector none     = NULL;
  const int codes[] = {
    GALPHASStolerances(NULL, 1e-3, 1e-3),
    GALPHASVtolerances(NULL, 1e-3, none),
    GALPHAWFtolerances(NULL, ewt_ones),
    GALPHASStolerancesVel(NULL, 1e-3, 1e-3),
    GALPHASVtolerancesVel(NULL, 1e-3, none),
    GALPHAWFtolerancesVel(NULL, ewt_ones),
    GALPHASetMultiplierTolerances(NULL, 1e-3, 1e-3),
    GALPHASetMethod(NULL, GALPHA_HHT, &x),
    GALPHAGetMethod(NULL, &x),
    GALPHASetStopTime(NULL, 1),
    GALPHAClearStopTime(NULL),
    GALPHACalcIC(NULL, GALPHA_ACC_INIT, 1),
    GALPHAGetConsistentIC(NULL, none, none),
    GALPHAGetProjection(NULL, &x, &x),
    GALPHASolve(NULL, 1, &x, none, none, GALPHA_NORMAL),
    GALPHAReInit(NULL, 0, none, none),
    GALPHAReInit2(NULL, 0, none, none, none),
    GALPHAGetDky(NULL, 0, 0, none),
    GALPHAGetJac(NULL, NULL),
    GALPHAGetJacTime(NULL, NULL),
    GALPHAGetJacShifts(NULL, NULL),
    GALPHAGetAcceleration(NULL, 0, none),
    GALPHAGetAlgorithmicAcceleration(NULL, &x, none),
    GALPHAGetMultipliers(NULL, 0, none, none),
    GALPHAImpact(NULL, 1, NULL, NULL, NULL),
    GALPHASetActive(NULL, GALPHA_HOLONOMIC, 0, 1),
    GALPHAGetActive(NULL, GALPHA_HOLONOMIC, 0, flags),
    GALPHARootInit(NULL, 0, NULL),
    GALPHARootInitExt(NULL, 0, NULL),
    GALPHASetRootDirection(NULL, flags),
    GALPHASetNoInactiveRootWarn(NULL),
    GALPHAGetRootInfo(NULL, flags),
    GALPHAGetNumGEvals(NULL, &n),
    GALPHASetUserData(NULL, NULL),
    GALPHAGetConvRate(NULL, &x),
    GALPHAGetErrWeights(NULL, none),
    GALPHAGetErrWeightsVel(NULL, none),
    GALPHAGetEstLocalErrors(NULL, none),
    GALPHAGetEstLocalErrorsVel(NULL, none),
    GALPHAGetConstraintNorms(NULL, &x, &x, &x),
    GALPHAGetNumStepsBy(NULL, 0, &n),
    GALPHAGetLargestError(NULL, NULL, NULL, NULL),
    GALPHASetMonitorFn(NULL, NULL, NULL),
    GALPHAWriteCheckpoint(NULL, NULL, NULL),
    GALPHAReadCheckpoint(NULL, NULL, NULL),
    GALPHAGetEnergy(NULL, &x),
    GALPHAGetPower(NULL, &x, &x),
    GALPHASetProgress(NULL, NULL, 1),
  };
  REFUSE_NULL(codes);
  void *mem = NULL;
  GALPHAFree(NULL);
  GALPHAFree(&mem);
}

/* y' = -y and z = y */
RESIDUAL1_IS(decay, yp[0] + y[0], y[1] - y[0])

static void check_no_result(void *mem)
{
  long int n        = 0;
  const int codes[] = {
    GALPHAGetLastLinFlag(mem, NULL),
    GALPHAGetLinWorkSpace(mem, NULL, &n),
    GALPHAGetLinWorkSpace(mem, &n, NULL),
    GALPHAGetNumLinIters(mem, NULL),
    GALPHAGetNumLinConvFails(mem, NULL),
    GALPHAGetNumPrecEvals(mem, NULL),
    GALPHAGetNumPrecSolves(mem, NULL),
    GALPHAGetNumJTSetupEvals(mem, NULL),
    GALPHAGetNumJtimesEvals(mem, NULL),
    GALPHAGetNumLinResEvals(mem, NULL),
    GALPHAGetNumBacktrackOps(mem, NULL),
    GALPHAGetCurrentCj(mem, NULL),
    GALPHAGetCurrentY(mem, NULL),
    GALPHAGetCurrentYp(mem, NULL),
    GALPHAGetLastOrder(mem, NULL),
    GALPHAGetCurrentOrder(mem, NULL),
    GALPHAGetTolScaleFactor(mem, NULL),
    GALPHAGetUserData(mem, NULL),
    GALPHAGetNonlinSolvStats(mem, &n, NULL),
    GALPHAComputeY(mem, NULL, NULL),
    GALPHAComputeYp(mem, NULL, NULL),
  };
  for (int i = 0; i < COUNT_OF(codes); i++)
  {
    CHECK(codes[i] == GALPHA_ILL_INPUT);
  }
}

/* The message speaks of the function called, not of one beneath it. */
static void check_named(void *mem)
{
  struct caught c = {0};
  sunrealtype x   = 0;
  long int n      = 0;
  int k           = 0;
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
#define NAMED(name, ...)                         \
  (name(mem, __VA_ARGS__) == GALPHA_ILL_INPUT && \
   strcmp(c.function, #name) == 0 &&             \
   caught_says(&c, GALPHA_ILL_INPUT, "result pointer is NULL"))
  CHECK(NAMED(GALPHAGetJacCj, NULL));
  CHECK(NAMED(GALPHAGetJacShifts, NULL));
  CHECK(NAMED(GALPHAGetNonlinSolvStats, NULL, &n));
  CHECK(NAMED(GALPHAGetNonlinSolvStats, &n, NULL));
  CHECK(
    NAMED(GALPHAGetIntegratorStats, &n, &n, &n, &n, &k, NULL, &x, &x, &x, &x));
  CHECK(
    NAMED(GALPHAGetIntegratorStats, &n, &n, &n, &n, &k, &k, &x, &x, &x, NULL));
  CHECK(NAMED(GALPHAGetNumSteps, NULL));
  CHECK(NAMED(GALPHAGetLastStep, NULL));
  CHECK(NAMED(GALPHAGetCurrentStep, NULL));
  CHECK(NAMED(GALPHAGetCurrentTime, NULL));
  CHECK(NAMED(GALPHAGetWorkSpace, &n, NULL));
  CHECK(NAMED(GALPHAGetLinWorkSpace, NULL, &n));
  CHECK(NAMED(GALPHAGetLastLinFlag, NULL));
#undef NAMED
  CHECK(!GALPHASetErrHandlerFn(mem, NULL, NULL));
}

static void check_orders(void *mem, int last, int current)
{
  int klast = -1, kcur = -1;
  CHECK(!GALPHAGetLastOrder(mem, &klast) && klast == last);
  CHECK(!GALPHAGetCurrentOrder(mem, &kcur) && kcur == current);
}

/* Of one reading after the other. */
static void check_stats(void *mem)
{
  long int n[4], one[4];
  sunrealtype x[4], single[4];
  int klast = 0, kcur = 0;
  CHECK(!GALPHAGetIntegratorStats(mem, &n[0], &n[1], &n[2], &n[3], &klast,
                                  &kcur, &x[0], &x[1], &x[2], &x[3]));
  check_orders(mem, klast, kcur);
  CHECK(!GALPHAGetNumSteps(mem, &one[0]) &&
        !GALPHAGetNumResEvals(mem, &one[1]));
  CHECK(!GALPHAGetNumLinSolvSetups(mem, &one[2]));
  CHECK(!GALPHAGetNumErrTestFails(mem, &one[3]));
  CHECK(!GALPHAGetActualInitStep(mem, &single[0]));
  CHECK(!GALPHAGetLastStep(mem, &single[1]));
  CHECK(!GALPHAGetCurrentStep(mem, &single[2]));
  CHECK(!GALPHAGetCurrentTime(mem, &single[3]));
  for (int i = 0; i < 4; i++) { CHECK(n[i] == one[i] && x[i] == single[i]); }
  CHECK(!GALPHAGetNonlinSolvStats(mem, &n[0], &n[1]));
  CHECK(!GALPHAGetNumNonlinSolvIters(mem, &one[0]) && n[0] == one[0]);
  CHECK(!GALPHAGetNumNonlinSolvConvFails(mem, &one[1]) && n[1] == one[1]);
}

static void check_names(void)
{
  char *known = GALPHAGetLinReturnFlagName(-2);
  char *none  = GALPHAGetLinReturnFlagName(77);
  CHECK(known && strcmp(known, "GALPHALS_LMEM_NULL") == 0);
  CHECK(none && strcmp(none, "NONE") == 0);
  free(known);
  free(none);
}

/* y = exp(-t) beside 1: with orders up to 5 the last ones are above 2, and of the BDF. */
static void check_readings(int most)
{
  void *mem = KEEP(GALPHACreate(ctx)), *data = NULL;
  N_Vector y  = KEEP(N_VNew_Serial(2, ctx));
  N_Vector yp = KEEP(N_VNew_Serial(2, ctx));
  sunrealtype t, x = 0;
  int seven = 7, last = 0;
  long int n = 0;

  N_VConst(1, y);
  N_VConst(0, yp);
  N_VGetArrayPointer(yp)[0] = -1;
  CHECK(!GALPHASetErrFile(mem, NULL) && !GALPHASetUserData(mem, &seven));
  CHECK(!GALPHAGetUserData(mem, &data) && data == &seven);
  CHECK(GALPHAGetLastOrder(mem, &seven) == GALPHA_NO_MALLOC);
  CHECK(GALPHAGetCurrentCj(mem, &x) == GALPHA_NO_MALLOC);
  CHECK(!GALPHAInit(mem, decay, 0, y, yp));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-8) && !GALPHASetMaxOrd(mem, most));
  check_orders(mem, 0, 0);
  check_no_result(mem);
  check_named(mem);
  CHECK(!GALPHASolve(mem, 1, &t, y, yp, GALPHA_ONE_STEP));
  check_orders(mem, 1, 1);
  CHECK(!GALPHASolve(mem, 1, &t, y, yp, GALPHA_NORMAL));
  CHECK(fabs(N_VGetArrayPointer(y)[1] - exp(-1)) < 1e-3);
  CHECK(!GALPHAGetLastOrder(mem, &last) && last >= most - 2);
  CHECK_IN(last, 2, most);
  if (most == 2) { check_orders(mem, 2, 2); }
  check_stats(mem);
  check_no_result(mem);
  /* rho = 1/2: delta_m = 1/6, delta_f = 1/3, theta = 2/3; (1 - dm)/(1 - df)/th; of
     higher orders 1 + 1/2 + ... + 1/k + s/(k + 1), s = 0.95, 0.9, 0.5 */
  const sunrealtype shift[] = {15.0 / 8.0, 11.0 / 6.0 + 0.2375,
                               25.0 / 12.0 + 0.18, 71.0 / 30.0};
  CHECK(!GALPHAGetLastStep(mem, &t) && !GALPHAGetCurrentCj(mem, &x));
  CHECK(fabs(x * t - shift[last - 2]) < 1e-12);
  CHECK(!GALPHAGetTolScaleFactor(mem, &x) && x == 1);
  CHECK(!GALPHAGetNumLinResEvals(mem, &n) && n > 0);
  CHECK(!GALPHAGetNumLinIters(mem, &n) && n == 0);
  CHECK(!GALPHAGetLastLinFlag(mem, &n) && n == 0);
}

TEST_MAIN()
{
  check_null();
  check_null_as_ida();
  check_null_readings();
  check_names();
  check_readings(2);
  check_readings(5);
}
