#include "step/projection.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"

int galpha_project(struct galpha_step *step, N_Vector est, bool positions)
{
  return step->manifold->project(step->method, step->ls, est, positions);
}

int galpha_project_estimates(struct galpha_step *step, bool tested,
                             sunrealtype *filtered)
{
  const struct galpha_manifold *m = step->manifold;
  struct galpha_method *method    = step->method;
  struct galpha_errtest *et       = step->errtest;
  const sunrealtype size          = et->norm_v;
  const bool doubt =
    tested && size > PROJECT_DOUBT && m->keep(method, et->est_v);
  int ret = galpha_project(step, et->est_q, true);
  if (!ret) { ret = galpha_project(step, et->est_v, false); }
  *filtered = galpha_err_norm(et, method);
  if (ret || !doubt || *filtered > 1.0) { return ret; }
  return m->hidden(method, step->ls, et->est_v, size);
}

/* Index 3, a step of the BDF that its error rejects. */
static bool rejects_bdf(const struct galpha_step *step, sunrealtype error)
{
  const struct galpha_method *method = step->method;
  return method->traits->jumps && !method->step_traits->jumps && error > 1.0 &&
         isfinite(error);
}

int galpha_project_rejected(struct galpha_step *step, sunrealtype error)
{
  const struct galpha_manifold *m = step->manifold;
  if (!rejects_bdf(step, error) || !m->cheap || m->is_driven(step->method))
  {
    return 0;
  }
  sunrealtype ignored = 0.0;
  const int ret       = galpha_project_estimates(step, true, &ignored);
  step->error_along   = galpha_err_norm(step->errtest, step->method);
  return ret;
}

int galpha_project_difference(struct galpha_step *step, sunrealtype *error)
{
  struct galpha_method *method = step->method;
  struct galpha_errtest *et    = step->errtest;
  N_Vector by_q                = method->model->work;
  if (!rejects_bdf(step, *error) || !(et->norm_v > 1.0)) { return 0; }
  galpha_bdf_rate_error_of_velocities(method, et->est_v);
  if (!galpha_bdf_rate_error_of_positions(method, by_q)) { return 0; }
  N_VLinearSum(1.0, et->est_v, -1.0, by_q, et->est_v);
  const int ret = galpha_project(step, et->est_v, false);
  if (ret) { return ret; }
  galpha_bdf_rate_error_of_positions(method, by_q);
  N_VLinearSum(1.0, et->est_v, 1.0, by_q, et->est_v);
  *error = galpha_err_norm(et, method);
  return 0;
}

bool galpha_project_wanted(const struct galpha_step *step, sunrealtype error,
                           bool rings)
{
  const struct galpha_manifold *m    = step->manifold;
  const struct galpha_method *method = step->method;
  const bool bdf                     = !method->step_traits->jumps;
  const bool deciding = error > 1.0 && method->hist->now->h != 0.0 &&
                        (!bdf || step->error_before > 0.0);
  if (!method->traits->jumps || (bdf && !m->cheap) ||
      ((bdf || !m->cheap) && !deciding))
  {
    return false;
  }
  return !m->is_driven(step->method) ||
         (error > 1.0 && (rings || error <= PROJECT_NOISE));
}

/* What passes only by the projection; not after a start, whose velocities may be inconsistent
 * (see start_error in attempt.c), nor at order 1, whose velocities satisfy the constraints to
 * order h. */
static bool is_doubtful(const struct galpha_step *step, sunrealtype whole,
                        sunrealtype error)
{
  const struct galpha_manifold *m    = step->manifold;
  const struct galpha_method *method = step->method;
  return whole > 1.0 && error <= 1.0 && !step->policy.fixed &&
         method->step_order >= 2 &&
         method->opt.correct == GALPHA_CORRECT_VELOCITIES &&
         method->hist->now->h != 0.0 && m->is_driven(step->method);
}

/* q and v in the middle of the step: the line, and the parabola through the last three
 * velocities, which satisfy constraints on velocities. */
