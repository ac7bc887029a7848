#include "step/ripple.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"

void galpha_ripple_restart(struct galpha_ripple *r)
{
  *r = (struct galpha_ripple){.found = r->found};
}

static sunindextype largest_error(const struct galpha_errtest *et)
{
  sunindextype n = 0, largest = 0;
  const sunrealtype *e = galpha_vector_data(et->est_v, &n);
  const sunrealtype *w = galpha_vector_data(et->ewt_v, &n);
  for (sunindextype i = 1; i < n; i++)
  {
    if (fabs(e[i]) * w[i] > fabs(e[largest]) * w[largest]) { largest = i; }
  }
  return largest;
}

/* One component of v is enough, since a mode moves many. */
static void watch_turns(struct galpha_ripple *r,
                        const struct galpha_errtest *et)
{
  sunindextype n       = 0;
  const sunrealtype *e = galpha_vector_data(et->est_v, &n);
  if (r->steps == 0) { r->component = largest_error(et); }
  const sunrealtype now = e[r->component];
  const bool turned     = now * r->last < 0.0;
  r->turns += turned;
  r->early += turned && 2 * r->steps < RIPPLE_WINDOW;
  if (now != 0.0) { r->last = now; }
}

/* A vibration of amplitude A has an error z4 omega^4 A in velocities; in the window
 * omega h = pi turns/steps. */
static bool is_below_tolerance(const struct galpha_ripple *r)
{
  const sunrealtype radians =
    acos(-1.0) * (sunrealtype)r->turns / (sunrealtype)r->steps;
  return r->size / (sunrealtype)r->steps <= pow(radians, 4.0);
}

/* The oscillation may be a physical vibration. Without constraints it is one. With
 * constraints it may also be that of multipliers or, in index 3, follow a jump; a
 * mechanism without springs has no vibration that could be stepped over. */
static bool has_springs(const struct galpha_ripple *r,
                        const struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  const bool may_ring        = model->sys->m > 0 || method->traits->jumps;
  if (!model->ops->could_vibrate || !may_ring) { return true; }
  return model->ops->could_vibrate(model,
                                   2.0 * acos(-1.0) / galpha_ripple_period(r));
}

/* At an impact steps collapse, and errors of v change sign: no vibration to step over. */
static bool is_even(const struct galpha_ripple *r)
{
  return r->longest <= RIPPLE_EVEN * r->shortest;
}

static void judge(struct galpha_ripple *r, const struct galpha_method *method)
{
  const long int late = r->turns - r->early;
  if (is_even(r) && r->turns >= RIPPLE_TURNS &&
      RIPPLE_SPREAD * r->early >= r->turns &&
      RIPPLE_SPREAD * late >= r->turns &&
      (double)r->decided >= RIPPLE_MOST * (double)r->steps &&
      is_below_tolerance(r) && has_springs(r, method))
  {
    r->found = true;
    return;
  }
  galpha_ripple_restart(r);
}

/* The errors of v may come from numerically differentiated G, K or g_t, or from rounding of
 * positions, which fluctuate. */
static bool is_fuzzy(const struct galpha_method *method,
                     const struct galpha_errtest *et)
{
  const struct galpha_sys *sys = method->model->sys;
  const bool differenced       = (sys->m && !sys->Gfn) || (sys->p && !sys->Kfn);
  if (RIPPLE_ROUNDED * galpha_method_rounding(method) > 1.0) { return true; }
  return differenced && N_VMaxNorm(et->est_v) <=
                          RIPPLE_FUZZ * N_VMaxNorm(method->hist->now->v);
}

void galpha_ripple_step(struct galpha_ripple *r, const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  struct galpha_model *model         = method->model;
  const struct galpha_errtest *et    = step->errtest;
  const sunrealtype h = fabs(method->coef.h), z4 = fabs(method->coef.z4);
  sunindextype n = 0;
  /* processes would decide differently and then call different functions */
  if (!et->est_v) { return; }
  const bool shared = et->est_v->ops->nvgetcommunicator != NULL;
  if (r->found || shared || model->level_v || !(z4 > 0.0) ||
      is_fuzzy(method, et) || !galpha_vector_data(et->est_v, &n) || n == 0)
  {
    return;
  }
  const sunrealtype in_q = galpha_norm(et->est_v, model->ewt_q);
  watch_turns(r, et);
  r->decided += et->norm_v >= et->norm_s &&
                et->norm_v > RIPPLE_PLAINLY * fmax(et->norm_q, h * in_q);
  r->size += in_q * h * h * h * h / z4;
  r->span += h;
  r->shortest = r->steps == 0 ? h : fmin(r->shortest, h);
  r->longest  = fmax(r->longest, h);
  if (++r->steps == RIPPLE_WINDOW) { judge(r, method); }
}

sunrealtype galpha_ripple_period(const struct galpha_ripple *r)
{
  return RIPPLE_RESOLVED * r->turns <= 2 * r->steps
           ? 2.0 * r->span / (sunrealtype)r->turns
           : 0.0;
}
