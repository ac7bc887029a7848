#include "step/end_alternation.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"

/* Of the polynomial: the trial state and three before it. */
enum
{
  POINTS = 4
};

/* Times and values of y or y' of the trial state and the four before it, the newest first;
 * second: order of the derivative that is y''. */
struct path
{
  const struct galpha_hist *hist;
  enum galpha_track track;
  int second;
  sunrealtype t[GALPHA_DEPTH + 1];
  N_Vector y[GALPHA_DEPTH + 1];
};

static struct path path_of(const struct galpha_hist *hist,
                           enum galpha_track track, int second)
{
  struct path p = {.hist = hist, .track = track, .second = second};
  p.t[0]        = hist->trial->t;
  p.y[0]        = galpha_hist_trial(hist, track);
  galpha_hist_times(hist, POINTS, p.t + 1);
  galpha_hist_values(hist, track, POINTS, p.y + 1);
  return p;
}

/* out = the k-th derivative at t of the polynomial through n values from the i-th on;
 * returns the sum of the sizes of their weights. */
static sunrealtype derivative(const struct path *p, int i, int n, sunrealtype t,
                              int k, N_Vector out)
{
  sunrealtype w[4][GALPHA_POINTS], sum = 0.0;
  N_Vector y[GALPHA_POINTS];
  galpha_poly_weights(n, p->t + i, t, k, w);
  for (int j = 0; j < n; j++)
  {
    y[j] = p->y[i + j];
    sum += fabs(w[k][j]);
  }
  galpha_sum_from(n, 0.0, w[k], y, galpha_hist_scratch(p->hist, p->track), out);
  return sum;
}

/* out = second derivative at the i-th state less y'' there. */
static sunrealtype excess(const struct galpha_method *method,
                          const struct path *p, int i, N_Vector out)
{
  const struct galpha_state *s = i == 0 ? p->hist->trial : p->hist->now;
  const sunrealtype sum = derivative(p, i, POINTS, p->t[i], p->second, out);
  N_VLinearSum(1.0, out, -1.0, s->qdd, out);
  galpha_model_keep_second(method->model, out);
  return sum;
}

static bool applies(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  return method->traits->jumps && step->manifold->has(method) &&
         method->step_order == 2 && !step->policy.fixed && step->ls->current &&
         method->opt.correct == GALPHA_CORRECT_VELOCITIES &&
         galpha_hist_count(method->hist) >= POINTS;
}

/* Positions change the excess x by this share of it if a fifth one is added; overwrites
 * other. */
static sunrealtype share_of_fifth(const struct galpha_method *method,
                                  const struct path *p, N_Vector x,
                                  N_Vector other)
{
  derivative(p, 0, POINTS + 1, p->t[0], p->second, other);
  N_VLinearSum(1.0, other, -1.0, p->hist->trial->qdd, other);
  galpha_model_keep_second(method->model, other);
  N_VLinearSum(1.0, other, -1.0, x, other);
  return N_VMaxNorm(other) / N_VMaxNorm(x);
}

/* x = the excess of the trial state. Where h doubles from step to step, the error keeps its
 * sign: it is as large as the excess in smooth motion only if a fifth position tells next
 * to nothing. */
static bool alternates(const struct galpha_method *method, const struct path *p,
                       N_Vector x, N_Vector other)
{
  struct galpha_model *model = method->model;
  const sunrealtype sum      = excess(method, p, 0, x);
  const sunrealtype size     = N_VMaxNorm(x);
  N_VScale(1.0, p->y[0], model->work);
  galpha_model_keep_second(model, model->work);
  const sunrealtype rounding = DBL_EPSILON * sum * N_VMaxNorm(model->work);
  if (!(size > ALTERNATION_ROUNDINGS * rounding)) { return false; }
  excess(method, p, 1, other);
  const sunrealtype before = N_VMaxNorm(other);
  const sunrealtype same =
    N_VDotProd(x, other) / sqrt(N_VDotProd(x, x) * N_VDotProd(other, other));
  const bool stays = same > 0.5 && p->second == 2;
  if (!(same < -0.5 || stays) || !(size > ALTERNATION_FALLS * before))
  {
    return false;
  }
  return share_of_fifth(method, p, x, other) <=
         (stays ? ALTERNATION_STAYS : ALTERNATION_KNOWN);
}

