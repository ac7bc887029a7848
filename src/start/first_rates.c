#include "start/first_rates.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "start/driven_constraints.h"
#include "start/outputs.h"

/* A rate of the motion, of which the derivative is wanted. */
struct derivative
{
  /* rate->out = the difference quotient of the rate over time d; a GALPHA_... code */
  int (*over)(struct galpha_ic *ic, sunrealtype d);
  N_Vector rate;    /* at the start */
  N_Vector weights; /* of its components; NULL: unknown */
  N_Vector out, last, best, work;
};

/* Sets the point to that of the motion after time d: parabolas and lines. */
static void move(struct galpha_ic *ic, sunrealtype d)
{
  struct galpha_model *model     = ic->model;
  const struct galpha_state *now = ic->method->hist->now;
  galpha_model_set_time(model, now->t + d);
  N_VLinearSum(1.0, now->v, 0.5 * d, now->a, model->at.q);
  N_VLinearSum(1.0, now->q, d, model->at.q, model->at.q);
  N_VLinearSum(1.0, now->v, d, now->a, model->at.v);
  if (model->rl) { N_VScale(1.0, now->lambda, model->at.lambda); }
  if (model->rp) { N_VScale(1.0, now->psi, model->at.psi); }
  if (model->st) { N_VLinearSum(1.0, now->s, d, now->sdot, model->at.s); }
}

static int accelerations_over(struct galpha_ic *ic, sunrealtype d)
{
  struct galpha_method *method   = ic->method;
  const struct galpha_state *now = method->hist->now;
  move(ic, d);
  N_VScale(1.0, now->a, method->a_tilde);
  const int ret =
    galpha_ic_accelerations_near(ic, &ic->model->at, method->a_tilde);
  if (ret) { return ret; }
  N_VLinearSum(1.0 / d, method->a_tilde, -1.0 / d, now->a, method->jerk);
  return 0;
}

static int rates_over(struct galpha_ic *ic, sunrealtype d)
{
  struct galpha_method *method = ic->method;
  struct galpha_model *model   = ic->model;
  sunrealtype change           = 0.0;
  move(ic, d);
  const int ret = galpha_ic_outputs(ic, &model->at, &change);
  if (ret) { return ret; }
  N_VLinearSum(1.0 / d, model->rs, -1.0 / d, method->hist->now->sdot,
               method->state_jerk);
  N_VProd(model->st->space.mask[1], method->state_jerk, method->state_jerk);
  return 0;
}

/* In tolerances; 0: unknown. */
static sunrealtype weighted(const struct derivative *x, N_Vector r)
{
  return x->weights ? galpha_norm(r, x->weights) : 0.0;
}

/* Chooses the increment, decreasing by tens from d, at which two successive values agree
 * best. At rest the derivative vanishes, and the values fall with the increment: they
 * need not agree better than a small part of the rate requires. */
static int differentiate(struct galpha_ic *ic, const struct derivative *x,
                         sunrealtype d)
{
  const struct galpha_state *now = ic->method->hist->now;
  const sunrealtype time         = fabs(d) / START_INCREMENT;
  const sunrealtype little = START_JERK_LITTLE * weighted(x, x->rate) / time;
  sunrealtype best = HUGE_VAL, size = 0.0;
  int ret = x->over(ic, d);
  for (int i = 1; ret == GALPHA_FIRST_RES_FAIL && i < START_JERK; i++)
  {
    /* a callback fails that far ahead */
    galpha_sys_forget_failures(ic->model->sys);
    d *= 0.1;
    ret = x->over(ic, d);
  }
  for (int i = 0; !ret && i < START_JERK; i++)
  {
    if (i > 0 && fabs(d) <= START_TIME_DIGITS * fabs(now->t)) { break; }
    N_VScale(1.0, x->out, x->last);
    d *= 0.1;
    ret = x->over(ic, d);
    N_VLinearSum(1.0, x->last, -1.0, x->out, x->work);
    const sunrealtype moved = N_VMaxNorm(x->work);
    if (!(moved < best)) { continue; }
    /* extrapolates: removes the error term proportional to d */
    N_VLinearSum(1.0, x->out, -1.0 / 9.0, x->work, x->best);
    best = moved;
    size = N_VMaxNorm(x->out);
    if (best <= 1e-2 * N_VMaxNorm(x->out) || weighted(x, x->work) < little)
    {
      break;
    }
  }
  /* rounding of the extrapolation is no derivative: a rate of 0 would not be smooth */
  const bool known =
    best < HUGE_VAL && (N_VMaxNorm(x->rate) > 0.0 ||
                        N_VMaxNorm(x->best) > START_JERK_ROUNDING * size);
  if (known) { N_VScale(1.0, x->best, x->out); }
  else { N_VConst(0.0, x->out); }
  return ret;
}

/* The first increment: small against the time in which x changes by its size. */
static sunrealtype increment(const struct galpha_ic *ic, sunrealtype time)
{
  const sunrealtype scale = galpha_ic_time_scale(ic);
  const sunrealtype d     = time > 0.0 ? fmin(fabs(scale), time) : fabs(scale);
  return copysign(START_INCREMENT * d, scale);
}

int galpha_ic_second_rates(struct galpha_ic *ic, bool wanted)
{
  struct galpha_method *method   = ic->method;
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  const struct derivative second = {.over    = accelerations_over,
                                    .rate    = now->a,
                                    .weights = model->ewt_q,
                                    .out     = method->jerk,
                                    .last    = model->v_base,
                                    .best    = model->w_base,
                                    .work    = model->work};
  N_VConst(0.0, method->jerk);
  if (model->st) { N_VConst(0.0, method->state_jerk); }
  if (!wanted) { return 0; }
  /* at rest increments are those of drives that move alone, without rounding of q */
  if (ic->driven && galpha_drive_motion_time(ic) == 0.0)
  {
    ic->path_known = false;
  }
  const sunrealtype a = N_VMaxNorm(now->a), q = galpha_drive_size_of_q(ic);
  int ret =
    differentiate(ic, &second, increment(ic, a > 0.0 ? sqrt(q / a) : 0.0));
  /* the start succeeds without v'' if the accelerations nearby are not determined */
  if (ret == GALPHA_SINGULAR_JAC || ret == GALPHA_NO_RECOVERY) { ret = 0; }
  if (ret || !model->st) { return ret; }
  const struct derivative first = {.over = rates_over,
                                   .rate = now->sdot,
                                   .out  = method->state_jerk,
                                   .last = model->s_base,
                                   .best = model->sdot_base,
                                   .work = model->s_work};
  const sunrealtype w = N_VMaxNorm(now->sdot), s = N_VMaxNorm(now->s);
  ret = differentiate(ic, &first, increment(ic, w > 0.0 ? s / w : 0.0));
  /* F is not defined ahead of the start, by the line through it */
  if (ret != GALPHA_FIRST_RES_FAIL) { return ret; }
  galpha_sys_forget_failures(model->sys);
  return 0;
}
