#include "method/method.h"

#include <math.h>

#include "base/vector_sum.h"

#define SHAKEN      3.0          /* tolerances between two interpolations */
#define CUBIC       (4.0 / 27.0) /* the most of s^2 (1 - s) */
#define LEAST_RATIO 0.1          /* of steps, for a parabola over both */

/* Components of order 0 and 1 by the parabola through the last three values: a
 * Hermite cubic would ring where they are stiff or algebraic. */
void galpha_method_parabola(const struct galpha_method *method, sunrealtype t,
                            int k, N_Vector out)
{
  const struct galpha_state *p = method->hist->prev, *n = method->hist->now;
  const struct galpha_past *o = &method->hist->older[0];
  const sunrealtype x[3]      = {n->t, p->t, o->t};
  const bool apart            = x[0] != x[1] && x[1] != x[2] && x[0] != x[2];
  const int count  = galpha_hist_depth(method->hist) > 2 && apart ? 3 : 2;
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
    else { galpha_space_scale(&res->space, 1.0, 0.0, n->qdd, out); }
    return;
  }
  galpha_hist_dky(method->hist, t, k, 0.0, true, out);
  if (!res->space.has[0] && !res->space.has[1]) { return; }
  galpha_method_parabola(method, t, k, res->work);
  N_VLinearSum(1.0, res->work, -1.0, out, res->work);
  N_VLinearSum(1.0, res->space.mask[0], 1.0, res->space.mask[1], res->work2);
  /* y' of order 1 at the end of the step is the one that solves F = 0 */
  if (fabs(t - n->t) <= galpha_hist_round_off(n->t, n->h) && k == 1)
  {
    N_VScale(1.0, res->space.mask[0], res->work2);
  }
  N_VProd(res->work2, res->work, res->work);
  N_VLinearSum(1.0, out, 1.0, res->work, out);
}

/* v at the end of the step of the trial less the slope there of the parabola by the last
 * three q. The cubic by q and v differs from the parabola by so much times CUBIC h: by a
 * part of the local error. By more it does where velocities are good to their tolerances
 * but not to those of q over h: a vibration that h passes over, kept alive by the method
 * when the motion itself has come to rest. */
void galpha_method_choose_output(struct galpha_method *method, bool tested)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial, *n = method->hist->now;
  const sunrealtype h = s->h, w = n->h / h, before = method->slope_off;
  const sunrealtype c[] = {1.0, -(2.0 + w) / (h * (1.0 + w)),
                           (1.0 + w) / (h * w), -1.0 / (h * w * (1.0 + w))};
  method->slope_off     = 0.0;
  method->by_positions  = false;
  if (!tested || !(w >= LEAST_RATIO)) { return; }
  galpha_sum(4, c, (N_Vector[]){s->v, s->q, n->q, method->hist->prev->q},
             model->work);
  method->slope_off = N_VWrmsNorm(model->work, model->ewt_q);
  method->by_positions =
    fmax(method->slope_off, before) * CUBIC * fabs(h) > SHAKEN;
}

void galpha_method_dense(const struct galpha_method *method, sunrealtype t,
                         int k, bool use_qdd, N_Vector out)
{
  const struct galpha_state *n = method->hist->now;
  if (method->by_positions && k == 0 && t != n->t && n->h != 0.0)
  {
    galpha_method_parabola(method, t, k, out);
    return;
  }
  galpha_hist_dky(method->hist, t, k, method->family->alpha, use_qdd, out);
}
