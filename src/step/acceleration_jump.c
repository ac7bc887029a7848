#include "step/acceleration_jump.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

/* Velocities that have a third derivative. */
enum
{
  THIRD = 4
};

/* |v'''| by four velocities and their times, in weights of v. */
static sunrealtype third(const struct galpha_method *method,
                         const sunrealtype *t, N_Vector *v)
{
  struct galpha_model *model = method->model;
  sunrealtype w[THIRD];
  galpha_coef_difference(THIRD, t, w);
  galpha_sum(THIRD, w, v, model->work);
  return 6.0 * galpha_model_velocity_norm(model, model->work);
}

/* The same before the trial state. */
static sunrealtype third_before(const struct galpha_method *method)
{
  sunrealtype t[THIRD];
  N_Vector v[THIRD];
  galpha_hist_times(method->hist, THIRD, t);
  galpha_hist_values(method->hist, GALPHA_TRACK_V, THIRD, v);
  return third(method, t, v);
}

/* Of order 2: by the accelerations of the last step and of the trial state; *apart: the
 * distance of the latter from the line through the others. */
static sunrealtype third_of_rates(const struct galpha_method *method,
                                  sunrealtype *apart)
{
  const struct galpha_state *now = method->hist->now, *s = method->hist->trial;
  struct galpha_model *model = method->model;
  const sunrealtype x[] = {now->offset.time_used - now->h, now->offset.time,
                           s->h + s->offset.time};
  N_Vector a[]          = {now->a_used, now->a, s->a};
  sunrealtype w[3];
  galpha_coef_difference(3, x, w);
  galpha_sum(3, w, a, model->work);
  const sunrealtype size = galpha_model_velocity_norm(model, model->work);
  *apart                 = size * fabs((x[2] - x[0]) * (x[2] - x[1]));
  return 2.0 * size;
}

/* Of the BDF: by the trial velocity and those before; *apart: what its distance from their
 * polynomial makes of the accelerations. */
static sunrealtype third_of_velocities(struct galpha_method *method,
                                       sunrealtype *apart)
{
  const struct galpha_hist *hist = method->hist;
  const struct galpha_bdf *bdf   = &method->bdf;
  struct galpha_model *model     = method->model;
  sunrealtype t[THIRD]           = {hist->trial->t};
  N_Vector v[THIRD]              = {hist->trial->v};
  galpha_bdf_error(method, GALPHA_TRACK_V, model->work);
  *apart =
    fabs(bdf->cj / bdf->error) * galpha_model_velocity_norm(model, model->work);
  galpha_hist_times(hist, THIRD - 1, t + 1);
  galpha_hist_values(hist, GALPHA_TRACK_V, THIRD - 1, v + 1);
  return third(method, t, v);
}

/* A change of accelerations that is within their tolerance: roughly that of v, relative to
 * v. */
static sunrealtype negligible(struct galpha_step *step)
{
  const struct galpha_state *s       = step->method->hist->trial;
  struct galpha_acceleration_jump *j = &step->jump;
  j->v = fmax(j->v, galpha_model_velocity_norm(step->model, s->v));
  j->a = fmax(j->a, galpha_model_velocity_norm(step->model, s->a));
  return j->v > 0.0 ? JUMPED_LEAST * j->a / j->v : HUGE_VAL;
}

/* While the velocities before contain the jump, and as long as steps are short, which turns
 * rounding in v into errors of accelerations. */
static bool is_soon(const struct galpha_step *step)
{
  const struct galpha_acceleration_jump *j = &step->jump;
  return j->left > JUMPED_STEPS - step->method->step_order - 1 ||
         (j->left > 0 && fabs(step->method->coef.h) < JUMPED_SHORT * j->before);
}

bool galpha_acceleration_jumped(struct galpha_step *step)
{
  struct galpha_method *method       = step->method;
  struct galpha_acceleration_jump *j = &step->jump;
  sunrealtype apart                  = 0.0;
  const sunrealtype least            = negligible(step);
  const sunrealtype size             = method->step_order == 2
                                         ? third_of_rates(method, &apart)
                                         : third_of_velocities(method, &apart);
  const bool differs                 = apart > least;
  j->usual = fmax(fabs(method->coef.h), JUMPED_FADING * j->usual);
  if (j->left > 0) { j->left--; }
  if (differs && size > JUMPED_FAR * third_before(method))
  {
    j->before = fmax(j->left > 0 ? j->before : 0.0, j->usual);
    j->left   = JUMPED_STEPS;
  }
  return differs && is_soon(step);
}
