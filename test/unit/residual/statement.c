/* Wrong input and failing callbacks of the residual form: clear codes and
 * messages, and the last accepted step stays usable. */
#include "support/models/callbacks.h"
#include "support/run/residual.h"
#include "support/test.h"

enum fault
{
  NONE,
  EMPTY_ROW,    /* F[1] = 0 */
  EQUAL_ROWS,   /* F[1] = F[0] */
  TOO_HIGH,     /* F[1] has no y1'' */
  FIRST_ORDER,  /* nor has F[0] y0'' */
  NOT_A_NUMBER, /* F[1] after t = 0.1 */
  RECOVERABLE,  /* + 1 after t = 0.1 */
  FATAL,        /* - 1 after t = 0.1 */
  NEVER,        /* + 1 always */
  NAN_AT_ONCE,  /* F[1] always */
  OUT_OF_DOMAIN /* + 1 where |y0| > 1.2 */
};

static int oscillators(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                       N_Vector r, void *data)
{
  const enum fault fault = *(const enum fault *)data;
  const sunrealtype *u   = N_VGetArrayPointer(y);
  const sunrealtype *a   = N_VGetArrayPointer(ypp);
  sunrealtype *f         = N_VGetArrayPointer(r);
  const int late         = t > 0.1;
  f[0]                   = a[0] + u[0];
  f[1]                   = a[1] + 4.0 * u[1];
  if (fault == EMPTY_ROW) { f[1] = 0.0; }
  if (fault == EQUAL_ROWS) { f[1] = f[0]; }
  if (fault == FIRST_ORDER) { f[0] = u[0]; }
  if (fault == TOO_HIGH || fault == FIRST_ORDER)
  {
    f[1] = N_VGetArrayPointer(yp)[1] + u[1] - u[0];
  }
  if (fault == NAN_AT_ONCE || (fault == NOT_A_NUMBER && late))
  {
    f[1] = (sunrealtype)NAN;
  }
  if (fault == NEVER || (fault == RECOVERABLE && late) ||
      (fault == OUT_OF_DOMAIN && fabs(u[0]) > 1.2))
  {
    return 1;
  }
  return fault == FATAL && late ? -1 : 0;
}

RESIDUAL_START(start)
{
  y[1]  = 0.5;
  yp[0] = 1.0;
}

static int begin(struct residual_run *run, enum fault *fault, SUNContext ctx,
                 struct caught *c)
{
  static struct residual_problem const model = {
    .name = "oscillators", .n = 2, .res2 = oscillators, .start = start};
  struct residual_problem pb = model;
  pb.data                    = fault;
  int ret                    = residual_begin(run, &pb, ctx);
  run->pb                    = &model;
  memset(c, 0, sizeof *c);
  return ret ? ret : GALPHASetErrHandlerFn(run->mem, caught_handler, c);
}

static N_Vector pair(SUNContext ctx, sunrealtype a, sunrealtype b)
{
  N_Vector v               = N_VNew_Serial(2, ctx);
  N_VGetArrayPointer(v)[0] = a;
  N_VGetArrayPointer(v)[1] = b;
  return v;
}

/* Refused with the component's name; the object then runs with its old orders.
 */
static void check_order(SUNContext ctx, sunrealtype a, sunrealtype b,
                        const char *text)
{
  enum fault fault = NONE;
  struct caught c;
  struct residual_run run;
  CHECK(begin(&run, &fault, ctx, &c) == 0);
  N_Vector order = pair(ctx, a, b);
  CHECK(GALPHASetDiffOrder(run.mem, order) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&c, GALPHA_ILL_INPUT, text));
  CHECK(residual_to(&run, 1.0) == 0);
  CHECK_REL(residual_y(&run)[0], sin(1.0), 1e-4);
  N_VConst(2.0, order);
  CHECK(GALPHASetDiffOrder(run.mem, order) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&c, GALPHA_ILL_INPUT, "start"));
  N_VDestroy(order);
  residual_end(&run);
}

static int decay(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  N_VLinearSum(1.0, y, 1.0, yp, r);
  return 0;
}

/* After GALPHAInit there is no order 2, and no second derivative in a Jacobian.
 */
