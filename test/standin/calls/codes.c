/* Calls that IDA refuses, and some it does not, with IDA's codes. Built twice:
 * with the stand-in and with SUNDIALS' IDA. */
#include <ida/ida_bbdpre.h>

#include "standin/standin.h"

ROOTS_IS(root, y[0] - 0.5)
ROOTS_IS(touching, (t - 1.0) * (t - 1.0))

static void without_object(void)
{
  struct standin s = standin_create();
  sunrealtype t    = 0.0;
  long int n       = 0;
  CHECK(IDACreate(NULL) == NULL);
  CHECK(IDAInit(NULL, standin_res, 0.0, s.y, s.yp) == IDA_MEM_NULL);
  CHECK(IDAReInit(NULL, 0.0, s.y, s.yp) == IDA_MEM_NULL);
  CHECK(IDASStolerances(NULL, 1e-4, 1e-4) == IDA_MEM_NULL);
  CHECK(IDASolve(NULL, 1.0, &t, s.y, s.yp, IDA_NORMAL) == IDA_MEM_NULL);
  CHECK(IDACalcIC(NULL, IDA_Y_INIT, 1.0) == IDA_MEM_NULL);
  CHECK(IDAGetDky(NULL, 0.0, 0, s.y) == IDA_MEM_NULL);
  CHECK(IDASetUserData(NULL, NULL) == IDA_MEM_NULL);
  CHECK(IDASetMaxOrd(NULL, 2) == IDA_MEM_NULL);
  CHECK(IDASetEtaMax(NULL, 2.0) == IDA_MEM_NULL);
  CHECK(IDASetId(NULL, s.id) == IDA_MEM_NULL);
  CHECK(IDARootInit(NULL, 1, root) == IDA_MEM_NULL);
  CHECK(IDAGetNumSteps(NULL, &n) == IDA_MEM_NULL);
  CHECK(IDASetLinearSolver(NULL, s.LS, s.A) == IDALS_MEM_NULL);
  CHECK(IDASetJacFn(NULL, NULL) == IDALS_MEM_NULL);
  CHECK(IDASetEpsLin(NULL, 0.1) == IDALS_MEM_NULL);
  CHECK(IDAGetNumJacEvals(NULL, &n) == IDALS_MEM_NULL);
  CHECK(IDABBDPrecReInit(NULL, 1, 1, 0.0) == IDALS_MEM_NULL);
  CHECK(IDAPrintAllStats(NULL, stdout, SUN_OUTPUTFORMAT_TABLE) == IDA_MEM_NULL);
  standin_free(&s);
}

static void before_init(void)
{
  struct standin s = standin_create();
  long int n       = -1;
  int rootdir      = 1;
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == IDA_NO_MALLOC);
  CHECK(IDASStolerances(s.mem, 1e-4, 1e-4) == IDA_NO_MALLOC);
  CHECK(IDASVtolerances(s.mem, 1e-4, s.y) == IDA_NO_MALLOC);
  CHECK(IDACalcIC(s.mem, IDA_Y_INIT, 1.0) == IDA_NO_MALLOC);
  CHECK(standin_solve(&s, 1.0) == IDA_NO_MALLOC);
  CHECK(IDASetJacFn(s.mem, NULL) == IDALS_LMEM_NULL);
  CHECK(IDASetEpsLin(s.mem, 0.1) == IDALS_LMEM_NULL);
  CHECK(IDASetMaxNonlinIters(s.mem, 4) == IDA_MEM_FAIL);
  CHECK(IDASetRootDirection(s.mem, &rootdir) == IDA_ILL_INPUT);
  CHECK(IDAGetNumSteps(s.mem, &n) == IDA_SUCCESS && n == 0);
  CHECK(IDASetMaxOrd(s.mem, 6) == IDA_ILL_INPUT);
  CHECK(IDASetMaxOrd(s.mem, 3) == IDA_SUCCESS);
  CHECK(IDAInit(s.mem, NULL, 0.0, s.y, s.yp) == IDA_ILL_INPUT);
  CHECK(IDAInit(s.mem, standin_res, 0.0, NULL, s.yp) == IDA_ILL_INPUT);
  CHECK(IDAInit(s.mem, standin_res, 0.0, s.y, NULL) == IDA_ILL_INPUT);
  CHECK(IDAInit(s.mem, standin_res, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASetMaxOrd(s.mem, 4) == IDA_ILL_INPUT);
  CHECK(IDASetMaxOrd(s.mem, 0) == IDA_ILL_INPUT);
  CHECK(IDASetMaxOrd(s.mem, 2) == IDA_SUCCESS);
  CHECK(IDASetMaxOrd(s.mem, 3) == IDA_SUCCESS);
  CHECK(IDAReInit(s.mem, 0.0, NULL, s.yp) == IDA_ILL_INPUT);
  CHECK(IDAReInit(s.mem, 0.0, s.y, NULL) == IDA_ILL_INPUT);
  standin_free(&s);
}

