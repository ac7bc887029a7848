/* GALPHASolve: integrates from the last return to the next one. */
#include <float.h>
#include <math.h>

#include "api/integrator.h"
#include "api/watch.h"
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "check/arguments.h"

/* The arguments of GALPHASolve. */
struct request
{
  sunrealtype tout;
  bool one_step;
  N_Vector q, v;
  sunrealtype *tret;
};

/* Round-off of times near the last step. It uses the smaller of the last and the next
 * step: with a far longer next step, an interval not yet integrated would pass as
 * round-off. */
static sunrealtype round_off_now(const struct galpha_mem *mem)
{
  const struct galpha_state *now = mem->hist.now;
  return galpha_hist_round_off(now->t, fmin(fabs(now->h), fabs(mem->ctrl.h)));
}

/* Returns the solution at t, which may be beyond the last step by round-off, in the
 * user's vectors. As in IDA *tret is exactly t, because callers loop while tret < tout. */
static int give(struct galpha_mem *mem, const struct request *rq, sunrealtype t,
                int code)
{
  galpha_method_output(&mem->method, t, 0, rq->q);
  galpha_method_output(&mem->method, t, 1, rq->v);
  *rq->tret = t;
  mem->tret = t;
  return code;
}

static void warn_inactive(struct galpha_mem *mem)
{
  const int count = mem->root.nrtfn ? galpha_root_inactive(&mem->root) : 0;
  if (count == 0 || !mem->warn_inactive) { return; }
  mem->warn_inactive = false;
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "%d root function(s) are zero at and after t = %.10g: inactive "
                "until they leave zero (no further warning)",
                count, mem->root.tlo);
}

/* The result flag of a root search ends the call; true: sets *code and the user's
 * vectors. */
static bool root_ends(struct galpha_mem *mem, const struct request *rq,
                      int flag, int *code)
{
  if (flag == GALPHA_ROOT_NONE) { return false; }
  *code = flag == GALPHA_ROOT_FOUND
            ? give(mem, rq, mem->root.trout, galpha_watch_root(mem))
            : give(mem, rq, mem->hist.now->t, galpha_report_root(mem, flag));
  return true;
}

/* Searches the first root up to t; returns as root_ends does. */
static bool found_root(struct galpha_mem *mem, const struct request *rq,
                       sunrealtype t, int *code)
{
  if (!mem->root.nrtfn) { return false; }
  const int flag = galpha_root_scan(&mem->root, galpha_eval_roots, mem, t,
                                    mem->hist.now->t, mem->ctrl.h);
  if (root_ends(mem, rq, flag, code)) { return true; }
  warn_inactive(mem);
  return false;
}

/* The earlier of the end of the last step and tout, in the direction of integration. */
static sunrealtype scan_end(const struct galpha_mem *mem,
                            const struct request *rq)
{
  const sunrealtype t = mem->hist.now->t;
  if (rq->one_step) { return t; }
  return (rq->tout - t) * mem->ctrl.h < 0.0 ? rq->tout : t;
}

/* The conditions of a return after a step to t_n; true: return *code. */
static bool arrived(struct galpha_mem *mem, const struct request *rq,
                    bool stepped, int *code)
{
  const sunrealtype t = mem->hist.now->t, h = mem->ctrl.h;
  const sunrealtype tiny = round_off_now(mem);
  const bool at_stop = mem->opt_tstop_set && fabs(t - mem->opt_tstop) <= tiny;
  const bool at_tout = fabs(t - rq->tout) <= tiny;
  const bool past    = (t - rq->tout) * h >= 0.0 || at_tout;
  if (!rq->one_step && past && !(at_stop && at_tout))
  {
    *code = give(mem, rq, rq->tout, galpha_watch_output(mem, rq->tout));
    return true;
  }
  if (at_stop)
  {
    galpha_constraint_rate_begin(&mem->sys.rate, t, 0.0, NULL);
    mem->opt_tstop_set = mem->ctrl.tstop_set = false;
    *code = give(mem, rq, mem->opt_tstop, GALPHA_TSTOP_RETURN);
    return true;
  }
  if (rq->one_step && (stepped || (t - mem->tret) * h > tiny * fabs(h)))
  {
    *code = give(mem, rq, t, GALPHA_SUCCESS);
    return true;
  }
  return false;
}

