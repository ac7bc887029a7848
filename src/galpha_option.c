/* Options: one table of names, defaults and ranges; the named setters are views
 * of it. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "galpha_impl.h"

struct option_row
{
  const char *name;
  sunrealtype initial, lo, hi;
  bool integer;
};

/* clang-format off */
static const struct option_row rows[GALPHA_OPT_COUNT] = {
  [GALPHA_OPT_RHO_INF]          = {"rho_inf", 0.6, 0.0, 1.0, false},
  [GALPHA_OPT_RHO_STATE]        = {"rho_inf_state", 0.5, 0.0, 1.0, false},
  [GALPHA_OPT_TEST_ALGEBRAIC]   = {"test_algebraic", -1, -1, 3, true},
  [GALPHA_OPT_FORMULATION]      = {"formulation", GALPHA_SOI2, GALPHA_SOI2, GALPHA_INDEX3, true},
  [GALPHA_OPT_MASS_ALPHA]       = {"mass_alpha", GALPHA_MASS_PREVIOUS, GALPHA_MASS_PREVIOUS, GALPHA_MASS_RECOMPUTED, true},
  [GALPHA_OPT_CORRECTION]       = {"step_change_correction", GALPHA_CORRECT_A, GALPHA_CORRECT_NONE, GALPHA_CORRECT_WEIGHTS, true},
  [GALPHA_OPT_START]            = {"start", GALPHA_START_SHIFTED, GALPHA_START_SHIFTED, GALPHA_START_A0, true},
  [GALPHA_OPT_PREDICTOR]        = {"predictor", GALPHA_PREDICT_LINEAR, GALPHA_PREDICT_CONSTANT, GALPHA_PREDICT_QUADRATIC, true},
  [GALPHA_OPT_SCLERONOMIC]      = {"scleronomic", 0, 0, 1, true},
  [GALPHA_OPT_FIXED_STEP]       = {"fixed_step", 0, 0, DBL_MAX, false},
  [GALPHA_OPT_INIT_STEP]        = {"init_step", 0, -DBL_MAX, DBL_MAX, false},
  [GALPHA_OPT_MIN_STEP]         = {"min_step", 0, 0, DBL_MAX, false},
  [GALPHA_OPT_MAX_STEP]         = {"max_step", 0, 0, DBL_MAX, false},
  [GALPHA_OPT_SAFETY]           = {"safety_factor", 0.85, 0.1, 1.0, false},
  [GALPHA_OPT_MAX_NUM_STEPS]    = {"max_num_steps", 100000, -1, 1e15, true},
  [GALPHA_OPT_MAX_ERR_FAILS]    = {"max_err_test_fails", 10, 1, 1e6, true},
  [GALPHA_OPT_MAX_CONV_FAILS]   = {"max_conv_fails", 10, 1, 1e6, true},
  [GALPHA_OPT_MAX_HNIL]         = {"max_hnil_warns", 10, 0, 1e6, true},
  [GALPHA_OPT_MAX_NONLIN_ITERS] = {"max_nonlin_iters", 7, 1, 1e6, true},
  [GALPHA_OPT_NONLIN_COEF]      = {"nonlin_conv_coef", 2e-3, 1e-10, 1.0, false},
  [GALPHA_OPT_LINEAR]           = {"linear", 0, 0, 1, true},
  [GALPHA_OPT_RULE]             = {"control_rule", GALPHA_RULE_DEFAULT, GALPHA_RULE_DEFAULT, GALPHA_RULE_001, true},
  [GALPHA_OPT_KEEP_JAC]         = {"keep_jacobian", 0, 0, 1, true},
  [GALPHA_OPT_MAX_JAC_AGE]      = {"max_jacobian_age", -1, -1, 1e9, true},
};
/* clang-format on */

void galpha_default_options(struct galpha_mem *mem)
{
  const char *why = NULL;
  for (int i = 0; i < GALPHA_OPT_COUNT; i++) { mem->opt[i] = rows[i].initial; }
  galpha_method_set(&mem->method, GALPHA_CHUNG_HULBERT,
                    &mem->opt[GALPHA_OPT_RHO_INF], &why);
}

