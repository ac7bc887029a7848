/* Options in any order, also in mid-run. Built twice: with the stand-in and with
 * SUNDIALS' IDA. */
#include "standin/standin.h"

/* IDA itself needs IDAReInit after new tolerances, runs over the end of an array
 * when the maximum order falls below the order in use, lets a step that is
 * already chosen exceed a new bound, and starts no new linear solver in mid-run. */
#ifdef STANDIN_REAL_IDA
#define REAL_IDA 1
#else
#define REAL_IDA 0
#endif

/* user_data: how often it was called */
static int counting(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                    void *data)
{
  long int *calls = data;
  ++*calls;
  return standin_res(t, y, yp, r, NULL);
}

ROOTS_IS(half, y[0] - 0.5)

static void init(struct standin *s, IDAResFn res)
{
  standin_values(s);
  standin_init(s, res, 1e-6, 1e-8);
}

static void restart(struct standin *s)
{
  standin_values(s);
  CHECK(IDAReInit(s->mem, 0.0, s->y, s->yp) == IDA_SUCCESS);
}

static void before_init(void)
{
  struct standin s = standin_create();
  long int calls = 0, n = 0;
  sunrealtype h = 0.0;
  int order     = 0;
  void *data    = NULL;
  CHECK(IDASetUserData(s.mem, &calls) == IDA_SUCCESS);
  CHECK(IDASetMaxOrd(s.mem, 1) == IDA_SUCCESS);
  CHECK(IDASetMaxNumSteps(s.mem, 100000) == IDA_SUCCESS);
  CHECK(IDASetInitStep(s.mem, 1e-5) == IDA_SUCCESS);
  CHECK(IDASetStopTime(s.mem, 0.25) == IDA_SUCCESS);
  CHECK(IDASetId(s.mem, s.id) == IDA_SUCCESS);
  CHECK(IDASetSuppressAlg(s.mem, SUNTRUE) == IDA_SUCCESS);
  N_VConst(1.0, s.y);
  CHECK(IDASetConstraints(s.mem, s.y) == IDA_SUCCESS);
  CHECK(IDASetMaxNumItersIC(s.mem, 8) == IDA_SUCCESS);
  init(&s, counting);
  CHECK(IDAGetUserData(s.mem, &data) == IDA_SUCCESS && data == &calls);
  standin_y(&s)[1] = 3.0; /* to be corrected */
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDAGetConsistentIC(s.mem, s.y, s.yp) == IDA_SUCCESS);
  CHECK(standin_y(&s)[1] == 3.0);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, 0.25) == IDA_SUCCESS);
  CHECK(IDAGetConsistentIC(s.mem, s.y, s.yp) == IDA_SUCCESS);
  CHECK(standin_error(&s, 0.0) <= 1e-7);
  CHECK(standin_solve(&s, 1.0) == IDA_TSTOP_RETURN && s.t == 0.25);
  CHECK(IDAGetActualInitStep(s.mem, &h) == IDA_SUCCESS);
  CHECK_REL(h, 1e-5, 1e-12);
  CHECK(IDAGetLastOrder(s.mem, &order) == IDA_SUCCESS && order == 1);
  CHECK(standin_error(&s, s.t) <= 1e-3);
  CHECK(IDAGetNumResEvals(s.mem, &n) == IDA_SUCCESS && n > 0 && calls >= n);
  standin_free(&s);
}

static void violated_from_before(void)
{
  struct standin s = standin_create();
  N_VConst(-1.0, s.y);
  CHECK(IDASetConstraints(s.mem, s.y) == IDA_SUCCESS);
  init(&s, standin_res);
  CHECK(standin_solve(&s, 1.0) == IDA_ILL_INPUT);
  standin_free(&s);
}

static void in_mid_run(void)
{
  struct standin s   = standin_ready();
  sunrealtype h      = 0.0;
  int found          = 0;
  SUNLinearSolver it = SUNLinSol_SPGMR(s.y, SUN_PREC_NONE, 0, s.ctx);
  CHECK(standin_solve(&s, 0.1) == IDA_SUCCESS);
  CHECK(IDASetId(s.mem, s.id) == IDA_SUCCESS);
  CHECK(IDASetSuppressAlg(s.mem, SUNTRUE) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 0.2) == IDA_SUCCESS);
  CHECK(IDASetSuppressAlg(s.mem, SUNFALSE) == IDA_SUCCESS);
  CHECK(IDASetMaxStep(s.mem, 1e-3) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 0.3) == IDA_SUCCESS);
  CHECK(IDAGetLastStep(s.mem, &h) == IDA_SUCCESS);
  CHECK(REAL_IDA || h <= 1e-3 * (1.0 + 1e-12));
  CHECK(IDASetMaxStep(s.mem, 0.0) == IDA_SUCCESS);
  if (!REAL_IDA) { CHECK(IDASStolerances(s.mem, 1e-8, 1e-10) == IDA_SUCCESS); }
  CHECK(IDASetNonlinConvCoef(s.mem, 0.1) == IDA_SUCCESS);
  CHECK(IDASetMaxNonlinIters(s.mem, 5) == IDA_SUCCESS);
  N_VConst(1.0, s.id);
  CHECK(IDASetConstraints(s.mem, s.id) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 0.4) == IDA_SUCCESS);
  CHECK(standin_error(&s, s.t) <= 1e-4);
  CHECK(IDARootInit(s.mem, 1, half) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_ROOT_RETURN);
  CHECK_REL(s.t, log(2.0), 1e-4);
  CHECK(IDAGetRootInfo(s.mem, &found) == IDA_SUCCESS && found == -1);
  CHECK(IDARootInit(s.mem, 0, NULL) == IDA_SUCCESS);
  if (!REAL_IDA) { CHECK(IDASetMaxOrd(s.mem, 1) == IDA_SUCCESS); }
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS && s.t == 1.0);
  CHECK(standin_error(&s, s.t) <= 1e-4);
  CHECK(IDASetStopTime(s.mem, 1.5) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 2.0) == IDA_TSTOP_RETURN && s.t == 1.5);
  CHECK(IDASetLinearSolver(s.mem, it, NULL) == IDALS_SUCCESS);
  if (!REAL_IDA) { CHECK(standin_solve(&s, 2.0) == IDA_SUCCESS); }
  restart(&s);
  CHECK(standin_solve(&s, 0.5) == IDA_SUCCESS && s.t == 0.5);
  CHECK(standin_error(&s, s.t) <= 1e-3);
  IDAFree(&s.mem);
  SUNLinSolFree(it);
  standin_free(&s);
}