static void options(void)
{
  struct standin s = standin_ready();
  void *mem        = s.mem;
  CHECK(IDASStolerances(mem, -1e-4, 1e-4) == IDA_ILL_INPUT);
  CHECK(IDASStolerances(mem, 1e-4, -1e-4) == IDA_ILL_INPUT);
  CHECK(IDASetMaxNumSteps(mem, -1) == IDA_SUCCESS);
  CHECK(IDASetMaxNumSteps(mem, 0) == IDA_SUCCESS);
  CHECK(IDASetMaxStep(mem, -1.0) == IDA_ILL_INPUT);
  CHECK(IDASetMaxStep(mem, 0.1) == IDA_SUCCESS);
  CHECK(IDASetMinStep(mem, -1.0) == IDA_ILL_INPUT);
  CHECK(IDASetMinStep(mem, 1.0) == IDA_SUCCESS); /* above the largest */
  CHECK(IDASetMinStep(mem, 0.0) == IDA_SUCCESS);
  CHECK(IDASetMaxStep(mem, 0.0) == IDA_SUCCESS);
  CHECK(IDASetInitStep(mem, -1e-3) == IDA_SUCCESS);
  CHECK(IDASetInitStep(mem, 0.0) == IDA_SUCCESS);
  CHECK(IDASetNonlinConvCoef(mem, 0.0) == IDA_ILL_INPUT);
  CHECK(IDASetNonlinConvCoef(mem, 0.33) == IDA_SUCCESS);
  CHECK(IDASetMaxErrTestFails(mem, -1) == IDA_SUCCESS);
  CHECK(IDASetMaxErrTestFails(mem, 10) == IDA_SUCCESS);
  CHECK(IDASetMaxConvFails(mem, 0) == IDA_SUCCESS);
  CHECK(IDASetMaxConvFails(mem, 10) == IDA_SUCCESS);
  CHECK(IDASetNonlinConvCoefIC(mem, 0.0) == IDA_ILL_INPUT);
  CHECK(IDASetMaxNumStepsIC(mem, 0) == IDA_ILL_INPUT);
  CHECK(IDASetMaxNumJacsIC(mem, -1) == IDA_ILL_INPUT);
  CHECK(IDASetMaxNumItersIC(mem, 0) == IDA_ILL_INPUT);
  CHECK(IDASetMaxBacksIC(mem, 0) == IDA_ILL_INPUT);
  CHECK(IDASetStepToleranceIC(mem, 0.0) == IDA_ILL_INPUT);
  CHECK(IDASetLineSearchOffIC(mem, SUNTRUE) == IDA_SUCCESS);
  CHECK(IDASetMaxBacksIC(mem, 5) == IDA_SUCCESS);
  CHECK(IDASetEtaMax(mem, -7.0) == IDA_SUCCESS);
  CHECK(IDASetEtaFixedStepBounds(mem, 3.0, -3.0) == IDA_SUCCESS);
  CHECK(IDASetDeltaCjLSetup(mem, 9.0) == IDA_SUCCESS);
  CHECK(IDAPrintAllStats(mem, stdout, (SUNOutputFormat)7) == IDA_ILL_INPUT);
  N_VConst(0.0, s.y);
  CHECK(IDASetConstraints(mem, s.y) == IDA_ILL_INPUT);
  N_VConst(3.0, s.y);
  CHECK(IDASetConstraints(mem, s.y) == IDA_ILL_INPUT);
  N_VConst(1.0, s.y);
  CHECK(IDASetConstraints(mem, s.y) == IDA_SUCCESS);
  CHECK(IDASetConstraints(mem, NULL) == IDA_SUCCESS);
  CHECK(IDASetId(mem, NULL) == IDA_SUCCESS);
  standin_free(&s);
}

