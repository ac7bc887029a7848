#include "step/controller.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "step/goal.h"

void galpha_ctrl_restart(struct galpha_ctrl *ctrl)
{
  ctrl->err_old = ctrl->h = ctrl->h_good = 0.0;
  galpha_window_clear(&ctrl->window);
  galpha_rounding_restart(&ctrl->rounding);
  ctrl->blocked = 0;
  ctrl->keep    = (struct galpha_keep_step){.known = 0};
  ctrl->jump    = (struct galpha_driven_jump){.known = false};
  ctrl->rates   = (struct galpha_start_rates){.first = 0.0};
  if (ctrl->user) { galpha_controller_reset(ctrl->user); }
}

static sunrealtype limited(const struct galpha_ctrl *ctrl, sunrealtype h)
{
  sunrealtype size = fabs(h);
  if (ctrl->hmax > 0.0 && size > ctrl->hmax) { size = ctrl->hmax; }
  if (size < ctrl->hmin) { size = ctrl->hmin; }
  return copysign(size, h);
}

void galpha_ctrl_lengthen(struct galpha_ctrl *ctrl, sunrealtype t)
{
  const sunrealtype least = CONTROL_LEAST * fabs(t);
  if (!(fabs(ctrl->h) < least)) { return; }
  ctrl->h = limited(ctrl, copysign(least, ctrl->h));
}

/* Least ratio of a step to the previous one. The weights of Bruls and Arnold (2008),
 * (28)-(29), require at least s_min, below which gamma_n would be less than 1/2. */
static sunrealtype least_ratio(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  struct galpha_model *model         = method->model;
  const struct galpha_family *m      = method->family_set;
  const sunrealtype second           = fabs(m->alpha_m / (1.0 - m->alpha_m));
  const sunrealtype first            = fabs(m->delta_m / (1.0 - m->delta_m));
  if (method->opt.correct != GALPHA_CORRECT_WEIGHTS) { return CONTROL_SHRINK; }
  return fmin(0.9, fmax(CONTROL_SHRINK, fmax(model->has[2] ? second : 0.0,
                                             model->has[1] ? first : 0.0)));
}

sunrealtype galpha_ctrl_ratio_gavrea(sunrealtype error)
{
  return 0.9 / cbrt(error);
}

static sunrealtype ratio_after_success(const struct galpha_ctrl *ctrl,
                                       sunrealtype h, int order,
                                       sunrealtype error, sunrealtype goal)
{
  const sunrealtype err = fmax(error / goal, CONTROL_ERROR_FLOOR);
  if (ctrl->user)
  {
    sunrealtype hnew = h;
    if (!galpha_controller_estimate(ctrl->user, h, order, err, &hnew) &&
        hnew / h > 0.0 && isfinite(hnew))
    {
      return fmin(fmax(hnew / h, CONTROL_SHRINK), CONTROL_GROW);
    }
  }
  const sunrealtype old = ctrl->err_old > 0.0 ? ctrl->err_old / goal : err;
  const sunrealtype r =
    ctrl->rule
      ? ctrl->rule(err)
      : galpha_safety(ctrl->safety, order) *
          pow(err, -(CONTROL_NOW / (order + 1.0))) *
          pow(fmax(old, CONTROL_ERROR_FLOOR), CONTROL_BEFORE / (order + 1.0));
  return fmin(fmax(r, CONTROL_SHRINK), CONTROL_GROW);
}

/* Dead band: suppresses small changes of h, which cost a new matrix. */
static sunrealtype with_dead_band(const struct galpha_ctrl *ctrl,
                                  const struct galpha_step *step,
                                  sunrealtype least, sunrealtype r)
{
  const bool jumps       = step->method->step_traits->jumps;
  const sunrealtype band = step->method->step_traits->h_deadband;
  if (r > 1.0 && r < band) { return 1.0; }
  if (!jumps || !(r < 1.0 && r > 1.0 / band)) { return r; }
  return ctrl->error <= CONTROL_DEAD_ERROR ? 1.0 : fmax(1.0 / band, least);
}

