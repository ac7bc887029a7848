/* Error messages of a step in terms of the model: coordinates, constraints, time and
 * step size. Components are counted from 0. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "api/advice.h"
#include "api/integrator.h"
#include "model/matrix_ops.h"

#define DISPLACED                                                            \
  ", where q and v had been displaced to find the pattern of a derivative: " \
  "give the derivative or its pattern"

/* A callback failed. */
int galpha_explain_model(const struct galpha_mem *mem, int code,
                         const char *function, sunrealtype h)
{
  const struct galpha_failure *f = &mem->sys.fail;
  if (f->ret != 0)
  {
    return galpha_report(&mem->err, code, function,
                         "the callback for the %s returned %d at t = %.10g "
                         "(step h = %.3g)%s",
                         f->what, f->ret, f->t, h,
                         f->displaced ? DISPLACED : "");
  }
  if (f->pattern.kind != GALPHA_PATTERN_RIGHT)
  {
    char text[GALPHA_PATTERN_TEXT];
    galpha_pattern_say(&f->pattern, text, sizeof text);
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "the sparse matrix of the %s at t = %.10g: %s",
                         f->what, f->t, text);
  }
  if (f->unwritten)
  {
    return galpha_report(
      &mem->err, code, function,
      "the %s: component %ld is not written (a callback must set every "
      "component: its result is not zero before the call)",
      f->what, (long int)f->index);
  }
  if (f->index >= 0)
  {
    return galpha_report(&mem->err, code, function,
                         "%s %ld of the %s %s not finite at t = %.10g (step h "
                         "= %.3g)",
                         f->in_matrix ? "row" : "component", (long int)f->index,
                         f->what, f->in_matrix ? "has an entry that is" : "is",
                         f->t, h);
  }
  return galpha_report(&mem->err, code, function,
                       "the %s has an entry that is not finite at t = %.10g "
                       "(step h = %.3g)",
                       f->what, f->t, h);
}

int galpha_explain_singular(const struct galpha_mem *mem, const char *function)
{
  return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                       "at t = %.10g, h = %.3g the iteration matrix is "
                       "singular: redundant constraints or a singular "
                       "configuration",
                       mem->hist.now->t, mem->ctrl.h_tried);
}

int galpha_explain_preconditioner(const struct galpha_mem *mem,
                                  const char *function)
{
  return galpha_report(
    &mem->err, GALPHA_LINIT_FAIL, function,
    "the linear solver was made for a preconditioner, but none is set: call %s "
    "or make the solver with SUN_PREC_NONE",
    mem->form->words.preconditioner);
}

/* Component i of the residual form has this order. */
static bool has_order(const struct galpha_mem *mem, long int i, int order)
{
  sunindextype n       = 0;
  const sunrealtype *d = mem->res.space.mask[order]
                           ? galpha_vector_data(mem->res.space.mask[order], &n)
                           : NULL;
  return d && i < n && d[i] > 0.0;
}

/* The largest correction is that of a component of order 0 of the residual form, and its
 * rounding error exceeds the tolerance, which belongs to the value before the step. */
static bool is_beyond_digits(const struct galpha_mem *mem, char *text)
{
  sunindextype n       = 0;
  const sunindextype i = mem->nls.worst;
  if (!has_order(mem, (long int)i, 0)) { return false; }
  const sunrealtype d = galpha_vector_data(mem->model.d, &n)[i];
  const sunrealtype w = galpha_vector_data(mem->errtest.ewt_q, &n)[i];
  const sunrealtype y = galpha_vector_data(mem->hist.now->q, &n)[i];
  if (!isfinite(d) || !(DBL_EPSILON * fabs(d) * w > 1.0)) { return false; }
  snprintf(text, GALPHA_SENTENCE,
           "it changed by %.2g, whose rounding error exceeds its tolerance, "
           "%.1g where it is %.2g: set an atol that fits its size",
           d, 1.0 / w, y);
  return true;
}

