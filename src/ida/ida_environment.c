/* Environment variables choose the method in a program that knows nothing of
 * GALPHA. They are defaults: what the program asks for by a call of IDA goes
 * first, except for GALPHA_MAXORD, which bounds the program's maximum order. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "ida_mem.h"

void galpha_ida_set_rho(struct galpha_ida *mem, sunrealtype rho)
{
  galpha_ida_set_real(mem, GALPHASetRhoInfState, rho);
  galpha_ida_set_real(mem, GALPHASetRhoInf, rho);
}

static void set_verbose(struct galpha_ida *mem, sunrealtype value)
{
  mem->verbose = value != 0.0;
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

struct variable
{
  const char *name;
  sunrealtype lo, hi;
  bool integer;
  void (*set)(struct galpha_ida *mem, sunrealtype value);
};

static const struct variable variables[] = {
  {"GALPHA_RHO_INF", 0.0, 1.0, false, galpha_ida_set_rho},
  {"GALPHA_VERBOSE", 0.0, 1.0, true, set_verbose},
  {"GALPHA_MAX_STEPS", -1.0, 1e15, true, set_max_steps},
  {"GALPHA_MAXORD", 1.0, GALPHA_IDA_MAXORD, true, set_maxord},
  {"GALPHA_MAX_JACOBIAN_AGE", -1.0, 1e9, true, set_jacobian_age},
  {"GALPHA_NONLIN_COEF", 1e-10, 1.0, false, set_nonlin_coef},
};

static void read_variable(struct galpha_ida *mem, const struct variable *var)
{
  const char *text = getenv(var->name);
  if (!text || !*text) { return; }
  char *end               = NULL;
  const sunrealtype value = strtod(text, &end);
  if (*end == '\0' && value >= var->lo && value <= var->hi &&
      (!var->integer || value == floor(value)))
  {
    var->set(mem, value);
    return;
  }
  fprintf(stderr,
          "GALPHA in place of IDA: the environment variable %s=%s is ignored, "
          "it must be %s from %g to %g.\n",
          var->name, text, var->integer ? "an integer" : "a number", var->lo,
          var->hi);
}

void galpha_ida_environment(struct galpha_ida *mem)
{
  const size_t count = sizeof variables / sizeof variables[0];
  for (size_t i = 0; i < count; i++) { read_variable(mem, &variables[i]); }
  if (!mem->verbose) { return; }
  sunrealtype rho = 0.0;
  GALPHAGetOption(mem->galpha, "rho_inf_state", &rho);
  fprintf(stderr,
          "GALPHA %s in place of IDA (SUNDIALS %s): generalized-alpha method "
          "with rho_inf = %g.\n",
          GALPHA_VERSION, SUNDIALS_VERSION, rho);
}

void galpha_ida_farewell(const struct galpha_ida *mem)
{
  if (!mem->verbose || !mem->stated) { return; }
  long int steps = 0, residuals = 0, jacobians = 0, errors = 0, convs = 0;
  sunrealtype t = 0.0;
  GALPHAGetNumSteps(mem->galpha, &steps);
  GALPHAGetNumResEvals(mem->galpha, &residuals);
  GALPHAGetNumJacEvals(mem->galpha, &jacobians);
  GALPHAGetNumErrTestFails(mem->galpha, &errors);
  GALPHAGetNumStepSolveFails(mem->galpha, &convs);
  GALPHAGetCurrentTime(mem->galpha, &t);
  fprintf(stderr,
          "GALPHA in place of IDA: t = %g, %ld steps, %ld residuals, %ld "
          "Jacobians, %ld steps failed the error test, %ld did not "
          "converge.\n",
          t, steps, residuals, jacobians, errors, convs);
}