/* Sets the next h after an accepted step; failed: it needed more than one attempt. */
static void choose_next(struct galpha_ctrl *ctrl, struct galpha_step *step,
                        sunrealtype h, bool failed)
{
  if (ctrl->h_fixed != 0.0)
  {
    ctrl->h = copysign(ctrl->h_fixed, h);
    return;
  }
  ctrl->error = fmax(ctrl->error, step->errtest->norm_mult);
  const sunrealtype chosen =
    galpha_order_next(&ctrl->order, step, ctrl->error, failed);
  if (chosen > 0.0)
  {
    ctrl->keep    = (struct galpha_keep_step){.known = 0, .settled = true};
    ctrl->h       = limited(ctrl, chosen * h);
    ctrl->err_old = ctrl->error;
    return;
  }
  const int order         = galpha_method_order(step->method);
  const sunrealtype least = least_ratio(step);
  const bool held         = step->policy.relaxed && !ctrl->user;
  const sunrealtype goal =
    held && !step->model->has[0] ? step->model->ops->traits.error_goal : 1.0;
  sunrealtype r =
    fmax(ratio_after_success(ctrl, h, order, ctrl->error, goal), least);
  if (failed || step->errtest->mult_unknown) { r = fmin(r, 1.0); }
  r                      = held
                             ? galpha_keep_step_ratio(&ctrl->keep,
                                                      fmax(ctrl->error / goal, CONTROL_ERROR_FLOOR),
                                                      ctrl->safety, order, failed, CONTROL_GROW, r)
                             : with_dead_band(ctrl, step, least, r);
  ctrl->h                = limited(ctrl, r * h);
  const sunrealtype over = galpha_rounding_next(&ctrl->rounding);
  if (over > fabs(ctrl->h)) { ctrl->h = limited(ctrl, copysign(over, h)); }
  ctrl->err_old = ctrl->error;
  if (ctrl->user) { galpha_controller_accept(ctrl->user, h, ctrl->error); }
}

/* The new time: steps end at the stop time, and before a jump of driven velocities. */
static sunrealtype next_time(struct galpha_ctrl *ctrl, sunrealtype t,
                             sunrealtype *h)
{
  struct galpha_goal goal = {ctrl->tstop_set, ctrl->h_fixed != 0.0,
                             ctrl->tstop};
  if (ctrl->jump.known) { galpha_goal_nearer(&goal, t, *h, ctrl->jump.before); }
  return galpha_goal_step(&goal, t, h);
}

static bool cannot_shrink(const struct galpha_ctrl *ctrl, sunrealtype h)
{
  return ctrl->h_fixed != 0.0 || fabs(h) <= ctrl->hmin * (1.0 + 1e-9);
}

/* A callback that fails in a step no longer than the last accepted ones probably fails
 * beyond that time at any step size, so such failures are counted over several steps.
 * Failures in longer steps only shorten the step. */
static void note_wall(struct galpha_ctrl *ctrl, sunrealtype t_new,
                      sunrealtype h)
{
  if (fabs(h) > (1.0 + 1e-9) * ctrl->h_good) { return; }
  if (ctrl->blocked++ == 0) { ctrl->t_wall = t_new; }
}

/* After a stage that could not be solved: sets a new *h and returns 0, or returns the
 * code with which the step fails. */
