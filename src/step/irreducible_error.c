#include "step/irreducible_error.h"

#include <float.h>
#include <math.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/residual_recursion.h"
#include "model/matrix_ops.h"

void galpha_exclusion_restart(struct galpha_exclusion *x,
                              struct galpha_res *res)
{
  *x = (struct galpha_exclusion){.told = x->told};
  if (res->untested) { N_VConst(0.0, res->untested); }
}

void galpha_exclusion_begin(struct galpha_exclusion *x,
                            const struct galpha_model *model, long int steps)
{
  struct galpha_res *res = model->res;
  if (!model->ops->traits.irreducible_errors) { return; }
  /* the comparison continues over steps that passed after cuts, and over a few that passed
   * at once in between */
  if (!x->failed && ++x->passed > EXCLUDE_SPELL) { x->h = 0.0; }
  if (x->failed) { x->passed = 0; }
  x->failed = x->no_memory = false;
  if (x->times > 0 && x->until == steps) { N_VConst(0.0, res->untested); }
}

/* Allocated on first use, because few runs need them. */
static bool make_room(const struct galpha_res *res, N_Vector *room)
{
  if (*room) { return true; }
  *room = galpha_clone(res->work);
  if (*room) { N_VConst(0.0, *room); }
  return *room != NULL;
}

/* out = |error| / tolerance, by components. */
static void scaled(const struct galpha_errtest *et, N_Vector out)
{
  N_VProd(et->est_q, et->ewt_q, out);
  N_VAbs(out, out);
}

/* out = 1 where x > 0, else 0. */
static void positive(N_Vector x, N_Vector work, N_Vector out)
{
  N_VAbs(x, work);
  N_VLinearSum(0.5, x, 0.5, work, out);
  N_VCompare(DBL_MIN, out, out);
}

/* Ratio of its errors above which the error of a component has not fallen, after an
 * attempt that is shorter by the ratio of steps. */
static sunrealtype least_fall(const struct galpha_res *res, sunrealtype shorter)
{
  return res->constrained > 0 ? pow(shorter, EXCLUDE_POWER) : EXCLUDE_FALLEN;
}

/* out = 1 where the error has not fallen below this ratio since the longer attempt, else
 * 0; ratio = 1: where it has stayed as it was. */
static void not_fallen(const struct galpha_errtest *et,
                       const struct galpha_res *res, sunrealtype ratio,
                       N_Vector work, N_Vector out)
{
  scaled(et, out);
  N_VLinearSum(1.0, out, -ratio, res->longer_try, out);
  if (ratio == 1.0)
  {
    N_VAbs(out, out);
    N_VLinearSum(-1.0, out, EXCLUDE_SAME, res->longer_try, out);
  }
  positive(out, work, out);
}

/* res->work = 1 where the error is significant and has not fallen; true: there are such
 * components, and the others pass the test. */
static bool only_stuck(struct galpha_model *model, struct galpha_errtest *et,
                       sunrealtype ratio)
{
  struct galpha_res *res = model->res;
  N_Vector mask = res->work, rest = model->packed;
  not_fallen(et, res, ratio, res->work2, mask);
  scaled(et, res->work2);
  N_VProd(mask, res->work2, mask);
  N_VCompare(EXCLUDE_COUNTS, mask, mask);
  N_VProd(mask, et->est_q, rest);
  N_VLinearSum(1.0, et->est_q, -1.0, rest, rest);
  return N_VMaxNorm(mask) > 0.0 && galpha_norm(rest, et->ewt_q) <= 1.0;
}

/* Replaces the errors x by their part along the constraints: solves, with the matrix of a
 * step so short that forces are negligible, for the change that x makes in the rows of F
 * that contain multipliers (mask model->rc). */
static int along(struct galpha_step *step, N_Vector x)
{
  struct galpha_model *model = step->model;
  struct galpha_res *res     = model->res;
  N_Vector b                 = model->packed;
  N_VLinearSum(1.0, model->at.v, res->c[0], x, model->work);
  int ret =
    galpha_res_eval(res, model->at.t, model->at.q, model->work, model->f, b);
  N_VLinearSum(EXCLUDE_SHORT, b, -EXCLUDE_SHORT, model->rq, b);
  N_VProd(model->rc, b, b);
  if (!ret) { ret = galpha_ls_res_solve_short(step->ls, EXCLUDE_SHORT, b); }
  N_VProd(res->space.mask[1], b, x);
  return ret;
}

/* Weighted norm of the masked components of x. */
static sunrealtype masked(const struct galpha_method *method, N_Vector mask,
                          N_Vector x)
{
  struct galpha_model *model = method->model;
  N_VProd(mask, x, model->work);
  return galpha_norm(model->work, model->ewt_q);
}

/* The error of masked components whose y' F contains lies across the constraints,
 * except for a part that passes the test. (Over steps longer than its time constant the
 * error of a stiff component that jumps does not fall either, but it lies along the
 * constraints.) */
