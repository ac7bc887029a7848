/* Options: one table of names, defaults and ranges, which GALPHASetOption and the named
 * setters use. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "api/integrator.h"

struct option_row
{
  const char *name;
  sunrealtype initial, lo, hi;
  bool integer;
  sunrealtype
    first_order; /* > 0: in place of the initial value after GALPHAInit */
};

/* clang-format off */
static const struct option_row rows[GALPHA_OPT_COUNT] = {
  [GALPHA_OPT_RHO_INF]          = {"rho_inf", 0.6, 0.0, 1.0, false, 0},
  [GALPHA_OPT_RHO_STATE]        = {"rho_inf_state", 0.5, 0.0, 1.0, false, 0},
  [GALPHA_OPT_STATE_COEFFICIENTS] = {"state_coefficients", GALPHA_STATES_FIRST_ORDER, GALPHA_STATES_FIRST_ORDER, GALPHA_STATES_SECOND_ORDER, true, 0},
  [GALPHA_OPT_TEST_ALGEBRAIC]   = {"test_algebraic", -1, -1, 3, true, 0},
  [GALPHA_OPT_ERROR_TEST]       = {"error_test", GALPHA_TEST_VELOCITIES, GALPHA_TEST_VELOCITIES, GALPHA_TEST_POSITIONS, true, 0},
  [GALPHA_OPT_FORMULATION]      = {"formulation", GALPHA_SOI2, GALPHA_SOI2, GALPHA_INDEX3, true, 0},
  [GALPHA_OPT_MASS_ALPHA]       = {"mass_alpha", GALPHA_MASS_PREVIOUS, GALPHA_MASS_PREVIOUS, GALPHA_MASS_RECOMPUTED, true, 0},
  [GALPHA_OPT_CORRECTION]       = {"step_change_correction", GALPHA_CORRECT_VELOCITIES, GALPHA_CORRECT_NONE, GALPHA_CORRECT_VELOCITIES, true, 0},
  [GALPHA_OPT_START]            = {"start", GALPHA_START_SHIFTED, GALPHA_START_SHIFTED, GALPHA_START_A0, true, 0},
  [GALPHA_OPT_PREDICTOR]        = {"predictor", GALPHA_PREDICT_LINEAR, GALPHA_PREDICT_CONSTANT, GALPHA_PREDICT_VARIABLE, true, 0},
  [GALPHA_OPT_SCLERONOMIC]      = {"scleronomic", 0, 0, 1, true, 0},
  [GALPHA_OPT_CONSTANT_G]       = {"constant_G", 0, 0, 1, true, 0},
  [GALPHA_OPT_DF_DQ_ZERO]       = {"df_dq_zero", 0, 0, 1, true, 0},
  [GALPHA_OPT_DF_DV_ZERO]       = {"df_dv_zero", 0, 0, 1, true, 0},
  [GALPHA_OPT_DK_DQ_ZERO]       = {"dk_dq_zero", 0, 0, 1, true, 0},
  [GALPHA_OPT_REACTION_JAC]     = {"reaction_jac", 1, 0, 1, true, 0},
  [GALPHA_OPT_FIXED_STEP]       = {"fixed_step", 0, 0, DBL_MAX, false, 0},
  [GALPHA_OPT_INIT_STEP]        = {"init_step", 0, -DBL_MAX, DBL_MAX, false, 0},
  [GALPHA_OPT_MIN_STEP]         = {"min_step", 0, 0, DBL_MAX, false, 0},
  [GALPHA_OPT_MAX_STEP]         = {"max_step", 0, 0, DBL_MAX, false, 0},
  [GALPHA_OPT_SAFETY]           = {"safety_factor", 0.85, 0.1, 1.0, false, 0.93},
  [GALPHA_OPT_MAX_NUM_STEPS]    = {"max_num_steps", 100000, -1, 1e15, true, 0},
  [GALPHA_OPT_MAX_ERR_FAILS]    = {"max_err_test_fails", 10, 1, 1e6, true, 0},
  [GALPHA_OPT_MAX_CONV_FAILS]   = {"max_conv_fails", 10, 1, 1e6, true, 0},
  [GALPHA_OPT_MAX_HNIL]         = {"max_hnil_warns", 10, 0, 1e6, true, 0},
  [GALPHA_OPT_MAX_NONLIN_ITERS] = {"max_nonlin_iters", 7, 1, 1e6, true, 0},
  [GALPHA_OPT_NONLIN_COEF]      = {"nonlin_conv_coef", 2e-3, 1e-10, 1.0, false, 0.05},
  [GALPHA_OPT_LINEAR]           = {"linear", 0, 0, 1, true, 0},
  [GALPHA_OPT_LINE_SEARCH]      = {"line_search", 1, 0, 1, true, 0},
  [GALPHA_OPT_RULE]             = {"control_rule", GALPHA_RULE_DEFAULT, GALPHA_RULE_DEFAULT, GALPHA_RULE_GAVREA, true, 0},
  [GALPHA_OPT_KEEP_JAC]         = {"keep_jacobian", 0, 0, 1, true, 0},
  [GALPHA_OPT_CHECK_WHEN_SLOW] = {"check_when_slow", 1, 0, 1, true, 0},
  [GALPHA_OPT_ZENO]             = {"zeno", 1, 0, 2, true, 0},
  [GALPHA_OPT_MONITOR_ATTEMPTS] = {"monitor_attempts", 0, 0, 1, true, 0},
  [GALPHA_OPT_MAX_JAC_AGE]      = {"max_jacobian_age", -1, -1, 1e9, true, 0},
  [GALPHA_OPT_LDLT]             = {"ldlt", -1, -1, 1, true, 0},
  [GALPHA_OPT_REDUNDANCY]       = {"redundancy", GALPHA_REDUNDANT_REFUSE, GALPHA_REDUNDANT_REFUSE, GALPHA_REDUNDANT_LEAST_NORM, true, 0},
  [GALPHA_OPT_MAX_ORDER]        = {"max_order", 5, 1, 5, true, 0},
  [GALPHA_OPT_EPS_LIN]          = {"eps_lin", 0.05, DBL_MIN, 1.0, false, 0},
  [GALPHA_OPT_LS_NORM_FACTOR]   = {"ls_norm_factor", 0, -DBL_MAX, DBL_MAX, false, 0},
  [GALPHA_OPT_INCREMENT_FACTOR] = {"increment_factor", 1.0, DBL_MIN, DBL_MAX, false, 0},
  [GALPHA_OPT_SOLUTION_SCALING] = {"linear_solution_scaling", 0, 0, 1, true, 0},
  [GALPHA_OPT_IC_NONLIN_COEF]   = {"ic_nonlin_conv_coef", 0.0033, DBL_MIN, DBL_MAX, false, 0},
  [GALPHA_OPT_IC_MAX_STEPS]     = {"ic_max_steps", 5, 1, 1e6, true, 0},
  [GALPHA_OPT_IC_MAX_JACS]      = {"ic_max_jacobians", 4, 1, 1e6, true, 0},
  [GALPHA_OPT_IC_MAX_ITERS]     = {"ic_max_iters", 10, 1, 1e6, true, 0},
  [GALPHA_OPT_IC_NO_LINE_SEARCH] = {"ic_no_line_search", 0, 0, 1, true, 0},
  [GALPHA_OPT_IC_MAX_BACKS]     = {"ic_max_backtracks", 100, 1, 1e6, true, 0},
  [GALPHA_OPT_IC_STEP_TOLERANCE] = {"ic_step_tolerance", 3.666852862501036e-11, DBL_MIN, DBL_MAX, false, 0},
  [GALPHA_OPT_AS_IDA]     = {"as_ida", 0, 0, 1, true, 0},
};
/* clang-format on */

