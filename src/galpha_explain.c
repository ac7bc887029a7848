/* What went wrong, in the words of the model: bodies' coordinates, constraints,
 * time and step. Components are counted from 0. */
#include <math.h>
#include <stdio.h>

#include "galpha_block.h"
#include "galpha_impl.h"
#include "galpha_suspect.h"

/* A callback's failure. */
int galpha_explain_model(const struct galpha_mem *mem, int code,
                         const char *function, sunrealtype h)
{
  const struct galpha_failure *f = &mem->sys.fail;
  if (f->ret != 0)
  {
    return galpha_report(&mem->err, code, function,
                         "the callback for the %s returned %d at t = %.10g "
                         "(step h = %.3g)",
                         f->what, f->ret, f->t, h);
  }
  if (f->pattern.kind != GALPHA_PATTERN_RIGHT)
  {
    char text[GALPHA_PATTERN_TEXT];
    galpha_pattern_say(&f->pattern, text, sizeof text);
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "the sparse matrix of the %s at t = %.10g: %s",
                         f->what, f->t, text);
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

/* In the middle of a run. */
static int explain_singular_step(const struct galpha_mem *mem,
                                 const char *function)
{
  bool in_row         = false;
  const sunrealtype t = mem->hist.now->t;
  const sunrealtype h = mem->ctrl.h_tried;
  const sunindextype none =
    mem->res.active ? galpha_ls_res_empty(&mem->ls, &in_row) : -1;
  if (mem->nls.cause == GALPHA_CAUSE_CLASH)
  {
    return galpha_explain_clash(mem, GALPHA_SINGULAR_JAC, function);
  }
  if (none < 0)
  {
    return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                         "at t = %.10g, h = %.3g the iteration matrix is "
                         "singular: redundant constraints or a singular "
                         "configuration",
                         t, h);
  }
  return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                       "at t = %.10g, h = %.3g the iteration matrix is "
                       "singular: its %s %ld is empty, %s",
                       t, h, in_row ? "row" : "column", (long int)none,
                       in_row ? "that equation contains no unknown"
                              : "that component appears in no equation");
}

int galpha_explain_preconditioner(const struct galpha_mem *mem,
                                  const char *function)
{
  return galpha_report(&mem->err, GALPHA_LINIT_FAIL, function,
                       "the linear solver was made for a preconditioner, and "
                       "none is set: call %s or make the solver with "
                       "SUN_PREC_NONE",
                       mem->sys.by_product
                         ? "GALPHASaddlePrecInitMech"
                         : "GALPHASetPreconditioner (of second order "
                           "GALPHASetPreconditioner2)");
}

/* What to do in the residual form where Newton's iteration gives up; before the
 * first step the start may be to blame. */
static const char *residual_advice(const struct galpha_mem *mem)
{
  const bool given = mem->res.jac1 || mem->res.jac2;
  if (mem->ctrl.steps == 0)
  {
    return given ? "check the Jacobian (GALPHACheckJacobian), the orders, and "
                   "that y0 and yp0 meet F = 0 (GALPHACalcIC)"
                 : "check that y0 and yp0 meet F = 0 (GALPHACalcIC), and the "
                   "orders (GALPHASetDiffOrder)";
  }
  return given ? "check the Jacobian (GALPHACheckJacobian) and the orders"
               : "check the orders (GALPHASetDiffOrder) and F for jumps";
}

/* A derivative of the user's that is wrong where the step began, in a sentence of
 * at most size characters; false: none was found. */
static bool wrong_derivative(const struct galpha_mem *mem, bool forces,
                             char *text, size_t size)
{
  if (mem->res.active)
  {
    const sunindextype row = forces ? galpha_suspect_jacobian(&mem->ic) : -1;
    if (row < 0) { return false; }
    snprintf(text, size,
             "row %ld of your Jacobian is not the derivative of F[%ld] there: "
             "see GALPHACheckJacobian",
             (long int)row, (long int)row);
    return true;
  }
  struct galpha_suspect found = galpha_suspect_constraints(&mem->ic);
  if (found.row >= 0)
  {
    const bool in_g = found.block == GALPHA_BLOCK_G;
    snprintf(text, size,
             "row %ld of the constraint Jacobian %c is not the derivative of "
             "%c[%ld] there%s",
             (long int)found.row, in_g ? 'G' : 'K', in_g ? 'g' : 'k',
             (long int)found.row,
             mem->sys.by_product ? "" : ": see GALPHACheckJacobian");
    return true;
  }
  if (forces) { found = galpha_suspect_forces(&mem->ic); }
  if (found.row < 0) { return false; }
  snprintf(text, size,
           "the %s does not match the forces near row %ld: see "
           "GALPHACheckJacobian",
           found.block == GALPHA_BLOCK_FQ ? "stiffness block (df/dq)"
                                          : "damping block (df/dv)",
           (long int)found.row);
  return true;
}