static int on_solve_failure(struct galpha_ctrl *ctrl, struct galpha_step *step,
                            int ret, sunrealtype t_new, int *tries,
                            sunrealtype *h)
{
  const enum galpha_cause cause = step->nls->cause;
  const bool setup              = cause == GALPHA_CAUSE_SETUP;
  const bool model =
    cause == GALPHA_CAUSE_MODEL ||
    ((setup || cause == GALPHA_CAUSE_SOLVE) && step->model->sys->fail.what);
  const struct galpha_model_traits *traits = &step->model->ops->traits;
  const bool of_solver =
    model && traits->solver_owns_matrix && cause != GALPHA_CAUSE_MODEL;
  ctrl->convfails++;
  galpha_ls_request(step->ls);
  if (cause != GALPHA_CAUSE_MODEL)
  {
    galpha_probe_record_failure(&step->model->sys->searches);
  }
  if (ret < 0)
  {
    if (model && !of_solver) { return GALPHA_RES_FAIL; }
    if (setup && (step->ls->no_memory || step->model->reaction.no_memory))
    {
      return GALPHA_MEM_FAIL;
    }
    if (setup) { return GALPHA_LSETUP_FAIL; }
    return cause == GALPHA_CAUSE_SOLVE ? GALPHA_LSOLVE_FAIL : GALPHA_NLS_FAIL;
  }
  /* smaller steps only approach the time at which constraints contradict each other */
  if (cause == GALPHA_CAUSE_CLASH && *tries + 1 >= CONTROL_CLASHES)
  {
    return GALPHA_SINGULAR_JAC;
  }
  if (model) { note_wall(ctrl, t_new, *h); }
  const bool bound = cause == GALPHA_CAUSE_BOUND;
  step->cuts += bound;
  if (++*tries >= ctrl->max_convfails || step->cuts >= ctrl->max_convfails ||
      ctrl->blocked >= ctrl->max_convfails || cannot_shrink(ctrl, *h))
  {
    ctrl->blocked = 0;
    step->cuts    = 0;
    if (model && !of_solver) { return GALPHA_REP_RES_ERR; }
    if (bound) { return GALPHA_CONSTR_FAIL; }
    if (cause == GALPHA_CAUSE_BRANCH) { return GALPHA_ERR_FAIL; }
    return setup && !of_solver ? GALPHA_SINGULAR_JAC : GALPHA_CONV_FAIL;
  }
  if (galpha_start_multipliers_replace(&ctrl->rates, step)) { return 0; }
  const bool mild       = !model && traits->mild_cuts && *tries <= 2;
  const sunrealtype cut = mild ? CONTROL_UNSOLVED_MILD : CONTROL_UNSOLVED;
  *h                    = limited(ctrl, (bound ? step->shrink : cut) * *h);
  /* the step is negligible: the solution crosses a bound here */
  const sunrealtype least = CONTROL_LEAST * fabs(step->method->hist->now->t);
  return bound && fabs(*h) <= least ? GALPHA_CONSTR_FAIL : 0;
}

/* Least factor of a first cut: s_min bounds h/h_last, unless h is about s_min h_last. */
static sunrealtype least_cut(const struct galpha_step *step, sunrealtype h)
{
  const sunrealtype last = step->method->hist->now->h;
  const sunrealtype r    = least_ratio(step) * fabs(last / h);
  return step->method->opt.correct == GALPHA_CORRECT_WEIGHTS && r < 0.9
           ? fmax(r, CONTROL_SHRINK)
           : CONTROL_SHRINK;
}

/* The local error falls with h^(order + 1). */
static sunrealtype shrink_ratio(sunrealtype error, int order)
{
  return order == 1   ? sqrt(1.0 / error)
         : order == 2 ? cbrt(1.0 / error)
                      : pow(error, -1.0 / (order + 1.0));
}

static int on_error_failure(struct galpha_ctrl *ctrl, struct galpha_step *step,
                            int *tries, sunrealtype *h)
{
  const sunrealtype least = *tries == 0 ? least_cut(step, *h) : CONTROL_SHRINK;
  const int order         = galpha_method_order(step->method);
  ctrl->errfails++;
  if (++*tries >= ctrl->max_errfails || cannot_shrink(ctrl, *h))
  {
    return GALPHA_ERR_FAIL;
  }
  const sunrealtype chosen =
    galpha_order_rejected(&ctrl->order, step, ctrl->error, *tries - 1);
  if (chosen > 0.0)
  {
    *h = limited(ctrl, chosen * *h);
    return 0;
  }
  sunrealtype r = CONTROL_SHRINK;
  if (*tries <= 2 && isfinite(ctrl->error))
  {
    r = fmin(0.9, fmax(least, ctrl->safety * shrink_ratio(ctrl->error, order)));
  }
  /* a jump: its error falls like h, too slowly for the attempts that are left */
  if (*tries >= ctrl->max_errfails - CONTROL_LAST && isfinite(ctrl->error))
  {
    r = fmin(r, fmax(CONTROL_SHRINK_LAST, ctrl->safety / ctrl->error));
  }
  *h = limited(ctrl, r * *h);
  return 0;
}

