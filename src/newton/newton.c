#include "newton/newton.h"

#include <math.h>

#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "base/clone.h"
#include "base/sundials_compat.h"
#include "base/tuning.h"
#include "linear/reaction_control.h"
#include "method/residual_recursion.h"
#include "newton/hidden_motion.h"

static int set_cause(struct galpha_nls *nls, enum galpha_cause cause, int ret)
{
  if (ret) { nls->cause = cause; }
  return ret;
}

void galpha_nls_set_cause(struct galpha_nls *nls, enum galpha_cause cause)
{
  nls->cause = cause;
}

int galpha_nls_residual(struct galpha_nls *nls, N_Vector x, N_Vector r)
{
  const sunrealtype began = galpha_clock_now(&nls->ls->clock);
  int ret = nls->method->ops->residual(nls->method, nls->stage, x, r);
  if (!ret) { ret = galpha_sys_products(nls->model->sys); }
  galpha_clock_add(&nls->ls->clock, GALPHA_CLOCK_RESIDUAL, began);
  galpha_model_expect_zero(nls->model, false);
  nls->r = r;
  return set_cause(nls,
                   nls->model->sys->fail.what ? GALPHA_CAUSE_MODEL
                                              : GALPHA_CAUSE_CONVERGE,
                   ret);
}

int galpha_nls_setup(struct galpha_nls *nls)
{
  if (galpha_nls_measure_imbalance(nls)) { return -1; }
  return set_cause(nls, GALPHA_CAUSE_SETUP, galpha_ls_setup(nls->ls));
}

int galpha_nls_correct(struct galpha_nls *nls, N_Vector b)
{
  const sunrealtype began = galpha_clock_now(&nls->ls->clock);
  /* the pattern of a block has changed since the set-up: > 0 makes Newton's iteration
   * request a new one */
  const int ret = nls->ls->current ? galpha_ls_correct(nls->ls, b) : 1;
  galpha_clock_add(&nls->ls->clock, GALPHA_CLOCK_SOLVE, began);
  return set_cause(nls, GALPHA_CAUSE_SOLVE, ret);
}

static int system_fn(N_Vector x, N_Vector r, void *mem)
{
  return galpha_nls_residual(mem, x, r);
}

static int lsetup_fn(galpha_sunbool jbad, galpha_sunbool *jcur, void *mem)
{
  struct galpha_nls *nls = mem;
  bool anew =
    jbad || nls->full || !nls->policy->reassemble || galpha_ls_wanted(nls->ls);
  int ret = anew ? 0 : galpha_ls_examine(nls->ls, &anew);
  if (!ret && !anew) { ret = galpha_ls_reassemble(nls->ls); }
  ret = anew ? galpha_nls_setup(nls) : set_cause(nls, GALPHA_CAUSE_SETUP, ret);
  *jcur = anew && !ret;
  return ret;
}

static int lsolve_fn(N_Vector b, void *mem)
{
  return galpha_nls_correct(mem, b);
}

static int conv_test(SUNNonlinearSolver NLS, N_Vector y, N_Vector del,
                     sunrealtype tol, N_Vector ewt, void *mem)
{
  int iter = 0;
  (void)y, (void)ewt;
  SUNNonlinSolGetCurIter(NLS, &iter);
  return galpha_nls_test(mem, del, iter, tol);
}

int galpha_nls_limit(struct galpha_nls *nls)
{
  return nls->own || nls->set_iters
           ? SUNNonlinSolSetMaxIters(nls->NLS, nls->max_iters)
           : 0;
}

/* With plain_unknowns packed is free while a stage is solved and serves as x, and the
 * line search borrows vectors of the trial state. The vectors of zeros and ones are for
 * a user's solver: SUNDIALS' own reads neither the initial guess nor the weights. */
static int clone_vectors(struct galpha_nls *nls)
{
  N_Vector like    = nls->ls->packed;
  const bool plain = nls->model->ops->traits.plain_unknowns;
  if (!nls->x) { nls->x = plain ? like : galpha_clone(like); }
  if (!nls->x || (nls->own && !plain && galpha_damp_init(&nls->damp, like)))
  {
    return -1;
  }
  if (nls->own) { return 0; }
  if (!nls->weights) { nls->weights = galpha_clone(like); }
  if (!nls->zero) { nls->zero = galpha_clone(like); }
  if (!nls->zero || !nls->weights) { return -1; }
  N_VConst(0.0, nls->zero);
  N_VConst(1.0, nls->weights);
  return 0;
}

