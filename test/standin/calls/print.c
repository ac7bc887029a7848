/* Names of codes and the layout of IDAPrintAllStats. Built twice: with the
 * stand-in and with SUNDIALS' IDA. */
#include "standin/standin.h"

static void name_is(char *name, const char *wanted)
{
  CHECK(name && strcmp(name, wanted) == 0);
  free(name);
}

static void names(void)
{
#define NAME_IS(code)    name_is(IDAGetReturnFlagName(code), #code)
#define NAME_IS_LS(code) name_is(IDAGetLinReturnFlagName(code), #code)
  NAME_IS(IDA_SUCCESS);
  NAME_IS(IDA_ROOT_RETURN);
  NAME_IS(IDA_TOO_MUCH_WORK);
  NAME_IS(IDA_LINESEARCH_FAIL);
  NAME_IS(IDA_NO_MALLOC);
  NAME_IS_LS(IDALS_SUCCESS);
  NAME_IS_LS(IDALS_LMEM_NULL);
  NAME_IS_LS(IDALS_SUNLS_FAIL);
  name_is(IDAGetReturnFlagName(IDA_BAD_K), "NONE");
  name_is(IDAGetReturnFlagName(12345), "NONE");
  name_is(IDAGetLinReturnFlagName(77), "NONE");
}

static const char *const labels[] = {"Current time",
                                     "Steps",
                                     "Error test fails",
                                     "NLS step fails",
                                     "Initial step size",
                                     "Last step size",
                                     "Current step size",
                                     "Last method order",
                                     "Current method order",
                                     "Residual fn evals",
                                     "IC linesearch backtrack ops",
                                     "NLS iters",
                                     "NLS fails",
                                     "NLS iters per step",
                                     "LS setups",
                                     "Jac fn evals",
                                     "LS residual fn evals",
                                     "Prec setup evals",
                                     "Prec solves",
                                     "LS iters",
                                     "LS fails",
                                     "Jac-times setups",
                                     "Jac-times evals",
                                     "LS iters per NLS iter",
                                     "Jac evals per NLS iter",
                                     "Prec evals per NLS iter",
                                     "Root fn evals"};

#define LABELS COUNT_OF(labels)

/* The values of the table, one line for each label in IDA's order. */
static void read_table(void *mem, double *value)
{
  char line[256];
  FILE *fp = tmpfile();
  CHECK(IDAPrintAllStats(mem, fp, SUN_OUTPUTFORMAT_TABLE) == IDA_SUCCESS);
  rewind(fp);
  for (int i = 0; i < LABELS; i++)
  {
    const size_t len = strlen(labels[i]);
    char *end        = NULL;
    CHECK(fgets(line, sizeof line, fp) && strncmp(line, labels[i], len) == 0);
    const char *equals = strchr(line, '=');
    CHECK(equals && (equals - line == 29 || equals - line == 30));
    value[i] = equals ? strtod(equals + 1, &end) : -1.0;
    CHECK(end && *end == '\n');
  }
  CHECK(!fgets(line, sizeof line, fp));
  fclose(fp);
}

/* One line of as many pairs of name and value, with the same values. */
static void check_csv(void *mem, const double *value)
{
  char line[2048] = "";
  FILE *fp        = tmpfile();
  CHECK(IDAPrintAllStats(mem, fp, SUN_OUTPUTFORMAT_CSV) == IDA_SUCCESS);
  rewind(fp);
  CHECK(fgets(line, sizeof line, fp) && !fgets(line, 2, fp));
  const char *at = line;
  for (int i = 0; i < LABELS && at; i++)
  {
    at = strchr(at, ',');
    CHECK(at != NULL);
    if (!at) { break; }
    CHECK_REL(strtod(at + 1, NULL), value[i], 1e-12);
    at = strchr(at + 1, ',');
    if (at) { at++; }
    CHECK((at != NULL) == (i < LABELS - 1));
  }
  fclose(fp);
}

/* Labels whose values IDA gives by functions, too. */
static void check_values(void *mem, const double *value)
{
  long int n = 0, nni = 0;
  sunrealtype x = 0.0;
  int order     = 0;
  CHECK(IDAGetCurrentTime(mem, &x) == 0);
  CHECK_REL(value[0], x, 1e-12);
  CHECK(IDAGetNumSteps(mem, &n) == 0 && value[1] == (double)n && n > 10);
  CHECK(IDAGetLastStep(mem, &x) == 0);
  CHECK_REL(value[5], x, 1e-12);
  CHECK(IDAGetLastOrder(mem, &order) == 0 && value[7] == order);
  CHECK(IDAGetNumResEvals(mem, &n) == 0 && value[9] == (double)n && n > 10);
  CHECK(IDAGetNumNonlinSolvIters(mem, &nni) == 0 && value[11] == (double)nni);
  CHECK(IDAGetNumJacEvals(mem, &n) == 0 && value[15] == (double)n && n > 0);
  CHECK_REL(value[24], (double)n / (double)nni, 1e-12);
  CHECK(IDAGetNumLinResEvals(mem, &n) == 0 && value[16] == (double)n);
}

int main(void)
{
  struct standin s = standin_ready();
  double value[LABELS];
  names();
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  read_table(s.mem, value);
  check_csv(s.mem, value);
  check_values(s.mem, value);
  standin_free(&s);
  return check_done();
}
