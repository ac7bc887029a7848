/* Statistics: the printed table and the CSV hold the numbers that the getters
 * return, and these agree with an own count of the callbacks. */
#include <stdlib.h>

#include "support/models/callbacks.h"
#include "support/models/papers.h"
#include "support/run/residual.h"
#include "support/run/small.h"
#include "support/test.h"

/* The value printed behind a name; format as in the table or the CSV. */
static double printed(const char *text, const char *name, int table)
{
  char key[64];
  snprintf(key, sizeof key, table ? "%-28s = " : "%s,", name);
  const char *at = strstr(text, key);
  return at ? strtod(at + strlen(key), NULL) : (double)NAN;
}

#define LENGTH 4000

static void all_stats(void *mem, SUNOutputFormat fmt, char text[LENGTH])
{
  FILE *fp      = tmpfile();
  size_t length = 0;
  CHECK(fp && GALPHAPrintAllStats(mem, fp, fmt) == GALPHA_SUCCESS);
  if (fp)
  {
    rewind(fp);
    length = fread(text, 1, LENGTH - 1, fp);
    fclose(fp);
  }
  text[length] = '\0';
}

static const struct
{
  const char *name;
  int (*get)(void *mem, long int *x);
} counters[] = {
  {"Steps", GALPHAGetNumSteps},
  {"Error test fails", GALPHAGetNumErrTestFails},
  {"Step solve fails", GALPHAGetNumStepSolveFails},
  {"Force evals", GALPHAGetNumResEvals},
  {"NLS iters", GALPHAGetNumNonlinSolvIters},
  {"NLS fails", GALPHAGetNumNonlinSolvConvFails},
  {"Jac evals", GALPHAGetNumJacEvals},
  {"LS setups", GALPHAGetNumLinSolvSetups},
  {"LS solves", GALPHAGetNumLinSolves},
  {"Root fn evals", GALPHAGetNumGEvals},
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

static const struct
{
  const char *name;
  int (*get)(void *mem, long int *x);
} residual_counters[] = {
  {"Residual fn evals", GALPHAGetNumResEvals},
  {"IC linesearch backtrack ops", GALPHAGetNumBacktrackOps},
  {"LS residual fn evals", GALPHAGetNumLinResEvals},
  {"LS iters", GALPHAGetNumLinIters},
  {"LS fails", GALPHAGetNumLinConvFails},
  {"Prec setup evals", GALPHAGetNumPrecEvals},
  {"Prec solves", GALPHAGetNumPrecSolves},
  {"Jac-times setups", GALPHAGetNumJTSetupEvals},
  {"Jac-times evals", GALPHAGetNumJtimesEvals},
};

static void check_printed(void *mem, SUNOutputFormat fmt)
{
  const int table = fmt == SUN_OUTPUTFORMAT_TABLE;
  char text[LENGTH];

  all_stats(mem, fmt, text);
  CHECK(GALPHASetErrFile(mem, NULL) == GALPHA_SUCCESS);
  for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
  {
    long int x = -1;
    CHECK(counters[i].get(mem, &x) == GALPHA_SUCCESS);
    CHECK(printed(text, counters[i].name, table) == (double)x);
    CHECK(counters[i].get(mem, NULL) == GALPHA_ILL_INPUT);
    CHECK(counters[i].get(NULL, &x) == GALPHA_MEM_NULL);
  }
  for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++)
  {
    sunrealtype x = -1;
    CHECK(readings[i].get(mem, &x) == GALPHA_SUCCESS);
    CHECK_REL(printed(text, readings[i].name, table), x, 1e-14);
    CHECK(readings[i].get(mem, NULL) == GALPHA_ILL_INPUT);
    CHECK(readings[i].get(NULL, &x) == GALPHA_MEM_NULL);
  }
  /* CSV: one line of name,value pairs */
  if (!table)
  {
    int commas = 0;
    for (const char *s = text; *s; s++) { commas += *s == ','; }
    CHECK(commas % 2 == 1);
    CHECK(strchr(text, '\n') == text + strlen(text) - 1);
  }
}

static int decay(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  N_VLinearSum(1.0, y, 1.0, yp, r);
  return 0;
}

/* Calls of the user's functions, counted by the user. */
struct calls
{
  long int force, g, G;
};

static int count_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                       void *data)
{
  ((struct calls *)data)->force++;
  return paper_simple_pendulum.force(t, q, v, f, paper_simple_pendulum.data);
}

static int count_g(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  ((struct calls *)data)->g++;
  return paper_simple_pendulum.g(t, q, g, paper_simple_pendulum.data);
}

static int count_G(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  ((struct calls *)data)->G++;
  return paper_simple_pendulum.G(t, q, G, paper_simple_pendulum.data);
}