int galpha_nls_prepare(struct galpha_nls *nls)
{
  if (!nls->NLS)
  {
    nls->NLS = galpha_new_newton(nls->ls->packed, nls->model->sys->sunctx);
    nls->own = true;
  }
  if (!nls->NLS || clone_vectors(nls)) { return -1; }
  if (SUNNonlinSolSetSysFn(nls->NLS, system_fn) ||
      SUNNonlinSolSetLSetupFn(nls->NLS, lsetup_fn) ||
      SUNNonlinSolSetLSolveFn(nls->NLS, lsolve_fn) ||
      SUNNonlinSolSetConvTestFn(nls->NLS, conv_test, nls) ||
      galpha_nls_limit(nls) || SUNNonlinSolInitialize(nls->NLS))
  {
    return -2;
  }
  nls->rate[0] = nls->rate[1] = (struct galpha_rate){0};
  nls->rough = nls->hidden = false;
  nls->to_skip = nls->skip_length = nls->strict = 0;
  nls->grown                                    = HIDDEN_GROWN;
  nls->most_rounded                             = 0.0;
  nls->rounding                                 = 0.0;
  nls->initialized                              = true;
  return 0;
}

void galpha_nls_set_solver(struct galpha_nls *nls, SUNNonlinearSolver NLS)
{
  if (nls->own && nls->NLS) { SUNNonlinSolFree(nls->NLS); }
  nls->NLS         = NLS;
  nls->own         = false;
  nls->initialized = false;
}

void galpha_nls_free(struct galpha_nls *nls)
{
  galpha_nls_set_solver(nls, NULL);
  galpha_damp_free(&nls->damp);
  if (nls->x && nls->x != nls->ls->packed) { N_VDestroy(nls->x); }
  if (nls->zero) { N_VDestroy(nls->zero); }
  if (nls->weights) { N_VDestroy(nls->weights); }
  nls->x = nls->zero = nls->weights = NULL;
}

static int call_solver(struct galpha_nls *nls, bool setup)
{
  N_Vector zero = nls->own ? nls->x : nls->zero;
  N_Vector ones = nls->own ? nls->x : nls->weights;
  long int n    = 0;
  int ret       = SUNNonlinSolSetup(nls->NLS, zero, nls);
  if (!ret)
  {
    ret = SUNNonlinSolSolve(nls->NLS, zero, nls->x, ones, nls->policy->tol,
                            setup, nls);
  }
  if (!SUNNonlinSolGetNumIters(nls->NLS, &n)) { nls->niters += n; }
  if (!SUNNonlinSolGetNumConvFails(nls->NLS, &n)) { nls->nfails += n; }
  if (ret && nls->cause == GALPHA_CAUSE_NONE)
  {
    nls->cause = ret > 0 ? GALPHA_CAUSE_CONVERGE : GALPHA_CAUSE_SOLVER;
  }
  return ret;
}

/* Newton's iteration from the present x with a new matrix in each iteration: calls the
 * solver for one iteration at a time, each from the result of the last. */
static int solve_in_full(struct galpha_nls *nls)
{
  int ret        = SUNNonlinSolSetMaxIters(nls->NLS, 1);
  nls->full      = true;
  nls->last_norm = 0.0;
  int left       = NEWTON_FULL * nls->max_iters;
  for (int grown = 0; !ret && left > 0; left--)
  {
    const sunrealtype last = nls->last_norm;
    nls->cause             = GALPHA_CAUSE_NONE;
    ret                    = call_solver(nls, true);
    if (!ret) { break; }
    grown += last > 0.0 && !(nls->last_norm < last);
    if (nls->cause == GALPHA_CAUSE_CONVERGE && nls->last_norm < HUGE_VAL &&
        left > 1 && !(grown > NEWTON_GROWN && nls->own && nls->search))
    {
      ret = 0;
    }
  }
  nls->full = false;
  if (SUNNonlinSolSetMaxIters(nls->NLS, nls->max_iters)) { return -1; }
  return ret;
}

