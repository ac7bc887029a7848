/* Creation and destruction of an object, nonlinear solver, consistent start. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "api/advice.h"
#include "api/at_step.h"
#include "api/watch.h"
#include "base/tuning.h"
#include "check/arguments.h"

/* Sets the pointers between the structs of the object. */
static void wire(struct galpha_mem *mem)
{
  mem->sys.sunctx         = mem->sunctx;
  mem->model.sys          = &mem->sys;
  mem->model.reaction.sys = &mem->sys;
  mem->method.model = mem->ls.model = mem->nls.model = &mem->model;
  mem->step.model = mem->ic.model = &mem->model;
  mem->form                       = &galpha_form_mechanics;
  mem->model.ops                  = &galpha_model_mechanics;
  mem->step.manifold              = &galpha_manifold_mechanics;
  mem->ls.ops                     = &galpha_system_blocks;
  mem->method.hist                = &mem->hist;
  mem->method.family_set          = &mem->family;
  mem->method.family              = &mem->family;
  mem->method.inner               = (struct galpha_inner){galpha_ls_inner_setup,
                                                          galpha_ls_inner_solve, &mem->ls};
  mem->nls.method                 = &mem->method;
  mem->nls.ls                     = &mem->ls;
  mem->step.method                = &mem->method;
  mem->step.ls                    = &mem->ls;
  mem->ls.policy = mem->nls.policy = &mem->step.policy;
  mem->step.nls                    = &mem->nls;
  mem->step.errtest                = &mem->errtest;
  mem->ic.method                   = &mem->method;
  mem->ic.ls                       = &mem->ls;
  mem->ic.errtest                  = &mem->errtest;
  mem->hist.now                    = &mem->hist.store[1];
  mem->warn_inactive               = true;
}

void *GALPHACreate(SUNContext sunctx)
{
  if (!sunctx) { return NULL; }
  struct galpha_mem *mem = calloc(1, sizeof *mem);
  if (!mem) { return NULL; }
  mem->sunctx    = sunctx;
  mem->err.fp    = stderr;
  mem->ls.kept_t = (sunrealtype)NAN;
  wire(mem);
  galpha_default_options(mem);
  return mem;
}

int galpha_close_vectors(struct galpha_mem *mem)
{
  N_Vector q = mem->q0, lambda = mem->lambda0, psi = mem->psi0, s = mem->s0;
  const struct galpha_model_traits *traits = &mem->model.ops->traits;
  const struct galpha_hist_parts parts     = {
        .older = galpha_states_kept(mem, (int)mem->opt[GALPHA_OPT_MAX_ORDER]),
        .second_order = traits->second_order,
        .borrowed     = {q, mem->v0}};
  if (!galpha_hist_init(&mem->hist, (N_Vector const[]){q, lambda, psi, s},
                        &parts) &&
      !galpha_model_init(&mem->model, q, lambda, psi, s, mem->ls.packed) &&
      !galpha_method_init(&mem->method, q, lambda, psi, s))
  {
    galpha_model_set_orders(&mem->model);
    galpha_method_lend(&mem->method);
    return 0;
  }
  galpha_method_free(&mem->method);
  galpha_model_free(&mem->model);
  galpha_hist_free(&mem->hist);
  return -1;
}

static void drop(N_Vector *v)
{
  if (*v) { N_VDestroy(*v); }
  *v = NULL;
}

void GALPHAFree(void **memory)
{
  if (!memory || !*memory) { return; }
  struct galpha_mem *mem = *memory;
  *memory                = NULL;
  if (galpha_free_later(mem)) { return; }
  if (mem->bbd) { mem->bbd_free(mem->bbd); }
  galpha_nls_free(&mem->nls);
  galpha_ls_free(&mem->ls);
  galpha_ic_free(&mem->ic);
  galpha_method_free(&mem->method);
  galpha_model_free(&mem->model);
  galpha_reaction_free(&mem->model.reaction);
  galpha_hist_free(&mem->hist);
  galpha_err_free(&mem->errtest);
  galpha_free_aside(mem);
  galpha_sys_free(&mem->sys);
  galpha_res_free(&mem->res);
  galpha_first_order_free(&mem->states);
  galpha_free_roots(mem);
  drop(&mem->q0);
  drop(&mem->v0);
  drop(&mem->lambda0);
  drop(&mem->psi0);
  drop(&mem->a0);
  drop(&mem->s0);
  drop(&mem->s_order);
  drop(&mem->model.constraints);
  drop(&mem->res.inside);
  drop(&mem->model.violated);
  free(mem);
}

