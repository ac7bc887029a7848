/* Options by name and by function, readings, and functions with several results. */
#include "native.h"

static const char *const names[] = {"rho_inf",
                                    "rho_inf_state",
                                    "state_coefficients",
                                    "test_algebraic",
                                    "formulation",
                                    "mass_alpha",
                                    "step_change_correction",
                                    "start",
                                    "predictor",
                                    "scleronomic",
                                    "constant_G",
                                    "fixed_step",
                                    "init_step",
                                    "min_step",
                                    "max_step",
                                    "safety_factor",
                                    "max_num_steps",
                                    "max_err_test_fails",
                                    "max_conv_fails",
                                    "max_hnil_warns",
                                    "max_nonlin_iters",
                                    "nonlin_conv_coef",
                                    "linear",
                                    "control_rule",
                                    "keep_jacobian",
                                    "check_when_slow",
                                    "max_jacobian_age",
                                    "ldlt",
                                    "redundancy",
                                    "max_order",
                                    "eps_lin",
                                    "ls_norm_factor",
                                    "increment_factor",
                                    "linear_solution_scaling",
                                    "ic_nonlin_conv_coef",
                                    "ic_max_steps",
                                    "ic_max_jacobians",
                                    "ic_max_iters",
                                    "ic_no_line_search",
                                    "ic_max_backtracks",
                                    "ic_step_tolerance",
                                    "as_ida",
                                    "error_test",
                                    "no such option",
                                    ""};
#define COUNT ((int)(sizeof names / sizeof *names))

void native_option(struct native *f)
{
  const char *name    = names[native_pick(f, COUNT)];
  const sunrealtype x = native_real(f);
  sunrealtype before  = 0.0;
  const int known     = GALPHAGetOption(f->mem, name, &before);
  const int code      = GALPHASetOption(f->mem, name, x);
  sunrealtype after   = 0.0;
  native_called(f, code, "GALPHASetOption");
  if (f->verbose) { printf("  %s = %g\n", name, x); }
  if (!code) { f->strange = true; }
  if (!known && code && !GALPHAGetOption(f->mem, name, &after) &&
      after != before)
  {
    native_fail(f, "%s refused %g and took it", name, x);
  }
  if (!code && known) { native_fail(f, "%s was not known and is set", name); }
}

void native_defaults(struct native *f)
{
  void *fresh = GALPHACreate(f->ctx);
  sunrealtype x;
  for (int i = 0; i < COUNT && fresh; i++)
  {
    GALPHASetErrFile(fresh, NULL);
    if (!GALPHAGetOption(fresh, names[i], &x))
    {
      GALPHASetOption(f->mem, names[i], x);
    }
  }
  GALPHAFree(&fresh);
  sunrealtype form = GALPHA_SOI2;
  GALPHAGetOption(f->mem, "formulation", &form);
  f->formulation = (int)form;
}

typedef int (*long_fn)(void *mem, long int *x);
typedef int (*real_fn)(void *mem, sunrealtype *x);

static const long_fn longs[] = {
  GALPHAGetNumSteps,           GALPHAGetNumResEvals,
  GALPHAGetNumJacEvals,        GALPHAGetNumLinSolvSetups,
  GALPHAGetNumLinSolves,       GALPHAGetNumErrTestFails,
  GALPHAGetNumNonlinSolvIters, GALPHAGetNumNonlinSolvConvFails,
  GALPHAGetNumStepSolveFails,  GALPHAGetNumLinIters,
  GALPHAGetNumLinConvFails,    GALPHAGetNumPrecEvals,
  GALPHAGetNumPrecSolves,      GALPHAGetNumJTSetupEvals,
  GALPHAGetNumJtimesEvals,     GALPHAGetNumLinResEvals,
  GALPHAGetNumGEvals,          GALPHAGetNumBacktrackOps,
  GALPHAGetLastLinFlag,        GALPHAGetJacNumSteps,
  GALPHABBDPrecGetNumGfnEvals, GALPHASaddlePrecGetNumSolves};
static const real_fn reals[] = {
  GALPHAGetActualInitStep, GALPHAGetLastStep,       GALPHAGetCurrentStep,
  GALPHAGetCurrentTime,    GALPHAGetJacTime,        GALPHAGetJacCj,
  GALPHAGetCurrentCj,      GALPHAGetTolScaleFactor, GALPHAGetConvRate};