#define SENTENCE 160

/* Newton's iteration gave up. */
static int explain_convergence(const struct galpha_mem *mem, int code,
                               const char *function)
{
  const struct galpha_nls *nls = &mem->nls;
  const bool fixed             = mem->ctrl.h_fixed != 0.0;
  const bool linear            = 4 * mem->ls.nconvfail > mem->ls.nsolve;
  char wrong[SENTENCE]         = "";
  const bool found             = wrong_derivative(mem, true, wrong, SENTENCE);
  const char *separator        = (fixed || linear) && found ? "; " : "";
  const char *advice =
    linear  ? "the linear solver itself often did not: give it a better "
              "preconditioner or more vectors"
    : fixed ? "take a smaller fixed step or let the step be controlled"
    : found ? ""
    : mem->res.active ? residual_advice(mem)
    : mem->sys.by_product
      ? "check the products with G, its transpose and df/dq, df/dv, and the "
        "preconditioner"
      : "check df/dq, df/dv, G and K (GALPHACheckJacobian)";
  if (mem->res.active)
  {
    return galpha_report(
      &mem->err, code, function,
      "at t = %.10g, h = %.3g Newton's iteration did not converge: rate %.2g, "
      "largest correction in y[%ld], matrix %ld steps old; %s%s%s",
      mem->hist.now->t, mem->ctrl.h_tried, nls->seen, (long int)nls->worst,
      mem->ls.age, advice, separator, wrong);
  }
  return galpha_report(
    &mem->err, code, function,
    "at t = %.10g, h = %.3g the %s iteration did not converge: rate %.2g, "
    "largest correction in coordinate %ld, matrix %ld steps old; %s%s%s",
    mem->hist.now->t, mem->ctrl.h_tried,
    nls->stage == 0 ? "position" : "velocity", nls->seen, (long int)nls->worst,
    mem->ls.age, advice, separator, wrong);
}

static sunindextype worst_error(const struct galpha_mem *mem, bool *in_v)
{
  const struct galpha_errtest *et = &mem->errtest;
  *in_v                           = et->norm_v > et->norm_q;
  sunindextype n                  = 0;
  const sunrealtype *e = galpha_vector_data(*in_v ? et->est_v : et->est_q, &n);
  const sunrealtype *w =
    galpha_vector_data(*in_v && !mem->form.level_v ? et->ewt_v : et->ewt_q, &n);
  sunindextype worst = 0;
  for (sunindextype i = 1; i < n; i++)
  {
    if (!(fabs(e[i] * w[i]) <= fabs(e[worst] * w[worst]))) { worst = i; }
  }
  return worst;
}

/* q or v, in the residual form y or y'. */
static const char *part_name(const struct galpha_mem *mem, bool in_v)
{
  return mem->res.active ? (in_v ? "y'" : "y") : (in_v ? "v" : "q");
}

/* Component i of the residual form is of this order. */
static bool has_order(const struct galpha_mem *mem, long int i, int order)
{
  sunindextype n       = 0;
  const sunrealtype *d = mem->res.active && mem->res.mask[order]
                           ? galpha_vector_data(mem->res.mask[order], &n)
                           : NULL;
  return d && i < n && d[i] > 0.0;
}

/* What bounds the accuracy of components that contain multipliers of index 3; NULL:
 * worst is no such component. */
static const char *multiplier_advice(const struct galpha_mem *mem,
                                     long int worst)
{
  if (!galpha_form_is_index3(&mem->form) || !has_order(mem, worst, 1))
  {
    return NULL;
  }
  return "if that component contains multipliers of index 3: they jump when h "
         "changes (GALPHA_CORRECT_VELOCITIES does without) and carry the "
         "rounding errors of y over h^2, so loosen its tolerance; else a jump "
         "in F?";
}