const char *galpha_option_name(int id)
{
  return rows[id].name;
}

bool galpha_option_changed(const struct galpha_mem *mem, int id)
{
  return mem->opt[id] != rows[id].initial;
}

void galpha_default_options(struct galpha_mem *mem)
{
  const char *why = NULL;
  for (int i = 0; i < GALPHA_OPT_COUNT; i++) { mem->opt[i] = rows[i].initial; }
  galpha_family_set(&mem->family, GALPHA_CHUNG_HULBERT,
                    &mem->opt[GALPHA_OPT_RHO_INF], &why);
}

/* F(t,y,y') permits looser defaults: there are no accelerations with the round-off of y
 * over h^2, and no reactions that oscillate. */
void galpha_first_order_options(struct galpha_mem *mem)
{
  for (int i = 0; i < GALPHA_OPT_COUNT; i++)
  {
    if (rows[i].first_order > 0.0 && !mem->opt_given[i])
    {
      mem->opt[i] = rows[i].first_order;
    }
  }
}

static int set_method(struct galpha_mem *mem, int family,
                      const sunrealtype *par, const char *function)
{
  const char *why = NULL;
  if (mem->phase >= GALPHA_PHASE_RUNNING)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "the method is chosen before the first step (or after "
                         "GALPHAReInit)");
  }
  if (galpha_family_set(&mem->family, family, par, &why))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function, "%s", why);
  }
  if (family == GALPHA_CHUNG_HULBERT) { mem->opt[GALPHA_OPT_RHO_INF] = par[0]; }
  return GALPHA_SUCCESS;
}

