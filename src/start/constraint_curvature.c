#include "start/constraint_curvature.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"
#include "start/driven_constraints.h"

/* g_t + G v at tau, with g_t from the user's function, or 0. */
static int gdot_later(void *ctx, sunrealtype tau, N_Vector r)
{
  const struct galpha_later *m = ctx;
  struct galpha_sys *sys       = m->ic->model->sys;
  const sunrealtype t          = galpha_later_time(m, tau);
  N_VLinearSum(1.0, m->at->q, tau, m->at->v, m->ic->work);
  int ret     = galpha_sys_holonomic_jac(sys, t, m->ic->work);
  SUNMatrix G = sys->block[GALPHA_BLOCK_G].A;
  if (!ret && sys->gt)
  {
    ret = galpha_sys_gdot(sys, t, m->ic->work, m->at->v, G, r);
  }
  if (ret || sys->gt) { return galpha_later_ended(m, tau, ret); }
  N_VConst(0.0, r);
  galpha_block_mul(G, 1.0, m->at->v, r);
  return galpha_sys_products(sys);
}

/* With the user's G (and g_t, if needed), gamma is the first derivative of g_t + G v;
 * otherwise it is the second derivative of g, because differences of differences are
 * mostly round-off. */
static bool by_G(const struct galpha_ic *ic)
{
  const struct galpha_sys *sys = ic->model->sys;
  return sys->Gfn && (sys->gt || sys->scleronomic || !ic->driven);
}

#define POINTS 6

/* Weights of the one-sided differences of order 4 over w(0), w(d) ... w(5d), for
 * the first and the second derivative. */
static const sunrealtype forward[2][POINTS] = {
  {-25.0 / 12.0, 4.0, -3.0, 4.0 / 3.0, -0.25, 0.0},
  {15.0 / 4.0, -77.0 / 6.0, 107.0 / 6.0, -13.0, 61.0 / 12.0, -5.0 / 6.0}};

/* gamma and kappa into dl and dp by differences with increment d; for constraints that
 * do not depend on t. */
static int along_motion(struct galpha_ic *ic, const struct galpha_point *at,
                        sunrealtype d)
{
  struct galpha_model *model = ic->model;
  const bool of_g            = model->dl && !by_G(ic);
  struct galpha_later m = {.ic = ic, .at = at, .along = true, .frozen = true};
  if (model->dl) { N_VConst(0.0, model->dl); }
  if (model->dp) { N_VConst(0.0, model->dp); }
  for (int i = 0; i < (of_g ? POINTS : POINTS - 1); i++)
  {
    int ret = 0;
    if (model->dl)
    {
      ret = (of_g ? galpha_later_g : gdot_later)(&m, i * d, ic->wl);
    }
    if (!ret && model->dp) { ret = galpha_later_k(&m, i * d, ic->wp); }
    if (ret) { return ret; }
    const sunrealtype c = forward[0][i] / d;
    const sunrealtype l = of_g ? forward[1][i] / (d * d) : c;
    if (model->dl) { N_VLinearSum(1.0, model->dl, l, ic->wl, model->dl); }
    if (model->dp) { N_VLinearSum(1.0, model->dp, c, ic->wp, model->dp); }
  }
  return 0;
}

/* Largest |x_i - y_i|; x NULL: 0. */
static sunrealtype largest_difference(N_Vector x, N_Vector y, N_Vector work)
{
  if (!x) { return 0.0; }
  N_VLinearSum(1.0, x, -1.0, y, work);
  return N_VMaxNorm(work);
}

/* gamma and kappa of constraints that do not depend on t, into rl and rp of the model.
 * Chooses the increment, decreasing by tens, at which two successive values agree
 * best. */