/* Why a step cannot be accurate, worst being the component that says so. */
static const char *error_advice(const struct galpha_mem *mem, long int worst)
{
  const char *bound = multiplier_advice(mem, worst);
  if (fabs(mem->ctrl.h_tried) <= mem->ctrl.hmin * (1.0 + 1e-9))
  {
    return "min_step allows no smaller one";
  }
  if (bound) { return bound; }
  if (has_order(mem, worst, 0))
  {
    return "that component is algebraic: in a problem of index 2 or 3 take "
           "such "
           "out of the test (GALPHASetSuppressAlg); else a jump in F?";
  }
  return mem->res.active ? "a jump in F, or wrong orders?"
                         : "a jump in the forces?";
}

int galpha_explain_work(const struct galpha_mem *mem, long int taken,
                        sunrealtype tout, const char *function)
{
  const sunrealtype t = mem->hist.now->t, h = mem->ctrl.h;
  bool in_v = false;
  if (taken == 0 || mem->ctrl.h_fixed != 0.0)
  {
    return galpha_report(&mem->err, GALPHA_TOO_MUCH_WORK, function,
                         "%ld steps taken without reaching tout = %g (t = "
                         "%.10g, h = %.3g): call again to go on, or allow more "
                         "by GALPHASetMaxNumSteps",
                         taken, tout, t, h);
  }
  const long int worst = (long int)worst_error(mem, &in_v);
  char wrong[SENTENCE];
  if (wrong_derivative(mem, false, wrong, SENTENCE))
  {
    return galpha_report(&mem->err, GALPHA_TOO_MUCH_WORK, function,
                         "%ld steps taken without reaching tout = %g (t = "
                         "%.10g, h = %.3g); %s",
                         taken, tout, t, h, wrong);
  }
  return galpha_report(
    &mem->err, GALPHA_TOO_MUCH_WORK, function,
    "%ld steps taken without reaching tout = %g (t = "
    "%.10g, h = %.3g), the last decided by the error of "
    "%s[%ld]: a jump in the forces%s? else call again to go "
    "on",
    taken, tout, t, h, part_name(mem, in_v), worst,
    mem->res.active ? ", or the orders wrong (GALPHACheckJacobian)" : "");
}

int galpha_explain_standstill(const struct galpha_mem *mem,
                              const char *function)
{
  char wrong[SENTENCE];
  bool in_v           = false;
  const sunrealtype t = mem->hist.now->t;
  /* the next step, or one cut down to nothing */
  const sunrealtype h = t + mem->ctrl.h == t ? mem->ctrl.h : mem->ctrl.h_tried;
  const char *because =
    multiplier_advice(mem, (long int)worst_error(mem, &in_v));
  if (wrong_derivative(mem, false, wrong, SENTENCE)) { because = wrong; }
  return galpha_report(&mem->err, GALPHA_ERR_FAIL, function,
                       "the step h = %.3g no longer changes t = %.17g: %s", h,
                       t,
                       because ? because
                               : "a jump or a motion without bounds there (a "
                                 "sign in masses, forces, Jacobians of "
                                 "constraints?), or a time far from 0");
}

/* A fixed step of index 3. */
static int explain_velocity(const struct galpha_mem *mem, const char *function)
{
  return galpha_report(&mem->err, GALPHA_ERR_FAIL, function,
                       "at t = %.10g the fixed step h = %.3g is too long for "
                       "index 3: its velocities are off by %.2g times those "
                       "that meet the constraints; take a smaller step, let it "
                       "be controlled, or take GALPHA_SOI2",
                       mem->hist.now->t, mem->ctrl.h_tried,
                       mem->step.off.share);
}

static int explain_error(const struct galpha_mem *mem, const char *function)
{
  if (mem->nls.cause == GALPHA_CAUSE_VELOCITY)
  {
    return explain_velocity(mem, function);
  }
  bool in_v            = false;
  const long int worst = (long int)worst_error(mem, &in_v);
  char wrong[SENTENCE] = "";
  const bool found     = wrong_derivative(mem, false, wrong, SENTENCE);
  return galpha_report(&mem->err, GALPHA_ERR_FAIL, function,
                       "at t = %.10g, h = %.3g the error test failed (error "
                       "%.3g times the tolerance, worst in %s[%ld]); %s",
                       mem->hist.now->t, mem->ctrl.h_tried, mem->ctrl.error,
                       part_name(mem, in_v), worst,
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
    return t + h == t ? galpha_explain_standstill(mem, function)
                      : explain_error(mem, function);
  case GALPHA_SINGULAR_JAC: return explain_singular_step(mem, function);
  case GALPHA_CONSTR_FAIL:
    return galpha_report(&mem->err, code, function,
                         "at t = %.10g, h = %.3g the inequalities of "
                         "GALPHASetConstraints are violated by any step",
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