static void check_first_order(SUNContext ctx)
{
  struct caught c = {0};
  void *mem       = GALPHACreate(ctx);
  N_Vector y = pair(ctx, 1.0, 2.0), yp = pair(ctx, -1.0, -2.0);
  N_Vector order = pair(ctx, 1.0, 2.0), three = N_VNew_Serial(3, ctx);
  GALPHASetErrHandlerFn(mem, caught_handler, &c);
  CHECK(GALPHASetDiffOrder(mem, order) == GALPHA_NO_MALLOC);
  CHECK(GALPHAInit(mem, NULL, 0.0, y, yp) == GALPHA_ILL_INPUT);
  CHECK(GALPHAInit(mem, decay, 0.0, y, three) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&c, GALPHA_ILL_INPUT, "yp0"));
  CHECK(GALPHAInit(mem, decay, 0.0, NULL, yp) == GALPHA_ILL_INPUT);
  CHECK(GALPHAInit(mem, decay, (sunrealtype)NAN, y, yp) == GALPHA_ILL_INPUT);
  CHECK(GALPHAInit(mem, decay, 0.0, y, yp) == 0);
  CHECK(GALPHAInit(mem, decay, 0.0, y, yp) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetDiffOrder(mem, order) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&c, GALPHA_ILL_INPUT, "component 1"));
  CHECK(GALPHASetDiffOrder(mem, three) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetJac2Fn(mem, NULL) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetRhoInfState(mem, 1.5) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetRhoInfState(mem, (sunrealtype)NAN) == GALPHA_ILL_INPUT);
  N_VDestroy(y);
  N_VDestroy(yp);
  N_VDestroy(order);
  N_VDestroy(three);
  GALPHAFree(&mem);
}

