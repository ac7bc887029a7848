/* Consistent start of the residual form, as IDACalcIC does it: y'' of components of
 * order 2, y' of order 1 and y of order 0, given the rest; or all of y, given y'. */
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/residual_recursion.h"
#include "start/mechanics_start.h"
#include "start/residual_newton.h"

static struct galpha_ic_options defaults(struct galpha_ic_options o)
{
  if (!(o.epiccon > 0.0)) { o.epiccon = 0.0033; }
  if (o.maxnh <= 0) { o.maxnh = 5; }
  if (o.maxnj <= 0) { o.maxnj = 4; }
  if (o.maxnit <= 0) { o.maxnit = 10; }
  if (o.maxbacks <= 0) { o.maxbacks = 100; }
  if (!(o.steptol > 0.0)) { o.steptol = pow(SUN_UNIT_ROUNDOFF, 2.0 / 3.0); }
  return o;
}

static bool is_iterative(const struct galpha_ls *ls)
{
  const SUNLinearSolver_Type type = SUNLinSolGetType(ls->main.LS);
  return type == SUNLINEARSOLVER_ITERATIVE ||
         type == SUNLINEARSOLVER_MATRIX_ITERATIVE;
}

/* The step h (signed) so short that dF/dy of given components is negligible in J. An
 * iterative solver cannot use it: it would not resolve changes of y' of so small a
 * norm. */
static sunrealtype shortest_h(const struct galpha_search *s)
{
  const sunrealtype h     = fabs(s->h);
  const sunrealtype least = fmin(IC_SHORTEST * s->ic->span, h);
  return copysign(fmax(IC_SHORTER * h, least), s->h);
}

/* Attempts with decreasing h: by tenths, and at last with shortest_h. */
static int attempts(struct galpha_search *s)
{
  const int most  = s->opt.maxnh;
  const int tries = s->all_of_y || s->res->res2 || most == 1 ? 1 : most + 1;
  for (int i = 1;; i++)
  {
    const int ret = galpha_search_attempt(s);
    if (ret <= 0 || i == tries) { return ret; }
    if (ret != GALPHA_SEARCH_SLOW) { galpha_search_restore(s); }
    s->h_norm *= s->res->space.has[0] ? 0.1 : 1.0;
    galpha_search_shifts(s, i < most ? 0.1 * s->h : shortest_h(s));
  }
}

int galpha_search_weights(struct galpha_search *s)
{
  struct galpha_method *method = s->method;
  struct galpha_model *model   = method->model;
  const char *level            = "";
  return galpha_err_weights(s->ic->errtest, method, model->at.q, model->at.v,
                            &level)
           ? GALPHA_BAD_EWT
           : 0;
}

/* Solves, updates the error weights with the values found, and then refines or solves
 * again, because the tolerance depends on the weights. */
static int solve(struct galpha_search *s)
{
  const bool found = s->ic->found >= 0.0;
  int ret          = found ? 0 : attempts(s);
  if (!ret && !found) { ret = galpha_search_weights(s); }
  if (ret) { return ret; }
  galpha_search_keep(s);
  const sunrealtype h = s->h;
  const sunrealtype norm =
    found ? s->ic->found : galpha_search_norm(s, s->method->model->d);
  const sunrealtype least = 0.1 * norm;
  if (!s->res->res2 && !s->iterative &&
      !galpha_search_polish(s, shortest_h(s), least))
  {
    return 0;
  }
  if (!galpha_search_polish(s, h, 0.0)) { return 0; }
  galpha_search_shifts(s, h);
  return attempts(s);
}

/* IC_FIRST of the time ahead, or the shorter time in which y' changes y by half its
 * tolerance. */
static sunrealtype short_time(const struct galpha_ic *ic, N_Vector yp)
{
  struct galpha_res *res = ic->model->res;
  const sunrealtype h    = IC_FIRST * ic->span;
  galpha_space_scale(&res->space, 0.0, 1.0, yp, res->work);
  const sunrealtype rate = galpha_norm(res->work, ic->model->ewt_q);
  return rate * h > 0.5 ? 0.5 / rate : h;
}

