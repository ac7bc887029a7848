/* Statistics: the printed table and the CSV hold the numbers that the getters
 * return, and these agree with an own count of the callbacks. */
#include "support/check/printed_stats.h"
#include "support/test.h"

#define TABLE SUN_OUTPUTFORMAT_TABLE
#define CSV   SUN_OUTPUTFORMAT_CSV

static const struct
{
  const char *name;
  int (*get)(void *mem, long int *x);
  int residual; /* of the residual form alone */
} counters[] = {
  {"Steps", GALPHAGetNumSteps, 0},
  {"Error test fails", GALPHAGetNumErrTestFails, 0},
  {"Step solve fails", GALPHAGetNumStepSolveFails, 0},
  {"Force evals", GALPHAGetNumResEvals, 0},
  {"NLS iters", GALPHAGetNumNonlinSolvIters, 0},
  {"NLS fails", GALPHAGetNumNonlinSolvConvFails, 0},
  {"Jac evals", GALPHAGetNumJacEvals, 0},
  {"LS setups", GALPHAGetNumLinSolvSetups, 0},
  {"LS solves", GALPHAGetNumLinSolves, 0},
  {"Root fn evals", GALPHAGetNumGEvals, 0},
  {"Residual fn evals", GALPHAGetNumResEvals, 1},
  {"IC linesearch backtrack ops", GALPHAGetNumBacktrackOps, 1},
  {"LS residual fn evals", GALPHAGetNumLinResEvals, 1},
  {"LS iters", GALPHAGetNumLinIters, 1},
  {"LS fails", GALPHAGetNumLinConvFails, 1},
  {"Prec setup evals", GALPHAGetNumPrecEvals, 1},
  {"Prec solves", GALPHAGetNumPrecSolves, 1},
  {"Jac-times setups", GALPHAGetNumJTSetupEvals, 1},
  {"Jac-times evals", GALPHAGetNumJtimesEvals, 1},
};

static const struct
{
  const char *name;
  int (*get)(void *mem, sunrealtype *x);
} readings[] = {
  {"Current time", GALPHAGetCurrentTime},
  {"Last step size", GALPHAGetLastStep},
  {"Initial step size", GALPHAGetActualInitStep},
  {"Current step size", GALPHAGetCurrentStep},
};

static void check_counters(void *mem, int residual, SUNOutputFormat fmt)
{
  const char *text = printed_stats(mem, fmt);
  for (int i = 0; i < COUNT_OF(counters); i++)
  {
    if (counters[i].residual != residual) { continue; }
    long int x = -1;
    CHECK(counters[i].get(mem, &x) == GALPHA_SUCCESS);
    CHECK(printed_value(text, counters[i].name, fmt) == (double)x);
    CHECK(counters[i].get(mem, NULL) == GALPHA_ILL_INPUT);
    CHECK(counters[i].get(NULL, &x) == GALPHA_MEM_NULL);
  }
}

static void check_printed(void *mem, SUNOutputFormat fmt)
{
  CHECK(GALPHASetErrFile(mem, NULL) == GALPHA_SUCCESS);
  check_counters(mem, 0, fmt);
  const char *text = printed_stats(mem, fmt);
  for (int i = 0; i < COUNT_OF(readings); i++)
  {
    sunrealtype x = -1;
    CHECK(readings[i].get(mem, &x) == GALPHA_SUCCESS);
    CHECK_REL(printed_value(text, readings[i].name, fmt), x, 1e-14);
    CHECK(readings[i].get(mem, NULL) == GALPHA_ILL_INPUT);
    CHECK(readings[i].get(NULL, &x) == GALPHA_MEM_NULL);
  }
  /* CSV: one line of name,value pairs */
  if (fmt == CSV)
  {
    int commas = 0;
    for (const char *s = text; *s; s++) { commas += *s == ','; }
    CHECK(commas % 2 == 1);
    CHECK(strchr(text, '\n') == text + strlen(text) - 1);
  }
}

RESIDUAL1_EACH(decay, y[i] + yp[i])

/* Calls of the user's functions, counted by the user. */
struct calls
{
  long int force, g, G;
};

#define COUNT_CALLS(name, params, args)     \
  static int count_##name params            \
  {                                         \
    ((struct calls *)data)->name++;         \
    return paper_simple_pendulum.name args; \
  }
COUNT_CALLS(force,
            (sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data),
            (t, q, v, f, paper_simple_pendulum.data))
COUNT_CALLS(g, (sunrealtype t, N_Vector q, N_Vector g, void *data),
            (t, q, g, paper_simple_pendulum.data))
