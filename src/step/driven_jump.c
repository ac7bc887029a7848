#include "step/driven_jump.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "step/projection.h"

/* An interval of time, for g_t or its derivative (slope). */
struct interval
{
  sunrealtype from, to;
  bool slope;
};

/* g_t at the positions of the last state; where it is a difference, one over times
 * inside the interval. */
static int rate(struct galpha_step *step, const struct interval *in,
                sunrealtype t, N_Vector out)
{
  struct galpha_sys *sys   = step->model->sys;
  const sunrealtype length = JUMP_INCREMENT * (in->to - in->from);
  galpha_sys_set_increment(sys, t == in->to ? -length : length, sys->dt_most);
  return galpha_sys_rate(sys, t, step->method->hist->now->q, out);
}

/* The derivative is a difference over times inside the interval. */
static int value(struct galpha_step *step, const struct interval *in,
                 sunrealtype t, N_Vector out)
{
  N_Vector near            = step->method->l_tilde;
  const sunrealtype length = JUMP_INCREMENT * (in->to - in->from);
  const sunrealtype beside = t == in->to ? t - length : t + length;
  const sunrealtype over   = 1.0 / (beside - t);
  int ret                  = rate(step, in, t, out);
  if (!in->slope || ret) { return ret; }
  ret = rate(step, in, beside, near);
  N_VLinearSum(over, near, -over, out, out);
  return ret;
}

/* Goes on with the part of the interval over which the value changes most; *most: this
 * change. Returns as callbacks do. */
static int narrow(struct galpha_step *step, struct interval *in, int parts,
                  sunrealtype *most)
{
  const struct interval whole = *in;
  N_Vector before = step->model->rl, here = step->model->dl;
  N_Vector change      = step->method->gt;
  sunrealtype before_t = whole.from;
  int ret              = value(step, &whole, whole.from, before);
  *most                = -1.0;
  for (int i = 1; !ret && i <= parts; i++)
  {
    const sunrealtype t =
      i == parts ? whole.to : whole.from + (whole.to - whole.from) * i / parts;
    ret = value(step, &whole, t, here);
    N_VLinearSum(1.0, here, -1.0, before, change);
    const sunrealtype size = N_VMaxNorm(change);
    if (size > *most)
    {
      *most    = size;
      in->from = before_t;
      in->to   = t;
    }
    N_VScale(1.0, here, before);
    before_t = t;
  }
  return ret;
}

/* The shortest interval that is looked at. */
static sunrealtype shortest(const struct galpha_sys *sys,
                            const struct interval *in)
{
  const sunrealtype length = fabs(in->to - in->from);
  const sunrealtype tiny   = galpha_hist_round_off(in->to, length);
  const sunrealtype digits = sqrt(DBL_EPSILON) * (fabs(in->to) + length);
  return in->slope ? fmax(tiny, JUMP_SLOPE * length)
         : sys->gt ? tiny
                   : fmax(tiny, JUMP_DIFFERENCED * digits);
}

/* Change of the velocities, in tolerances, as the constraints ask for over the interval:
 * that by which g_t changes, or its derivative in the step. */
static sunrealtype size_of(struct galpha_step *step, const struct interval *in)
{
  struct galpha_model *model = step->model;
  N_Vector last              = step->method->gt;
  const sunrealtype by       = in->slope ? fabs(step->method->coef.h) : 1.0;
  if (value(step, in, in->from, model->rl) || value(step, in, in->to, last))
  {
    return 0.0;
  }
  N_VLinearSum(1.0, last, -1.0, model->rl, model->rl);
  return galpha_project_across(step, model->work)
           ? 0.0
           : by * galpha_model_velocity_norm(model, model->work);
}

/* Narrows the interval until only a jump is left of the change; false: it falls with the
 * interval, is small, or cannot be evaluated. */
static bool close_in(struct galpha_step *step, struct interval *in)
{
  const sunrealtype least = shortest(step->model->sys, in);
  sunrealtype whole = 0.0, left = 0.0;
  int ret = narrow(step, in, JUMP_PARTS, &whole);
  if (ret || !(whole > 0.0) || !(size_of(step, in) > 1.0)) { return false; }
  left = whole;
  while (!ret && left > JUMP_LEFT * whole && fabs(in->to - in->from) > least)
  {
    ret = narrow(step, in, 2, &left);
  }
  return !ret && left > JUMP_LEFT * whole && size_of(step, in) > 1.0;
}