static void check_singular(SUNContext ctx, enum fault fault)
{
  struct caught c;
  struct residual_run run;
  CHECK(begin(&run, &fault, ctx, &c) == 0);
  /* declared: else the start says that there are none */
  N_VConst(2.0, run.ypp);
  CHECK(!GALPHASetDiffOrder(run.mem, run.ypp));
  CHECK(GALPHACalcIC(run.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_SINGULAR_JAC);
  CHECK(c.count == 1);
  CHECK(caught_says(&c, GALPHA_SINGULAR_JAC,
                    "derivative of y[1]; is component 1 declared"));
  if (fault != TOO_HIGH)
  {
    CHECK(residual_to(&run, 1.0) == GALPHA_SINGULAR_JAC);
    CHECK(caught_says(&c, GALPHA_SINGULAR_JAC,
                      fault == EMPTY_ROW ? "column 1 is empty" : "singular"));
    CHECK(run.t == 0.0 && residual_y(&run)[1] == 0.5);
  }
  residual_end(&run);
}

/* Fails with the code; what was reached is right and one message tells why.
 * Once the fault is gone the run goes on. */
static void check_failure(SUNContext ctx, enum fault fault, int code,
                          const char *text)
{
  struct caught c;
  struct residual_run run;
  CHECK(begin(&run, &fault, ctx, &c) == 0);
  CHECK(residual_to(&run, 1.0) == code);
  CHECK(c.count == 1);
  CHECK(caught_says(&c, code, text));
  CHECK_IN(run.t, 0.0, 0.1);
  CHECK(fabs(residual_y(&run)[0] - sin(run.t)) <= 1e-5);
  CHECK(fabs(residual_y(&run)[1] - 0.5 * cos(2.0 * run.t)) <= 1e-5);
  fault = NONE;
  CHECK(residual_to(&run, 1.0) == 0);
  CHECK(fabs(residual_y(&run)[0] - sin(1.0)) <= 1e-4);
  residual_end(&run);
}

/* A first step that predicts values outside the domain is cut. */
static void check_domain(SUNContext ctx)
{
  enum fault fault = OUT_OF_DOMAIN;
  struct caught c;
  struct residual_run run;
  long int failed = 0;
  CHECK(begin(&run, &fault, ctx, &c) == 0);
  CHECK(GALPHASetInitStep(run.mem, 3.0) == 0);
  CHECK(residual_to(&run, 5.0) == 0);
  CHECK(c.count == 0);
  CHECK(fabs(residual_y(&run)[0] - sin(5.0)) <= 1e-3);
  CHECK(GALPHAGetNumStepSolveFails(run.mem, &failed) == 0 && failed > 0);
  residual_end(&run);
}

/* GALPHAInit2 without a component of order 2 hands out y'' all the same. */
static void check_no_second_order(SUNContext ctx)
{
  enum fault fault = FIRST_ORDER;
  struct caught c;
  struct residual_run run;
  N_Vector order = pair(ctx, 0.0, 1.0);
  CHECK(begin(&run, &fault, ctx, &c) == 0);
  CHECK(GALPHASetDiffOrder(run.mem, order) == 0);
  CHECK(residual_to(&run, 1.0) == 0);
  CHECK(fabs(residual_y(&run)[0]) <= 1e-9);
  CHECK_REL(residual_y(&run)[1], 0.5 * exp(-1.0), 1e-4);
  N_VDestroy(order);
  residual_end(&run);
}

/* An order that is too low is found at the start. */
static void check_too_low(SUNContext ctx, sunrealtype o0, sunrealtype o1,
                          const char *text)
{
  enum fault fault = FIRST_ORDER;
  struct caught c;
  struct residual_run run;
  N_Vector order = pair(ctx, o0, o1);
  if (o0 == 1.0) { fault = NONE; }
  CHECK(begin(&run, &fault, ctx, &c) == 0);
  CHECK(GALPHASetDiffOrder(run.mem, order) == 0);
  CHECK(residual_to(&run, 1.0) == GALPHA_ILL_INPUT);
  CHECK(c.count == 1);
  CHECK(caught_says(&c, GALPHA_ILL_INPUT, text));
  CHECK(GALPHACalcIC(run.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_ILL_INPUT);
  N_VDestroy(order);
  residual_end(&run);
}

static int identity(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, N_Vector rhs, N_Vector z, const sunrealtype *c,
                    sunrealtype delta, void *data)
{
  N_VScale(1.0, rhs, z);
  return 0;
}

/* A Krylov solver that was made for a preconditioner, and none is set, or no
 * longer: refused, whatever SUNDIALS does; with one the run goes on. */
static void check_no_preconditioner(SUNContext ctx, enum residual_krylov kind)
{
  enum fault fault = NONE;
  struct caught c;
  struct residual_run run;
  CHECK(begin(&run, &fault, ctx, &c) == 0);
  CHECK(residual_use_krylov(&run, kind, 2, 1) == 0);
  CHECK(GALPHACalcIC(run.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_LINIT_FAIL);
  CHECK(caught_says(&c, GALPHA_LINIT_FAIL, "GALPHASetPreconditioner"));
  CHECK(residual_to(&run, 1.0) == GALPHA_LINIT_FAIL);
  CHECK(caught_says(&c, GALPHA_LINIT_FAIL, "none is set"));
  CHECK(GALPHASetPreconditioner2(run.mem, NULL, identity) == 0);
  CHECK(residual_to(&run, 0.5) == 0);
  CHECK(GALPHASetPreconditioner2(run.mem, NULL, NULL) == 0);
  CHECK(residual_to(&run, 1.0) == GALPHA_LINIT_FAIL);
  CHECK(caught_says(&c, GALPHA_LINIT_FAIL, "none is set"));
  CHECK(run.t >= 0.5 && run.t < 1.0);
  CHECK(GALPHASetPreconditioner2(run.mem, NULL, identity) == 0);
  CHECK(residual_to(&run, 1.0) == 0);
  CHECK(c.count == 0);
  CHECK(fabs(residual_y(&run)[0] - sin(1.0)) <= 1e-4);
  residual_end(&run);
}

int main(void)
{
  SUNContext ctx = galpha_test_context();
  galpha_test_quiet(ctx);
  check_order(ctx, 2.0, 3.0, "component 1");
  check_order(ctx, -1.0, 2.0, "component 0");
  check_order(ctx, 2.0, 1.5, "component 1");
  check_order(ctx, (sunrealtype)NAN, 2.0, "component 0");
  check_order(ctx, 2.0, (sunrealtype)INFINITY, "component 1");
  check_first_order(ctx);
  check_singular(ctx, EMPTY_ROW);
  check_singular(ctx, EQUAL_ROWS);
  check_singular(ctx, TOO_HIGH);
  check_failure(ctx, NOT_A_NUMBER, GALPHA_REP_RES_ERR, "component 1");
  check_failure(ctx, RECOVERABLE, GALPHA_REP_RES_ERR, "returned 1");
  check_failure(ctx, FATAL, GALPHA_RES_FAIL, "returned -1");
  check_failure(ctx, NEVER, GALPHA_FIRST_RES_FAIL, "returned 1");
  check_failure(ctx, NAN_AT_ONCE, GALPHA_FIRST_RES_FAIL, "component 1");
  check_domain(ctx);
  check_no_second_order(ctx);
  check_too_low(ctx, 1.0, 2.0, "y''[0], but component 0");
  check_too_low(ctx, 0.0, 0.0, "y'[1], but component 1");
  for (int kind = 0; kind < RESIDUAL_KRYLOV_COUNT; kind++)
  {
    check_no_preconditioner(ctx, (enum residual_krylov)kind);
  }
  SUNContext_Free(&ctx);
  return check_done();
}
