#include "start/residual_newton.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

void galpha_search_shifts(struct galpha_search *s, sunrealtype h)
{
  struct galpha_res *res = s->res;
  s->h                   = h;
  const sunrealtype rate = s->all_of_y ? 0.0 : 1.0 / h;
  galpha_res_set_shifts(res, rate, rate, rate / h);
  if (res->cv)
  {
    N_VScale(res->c[0], res->space.mask[1], res->cv);
    N_VScale(res->c[2], res->space.mask[2], res->ca);
  }
  galpha_res_set_unknowns_only(res, res->res2 && !s->all_of_y);
}

void galpha_search_keep(struct galpha_search *s)
{
  N_VScale(1.0, s->method->model->at.q, s->kept->q);
  N_VScale(1.0, s->method->model->at.v, s->kept->v);
  if (s->kept->qdd) { N_VScale(1.0, s->method->model->f, s->kept->qdd); }
}

void galpha_search_restore(struct galpha_search *s)
{
  N_VScale(1.0, s->kept->q, s->method->model->at.q);
  N_VScale(1.0, s->kept->v, s->method->model->at.v);
  if (s->kept->qdd) { N_VScale(1.0, s->kept->qdd, s->method->model->f); }
}

/* The part of d that changes y. */
static void y_part(struct galpha_search *s, N_Vector d, N_Vector out)
{
  if (s->all_of_y) { N_VScale(1.0, d, out); }
  else { galpha_space_keep(&s->res->space, 0, d, out); }
}

/* The point = (q_base, v_base, w_base) minus lambda times the correction d. */
static void move(struct galpha_search *s, sunrealtype lambda, N_Vector d)
{
  struct galpha_model *model = s->method->model;
  struct galpha_res *res     = s->res;
  y_part(s, d, res->work);
  N_VLinearSum(1.0, model->q_base, -lambda, res->work, model->at.q);
  galpha_res_velocity(res, NULL, d, res->work);
  N_VLinearSum(1.0, model->v_base, -lambda, res->work, model->at.v);
  if (!res->space.has[2]) { return; }
  N_VProd(res->ca, d, res->work);
  N_VLinearSum(1.0, model->w_base, -lambda, res->work, model->f);
}

static void rebase(struct galpha_search *s)
{
  N_VScale(1.0, s->method->model->at.q, s->method->model->q_base);
  N_VScale(1.0, s->method->model->at.v, s->method->model->v_base);
  if (s->method->model->f)
  {
    N_VScale(1.0, s->method->model->f, s->method->model->w_base);
  }
}

sunrealtype galpha_search_norm(struct galpha_search *s, N_Vector d)
{
  struct galpha_res *res = s->res;
  N_Vector ewt           = s->method->model->ewt_q;
  if (s->all_of_y) { return galpha_norm(d, ewt); }
  const sunrealtype r = s->h_norm / fabs(s->h), r2 = s->h_ahead / fabs(s->h);
  galpha_space_scale(&res->space, r2 * r2, r, d, res->work);
  galpha_space_keep(&res->space, 0, d, res->work2);
  N_VLinearSum(1.0, res->work, 1.0, res->work2, res->work);
  return galpha_norm(res->work, ewt);
}

int galpha_search_evaluate(struct galpha_search *s)
{
  struct galpha_model *model = s->method->model;
  galpha_sys_forget_failure(model->sys);
  s->singular = false;
  return galpha_res_eval(model->res, model->at.t, model->at.q, model->at.v,
                         model->f, model->rq);
}

/* Records whether the matrix is singular; returns the failure for ret of the linear
 * solver. */
static int linear_failure(struct galpha_search *s, int ret, int code)
{
  s->singular = ret > 0 && !s->method->model->sys->fail.what;
  return ret < 0 ? code : GALPHA_SEARCH_CALLBACK;
}

/* A callback returned values that are not finite, which a shorter correction may
 * avoid. */
static bool overflown(const struct galpha_search *s)
{
  const struct galpha_failure *fail = &s->method->model->sys->fail;
  return fail->what && fail->ret == 0;
}