void native_getter(struct native *f)
{
  long int n    = -7;
  sunrealtype x = 0.0, c[4];
  int k = 0, l = 0;
  const bool null = native_chance(f, 10);
  switch (native_pick(f, 8))
  {
  case 0:
  case 1:
  case 2:
    native_called(f,
                  longs[native_pick(f, (int)(sizeof longs / sizeof *longs))](
                    f->mem, null ? NULL : &n),
                  "a counter");
    return;
  case 3:
  case 4:
    native_called(f,
                  reals[native_pick(f, (int)(sizeof reals / sizeof *reals))](
                    f->mem, null ? NULL : &x),
                  "a number");
    return;
  case 5:
    native_called(f, GALPHAGetMethod(f->mem, null ? NULL : c), "GetMethod");
    native_called(f, GALPHAGetJacShifts(f->mem, null ? NULL : c), "GetShifts");
    return;
  case 6:
    native_called(f, GALPHAGetLastOrder(f->mem, null ? NULL : &k), "LastOrder");
    native_called(f, GALPHAGetCurrentOrder(f->mem, null ? NULL : &l), "Order");
    return;
  default:
    native_called(f, GALPHAGetProjection(f->mem, &x, null ? NULL : c),
                  "GetProjection");
  }
}

void native_outputs(struct native *f)
{
  const bool null = native_chance(f, 10);
  long int a = 0, b = 0;
  sunrealtype x[4];
  void *data;
  N_Vector y[5];
  SUNMatrix J;
  switch (native_pick(f, 7))
  {
  case 0:
    native_called(f, GALPHAGetWorkSpace(f->mem, &a, null ? NULL : &b),
                  "GALPHAGetWorkSpace");
    return;
  case 1:
    native_called(f, GALPHAGetLinWorkSpace(f->mem, null ? NULL : &a, &b),
                  "GALPHAGetLinWorkSpace");
    return;
  case 2:
    native_called(f, GALPHAGetJac(f->mem, null ? NULL : &J), "GALPHAGetJac");
    return;
  case 3:
    native_called(f, GALPHAGetCurrentY(f->mem, null ? NULL : y), "CurrentY");
    native_called(f, GALPHAGetCurrentYp(f->mem, null ? NULL : y), "CurrentYp");
    return;
  case 4:
    native_called(f,
                  GALPHAGetNonlinearSystemData(f->mem, x, y, y + 1, y + 2,
                                               y + 3, null ? NULL : y + 4,
                                               x + 1, &data),
                  "GALPHAGetNonlinearSystemData");
    return;
  case 5:
    if (f->started && native_chance(f, 30))
    {
      native_called(f, GALPHAGetConstraintNorms(f->mem, x, x + 1, x + 2),
                    "GALPHAGetConstraintNorms");
      native_called(f, GALPHAGetEnergy(f->mem, null ? NULL : x), "Energy");
      native_called(f,
                    GALPHASetActive(f->mem, native_pick(f, 4),
                                    native_pick(f, 5) - 1, native_pick(f, 2)),
                    "GALPHASetActive");
      native_called(f, GALPHAGetPower(f->mem, x, null ? NULL : x + 1), "Power");
      native_called(f, GALPHAGetLargestError(f->mem, NULL, &a, x),
                    "LargestError");
    }
    return;
  default:
  {
    FILE *null_file = fopen("/dev/null", "w");
    if (!null_file) { return; }
    native_called(f,
                  GALPHAPrintAllStats(f->mem, null_file,
                                      native_chance(f, 50)
                                        ? SUN_OUTPUTFORMAT_TABLE
                                        : SUN_OUTPUTFORMAT_CSV),
                  "GALPHAPrintAllStats");
    fclose(null_file);
  }
  }
}

void native_names(struct native *f)
{
  char text[8];
  char *name = GALPHAGetReturnFlagName(native_pick(f, 300) - 150);
  char *lin  = GALPHAGetLinReturnFlagName(native_pick(f, 30) - 15);
  free(name);
  free(lin);
  native_called(f, GALPHAGetVersion(text, native_pick(f, 8)), "GetVersion");
  native_called(f, GALPHAGetVersion(NULL, 8), "GetVersion");
}
