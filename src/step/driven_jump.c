#include "step/driven_jump.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"
#include "step/manifold.h"

/* A time interval in which a drive (enum galpha_drive) is searched for a jump. */
struct interval
{
  sunrealtype from, to;
  enum galpha_drive which;
  struct galpha_drive_room room;
};

static void swap(N_Vector *a, N_Vector *b)
{
  N_Vector kept = *a;
  *a            = *b;
  *b            = kept;
}

/* room->now = the drive at t, the end of a part of this length. If the drive is the rate
 * of what is evaluated: its mean over the part, and room->last = the value at t, for the
 * next part. */
static int value(struct galpha_step *step, struct interval *in, sunrealtype t,
                 sunrealtype length)
{
  struct galpha_drive_room *r = &in->room;
  const int ret = step->manifold->drive(step->method, in->which, t, r->now);
  if (!r->rate) { return ret; }
  N_VLinearSum(1.0 / length, r->now, -1.0 / length, r->last, r->last);
  swap(&r->now, &r->last);
  return ret;
}

/* Reduces the interval to the part over which the drive changes most or, if it is a rate,
 * to the two adjacent parts whose mean rates differ most: these contain a jump wherever
 * it lies in a part. room->most: this change; *most: its norm. Returns as callbacks do. */
static int narrow(struct galpha_step *step, struct interval *in, int parts,
                  sunrealtype *most)
{
  struct galpha_drive_room *r = &in->room;
  const sunrealtype from = in->from, length = (in->to - from) / parts;
  const int first = r->rate ? 2 : 1;
  int ret         = step->manifold->drive(step->method, in->which, from,
                                  r->rate ? r->last : r->before);
  *most           = -1.0;
  for (int i = 1; !ret && i <= parts; i++)
  {
    const sunrealtype t = i == parts ? in->to : from + i * length;
    ret                 = value(step, in, t, length);
    N_VLinearSum(1.0, r->now, -1.0, r->before, r->before);
    const sunrealtype size = i < first ? -1.0 : N_VMaxNorm(r->before);
    if (size > *most)
    {
      *most = size;
      r->at = i;
      swap(&r->before, &r->most);
    }
    N_VScale(1.0, r->now, r->before);
  }
  in->to   = r->at < parts ? from + r->at * length : in->to;
  in->from = from + (r->at - first) * length;
  return ret;
}

/* Length of the interval at which the search ends. */
static sunrealtype shortest(const struct interval *in)
{
  const sunrealtype length = fabs(in->to - in->from);
  const sunrealtype tiny   = galpha_hist_round_off(in->to, length);
  const sunrealtype digits = sqrt(DBL_EPSILON) * (fabs(in->to) + length);
  return in->which == GALPHA_DRIVE_SLOPE ? fmax(tiny, JUMP_SLOPE * length)
         : in->room.rate                 ? fmax(tiny, JUMP_DIFFERENCED * digits)
                                         : tiny;
}

/* The change of velocities, in tolerances, that the last change found (room->most)
 * causes. */
static sunrealtype size_of(struct galpha_step *step, const struct interval *in)
{
  struct galpha_model *model = step->model;
  const sunrealtype by =
    in->which == GALPHA_DRIVE_SLOPE ? fabs(step->method->coef.h) : 1.0;
  if (step->manifold->velocity_change(step->method, step->ls, in->which,
                                      in->room.most, model->work) ||
      !galpha_vector_finite(model->work))
  {
    return 0.0;
  }
  return by * galpha_model_velocity_norm(model, model->work);
}

/* Velocity, in tolerances, for which rounding of positions may be taken in a mean rate over
 * the interval. */
static sunrealtype rounding(struct galpha_step *step, const struct interval *in)
{
  return in->room.rate
           ? galpha_model_rounding_rate(step->model, step->method->hist->now->q,
                                        in->to - in->from)
           : 0.0;
}

/* Narrows the interval down to a jump; false: the change of the drive falls with the
 * length of the interval, is small or rounding, or cannot be evaluated. The change of a
 * smooth drive is proportional to the length, which therefore falls far enough to tell. */
static bool close_in(struct galpha_step *step, struct interval *in)
{
  const sunrealtype least = shortest(in);
  const int parts         = in->room.rate ? 4 : 2;
  sunrealtype whole = 0.0, left = 0.0;
  int ret                 = narrow(step, in, JUMP_PARTS, &whole);
  const sunrealtype first = fabs(in->to - in->from);
  const sunrealtype end   = fmin(least, JUMP_TELLS * first);
  if (ret || !(whole > 0.0) || !(first > least) || !(size_of(step, in) > 1.0))
  {
    return false;
  }
  left = whole;
  while (!ret && left > JUMP_LEFT * whole && fabs(in->to - in->from) > end)
  {
    ret = narrow(step, in, parts, &left);
  }
  return !ret && left > JUMP_LEFT * whole &&
         size_of(step, in) > 1.0 + JUMP_ROUNDED * rounding(step, in);
}

