/* Wrong input and failing callbacks of the residual form: clear codes and
 * messages, and the last accepted step stays usable. */
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
  switch (fault)
  {
  case EMPTY_ROW: f[1] = 0.0; break;
  case EQUAL_ROWS: f[1] = f[0]; break;
  case FIRST_ORDER:
    f[0] = u[0];
    f[1] = NV_Ith_S(yp, 1) + u[1] - u[0];
    break;
  case TOO_HIGH: f[1] = NV_Ith_S(yp, 1) + u[1] - u[0]; break;
  case NOT_A_NUMBER: f[1] = late ? (sunrealtype)NAN : f[1]; break;
  case NAN_AT_ONCE: f[1] = (sunrealtype)NAN; break;
  case NEVER: return 1;
  case RECOVERABLE: return late;
  case OUT_OF_DOMAIN: return fabs(u[0]) > 1.2;
  case FATAL: return late ? -1 : 0;
  default: break;
  }
  return 0;
}

static void begin(struct small *s, enum fault *fault)
{
  BEGIN(s, .n = 2, .q = VALUES(0.0, 0.5), .v = VALUES(1.0, 0.0),
        .res2 = oscillators, .data = fault, .rtol = 1e-6, .atol = 1e-8);
}

static void check_values(const struct small *s, sunrealtype tol)
{
  CHECK_NEAR(small_q(s)[0], sin(s->t), tol);
  CHECK_NEAR(small_q(s)[1], 0.5 * cos(2.0 * s->t), tol);
}

static N_Vector pair(sunrealtype a, sunrealtype b)
{
  return small_vector(ctx, 2, VALUES(a, b));
}

/* Refused with the component's name; the object then runs with its old orders. */
static void check_order(sunrealtype a, sunrealtype b, const char *text)
{
  enum fault fault = NONE;
  struct small s;
  begin(&s, &fault);
  N_Vector order = pair(a, b);
  ILL_INPUT(&s.said, GALPHASetDiffOrder(s.mem, order), text);
  CHECK(small_solve(&s, 1.0) == 0);
  CHECK_REL(small_q(&s)[0], sin(1.0), 1e-4);
  N_VConst(2.0, order);
  ILL_INPUT(&s.said, GALPHASetDiffOrder(s.mem, order), "start");
}

RESIDUAL1_EACH(decay, y[i] + yp[i])

/* After GALPHAInit there is no order 2, and no second derivative in a Jacobian. */
static void check_first_order(void)
{
  struct caught c = {0};
  void *mem       = KEEP(GALPHACreate(ctx));
  N_Vector y = pair(1.0, 2.0), yp = pair(-1.0, -2.0);
  N_Vector order = pair(1.0, 2.0), three = KEEP(N_VNew_Serial(3, ctx));
  GALPHASetErrHandlerFn(mem, caught_handler, &c);
  CHECK(GALPHASetDiffOrder(mem, order) == GALPHA_NO_MALLOC);
  CHECK(GALPHAInit(mem, NULL, 0.0, y, yp) == GALPHA_ILL_INPUT);
  ILL_INPUT(&c, GALPHAInit(mem, decay, 0.0, y, three), "yp0");
  CHECK(GALPHAInit(mem, decay, 0.0, NULL, yp) == GALPHA_ILL_INPUT);
  CHECK(GALPHAInit(mem, decay, (sunrealtype)NAN, y, yp) == GALPHA_ILL_INPUT);
  CHECK(GALPHAInit(mem, decay, 0.0, y, yp) == 0);
  CHECK(GALPHAInit(mem, decay, 0.0, y, yp) == GALPHA_ILL_INPUT);
  ILL_INPUT(&c, GALPHASetDiffOrder(mem, order), "component 1");
  CHECK(GALPHASetDiffOrder(mem, three) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetJac2Fn(mem, NULL) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetRhoInfState(mem, 1.5) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetRhoInfState(mem, (sunrealtype)NAN) == GALPHA_ILL_INPUT);
}

static void check_singular(enum fault fault)
{
  struct small s;
  begin(&s, &fault);
  /* declared: else the start says that there are none */
  CHECK(!small_orders(&s, VALUES(2.0, 2.0)));
  CHECK(GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_SINGULAR_JAC);
  CHECK(s.said.count == 1);
  CHECK(caught_says(&s.said, GALPHA_SINGULAR_JAC,
                    "derivative of y[1]; is component 1 declared"));
  if (fault == TOO_HIGH) { return; }
  REFUSED(&s.said, small_solve(&s, 1.0), GALPHA_SINGULAR_JAC,
          fault == EMPTY_ROW ? "column 1 is empty" : "singular");
  CHECK(s.t == 0.0 && small_q(&s)[1] == 0.5);
}

/* Fails with the code; what was reached is right and one message tells why.
 * Once the fault is gone the run goes on. */
