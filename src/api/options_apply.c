/* Passes option values to the structs that use them. */
#include <math.h>

#include "api/integrator.h"
#include "base/tuning.h"

/* With r near 1 an iteration error of f and a stays in the recursion for about 1/(1 -
 * r) steps, so the tolerance is tighter. */
sunrealtype galpha_factor_by_rho(sunrealtype r)
{
  return fmin(1.0, fmax(NEWTON_RHO_LEAST, NEWTON_RHO * (1.0 - r)));
}

static sunrealtype factor_by_method(const struct galpha_family *m)
{
  return galpha_factor_by_rho(fmax(fabs(m->alpha_m / (1.0 - m->alpha_m)),
                                   fabs(m->alpha_f / (1.0 - m->alpha_f))));
}

/* With error control the tolerance of Newton's iteration may be looser, unless the user
 * set it. Not for a method with an inner iteration in a stage, whose result depends on
 * the tolerance, nor with Krylov solvers, whose residual is a fraction of it. */
static bool is_loose(const struct galpha_mem *mem)
{
  SUNLinearSolver LS = mem->ls.main.LS;
  const bool direct  = !(LS && SUNLinSolGetType(LS) != SUNLINEARSOLVER_DIRECT);
  return direct && !mem->opt_given[GALPHA_OPT_NONLIN_COEF] &&
         !mem->method.ops->inner && mem->opt[GALPHA_OPT_FIXED_STEP] == 0.0;
}

void galpha_loosen_positions(const struct galpha_mem *mem, sunrealtype factor,
                             struct galpha_nls *nls)
{
  const sunrealtype coef = mem->opt[GALPHA_OPT_NONLIN_COEF];
  const sunrealtype rtol = mem->errtest.q.rtol;
  if (rtol > 0.0) { nls->least = factor * fmin(coef, NEWTON_STIFF / rtol); }
  nls->most = factor * NEWTON_LOOSE;
  nls->loosest =
    nls->most * (factor >= NEWTON_LOOSER_RHO ? NEWTON_LOOSER : 1.0);
}

static void set_tolerance(const struct galpha_mem *mem, struct galpha_nls *nls)
{
  const sunrealtype factor = factor_by_method(&mem->family);
  nls->least = nls->most = nls->loosest =
    factor * mem->opt[GALPHA_OPT_NONLIN_COEF];
  if (is_loose(mem)) { mem->form->loosen(mem, factor, nls); }
}

static void apply_to_newton(struct galpha_mem *mem)
{
  struct galpha_nls *nls = &mem->nls;
  set_tolerance(mem, nls);
  nls->mult_rtol        = mem->errtest.mult.rtol;
  nls->mult_atol        = mem->errtest.mult.atol;
  nls->linear           = mem->opt[GALPHA_OPT_LINEAR] != 0.0;
  nls->search           = mem->opt[GALPHA_OPT_LINE_SEARCH] != 0.0;
  nls->max_iters        = (int)mem->opt[GALPHA_OPT_MAX_NONLIN_ITERS];
  nls->set_iters        = mem->opt_given[GALPHA_OPT_MAX_NONLIN_ITERS];
  mem->ls.newton_tol    = nls->least;
  mem->method.inner_tol = nls->least * 0.1;
}

/* The remainder of an iterative solver in y' leads out of bounds on which y rests. */
static sunrealtype eps_lin(const struct galpha_mem *mem)
{
  const sunrealtype most = mem->model.constraints ? BOUND_REMAINDER : 1.0;
  return fmin(mem->opt[GALPHA_OPT_EPS_LIN], most);
}

static void apply_to_algebra(struct galpha_mem *mem)
{
  const sunrealtype *opt = mem->opt;
  mem->ls.keep           = opt[GALPHA_OPT_KEEP_JAC] != 0.0;
  mem->ls.max_age        = (long int)opt[GALPHA_OPT_MAX_JAC_AGE];
  mem->ls.ldlt           = (int)opt[GALPHA_OPT_LDLT];
  mem->ls.eps_lin        = eps_lin(mem);
  mem->ls.norm_factor    = opt[GALPHA_OPT_LS_NORM_FACTOR];
  mem->ls.scaling        = opt[GALPHA_OPT_SOLUTION_SCALING] != 0.0;
  mem->res.dqincfac      = opt[GALPHA_OPT_INCREMENT_FACTOR];
}