static int first_step_size(struct galpha_mem *mem, sunrealtype tout)
{
  struct galpha_ctrl *c    = &mem->ctrl;
  const sunrealtype toward = tout - mem->hist.now->t;
  const sunrealtype given  = c->h_first;
  if (given != 0.0 && given * toward < 0.0)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, "GALPHASolve",
                         "the initial step %g points away from tout = %g",
                         given, tout);
  }
  /* the span from tout1 of GALPHACalcIC may be very short */
  const sunrealtype before = mem->ic.span;
  galpha_set_time_span(mem, tout);
  mem->ic.span   = fmax(before, mem->ic.span);
  mem->step.span = mem->ic.span;
  sunrealtype h  = c->h_fixed != 0.0 ? c->h_fixed
                   : given != 0.0    ? fabs(given)
                                     : mem->form->first_step(&mem->ic);
  if (c->h_fixed == 0.0)
  {
    h = fmax(h, FIRST_LEAST);
    if (c->hmax > 0.0) { h = fmin(h, c->hmax); }
    h = fmax(h, c->hmin);
  }
  c->h = copysign(h, toward);
  return GALPHA_SUCCESS;
}

static int begin_roots(struct galpha_mem *mem, const struct request *rq)
{
  mem->roots_pending = false;
  if (!mem->root.nrtfn) { return GALPHA_SUCCESS; }
  if (galpha_root_begin(&mem->root, galpha_eval_roots, mem, mem->tret,
                        mem->ctrl.h) == GALPHA_ROOT_EVALFAIL)
  {
    return give(mem, rq, mem->hist.now->t,
                galpha_report_root(mem, GALPHA_ROOT_EVALFAIL));
  }
  warn_inactive(mem);
  return GALPHA_SUCCESS;
}

/* A step has been taken since the start. */
static bool has_moved(const struct galpha_mem *mem)
{
  return mem->phase == GALPHA_PHASE_RUNNING && mem->hist.now->h != 0.0;
}

/* The first call: consistent start, size of the first step, root functions at t0. */
static int first_call(struct galpha_mem *mem, const struct request *rq)
{
  int code             = GALPHA_SUCCESS;
  const sunrealtype t0 = mem->t0;
  if (!(fabs(rq->tout - t0) > 2.0 * DBL_EPSILON * (fabs(t0) + fabs(rq->tout))))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, "GALPHASolve",
                         "tout = %.17g is too close to t0 = %.17g to start",
                         rq->tout, t0);
  }
  if (mem->phase < GALPHA_PHASE_STARTED)
  {
    code = galpha_start(mem, mem->form->start, rq->tout, "GALPHASolve");
  }
  if (!code) { code = first_step_size(mem, rq->tout); }
  if (!code) { code = galpha_stopped(mem, "GALPHASolve"); }
  if (code) { return code; }
  mem->tret  = mem->hist.now->t;
  mem->phase = GALPHA_PHASE_RUNNING;
  return begin_roots(mem, rq);
}

/* Later calls: true if the call returns before a new step, with *code. */
static bool due_before_step(struct galpha_mem *mem, const struct request *rq,
                            int *code)
{
  const struct galpha_state *now = mem->hist.now;
  if (now->h == 0.0)
  {
    const sunrealtype tiny = galpha_hist_round_off(now->t, 0.0);
    if (!mem->opt_tstop_set ||
        fabs(mem->opt_tstop - now->t) > fmax(tiny, FIRST_LEAST))
    {
      return false;
    }
    mem->opt_tstop_set = mem->ctrl.tstop_set = false;
    *code = give(mem, rq, mem->opt_tstop, GALPHA_TSTOP_RETURN);
    return true;
  }
  if (mem->root.nrtfn)
  {
    const int flag = galpha_root_resume(&mem->root, galpha_eval_roots, mem,
                                        mem->hist.now->t, mem->ctrl.h);
    if (root_ends(mem, rq, flag, code)) { return true; }
  }
  return found_root(mem, rq, scan_end(mem, rq), code) ||
         arrived(mem, rq, false, code);
}