/* A jump of g_t in the step, or at its start; or (slope) of its derivative. */
static bool is_in_step(struct galpha_driven_jump *jump,
                       struct galpha_step *step, bool slope)
{
  struct galpha_sys *sys         = step->model->sys;
  const struct galpha_state *now = step->method->hist->now;
  const sunrealtype h            = step->method->coef.h;
  const sunrealtype tiny         = galpha_hist_round_off(now->t, h);
  const sunrealtype dt = sys->dt, most = sys->dt_most;
  const bool starts  = now->h == 0.0 || slope;
  struct interval in = {.from  = starts ? now->t : now->t - copysign(tiny, h),
                        .to    = step->method->hist->trial->t,
                        .slope = slope};
  const bool found   = close_in(step, &in);
  galpha_sys_set_increment(sys, dt, most);
  if (!found) { return false; }
  jump->known  = true;
  jump->before = in.from;
  jump->after  = in.to;
  return true;
}

/* The velocities of the last state do not meet the constraints, by as much as the error
 * that does not fall: index 3 has stepped over a jump of accelerations. */
static bool is_left(struct galpha_driven_jump *jump, struct galpha_step *step,
                    sunrealtype error)
{
  struct galpha_model *model     = step->model;
  const struct galpha_state *now = step->method->hist->now;
  N_Vector dv                    = step->errtest->est_v;
  const sunrealtype noise = step->method->traits->jumps ? PROJECT_NOISE : 1.0;
  if (jump->stays < JUMP_STAYS || now->h == 0.0 || !(error > noise))
  {
    return false;
  }
  N_VConst(0.0, dv);
  if (step->manifold->across(step->method, step->ls, dv, true))
  {
    return false;
  }
  const sunrealtype size =
    galpha_model_velocity_norm(model, dv) / fabs(step->method->coef.h);
  if (!(size > JUMP_SHARE * error)) { return false; }
  jump->before = jump->after = now->t;
  return true;
}

/* Counts rejected attempts, each far shorter than the one before, whose error falls with
 * less than the root of h; one that falls with h ends the count. */
static void note_attempt(struct galpha_driven_jump *jump, sunrealtype h,
                         sunrealtype error)
{
  const sunrealtype shorter = h / jump->h, less = error / jump->error;
  if (shorter < 1.0 && shorter > RING_TRY_SHORTER) { return; }
  if (!(shorter < 1.0) || less <= pow(shorter, JUMP_FALLS)) { jump->stays = 0; }
  else if (less > sqrt(shorter)) { jump->stays++; }
  jump->h     = h;
  jump->error = error;
}

bool galpha_jump_is_due(const struct galpha_driven_jump *jump,
                        const struct galpha_step *step)
{
  return jump->known && step->method->hist->now->t == jump->before;
}

/* Where the jump that has been found is; before: the step ended before one, so that
 * another one is to be far from it. */
static enum galpha_jump_place place_of(const struct galpha_driven_jump *jump,
                                       const struct galpha_step *step,
                                       bool before)
{
  const sunrealtype t = step->method->hist->now->t, h = step->method->coef.h;
  const sunrealtype ahead = copysign(1.0, h) * (jump->before - t);
  if (ahead <= galpha_hist_round_off(t, h)) { return GALPHA_JUMP_HERE; }
  return before && ahead > JUMP_SHORTER * fabs(h) ? GALPHA_JUMP_NONE
                                                  : GALPHA_JUMP_AHEAD;
}

/* Looks for a jump in the step, and, after a rejection (error > 0), for one before it. */
static enum galpha_jump_place look(struct galpha_driven_jump *jump,
                                   struct galpha_step *step, sunrealtype error)
{
  struct galpha_sys *sys           = step->model->sys;
  struct galpha_method *method     = step->method;
  const struct galpha_failure kept = sys->fail;
  const int flag                   = step->ls->last_flag;
  const bool before = jump->known && method->hist->trial->t == jump->before;
  enum galpha_jump_place place = GALPHA_JUMP_NONE;
  if (!step->manifold->finds_velocity || !step->ls->current ||
      !step->manifold->is_driven(method))
  {
    return place;
  }
  jump->known = false;
  if (is_in_step(jump, step, false) ||
      (sys->gt && method->traits->jumps && is_in_step(jump, step, true)))
  {
    place = place_of(jump, step, before);
  }
  else if (error > 0.0 && is_left(jump, step, error))
  {
    place = GALPHA_JUMP_HERE;
  }
  jump->known = jump->known && place != GALPHA_JUMP_NONE;
  galpha_sys_set_failure(sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  return place;
}

enum galpha_jump_place galpha_jump_seek(struct galpha_driven_jump *jump,
                                        struct galpha_step *step,
                                        sunrealtype error)
{
  note_attempt(jump, fabs(step->method->coef.h), error);
  return look(jump, step, error);
}

void galpha_jump_judge(const struct galpha_driven_jump *jump,
                       struct galpha_step *step, int ret, sunrealtype *error)
{
  struct galpha_driven_jump found = *jump;
  if (ret || step->policy.fixed || *error > 1.0 || !(step->whole > 1.0))
  {
    return;
  }
  if (look(&found, step, 0.0) != GALPHA_JUMP_NONE) { *error = step->whole; }
}
