#include "step/error_test.h"

#include "base/clone.h"
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/residual_recursion.h"
#include "model/matrix_ops.h"

#include <float.h>
#include <math.h>

static int clone_both(N_Vector *ewt, N_Vector *est, N_Vector q)
{
  N_Vector *all[] = {ewt, est};
  for (int i = 0; i < 2; i++)
  {
    if (*all[i]) { continue; }
    *all[i] = galpha_clone(q);
    if (!*all[i]) { return -1; }
    N_VConst(0.0, *all[i]);
  }
  return 0;
}

int galpha_err_init(struct galpha_errtest *et, N_Vector q)
{
  return clone_both(&et->ewt_q, &et->est_q, q);
}

int galpha_err_init_velocities(struct galpha_errtest *et, N_Vector q)
{
  return clone_both(&et->ewt_v, &et->est_v, q);
}

void galpha_tol_free(struct galpha_tol *tol)
{
  if (tol->vatol) { N_VDestroy(tol->vatol); }
  tol->vatol = NULL;
  tol->kind  = GALPHA_TOL_NONE;
}

void galpha_err_free(struct galpha_errtest *et)
{
  N_Vector *all[] = {&et->ewt_q, &et->ewt_v, &et->est_q, &et->est_v, &et->last};
  for (int i = 0; i < 5; i++)
  {
    if (*all[i]) { N_VDestroy(*all[i]); }
    *all[i] = NULL;
  }
  galpha_tol_free(&et->q);
  galpha_tol_free(&et->v);
  if (et->ewt_s) { N_VDestroy(et->ewt_s); }
  et->ewt_s = NULL;
}

static sunindextype bad_weight(N_Vector w)
{
  sunindextype n       = 0;
  const sunrealtype *d = galpha_vector_data(w, &n);
  for (sunindextype i = 0; i < n; i++)
  {
    if (!(d[i] > 0.0 && d[i] <= DBL_MAX)) { return i + 1; }
  }
  return 1;
}

static sunindextype level_weights(const struct galpha_tol *tol, N_Vector y,
                                  void *user_data, N_Vector ewt)
{
  if (tol->kind == GALPHA_TOL_WF)
  {
    if (tol->efun(y, ewt, user_data)) { return -1; }
    const bool good = N_VMin(ewt) > 0.0 && N_VMaxNorm(ewt) <= DBL_MAX &&
                      galpha_vector_finite(ewt);
    return good ? 0 : bad_weight(ewt);
  }
  if (tol->kind == GALPHA_TOL_SS && tol->atol > 0.0)
  {
    galpha_sum_weights(tol->rtol, tol->atol, y, ewt);
    return 0;
  }
  if (tol->kind == GALPHA_TOL_SV)
  {
    return galpha_sum_weights_by(tol->rtol, tol->vatol, y, ewt)
             ? 0
             : bad_weight(ewt);
  }
  N_VAbs(y, ewt);
  N_VScale(tol->rtol, ewt, ewt);
  /* with atol = 0 a component that is 0 has no finite weight */
  if (!(N_VMin(ewt) > 0.0)) { return bad_weight(ewt); }
  N_VInv(ewt, ewt);
  return 0;
}

/* Y is kept in ewt_v, which this rule does not need otherwise. */
void galpha_err_weights_gavrea(struct galpha_errtest *et, N_Vector q)
{
  if (!et->top_known) { N_VConst(1.0, et->ewt_v); }
  et->top_known = true;
  /* max(Y, b) = b + (Y - b + |Y - b|)/2 */
  N_VAbs(q, et->ewt_q);
  N_VLinearSum(1.0, et->ewt_v, -1.0, et->ewt_q, et->ewt_v);
  N_VAbs(et->ewt_v, et->ewt_q);
  N_VLinearSum(0.5, et->ewt_v, 0.5, et->ewt_q, et->ewt_v);
  N_VAbs(q, et->ewt_q);
  N_VLinearSum(1.0, et->ewt_v, 1.0, et->ewt_q, et->ewt_v);
  N_VScale(et->q.rtol > 0.0 ? et->q.rtol : 1e-6, et->ewt_v, et->ewt_q);
  N_VInv(et->ewt_q, et->ewt_q);
}

static sunindextype set_weights(struct galpha_errtest *et,
                                struct galpha_method *method, N_Vector q,
                                N_Vector v, const char **level)
{
  struct galpha_model *model = method->model;
  void *user_data            = model->sys->user_data;
  *level                     = "q";
  if (et->rule) { et->rule(et, q); }
  const sunindextype flag =
    et->rule ? 0 : level_weights(&et->q, q, user_data, et->ewt_q);
  et->weighed = et->weighed || !flag;
  if (flag || et->rule) { return flag; }
  if (model->level_v || !et->ewt_v) { return 0; }
  *level = "v";
  N_Vector weighed =
    model->ops->velocity_scale ? model->ops->velocity_scale(model, q, v) : v;
  return level_weights(et->v.kind ? &et->v : &et->q, weighed, user_data,
                       et->ewt_v);
}

