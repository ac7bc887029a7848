/* IDASetOptions: options from the command line, by IDA's keys or by the names of
 * GALPHASetOption. */
#include "ida/mem.h"

#ifdef GALPHA_IDA_HAVE_SET_OPTIONS

#include <stdlib.h>
#include <string.h>

typedef int (*int_fn)(void *ida_mem, int value);
typedef int (*long_fn)(void *ida_mem, long int value);
typedef int (*real_fn)(void *ida_mem, sunrealtype value);
typedef int (*reals_fn)(void *ida_mem, sunrealtype a, sunrealtype b);
typedef int (*action_fn)(void *ida_mem);

/* Exactly one of the functions is not NULL. */
struct key
{
  const char *name;
  int_fn set_int;
  long_fn set_long;
  real_fn set_real;
  reals_fn set_reals;
  action_fn act;
};

static const struct key keys[] = {
  {"max_num_steps_ic", .set_int = IDASetMaxNumStepsIC},
  {"max_num_jacs_ic", .set_int = IDASetMaxNumJacsIC},
  {"max_num_iters_ic", .set_int = IDASetMaxNumItersIC},
  {"line_search_off_ic", .set_int = IDASetLineSearchOffIC},
  {"max_backs_ic", .set_int = IDASetMaxBacksIC},
  {"max_order", .set_int = IDASetMaxOrd},
  {"max_err_test_fails", .set_int = IDASetMaxErrTestFails},
  {"suppress_alg", .set_int = IDASetSuppressAlg},
  {"max_conv_fails", .set_int = IDASetMaxConvFails},
  {"max_nonlin_iters", .set_int = IDASetMaxNonlinIters},
  {"linear_solution_scaling", .set_int = IDASetLinearSolutionScaling},
  {"max_num_steps", .set_long = IDASetMaxNumSteps},
  {"nonlin_conv_coef_ic", .set_real = IDASetNonlinConvCoefIC},
  {"step_tolerance_ic", .set_real = IDASetStepToleranceIC},
  {"delta_cj_lsetup", .set_real = IDASetDeltaCjLSetup},
  {"init_step", .set_real = IDASetInitStep},
  {"max_step", .set_real = IDASetMaxStep},
  {"min_step", .set_real = IDASetMinStep},
  {"stop_time", .set_real = IDASetStopTime},
  {"eta_min", .set_real = IDASetEtaMin},
  {"eta_max", .set_real = IDASetEtaMax},
  {"eta_low", .set_real = IDASetEtaLow},
  {"eta_min_err_fail", .set_real = IDASetEtaMinErrFail},
  {"eta_conv_fail", .set_real = IDASetEtaConvFail},
  {"nonlin_conv_coef", .set_real = IDASetNonlinConvCoef},
  {"eps_lin", .set_real = IDASetEpsLin},
  {"ls_norm_factor", .set_real = IDASetLSNormFactor},
  {"increment_factor", .set_real = IDASetIncrementFactor},
  {"eta_fixed_step_bounds", .set_reals = IDASetEtaFixedStepBounds},
  {"scalar_tolerances", .set_reals = IDASStolerances},
  {"clear_stop_time", .act = IDAClearStopTime},
  {"no_inactive_root_warn", .act = IDASetNoInactiveRootWarn},
};

/* The arguments argv[0 .. argc-1] and the index of the last one read. */
struct words
{
  int argc, at;
  char **argv;
  bool short_of; /* values are missing */
};

static const char *next(struct words *w)
{
  if (w->at + 1 < w->argc) { return w->argv[++w->at]; }
  w->short_of = true;
  return "";
}

static sunrealtype next_real(struct words *w)
{
  return (sunrealtype)strtod(next(w), NULL);
}

static int apply_key(void *ida_mem, const struct key *key, struct words *w)
{
  if (key->act) { return key->act(ida_mem); }
  const long int whole =
    key->set_int || key->set_long ? strtol(next(w), NULL, 10) : 0;
  const sunrealtype a = key->set_real || key->set_reals ? next_real(w) : 0.0;
  const sunrealtype b = key->set_reals ? next_real(w) : 0.0;
  if (w->short_of) { return IDA_ILL_INPUT; }
  if (key->set_int) { return key->set_int(ida_mem, (int)whole); }
  if (key->set_long) { return key->set_long(ida_mem, whole); }
  return key->set_real ? key->set_real(ida_mem, a)
                       : key->set_reals(ida_mem, a, b);
}

/* Sets an option of GALPHASetOption; *known: GALPHA has one of this name. */
static int apply_option(struct galpha_ida *mem, const char *name,
                        struct words *w, bool *known)
{
  sunrealtype value = 0.0;
  mem->voice        = GALPHA_IDA_QUIET;
  *known            = GALPHAGetOption(mem->galpha, name, &value) == 0;
  mem->voice        = GALPHA_IDA_LOUD;
  if (!*known) { return IDA_SUCCESS; }
  value = next_real(w);
  if (w->short_of) { return IDA_ILL_INPUT; }
  const int code = galpha_ida_set_option(mem, name, value);
  if (!code && strcmp(name, "rho_inf") == 0) { galpha_ida_set_rho(mem, value); }
  return code;
}

static int apply(struct galpha_ida *mem, const char *name, struct words *w)
{
  const char *function = "IDASetOptions";
  const size_t count   = sizeof keys / sizeof keys[0];
  bool known           = false;
  int code             = IDA_SUCCESS;
  for (size_t i = 0; i < count && !known; i++)
  {
    known = strcmp(name, keys[i].name) == 0;
    if (known) { code = apply_key(mem, &keys[i], w); }
  }
  if (!known) { code = apply_option(mem, name, w, &known); }
  if (!known)
  {
    galpha_ida_report(mem, "IDA", IDA_WARNING, function,
                      "WARNING: key %s was not handled", name);
  }
  return code ? galpha_ida_report(mem, "IDA", code, function,
                                  w->short_of
                                    ? "error setting key: %s lacks a value"
                                    : "error setting key: %s",
                                  name)
              : IDA_SUCCESS;
}

int IDASetOptions(void *ida_mem, const char *idaid, const char *file_name,
                  int argc, char *argv[])
{
  if (file_name && *file_name)
  {
    struct galpha_ida *known =
      ida_mem ? galpha_ida_get(ida_mem, __func__) : NULL;
    return galpha_ida_report(known, "IDA", IDA_ILL_INPUT, __func__,
                             "file-based options are not currently supported.");
  }
  if (argc <= 0 || !argv) { return IDA_SUCCESS; }
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  const char *id   = idaid && *idaid ? idaid : "ida";
  const size_t len = strlen(id);
  struct words w   = {.argc = argc, .argv = argv};
  for (w.at = 1; w.at < argc; w.at++)
  {
    const char *word = argv[w.at];
    if (strncmp(word, id, len) != 0 || word[len] != '.') { continue; }
    const int code = apply(mem, word + len + 1, &w);
    if (code) { return code; }
  }
  return IDA_SUCCESS;
}

#endif