COUNT_CALLS(G, (sunrealtype t, N_Vector q, SUNMatrix G, void *data),
            (t, q, G, paper_simple_pendulum.data))

static void check_counts(int formulation)
{
  struct calls own  = {0, 0, 0};
  struct problem pb = paper_simple_pendulum;
  pb.force          = count_force;
  pb.g              = count_g;
  pb.G              = count_G;
  pb.data           = &own;
  SMALL(s, .pb = &pb, .formulation = formulation);
  own = (struct calls){0, 0, 0};
  CHECK(small_solve(s, 1.0) == 0);
  check_printed(s->mem, TABLE);
  check_printed(s->mem, CSV);
  const char *text = printed_stats(s->mem, CSV);
  CHECK(printed_value(text, "Force evals", CSV) == (double)own.force);
  CHECK(printed_value(text, "Constraint g evals", CSV) == (double)own.g);
  CHECK(printed_value(text, "Constraint G evals", CSV) == (double)own.G);
  const long int steps  = count_of(s->mem, GALPHAGetNumSteps),
                 builds = count_of(s->mem, GALPHAGetNumJacEvals),
                 nni    = count_of(s->mem, GALPHAGetNumNonlinSolvIters);
  CHECK(steps > 50 && builds >= steps / 20 && nni >= steps);
  CHECK(count_of(s->mem, GALPHAGetNumLinSolvSetups) >= builds);
  CHECK(count_of(s->mem, GALPHAGetNumLinSolves) >= nni);

  /* GALPHAReInit starts the counts anew */
  problem_start(&pb, small_q(s), small_v(s));
  CHECK(GALPHAReInit(s->mem, 0.0, s->q, s->v) == 0);
  CHECK(count_of(s->mem, GALPHAGetNumSteps) == 0);
  CHECK(count_of(s->mem, GALPHAGetNumLinSolves) == 0);
}

/* What a form does not have is not printed. */
static void check_residual_form(void)
{
  static const char *const mechanical[] = {"Force", "Mass", "Constraint"};
  static const char *const residual[]   = {"Residual", "Jac-times", "Prec"};
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "decay", .n = 2, .res1 = decay,
                     .y0 = VALUES(1.0, 0.0), .yp0 = VALUES(-1.0, 0.0));
  struct residual_run run;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(residual_use_krylov(&run, RESIDUAL_SPGMR, 2, 0) == 0);
  CHECK(residual_to(&run, 1.0) == 0);
  CHECK(GALPHASetErrFile(run.mem, NULL) == 0);
  check_counters(run.mem, 1, TABLE);
  const char *text = printed_stats(run.mem, TABLE);
  for (int i = 0; i < 3; i++) { CHECK(!strstr(text, mechanical[i])); }
  CHECK(printed_value(text, "Residual fn evals", TABLE) > 0.0);
  CHECK(printed_value(text, "Jac-times evals", TABLE) > 0.0);
  text = printed_stats(
    KEEP(problem_create(&paper_oscillator, ctx, PROBLEM_DENSE)), TABLE);
  CHECK(strstr(text, "Force"));
  for (int i = 0; i < 3; i++) { CHECK(!strstr(text, residual[i])); }
}

static void check_refused(void)
{
  void *fresh = KEEP(GALPHACreate(ctx));
  long int rw = 0, iw = 0;
  SMALL(s, .pb = &paper_oscillator);
  CHECK(!GALPHASetErrFile(fresh, NULL));
  CHECK(GALPHAPrintAllStats(NULL, stdout, CSV) == GALPHA_MEM_NULL);
  CHECK(GALPHAPrintAllStats(fresh, stdout, CSV) == GALPHA_NO_MALLOC);
  ILL_INPUT(&s->said, GALPHAPrintAllStats(s->mem, NULL, CSV), "outfile");
  CHECK(GALPHAPrintAllStats(s->mem, stdout, (SUNOutputFormat)77) ==
        GALPHA_ILL_INPUT);
  CHECK(GALPHAGetWorkSpace(NULL, &rw, &iw) == GALPHA_MEM_NULL);
  CHECK(GALPHAGetWorkSpace(s->mem, NULL, &iw) == GALPHA_ILL_INPUT);
  CHECK(GALPHAGetWorkSpace(s->mem, &rw, &iw) == GALPHA_SUCCESS);
  CHECK(rw >= 6 && iw > 0);
  check_printed(s->mem, TABLE); /* before the first step */
}

TEST_MAIN()
{
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++) { check_counts(f); }
  check_residual_form();
  check_refused();
}