static void restarts(void)
{
  struct standin s = standin_ready();
  long int n       = 0;
  int order        = 0;
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  CHECK(IDASetMaxOrd(s.mem, 1) == IDA_SUCCESS);
  CHECK(IDASetMaxNumSteps(s.mem, 100000) == IDA_SUCCESS);
  restart(&s);
  CHECK(IDAGetNumSteps(s.mem, &n) == IDA_SUCCESS && n == 0);
  CHECK(IDAGetNumResEvals(s.mem, &n) == IDA_SUCCESS && n == 0);
  CHECK(IDAGetNumErrTestFails(s.mem, &n) == IDA_SUCCESS && n == 0);
  CHECK(IDAGetNumNonlinSolvIters(s.mem, &n) == IDA_SUCCESS && n == 0);
  CHECK(IDAGetNumLinSolvSetups(s.mem, &n) == IDA_SUCCESS && n == 0);
  CHECK(IDAGetNumGEvals(s.mem, &n) == IDA_SUCCESS && n == 0);
  CHECK(IDAGetLastOrder(s.mem, &order) == IDA_SUCCESS && order == 0);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  CHECK(IDAGetLastOrder(s.mem, &order) == IDA_SUCCESS && order == 1);
  CHECK(standin_error(&s, s.t) <= 1e-2);
  CHECK(IDASetMaxOrd(s.mem, 5) == IDA_SUCCESS);
  restart(&s);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  CHECK(IDAGetLastOrder(s.mem, &order) == IDA_SUCCESS && order >= 2);
  CHECK(standin_error(&s, s.t) <= 1e-4);
  standin_free(&s);
}

static void *raised;

static int raise_order(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype *g,
                       void *data)
{
  (void)t, (void)y, (void)yp, (void)data;
  g[0] = 1.0;
  return IDASetMaxOrd(raised, 5);
}

/* The highest order in mid-run: lower, and up again to that of IDAInit, also from inside a
 * callback. (IDA itself takes its own order down only where its rules do.) */
static void orders(void)
{
  struct standin s = standin_ready();
  int order        = 0;
  raised           = s.mem;
  CHECK(standin_solve(&s, 0.3) == IDA_SUCCESS);
  CHECK(IDAGetLastOrder(s.mem, &order) == IDA_SUCCESS && order > 2);
  CHECK(IDASetMaxOrd(s.mem, 2) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 0.6) == IDA_SUCCESS);
  CHECK(IDAGetLastOrder(s.mem, &order) == IDA_SUCCESS);
  CHECK(REAL_IDA || order == 2);
  CHECK(IDARootInit(s.mem, 1, raise_order) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 0.61) == IDA_SUCCESS);
  CHECK(IDARootInit(s.mem, 0, NULL) == IDA_SUCCESS);
  CHECK(IDASetMaxOrd(s.mem, 6) == IDA_ILL_INPUT);
  CHECK(standin_solve(&s, 1.2) == IDA_SUCCESS);
  CHECK(IDAGetLastOrder(s.mem, &order) == IDA_SUCCESS && order > 2);
  CHECK(standin_error(&s, s.t) <= 1e-4);
  standin_free(&s);
}

/* ONE_STEP, backward, with a vector of tolerances and one with a function. */
static int weights(N_Vector y, N_Vector ewt, void *data)
{
  for (int i = 0; i < 2; i++)
  {
    N_VGetArrayPointer(ewt)[i] =
      1.0 / (1e-6 * fabs(N_VGetArrayPointer(y)[i]) + 1e-8);
  }
  return 0;
}

static void other_ways(void)
{
  struct standin s   = standin_ready();
  sunrealtype before = 0.0;
  int n              = 0;
  N_VConst(1e-8, s.y);
  CHECK(IDASVtolerances(s.mem, 1e-6, s.y) == IDA_SUCCESS);
  N_VConst(-1.0, s.y); /* it was copied */
  standin_values(&s);
  for (; s.t < 1.0 && n < 10000; n++)
  {
    before = s.t;
    CHECK(standin_step(&s, 1.0) == IDA_SUCCESS);
    CHECK(s.t > before);
  }
  CHECK(n > 5 && standin_error(&s, s.t) <= 1e-4);
  restart(&s);
  CHECK(IDAWFtolerances(s.mem, weights) == IDA_SUCCESS);
  CHECK(standin_solve(&s, -1.0) == IDA_SUCCESS && s.t == -1.0);
  CHECK(standin_error(&s, s.t) <= 1e-3);
  standin_free(&s);
}

int main(void)
{
  before_init();
  violated_from_before();
  in_mid_run();
  restarts();
  orders();
  other_ways();
  return check_done();
}