/* For messages: a bound of DBL_MAX means none and is shown as infinity. */
static sunrealtype shown(sunrealtype bound)
{
  return fabs(bound) < DBL_MAX ? bound : copysign(HUGE_VAL, bound);
}

/* What cannot be changed any more, and what a change during a run needs. */
static int check_phase(struct galpha_mem *mem, enum galpha_option_id id,
                       sunrealtype value, const char *function)
{
  const bool stated =
    id == GALPHA_OPT_DF_DQ_ZERO || id == GALPHA_OPT_DF_DV_ZERO ||
    id == GALPHA_OPT_DK_DQ_ZERO || id == GALPHA_OPT_REACTION_JAC;
  if (stated && (mem->busy || mem->phase > GALPHA_PHASE_DEFINED) &&
      value != mem->opt[id])
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "%s is fixed since the first GALPHACalcIC or "
                         "GALPHASolve",
                         rows[id].name);
  }
  const bool early = id == GALPHA_OPT_FORMULATION || id == GALPHA_OPT_RULE ||
                     id == GALPHA_OPT_KEEP_JAC || id == GALPHA_OPT_LDLT ||
                     id == GALPHA_OPT_REDUNDANCY;
  if (early && (mem->busy || mem->phase >= GALPHA_PHASE_STARTED) &&
      value != mem->opt[id])
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "%s is chosen before the integration starts (or after "
                         "GALPHAReInit)",
                         rows[id].name);
  }
  return galpha_make_room_for(mem, id, value, function);
}

static int set_option(void *memory, enum galpha_option_id id, sunrealtype value,
                      const char *function)
{
  struct galpha_mem *mem = galpha_get(memory, function);
  if (!mem) { return GALPHA_MEM_NULL; }
  const struct option_row *row = &rows[id];
  const bool least             = value == 0.0 || fabs(value) >= DBL_MIN;
  if (!(value >= row->lo && value <= row->hi) || !least ||
      (row->integer && value != floor(value)))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "%s = %g is outside [%g, %g]%s", row->name, value,
                         shown(row->lo), shown(row->hi),
                         row->integer ? " or not an integer"
                         : least      ? ""
                                      : " or less than a normal number");
  }
  if (id == GALPHA_OPT_RHO_INF)
  {
    int ret = 0;
    if (galpha_get_idle(mem, function, &ret))
    {
      ret = set_method(mem, GALPHA_CHUNG_HULBERT, &value, function);
    }
    if (ret) { return ret; }
  }
  if ((id == GALPHA_OPT_MIN_STEP && mem->opt[GALPHA_OPT_MAX_STEP] > 0.0 &&
       value > mem->opt[GALPHA_OPT_MAX_STEP]) ||
      (id == GALPHA_OPT_MAX_STEP && value > 0.0 &&
       value < mem->opt[GALPHA_OPT_MIN_STEP]))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "min_step must not exceed max_step");
  }
  const int code = check_phase(mem, id, value, function);
  if (code) { return code; }
  mem->opt[id]       = value;
  mem->opt_given[id] = true;
  return GALPHA_SUCCESS;
}