static int seek_along_motion(struct galpha_ic *ic,
                             const struct galpha_point *at)
{
  struct galpha_method *method = ic->method;
  const int most =
    method->model->rl && !by_G(ic) ? CURVATURE_REFINE_G : CURVATURE_REFINE;
  const sunrealtype own = galpha_drive_motion_time(ic);
  sunrealtype d         = 1e-2 * (own > 0.0 ? copysign(own, ic->direction)
                                            : galpha_ic_time_scale(ic));
  sunrealtype best = HUGE_VAL, size = 0.0;
  int ret = along_motion(ic, at, d);
  /* the model may not be defined that far from the point */
  for (int i = 0; ret > 0 && i < CURVATURE_REFINE; i++)
  {
    d *= 0.1;
    ret = along_motion(ic, at, d);
    if (!ret) { galpha_sys_forget_failure(method->model->sys); }
  }
  for (int i = 0; !ret && i < most && best > 1e-11 * size; i++)
  {
    if (method->model->rl) { N_VScale(1.0, method->model->dl, ic->last_l); }
    if (method->model->rp) { N_VScale(1.0, method->model->dp, ic->last_p); }
    d *= 0.1;
    ret = along_motion(ic, at, d);
    const sunrealtype moved =
      fmax(largest_difference(method->model->dl, ic->last_l, ic->wl),
           largest_difference(method->model->dp, ic->last_p, ic->wp));
    if (!(moved < best)) { continue; }
    best          = moved;
    ic->increment = d;
    size = fmax(method->model->dl ? N_VMaxNorm(method->model->dl) : 0.0,
                method->model->dp ? N_VMaxNorm(method->model->dp) : 0.0);
    if (method->model->rl)
    {
      N_VScale(1.0, method->model->dl, method->model->rl);
    }
    if (method->model->rp)
    {
      N_VScale(1.0, method->model->dp, method->model->rp);
    }
  }
  return ret;
}

/* Shortest time in which v changes each moving component of q by CURVATURE_RESOLVED units
 * in the last place, so that rounding of its new value is negligible. */
static sunrealtype resolved_time(const struct galpha_ic *ic)
{
  const struct galpha_state *now = ic->method->hist->now;
  sunindextype n                 = 0;
  sunrealtype most               = galpha_drive_motion_time(ic);
  const sunrealtype top          = N_VMaxNorm(now->v);
  const bool all                 = galpha_vector_in_array(now->q);
  const sunrealtype *v           = galpha_vector_data(now->v, &n);
  const sunrealtype *q           = galpha_vector_data(now->q, &n);
  for (sunindextype i = 0; i < n && all && most > 0.0; i++)
  {
    if (fabs(v[i]) > 1e-3 * top) { most = fmax(most, fabs(q[i] / v[i])); }
  }
  return CURVATURE_RESOLVED * DBL_EPSILON * most;
}

/* Upper limit of the least increment that resolved_time may demand. If it demands more
 * (v is round-off), q does not move noticeably in the time in which the drives change,
 * and the increments of the drives are used. Of a drive that begins at rest the chosen
 * increment is the shortest one, which says nothing: that which resolves it counts. */
static sunrealtype drive_time(const struct galpha_ic *ic,
                              const struct galpha_path_range *range)
{
  if (!ic->driven) { return HUGE_VAL; }
  return ic->rate.increment > 0.0 ? fmax(ic->rate.increment, ic->rate.resolved)
                                  : CURVATURE_DRIVE * range->far;
}

/* w = rounding of the terms of g after time tau, none while no coordinate has moved. */
static void rounding_of_terms(void *later, sunrealtype tau, N_Vector w)
{
  const struct galpha_later *m = later;
  SUNMatrix G                  = m->ic->model->sys->block[GALPHA_BLOCK_G].A;
  const sunrealtype *a         = galpha_block_data(G);
  const sunrealtype *q         = N_VGetArrayPointer(m->at->q);
  struct galpha_cursor c       = galpha_cursor_begin(G);
  const sunrealtype moved      = fabs(tau) * N_VMaxNorm(m->at->v);
  const sunrealtype rounding   = DBL_EPSILON * N_VMaxNorm(m->at->q);
  const sunrealtype unit =
    0.5 * DBL_EPSILON * (moved < rounding ? moved / rounding : 1.0);
  sunindextype i = 0, j = 0;
  N_VConst(0.0, w);
  for (; galpha_cursor_next(&c, &i, &j); a++)
  {
    N_VGetArrayPointer(w)[i] += unit * fabs(*a * q[j]);
  }
}

