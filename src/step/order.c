#include "step/order.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "step/order_bound.h"

/* Norms of h^j y^(j) of the trial step, evaluated on demand. */
struct terms
{
  const struct galpha_step *step;
  sunrealtype fall;
  sunrealtype norm[GALPHA_POINTS + 1]; /* < 0: not yet */
};

static struct terms terms_of(const struct galpha_order *o,
                             const struct galpha_step *step)
{
  struct terms d = {.step = step, .fall = o->fall};
  for (int i = 0; i <= GALPHA_POINTS; i++) { d.norm[i] = -1.0; }
  return d;
}

/* The same of a multiplier's track, if its error is tested. */
static sunrealtype norm_of_multipliers(const struct galpha_step *step,
                                       enum galpha_track track, int j,
                                       N_Vector work)
{
  const struct galpha_errtest *et = step->errtest;
  const struct galpha_hist *hist  = step->method->hist;
  if (et->mult.kind == GALPHA_TOL_NONE || !work) { return 0.0; }
  galpha_poly_difference(hist, track, j, work);
  return galpha_err_of_multipliers(&et->mult, work,
                                   galpha_hist_trial(hist, track));
}

static sunrealtype norm_of_q(const struct galpha_step *step, int j)
{
  struct galpha_method *method   = step->method;
  const struct galpha_hist *hist = method->hist;
  N_Vector work = galpha_method_spare(method), w = step->model->ewt_q;
  const int algebraic = step->errtest->algebraic;
  N_Vector mask       = NULL;
  if (!method->ops->tested ||
      (method->ops->tested_mask &&
       method->ops->tested_mask(method, algebraic, &mask)))
  {
    return galpha_poly_difference_norm(hist, GALPHA_TRACK_Q, j, w, mask, work);
  }
  galpha_poly_difference(hist, GALPHA_TRACK_Q, j, work);
  method->ops->tested(method, algebraic, work);
  return galpha_norm(work, w);
}

static sunrealtype norm_of_difference(const struct galpha_step *step, int j)
{
  struct galpha_method *method   = step->method;
  struct galpha_model *model     = method->model;
  const struct galpha_hist *hist = method->hist;
  sunrealtype norm               = norm_of_q(step, j);
  if (model->has[2])
  {
    norm = fmax(norm, galpha_bdf_rate_norm(
                        method, j, galpha_method_spare(method), model->work));
  }
  if (model->space[1])
  {
    galpha_poly_difference(hist, GALPHA_TRACK_S, j, model->s_work);
    galpha_space_keep(model->space[1], 1, model->s_work, model->s_work);
    norm = fmax(norm, galpha_norm(model->s_work, model->ewt_s));
  }
  norm =
    fmax(norm, norm_of_multipliers(step, GALPHA_TRACK_LAMBDA, j, model->dl));
  return fmax(norm, norm_of_multipliers(step, GALPHA_TRACK_PSI, j, model->dp));
}

static sunrealtype term(struct terms *d, int j)
{
  const struct galpha_method *method = d->step->method;
  if (d->norm[j] >= 0.0) { return d->norm[j]; }
  d->norm[j] = galpha_hist_count(method->hist) < j
                 ? HUGE_VAL
                 : norm_of_difference(d->step, j);
  return d->norm[j];
}

/* The terms fall from order j - 1 or j - 2 to j. Single terms of an oscillation pass
 * through zero, so one of the two comparisons is enough. */
static bool falls(struct terms *d, int j)
{
  if (!(term(d, j) < HUGE_VAL)) { return false; }
  return term(d, j) <= d->fall * term(d, j - 1) ||
         (j > 2 && term(d, j) <= d->fall * d->fall * term(d, j - 2));
}

/* The term of order k + 1 from the error of a step of order k of the BDF. */
static void know_from_error(struct terms *d, int k, sunrealtype error)
{
  const struct galpha_method *method = d->step->method;
  d->norm[k + 1] =
    error / fabs(galpha_poly_remainder(method->hist, k + 1, method->bdf.error));
}

/* The error of a step of order k, by the term of order k + 1. */
static sunrealtype error_of(struct terms *d, int k)
{
  return galpha_order_error(d->step->method, k, term(d, k + 1));
}

static sunrealtype shrunk(sunrealtype r, sunrealtype least)
{
  return fmax(least, fmin(ORDER_SHRINK_LEAST, r));
}

/* h_new/h as in IDA: h grows by much or not at all, and only after k + 1 steps of the
 * same size. */
static sunrealtype ratio(const struct galpha_order *o, sunrealtype error, int k,
                         bool failed)
{
  const sunrealtype r = galpha_order_allowed(error, k);
  const bool settled  = o->rising || o->same >= k + 1;
  if (r < 1.0) { return shrunk(r, ORDER_SHRINK); }
  if (failed) { return 1.0; }
  if (r >= CONTROL_GROW) { return CONTROL_GROW; }
  return r >= ORDER_GROWTH && settled ? r : 1.0;
}