static void solve(void)
{
  struct standin s = standin_ready();
  CHECK(IDASolve(s.mem, 1.0, &s.t, NULL, s.yp, IDA_NORMAL) == IDA_ILL_INPUT);
  CHECK(IDASolve(s.mem, 1.0, &s.t, s.y, NULL, IDA_NORMAL) == IDA_ILL_INPUT);
  CHECK(IDASolve(s.mem, 1.0, NULL, s.y, s.yp, IDA_NORMAL) == IDA_ILL_INPUT);
  CHECK(IDASolve(s.mem, 1.0, &s.t, s.y, s.yp, 3) == IDA_ILL_INPUT);
  CHECK(IDASetSuppressAlg(s.mem, SUNTRUE) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_ILL_INPUT); /* no id */
  CHECK(IDASetSuppressAlg(s.mem, SUNFALSE) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 0.0) == IDA_ILL_INPUT);
  CHECK(IDASetInitStep(s.mem, -1e-3) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_ILL_INPUT);
  CHECK(IDASetInitStep(s.mem, 0.0) == IDA_SUCCESS);
  CHECK(IDASetStopTime(s.mem, -1.0) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_ILL_INPUT);
  CHECK(IDASetStopTime(s.mem, 2.0) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS && s.t == 1.0);
  CHECK(standin_error(&s, s.t) <= 1e-4);
  CHECK(IDASetStopTime(s.mem, 0.5) == IDA_ILL_INPUT);
  CHECK(standin_solve(&s, 0.1) == IDA_ILL_INPUT); /* long past */
  CHECK(standin_solve(&s, 3.0) == IDA_TSTOP_RETURN && s.t == 2.0);
  CHECK(IDASetMaxNumSteps(s.mem, 1) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 30.0) == IDA_TOO_MUCH_WORK);
  CHECK(IDASetMaxNumSteps(s.mem, 0) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 30.0) == IDA_SUCCESS);
  standin_free(&s);
}

static void tolerances(void)
{
  struct standin s = standin_create();
  CHECK(IDAInit(s.mem, standin_res, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASetLinearSolver(s.mem, s.LS, s.A) == IDALS_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_ILL_INPUT);
  CHECK(IDACalcIC(s.mem, IDA_Y_INIT, 1.0) == IDA_ILL_INPUT);
  N_VConst(0.0, s.y);
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASStolerances(s.mem, 1e-4, 0.0) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_ILL_INPUT); /* weights of zeros */
  CHECK(IDASStolerances(s.mem, 0.0, 0.0) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_ILL_INPUT);
  standin_values(&s);
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASStolerances(s.mem, 1e-6, 1e-8) == IDA_SUCCESS);
  N_VConst(-1.0, s.y);
  CHECK(IDASVtolerances(s.mem, 1e-4, s.y) == IDA_ILL_INPUT);
  CHECK(IDASetConstraints(s.mem, s.y) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_ILL_INPUT); /* y0 > 0 violates */
  CHECK(IDASetConstraints(s.mem, NULL) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  standin_free(&s);
}

/* y0' = -y0, 1 = y0^2: y1 is in no equation. */
static int no_y1(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  const sunrealtype x      = N_VGetArrayPointer(y)[0];
  N_VGetArrayPointer(r)[0] = N_VGetArrayPointer(yp)[0] + x;
  N_VGetArrayPointer(r)[1] = x * x - 1.0;
  return 0;
}

/* The codes of a singular matrix, and of a tout1 that is t0. */
static void no_conditions(void)
{
  struct standin s = standin_ready();
  CHECK(IDASetId(s.mem, s.id) == IDA_SUCCESS);
  N_VGetArrayPointer(s.y)[1] += 0.1;
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, 0.0) == IDA_LINESEARCH_FAIL);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, (sunrealtype)NAN) ==
        IDA_LINESEARCH_FAIL);
  CHECK(IDACalcIC(s.mem, IDA_Y_INIT, 0.0) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  standin_free(&s);
  s = standin_create();
  CHECK(IDAInit(s.mem, no_y1, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASStolerances(s.mem, 1e-6, 1e-8) == IDA_SUCCESS);
  CHECK(IDASetLinearSolver(s.mem, s.LS, s.A) == IDALS_SUCCESS);
  CHECK(IDASetId(s.mem, s.id) == IDA_SUCCESS);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, 1.0) == IDA_NO_RECOVERY);
  CHECK(IDACalcIC(s.mem, IDA_Y_INIT, 1.0) == IDA_NO_RECOVERY);
  CHECK(standin_solve(&s, 1.0) == IDA_CONV_FAIL);
  standin_free(&s);
}

