/* Environment variables choose the method in a program written for IDA. They are
 * defaults: a call of IDA overrides them, except that GALPHA_MAXORD bounds the
 * maximum order that the program sets. */
#ifdef GALPHA_IDA_HAVE_SECURE_GETENV
#define _GNU_SOURCE 1 /* before any header */
#endif

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef GALPHA_IDA_HAVE_SECURE_GETENV
#include <unistd.h>
#endif

#include "ida/mem.h"

#define ECHO   40 /* characters of a value or name that are shown */
#define PREFIX "GALPHA_"

/* NULL in programs that run with more privileges than their caller (setuid), where
 * the C library can tell. */
static const char *environment(const char *name)
{
#ifdef GALPHA_IDA_HAVE_SECURE_GETENV
  return secure_getenv(name);
#else
  return getenv(name);
#endif
}

void galpha_ida_set_rho(struct galpha_ida *mem, sunrealtype rho)
{
  galpha_ida_set_real(mem, GALPHASetRhoInfState, rho);
  galpha_ida_set_real(mem, GALPHASetRhoInf, rho);
}

static void set_verbose(struct galpha_ida *mem, sunrealtype value)
{
  mem->verbose = value != 0.0;
}

static void set_progress(struct galpha_ida *mem, sunrealtype value)
{
  mem->progress = value;
  GALPHASetProgress(mem->galpha, stderr, value);
}

static void set_max_steps(struct galpha_ida *mem, sunrealtype value)
{
  mem->max_steps = value;
  IDASetMaxNumSteps(mem, 0);
}

static void set_maxord(struct galpha_ida *mem, sunrealtype value)
{
  mem->maxord_limit = (int)value;
  IDASetMaxOrd(mem, mem->maxord);
}

static void set_jacobian_age(struct galpha_ida *mem, sunrealtype value)
{
  galpha_ida_set_option(mem, "max_jacobian_age", value);
}

static void set_nonlin_coef(struct galpha_ida *mem, sunrealtype value)
{
  mem->epcon = value;
  IDASetNonlinConvCoef(mem, GALPHA_IDA_EPCON);
}

/* IDASetSuppressAlg of the program needs an id; this default works without one. */
static void set_suppress_alg(struct galpha_ida *mem, sunrealtype value)
{
  galpha_ida_set_int(mem, GALPHASetSuppressAlg, value != 0.0);
}

enum kind
{
  REAL,
  INTEGER,
  COUNT /* an integer other than 0 */
};

struct variable
{
  const char *name;
  sunrealtype lo, hi;
  enum kind kind;
  void (*set)(struct galpha_ida *mem, sunrealtype value);
};

static const struct variable variables[] = {
  {"GALPHA_RHO_INF", 0.0, 1.0, REAL, galpha_ida_set_rho},
  {"GALPHA_VERBOSE", 0.0, 1.0, INTEGER, set_verbose},
  {"GALPHA_PROGRESS", 0.0, 1e9, REAL, set_progress},
  {"GALPHA_MAX_STEPS", -1.0, 1e15, COUNT, set_max_steps},
  {"GALPHA_MAXORD", 1.0, GALPHA_IDA_MAXORD, INTEGER, set_maxord},
  {"GALPHA_MAX_JACOBIAN_AGE", -1.0, 1e9, INTEGER, set_jacobian_age},
  {"GALPHA_NONLIN_COEF", 1e-10, 1.0, REAL, set_nonlin_coef},
  {"GALPHA_SUPPRESS_ALG", 0.0, 1.0, INTEGER, set_suppress_alg},
};

#define VARIABLES (sizeof variables / sizeof variables[0])

static bool fits(const struct variable *var, sunrealtype value)
{
  return value >= var->lo && value <= var->hi &&
         (var->kind == REAL || value == floor(value)) &&
         (var->kind != COUNT || value != 0.0);
}

/* The text, up to the end mark, may hold anything: it is shortened, and unprintable
 * characters are replaced. */
static const char *printable(const char *text, char end, char shown[ECHO + 4])
{
  int n = 0;
  for (; text[n] && text[n] != end && n < ECHO; n++)
  {
    shown[n] = (char)(isprint((unsigned char)text[n]) ? text[n] : '?');
  }
  memcpy(shown + n, "...", 4);
  if (!text[n] || text[n] == end) { shown[n] = '\0'; }
  return shown;
}