static int set_option(void *memory, enum galpha_option_id id, sunrealtype value,
                      const char *function)
{
  struct galpha_mem *mem = galpha_get(memory, function);
  if (!mem) { return GALPHA_MEM_NULL; }
  const struct option_row *row = &rows[id];
  if (!(value >= row->lo && value <= row->hi) ||
      (row->integer && value != floor(value)))
  {
    return galpha_report(
      &mem->err, GALPHA_ILL_INPUT, function, "%s = %g is outside [%g, %g]%s",
      row->name, value, row->lo, row->hi, row->integer ? " or no integer" : "");
  }
  if (id == GALPHA_OPT_RHO_INF)
  {
    const int ret = GALPHASetMethod(memory, GALPHA_CHUNG_HULBERT, &value);
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
  const bool early = id == GALPHA_OPT_FORMULATION || id == GALPHA_OPT_RULE ||
                     id == GALPHA_OPT_KEEP_JAC;
  if (early && mem->phase >= GALPHA_PHASE_STARTED && value != mem->opt[id])
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "%s is chosen before the integration starts (or after "
                         "GALPHAReInit)",
                         row->name);
  }
  mem->opt[id] = value;
  return GALPHA_SUCCESS;
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
      (id == GALPHA_OPT_RHO_INF && mem->method.family != GALPHA_CHUNG_HULBERT))
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
  struct galpha_mem *mem = galpha_get(memory, __func__);
  const char *why        = NULL;
  if (!mem) { return GALPHA_MEM_NULL; }
  if (!par)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__, "par is NULL");
  }
  if (mem->phase >= GALPHA_PHASE_RUNNING)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "the method is chosen before the first step (or after "
                         "GALPHAReInit)");
  }
  if (galpha_method_set(&mem->method, family, par, &why))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__, "%s", why);
  }
  if (family == GALPHA_CHUNG_HULBERT) { mem->opt[GALPHA_OPT_RHO_INF] = par[0]; }
  return GALPHA_SUCCESS;
}

int GALPHAGetMethod(void *memory, sunrealtype *coef)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  if (!coef)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__, "coef is NULL");
  }
  coef[0] = mem->method.alpha_m;
  coef[1] = mem->method.alpha_f;
  coef[2] = mem->method.beta;
  coef[3] = mem->method.gamma;
  return GALPHA_SUCCESS;
}

#define SETTER(name, type, id)                                \
  int name(void *mem, type value)                             \
  {                                                           \
    return set_option(mem, id, (sunrealtype)value, __func__); \
  }

SETTER(GALPHASetRhoInf, sunrealtype, GALPHA_OPT_RHO_INF)
SETTER(GALPHASetRhoInfState, sunrealtype, GALPHA_OPT_RHO_STATE)
SETTER(GALPHASetTestAlgebraic, int, GALPHA_OPT_TEST_ALGEBRAIC)
SETTER(GALPHASetFormulation, int, GALPHA_OPT_FORMULATION)
SETTER(GALPHASetMassAlpha, int, GALPHA_OPT_MASS_ALPHA)
SETTER(GALPHASetStepChangeCorrection, int, GALPHA_OPT_CORRECTION)
SETTER(GALPHASetStart, int, GALPHA_OPT_START)
SETTER(GALPHASetPredictor, int, GALPHA_OPT_PREDICTOR)
SETTER(GALPHASetScleronomic, int, GALPHA_OPT_SCLERONOMIC)
SETTER(GALPHASetFixedStep, sunrealtype, GALPHA_OPT_FIXED_STEP)
SETTER(GALPHASetInitStep, sunrealtype, GALPHA_OPT_INIT_STEP)
SETTER(GALPHASetMinStep, sunrealtype, GALPHA_OPT_MIN_STEP)
SETTER(GALPHASetMaxStep, sunrealtype, GALPHA_OPT_MAX_STEP)
SETTER(GALPHASetSafetyFactor, sunrealtype, GALPHA_OPT_SAFETY)
SETTER(GALPHASetMaxErrTestFails, int, GALPHA_OPT_MAX_ERR_FAILS)
SETTER(GALPHASetMaxConvFails, int, GALPHA_OPT_MAX_CONV_FAILS)
SETTER(GALPHASetMaxHnilWarns, int, GALPHA_OPT_MAX_HNIL)
SETTER(GALPHASetMaxNonlinIters, int, GALPHA_OPT_MAX_NONLIN_ITERS)
SETTER(GALPHASetNonlinConvCoef, sunrealtype, GALPHA_OPT_NONLIN_COEF)
SETTER(GALPHASetLinear, int, GALPHA_OPT_LINEAR)
SETTER(GALPHASetControlRule, int, GALPHA_OPT_RULE)
SETTER(GALPHASetKeepJac, int, GALPHA_OPT_KEEP_JAC)
SETTER(GALPHASetMaxJacobianAge, long int, GALPHA_OPT_MAX_JAC_AGE)

int GALPHASetMaxNumSteps(void *mem, long int mxsteps)
{
  return set_option(mem, GALPHA_OPT_MAX_NUM_STEPS,
                    mxsteps < 0 ? -1.0 : (sunrealtype)mxsteps, __func__);
}

int GALPHASetStopTime(void *memory, sunrealtype tstop)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
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
                           "tstop = %g lies behind the current t = %g", tstop,
                           t);
    }
  }
  mem->opt_tstop     = tstop;
  mem->opt_tstop_set = true;
  return GALPHA_SUCCESS;
}