static void begin(struct galpha_search *s)
{
  struct galpha_ic *ic   = s->ic;
  struct galpha_res *res = s->res;
  sunrealtype h          = short_time(ic, s->method->model->at.v);
  if (!ic->opt.published) { ic->nbacktr = ic->niters = 0; }
  s->h_norm  = res->space.has[0] || res->space.has[2] ? h : ic->span;
  s->h_ahead = IC_FIRST * ic->span;
  if (res->res2) { h = 1e-2 * IC_FIRST * ic->span; }
  galpha_search_shifts(s, copysign(h, ic->direction));
  galpha_search_keep(s);
}

/* Records an equation or component that leaves the solution undetermined (an empty row
 * or column of J), if there is one. */
static bool undetermined(struct galpha_search *s)
{
  struct galpha_ic *ic = s->ic;
  galpha_search_restore(s);
  galpha_res_set_unknowns_only(s->res, !s->all_of_y);
  ic->row =
    galpha_search_evaluate(s) ? -1 : galpha_ls_res_empty(ic->ls, &ic->by_row);
  return ic->row >= 0;
}

int galpha_search_code(int failure)
{
  static const int code[] = {GALPHA_SUCCESS,     GALPHA_NO_RECOVERY,
                             GALPHA_CONSTR_FAIL, GALPHA_LINESEARCH_FAIL,
                             GALPHA_CONV_FAIL,   GALPHA_CONV_FAIL};
  return failure <= 0 ? failure : code[failure];
}

static int failure_code(struct galpha_search *s, int failure)
{
  if (failure <= 0) { return failure; }
  if (failure == GALPHA_SEARCH_SLOW && s->stuck)
  {
    failure = GALPHA_SEARCH_STUCK;
  }
  const bool singular = failure == GALPHA_SEARCH_CALLBACK && s->singular;
  const bool told     = failure == GALPHA_SEARCH_BOUNDS ||
                    (failure == GALPHA_SEARCH_CALLBACK && !singular);
  if (!told && undetermined(s)) { return GALPHA_SINGULAR_JAC; }
  return singular && s->res->res2 ? GALPHA_SINGULAR_JAC
                                  : galpha_search_code(failure);
}

struct galpha_search galpha_search_new(struct galpha_ic *ic, int icopt)
{
  return (struct galpha_search){.ic        = ic,
                                .method    = ic->method,
                                .res       = ic->model->res,
                                .kept      = ic->method->hist->prev,
                                .opt       = defaults(ic->opt),
                                .all_of_y  = icopt == GALPHA_Y_INIT,
                                .iterative = is_iterative(ic->ls)};
}

int galpha_ic_residual(struct galpha_ic *ic, int icopt)
{
  struct galpha_method *method = ic->method;
  struct galpha_model *model   = method->model;
  struct galpha_state *now     = method->hist->now;
  struct galpha_search s       = galpha_search_new(ic, icopt);
  const sunrealtype newton_tol = ic->ls->newton_tol;
  galpha_ls_set_tolerance(ic->ls, s.opt.epiccon);
  ic->all_of_y = s.all_of_y;
  begin(&s);
  const int ret = failure_code(&s, solve(&s));
  galpha_ls_set_tolerance(ic->ls, newton_tol);
  galpha_res_set_unknowns_only(model->res, false);
  if (ret) { return ret; }
  N_VScale(1.0, model->at.q, now->q);
  N_VScale(1.0, model->at.v, now->v);
  return GALPHA_SUCCESS;
}

void galpha_ic_residual_point(struct galpha_ic *ic, N_Vector ypp)
{
  struct galpha_method *method   = ic->method;
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  galpha_model_set_time(model, now->t);
  N_VScale(1.0, now->q, model->at.q);
  N_VScale(1.0, now->v, model->at.v);
  if (!model->f) { return; }
  if (ypp) { N_VProd(model->res->space.mask[2], ypp, model->f); }
  else { N_VConst(0.0, model->f); }
}

