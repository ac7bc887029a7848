/* Default settings: errors follow the tolerance on an oscillator, Duffing's
 * equation, stiff and mixed problems; the estimate of the local error is right.
 */
#include "support/models/callbacks.h"
#include "support/models/forced_oscillator.h"
#include "support/models/mechatronic.h"
#include "support/run/subject.h"
#include "support/test.h"

/* x'' = -x - x^3 by Duffing, energy x'^2/2 + x^2/2 + x^4/4. */
RESIDUAL2(duffing)
{
  const sunrealtype x = y[0];
  r[0]                = ypp[0] + x + x * x * x;
}

RESIDUAL_START(start_duffing)
{
  y[0] = 1.0;
}

/* Prothero and Robinson: x' = -1e6 (x - cos t) - sin t, x = cos t. */
RESIDUAL1(prothero)
{
  r[0] = yp[0] + 1e6 * (y[0] - cos(t)) + sin(t);
}

static const struct residual_problem duffing_problem = {
  .name = "Duffing", .n = 1, .res2 = duffing, .start = start_duffing};
static const struct residual_problem prothero_problem = {
  .name = "Prothero", .n = 1, .res1 = prothero, .start = start_duffing};

static sunrealtype energy_error(const struct residual_run *run)
{
  const sunrealtype x = residual_y(run)[0], v = residual_yp(run)[0];
  return fabs(0.5 * v * v + 0.5 * x * x + 0.25 * x * x * x * x - 0.75);
}

static sunrealtype cosine_error(const struct residual_run *run)
{
  return fabs(residual_y(run)[0] - cos(run->t));
}

static sunrealtype model_error(const struct residual_run *run)
{
  sunrealtype y[RESIDUAL_MODEL_SIZE], d[RESIDUAL_MODEL_SIZE],
    dd[RESIDUAL_MODEL_SIZE], worst = 0.0;
  residual_model_exact(run->pb->data, run->t, y, d, dd);
  for (int i = 0; i < RESIDUAL_MODEL_SIZE; i++)
  {
    worst = fmax(worst, fabs(residual_y(run)[i] - y[i]));
  }
  return worst;
}

typedef sunrealtype (*error_fn)(const struct residual_run *run);

static sunrealtype run_to(const struct residual_problem *pb, SUNContext ctx,
                          error_fn error, sunrealtype rtol, long int *steps)
{
  struct residual_run run;
  long int rejected = 0, failed = 0;
  int ret = residual_begin(&run, pb, ctx);
  if (!ret) { ret = GALPHASStolerances(run.mem, rtol, rtol); }
  if (!ret) { ret = residual_to(&run, 10.0); }
  CHECK(ret == 0);
  const sunrealtype e = error(&run);
  CHECK(GALPHAGetNumSteps(run.mem, steps) == 0);
  CHECK(GALPHAGetNumErrTestFails(run.mem, &rejected) == 0);
  CHECK(GALPHAGetNumStepSolveFails(run.mem, &failed) == 0);
  printf("%-10s rtol %.0e: %ld steps, %ld rejected, %ld failed, error %.1e\n",
         pb->name, rtol, *steps, rejected, failed, e);
  CHECK(rejected + failed <= 3 + *steps / 10);
  residual_end(&run);
  return e;
}

/* Errors like rtol^(2/3), steps like rtol^(-1/3). */
static void check_law(const struct residual_problem *pb, SUNContext ctx,
                      error_fn error)
{
  long int n1, n2;
  const sunrealtype e1 = run_to(pb, ctx, error, 1e-4, &n1);
  const sunrealtype e2 = run_to(pb, ctx, error, 1e-7, &n2);
  CHECK(e2 <= 50.0 * pow(1e-7, 2.0 / 3.0));
  CHECK_IN(log10(e1 / e2) / 3.0, 0.45, 1.3);
  CHECK_IN(log10((sunrealtype)n2 / (sunrealtype)n1) / 3.0, 0.2, 0.42);
}

/* Of u, and of u' by its bound. */
static sunrealtype forced_error(const struct residual_run *run)
{
  sunrealtype e[SUBJECT_KINDS];
  forced_oscillator_errors(run, e);
  return fmax(e[SUBJECT_Q], e[SUBJECT_V] / 3.0);
}

static void check_forced(const struct residual_problem *pb, SUNContext ctx)
{
  long int steps;
  const sunrealtype e1 = run_to(pb, ctx, forced_error, 1e-4, &steps);
  const sunrealtype e2 = run_to(pb, ctx, forced_error, 1e-7, &steps);
  CHECK_IN(log10(e1 / e2) / 3.0, 0.5, 1.0);
  CHECK(e2 <= 1e-4);
}

/* q'' = t and x' = t^2/2 from rest, one step after a few equal ones: the errors
 * are the estimate, up to what the start left behind. */
RESIDUAL2(cubic)
{
  r[0] = ypp[0] - t;
  r[1] = yp[1] - 0.5 * t * t;
}

RESIDUAL_START(start_cubic)
{
}

static void check_estimate(SUNContext ctx, sunrealtype rho)
{
  static const sunrealtype orders[2] = {2.0, 1.0}, one = 1.0;
  static const struct residual_problem problem = {.name      = "cubic",
                                                  .n         = 2,
                                                  .order     = orders,
                                                  .res2      = cubic,
                                                  .start     = start_cubic,
                                                  .ypp_known = 1};
  const sunrealtype h                          = 0.1;
  struct residual_run run;
  int ret = residual_begin(&run, &problem, ctx);
  if (!ret) { ret = GALPHASetRhoInf(run.mem, rho); }
  if (!ret) { ret = GALPHASetRhoInfState(run.mem, rho); }
  if (!ret) { ret = residual_steps(&run, h, &one, 1, 40); }
  CHECK(ret == 0);
  const sunrealtype t = run.t, q = residual_y(&run)[0] - t * t * t / 6.0;
  const sunrealtype v = residual_yp(&run)[0] - 0.5 * t * t;
  const sunrealtype x = residual_y(&run)[1] - t * t * t / 6.0;
  CHECK(residual_step(&run, h) == 0);
  const sunrealtype s  = run.t;
  const sunrealtype dq = residual_y(&run)[0] - s * s * s / 6.0 - q - h * v;
  const sunrealtype dx = residual_y(&run)[1] - s * s * s / 6.0 - x;
  CHECK(GALPHAGetEstLocalErrors(run.mem, run.y) == 0 &&
        GALPHAGetEstLocalErrorsVel(run.mem, run.yp) == 0);
  printf("rho %.1f: local errors q %.3e (estimate %.3e) x %.3e (%.3e)\n", rho,
         dq, residual_y(&run)[0], dx, residual_y(&run)[1]);
  CHECK_REL(fabs(residual_y(&run)[0]), fabs(dq), 0.02);
  CHECK_REL(fabs(residual_y(&run)[1]), fabs(dx), 0.02);
  residual_end(&run);
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.2, 0.5, 0.8, 0.9};
  struct residual_model model;
  residual_model_new(&model, 0, NULL);
  check_law(&duffing_problem, ctx, energy_error);
  check_law(&prothero_problem, ctx, cosine_error);
  check_law(&model.pb, ctx, model_error);
  check_forced(&forced_oscillator[0], ctx);
  check_forced(&forced_oscillator[1], ctx);
  for (int i = 0; i < 5; i++) { check_estimate(ctx, rho[i]); }
}
