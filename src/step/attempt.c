#include "step/attempt.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/residual_recursion.h"
#include "newton/bounds.h"
#include "step/brief_step.h"
#include "step/constraint_rounding.h"
#include "step/end_alternation.h"
#include "step/first_error.h"
#include "step/joined_step.h"
#include "step/last_remainder.h"
#include "step/left_branch.h"
#include "step/multiplier_error.h"
#include "step/policy.h"
#include "step/projection.h"
#include "step/renewed_acceleration.h"
#include "step/smooth_multipliers.h"
#include "step/stages.h"
#include "step/states_velocity.h"
#include "step/velocity_correction.h"
#include "step/velocity_noise.h"

/* Records the cause if the linear solve failed; returns ret. */
static int with_cause(struct galpha_step *step, int ret)
{
  if (ret)
  {
    galpha_nls_set_cause(step->nls, step->model->sys->fail.what
                                      ? GALPHA_CAUSE_MODEL
                                    : step->ls->no_memory ? GALPHA_CAUSE_SETUP
                                                          : GALPHA_CAUSE_SOLVE);
  }
  return ret;
}

static int project_estimates(struct galpha_step *step, sunrealtype *filtered)
{
  return with_cause(
    step, galpha_project_estimates(step, !step->policy.fixed, filtered));
}

/* Very stiff springs: the prediction error stretches them with a force F, which adds a
 * stiffness F/L to the matrix in directions in which the mechanism is free. Projection
 * with such a matrix makes the error estimate nearly vanish, and Newton's corrections
 * are too small for the same reason. If a projection leaves almost nothing of an
 * estimate, the step is solved again with a new matrix in each iteration; its error is the
 * larger of the estimate projected with the last matrix and the one from positions. */
static int solve_anew(struct galpha_step *step, sunrealtype *error)
{
  int ret = galpha_step_stages(step, true);
  if (ret) { return ret; }
  sunrealtype other = 0.0;
  if (!galpha_err_by_positions(step->errtest, step->method, false, &other))
  {
    other = 0.0;
  }
  galpha_err_estimate(step->errtest, step->method);
  galpha_err_norm(step->errtest, step->method);
  sunrealtype filtered = 0.0;
  ret                  = project_estimates(step, &filtered);
  *error = fmax(other, galpha_err_norm(step->errtest, step->method));
  return ret;
}

/* Start of index 3: the first step has no earlier y'' to estimate the error of y', and
 * an inconsistent initial y' causes an error of y' that does not fall with h. In both
 * cases the test uses h times the error of y', with the weights of y. */
static sunrealtype start_error(struct galpha_step *step, sunrealtype error)
{
  const struct galpha_errtest *et    = step->errtest;
  const struct galpha_method *method = step->method;
  const sunrealtype before           = step->error_before;
  step->error_before                 = error;
  const bool stays  = before > 0.0 && error > START_HARDLY_LESS * before;
  const bool starts = method->euler_steps_left > 0 && method->traits->jumps;
  if (!starts || !(stays || method->coef.h_last == 0.0)) { return error; }
  const sunrealtype moved =
    fabs(method->coef.h) * galpha_norm(et->est_v, method->model->ewt_q);
  return isfinite(error) ? fmax(fmax(et->norm_q, et->norm_s), moved) : error;
}

/* The error is about that of the previous, far longer attempt at this step, as at a jump
 * of driven velocities. With order 2 only, this must hold RING_STAYS times in a row,
 * since at first a part of the error still falls with h. */
static bool has_stayed(struct galpha_step *step, sunrealtype h,
                       sunrealtype error)
{
  struct galpha_ringing *r = &step->ringing;
  const bool stays = r->h_try > 0.0 && h <= RING_TRY_SHORTER * r->h_try &&
                     error > RING_STAYED * r->error_try;
  r->stays     = stays ? r->stays + 1 : 0;
  r->h_try     = h;
  r->error_try = error;
  return r->stays >= (step->policy.varies_order ? 1 : RING_STAYS);
}

/* With rho near 1 multipliers oscillate after a change of h, and a shorter step excites
 * them more. An estimate that does not fall with h comes from this oscillation. */
static bool is_ringing(struct galpha_step *step, sunrealtype error)
{
  struct galpha_ringing *r = &step->ringing;
  const sunrealtype h      = fabs(step->method->coef.h);
  const bool stays         = has_stayed(step, h, error);
  if (!(error > PROJECT_NOISE)) { return false; }
  if (r->left > 0) { return true; }
  if (stays || (r->age > 0 && h <= RING_SHORTER * r->h &&
                error > RING_FALLEN * r->error))
  {
    r->spell = r->spell == 0          ? RING_STEPS
               : r->spell < RING_MOST ? 2 * r->spell
                                      : RING_MOST;
    r->left  = r->spell;
    return true;
  }
  /* after a BDF step, whose order differs, far shorter attempts become the reference */
  const bool falls = step->method->bdf.handed_over && h <= RING_SHORTER * r->h;
  if (r->age == 0 || h > r->h || falls)
  {
    r->h     = h;
    r->error = error;
  }
  r->age = RING_MEMORY;
  return false;
}