static void check_failure(enum fault fault, int code, const char *text)
{
  struct small s;
  begin(&s, &fault);
  CHECK(small_solve(&s, 1.0) == code && s.said.count == 1);
  CHECK(caught_says(&s.said, code, text));
  CHECK_IN(s.t, 0.0, 0.1);
  check_values(&s, 1e-5);
  fault = NONE;
  CHECK(small_solve(&s, 1.0) == 0);
  CHECK_NEAR(small_q(&s)[0], sin(1.0), 1e-4);
}

/* A first step that predicts values outside the domain is cut. */
static void check_domain(void)
{
  enum fault fault = OUT_OF_DOMAIN;
  struct small s;
  begin(&s, &fault);
  CHECK(GALPHASetInitStep(s.mem, 3.0) == 0);
  CHECK(small_solve(&s, 5.0) == 0 && s.said.count == 0);
  CHECK_NEAR(small_q(&s)[0], sin(5.0), 1e-3);
  CHECK(count_of(s.mem, GALPHAGetNumStepSolveFails) > 0);
}

/* GALPHAInit2 without a component of order 2 hands out y'' all the same. */
static void check_no_second_order(void)
{
  enum fault fault = FIRST_ORDER;
  struct small s;
  begin(&s, &fault);
  CHECK(!small_orders(&s, VALUES(0.0, 1.0)));
  CHECK(small_solve(&s, 1.0) == 0);
  CHECK(fabs(small_q(&s)[0]) <= 1e-9);
  CHECK_REL(small_q(&s)[1], 0.5 * exp(-1.0), 1e-4);
}

/* An order that is too low is found at the start. */
static void check_too_low(sunrealtype o0, sunrealtype o1, const char *text)
{
  enum fault fault = o0 == 1.0 ? NONE : FIRST_ORDER;
  struct small s;
  begin(&s, &fault);
  CHECK(!small_orders(&s, VALUES(o0, o1)));
  CHECK(small_solve(&s, 1.0) == GALPHA_ILL_INPUT && s.said.count == 1);
  CHECK(caught_says(&s.said, GALPHA_ILL_INPUT, text));
  CHECK(GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_ILL_INPUT);
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
static void check_no_preconditioner(enum residual_krylov kind)
{
  enum fault fault = NONE;
  struct caught c  = {0};
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "oscillators", .n = 2, .res2 = oscillators,
                     .y0 = VALUES(0.0, 0.5), .yp0 = VALUES(1.0, 0.0),
                     .data = &fault);
  struct residual_run run;
  CHECK(!residual_begin(&run, &pb, ctx));
  CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &c));
  CHECK(residual_use_krylov(&run, kind, 2, 1) == 0);
  REFUSED(&c, GALPHACalcIC(run.mem, GALPHA_ACC_INIT, 1.0), GALPHA_LINIT_FAIL,
          "GALPHASetPreconditioner");
  REFUSED(&c, residual_to(&run, 1.0), GALPHA_LINIT_FAIL, "none is set");
  CHECK(GALPHASetPreconditioner2(run.mem, NULL, identity) == 0);
  CHECK(residual_to(&run, 0.5) == 0);
  CHECK(GALPHASetPreconditioner2(run.mem, NULL, NULL) == 0);
  REFUSED(&c, residual_to(&run, 1.0), GALPHA_LINIT_FAIL, "none is set");
  CHECK(run.t >= 0.5 && run.t < 1.0);
  CHECK(GALPHASetPreconditioner2(run.mem, NULL, identity) == 0);
  CHECK(residual_to(&run, 1.0) == 0);
  CHECK(c.count == 0);
  CHECK_NEAR(residual_y(&run)[0], sin(1.0), 1e-4);
}

TEST_MAIN()
{
  test_quiet();
  check_order(2.0, 3.0, "component 1");
  check_order(-1.0, 2.0, "component 0");
  check_order(2.0, 1.5, "component 1");
  check_order((sunrealtype)NAN, 2.0, "component 0");
  check_order(2.0, (sunrealtype)INFINITY, "component 1");
  check_first_order();
  check_singular(EMPTY_ROW);
  check_singular(EQUAL_ROWS);
  check_singular(TOO_HIGH);
  check_failure(NOT_A_NUMBER, GALPHA_REP_RES_ERR, "component 1");
  check_failure(RECOVERABLE, GALPHA_REP_RES_ERR, "returned 1");
  check_failure(FATAL, GALPHA_RES_FAIL, "returned -1");
  check_failure(NEVER, GALPHA_FIRST_RES_FAIL, "returned 1");
  check_failure(NAN_AT_ONCE, GALPHA_FIRST_RES_FAIL, "component 1");
  check_domain();
  check_no_second_order();
  check_too_low(1.0, 2.0, "y''[0], but component 0");
  check_too_low(0.0, 0.0, "y'[1], but component 1");
  for (int kind = 0; kind < RESIDUAL_KRYLOV_COUNT; kind++)
  {
    check_no_preconditioner((enum residual_krylov)kind);
  }
}