/* Shortens a first step that passes its test but skips a force transient; never fatal. */
static bool cut_at_start(struct galpha_ctrl *ctrl, struct galpha_step *step,
                         int *tries, sunrealtype *h)
{
  if (cannot_shrink(ctrl, *h) || *tries + 1 >= ctrl->max_errfails)
  {
    return false;
  }
  const sunrealtype ratio = galpha_step_start_ratio(step);
  if (!(ratio < 1.0)) { return false; }
  ctrl->errfails++;
  ++*tries;
  galpha_limit_cut(&ctrl->limit);
  if (ctrl->failed) { ctrl->failed(ctrl->failed_ctx); }
  *h = limited(ctrl, ratio * *h);
  return true;
}

/* Records the outcome of an attempt, for messages. */
static void note(struct galpha_ctrl *ctrl, const struct galpha_step *step,
                 int ret, sunrealtype h, sunrealtype t_new)
{
  const enum galpha_cause cause = step->nls->cause;
  const bool passed             = ctrl->h_fixed != 0.0 || ctrl->error <= 1.0;
  const enum galpha_outcome outcome =
    ret == 0 ? (passed ? GALPHA_OUTCOME_TAKEN : GALPHA_OUTCOME_REJECTED)
    : cause == GALPHA_CAUSE_MODEL || cause == GALPHA_CAUSE_BOUND
      ? GALPHA_OUTCOME_BLOCKED
      : GALPHA_OUTCOME_UNSOLVED;
  ctrl->h_tried = h;
  galpha_window_note(&ctrl->window, outcome, fabs(h),
                     (struct galpha_window_limits){ctrl->hmin, ctrl->hmax},
                     ctrl->tstop_set && t_new == ctrl->tstop);
  if (ret) { galpha_limit_unsolved(&ctrl->limit, step); }
  else if (!passed) { galpha_limit_rejected(&ctrl->limit, step->errtest); }
  if ((ret || !passed) && ctrl->failed) { ctrl->failed(ctrl->failed_ctx); }
}

/* Records an accepted step; wanted: its size before the stop time shortened it. */
static void count(struct galpha_ctrl *ctrl, const struct galpha_step *step,
                  sunrealtype wanted, sunrealtype h)
{
  const sunrealtype t    = step->method->hist->trial->t;
  const sunrealtype size = fabs(h), last = fabs(step->method->hist->now->h);
  const sunrealtype asked = fabs(wanted) * (1.0 - WINDOW_SAME);
  const bool longest      = size >= ctrl->hmax * (1.0 - WINDOW_SAME);
  const struct galpha_step_bounds bounds = {
    .fixed    = ctrl->h_fixed != 0.0,
    .first    = ctrl->steps == 0,
    .stopped  = ctrl->tstop_set && asked > size,
    .at_most  = longest && ctrl->hmax != 0.0,
    .at_least = size <= ctrl->hmin * (1.0 + WINDOW_SAME),
    .grown    = size >= CONTROL_GROW * (1.0 - WINDOW_SAME) * last};
  galpha_limit_taken(&ctrl->limit, step->errtest, bounds);
  if (ctrl->steps == 0) { ctrl->h0 = h; }
  if ((t - ctrl->t_wall) * h >= 0.0) { ctrl->blocked = 0; }
  ctrl->steps++;
  ctrl->h_good = fmax(fabs(h), CONTROL_GOOD_FADING * ctrl->h_good);
}