static sunrealtype middle(struct galpha_method *method, N_Vector q, N_Vector v)
{
  const struct galpha_hist *hist = method->hist;
  const struct galpha_state *s   = hist->trial;
  const sunrealtype at           = s->t - 0.5 * s->h;
  const sunrealtype t[]          = {s->t, hist->now->t, hist->prev->t};
  N_Vector x[]                   = {s->v, hist->now->v, hist->prev->v};
  const int n = galpha_hist_depth(hist) > 1 && t[1] != t[2] ? 3 : 2;
  sunrealtype w[1][GALPHA_POINTS];
  galpha_poly_weights(n, t, at, 0, w);
  galpha_sum(n, w[0], x, v);
  N_VLinearSum(0.5, s->q, 0.5, hist->now->q, q);
  return at;
}

/* *off, at least: the part by which the velocities of the trial state violate the
 * constraints, in tolerances. */
static int end_off(struct galpha_step *step, sunrealtype *off)
{
  const struct galpha_manifold *m = step->manifold;
  N_Vector dv                     = step->errtest->est_v;
  if (!m->has(step->method)) { return 0; }
  const int ret = m->correction(step->method, step->ls, dv, NULL, NULL);
  if (!ret) { *off = fmax(*off, galpha_bdf_velocity_norm(step->method, dv)); }
  return ret;
}

/* The same of velocities in the middle of the step and constraints on velocities, which those
 * at its ends satisfy also if there is a jump in between. */
static int middle_off(struct galpha_step *step, sunrealtype *off)
{
  const struct galpha_manifold *m = step->manifold;
  struct galpha_model *model      = step->model;
  N_Vector q = model->q_base, v = model->v_base, dv = model->w_base;
  int ret = m->find_rows(step->method, true);
  if (ret) { return ret; }
  const sunrealtype t = middle(step->method, q, v);
  ret = m->across_velocities(step->method, step->ls, t, q, v, dv);
  if (!ret) { *off = fmax(*off, galpha_bdf_velocity_norm(step->method, dv)); }
  return ret;
}

int galpha_project_confirm(struct galpha_step *step, sunrealtype whole,
                           sunrealtype *error)
{
  struct galpha_method *method = step->method;
  sunrealtype off              = 0.0;
  if (!is_doubtful(step, whole, *error)) { return 0; }
  int ret = end_off(step, &off);
  if (!ret) { ret = middle_off(step, &off); }
  if (ret) { return ret < 0 ? ret : 0; }
  const sunrealtype noise = galpha_model_rounding_rate(
    step->model, method->hist->trial->q, VELOCITY_LITTLE * method->coef.h);
  if (!(off <= PROJECT_NOISE + step->rounding.v + noise))
  {
    *error = fmax(whole, off);
  }
  return 0;
}

sunrealtype galpha_project_judge(struct galpha_step *step, sunrealtype whole,
                                 sunrealtype filtered)
{
  step->ringing.driven =
    !step->manifold->cheap && whole > PROJECT_COUNTS && filtered == 0.0;
  return step->ringing.driven ? whole
                              : galpha_err_norm(step->errtest, step->method);
}

int galpha_project_across(struct galpha_step *step, N_Vector dy)
{
  struct galpha_model *model = step->model;
  N_VConst(0.0, model->rq);
  if (model->rp) { N_VConst(0.0, model->rp); }
  const int ret = galpha_ls_solve_rows(step->ls, model->rq);
  if (ret) { return ret; }
  galpha_unpack(&model->parts, model->packed, dy, NULL, NULL);
  return galpha_vector_finite(dy) ? 0 : 1;
}

bool galpha_project_balances(N_Vector inertia, N_Vector reactions,
                             sunrealtype *factor)
{
  const sunrealtype size = N_VDotProd(inertia, inertia);
  *factor = -N_VDotProd(inertia, reactions) / N_VDotProd(reactions, reactions);
  N_VLinearSum(1.0, inertia, *factor, reactions, inertia);
  return N_VDotProd(inertia, inertia) <= ALTERNATION_BALANCED * size;
}