/* The Newton solver of SUNDIALS holds a vector of the length for which it was created,
 * and combines it with those of the linear systems. */
static int check_newton(const struct galpha_mem *mem, SUNNonlinearSolver NLS,
                        const char *function)
{
  if (NLS->ops->solve != SUNNonlinSolSolve_Newton) { return GALPHA_SUCCESS; }
  SUNNonlinearSolverContent_Newton content = NLS->content;
  N_Vector own = content->delta, like = mem->ls.packed;
  const sunindextype n    = N_VGetLength(own);
  const sunindextype want = mem->sys.n + mem->sys.m + mem->sys.p +
                            (mem->s0 ? N_VGetLength(mem->s0) : 0);
  if (n != want)
  {
    return galpha_report(
      &mem->err, GALPHA_ILL_INPUT, function,
      "the nonlinear solver is made for %ld unknowns, expected "
      "%s = %ld%s",
      (long int)n,
      mem->s0 ? mem->form->words.with_states : mem->form->words.unknowns,
      (long int)want, mem->form->words.sizes_known);
  }
  const bool fits =
    !like || galpha_vector_alike(own, like) ||
    (galpha_vector_in_array(own) && galpha_vector_in_array(like));
  return fits ? GALPHA_SUCCESS
              : galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                              "the nonlinear solver is made for vectors of "
                              "another kind than those of the unknowns");
}

static int prepare_newton(struct galpha_mem *mem, const char *function)
{
  const int code =
    mem->nls.NLS ? check_newton(mem, mem->nls.NLS, function) : GALPHA_SUCCESS;
  if (code) { return code; }
  const int flag = galpha_nls_prepare(&mem->nls);
  if (!flag) { return GALPHA_SUCCESS; }
  return flag == -1 ? galpha_report(&mem->err, GALPHA_MEM_FAIL, function,
                                    "out of memory")
                    : galpha_report(&mem->err, GALPHA_NLS_INIT_FAIL, function,
                                    "the nonlinear solver refused its set-up");
}

int GALPHASetNonlinearSolver(void *memory, SUNNonlinearSolver NLS)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (NLS && SUNNonlinSolGetType(NLS) != SUNNONLINEARSOLVER_ROOTFIND)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "needs a nonlinear solver of root-finding type");
  }
  code = NLS ? check_newton(mem, NLS, __func__) : GALPHA_SUCCESS;
  if (code) { return code; }
  galpha_nls_set_solver(&mem->nls, NLS);
  return mem->phase < GALPHA_PHASE_STARTED ? GALPHA_SUCCESS
                                           : prepare_newton(mem, __func__);
}

int galpha_weights(struct galpha_mem *mem, const char *function)
{
  const char *level        = "";
  struct galpha_state *now = mem->hist.now;
  const sunindextype flag =
    galpha_err_weights(&mem->errtest, &mem->method, now->q, now->v, &level);
  if (flag == 0)
  {
    if (mem->model.st) { galpha_err_state_weights(&mem->errtest, now->s); }
    return GALPHA_SUCCESS;
  }
  if (flag < 0)
  {
    return galpha_report(&mem->err, GALPHA_BAD_EWT, function,
                         "the user's error weight function failed at t = %.10g",
                         now->t);
  }
  return galpha_report(&mem->err, GALPHA_BAD_EWT, function,
                       "the error weight of %s[%ld] is not positive at t = "
                       "%.10g: a zero value needs an absolute tolerance",
                       level, (long int)(flag - 1), now->t);
}