static void initial_conditions(void)
{
  struct standin s = standin_ready();
  CHECK(IDACalcIC(s.mem, 0, 1.0) == IDA_ILL_INPUT);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, 1.0) == IDA_ILL_INPUT); /* no id */
  N_VGetArrayPointer(s.id)[1] = -1.0;
  CHECK(IDASetId(s.mem, s.id) == IDA_SUCCESS);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, 1.0) == IDA_ILL_INPUT);
  N_VGetArrayPointer(s.id)[1] = 0.0;
  CHECK(IDASetId(s.mem, s.id) == IDA_SUCCESS);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, 1e-300) == IDA_SUCCESS ||
        IDACalcIC(s.mem, IDA_YA_YDP_INIT, 1.0) == IDA_SUCCESS);
  CHECK(IDAGetConsistentIC(s.mem, s.y, s.yp) == IDA_SUCCESS);
  CHECK(standin_error(&s, 0.0) <= 1e-8);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, 1.0) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  CHECK(IDAGetConsistentIC(s.mem, s.y, s.yp) == IDA_ILL_INPUT);
  standin_free(&s);
}

static void output(void)
{
  struct standin s = standin_ready();
  sunrealtype h = 0.0, tcur = 0.0;
  int order = -1;
  CHECK(IDAGetDky(s.mem, 0.0, 0, NULL) == IDA_BAD_DKY);
  CHECK(IDAGetDky(s.mem, 0.0, 1, s.y) == IDA_BAD_K);
  CHECK(IDAGetDky(s.mem, 0.0, 0, s.y) == IDA_SUCCESS);
  CHECK(standin_error(&s, 0.0) == 0.0);
  CHECK(IDAGetLastOrder(s.mem, &order) == IDA_SUCCESS && order == 0);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  CHECK(IDAGetLastStep(s.mem, &h) == IDA_SUCCESS && h > 0.0);
  CHECK(IDAGetCurrentTime(s.mem, &tcur) == IDA_SUCCESS && tcur >= 1.0);
  CHECK(IDAGetDky(s.mem, tcur, -1, s.y) == IDA_BAD_K);
  CHECK(IDAGetDky(s.mem, tcur, 6, s.y) == IDA_BAD_K);
  CHECK(IDAGetDky(s.mem, tcur - 2.0 * h, 0, s.y) == IDA_BAD_T);
  CHECK(IDAGetDky(s.mem, tcur - 0.5 * h, 0, s.y) == IDA_SUCCESS);
  CHECK(standin_error(&s, tcur - 0.5 * h) <= 1e-4);
  /* IDA extrapolates; the value at tcur is another one */
  CHECK(IDAGetDky(s.mem, tcur + 0.5 * h, 0, s.y) == IDA_SUCCESS);
  const sunrealtype beyond = standin_error(&s, tcur + 0.5 * h);
  CHECK(IDAGetDky(s.mem, tcur, 0, s.y) == IDA_SUCCESS);
  CHECK(standin_error(&s, tcur + 0.5 * h) > 20.0 * beyond);
  CHECK(IDAGetDky(s.mem, tcur, 1, s.y) == IDA_SUCCESS);
  standin_free(&s);
}

static void roots(void)
{
  struct standin s = standin_ready();
  int found = 7, rootdir = 1;
  CHECK(IDAGetRootInfo(s.mem, &found) == IDA_SUCCESS && found == 7);
  CHECK(IDASetRootDirection(s.mem, &rootdir) == IDA_ILL_INPUT);
  CHECK(IDARootInit(s.mem, -1, root) == IDA_SUCCESS);
  CHECK(IDARootInit(s.mem, 1, root) == IDA_SUCCESS);
  rootdir = -5; /* IDA looks at the sign only */
  CHECK(IDASetRootDirection(s.mem, &rootdir) == IDA_SUCCESS);
  CHECK(IDASetNoInactiveRootWarn(s.mem) == IDA_SUCCESS);
  CHECK(IDARootInit(s.mem, 1, root) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_ROOT_RETURN);
  CHECK_REL(s.t, log(2.0), 1e-5);
  CHECK(IDAGetRootInfo(s.mem, &found) == IDA_SUCCESS && found == -1);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS && s.t == 1.0);
  standin_values(&s);
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == IDA_SUCCESS);
  rootdir = 1;
  CHECK(IDASetRootDirection(s.mem, &rootdir) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS && s.t == 1.0);
  CHECK(IDARootInit(s.mem, 0, NULL) == IDA_SUCCESS);
  CHECK(IDARootInit(s.mem, 2, NULL) == IDA_ILL_INPUT);
  IDAFree(&s.mem);
  standin_free(&s);
}