/* As in IDA, the value 0 selects the default. */
static int set_or_default(void *mem, enum galpha_option_id id,
                          sunrealtype value, const char *function)
{
  return set_option(mem, id, value == 0.0 ? rows[id].initial : value, function);
}

static int find_option(struct galpha_mem *mem, const char *name,
                       const char *function)
{
  for (int i = 0; name && i < GALPHA_OPT_COUNT; i++)
  {
    if (strcmp(rows[i].name, name) == 0) { return i; }
  }
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                       "no option is called '%s'", name ? name : "NULL");
}

int GALPHASetOption(void *memory, const char *name, sunrealtype value)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  const int id = find_option(mem, name, __func__);
  return id < 0
           ? id
           : set_option(memory, (enum galpha_option_id)id, value, __func__);
}

int GALPHAGetOption(void *memory, const char *name, sunrealtype *value)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  const int id = find_option(mem, name, __func__);
  if (id < 0) { return id; }
  if (!value ||
      (id == GALPHA_OPT_RHO_INF && mem->family.family != GALPHA_CHUNG_HULBERT))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         value ? "the method in use has no rho_inf"
                               : "value is NULL");
  }
  *value = mem->opt[id];
  return GALPHA_SUCCESS;
}

int GALPHASetMethod(void *memory, int family, const sunrealtype *par)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle(memory, __func__, &code);
  if (!mem) { return code; }
  return par ? set_method(mem, family, par, __func__)
             : galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                             "par is NULL");
}

int GALPHAGetMethod(void *memory, sunrealtype *coef)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  if (!coef)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__, "coef is NULL");
  }
  coef[0] = mem->family.alpha_m;
  coef[1] = mem->family.alpha_f;
  coef[2] = mem->family.beta;
  coef[3] = mem->family.gamma;
  return GALPHA_SUCCESS;
}

#define SETTER(name, type, id)                                \
  int name(void *mem, type value)                             \
  {                                                           \
    return set_option(mem, id, (sunrealtype)value, __func__); \
  }

SETTER(GALPHASetRhoInf, sunrealtype, GALPHA_OPT_RHO_INF)
SETTER(GALPHASetRhoInfState, sunrealtype, GALPHA_OPT_RHO_STATE)
SETTER(GALPHASetErrorTest, int, GALPHA_OPT_ERROR_TEST)
SETTER(GALPHASetFormulation, int, GALPHA_OPT_FORMULATION)
SETTER(GALPHASetScleronomic, int, GALPHA_OPT_SCLERONOMIC)
SETTER(GALPHASetConstantG, int, GALPHA_OPT_CONSTANT_G)
SETTER(GALPHASetFixedStep, sunrealtype, GALPHA_OPT_FIXED_STEP)
SETTER(GALPHASetInitStep, sunrealtype, GALPHA_OPT_INIT_STEP)
SETTER(GALPHASetMinStep, sunrealtype, GALPHA_OPT_MIN_STEP)
SETTER(GALPHASetMaxStep, sunrealtype, GALPHA_OPT_MAX_STEP)
SETTER(GALPHASetMaxErrTestFails, int, GALPHA_OPT_MAX_ERR_FAILS)
SETTER(GALPHASetMaxConvFails, int, GALPHA_OPT_MAX_CONV_FAILS)
SETTER(GALPHASetMaxHnilWarns, int, GALPHA_OPT_MAX_HNIL)
SETTER(GALPHASetMaxNonlinIters, int, GALPHA_OPT_MAX_NONLIN_ITERS)
SETTER(GALPHASetNonlinConvCoef, sunrealtype, GALPHA_OPT_NONLIN_COEF)
SETTER(GALPHASetRedundancy, int, GALPHA_OPT_REDUNDANCY)
SETTER(GALPHASetMaxOrd, int, GALPHA_OPT_MAX_ORDER)
SETTER(GALPHASetLSNormFactor, sunrealtype, GALPHA_OPT_LS_NORM_FACTOR)
SETTER(GALPHASetLinearSolutionScaling, int, GALPHA_OPT_SOLUTION_SCALING)
SETTER(GALPHASetNonlinConvCoefIC, sunrealtype, GALPHA_OPT_IC_NONLIN_COEF)
SETTER(GALPHASetMaxNumStepsIC, int, GALPHA_OPT_IC_MAX_STEPS)
SETTER(GALPHASetMaxNumJacsIC, int, GALPHA_OPT_IC_MAX_JACS)
SETTER(GALPHASetMaxNumItersIC, int, GALPHA_OPT_IC_MAX_ITERS)
SETTER(GALPHASetLineSearchOffIC, int, GALPHA_OPT_IC_NO_LINE_SEARCH)
SETTER(GALPHASetMaxBacksIC, int, GALPHA_OPT_IC_MAX_BACKS)
SETTER(GALPHASetStepToleranceIC, sunrealtype, GALPHA_OPT_IC_STEP_TOLERANCE)