/* rate = its part along the constraints plus the derivative k at t across them, less c
 * y'''. */
static int replace(struct galpha_step *step, const struct path *p,
                   sunrealtype t, int k, sunrealtype c, N_Vector rate)
{
  struct galpha_model *model = step->model;
  N_Vector x                 = model->v_base;
  derivative(p, 0, POINTS, t, k, x);
  if (c != 0.0)
  {
    derivative(p, 0, POINTS, t, 3, model->q_base);
    N_VLinearSum(1.0, x, -c, model->q_base, x);
  }
  N_VLinearSum(1.0, x, -1.0, rate, x);
  galpha_model_keep_second(model, x);
  const int ret = step->manifold->across_trial(step->method, step->ls, x);
  if (!ret) { N_VLinearSum(1.0, rate, 1.0, x, rate); }
  return ret;
}

static int replace_rates(struct galpha_step *step, const struct path *p)
{
  struct galpha_method *method = step->method;
  struct galpha_state *s       = method->hist->trial;
  const sunrealtype ahead      = method->family->alpha * s->h;
  int ret                      = 0;
  if (p->second == 2)
  {
    ret = replace(step, p, s->t, 1, method->coef.err_y, s->v);
  }
  if (!ret) { ret = replace(step, p, s->t + ahead, p->second, 0.0, s->a); }
  if (!ret)
  {
    ret = replace(step, p, p->t[1] + ahead, p->second, 0.0, s->a_used);
  }
  return ret;
}

static void count(struct galpha_step *step)
{
  struct galpha_alternation *a = &step->alternation;
  if (!step->method->traits->jumps) { return; }
  a->steps++;
  a->largest = fmax(a->largest, galpha_model_largest_second(
                                  step->model, step->method->hist->trial->qdd));
}

/* The first steps may alternate by themselves; so do, with positions alone in the error
 * test, vibrations that are stepped over. */
static void note(struct galpha_step *step, sunrealtype size)
{
  struct galpha_alternation *a = &step->alternation;
  if (a->found || a->steps <= ALTERNATION_EARLY || step->model->level_v ||
      !(size > ALTERNATION_TOLD * a->largest) ||
      !step->manifold->is_driven(step->method))
  {
    return;
  }
  a->found = true;
  a->size  = size;
  a->t     = step->method->hist->trial->t;
}

static int end_it(struct galpha_step *step, const struct path *p, N_Vector x)
{
  const struct galpha_manifold *m = step->manifold;
  int ret                         = m->find_rows(step->method, p->second == 1);
  if (!ret) { ret = m->balance_trial(step->method, step->ls, x); }
  if (ret) { return ret; }
  note(step, N_VMaxNorm(x)); /* x is now its part across the constraints */
  return replace_rates(step, p);
}

/* Of constraints on y (second 2), or on y' (1). */
static int end_those(struct galpha_step *step, enum galpha_track track,
                     int second)
{
  struct galpha_model *model       = step->model;
  const struct path p              = path_of(step->method->hist, track, second);
  N_Vector x                       = model->w_base;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = step->ls->last_flag;
  if (!alternates(step->method, &p, x, model->v_base)) { return 0; }
  const int ret = end_it(step, &p, x);
  if (ret < 0 || galpha_sys_stopped(model->sys)) { return -1; }
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  return 0;
}

int galpha_end_alternation(struct galpha_step *step)
{
  count(step);
  if (!applies(step)) { return 0; }
  const int ret = end_those(step, GALPHA_TRACK_Q, 2);
  if (ret || !step->manifold->velocities) { return ret; }
  return end_those(step, GALPHA_TRACK_V, 1);
}