/* A root function that touches zero where a call ends has one root there, not a second one
 * in the other direction. */
static void touched_root(sunrealtype tout, bool stop)
{
  struct standin s = standin_ready();
  int found        = 0;
  CHECK(IDARootInit(s.mem, 1, touching) == IDA_SUCCESS);
  if (stop) { CHECK(IDASetStopTime(s.mem, 1.0) == IDA_SUCCESS); }
  CHECK(standin_solve(&s, tout) == IDA_ROOT_RETURN && s.t == 1.0);
  CHECK(IDAGetRootInfo(s.mem, &found) == IDA_SUCCESS && found == -1);
  if (stop)
  {
    CHECK(standin_solve(&s, tout) == IDA_TSTOP_RETURN && s.t == 1.0);
  }
  CHECK(standin_solve(&s, 3.0) == IDA_SUCCESS && s.t == 3.0);
  CHECK(standin_error(&s, 3.0) <= 1e-4);
  standin_free(&s);
}

/* An infinite tout is a direction: the call ends at a stop time or a root. */
static void without_end(void)
{
  const sunrealtype never = (sunrealtype)INFINITY;
  struct standin s        = standin_ready();
  CHECK(IDASetId(s.mem, s.id) == IDA_SUCCESS);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, never) == IDA_SUCCESS);
  CHECK(standin_step(&s, never) == IDA_SUCCESS && s.t > 0.0 && s.t < 1.0);
  CHECK(IDASetStopTime(s.mem, 0.5) == IDA_SUCCESS);
  CHECK(standin_solve(&s, never) == IDA_TSTOP_RETURN && s.t == 0.5);
  CHECK(standin_error(&s, 0.5) <= 1e-4);
  CHECK(IDARootInit(s.mem, 1, root) == IDA_SUCCESS);
  CHECK(standin_solve(&s, never) == IDA_ROOT_RETURN);
  CHECK_REL(s.t, log(2.0), 1e-4);
  CHECK(standin_step(&s, never) == IDA_SUCCESS && s.t > log(2.0));
  CHECK(IDASetStopTime(s.mem, never) == IDA_SUCCESS);
  CHECK(IDASetMaxNumSteps(s.mem, 3) == IDA_SUCCESS);
  CHECK(standin_solve(&s, never) == IDA_TOO_MUCH_WORK);
  standin_values(&s);
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASetStopTime(s.mem, 0.25) == IDA_SUCCESS);
  CHECK(IDASetMaxNumSteps(s.mem, 500) == IDA_SUCCESS);
  CHECK(standin_solve(&s, never) == IDA_TSTOP_RETURN && s.t == 0.25);
  CHECK(standin_error(&s, 0.25) <= 1e-4);
  standin_free(&s);
}

/* A second IDAInit keeps options and tolerances, and forgets the solver. */
static void init_twice(void)
{
  struct standin s = standin_ready();
  long int n       = 0;
  CHECK(IDASetMaxStep(s.mem, 0.01) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  standin_values(&s);
  CHECK(IDAInit(s.mem, standin_res, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDAGetNumSteps(s.mem, &n) == IDA_SUCCESS && n == 0);
  CHECK(IDASetJacFn(s.mem, NULL) == IDALS_LMEM_NULL);
  CHECK(IDASetLinearSolver(s.mem, s.LS, s.A) == IDALS_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  CHECK(standin_error(&s, 1.0) <= 1e-4);
  CHECK(IDAGetNumSteps(s.mem, &n) == IDA_SUCCESS && n >= 100);
  standin_free(&s);
}

int main(void)
{
  without_object();
  before_init();
  options();
  solve();
  tolerances();
  initial_conditions();
  no_conditions();
  output();
  roots();
  touched_root(1.0, false);
  touched_root(2.0, true);
  without_end();
  init_twice();
  return check_done();
}