/* Finds a jump of the drive in the step or at its start. */
static bool is_in_step(struct galpha_driven_jump *jump,
                       struct galpha_step *step, enum galpha_drive which)
{
  const struct galpha_state *now = step->method->hist->now;
  const sunrealtype h            = step->method->coef.h;
  const sunrealtype tiny         = galpha_hist_round_off(now->t, h);
  const bool starts              = now->h == 0.0 || which == GALPHA_DRIVE_SLOPE;
  struct interval in             = {
                .from = now->t, .to = step->method->hist->trial->t, .which = which};
  if (!step->manifold->has_drive(step->method, which, &in.room))
  {
    return false;
  }
  if (!starts)
  {
    in.from -= in.room.rate
                 ? copysign(fmin(fabs(now->h), fabs(h) / JUMP_PARTS), h)
                 : copysign(tiny, h);
  }
  if (!close_in(step, &in)) { return false; }
  jump->known  = true;
  jump->before = in.from;
  jump->after  = (in.to - now->t) * h > 0.0 ? in.to : now->t;
  return true;
}

/* The velocities of the last state violate the constraints by as much as the error that
 * does not fall with h: index 3 has stepped over a jump of accelerations. Or
 * accelerations oscillate across the constraints, possibly undamped; a restart replaces
 * them by consistent ones. */
static bool violates_constraints(struct galpha_driven_jump *jump,
                                 struct galpha_step *step, sunrealtype error)
{
  struct galpha_model *model     = step->model;
  const struct galpha_state *now = step->method->hist->now;
  N_Vector dv                    = step->errtest->est_v;
  const sunrealtype noise = step->method->traits->jumps ? PROJECT_NOISE : 1.0;
  const bool rings = step->method->traits->jumps && jump->stays >= JUMP_RINGS;
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
  if (!rings && !(size > JUMP_SHARE * error)) { return false; }
  jump->before = jump->after = now->t;
  return true;
}

/* The residual form leaves velocities as the recursion has them if the user chose so. Those
 * of order 1 violate the constraints without a jump. */
static bool may_restart(const struct galpha_step *step)
{
  const struct galpha_manifold *m = step->manifold;
  return m->has(step->method) &&
         (m->finds_velocity ||
          (step->method->opt.correct == GALPHA_CORRECT_VELOCITIES &&
           step->method->step_order >= 2));
}

/* Counts successive rejected attempts, each far shorter than the one before, whose error
 * falls more slowly than sqrt(h). An error that falls like h^JUMP_FALLS ends the count. */
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

/* Where the jump that has been found is. before: the step ended just before a known jump,
 * so that another one counts only if it is well before its end. */
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

/* Residual form: evaluating the constraints takes all of F, so that a jump is sought only
 * after a large error or the second rejection of a step. */
static bool is_sought(const struct galpha_step *step, sunrealtype error,
                      bool again)
{
  const struct galpha_manifold *m = step->manifold;
  const bool suspect =
    again || fmax(error, step->error_unprojected) >= JUMP_SEARCH;
  return step->ls->current &&
         (m->finds_velocity || (step->method->traits->jumps && suspect));
}

/* Looks for a jump in the step and, after a rejection (error > 0), for one that earlier
 * steps have passed. */
static enum galpha_jump_place look(struct galpha_driven_jump *jump,
                                   struct galpha_step *step, sunrealtype error,
                                   bool again)
{
  struct galpha_sys *sys           = step->model->sys;
  struct galpha_method *method     = step->method;
  const struct galpha_failure kept = sys->fail;
  const int flag                   = step->ls->last_flag;
  const bool before = jump->known && method->hist->trial->t == jump->before;
  enum galpha_jump_place place = GALPHA_JUMP_NONE;
  if (!is_sought(step, error, again)) { return place; }
  jump->known = false;
  for (int i = GALPHA_DRIVE_RATE; !jump->known && i <= GALPHA_DRIVE_ROWS; i++)
  {
    is_in_step(jump, step, (enum galpha_drive)i);
  }
  if (jump->known) { place = place_of(jump, step, before); }
  else if (error > 0.0 && may_restart(step) &&
           step->manifold->is_driven(method) &&
           violates_constraints(jump, step, error))
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
                                        sunrealtype error, bool again)
{
  note_attempt(jump, fabs(step->method->coef.h), error);
  return look(jump, step, error, again);
}

void galpha_jump_judge(const struct galpha_driven_jump *jump,
                       struct galpha_step *step, int ret, bool again,
                       sunrealtype *error)
{
  struct galpha_driven_jump found = *jump;
  if (ret || step->policy.fixed || *error > 1.0 ||
      !(step->error_unprojected > 1.0))
  {
    return;
  }
  if (look(&found, step, 0.0, again) != GALPHA_JUMP_NONE)
  {
    *error = step->error_unprojected;
  }
}