/* The local error. Index 3: from positions; before that estimate rejects a step, takes
 * the smaller of it and the one from accelerations, because after a very short step the
 * remainder of Newton's iteration dominates the differences of positions. */
static int local_error(struct galpha_step *step, sunrealtype *error)
{
  struct galpha_errtest *et    = step->errtest;
  struct galpha_method *method = step->method;
  sunrealtype other            = HUGE_VAL;
  int ret                      = 0;
  if (method->step_traits->jumps &&
      galpha_err_by_positions(et, method, true, error))
  {
    if (*error <= 1.0) { return 0; }
    other = *error;
  }
  galpha_err_estimate(et, method);
  ret = with_cause(step, galpha_first_error(step));
  if (ret) { return ret; }
  *error = galpha_err_norm(et, method);
  ret    = with_cause(step, galpha_project_difference(step, error));
  if (ret) { return ret; }
  const bool rings = method->traits->jumps && is_ringing(step, *error);
  if (galpha_project_wanted(step, *error, rings))
  {
    const sunrealtype whole = step->error_unprojected = *error;
    sunrealtype filtered                              = 0.0;
    ret    = project_estimates(step, &filtered);
    *error = galpha_project_judge(step, whole, filtered);
    const bool all_filtered =
      whole > PROJECT_COUNTS && filtered < PROJECT_RATIO_LEAST * whole;
    if (!ret && all_filtered && *error <= 1.0 && step->manifold->cheap &&
        step->nls->own)
    {
      ret = solve_anew(step, error);
    }
    if (!ret) { ret = galpha_project_confirm(step, whole, error); }
  }
  else { ret = with_cause(step, galpha_project_rejected(step, *error)); }
  *error = fmin(*error, other);
  if (!ret) { galpha_noise_judge(step, error); }
  *error = start_error(step, *error);
  return ret ? ret : with_cause(step, galpha_first_velocity(step, error));
}

/* Residual form: the start of the recursion, by solving the first step a few times. */
static int shift_start(struct galpha_step *step)
{
  struct galpha_method *method = step->method;
  const long int before        = step->nls->niters;
  N_Vector increment = step->errtest->est_q, along = step->errtest->est_v;
  const struct galpha_start_iteration *start = method->ops->start;
  if (!start || !start->applies(method)) { return 0; }
  for (int i = 0; i < SHIFT_MOST; i++)
  {
    int ret = galpha_step_stages(step, false);
    if (ret && i == 0) { return ret; }
    sunrealtype left = 0.0;
    if (!ret)
    {
      left = start->defect(method, increment);
      N_VScale(1.0, increment, along);
    }
    if (!ret && method->traits->jumps)
    {
      ret = galpha_project(step, along, false);
    }
    if (ret || !start->shift(method, increment, along))
    {
      return method->ops->predict(method);
    }
    if (!(left > SHIFT_LEFT)) { break; }
  }
  step->niters += step->nls->niters - before;
  return 0;
}

static int correct_velocities(struct galpha_step *step)
{
  return with_cause(step, galpha_velocity_correct(step, step->errtest->est_v));
}

static int shift_states(struct galpha_step *step)
{
  return with_cause(step, galpha_states_velocity(step, step->errtest->est_v));
}

/* Fixed steps, which have no error test: detects positions that have jumped to another
 * branch of the constraints, in index 3 by velocities that violate them. Not with a
 * nonlinear solver of the user, whose convergence is the user's responsibility. */
static int check_branch(struct galpha_step *step)
{
  N_Vector x = step->errtest->est_v;
  if (!step->policy.fixed || !step->nls->own) { return 0; }
  int ret = with_cause(step, galpha_velocity_off(step, x));
  if (!ret) { ret = with_cause(step, galpha_left_branch(step, x)); }
  if (ret || !(step->off.lost || step->branch.distance > BRANCH_LEFT))
  {
    return ret;
  }
  galpha_nls_set_cause(step->nls, GALPHA_CAUSE_BRANCH);
  return 1;
}

static int meet_bounds(struct galpha_step *step)
{
  /* if the solution leads out of its bound, tolerates no violation: otherwise tiny
   * steps would follow the bound */
  const sunrealtype tol =
    step->leaving < BOUND_LEAVING ? step->policy.tol : 0.0;
  const int ret =
    galpha_bounds_meet(step->method, tol, &step->moved, &step->shrink);
  if (ret) { galpha_nls_set_cause(step->nls, GALPHA_CAUSE_BOUND); }
  return ret;
}

