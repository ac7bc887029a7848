#include "start/driven_constraints.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"

bool galpha_drive_rests(const struct galpha_ic *ic, N_Vector v)
{
  const sunrealtype moves = ic->drive_moves, q = galpha_drive_size_of_q(ic);
  const sunrealtype most = q > 0.0 ? fmin(moves, q) : moves;
  if (!(moves > 0.0)) { return false; }
  return N_VMaxNorm(v) * ic->rate.resolved * sqrt(most / moves) <=
         DRIVE_RESTS * most;
}

sunrealtype galpha_drive_size_of_q(const struct galpha_ic *ic)
{
  const struct galpha_state *now = ic->method->hist->now;
  const sunrealtype q            = N_VMaxNorm(now->q);
  const sunrealtype late =
    4.0 * DBL_EPSILON * fabs(now->t) * N_VMaxNorm(now->v);
  return ic->drive_moves > 0.0 && q <= late ? 0.0 : q;
}

/* 0 also if v is so small that in all times that count q stays as it is: what rounding has
 * left of a rest, down to the least numbers, by which q cannot be divided. */
sunrealtype galpha_drive_motion_time(const struct galpha_ic *ic)
{
  const sunrealtype q   = galpha_drive_size_of_q(ic);
  N_Vector v            = ic->method->hist->now->v;
  const sunrealtype top = N_VMaxNorm(v) * DRIVE_SLOW * fmax(ic->span, 1.0);
  return top > DBL_EPSILON * q && q > 0.0 ? q / N_VMaxNorm(v) : 0.0;
}

/* The coordinates tell no time, or one beside which that to tout says nothing. */
static bool is_timeless(const struct galpha_ic *ic)
{
  const sunrealtype own = galpha_drive_motion_time(ic);
  return !(own > 0.0) || own > DRIVE_SLOW * fmax(ic->span, 1.0);
}

/* A rough guess from above: 5 times the interval (tout may be one step away), bounded
 * by the time in which the coordinates change and by that of the drives. Callers use a
 * few hundredths of it. */
sunrealtype galpha_ic_time_scale(const struct galpha_ic *ic)
{
  const sunrealtype own = galpha_drive_motion_time(ic);
  sunrealtype scale     = 5.0 * (ic->span > 0.0 ? ic->span : 1.0);
  if (own > 0.0 && !(ic->driven && is_timeless(ic)))
  {
    scale = fmin(fmax(scale, DRIVE_SPAN * own), own);
  }
  else if (ic->driven)
  {
    scale = fmax(scale, DRIVE_RESOLVED * ic->rate.resolved);
  }
  if (ic->driven && ic->rate.increment > 0.0)
  {
    /* the chosen increment says little where differences have no rounding, as those of
       sin(w t) from t = 0 */
    scale = fmin(scale, fmax(DRIVE_TIME * ic->rate.increment,
                             DRIVE_RESOLVED * ic->rate.resolved));
  }
  return copysign(scale, ic->direction);
}

sunrealtype galpha_later_time(const struct galpha_later *m, sunrealtype tau)
{
  return m->frozen ? m->at->t : m->at->t + tau;
}

static N_Vector place(const struct galpha_later *m, sunrealtype tau)
{
  if (!m->along) { return m->at->q; }
  N_VLinearSum(1.0, m->at->q, tau, m->at->v, m->ic->work);
  return m->ic->work;
}

int galpha_later_ended(const struct galpha_later *m, sunrealtype tau, int ret)
{
  if (ret >= 0 || m->frozen || fabs(tau) <= m->ic->span) { return ret; }
  galpha_sys_forgive(m->ic->model->sys);
  return 1;
}

int galpha_later_g(void *later, sunrealtype tau, N_Vector r)
{
  const struct galpha_later *m = later;
  return galpha_later_ended(m, tau,
                            galpha_sys_g(m->ic->model->sys,
                                         galpha_later_time(m, tau),
                                         place(m, tau), r));
}

int galpha_later_k(void *later, sunrealtype tau, N_Vector r)
{
  const struct galpha_later *m = later;
  return galpha_later_ended(m, tau,
                            galpha_sys_k(m->ic->model->sys,
                                         galpha_later_time(m, tau),
                                         place(m, tau), m->at->v, r));
}