/* Newton's iteration failed. */
static int explain_convergence(const struct galpha_mem *mem, int code,
                               const char *function)
{
  const struct galpha_nls *nls     = &mem->nls;
  const struct galpha_words *words = &mem->form->words;
  const bool fixed                 = mem->ctrl.h_fixed != 0.0;
  const bool linear                = 4 * mem->ls.nconvfail > mem->ls.nsolve;
  char wrong[GALPHA_SENTENCE]      = "", digits[GALPHA_SENTENCE];
  const bool beyond                = is_beyond_digits(mem, digits);
  /* it makes right derivatives look wrong */
  const bool rounding = galpha_advice_rounding(mem, wrong);
  const bool found = rounding || galpha_advice_derivative(mem, true, wrong) ||
                     galpha_advice_mass(mem, false, wrong);
  const bool least = fabs(mem->ctrl.h_tried) <= mem->ctrl.hmin * (1.0 + 1e-9);
  const char *separator = (fixed || linear || least) && found ? "; " : "";
  const char *advice =
    linear  ? "the linear solver often did not converge either: give it a "
              "better preconditioner or more vectors"
    : fixed ? "the step is too long, or a force jumps at the solution: use a "
              "smaller fixed step or error control"
    : least ? "min_step allows no smaller step"
    : mem->ctrl.max_convfails < ADVICE_ATTEMPTS
      ? "max_conv_fails allows no further attempt"
    : nls->max_iters <= 2 ? "max_nonlin_iters allows too few iterations"
    : found               ? ""
    : beyond              ? digits
                          : galpha_advice_newton(mem);
  return galpha_report(
    &mem->err, code, function,
    "at t = %.10g, h = %.3g %s did not converge: rate "
    "%.2g, largest correction in %s%ld%s, matrix %ld steps "
    "old; %s%s%s",
    mem->hist.now->t, mem->ctrl.h_tried, words->iteration[nls->stage > 0],
    nls->seen, words->component[0], (long int)nls->worst, words->component[1],
    mem->ls.age, advice, separator, wrong);
}

#define OVER_H                                                      \
  "the rounding errors of y divided by h^2: loosen its tolerance; " \
  "otherwise check F for jumps"

/* What limits the accuracy of components that contain multipliers of index 3; NULL:
 * worst is not such a component. */
static const char *multiplier_advice(const struct galpha_mem *mem,
                                     long int worst)
{
  if (!mem->method.traits->jumps || !has_order(mem, worst, 1)) { return NULL; }
  return mem->opt[GALPHA_OPT_CORRECTION] == GALPHA_CORRECT_VELOCITIES
           ? "if that component contains multipliers of index 3, they "
             "carry " OVER_H
           : "if that component contains multipliers of index 3, they jump "
             "when h changes (GALPHA_CORRECT_VELOCITIES avoids this) and "
             "carry " OVER_H;
}

/* The same of components of order 0; NULL: worst has another order. */
static const char *algebraic_advice(const struct galpha_mem *mem,
                                    long int worst)
{
  return has_order(mem, worst, 0)
           ? "that component is algebraic: in a problem of index 2 or 3 "
             "exclude such components from the error test "
             "(GALPHASetSuppressAlg); otherwise check F for jumps"
           : NULL;
}

/* Why a step cannot meet the tolerance; worst: the component with the largest error. */
static const char *error_advice(const struct galpha_mem *mem, long int worst)
{
  const char *bound = multiplier_advice(mem, worst);
  if (fabs(mem->ctrl.h_tried) <= mem->ctrl.hmin * (1.0 + 1e-9))
  {
    return "min_step allows no smaller step";
  }
  if (mem->ctrl.max_errfails < ADVICE_ATTEMPTS)
  {
    return "max_err_test_fails allows no further attempt";
  }
  if (galpha_rings(mem)) { return galpha_advice_rings; }
  if (bound) { return bound; }
  const char *algebraic = algebraic_advice(mem, worst);
  return algebraic ? algebraic : mem->form->words.jumps;
}

int galpha_explain_work(const struct galpha_mem *mem, long int taken,
                        sunrealtype tout, const char *function)
{
  char advice[GALPHA_SENTENCE];
  galpha_advice(mem, advice);
  return galpha_report(
    &mem->err, GALPHA_TOO_MUCH_WORK, function,
    "%ld steps did not reach tout = %g (t = %.10g, h = %.3g); %s", taken, tout,
    mem->hist.now->t, mem->ctrl.h, advice);
}