static int iterate(struct galpha_nls *nls, bool setup)
{
  if (!nls->policy->full_newton) { return call_solver(nls, setup); }
  N_VConst(0.0, nls->x);
  return solve_in_full(nls);
}

/* Newton's iteration; repeated if it failed and the derivatives of the reactions are
 * then included in the matrix. */
static int solve_stage(struct galpha_nls *nls, bool setup)
{
  int ret           = iterate(nls, setup);
  const bool failed = ret > 0 && nls->cause == GALPHA_CAUSE_CONVERGE;
  if (ret && !failed) { return ret; }
  const bool had = nls->model->reaction.on;
  if (!ret && nls->ls->age == 0 && nls->seen > PATTERN_SLOW)
  {
    galpha_probe_record_failure(&nls->model->sys->searches);
  }
  if (galpha_reaction_control(nls->ls, nls->seen, failed,
                              nls->policy->fixed || nls->policy->full_newton) <
      0)
  {
    return set_cause(nls, GALPHA_CAUSE_MODEL, -1);
  }
  if (nls->model->reaction.on == had) { return ret; }
  galpha_ls_request(nls->ls);
  nls->rate[0] = nls->rate[1] = (struct galpha_rate){0};
  if (had || !failed) { return ret; }
  nls->seen = nls->last_norm = 0.0;
  nls->cause                 = GALPHA_CAUSE_NONE;
  N_VConst(0.0, nls->x);
  return iterate(nls, true);
}

/* Positions have converged, but multipliers have not: near a singular position their
 * terms in the matrix change fast. A smaller step does not help, because it determines
 * multipliers less accurately. */
static bool only_multipliers(const struct galpha_nls *nls)
{
  struct galpha_model *model = nls->model;
  return nls->own && model->ops->motion_converged &&
         model->ops->motion_converged(model);
}

/* Multipliers that alternate in sign from step to step make Newton's iteration fail. A
 * line search would find the solution that continues the alternation; shorter steps
 * damp it. */
static bool alternates(const struct galpha_nls *nls)
{
  const struct galpha_hist *h = nls->method->hist;
  return nls->method->traits->jumps && nls->model->dl &&
         galpha_hist_depth(h) > 2 &&
         N_VDotProd(h->now->lambda, h->prev->lambda) < 0.0;
}

/* Newton's iteration did not converge, or, in a fixed step, it left the domain of the
 * callbacks. The first step with error control is cut instead: if it fails at any size,
 * the initial values are inconsistent. */
static bool wants_search(const struct galpha_nls *nls)
{
  if (!nls->own || !nls->search) { return false; }
  if (!nls->policy->fixed &&
      (nls->method->hist->now->h == 0.0 || alternates(nls)))
  {
    return false;
  }
  return nls->cause == GALPHA_CAUSE_CONVERGE ||
         (nls->cause == GALPHA_CAUSE_MODEL && nls->policy->fixed &&
          nls->last_norm > 0.0);
}

/* Solves with new matrices. A large correction stretches springs again and may hide the
 * rest of the motion: repeats until an examination finds no hidden motion, the
 * imbalance is no longer halved, or HIDDEN_ROUNDS is reached. Motion had been hidden
 * only if a first correction exceeds the tolerance: most suspicions are false alarms. */
static int solve_until_seen(struct galpha_nls *nls)
{
  bool unresolved = true;
  int ret         = 0;
  for (int k = 0; !ret && unresolved && k < HIDDEN_ROUNDS; k++)
  {
    const sunrealtype last = nls->imbalance_left;
    ret                    = solve_in_full(nls);
    nls->hidden            = nls->hidden || nls->first_norm > nls->policy->tol;
    if (!ret) { galpha_nls_learn_rounding(nls); }
    if (!ret) { ret = galpha_nls_check_hidden_motion(nls, &unresolved); }
    if (!(nls->imbalance_left <= HIDDEN_FALLS * last)) { break; }
  }
  return ret;
}

/* Solves for hidden motion. In the residual forms the usual difference increments are
 * too long: with them a stretched spring appears stiff transversely, and friction
 * soft. If nothing was hidden, their larger rounding is not kept. */