int GALPHAClearStopTime(void *memory)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  mem->opt_tstop_set = false;
  return GALPHA_SUCCESS;
}

#ifdef GALPHA_HAVE_ADAPTCONTROLLER
int GALPHASetAdaptController(void *memory, SUNAdaptController C)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
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

/* Newton's tolerance: tighter towards rho = 1, where an iteration error of f and
 * a stays in the recursion for about 1/(1 - r) steps. */
static sunrealtype newton_tolerance(const struct galpha_mem *mem)
{
  const struct galpha_method *m = &mem->method;
  const sunrealtype r           = fmax(fabs(m->alpha_m / (1.0 - m->alpha_m)),
                                       fabs(m->alpha_f / (1.0 - m->alpha_f)));
  return mem->opt[GALPHA_OPT_NONLIN_COEF] *
         fmin(1.0, fmax(0.05, 2.0 * (1.0 - r)));
}

int galpha_apply_options(struct galpha_mem *mem, const char *function)
{
  const sunrealtype *opt         = mem->opt;
  struct galpha_form_options *fo = &mem->form.opt;
  fo->formulation                = (int)opt[GALPHA_OPT_FORMULATION];
  fo->mass_alpha                 = (int)opt[GALPHA_OPT_MASS_ALPHA];
  fo->predictor                  = (int)opt[GALPHA_OPT_PREDICTOR];
  fo->correct                    = (int)opt[GALPHA_OPT_CORRECTION];
  mem->sys.scleronomic           = opt[GALPHA_OPT_SCLERONOMIC] != 0.0;
  mem->ls.keep                   = opt[GALPHA_OPT_KEEP_JAC] != 0.0;
  mem->ls.max_age                = (long int)opt[GALPHA_OPT_MAX_JAC_AGE];
  mem->nls.max_iters             = (int)opt[GALPHA_OPT_MAX_NONLIN_ITERS];
  mem->nls.tol                   = newton_tolerance(mem);
  mem->form.inner_tol            = mem->nls.tol * 0.1;
  mem->ctrl.h_fixed              = opt[GALPHA_OPT_FIXED_STEP];
  mem->ctrl.hmin                 = opt[GALPHA_OPT_MIN_STEP];
  mem->ctrl.hmax                 = opt[GALPHA_OPT_MAX_STEP];
  mem->ctrl.safety               = opt[GALPHA_OPT_SAFETY];
  mem->ctrl.max_errfails         = (int)opt[GALPHA_OPT_MAX_ERR_FAILS];
  mem->ctrl.max_convfails        = (int)opt[GALPHA_OPT_MAX_CONV_FAILS];
  mem->ctrl.max_hnil             = (int)opt[GALPHA_OPT_MAX_HNIL];
  mem->ctrl.tstop_set            = mem->opt_tstop_set;
  mem->ctrl.tstop                = mem->opt_tstop;
  mem->form.level_v =
    mem->errtest.v.kind == GALPHA_TOL_NONE && mem->ctrl.h_fixed == 0.0;
  const sunrealtype algebraic = opt[GALPHA_OPT_TEST_ALGEBRAIC];
  mem->errtest.algebraic =
    algebraic >= 0.0 ? (int)algebraic : (int)!mem->res.has[2];
  mem->ls.newton_tol = mem->nls.tol;
  galpha_method_state(&mem->method, opt[GALPHA_OPT_RHO_STATE]);
  const bool rule001   = opt[GALPHA_OPT_RULE] == GALPHA_RULE_001;
  mem->nls.linear      = opt[GALPHA_OPT_LINEAR] != 0.0;
  mem->nls.rule001     = rule001;
  mem->errtest.rule001 = rule001;
  mem->ctrl.rule001    = rule001;
  if (rule001) { mem->form.level_v = true; }
  galpha_form_select(&mem->form);
  if (mem->nls.NLS && mem->nls.initialized &&
      SUNNonlinSolSetMaxIters(mem->nls.NLS, mem->nls.max_iters))
  {
    return galpha_report(&mem->err, GALPHA_NLS_INIT_FAIL, function,
                         "the nonlinear solver refused max_nonlin_iters");
  }
  if (rule001 && mem->ctrl.h_fixed == 0.0 && !(mem->errtest.q.rtol > 0.0))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "GALPHA_RULE_001 takes its eps from a relative "
                         "tolerance above 0");
  }
  if (mem->errtest.q.kind != GALPHA_TOL_NONE) { return GALPHA_SUCCESS; }
  if (mem->ctrl.h_fixed == 0.0)
  {
    return galpha_report(&mem->err, GALPHA_NO_MALLOC, function,
                         "no tolerances: call GALPHASStolerances (or set a "
                         "fixed step)");
  }
  mem->errtest.q =
    (struct galpha_tol){.kind = GALPHA_TOL_SS, .rtol = 1e-6, .atol = 1e-9};
  return GALPHA_SUCCESS;
}