static int on_rejection(struct galpha_ctrl *ctrl, struct galpha_step *step,
                        sunrealtype t, int *tries, sunrealtype *h)
{
  sunrealtype again = *h;
  const bool anew =
    galpha_exclusion_step(&ctrl->exclusion, step, ctrl->steps, &again) ||
    galpha_start_rates_replace(&ctrl->rates, step, ctrl->error, &again);
  if (ctrl->exclusion.no_memory) { return GALPHA_MEM_FAIL; }
  const enum galpha_jump_place place =
    galpha_jump_seek(&ctrl->jump, step, ctrl->error, *tries > 0);
  if (galpha_sys_stopped(step->model->sys)) { return GALPHA_RES_FAIL; }
  const int ret = on_error_failure(ctrl, step, tries, h);
  if (place == GALPHA_JUMP_HERE) { return GALPHA_CTRL_JUMP; }
  if (ret) { return ret; }
  if (place == GALPHA_JUMP_AHEAD) { *h = ctrl->jump.before - t; }
  else if (anew)
  {
    *h     = again;
    *tries = 0;
  }
  return 0;
}

int galpha_ctrl_step(struct galpha_ctrl *ctrl, struct galpha_step *step)
{
  const sunrealtype t = step->method->hist->now->t;
  sunrealtype h       = ctrl->h, wanted;
  int convtries = 0, errtries = 0;
  galpha_limit_begin(&ctrl->limit, step->nls);
  const sunrealtype lower = galpha_order_begin(&ctrl->order, step, h);
  if (lower != h && ctrl->h_fixed == 0.0) { h = limited(ctrl, lower); }
  galpha_step_begin(step, ctrl->h_fixed != 0.0, ctrl->err_old);
  galpha_rounding_begin(&ctrl->rounding);
  galpha_exclusion_begin(&ctrl->exclusion, step->model, ctrl->steps);
  if (galpha_jump_is_due(&ctrl->jump, step)) { return GALPHA_CTRL_JUMP; }
  for (;;)
  {
    wanted                  = h;
    const sunrealtype t_new = next_time(ctrl, t, &h);
    if (t_new == t)
    {
      ctrl->h_tried = h;
      return GALPHA_ERR_FAIL;
    }
    step->room = ctrl->tstop_set ? fabs(ctrl->tstop - t_new) : HUGE_VAL;
    int ret    = galpha_step_attempt(step, h, t_new, &ctrl->error);
    galpha_rounding_judge(&ctrl->rounding, step, ret, &ctrl->error);
    galpha_jump_judge(&ctrl->jump, step, ret, errtries > 0, &ctrl->error);
    note(ctrl, step, ret, h, t_new);
    if (ret)
    {
      ret = on_solve_failure(ctrl, step, ret, t_new, &convtries, &h);
      if (ret) { return ret; }
      continue;
    }
    if (errtries + CONTROL_LAST + 1 < ctrl->max_errfails)
    {
      galpha_err_see_bend(step->errtest, step->method, &ctrl->error);
    }
    if (cut_at_start(ctrl, step, &errtries, &h)) { continue; }
    if (ctrl->h_fixed != 0.0 || ctrl->error <= 1.0) { break; }
    ret = on_rejection(ctrl, step, t, &errtries, &h);
    if (ret) { return ret; }
  }
  count(ctrl, step, wanted, h);
  const sunrealtype planned = ctrl->h;
  if (!step->joined) { choose_next(ctrl, step, h, convtries + errtries > 0); }
  /* after a step cut short by the stop time, continue with the planned size */
  if (ctrl->tstop_set && step->method->hist->trial->t == ctrl->tstop &&
      fabs(h) < fabs(planned) && convtries + errtries == 0)
  {
    ctrl->h =
      limited(ctrl, ctrl->h_fixed != 0.0
                      ? copysign(ctrl->h_fixed, h)
                      : copysign(fmax(fabs(planned), fabs(ctrl->h)), h));
  }
  galpha_step_accept(step);
  return 0;
}