static sunrealtype relative(const struct galpha_tol *tol)
{
  return tol->kind == GALPHA_TOL_WF ? 0.0 : tol->rtol;
}

/* Differences of G and K take sizes of coordinates from the weights. */
sunindextype galpha_err_weights(struct galpha_errtest *et,
                                struct galpha_method *method, N_Vector q,
                                N_Vector v, const char **level)
{
  struct galpha_model *model    = method->model;
  const struct galpha_tol *by_v = et->v.kind ? &et->v : &et->q;
  const sunindextype flag       = set_weights(et, method, q, v, level);
  if (flag) { return flag; }
  galpha_sys_set_weights(model->sys, 0, relative(&et->q), et->ewt_q);
  galpha_sys_set_weights(model->sys, 1, relative(by_v),
                         model->level_v ? NULL : et->ewt_v);
  return 0;
}

void galpha_err_state_weights(struct galpha_errtest *et, N_Vector s)
{
  const bool own    = et->s.kind != GALPHA_TOL_NONE;
  const bool scalar = et->q.kind == GALPHA_TOL_SS;
  const bool told = scalar || (et->q.kind == GALPHA_TOL_SV && et->q.rtol > 0.0);
  const sunrealtype rtol = own ? et->s.rtol : told ? et->q.rtol : 1e-6;
  const sunrealtype atol = own ? et->s.atol : scalar ? et->q.atol : 1e-3 * rtol;
  /* with atol = 0 a state that is 0 still needs a finite weight */
  galpha_sum_weights(rtol, atol > 0.0 ? atol : DBL_MIN, s, et->ewt_s);
}

void galpha_err_estimate(struct galpha_errtest *et,
                         struct galpha_method *method)
{
  method->ops->estimate(method, et->algebraic, et->est_q, et->est_v);
}

/* Error estimates from divided differences of positions; *noise: their amplification of
 * round-off in positions. */
static void differences(struct galpha_errtest *et, struct galpha_method *method,
                        sunrealtype *noise)
{
  const struct galpha_hist *h = method->hist;
  const struct galpha_coef *c = &method->coef;
  const struct galpha_past *p = h->older;
  const sunrealtype t[] = {h->trial->t, h->now->t, h->prev->t, p[0].t, p[1].t};
  N_Vector q[]          = {h->trial->q, h->now->q, h->prev->q, p[0].q, p[1].q};
  sunrealtype third[5]  = {0.0}, fourth[5];
  galpha_coef_difference(4, t, third);
  galpha_coef_difference(5, t, fourth);
  *noise = 0.0;
  for (int i = 0; i < 5; i++)
  {
    fourth[i] = 24.0 * c->z4 * fourth[i] + 6.0 * c->z3 * third[i];
    third[i] *= 6.0 * c->y3;
    *noise += DBL_EPSILON * fabs(fourth[i]);
  }
  galpha_sum(4, third, q, et->est_q);
  galpha_sum(5, fourth, q, et->est_v);
}

/* Divided differences tolerate one change of h in the last four steps; more would
 * dominate the estimate. Earlier steps far longer than the last one would hide events
 * in it: a jump of v by the factor (h/h_old)^3. */
bool galpha_err_is_steady(const struct galpha_hist *hist)
{
  const sunrealtype h[] = {hist->trial->h, hist->now->h, hist->prev->h,
                           hist->older[0].h};
  int changes           = 0;
  for (int i = 0; i < 3; i++)
  {
    changes += fabs(h[i] - h[i + 1]) > ESTIMATE_SAME_STEP * fabs(h[i]);
    if (!(fabs(h[i + 1]) <= ESTIMATE_LONGER * fabs(h[0]))) { return false; }
  }
  return galpha_hist_depth(hist) == 4 && changes <= 1;
}

bool galpha_err_by_positions(struct galpha_errtest *et,
                             struct galpha_method *method, bool steady,
                             sunrealtype *error)
{
  struct galpha_model *model = method->model;
  sunrealtype noise          = 0.0;
  const bool constrained     = model->sys->m || model->sys->p;
  if (et->rule || !constrained || galpha_hist_depth(method->hist) < 4 ||
      (steady && !galpha_err_is_steady(method->hist)))
  {
    return false;
  }
  differences(et, method, &noise);
  noise *= model->level_v
             ? fabs(method->coef.h) * galpha_model_size(model)
             : galpha_model_velocity_norm(model, method->hist->now->q);
  *error = galpha_err_norm(et, method);
  return noise <= ESTIMATE_NOISE * *error;
}