/* The stages, once more if they have removed a remainder of the last state. */
static int solve_step(struct galpha_step *step)
{
  int ret = galpha_step_stages(step, false);
  if (ret || !galpha_remainder_counts(step) || !galpha_remainder_remove(step))
  {
    return ret;
  }
  ret = step->method->ops->predict(step->method);
  return ret ? ret : galpha_step_stages(step, false);
}

static int attempt(struct galpha_step *step, sunrealtype h, sunrealtype t_new,
                   sunrealtype *error)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = method->model;
  step->error_along = step->error_unprojected = 0.0;
  galpha_nls_set_cause(step->nls, GALPHA_CAUSE_NONE);
  galpha_sys_forget_failures(model->sys);
  int ret = with_cause(step, galpha_hand_over_multipliers(step));
  if (ret) { return ret; }
  galpha_policy_attempt(step, h, t_new);
  galpha_method_begin(method, step->policy.h, step->policy.t);
  /* differences in t go backward from the new time; h is their scale */
  galpha_sys_set_increment(model->sys, -0.02 * h, model->sys->rate.dt_most);

  ret = method->ops->predict(method);
  if (ret)
  {
    galpha_nls_set_cause(step->nls, GALPHA_CAUSE_MODEL);
    return ret;
  }
  ret = galpha_join(step, error);
  if (ret || step->joined) { return ret ? ret : meet_bounds(step); }
  ret = shift_start(step);
  if (!ret) { ret = correct_velocities(step); }
  if (!ret) { ret = shift_states(step); }
  if (!ret) { ret = solve_step(step); }
  if (!ret) { ret = check_branch(step); }
  if (!ret) { ret = meet_bounds(step); }
  if (!ret) { ret = with_cause(step, galpha_brief_step(step)); }
  if (!ret) { galpha_rounding_of_rate(step); }
  if (!ret) { ret = local_error(step, error); }
  if (!ret && (step->policy.fixed || *error <= 1.0))
  {
    ret = with_cause(step, galpha_smooth_multipliers(step));
    if (!ret) { ret = with_cause(step, galpha_end_alternation(step)); }
  }
  return ret ? ret
             : with_cause(step, galpha_multiplier_error(step->errtest, method,
                                                        step->ls));
}

/* Iterations so far, except those made only to measure a contraction rate. */
static long int needed(const struct galpha_nls *nls)
{
  return nls->niters - nls->probe_iters;
}

void galpha_step_begin(struct galpha_step *step, bool fixed, sunrealtype error)
{
  galpha_model_begin_step(step->model, step->method->hist->now->q);
  step->error_before = step->ringing.h_try = 0.0;
  if (step->ringing.left > 0) { step->ringing.left--; }
  if (step->ringing.age > 0) { step->ringing.age--; }
  galpha_noise_begin(step);
  if (step->method->hist->now->h == 0.0)
  {
    galpha_brief_restart(step);
    step->tail    = 0.0;
    step->ringing = (struct galpha_ringing){0};
    step->alternation =
      (struct galpha_alternation){.found = step->alternation.found};
  }
  step->niters = needed(step->nls);
  galpha_policy_begin(step, fixed, error);
  galpha_ls_begin(step->ls);
}

int galpha_step_attempt(struct galpha_step *step, sunrealtype h,
                        sunrealtype t_new, sunrealtype *error)
{
  struct galpha_nls *nls           = step->nls;
  const struct galpha_rate rate[2] = {nls->rate[0], nls->rate[1]};
  int ret                          = attempt(step, h, t_new, error);
  if (ret >= 0 && galpha_sys_stopped(step->model->sys))
  {
    galpha_nls_set_cause(nls, GALPHA_CAUSE_MODEL);
    ret = -1;
  }
  if (ret > 0 && nls->cause == GALPHA_CAUSE_CONVERGE &&
      step->model->ops->unsolved)
  {
    step->model->ops->unsolved(step->model);
  }
  /* an iteration that a callback aborted gives no contraction rates */
  if (ret && step->model->sys->fail.what) { galpha_nls_set_rates(nls, rate); }
  return ret;
}

void galpha_step_abandon(struct galpha_step *step)
{
  galpha_remainder_restore(step);
}

void galpha_step_accept(struct galpha_step *step)
{
  struct galpha_method *method = step->method;
  if (step->moved && galpha_bounds_halt(method, step->policy.tol))
  {
    step->leaving++;
  }
  else if (step->moved || step->cuts == 0) { step->leaving = 0; }
  step->cuts       = step->moved ? step->cuts : 0;
  step->last_moved = false;
  if (step->joined) { galpha_join_accept(step); }
  else
  {
    step->tail = 0.0;
    galpha_renew_accelerations(step);
    galpha_brief_accept(step);
    galpha_method_accept(method, !step->policy.fixed);
  }
  galpha_ls_accept(step->ls, needed(step->nls) - step->niters);
}