/* ret of F; as published, values that are not finite are no failure, but lead to
 * corrections that are not finite. */
static int unless_overflown(const struct galpha_search *s, int ret)
{
  return ret > 0 && s->published && overflown(s) ? 0 : ret;
}

/* d = J^-1 F at the point, and its norm. */
static int correction(struct galpha_search *s, N_Vector d, sunrealtype *norm)
{
  N_VScale(1.0, s->method->model->rq, d);
  const int ret = galpha_ls_res_solve(s->ic->ls, d);
  if (ret) { return linear_failure(s, ret, GALPHA_LSOLVE_FAIL); }
  /* as published, a residual that is only reduced is a failure */
  if (s->published && s->ic->ls->reduced) { return GALPHA_SEARCH_CALLBACK; }
  *norm = galpha_search_norm(s, d);
  return isfinite(*norm) || s->published ? 0 : linear_failure(s, 1, 0);
}

/* The fraction of the correction that keeps y within its bounds; 0: none does. */
static sunrealtype within_bounds(struct galpha_search *s)
{
  struct galpha_model *model = s->method->model;
  N_Vector constraints       = s->method->model->constraints;
  if (!constraints) { return 1.0; }
  move(s, 1.0, model->d);
  if (N_VConstrMask(constraints, model->at.q, model->work)) { return 1.0; }
  y_part(s, model->d, s->res->work2);
  N_VProd(model->work, s->res->work2, model->work);
  const sunrealtype fraction =
    IC_TO_BOUND * N_VMinQuotient(model->q_base, model->work);
  return fraction > 0.0 && fraction < 1.0 ? fraction : 0.0;
}

/* F at a trial point, and the next correction into packed. */
static int trial(struct galpha_search *s, sunrealtype *norm)
{
  const int ret = unless_overflown(s, galpha_search_evaluate(s));
  if (ret) { return ret < 0 ? GALPHA_RES_FAIL : GALPHA_SEARCH_CALLBACK; }
  return correction(s, s->method->model->packed, norm);
}

/* The search along a correction that is not finite: its points are all the same. */
static int search_nowhere(struct galpha_search *s)
{
  sunrealtype norm = 0.0;
  move(s, 1.0, s->method->model->d);
  const int ret = trial(s, &norm);
  return ret ? ret : s->opt.lsoff ? GALPHA_SEARCH_NO_END : GALPHA_SEARCH_STUCK;
}

/* norm^2 is sufficiently below that of the correction, of which this fraction is
 * applied. False if norm^2 is not finite. */
static bool falls(const struct galpha_search *s, sunrealtype norm,
                  sunrealtype fraction)
{
  const sunrealtype size = s->norm * s->norm;
  const sunrealtype less = 2.0 * IC_SUFFICIENT * fraction * size;
  return norm * norm <= fmax(size - less, 0.0);
}

/* Halves the correction until the next one is sufficiently smaller. */
static int line_search(struct galpha_search *s)
{
  struct galpha_model *model = s->method->model;
  rebase(s);
  const sunrealtype fraction = within_bounds(s);
  const sunrealtype size     = fraction * s->norm;
  sunrealtype lambda = 1.0, norm = 0.0;
  const int most = s->published ? 0 : IC_REFUSED;
  int refused    = 0;
  if (fraction < 1.0 && !(size > s->opt.steptol))
  {
    return GALPHA_SEARCH_BOUNDS;
  }
  if (s->published && !isfinite(s->norm)) { return search_nowhere(s); }
  for (int backs = 0; backs < s->opt.maxbacks; backs++)
  {
    move(s, lambda * fraction, model->d);
    const int ret = trial(s, &norm);
    refused       = ret && (s->published || !overflown(s)) ? refused + 1 : 0;
    if (ret < 0 || (ret && s->opt.lsoff) || refused > most) { return ret; }
    if (!ret && (s->opt.lsoff || falls(s, norm, fraction * lambda)))
    {
      s->norm = norm;
      N_VScale(1.0, model->packed, model->d);
      return 0;
    }
    if (lambda < s->opt.steptol / size) { break; }
    lambda *= 0.5;
    s->ic->nbacktr++;
  }
  return GALPHA_SEARCH_STUCK;
}