/* Most failed solves belong to one fall of h from its longest value to this one: at a
 * jump, not before it. */
static bool fell_at_once(const struct galpha_mem *mem)
{
  const struct galpha_window *w = &mem->ctrl.window;
  const sunrealtype cuts =
    log(w->longest / fabs(mem->ctrl.h_tried)) / -log(CONTROL_UNSOLVED);
  return (sunrealtype)w->count[GALPHA_OUTCOME_UNSOLVED] <= ADVICE_CUTS * cuts;
}

/* Neighbouring numbers at t are not much closer than usual steps. */
static bool is_far(const struct galpha_mem *mem)
{
  const sunrealtype longest = mem->ctrl.window.longest;
  return (longest > 0.0 ? longest : ADVICE_FIRST * mem->ic.span) <
         ADVICE_FAR * DBL_EPSILON * fabs(mem->hist.now->t);
}

static const char *const by_multipliers =
  "the tolerances of multipliers are below their errors, which contain those "
  "of velocities divided by h: set larger ones "
  "(GALPHASetMultiplierTolerances) or a smaller rho_inf, or give g_t and G by "
  "functions in place of differences";

/* A component has left the error test before. */
static const char *untested_advice(const struct galpha_mem *mem, char *text)
{
  snprintf(text, GALPHA_SENTENCE,
           "the error of y[%ld] does not fall with h, as for velocities and "
           "multipliers of index 2 and 3: call these algebraic (GALPHASetId) "
           "and exclude them from the error test (GALPHASetSuppressAlg), or "
           "check F for jumps",
           (long int)mem->ctrl.exclusion.component);
  return text;
}

/* Why steps have become too short to change t. */
static const char *standstill_advice(const struct galpha_mem *mem, char *text)
{
  bool in_v               = false;
  const long int worst    = (long int)galpha_advice_worst(mem, &in_v, NULL);
  const char *multipliers = multiplier_advice(mem, worst);
  const char *algebraic   = algebraic_advice(mem, worst);
  const enum galpha_limit limit = galpha_advice_limit(mem);
  if (limit == GALPHA_LIMIT_FIXED)
  {
    return "the fixed step must exceed the distance between neighbouring "
           "numbers there";
  }
  if (mem->ctrl.hmax > 0.0 &&
      fabs(mem->ctrl.h) >= mem->ctrl.hmax * (1.0 - 1e-9))
  {
    return "max_step allows no longer step";
  }
  if (is_far(mem))
  {
    return "t is so far from 0 that neighbouring numbers are hardly closer "
           "than the steps: measure it from a time nearby";
  }
  if ((limit == GALPHA_LIMIT_UNSOLVED && !fell_at_once(mem)) ||
      limit == GALPHA_LIMIT_BLOCKED)
  {
    galpha_advice(mem, text);
    return text;
  }
  if (galpha_advice_rounding(mem, text)) { return text; }
  const bool unsolved = mem->ctrl.window.count[GALPHA_OUTCOME_UNSOLVED] > 0;
  if (mem->errtest.norm_mult > 1.0 || mem->errtest.mult_ignored)
  {
    return by_multipliers;
  }
  if (galpha_advice_derivative(mem, unsolved, text)) { return text; }
  if (galpha_advice_mass(mem, false, text)) { return text; }
  if (galpha_rings(mem)) { return galpha_advice_rings; }
  if (galpha_advice_differences(mem, text)) { return text; }
  if (!multipliers && algebraic)
  {
    snprintf(text, GALPHA_SENTENCE,
             "the error of %s[%ld] does not fall with h; %s",
             galpha_advice_part(mem, in_v), worst, algebraic);
    return text;
  }
  if (!multipliers && mem->ctrl.exclusion.times > 0)
  {
    return untested_advice(mem, text);
  }
  return multipliers ? multipliers
                     : "the forces (or F) jump or the motion is unbounded "
                       "there (a wrong sign in masses, forces or constraint "
                       "Jacobians?)";
}