static void set_order(struct galpha_order *o, struct galpha_step *step, int k)
{
  const int before = galpha_method_order(step->method);
  if (k < before) { o->rising = false; }
  if (k != before)
  {
    o->same      = 0;
    o->error_old = 0.0;
  }
  galpha_method_set_order(step->method, k);
}

static void begin_phase(struct galpha_order *o, const struct galpha_state *s)
{
  o->t_phase = s->t;
  o->n_phase = 0;
  o->judging = false;
}

/* Whether the last phase of the BDF paid: its steps were longer than the shorter of the
 * mean steps of order 2 before and after it. */
static bool paid(const struct galpha_order *o, sunrealtype other)
{
  return o->h_phase > ORDER_GAIN * fmin(o->h_before, other);
}

static void reward(struct galpha_order *o)
{
  o->fall    = fmin(ORDER_FALL, o->fall / ORDER_FALL_LESS);
  o->judging = false;
  o->blocked = 0;
  o->block   = o->block / 2 > ORDER_BLOCK ? o->block / 2 : ORDER_BLOCK;
}

/* Keeps order 2, for longer each time the BDF did not pay. From the second time in a row
 * the terms must also fall faster: a vibration whose terms of order 3 fall just by
 * ORDER_FALL still grows by a percent a step. */
static void block(struct galpha_order *o)
{
  if (o->block > ORDER_BLOCK)
  {
    o->fall = fmax(ORDER_FALL_LEAST, ORDER_FALL_LESS * o->fall);
  }
  o->judging = false;
  o->blocked = o->block;
  o->block = 2 * o->block < ORDER_BLOCK_MOST ? 2 * o->block : ORDER_BLOCK_MOST;
  o->h_no_gain = o->h_phase;
}

/* Falls back to order 2 at t. */
static void end_phase(struct galpha_order *o, struct galpha_step *step,
                      sunrealtype t)
{
  set_order(o, step, 2);
  o->falls++;
  o->h_phase  = fabs(t - o->t_phase) / fmax(1.0, (double)o->n_phase);
  o->h_before = o->h_second;
  o->t_end    = t;
  o->n_after  = 0;
  if (paid(o, HUGE_VAL)) { reward(o); }
  else
  {
    o->judging = true;
    o->blocked = ORDER_PROBE;
  }
}

static void judge(struct galpha_order *o, sunrealtype t)
{
  if (!o->judging || ++o->n_after < ORDER_PROBE) { return; }
  if (paid(o, fabs(t - o->t_end) / (double)o->n_after)) { reward(o); }
  else { block(o); }
}

static void count_step(struct galpha_order *o, const struct galpha_step *step)
{
  const sunrealtype h = fabs(step->method->coef.h);
  const int k         = galpha_method_order(step->method);
  o->taken[k]++;
  o->same++;
  if (k >= GALPHA_LEAST_BDF)
  {
    o->n_phase++;
    return;
  }
  if (o->blocked > 0) { o->blocked--; }
  judge(o, step->method->hist->trial->t);
  o->h_second =
    o->h_second > 0.0 ? o->h_second + ORDER_FORGET * (h - o->h_second) : h;
}

/* Index 3, where the velocities across the constraints depend on the sizes of the last
 * steps: steps of order 2 are becoming shorter, as at a singular position. */
static bool is_falling(const struct galpha_order *o,
                       const struct galpha_step *step)
{
  return step->method->traits->jumps &&
         fabs(step->method->coef.h) < ORDER_STEADY * o->h_second;
}

/* The guard forbids orders above 2 in a step of size r h. It does not if this is far
 * shorter than the steps that did not pay. */
static bool is_blocked(const struct galpha_order *o, sunrealtype h,
                       sunrealtype r)
{
  const sunrealtype next = fabs(h) * fmin(r, CONTROL_GROW);
  return o->blocked > 0 &&
         !(o->h_no_gain > 0.0 && next < ORDER_LIFT * o->h_no_gain);
}

/* From order 2 to 3: if the terms fall up to order 4, order 3 allows longer steps, and
 * the guard permits it. If the guard forbids steps as long as those of order 2, it also
 * forbids longer ones; this needs one term only. */
static bool may_begin(struct galpha_order *o, struct galpha_step *step,
                      struct terms *d)
{
  const sunrealtype h = step->method->coef.h;
  if (is_falling(o, step) ||
      (o->blocked > 0 &&
       is_blocked(o, h, galpha_order_allowed(error_of(d, 2), 2))) ||
      !falls(d, 4) || !falls(d, 3))
  {
    return false;
  }
  const sunrealtype r3 = galpha_order_allowed(error_of(d, 3), 3);
  return r3 > galpha_order_allowed(error_of(d, 2), 2) && !is_blocked(o, h, r3);
}

/* Every ORDER_COMPARE attempts: order 2 would allow a step about as long. */
static bool gains_nothing(const struct galpha_order *o, struct terms *d, int k,
                          sunrealtype error)
{
  return o->n_phase % ORDER_COMPARE == 0 &&
         galpha_order_allowed(error_of(d, 2), 2) * ORDER_SLOW >
           galpha_order_allowed(error, k);
}