static int solve_hidden(struct galpha_nls *nls)
{
  const struct galpha_model_ops *ops = nls->model->ops;
  bool differenced                   = false;
  if (ops->set_increments)
  {
    differenced = ops->set_increments(nls->model, GALPHA_INCREMENTS_MOTION);
  }
  const int ret = ops->traits.balances_hidden ? galpha_nls_balance(nls)
                                              : solve_until_seen(nls);
  if (ops->set_increments)
  {
    ops->set_increments(nls->model, GALPHA_INCREMENTS_USUAL);
  }
  nls->renew = nls->renew && differenced;
  return ret;
}

/* Stage 2 starts from the solution of stage 1 displaced by e = a - a~, which stretches
 * springs again: if a matrix hid motion in stage 1, it would in stage 2. */
static int solve_at_first(struct galpha_nls *nls)
{
  const struct galpha_policy *p = nls->policy;
  if (nls->stage == 0) { return solve_stage(nls, p->rebuild || p->reassemble); }
  return nls->hidden && !p->full_newton
           ? solve_in_full(nls)
           : solve_stage(nls, galpha_ls_wanted(nls->ls));
}

/* For steps that cannot be cut: solves with a search for patterns before each matrix.
 * Patterns that the user did not declare may lack entries that have become nonzero
 * since the last search. */
static int solve_with_new_patterns(struct galpha_nls *nls)
{
  struct galpha_probe_searches *s = &nls->model->sys->searches;
  if (!nls->own || !galpha_sys_has_searched(nls->model->sys)) { return 1; }
  N_VConst(0.0, nls->x);
  galpha_probe_search_each(s, true);
  int ret = solve_in_full(nls);
  if (ret > 0 && wants_search(nls)) { ret = galpha_nls_search(nls); }
  galpha_probe_search_each(s, false);
  return ret;
}

/* Tries Newton's iteration, then, if the step cannot be cut, a new matrix in each
 * iteration, then a line search. Counts at most one failure. */
static int solve_with_fallbacks(struct galpha_nls *nls)
{
  const long int failed = nls->nfails;
  bool unresolved       = false;
  int ret               = solve_at_first(nls);
  galpha_model_expect_zero(nls->model, false);
  if (ret > 0 && (nls->policy->fixed || only_multipliers(nls)) &&
      !nls->policy->full_newton && nls->cause == GALPHA_CAUSE_CONVERGE)
  {
    N_VConst(0.0, nls->x);
    ret = solve_in_full(nls);
  }
  if (ret > 0 && wants_search(nls)) { ret = galpha_nls_search(nls); }
  if (ret > 0 && nls->policy->fixed) { ret = solve_with_new_patterns(nls); }
  if (!ret) { ret = galpha_nls_check_hidden_motion(nls, &unresolved); }
  if (nls->stage == 0) { nls->hidden = false; }
  if (!ret && unresolved) { ret = solve_hidden(nls); }
  if (nls->own && nls->nfails > failed) { nls->nfails = failed + (ret != 0); }
  return ret;
}

int galpha_nls_solve(struct galpha_nls *nls, int stage)
{
  struct galpha_reaction_jac *reaction = &nls->model->reaction;
  const bool had                       = reaction->on;
  galpha_reaction_begin_stage(reaction, stage > 0, nls->model->stage.dv);
  nls->strict -= nls->strict > 0;
  nls->stage = stage;
  nls->cause = GALPHA_CAUSE_NONE;
  nls->seen  = 0.0;
  nls->noise = nls->sample = -1.0;
  nls->renew               = false;
  nls->last_norm           = 0.0;
  N_VConst(0.0, nls->x);
  /* Newton's iteration first evaluates the residual at x = 0; other solvers may not */
  galpha_model_expect_zero(nls->model, nls->own);
  int ret = solve_with_fallbacks(nls);
  if (!ret)
  {
    galpha_ls_solved(nls->ls, nls->seen, reaction->on != had || nls->renew);
    /* the convergence test ignores multipliers: reject Inf or NaN in them */
    if (galpha_vector_finite(nls->x)) { return 0; }
    nls->cause = GALPHA_CAUSE_SOLVE;
    ret        = 1;
  }
  nls->worst = galpha_vector_largest(nls->model->d);
  galpha_model_detach_parts(nls->model);
  galpha_ls_request(nls->ls);
  /* a failed solve must not change whether later steps include the reactions */
  if (reaction->on != had)
  {
    galpha_reaction_restore(reaction, had, nls->ls->builds);
  }
  return ret;
}