static bool knows_rounding(const struct galpha_ic *ic)
{
  const struct galpha_sys *sys = ic->model->sys;
  return galpha_block_known(sys->block[GALPHA_BLOCK_G].A) &&
         galpha_vector_in_array(ic->method->hist->now->q);
}

/* gamma and kappa into dl and dp for constraints that depend on t, or if q = 0 or v = 0
 * gives no time scale of the motion. */
static int seek_paths(struct galpha_ic *ic, const struct galpha_point *at)
{
  struct galpha_model *model = ic->model;
  const bool rests           = galpha_drive_rests(ic, at->v);
  struct galpha_later m      = {
         .ic = ic, .at = at, .along = !rests, .frozen = !ic->driven};
  struct galpha_path_range range = galpha_drive_range(ic, at->t);
  const sunrealtype own          = galpha_drive_motion_time(ic);
  int ret                        = 0;
  if (!ic->driven) { range.clock = 0.0; }
  if (own > 0.0)
  {
    /* q that passes through 0 has no time scale of its own: that of the drives counts.
       The time to tout says nothing of either. */
    const sunrealtype drive =
      ic->driven ? CURVATURE_REACH * ic->rate.increment : 0.0;
    range.far = fmax(CURVATURE_FAR * own, fmin(range.far, drive));
    range.end = fmin(range.end, fmax(own, drive));
  }
  if (ic->rate.increment > 0.0 && own > 0.0)
  {
    range.least = fmin(0.01 * ic->rate.increment, CURVATURE_LEAST * own);
  }
  if (at->t != ic->method->hist->now->t)
  {
    range.least = fmax(range.least, CURVATURE_LATER * ic->rate.resolved);
  }
  const sunrealtype told = resolved_time(ic);
  if (told <= drive_time(ic, &range)) { range.least = fmax(range.least, told); }
  if (model->dl)
  {
    const bool first = by_G(ic);
    range.rate       = ic->driven && ic->rate.row ? &ic->rate : NULL;
    range.rounding   = !first && knows_rounding(ic) ? rounding_of_terms : NULL;
    ret = galpha_path_seek(&ic->path_l, first ? gdot_later : galpha_later_g, &m,
                           &range, first ? 1 : 2, model->dl);
  }
  range.rounding = NULL;
  if (!ret && model->dp)
  {
    ret =
      galpha_path_seek(&ic->path_p, galpha_later_k, &m, &range, 1, model->dp);
  }
  if (!ret) { galpha_sys_forget_failure(model->sys); }
  ic->path_known = !ret;
  return ret;
}

static int repeat_paths(struct galpha_ic *ic, const struct galpha_point *at)
{
  struct galpha_model *model = ic->model;
  struct galpha_later m      = {
         .ic = ic, .at = at, .along = true, .frozen = !ic->driven};
  int ret = 0;
  if (model->dl)
  {
    const bool first = by_G(ic);
    ret = galpha_path_again(&ic->path_l, first ? gdot_later : galpha_later_g,
                            &m, at->t, ic->direction, first ? 1 : 2, model->dl);
  }
  if (!ret && model->dp)
  {
    ret = galpha_path_again(&ic->path_p, galpha_later_k, &m, at->t,
                            ic->direction, 1, model->dp);
  }
  return ret;
}

int galpha_curvature(struct galpha_ic *ic, const struct galpha_point *at)
{
  struct galpha_method *method = ic->method;
  struct galpha_model *model   = method->model;
  if (!model->rl && !model->rp) { return 0; }
  if (ic->path_known) { return repeat_paths(ic, at); }
  if (ic->increment != 0.0) { return along_motion(ic, at, ic->increment); }
  /* v moves coordinates that have no size */
  const bool moves = N_VMaxNorm(method->hist->now->v) > 0.0 &&
                     !(galpha_drive_size_of_q(ic) > 0.0);
  if (ic->driven || moves) { return seek_paths(ic, at); }
  const int ret = seek_along_motion(ic, at);
  if (!ret && model->rl) { N_VScale(1.0, model->rl, model->dl); }
  if (!ret && model->rp) { N_VScale(1.0, model->rp, model->dp); }
  return ret;
}