int galpha_explain_standstill(const struct galpha_mem *mem, sunrealtype h,
                              const char *function)
{
  char text[GALPHA_SENTENCE];
  return galpha_report(&mem->err, GALPHA_ERR_FAIL, function,
                       "the step h = %.3g no longer changes t = %.17g: %s", h,
                       mem->hist.now->t, standstill_advice(mem, text));
}

/* A fixed step of index 3 with velocities far from the constraints. */
static int explain_velocity(const struct galpha_mem *mem, const char *function)
{
  return galpha_report(
    &mem->err, GALPHA_ERR_FAIL, function,
    "at t = %.10g the fixed step h = %.3g is too long for index 3: its "
    "velocities are off by %.2g times those that satisfy the constraints; use "
    "a smaller step or error control%s",
    mem->hist.now->t, mem->ctrl.h_tried, mem->step.off.ratio,
    mem->form->words.other_method);
}

/* A fixed step of SOI2 that has jumped to another branch of the constraints. */
static int explain_branch(const struct galpha_mem *mem, const char *function)
{
  char wrong[GALPHA_SENTENCE];
  const bool found = galpha_advice_derivative(mem, true, wrong);
  return galpha_report(
    &mem->err, GALPHA_ERR_FAIL, function,
    "at t = %.10g the fixed step h = %.3g is too long for the constraints, "
    "most of all g[%ld]: positions moved %.2g times h |v| away from where "
    "velocities between those at its ends lead, as onto another branch of "
    "the constraints; %s",
    mem->hist.now->t, mem->ctrl.h_tried, (long int)mem->step.branch.row,
    mem->step.branch.distance,
    found ? wrong : "use a smaller fixed step or error control");
}

static int explain_error(const struct galpha_mem *mem, const char *function)
{
  if (mem->nls.cause == GALPHA_CAUSE_BRANCH)
  {
    return mem->step.off.lost ? explain_velocity(mem, function)
                              : explain_branch(mem, function);
  }
  bool in_v                   = false;
  const long int worst        = (long int)galpha_advice_worst(mem, &in_v, NULL);
  char wrong[GALPHA_SENTENCE] = "";
  const bool found            = galpha_advice_rounding(mem, wrong) ||
                     galpha_advice_derivative(mem, false, wrong) ||
                     galpha_advice_mass(mem, false, wrong);
  return galpha_report(&mem->err, GALPHA_ERR_FAIL, function,
                       "at t = %.10g, h = %.3g the error test failed (error "
                       "%.3g times the tolerance, worst in %s[%ld]); %s",
                       mem->hist.now->t, mem->ctrl.h_tried, mem->ctrl.error,
                       galpha_advice_part(mem, in_v), worst,
                       found ? wrong : error_advice(mem, worst));
}

int galpha_explain_step(const struct galpha_mem *mem, int code,
                        const char *function)
{
  const sunrealtype t = mem->hist.now->t, h = mem->ctrl.h_tried;
  const bool model = mem->sys.fail.what != NULL;
  if (mem->ls.prec_missing)
  {
    return galpha_explain_preconditioner(mem, function);
  }
  switch (code)
  {
  case GALPHA_CONV_FAIL:
    if (model) { break; }
    return explain_convergence(mem, code, function);
  case GALPHA_ERR_FAIL:
    return t + h == t ? galpha_explain_standstill(mem, h, function)
                      : explain_error(mem, function);
  case GALPHA_SINGULAR_JAC: return mem->form->explain_step(mem, function);
  case GALPHA_CONSTR_FAIL:
    return galpha_report(&mem->err, code, function,
                         "at t = %.10g, h = %.3g every step violates the "
                         "inequalities of GALPHASetConstraints",
                         t, h);
  default: break;
  }
  if (model) { return galpha_explain_model(mem, code, function, h); }
  if (code == GALPHA_MEM_FAIL) { return galpha_no_memory(&mem->err, function); }
  return galpha_report(&mem->err, code, function,
                       "at t = %.10g, h = %.3g the %s failed with flag %d", t,
                       h,
                       code == GALPHA_LSETUP_FAIL   ? "factorisation"
                       : code == GALPHA_LSOLVE_FAIL ? "back-solve"
                                                    : "nonlinear solver",
                       mem->ls.last_flag);
}