static void check_counts(SUNContext ctx, int formulation)
{
  struct calls own  = {0, 0, 0};
  struct problem pb = paper_simple_pendulum;
  long int steps = 0, setups = 0, builds = 0, nni = 0, solves = 0;
  char text[LENGTH];

  pb.force = count_force;
  pb.g     = count_g;
  pb.G     = count_G;
  pb.data  = &own;
  struct small s;
  CHECK(!small_problem(&s, ctx, &pb, PROBLEM_DENSE));
  CHECK(!GALPHASetFormulation(s.mem, formulation));
  own = (struct calls){0, 0, 0};
  CHECK(small_solve(&s, 1.0) == 0);
  check_printed(s.mem, SUN_OUTPUTFORMAT_TABLE);
  check_printed(s.mem, SUN_OUTPUTFORMAT_CSV);
  all_stats(s.mem, SUN_OUTPUTFORMAT_CSV, text);
  CHECK(printed(text, "Force evals", 0) == (double)own.force);
  CHECK(printed(text, "Constraint g evals", 0) == (double)own.g);
  CHECK(printed(text, "Constraint G evals", 0) == (double)own.G);
  CHECK(!GALPHAGetNumSteps(s.mem, &steps) && steps > 50);
  CHECK(!GALPHAGetNumJacEvals(s.mem, &builds) && builds >= steps / 20);
  CHECK(!GALPHAGetNumLinSolvSetups(s.mem, &setups) && setups >= builds);
  CHECK(!GALPHAGetNumNonlinSolvIters(s.mem, &nni) && nni >= steps);
  CHECK(!GALPHAGetNumLinSolves(s.mem, &solves) && solves >= nni);

  /* GALPHAReInit starts the counts anew */
  pb.start(small_q(&s), small_v(&s), pb.data);
  CHECK(GALPHAReInit(s.mem, 0.0, s.q, s.v) == 0);
  CHECK(!GALPHAGetNumSteps(s.mem, &steps) && steps == 0);
  CHECK(!GALPHAGetNumLinSolves(s.mem, &solves) && solves == 0);
  small_free(&s);
}

/* What a form does not have is not printed. */
static void check_residual_form(SUNContext ctx)
{
  static const char *const mechanical[] = {"Force", "Mass", "Constraint"};
  const struct residual_problem pb      = {.name = "decay",
                                           .n    = 2,
                                           .res1 = decay,
                                           .y0   = VALUES(1.0, 0.0),
                                           .yp0  = VALUES(-1.0, 0.0)};
  struct residual_run run;
  char text[LENGTH];
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(residual_use_krylov(&run, RESIDUAL_SPGMR, 2, 0) == 0);
  CHECK(residual_to(&run, 1.0) == 0);
  all_stats(run.mem, SUN_OUTPUTFORMAT_TABLE, text);
  for (size_t i = 0; i < sizeof mechanical / sizeof mechanical[0]; i++)
  {
    CHECK(strstr(text, mechanical[i]) == NULL);
  }
  for (size_t i = 0; i < sizeof residual_counters / sizeof residual_counters[0];
       i++)
  {
    long int x = -1;
    CHECK(residual_counters[i].get(run.mem, &x) == 0);
    CHECK(printed(text, residual_counters[i].name, 1) == (double)x);
  }
  CHECK(printed(text, "Residual fn evals", 1) > 0.0);
  CHECK(printed(text, "Jac-times evals", 1) > 0.0);
  residual_end(&run);
  void *mem = problem_create(&paper_oscillator, ctx, PROBLEM_DENSE);
  all_stats(mem, SUN_OUTPUTFORMAT_TABLE, text);
  CHECK(strstr(text, "Residual") == NULL && strstr(text, "Jac-times") == NULL);
  CHECK(strstr(text, "Prec") == NULL);
  GALPHAFree(&mem);
}

static void check_refused(SUNContext ctx)
{
  struct caught c = {0};
  void *mem       = problem_create(&paper_oscillator, ctx, PROBLEM_DENSE);
  void *fresh     = GALPHACreate(ctx);
  long int rw = 0, iw = 0;

  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHASetErrHandlerFn(fresh, caught_handler, &c));
  CHECK(GALPHAPrintAllStats(NULL, stdout, SUN_OUTPUTFORMAT_CSV) ==
        GALPHA_MEM_NULL);
  CHECK(GALPHAPrintAllStats(fresh, stdout, SUN_OUTPUTFORMAT_CSV) ==
        GALPHA_NO_MALLOC);
  CHECK(GALPHAPrintAllStats(mem, NULL, SUN_OUTPUTFORMAT_CSV) ==
        GALPHA_ILL_INPUT);
  CHECK(caught_says(&c, GALPHA_ILL_INPUT, "outfile"));
  CHECK(GALPHAPrintAllStats(mem, stdout, (SUNOutputFormat)77) ==
        GALPHA_ILL_INPUT);
  CHECK(GALPHAGetWorkSpace(NULL, &rw, &iw) == GALPHA_MEM_NULL);
  CHECK(GALPHAGetWorkSpace(mem, NULL, &iw) == GALPHA_ILL_INPUT);
  CHECK(GALPHAGetWorkSpace(mem, &rw, &iw) == GALPHA_SUCCESS);
  CHECK(rw >= 6 && iw > 0);
  check_printed(mem, SUN_OUTPUTFORMAT_TABLE); /* before the first step */
  GALPHAFree(&mem);
  GALPHAFree(&fresh);
}

TEST_MAIN(ctx)
{
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++) { check_counts(ctx, f); }
  check_residual_form(ctx);
  check_refused(ctx);
}