int GALPHASetClock(void *memory, GALPHAClockFn clock, void *clock_data)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle(memory, __func__, &code);
  if (!mem) { return code; }
  mem->ls.clock = (struct galpha_clock){.fn = clock, .data = clock_data};
  return GALPHA_SUCCESS;
}

int GALPHASetEpsLin(void *mem, sunrealtype eplifac)
{
  return set_or_default(mem, GALPHA_OPT_EPS_LIN, eplifac, __func__);
}

int GALPHASetIncrementFactor(void *mem, sunrealtype dqincfac)
{
  return set_or_default(mem, GALPHA_OPT_INCREMENT_FACTOR, dqincfac, __func__);
}

int GALPHASetMaxNumSteps(void *mem, long int mxsteps)
{
  return set_or_default(mem, GALPHA_OPT_MAX_NUM_STEPS,
                        mxsteps < 0 ? -1.0 : (sunrealtype)mxsteps, __func__);
}

int GALPHASetStopTime(void *memory, sunrealtype tstop)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle(memory, __func__, &code);
  if (!mem) { return code; }
  if (!isfinite(tstop))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "tstop is not finite");
  }
  if (mem->phase == GALPHA_PHASE_RUNNING)
  {
    const sunrealtype t = mem->hist.now->t;
    if ((tstop - t) * mem->ctrl.h < 0.0)
    {
      return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                           "tstop = %g is behind the current t = %g", tstop, t);
    }
  }
  galpha_constraint_rate_end(&mem->sys.rate, tstop);
  mem->opt_tstop     = tstop;
  mem->opt_tstop_set = true;
  return galpha_close_stop(mem, __func__);
}

int GALPHAClearStopTime(void *memory)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle(memory, __func__, &code);
  if (!mem) { return code; }
  mem->opt_tstop_set = false;
  return GALPHA_SUCCESS;
}

#ifdef GALPHA_HAVE_ADAPTCONTROLLER
int GALPHASetAdaptController(void *memory, SUNAdaptController C)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle(memory, __func__, &code);
  if (!mem) { return code; }
  if (C && !galpha_controller_of_steps(C))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "needs a controller of type SUN_ADAPTCONTROLLER_H");
  }
  mem->ctrl.user = C;
  return GALPHA_SUCCESS;
}
#endif

int GALPHASetUserData(void *memory, void *user_data)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  mem->sys.user_data = user_data;
  return GALPHA_SUCCESS;
}

int GALPHASetErrHandlerFn(void *memory, GALPHAErrHandlerFn ehfun, void *eh_data)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  mem->err.fn   = ehfun;
  mem->err.data = eh_data;
  return GALPHA_SUCCESS;
}

int GALPHASetErrFile(void *memory, FILE *errfp)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  mem->err.fp = errfp;
  return GALPHA_SUCCESS;
}