/* Restores the given values after a failed consistent start. */
static void restore_start(struct galpha_mem *mem)
{
  struct galpha_state *now = mem->hist.now;
  now->t                   = mem->t0;
  now->h                   = 0.0;
  N_VScale(1.0, mem->q0, now->q);
  N_VScale(1.0, mem->v0, now->v);
  if (mem->s0) { N_VScale(1.0, mem->s0, now->s); }
}

void galpha_set_time_span(struct galpha_mem *mem, sunrealtype tout)
{
  mem->ic.direction = copysign(1.0, tout - mem->t0);
  mem->ic.span      = fabs(tout - mem->t0);
  mem->ic.end       = HUGE_VAL;
  if (mem->opt_tstop_set && mem->opt_tstop != mem->t0)
  {
    /* callbacks must not be evaluated beyond a stop time */
    mem->ic.end  = fabs(mem->opt_tstop - mem->t0);
    mem->ic.span = fmin(mem->ic.span, mem->ic.end);
  }
}

/* longest_span is kept at a restart: an event may lie just before an output time. */
int galpha_check_fixed_step(struct galpha_mem *mem, sunrealtype tout,
                            const char *function)
{
  const sunrealtype h = mem->ctrl.h_fixed, t = mem->hist.now->t;
  const bool cut    = mem->opt_tstop_set && fabs(mem->opt_tstop - t) < h;
  mem->longest_span = fmax(mem->longest_span, fabs(tout - mem->t0));
  if (cut || !(h > FIXED_BEYOND * mem->longest_span)) { return GALPHA_SUCCESS; }
  return galpha_report(
    &mem->err, GALPHA_ILL_INPUT, function,
    "the fixed step %g is %.2g times as long as the time "
    "from t0 = %.10g to tout = %.10g: the values there would "
    "only be interpolated across it",
    h, h / mem->longest_span, mem->t0, tout);
}

/* Allocates the past steps that the highest order and the predictor of these options
 * need. */
static int make_room(struct galpha_mem *mem, const sunrealtype *opt,
                     const char *function)
{
  const int order       = (int)opt[GALPHA_OPT_MAX_ORDER];
  N_Vector const like[] = {mem->q0, mem->lambda0, mem->psi0, mem->s0};
  const bool lags       = mem->model.ops->traits.mechanics && mem->lambda0 &&
                    mem->method.traits->jumps && order >= GALPHA_LEAST_BDF;
  return galpha_hist_deepen(&mem->hist, like, galpha_states_kept(mem, order)) ||
             galpha_method_make_room(&mem->method, like,
                                     (int)opt[GALPHA_OPT_PREDICTOR]) ||
             (lags && galpha_lag_init(&mem->method.lag, mem->q0, mem->lambda0,
                                      mem->psi0, order))
           ? galpha_no_memory(&mem->err, function)
           : GALPHA_SUCCESS;
}

static bool needs_room(const struct galpha_mem *mem, enum galpha_option_id id,
                       sunrealtype value)
{
  return id == GALPHA_OPT_MAX_ORDER
           ? value > mem->opt[id]
           : id == GALPHA_OPT_PREDICTOR && value > GALPHA_PREDICT_LINEAR &&
               !mem->hist.far_rates;
}

int galpha_make_room_for(struct galpha_mem *mem, enum galpha_option_id id,
                         sunrealtype value, const char *function)
{
  int code = GALPHA_SUCCESS;
  sunrealtype opt[GALPHA_OPT_COUNT];
  if (!needs_room(mem, id, value) || !galpha_get_idle(mem, function, &code) ||
      mem->phase < GALPHA_PHASE_STARTED)
  {
    return code;
  }
  memcpy(opt, mem->opt, sizeof opt);
  opt[id] = value;
  return make_room(mem, opt, function);
}

int galpha_stopped(const struct galpha_mem *mem, const char *function)
{
  return galpha_sys_stopped(&mem->sys)
           ? galpha_explain_model(mem, GALPHA_RES_FAIL, function, 0.0)
           : GALPHA_SUCCESS;
}