static int choose(const struct galpha_order *o, struct terms *d, int k,
                  sunrealtype error, bool may)
{
  if (gains_nothing(o, d, k, error)) { return 2; }
  if (!falls(d, k + 1)) { return k - 1; }
  return may && k < o->most && falls(d, k + 2) ? k + 1 : k;
}

static sunrealtype back_to_second(struct galpha_order *o,
                                  struct galpha_step *step, struct terms *d)
{
  const sunrealtype r = galpha_order_allowed(error_of(d, 2), 2);
  end_phase(o, step, step->method->hist->trial->t);
  return fmin(1.0, fmax(ORDER_SHRINK, r));
}

sunrealtype galpha_order_next(struct galpha_order *o, struct galpha_step *step,
                              sunrealtype error, bool failed)
{
  struct terms d = terms_of(o, step);
  const int k    = galpha_method_order(step->method);
  count_step(o, step);
  if (o->most < GALPHA_LEAST_BDF || k < 2) { return 0.0; }
  const bool may = (o->rising || o->same > k) && !failed;
  int next;
  if (k >= GALPHA_LEAST_BDF)
  {
    know_from_error(&d, k, error);
    next = choose(o, &d, k, error, may);
    if (next == 2) { return back_to_second(o, step, &d); }
  }
  else
  {
    if (!may || !may_begin(o, step, &d)) { return 0.0; }
    next = GALPHA_LEAST_BDF;
    begin_phase(o, step->method->hist->trial);
  }
  const sunrealtype e = next == k ? error : error_of(&d, next);
  set_order(o, step, next);
  sunrealtype r = ratio(o, e, next, failed);
  /* longer only if the step before, of the same order and size, allows it, too */
  if (r > 1.0) { r = ratio(o, fmax(e, o->error_old), next, failed); }
  o->error_old = next == k && r == 1.0 ? error : 0.0;
  if (r != 1.0) { o->same = 0; }
  return r;
}

sunrealtype galpha_order_rejected(struct galpha_order *o,
                                  struct galpha_step *step, sunrealtype error,
                                  int tries)
{
  struct terms d      = terms_of(o, step);
  const int k         = galpha_method_order(step->method);
  const sunrealtype t = step->method->hist->now->t;
  o->same             = 0;
  o->error_old        = 0.0;
  o->rising           = false;
  if (k < GALPHA_LEAST_BDF) { return 0.0; }
  o->n_phase++;
  /* order 2 passes a jump of velocities, since its estimates are projected */
  const bool jumped = step->method->traits->jumps && step->ringing.left > 0;
  const bool ends   = !isfinite(error) || tries > 1 || jumped;
  if (ends || tries > 0)
  {
    if (ends) { end_phase(o, step, t); }
    return ORDER_REJECTED;
  }
  const int next = falls(&d, k + 1) ? k : k - 1;
  const sunrealtype own =
    step->error_along > 0.0 ? fmin(step->error_along, error) : error;
  const sunrealtype e = next == k ? own : error_of(&d, next);
  const sunrealtype r = galpha_order_allowed(e, next);
  if (next < GALPHA_LEAST_BDF) { end_phase(o, step, t); }
  else { set_order(o, step, next); }
  return shrunk(ORDER_SHRINK_LEAST * r, ORDER_REJECTED);
}

/* rising: order and h may rise after each step. Not in index 3, whose multipliers depend
 * on the sizes of the last steps. */
static void restart(struct galpha_order *o, bool rising)
{
  const int most            = o->most;
  struct galpha_order fresh = {
    .most = most, .rising = rising, .fall = ORDER_FALL, .block = ORDER_BLOCK};
  for (int k = 0; k <= GALPHA_MOST_BDF; k++) { fresh.taken[k] = o->taken[k]; }
  fresh.falls = o->falls;
  *o          = fresh;
}

sunrealtype galpha_order_begin(struct galpha_order *o, struct galpha_step *step,
                               sunrealtype h)
{
  const sunrealtype last = step->method->hist->now->h;
  const bool leaps       = last != 0.0 && fabs(h) > ORDER_LEAP * fabs(last);
  const int most         = leaps || o->most < GALPHA_LEAST_BDF ? 2 : o->most;
  if (last == 0.0)
  {
    restart(o, !step->method->traits->jumps);
    galpha_method_set_order(step->method, 2);
  }
  step->policy.varies_order   = o->most >= GALPHA_LEAST_BDF;
  step->errtest->varies_order = step->policy.varies_order;
  if (galpha_method_order(step->method) > most) { set_order(o, step, most); }
  const int k        = galpha_method_order(step->method);
  const bool lowered = last != 0.0 && !leaps && o->most < o->most_last &&
                       k < step->method->last_order;
  o->most_last = o->most;
  return lowered ? galpha_order_lowered(step, k, h) : h;
}

void galpha_order_forget(struct galpha_order *o)
{
  for (int k = 0; k <= GALPHA_MOST_BDF; k++) { o->taken[k] = 0; }
  o->falls = 0;
}