struct galpha_path_range galpha_drive_range(const struct galpha_ic *ic,
                                            sunrealtype t)
{
  const sunrealtype span = ic->span > 0.0 ? ic->span : 1.0;
  return (struct galpha_path_range){.t         = t,
                                    .direction = ic->direction,
                                    .least     = 1e-14 * span,
                                    .far       = DRIVE_FAR * fmax(span, 1.0),
                                    .open      = true,
                                    .timeless  = is_timeless(ic),
                                    .end       = ic->end -
                                           fabs(t - ic->method->hist->now->t),
                                    .clock = fabs(t)};
}

/* *moves: fn at fixed coordinates depends on t, as seen at times of very different
 * distance. */
static int depends(galpha_path_fn fn, struct galpha_later *m,
                   const struct galpha_path_range *range, N_Vector r0,
                   N_Vector r, bool *moves)
{
  int ret = fn(m, 0.0, r0);
  for (int k = 0; k < 4 && !ret && !*moves; k++)
  {
    const sunrealtype far = fmin(range->far, range->end);
    ret = fn(m, copysign(far * pow(0.0713, k), range->direction), r);
    if (ret > 0)
    {
      galpha_sys_forget_failure(m->ic->model->sys);
      ret = 0;
      continue;
    }
    N_VLinearSum(1.0, r0, -1.0, r, r);
    *moves = N_VMaxNorm(r) > 0.0;
  }
  return ret;
}

void galpha_drive_generic(N_Vector x, N_Vector y)
{
  const sunrealtype size = 1e-4 * fmax(N_VMaxNorm(x), 1e-3);
  sunindextype n         = 0;
  N_VAddConst(x, size, y);
  sunrealtype *yd = galpha_vector_data(y, &n);
  for (sunindextype i = 0; i < n; i++)
  {
    yd[i] += size * fmod(0.6180339887 * ((double)i + 1.0), 1.0);
  }
}

/* The same for g and k at a generic point nearby. If they are not defined there,
 * nothing is concluded. */
static int depends_nearby(struct galpha_ic *ic,
                          const struct galpha_path_range *range)
{
  struct galpha_method *method = ic->method;
  struct galpha_model *model   = method->model;
  const struct galpha_sys *sys = model->sys;
  struct galpha_point near     = {
        .t = method->hist->now->t, .q = model->at.q, .v = model->at.v};
  struct galpha_later m = {.ic = ic, .at = &near};
  int ret               = 0;
  galpha_drive_generic(method->hist->now->q, near.q);
  galpha_drive_generic(method->hist->now->v, near.v);
  if (sys->m && !sys->scleronomic)
  {
    ret = depends(galpha_later_g, &m, range, ic->last_l, ic->wl, &ic->driven);
  }
  if (!ret && sys->p)
  {
    ret = depends(galpha_later_k, &m, range, ic->last_p, ic->wp, &ic->driven);
  }
  if (ret > 0) { galpha_sys_forget_failure(model->sys); }
  N_VScale(1.0, method->hist->now->q, model->at.q);
  N_VScale(1.0, method->hist->now->v, model->at.v);
  return ret < 0 ? ret : 0;
}

static int allocate_paths(struct galpha_ic *ic)
{
  struct galpha_model *model = ic->model;
  const bool full = (model->dl && (galpha_path_init(&ic->rate, model->dl) ||
                                   galpha_path_init(&ic->path_l, model->dl))) ||
                    (model->dp && galpha_path_init(&ic->path_p, model->dp));
  return full ? -1 : 0;
}

/* ic->drive_moves, with G of this point or of one nearby. */
static int find_moved(struct galpha_ic *ic, struct galpha_later *m)
{
  struct galpha_sys *sys = ic->model->sys;
  int ret                = galpha_later_g(m, 0.0, ic->last_l);
  if (!ret)
  {
    ret = galpha_later_g(m, copysign(ic->rate.resolved, ic->direction), ic->wl);
  }
  if (ret) { return ret; }
  N_VLinearSum(1.0, ic->wl, -1.0, ic->last_l, ic->last_l);
  galpha_vector_signs(ic->work, 0.5);
  N_VConst(0.0, ic->wl);
  galpha_block_mul(sys->block[GALPHA_BLOCK_G].A, 1.0, ic->work, ic->wl);
  const sunrealtype ratio = N_VMaxNorm(ic->wl);
  if (ratio > 0.0) { ic->drive_moves = N_VMaxNorm(ic->last_l) / ratio; }
  return galpha_sys_products(sys);
}