static void refuse(const struct variable *var, const char *text)
{
  static const char *const what[] = {"a number", "an integer",
                                     "an integer other than 0"};
  char shown[ECHO + 4];
  fprintf(stderr,
          "GALPHA in place of IDA: the environment variable %s=%s is "
          "ignored, it must be %s from %g to %g.\n",
          var->name, printable(text, '\0', shown), what[var->kind], var->lo,
          var->hi);
}

static void read_variable(struct galpha_ida *mem, const struct variable *var)
{
  const char *text = environment(var->name);
  if (!text || !*text) { return; }
  char *end               = NULL;
  const sunrealtype value = strtod(text, &end);
  if (*end == '\0' && fits(var, value)) { var->set(mem, value); }
  else { refuse(var, text); }
}

#ifdef GALPHA_IDA_HAVE_SECURE_GETENV
static bool is_name(const char *entry, const char *name)
{
  const size_t len = strlen(name);
  return strncmp(entry, name, len) == 0 && entry[len] == '=';
}

/* A variable of CMake, which finds the library by it, is no mistake. */
static bool is_known(const char *entry)
{
  for (size_t i = 0; i < VARIABLES; i++)
  {
    if (is_name(entry, variables[i].name)) { return true; }
  }
  return is_name(entry, PREFIX "DIR") || is_name(entry, PREFIX "ROOT");
}

/* Names that begin as those of the table but are not in it are misspelt. (A program with
 * more privileges than its caller reads no variable, not even PATH.) */
static void name_unknown(void)
{
  char shown[ECHO + 4];
  if (!environ || !environment("PATH")) { return; }
  for (char **e = environ; *e; e++)
  {
    if (strncmp(*e, PREFIX, strlen(PREFIX)) != 0 || is_known(*e)) { continue; }
    fprintf(stderr,
            "GALPHA in place of IDA: the environment variable %s is ignored, "
            "it is none of",
            printable(*e, '=', shown));
    for (size_t i = 0; i < VARIABLES; i++)
    {
      fprintf(stderr, "%s %s", i ? "," : "", variables[i].name);
    }
    fprintf(stderr, ".\n");
  }
}
#else
static void name_unknown(void)
{
}
#endif

void galpha_ida_environment(struct galpha_ida *mem)
{
  for (size_t i = 0; i < VARIABLES; i++) { read_variable(mem, &variables[i]); }
  name_unknown();
  if (!mem->verbose) { return; }
  sunrealtype rho = 0.0, most = 0.0;
  GALPHAGetOption(mem->galpha, "rho_inf_state", &rho);
  GALPHAGetOption(mem->galpha, "max_order", &most);
  fprintf(stderr,
          "GALPHA %s in place of IDA (SUNDIALS %s): generalized-alpha method "
          "with rho_inf = %g, maximum order %g.\n",
          GALPHA_VERSION, SUNDIALS_VERSION, rho, most);
}

void galpha_ida_print_counts(const struct galpha_ida *mem)
{
  if (!mem->verbose || !mem->defined) { return; }
  long int steps = 0, residuals = 0, jacobians = 0, errors = 0, convs = 0;
  long int taken[2] = {0, 0};
  sunrealtype t     = 0.0;
  GALPHAGetNumSteps(mem->galpha, &steps);
  for (int i = 0; i < 2; i++)
  {
    GALPHAGetNumStepsOfOrder(mem->galpha, i + 1, &taken[i]);
  }
  GALPHAGetNumResEvals(mem->galpha, &residuals);
  GALPHAGetNumJacEvals(mem->galpha, &jacobians);
  GALPHAGetNumErrTestFails(mem->galpha, &errors);
  GALPHAGetNumStepSolveFails(mem->galpha, &convs);
  GALPHAGetCurrentTime(mem->galpha, &t);
  fprintf(stderr,
          "GALPHA in place of IDA: t = %g, %ld steps (%ld of orders 3 to 5), "
          "%ld residuals, %ld Jacobians, %ld steps failed the error test, %ld "
          "did not converge.\n",
          t, steps, steps - taken[0] - taken[1], residuals, jacobians, errors,
          convs);
}