static void apply_to_start(struct galpha_mem *mem)
{
  const sunrealtype *opt = mem->opt;
  mem->ic.opt            = (struct galpha_ic_options){
               .epiccon   = opt[GALPHA_OPT_IC_NONLIN_COEF],
               .maxnh     = (int)opt[GALPHA_OPT_IC_MAX_STEPS],
               .maxnj     = (int)opt[GALPHA_OPT_IC_MAX_JACS],
               .maxnit    = (int)opt[GALPHA_OPT_IC_MAX_ITERS],
               .maxbacks  = (int)opt[GALPHA_OPT_IC_MAX_BACKS],
               .lsoff     = opt[GALPHA_OPT_IC_NO_LINE_SEARCH] != 0.0,
               .steptol   = opt[GALPHA_OPT_IC_STEP_TOLERANCE],
               .published = opt[GALPHA_OPT_AS_IDA] != 0.0};
}

bool galpha_tests_positions(const struct galpha_mem *mem)
{
  return mem->opt[GALPHA_OPT_ERROR_TEST] == GALPHA_TEST_POSITIONS;
}

/* The error test of velocities uses h v with the weights of q. */
static bool tests_positions(const struct galpha_mem *mem)
{
  if (mem->opt[GALPHA_OPT_RULE] == GALPHA_RULE_GAVREA) { return true; }
  return mem->opt[GALPHA_OPT_FIXED_STEP] == 0.0 &&
         mem->form->tests_positions(mem);
}

/* The option max_order, or 2: for SOI2 as published, constant steps, the user's
 * controller, the rule of Gavrea et al. (2005) and weights or rates that are not
 * corrected, which serve to study one method; for families without damping; and for
 * tolerances of multipliers in index 3, where these depend on the sizes of the last steps
 * of the BDF. */
static int highest_order(const struct galpha_mem *mem)
{
  const sunrealtype *opt = mem->opt;
  const bool multipliers =
    mem->method.traits->jumps && mem->errtest.mult.kind != GALPHA_TOL_NONE;
  /* errors of the rates of the polynomial would never be damped */
  const bool undamped = mem->family.undamped && mem->model.has[2];
  const bool one_method =
    multipliers || undamped || !mem->method.ops_set->higher ||
    opt[GALPHA_OPT_FIXED_STEP] != 0.0 || mem->ctrl.user ||
    opt[GALPHA_OPT_RULE] == GALPHA_RULE_GAVREA ||
    opt[GALPHA_OPT_CORRECTION] == GALPHA_CORRECT_WEIGHTS ||
    opt[GALPHA_OPT_CORRECTION] == GALPHA_CORRECT_NONE;
  return one_method ? 2 : (int)opt[GALPHA_OPT_MAX_ORDER];
}

int galpha_states_kept(const struct galpha_mem *mem, int order)
{
  /* the difference of order + 1 values; by positions alone, of one more */
  const int kept = mem->model.ops->traits.second_order ? order : order - 1;
  return kept < 2 ? 2 : kept;
}

static void apply_to_steps(struct galpha_mem *mem)
{
  const sunrealtype *opt   = mem->opt;
  struct galpha_ctrl *ctrl = &mem->ctrl;
  ctrl->h_fixed            = opt[GALPHA_OPT_FIXED_STEP];
  ctrl->hmin               = opt[GALPHA_OPT_MIN_STEP];
  ctrl->hmax               = opt[GALPHA_OPT_MAX_STEP];
  ctrl->h_first            = opt[GALPHA_OPT_INIT_STEP];
  ctrl->most_steps         = opt[GALPHA_OPT_MAX_NUM_STEPS];
  ctrl->safety             = opt[GALPHA_OPT_SAFETY];
  ctrl->max_errfails       = (int)opt[GALPHA_OPT_MAX_ERR_FAILS];
  ctrl->max_convfails      = (int)opt[GALPHA_OPT_MAX_CONV_FAILS];
  ctrl->max_hnil           = (int)opt[GALPHA_OPT_MAX_HNIL];
  ctrl->tstop_set          = mem->opt_tstop_set;
  ctrl->tstop              = mem->opt_tstop;
  ctrl->order.most         = highest_order(mem);
  const bool told  = mem->monitor.fn && opt[GALPHA_OPT_MONITOR_ATTEMPTS] != 0.0;
  ctrl->failed     = told ? galpha_monitor_failed : NULL;
  ctrl->failed_ctx = mem;
}