int galpha_drive_find(struct galpha_ic *ic)
{
  struct galpha_method *method   = ic->method;
  struct galpha_sys *sys         = method->model->sys;
  const struct galpha_state *now = method->hist->now;
  const struct galpha_point at   = {.t = now->t, .q = now->q, .v = now->v};
  struct galpha_later m          = {.ic = ic, .at = &at};
  ic->driven = ic->path_known          = false;
  ic->increment                        = 0.0;
  ic->drive_moves                      = 0.0;
  const struct galpha_path_range range = galpha_drive_range(ic, now->t);
  ic->rate.increment                   = 0.0;
  galpha_sys_set_increment(sys, 1e-2 * galpha_ic_time_scale(ic), 0.0);
  galpha_constraint_rate_begin(&sys->rate, now->t, 0.0, NULL);
  if (allocate_paths(ic)) { return -1; }
  int ret = 0;
  if (sys->m && !sys->scleronomic)
  {
    ret = galpha_path_seek(&ic->rate, galpha_later_g, &m, &range, 1, ic->wl);
    if (!ret) { galpha_sys_forget_failure(sys); }
    ic->driven = ic->rate.moves;
  }
  if (!ret && ic->rate.increment > 0.0)
  {
    galpha_sys_set_increment(sys, copysign(ic->rate.increment, ic->direction),
                             ic->rate.resolved);
    const sunrealtype seen = 4.0 * GALPHA_NODES_REACH * ic->rate.resolved;
    galpha_constraint_rate_begin(&sys->rate, now->t,
                                 copysign(fmin(seen, range.end), ic->direction),
                                 ic->wl);
    if (ic->rate.resolved > 0.0) { ret = find_moved(ic, &m); }
    if (ret > 0)
    {
      galpha_sys_forget_failure(sys);
      ret = 0;
    }
  }
  if (!ret && sys->p && !ic->driven)
  {
    ret = depends(galpha_later_k, &m, &range, ic->last_p, ic->wp, &ic->driven);
  }
  return ret || ic->driven ? ret : depends_nearby(ic, &range);
}

int galpha_drive_gdot(struct galpha_ic *ic, N_Vector w)
{
  struct galpha_sys *sys         = ic->model->sys;
  const struct galpha_state *now = ic->method->hist->now;
  const struct galpha_point at   = {.t = now->t, .q = now->q, .v = now->v};
  struct galpha_later m          = {.ic = ic, .at = &at};
  SUNMatrix G                    = sys->block[GALPHA_BLOCK_G].A;
  if (sys->gt) { return galpha_sys_gdot(sys, now->t, now->q, now->v, G, w); }
  N_VConst(0.0, w);
  const int ret = ic->driven && !sys->scleronomic
                    ? galpha_path_again(&ic->rate, galpha_later_g, &m, now->t,
                                        ic->direction, 1, w)
                    : 0;
  if (ret) { return ret; }
  galpha_block_mul(G, 1.0, now->v, w);
  return galpha_sys_products(sys);
}

void galpha_drive_forgive(const struct galpha_ic *ic, N_Vector w)
{
  const struct galpha_sys *sys = ic->model->sys;
  if (!ic->driven || sys->scleronomic || sys->gt) { return; }
  if (ic->rate.whole)
  {
    if (N_VMaxNorm(w) <= DRIVE_DOUBT * galpha_path_error(&ic->rate, 0))
    {
      N_VConst(0.0, w);
    }
    return;
  }
  sunrealtype *r = N_VGetArrayPointer(w);
  for (sunindextype i = 0; i < sys->m; i++)
  {
    const sunrealtype doubt = DRIVE_DOUBT * galpha_path_error(&ic->rate, i);
    r[i]                    = copysign(fmax(fabs(r[i]) - doubt, 0.0), r[i]);
  }
}

void galpha_drive_free(struct galpha_ic *ic)
{
  galpha_path_free(&ic->rate);
  galpha_path_free(&ic->path_l);
  galpha_path_free(&ic->path_p);
}
