#include "step/velocity_noise.h"

#include <math.h>

#include "base/tuning.h"

static bool applies(const struct galpha_step *step)
{
  return step->errtest->varies_order && step->errtest->est_v &&
         !step->policy.fixed;
}

/* The attempt, with its error of v in tolerances, 0 if it counted as rounding. */
static struct galpha_try_error last_try(const struct galpha_step *step)
{
  const sunrealtype tolerated = 1.0 + galpha_method_tolerated(step->method);
  return (struct galpha_try_error){fabs(step->method->coef.h),
                                   step->errtest->norm_v * tolerated};
}

/* From the longer attempt to the shorter one the error has fallen as errors of a method
 * do. */
static bool falls(struct galpha_try_error longer,
                  struct galpha_try_error shorter)
{
  const sunrealtype r = shorter.h / longer.h;
  return shorter.v <= NOISE_FALLS * r * longer.v;
}

static void tolerate(struct galpha_step *step, sunrealtype roundings)
{
  step->errtest->noise.known = roundings;
  galpha_method_set_noise(step->method, roundings);
}

/* The error counted as rounding, but, in roundings over h, it was far smaller in the step
 * before. Not without constraints on positions, where carts on steep friction would take
 * thousands of steps. */
static bool leaps(const struct galpha_step *step)
{
  const struct galpha_errtest *et = step->errtest;
  const struct galpha_noise *x    = &et->noise;
  const sunrealtype over_h        = x->whole * fabs(step->method->coef.h);
  const bool counted              = et->norm_v < x->whole;
  return step->model->sys->m > 0 && counted && x->before > 0.0 &&
         over_h > NOISE_LEAPS * x->before;
}

void galpha_noise_begin(struct galpha_step *step)
{
  struct galpha_noise *x      = &step->errtest->noise;
  const sunrealtype h         = fabs(step->method->hist->now->h);
  const bool starts           = h == 0.0;
  const sunrealtype recovered = NOISE_RECOVERS * x->known;
  x->before                   = x->whole * h;
  x->last                     = (struct galpha_try_error){0.0, 0.0};
  tolerate(step, starts ? RATE_NOISE : fmin(recovered, RATE_NOISE));
}

void galpha_noise_judge(struct galpha_step *step, sunrealtype *error)
{
  struct galpha_errtest *et        = step->errtest;
  struct galpha_noise *x           = &et->noise;
  const sunrealtype rest           = fmax(et->norm_q, et->norm_s);
  const sunrealtype known          = x->known;
  const struct galpha_try_error at = x->last;
  if (!applies(step) || !(rest <= 1.0)) { return; }
  if (!(at.h > 0.0) && x->known > NOISE_LEAST && leaps(step))
  {
    tolerate(step, NOISE_LEAST);
    *error = fmax(*error, galpha_err_norm(et, step->method));
  }
  x->last = last_try(step);
  if (!(at.h > 0.0) || !(x->last.h <= NOISE_SHORTER * at.h)) { return; }
  tolerate(step, falls(at, x->last) ? NOISE_LEAST : RATE_NOISE);
  if (x->known == known) { return; }
  const sunrealtype norm = galpha_err_norm(et, step->method);
  *error = x->known < known ? fmax(*error, norm) : fmin(*error, norm);
}