/* Conditions before a step is attempted. */
static int check_before_step(struct galpha_mem *mem, const struct request *rq,
                             long int taken)
{
  struct galpha_ctrl *c          = &mem->ctrl;
  const struct galpha_state *now = mem->hist.now;
  const sunrealtype limit        = c->most_steps;
  if (limit >= 0.0 && (sunrealtype)taken >= limit)
  {
    return galpha_explain_work(mem, taken, rq->tout, "GALPHASolve");
  }
  const int code = galpha_weights(mem, "GALPHASolve");
  if (code) { return code; }
  /* weights of rtol |q| + atol keep the norm of q below 1/rtol */
  if (c->h_fixed == 0.0 && !(mem->errtest.q.rtol > 2.0 * DBL_EPSILON) &&
      !(DBL_EPSILON * galpha_norm(now->q, mem->errtest.ewt_q) <= 1.0))
  {
    return galpha_report(
      &mem->err, GALPHA_TOO_MUCH_ACC, "GALPHASolve",
      "the tolerances require more digits than a number has (t = %.10g)",
      now->t);
  }
  if (now->t + c->h != now->t || ++c->hnil <= c->max_hnil)
  {
    return GALPHA_SUCCESS;
  }
  return galpha_explain_standstill(mem, c->h, "GALPHASolve");
}

/* Warns once; not after a single exclusion, which a jump may cause. */
static void warn_untested(struct galpha_mem *mem)
{
  struct galpha_exclusion *x = &mem->ctrl.exclusion;
  if (x->told || x->times < 2) { return; }
  x->told = true;
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "y[%ld] leaves the error test at t = %.10g: its error does not "
                "fall with h, as for multipliers and velocities of index 2 "
                "and 3 (GALPHASetId and GALPHASetSuppressAlg exclude them)",
                (long int)x->component, mem->hist.now->t);
}

/* A step that does not change t cannot be taken, since formulas divide by its length.
 * With error control lengthens the next one until it changes t. */
static bool stands(struct galpha_mem *mem)
{
  struct galpha_ctrl *c = &mem->ctrl;
  const sunrealtype t   = mem->hist.now->t;
  if (t + c->h != t) { return false; }
  if (c->h_fixed == 0.0) { galpha_ctrl_lengthen(c, t); }
  return true;
}

/* Restarts after a jump, or returns before it; true: *code is to be returned. */
static bool passes_jump(struct galpha_mem *mem, const struct request *rq,
                        int *code)
{
  sunrealtype end = rq->tout;
  if (galpha_ends_in_jump(mem, rq->one_step, &end, code))
  {
    *code = give(mem, rq, end, *code);
    return true;
  }
  *code = galpha_pass_jump(mem, &end, "GALPHASolve");
  if (!*code) { *code = first_step_size(mem, end); }
  if (*code) { *code = give(mem, rq, mem->hist.now->t, *code); }
  return *code || arrived(mem, rq, false, code);
}

static int integrate(struct galpha_mem *mem, const struct request *rq)
{
  galpha_window_begin(&mem->ctrl.window);
  for (long int taken = 0;; taken++)
  {
    int code = check_before_step(mem, rq, taken);
    if (code) { return give(mem, rq, mem->hist.now->t, code); }
    if (stands(mem)) { continue; }
    mem->stepping = true;
    code          = galpha_ctrl_step(&mem->ctrl, &mem->step);
    mem->stepping = false;
    if (code) { galpha_step_abandon(&mem->step); }
    if (code == GALPHA_CTRL_JUMP)
    {
      if (passes_jump(mem, rq, &code)) { return code; }
      continue;
    }
    if (code)
    {
      code = galpha_explain_step(mem, code, "GALPHASolve");
      return give(mem, rq, mem->hist.now->t, code);
    }
    if (mem->monitor.fn || mem->monitor.fp)
    {
      galpha_monitor_step(mem, rq->tout);
    }
    warn_untested(mem);
    galpha_watch(mem);
    code = galpha_stopped(mem, "GALPHASolve");
    if (code) { return give(mem, rq, mem->hist.now->t, code); }
    if (found_root(mem, rq, scan_end(mem, rq), &code)) { return code; }
    if (arrived(mem, rq, true, &code)) { return code; }
  }
}