sunrealtype galpha_err_of_multipliers(const struct galpha_tol *tol, N_Vector e,
                                      N_Vector x)
{
  const sunrealtype size = tol->rtol * N_VMaxNorm(x) + tol->atol;
  const sunrealtype n    = (sunrealtype)N_VGetLength(x);
  return sqrt(N_VDotProd(e, e) / n) / size;
}

static sunrealtype multiplier_norm(const struct galpha_errtest *et,
                                   struct galpha_method *method,
                                   enum galpha_track track, N_Vector work)
{
  if (!work) { return 0.0; }
  method->ops->estimate_multiplier(method, track, work);
  return galpha_err_of_multipliers(&et->mult, work,
                                   galpha_hist_trial(method->hist, track));
}

/* Shorter steps do not improve multipliers that alternate from step to step, or whose
 * error is the remainder of Newton's iteration. */
static bool multipliers_stay(struct galpha_errtest *et, sunrealtype h)
{
  struct galpha_staying *x = &et->staying;
  if (h > MULTIPLIER_WIDER * x->h || et->norm_mult <= RING_FALLEN * x->norm ||
      (!x->stays && ++x->age > MULTIPLIER_MEMORY))
  {
    *x = (struct galpha_staying){.h = h, .norm = et->norm_mult};
  }
  x->stays = x->stays || h <= RING_SHORTER * RING_SHORTER * RING_SHORTER * x->h;
  return x->stays;
}

static sunrealtype states_norm(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  if (!model->space[1]) { return 0.0; }
  method->ops->estimate_states(method, model->ds);
  return galpha_norm(model->ds, model->ewt_s);
}

/* The estimate of velocities is within the errors that do not depend on the step:
 * round-off of positions over h, unless errors have just fallen with h
 * (step/velocity_noise.h), and the error of numerically differentiated constraints. */
static bool is_round_off(const struct galpha_errtest *et,
                         struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_sys *sys   = model->sys;
  const struct galpha_state *now = method->hist->now;
  const bool differenced = (sys->m && !sys->Gfn) || (sys->p && !sys->Kfn);
  const sunrealtype by_v =
    differenced ? ESTIMATE_DIFFERENCED * N_VMaxNorm(now->v) : 0.0;
  if (!differenced && et->noise.known < RATE_NOISE) { return false; }
  N_Vector q = galpha_model_second(model, now->q, model->work);
  return N_VMaxNorm(et->est_v) <= ESTIMATE_ROUND_OFF * DBL_EPSILON *
                                      N_VMaxNorm(q) / fabs(method->coef.h) +
                                    by_v;
}

sunrealtype galpha_err_norm(struct galpha_errtest *et,
                            struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  et->norm_q                 = galpha_norm(et->est_q, et->ewt_q);
  et->norm_v                 = !et->est_v ? 0.0
                               : et->varies_order
                                 ? galpha_bdf_velocity_norm(method, et->est_v)
                                 : galpha_model_velocity_norm(model, et->est_v);
  et->noise.whole            = et->norm_v;
  if (et->norm_v > 1.0 && !model->level_v && is_round_off(et, method))
  {
    et->norm_v = fabs(method->coef.h) * galpha_norm(et->est_v, model->ewt_q);
  }
  et->norm_mult    = 0.0;
  et->mult_unknown = et->mult_ignored = false;
  et->norm_s                          = states_norm(method);
  if (et->rule) { et->norm_v = 0.0; }
  sunrealtype norm = fmax(fmax(et->norm_q, et->norm_v), et->norm_s);
  if (!isfinite(et->norm_q + et->norm_v + et->norm_s)) { return HUGE_VAL; }
  const bool jumps = model->dl && method->step_traits->jumps;
  if (et->mult.kind == GALPHA_TOL_NONE || method->coef.h_last == 0.0 || jumps)
  {
    return norm;
  }
  et->norm_mult =
    fmax(multiplier_norm(et, method, GALPHA_TRACK_LAMBDA, model->dl),
         multiplier_norm(et, method, GALPHA_TRACK_PSI, model->dp));
  if (multipliers_stay(et, fabs(method->coef.h)))
  {
    et->mult_ignored = et->norm_mult > 1.0;
    et->norm_mult    = 0.0;
  }
  return norm;
}

void galpha_err_see_bend(struct galpha_errtest *et,
                         const struct galpha_method *method, sunrealtype *error)
{
  const sunrealtype bent = method->state_coef.bend * *error;
  const bool sees        = !method->model->has[2] && method->step_order == 2;
  if (!(*error <= 1.0)) { return; }
  et->bent = sees && bent > 1.0 && !et->bent;
  if (et->bent) { *error = bent; }
}