int galpha_start(struct galpha_mem *mem, int icopt, sunrealtype tout1,
                 const char *function)
{
  int code = GALPHA_SUCCESS;
  if (mem->phase < GALPHA_PHASE_CLOSED)
  {
    code = galpha_close_problem(mem, function);
  }
  if (!code) { code = galpha_apply_options(mem, function); }
  if (!code) { code = make_room(mem, mem->opt, function); }
  struct galpha_ls *ls = &mem->ls;
  if (!code)
  {
    code = mem->form->set_redundancy(
      mem, mem->opt[GALPHA_OPT_REDUNDANCY] != 0.0, function);
  }
  if (!code && ls->ready && ls->keep != (ls->kept != NULL) &&
      galpha_ls_prepare_kept(ls))
  {
    code = galpha_no_memory(&mem->err, function);
  }
  mem->errtest.top_known = false;
  mem->errtest.staying   = (struct galpha_staying){0};
  mem->ls.kept_t         = (sunrealtype)NAN;
  if (!code && galpha_prepare_roots(mem))
  {
    code = galpha_no_memory(&mem->err, function);
  }
  if (!code) { code = galpha_weights(mem, function); }
  if (!code) { code = prepare_newton(mem, function); }
  if (code) { return code; }
  restore_start(mem);
  galpha_set_time_span(mem, tout1);
  code = mem->form->begin(mem, icopt, function);
  if (!code) { code = galpha_stopped(mem, function); }
  if (code)
  {
    restore_start(mem);
    if (mem->lambda0) { N_VScale(1.0, mem->lambda0, mem->hist.now->lambda); }
    if (mem->psi0) { N_VScale(1.0, mem->psi0, mem->hist.now->psi); }
    return code;
  }
  if (galpha_rings(mem))
  {
    galpha_report(
      &mem->err, GALPHA_WARNING, function,
      "a method without damping (rho = 1, trapezoidal rule) is weakly unstable "
      "with constraints: multipliers may oscillate, which rho_inf < 1 damps "
      "(GALPHASetRhoInf)");
  }
  mem->ls.current     = false;
  mem->ctrl.tstop_set = mem->opt_tstop_set;
  galpha_watch_begin(mem);
  mem->phase = GALPHA_PHASE_STARTED;
  return GALPHA_SUCCESS;
}

/* Checks the arguments of GALPHACalcIC. */
static int check_request(const struct galpha_mem *mem, int icopt,
                         sunrealtype tout1)
{
  const char *wrong = mem->phase == GALPHA_PHASE_RUNNING
                        ? "the integration has started: call GALPHAReInit"
                      : !mem->form->can_start(icopt) ? mem->form->words.requests
                      : !isfinite(tout1)             ? "tout1 is not finite"
                      : !(tout1 != mem->t0)
                        ? "tout1 equals t0: it must give the direction of time"
                        : NULL;
  return wrong ? galpha_report(&mem->err, GALPHA_ILL_INPUT, "GALPHACalcIC",
                               "%s", wrong)
               : GALPHA_SUCCESS;
}

int GALPHACalcIC(void *memory, int icopt, sunrealtype tout1)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  if (!mem) { return code; }
  code = check_request(mem, icopt, tout1);
  if (code) { return code; }
  galpha_enter(mem);
  code = galpha_start(mem, icopt, tout1, __func__);
  if (!code && mem->form->keep_start) { mem->form->keep_start(mem); }
  return galpha_leave(mem, code);
}

int GALPHAGetConsistentIC(void *memory, N_Vector q0, N_Vector v0)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  const bool after_impact =
    mem->phase == GALPHA_PHASE_CLOSED && mem->after_impact;
  if (mem->phase != GALPHA_PHASE_STARTED && !after_impact)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "only between GALPHACalcIC or GALPHAImpact and the "
                         "first step");
  }
  const N_Vector x[]     = {q0, v0};
  const N_Vector like[]  = {mem->q0, mem->v0};
  const char *const to[] = {mem->form->words.q0, mem->form->words.v0};
  code = galpha_check_all_like(&mem->err, GALPHA_ILL_INPUT, 2, x, like, to,
                               __func__);
  if (code) { return code; }
  if (q0) { N_VScale(1.0, mem->hist.now->q, q0); }
  if (v0) { N_VScale(1.0, mem->hist.now->v, v0); }
  return GALPHA_SUCCESS;
}