static int check_request(struct galpha_mem *mem, const struct request *rq,
                         int itask)
{
  const char *wrong       = NULL;
  const N_Vector x[]      = {rq->q, rq->v};
  const N_Vector like[]   = {mem->q0, mem->v0};
  const char *const out[] = {"q", "v"};
  if (!rq->q || !rq->v || !rq->tret) { wrong = "q, v or tret is NULL"; }
  else if (itask != GALPHA_NORMAL && itask != GALPHA_ONE_STEP)
  {
    wrong = "itask must be GALPHA_NORMAL or GALPHA_ONE_STEP";
  }
  else if (rq->q == rq->v && !mem->form->one_output)
  {
    wrong = "q and v are the same vector: one would overwrite the other";
  }
  else if (!isfinite(rq->tout)) { wrong = "tout is not finite"; }
  return wrong ? galpha_report(&mem->err, GALPHA_ILL_INPUT, "GALPHASolve", "%s",
                               wrong)
               : galpha_check_all_like(&mem->err, GALPHA_ILL_INPUT, 2, x, like,
                                       out, "GALPHASolve");
}

/* A new fixed step size takes effect at once; tout must not be before the last step. */
static int check_later_call(struct galpha_mem *mem, const struct request *rq)
{
  struct galpha_ctrl *c          = &mem->ctrl;
  const struct galpha_state *now = mem->hist.now;
  if (c->h_fixed != 0.0) { c->h = copysign(c->h_fixed, c->h); }
  const sunrealtype back = now->t - now->h;
  if (!rq->one_step && now->h != 0.0 &&
      (rq->tout - back) * now->h <
        -galpha_hist_round_off(now->t, now->h) * fabs(now->h))
  {
    return galpha_report(
      &mem->err, GALPHA_ILL_INPUT, "GALPHASolve",
      "tout = %.10g lies before the last step [%.10g, %.10g]", rq->tout, back,
      now->t);
  }
  if (c->tstop_set && (c->tstop - now->t) * c->h < 0.0 &&
      fabs(c->tstop - now->t) > round_off_now(mem))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, "GALPHASolve",
                         "tstop = %.10g lies behind t = %.10g", c->tstop,
                         now->t);
  }
  return GALPHA_SUCCESS;
}

static int solve(struct galpha_mem *mem, const struct request *rq)
{
  int code = mem->phase >= GALPHA_PHASE_STARTED
               ? galpha_apply_options(mem, "GALPHASolve")
               : GALPHA_SUCCESS;
  /* also if the previous call took no step: the direction of tout may have changed */
  if (!code && !has_moved(mem)) { code = first_call(mem, rq); }
  if (!code && mem->roots_pending) { code = begin_roots(mem, rq); }
  if (!code) { code = check_later_call(mem, rq); }
  if (!code && !rq->one_step)
  {
    code = galpha_check_fixed_step(mem, rq->tout, "GALPHASolve");
  }
  if (code || due_before_step(mem, rq, &code)) { return code; }
  return integrate(mem, rq);
}

int GALPHASolve(void *memory, sunrealtype tout, sunrealtype *tret, N_Vector q,
                N_Vector v, int itask)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  if (!mem) { return code; }
  const struct request rq = {tout, itask == GALPHA_ONE_STEP, q, v, tret};
  code                    = check_request(mem, &rq, itask);
  if (code) { return code; }
  galpha_enter(mem);
  return galpha_leave(mem, solve(mem, &rq));
}