void galpha_ic_residual_state(struct galpha_ic *ic)
{
  struct galpha_method *method = ic->method;
  struct galpha_model *model   = method->model;
  struct galpha_state *now     = method->hist->now;
  galpha_space_scale(&model->res->space, 0.0, 1.0, now->v, now->a);
  if (model->res->space.has[2])
  {
    N_VProd(model->res->space.mask[2], model->f, model->res->work);
    N_VLinearSum(1.0, now->a, 1.0, model->res->work, now->a);
  }
  if (now->qdd) { N_VScale(1.0, now->a, now->qdd); }
  N_VScale(1.0, now->a, now->a_used);
  galpha_state_restart(now);
}

/* In index 3 multipliers follow from positions divided by h^2. At this step the
 * rounding errors of y are a thousandth of y''; at smaller steps they grow with 1/h^2
 * in the multipliers and in equations that contain them. */
static sunrealtype noise_time(const struct galpha_ic *ic)
{
  const struct galpha_method *method = ic->method;
  struct galpha_model *model         = method->model;
  const struct galpha_state *now     = method->hist->now;
  struct galpha_res *res             = model->res;
  N_Vector part                      = res->work;
  sunrealtype size[3], scale = ic->span;
  N_Vector y[3] = {now->q, now->v, now->qdd};
  for (int k = 0; k < 3; k++)
  {
    galpha_space_scale(&res->space, 1.0, 0.0, y[k], part);
    size[k] = galpha_norm(part, model->ewt_q);
  }
  if (size[1] * scale > size[0]) { scale = size[0] / size[1]; }
  if (size[2] * scale * scale > size[0]) { scale = sqrt(size[0] / size[2]); }
  return sqrt(1e3 * SUN_UNIT_ROUNDOFF) * scale;
}

/* The least first step of F(t,y,y') of index 2 with multipliers in the error test, and
 * of index 3: below it rounding errors of y, divided by h^2, change multipliers by more
 * than about their tolerances. Otherwise 0. */
static sunrealtype blurred_time(const struct galpha_ic *ic)
{
  struct galpha_method *method   = ic->method;
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  struct galpha_res *res         = model->res;
  if (!res->res1 || !res->space.has[0]) { return 0.0; }
  const int index = galpha_model_res_start_index(model, now->t, now->q, now->v);
  if (index == 1 || (index == 2 && ic->errtest->algebraic == 0)) { return 0.0; }
  galpha_space_keep(&res->space, 1, now->q, res->work);
  const sunrealtype size = galpha_norm(res->work, model->ewt_q);
  galpha_space_keep(&res->space, 1, now->v, res->work);
  const sunrealtype rate = galpha_norm(res->work, model->ewt_q);
  const sunrealtype time = rate * ic->span > size ? size / rate : ic->span;
  return fmin(IC_FIRST, sqrt(IC_ROUNDING * SUN_UNIT_ROUNDOFF * size)) * time;
}

sunrealtype galpha_ic_residual_first_step(const struct galpha_ic *ic)
{
  const struct galpha_method *method = ic->method;
  struct galpha_model *model         = method->model;
  const struct galpha_state *now     = method->hist->now;
  struct galpha_res *res             = model->res;
  sunrealtype h                      = short_time(ic, now->v);
  if (method->traits->jumps) { h = fmax(h, noise_time(ic)); }
  h = fmax(h, blurred_time(ic));
  if (!res->space.has[2]) { return h; }
  galpha_space_scale(&res->space, 1.0, 0.0, now->qdd, res->work);
  const sunrealtype acc = galpha_norm(res->work, model->ewt_q);
  if (acc * h * h > 1.0) { h = sqrt(1.0 / acc); }
  return fmax(h, JUMP_FIRST * ic->usual);
}