/* Returns to the start of the line search, so that a new matrix is formed there. */
static int step_back(struct galpha_search *s)
{
  move(s, 0.0, s->method->model->d);
  s->stuck = true;
  return galpha_search_evaluate(s) ? GALPHA_SEARCH_STUCK : GALPHA_SEARCH_SLOW;
}

static int newton(struct galpha_search *s)
{
  int ret  = correction(s, s->method->model->d, &s->norm);
  s->stuck = false;
  if (ret || s->norm <= s->opt.epiccon) { return ret; }
  const sunrealtype first = s->norm;
  sunrealtype last        = first;
  for (int i = 0; i < s->opt.maxnit; i++)
  {
    last = s->norm;
    s->ic->niters++;
    ret = line_search(s);
    if (ret == GALPHA_SEARCH_STUCK && i > 0 && !s->published)
    {
      return step_back(s);
    }
    if (ret || s->norm <= s->opt.epiccon) { return ret; }
  }
  return s->norm <= IC_SLOW * last || s->norm < 0.1 * first
           ? GALPHA_SEARCH_SLOW
           : GALPHA_SEARCH_NO_END;
}

/* Forms and factorises J at the point, where F is known. */
static int matrix(struct galpha_search *s)
{
  galpha_sys_forget_failure(s->method->model->sys);
  const int ret  = s->published ? galpha_ls_res_setup_lax(s->ic->ls)
                                : galpha_ls_res_setup(s->ic->ls);
  const int code = s->ic->ls->no_memory ? GALPHA_MEM_FAIL : GALPHA_LSETUP_FAIL;
  return ret ? linear_failure(s, ret, code) : 0;
}

int galpha_search_attempt(struct galpha_search *s)
{
  int ret = unless_overflown(s, galpha_search_evaluate(s));
  if (ret) { return galpha_ic_model_code(ret); }
  for (int i = 0; i < s->opt.maxnj; i++)
  {
    ret = matrix(s);
    if (!ret) { ret = newton(s); }
    if (ret != GALPHA_SEARCH_SLOW) { return ret; }
  }
  return ret;
}

/* Applies one more correction if the next one is smaller: returns 0 and *rate, the
 * ratio of the two. */
static int polish_once(struct galpha_search *s, sunrealtype *rate)
{
  sunrealtype norm = 0.0;
  rebase(s);
  if (within_bounds(s) < 1.0) { return GALPHA_SEARCH_BOUNDS; }
  move(s, 1.0, s->method->model->d);
  const int ret = trial(s, &norm);
  if (ret || !(norm < s->norm)) { return ret ? ret : GALPHA_SEARCH_NO_END; }
  galpha_search_keep(s);
  *rate   = norm / s->norm;
  s->norm = norm;
  N_VScale(1.0, s->method->model->packed, s->method->model->d);
  return 0;
}

int galpha_search_polish(struct galpha_search *s, sunrealtype h,
                         sunrealtype least)
{
  const sunrealtype enough = IC_ENOUGH * s->opt.epiccon;
  const sunrealtype goal   = s->iterative ? enough : 0.0;
  sunrealtype rate         = 0.0;
  s->norm                  = HUGE_VAL;
  galpha_ls_set_tolerance(s->ic->ls, enough);
  galpha_search_shifts(s, h);
  int ret = galpha_search_evaluate(s);
  if (!ret) { ret = matrix(s); }
  if (!ret) { ret = correction(s, s->method->model->d, &s->norm); }
  const bool fooled = s->norm < least;
  for (int i = 0; !ret && !fooled && rate <= 0.5 && i < IC_POLISH; i++)
  {
    ret = s->norm > goal ? polish_once(s, &rate) : 1;
  }
  galpha_ls_set_tolerance(s->ic->ls, s->opt.epiccon);
  galpha_search_restore(s);
  return !fooled && s->norm <= s->opt.epiccon ? 0 : GALPHA_SEARCH_NO_END;
}