void galpha_apply_algebraic(struct galpha_mem *mem)
{
  const struct galpha_space *space = &mem->res.space;
  const sunrealtype option         = mem->opt[GALPHA_OPT_TEST_ALGEBRAIC];
  const bool alone = space->has[0] && !space->has[1] && !space->has[2];
  int power        = option >= 0.0 ? (int)option : !space->has[2];
  if (alone && power == 0) { power = 1; }
  mem->errtest.algebraic = power;
  mem->nls.algebraic     = power != 0;
}

int galpha_apply_options(struct galpha_mem *mem, const char *function)
{
  const sunrealtype *opt           = mem->opt;
  struct galpha_method_options *fo = &mem->method.opt;
  const int code = mem->form->select(mem, &fo->formulation, function);
  if (code) { return code; }
  fo->mass_alpha       = (int)opt[GALPHA_OPT_MASS_ALPHA];
  fo->predictor        = (int)opt[GALPHA_OPT_PREDICTOR];
  fo->correct          = (int)opt[GALPHA_OPT_CORRECTION];
  fo->shifted          = opt[GALPHA_OPT_START] == GALPHA_START_SHIFTED;
  mem->sys.scleronomic = opt[GALPHA_OPT_SCLERONOMIC] != 0.0;
  mem->sys.constant_G  = opt[GALPHA_OPT_CONSTANT_G] != 0.0;
  galpha_apply_algebraic(mem);
  galpha_method_select(&mem->method);
  apply_to_algebra(mem);
  apply_to_newton(mem);
  apply_to_start(mem);
  apply_to_steps(mem);
  mem->model.level_v = tests_positions(mem);
  mem->method.euler_only =
    mem->form->chooses_order && opt[GALPHA_OPT_MAX_ORDER] == 1.0;
  galpha_family_state(&mem->family, opt[GALPHA_OPT_RHO_STATE],
                      opt[GALPHA_OPT_STATE_COEFFICIENTS] ==
                        GALPHA_STATES_SECOND_ORDER);
  const bool rule_gavrea = opt[GALPHA_OPT_RULE] == GALPHA_RULE_GAVREA;
  mem->nls.rule          = rule_gavrea ? galpha_nls_test_gavrea : NULL;
  mem->errtest.rule      = rule_gavrea ? galpha_err_weights_gavrea : NULL;
  /* the rule keeps the largest |q_i| in the weights of v */
  if (rule_gavrea && galpha_err_init_velocities(&mem->errtest, mem->q0))
  {
    return galpha_no_memory(&mem->err, function);
  }
  mem->ctrl.rule     = rule_gavrea ? galpha_ctrl_ratio_gavrea : NULL;
  mem->root.as_ida   = opt[GALPHA_OPT_AS_IDA] != 0.0;
  mem->ls.with_inner = mem->method.ops->inner;
  mem->ls.with_mass  = mem->method.traits->jumps;
  if (mem->nls.NLS && mem->nls.initialized && galpha_nls_limit(&mem->nls))
  {
    return galpha_report(&mem->err, GALPHA_NLS_INIT_FAIL, function,
                         "the nonlinear solver refused max_nonlin_iters");
  }
  if (rule_gavrea && mem->ctrl.h_fixed == 0.0 && !(mem->errtest.q.rtol > 0.0))
  {
    return galpha_report(
      &mem->err, GALPHA_ILL_INPUT, function,
      "GALPHA_RULE_GAVREA needs a relative tolerance above 0, its eps");
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

int galpha_refuse_redundancy(const struct galpha_mem *mem, const char *function)
{
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                       "GALPHA_REDUNDANT_LEAST_NORM needs the mechanical form "
                       "by matrices, with reactions G^T lambda and K^T psi");
}
