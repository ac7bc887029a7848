#include "newton/bounds.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

/* out = the values to which y is moved: the bound 0 or, for strict bounds (c = +-2),
 * c BOUND_INSIDE tol / ewt. */
static void target(struct galpha_method *method, sunrealtype tol, N_Vector out)
{
  struct galpha_model *model = method->model;
  N_Vector c                 = model->constraints;
  N_VCompare(1.5, c, out);
  N_VProd(out, c, out);
  N_VDiv(out, model->ewt_q, out);
  N_VScale(BOUND_INSIDE * tol, out, out);
}

/* The fraction of the step after which y reaches its bound by linear interpolation,
 * with a safety factor 0.9, between 0.1 and 0.9. */
static sunrealtype admissible_fraction(struct galpha_method *method,
                                       N_Vector violated)
{
  struct galpha_model *model     = method->model;
  const struct galpha_hist *hist = method->hist;
  N_VLinearSum(1.0, hist->now->q, -1.0, hist->trial->q, model->d);
  N_VProd(violated, model->d, model->d);
  N_VProd(violated, hist->now->q, model->work);
  return fmin(0.9, fmax(0.1, 0.9 * N_VMinQuotient(model->work, model->d)));
}

int galpha_bounds_meet(struct galpha_method *method, sunrealtype tol,
                       bool *moved, sunrealtype *shrink)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  *moved                     = false;
  if (!model->constraints ||
      N_VConstrMask(model->constraints, s->q, model->violated))
  {
    return 0;
  }
  N_VProd(model->violated, s->q, model->d);
  const sunrealtype size = galpha_norm(model->d, model->ewt_q);
  target(method, tol, model->work);
  N_VLinearSum(1.0, model->work, -1.0, s->q, model->work);
  N_VProd(model->violated, model->work, model->work);
  N_VLinearSum(1.0, s->q, 1.0, model->work, model->packed);
  if (size <= tol && N_VConstrMask(model->constraints, model->packed, model->d))
  {
    /* y', y'' are kept: over a short step the move would change them strongly */
    N_VScale(1.0, model->packed, s->q);
    *moved = true;
    return 0;
  }
  *shrink = admissible_fraction(method, model->violated);
  return 1;
}

/* Sets x to 0 where y was moved, has order 1 and x points outward (c x < 0); the
 * removed values of x are left in res->work. */
static void halt(struct galpha_model *model, N_Vector x)
{
  struct galpha_res *res = model->res;
  N_Vector out = res->work, size = res->work2;
  N_VProd(model->constraints, x, out);
  N_VProd(model->violated, out, out);
  N_VProd(res->space.mask[1], out, out);
  N_VAbs(out, size);
  N_VLinearSum(1.0, out, -1.0, size, out);
  N_VCompare(DBL_MIN, out, out);
  N_VProd(out, x, out);
  N_VLinearSum(1.0, x, -1.0, out, x);
}

bool galpha_bounds_halt(struct galpha_method *method, sunrealtype tol)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  halt(model, s->a);
  if (s->qdd) { halt(model, s->qdd); }
  halt(model, s->v);
  return fabs(s->h) * galpha_norm(model->res->work, model->ewt_q) >
         BOUND_LEADS * tol;
}
