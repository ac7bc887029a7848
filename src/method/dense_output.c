#include "method/method.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

#define CUBIC (4.0 / 27.0) /* maximum of s^2 (1 - s) over 0 <= s <= 1 */

/* For components of order 0 and 1: a Hermite cubic would oscillate where they are
 * stiff or algebraic. */
void galpha_method_parabola(const struct galpha_method *method, sunrealtype t,
                            int k, N_Vector out)
{
  const struct galpha_state *p = method->hist->prev, *n = method->hist->now;
  const struct galpha_past *o = &method->hist->older[0];
  const sunrealtype x[3]      = {n->t, p->t, o->t};
  const bool distinct         = fabs(x[0] - x[1]) >= OUTPUT_LEAST &&
                        fabs(x[1] - x[2]) >= OUTPUT_LEAST && x[0] != x[2];
  const int count  = galpha_hist_depth(method->hist) > 2 && distinct ? 3 : 2;
  sunrealtype w[3] = {0.0, 0.0, 0.0};
  for (int i = 0; i < count; i++)
  {
    const int j = (i + 1) % count, l = count == 3 ? (i + 2) % count : j;
    const sunrealtype d = (x[i] - x[j]) * (count == 3 ? x[i] - x[l] : 1.0);
    if (count == 2) { w[i] = (k == 0 ? t - x[j] : (k == 1 ? 1.0 : 0.0)) / d; }
    else if (k == 0) { w[i] = (t - x[j]) * (t - x[l]) / d; }
    else { w[i] = (k == 1 ? 2.0 * t - x[j] - x[l] : 2.0) / d; }
  }
  galpha_sum(count, w, (N_Vector[]){n->q, p->q, o->q}, out);
}

void galpha_method_dense_by_order(const struct galpha_method *method,
                                  sunrealtype t, int k, N_Vector out)
{
  struct galpha_res *res       = method->model->res;
  const struct galpha_state *n = method->hist->now;
  if (n->h == 0.0 || (t == n->t && k == 0))
  {
    if (k < 2) { N_VScale(1.0, k == 0 ? n->q : n->v, out); }
    else
    {
      galpha_space_scale(&res->space, 1.0, 0.0, galpha_state_second(n), out);
    }
    return;
  }
  galpha_hist_dky(method->hist, t, k, 0.0, true, out);
  if (!res->space.has[0] && !res->space.has[1]) { return; }
  if (k > 0 && galpha_hist_barely_moved(method->hist)) { return; }
  galpha_method_parabola(method, t, k, res->work);
  N_VLinearSum(1.0, res->work, -1.0, out, res->work);
  /* at the end of the step y' of order 1 is that of the solution of F = 0 */
  if (fabs(t - n->t) <= galpha_hist_round_off(n->t, n->h) && k == 1)
  {
    galpha_space_keep(&res->space, 0, res->work, res->work);
  }
  else if (res->space.has[2])
  {
    N_VLinearSum(1.0, res->space.mask[0], 1.0, res->space.mask[1], res->work2);
    N_VProd(res->work2, res->work, res->work);
  }
  N_VLinearSum(1.0, out, 1.0, res->work, out);
}

/* slope_defect = v at the end of the trial step minus the slope there of the
 * parabola through the last three q. The Hermite cubic in q and v deviates from the
 * parabola by at most CUBIC h slope_defect. Normally that is a fraction of the local
 * error. It is more if velocities are within their tolerances but not within those
 * of q divided by h: a vibration that h does not resolve and the method does not
 * damp, while the motion itself has come to rest. Then the parabola is the better
 * interpolant. */
void galpha_method_choose_output(struct galpha_method *method, bool tested)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial, *n = method->hist->now;
  const sunrealtype h = s->h, w = n->h / h, before = method->slope_defect;
  const sunrealtype c[] = {1.0, -(2.0 + w) / (h * (1.0 + w)),
                           (1.0 + w) / (h * w), -1.0 / (h * w * (1.0 + w))};
  method->slope_defect  = 0.0;
  method->q_by_parabola = false;
  if (!tested || !(w >= OUTPUT_RATIO)) { return; }
  galpha_sum(4, c, (N_Vector[]){s->v, s->q, n->q, method->hist->prev->q},
             model->work);
  method->slope_defect = galpha_norm(model->work, model->ewt_q);
  method->q_by_parabola =
    fmax(method->slope_defect, before) * CUBIC * fabs(h) > OUTPUT_DISTANCE;
}

void galpha_method_dense(const struct galpha_method *method, sunrealtype t,
                         int k, bool use_qdd, N_Vector out)
{
  const struct galpha_state *n = method->hist->now;
  if (method->q_by_parabola && k == 0 && t != n->t && n->h != 0.0)
  {
    galpha_method_parabola(method, t, k, out);
    return;
  }
  galpha_hist_dky(method->hist, t, k, method->family_set->alpha, use_qdd, out);
}

/* Degree of the polynomial within a step of order 2. Multipliers, which may alternate from
 * step to step, by lines; states and outputs as components of order 1 and 0 of F = 0. */
static int degree_of_track(const struct galpha_hist *hist,
                           enum galpha_track track)
{
  const bool parabola = track == GALPHA_TRACK_S &&
                        galpha_hist_depth(hist) > 2 &&
                        hist->prev->h / hist->now->h >= OUTPUT_RATIO;
  return parabola ? 2 : 1;
}

void galpha_method_dense_track(const struct galpha_method *method,
                               enum galpha_track track, sunrealtype t,
                               N_Vector out)
{
  const int order = method->last_order < GALPHA_LEAST_BDF
                      ? degree_of_track(method->hist, track)
                      : method->last_order;
  const int n     = method->hist->now->h == 0.0 ? 1 : order + 1;
  galpha_poly_derivative(method->hist, track, n, t, 0, out);
  if (track == GALPHA_TRACK_LAMBDA || track == GALPHA_TRACK_PSI)
  {
    galpha_lag_subtract(method, track, n, t, out);
  }
}

/* y by the line between the ends of the step where a polynomial of higher degree leaves
 * the inequalities, which both ends satisfy: a bound that y approaches in long steps is
 * otherwise passed by a share of the tolerance, and roots, logarithms and restarts need y
 * inside. */
static void keep_within_bounds(const struct galpha_method *method,
                               sunrealtype t, N_Vector y)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *p = method->hist->prev, *n = method->hist->now;
  N_Vector out = model->violated;
  if (!model->constraints || n->h == 0.0 ||
      N_VConstrMask(model->constraints, y, out))
  {
    return;
  }
  N_Vector line       = model->res->work;
  const sunrealtype s = fmin(fmax((t - p->t) / (n->t - p->t), 0.0), 1.0);
  N_VLinearSum(1.0 - s, p->q, s, n->q, line);
  N_VProd(out, line, line);
  N_VProd(out, y, out);
  N_VLinearSum(1.0, y, -1.0, out, y);
  N_VLinearSum(1.0, y, 1.0, line, y);
}

void galpha_method_output(const struct galpha_method *method, sunrealtype t,
                          int k, N_Vector out)
{
  method->ops_last->dense(method, t, k, out);
  if (k == 0) { keep_within_bounds(method, t, out); }
}