static bool across(struct galpha_step *step, N_Vector mask)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = method->model;
  struct galpha_res *res       = model->res;
  N_Vector x                   = res->part;
  N_VProd(res->space.mask[1], step->errtest->est_q, x);
  const sunrealtype whole = masked(method, mask, x);
  N_VLinearSum(1.0, mask, 1.0, res->untested, model->packed);
  if (!galpha_model_res_unbounded(model, model->packed)) { return false; }
  if (N_VMaxNorm(model->rc) == 0.0) { return true; }
  if (!res->direct || !step->ls->main.A) { return false; }
  galpha_method_res_all_errors(method, x);
  N_VLinearSum(1.0, mask, 1.0, res->untested, res->work);
  N_VProd(res->work, x, x);
  N_VProd(res->space.mask[1], x, x);
  return !along(step, x) &&
         masked(method, mask, x) <= fmax(1.0, EXCLUDE_FALLEN * whole);
}

/* Some component with y' is still tested if these are excluded. by_id: some component
 * that the user's id calls differential, because id may call positions algebraic. */
static bool leaves_some_tested(const struct galpha_res *res, bool by_id,
                               N_Vector mask, N_Vector work)
{
  N_VLinearSum(1.0, mask, 1.0, res->untested, work);
  N_VCompare(0.5, work, work);
  N_VLinearSum(1.0, res->space.mask[1], -1.0, work, work);
  N_VProd(res->space.mask[1], work, work);
  if (by_id) { N_VProd(res->hint, work, work); }
  return N_VMaxNorm(work) > 0.0;
}

/* The components marked in res->work may be excluded from the test. */
static bool may_exclude(struct galpha_exclusion *x, struct galpha_step *step)
{
  struct galpha_res *res           = step->model->res;
  const struct galpha_failure kept = step->model->sys->fail;
  N_Vector mask                    = galpha_clone(res->work);
  x->no_memory =
    !mask || !make_room(res, &res->untested) || !make_room(res, &res->part);
  if (x->no_memory)
  {
    if (mask) { N_VDestroy(mask); }
    return false;
  }
  N_VScale(1.0, res->work, mask);
  const bool may =
    leaves_some_tested(res, res->hint && step->errtest->algebraic == 0, mask,
                       step->model->packed) &&
    across(step, mask);
  galpha_sys_set_failure(step->model->sys, kept);
  N_VScale(1.0, mask, res->work);
  N_VDestroy(mask);
  return may;
}

/* Steps of an exclusion. */
static long int spell(const struct galpha_exclusion *x)
{
  return EXCLUDE_PERIOD << (x->times < EXCLUDE_DOUBLINGS ? x->times
                                                         : EXCLUDE_DOUBLINGS);
}

/* Excludes them, in addition to those already excluded. What passed the test for many
 * times the last exclusion has an honest error, and has jumped. */
static void exclude(struct galpha_exclusion *x, struct galpha_res *res,
                    long int steps)
{
  sunindextype n = 0;
  N_Vector mask  = res->work;
  N_VProd(mask, res->untested, res->work2);
  N_VLinearSum(1.0, res->untested, 1.0, mask, res->untested);
  N_VLinearSum(1.0, res->untested, -1.0, res->work2, res->untested);
  const sunrealtype *m = galpha_vector_data(mask, &n);
  x->component         = 0;
  while (x->component < n && m[x->component] == 0.0) { x->component++; }
  if (res->constrained <= 0 && steps - x->until >= EXCLUDE_RESET * spell(x))
  {
    x->times = 0;
  }
  if (x->times == 0 || steps - x->left > EXCLUDE_ONE) { x->times++; }
  x->left  = steps;
  x->until = steps + spell(x);
}

bool galpha_exclusion_step(struct galpha_exclusion *x, struct galpha_step *step,
                           long int steps, sunrealtype *h)
{
  struct galpha_res *res    = step->model->res;
  struct galpha_errtest *et = step->errtest;
  if (!step->model->ops->traits.irreducible_errors ||
      !res->work->ops->nvcompare)
  {
    return false;
  }
  if (!x->failed) { x->first = *h; }
  x->failed = true;
  if (x->h == 0.0 || x->order != step->method->step_order)
  {
    x->stuck     = 0;
    x->no_memory = !make_room(res, &res->longer_try);
    if (x->no_memory) { return false; }
  }
  else if (!(fabs(*h) <= EXCLUDE_SHORTER * fabs(x->h))) { return false; }
  else if (!only_stuck(step->model, et, least_fall(res, fabs(*h / x->h))))
  {
    x->stuck = 0;
  }
  else if ((res->constrained > 0 || ++x->stuck >= EXCLUDE_TWICE ||
            only_stuck(step->model, et, 1.0)) &&
           may_exclude(x, step))
  {
    exclude(x, res, steps);
    *h   = x->first;
    x->h = 0.0;
    return true;
  }
  scaled(et, res->longer_try);
  x->h     = *h;
  x->order = step->method->step_order;
  return false;
}
