#include "step/last_remainder.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/polynomial.h"

bool galpha_remainder_counts(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  return !step->policy.fixed && step->room == 0.0 &&
         fabs(method->coef.h) < REMAINDER_BRIEF * fabs(method->hist->now->h) &&
         step->errtest->last && step->model->has[0];
}

bool galpha_remainder_remove(struct galpha_step *step)
{
  struct galpha_model *model         = step->model;
  const struct galpha_method *method = step->method;
  const struct galpha_hist *hist     = method->hist;
  N_Vector x                         = model->packed;
  galpha_poly_derivative(hist, GALPHA_TRACK_Q, method->last_order + 1,
                         hist->trial->t, 0, x);
  N_VLinearSum(1.0, hist->trial->q, -1.0, x, x);
  galpha_space_keep(model->space[0], 1, x, x);
  const sunrealtype left = galpha_norm(x, model->ewt_q);
  if (!(left <= 1.0) || left == 0.0) { return false; }
  if (!step->last_moved) { N_VScale(1.0, hist->now->q, step->errtest->last); }
  step->last_moved = true;
  N_VLinearSum(1.0, hist->now->q, 1.0, x, hist->now->q);
  return true;
}

void galpha_remainder_restore(struct galpha_step *step)
{
  if (!step->last_moved) { return; }
  N_VScale(1.0, step->errtest->last, step->method->hist->now->q);
  step->last_moved = false;
}
