#include "newton/bounds.h"

#include <float.h>
#include <math.h>

#define INSIDE 0.1 /* of tol: distance from a strict bound */
#define LEADS \
  0.1 /* of tol: what a rate of the solution itself does in a step */

/* Where y is to be moved, on the bound or, for c = +-2, c INSIDE tol inside. */
static void target(struct galpha_form *form, sunrealtype tol, N_Vector out)
{
  N_Vector c = form->res->constraints;
  N_VCompare(1.5, c, out);
  N_VProd(out, c, out);
  N_VDiv(out, form->ewt_q, out);
  N_VScale(INSIDE * tol, out, out);
}

/* Share of the step at which y would reach its bound. */
static sunrealtype share(struct galpha_form *form, N_Vector violated)
{
  const struct galpha_hist *hist = form->hist;
  N_VLinearSum(1.0, hist->now->q, -1.0, hist->trial->q, form->d);
  N_VProd(violated, form->d, form->d);
  N_VProd(violated, hist->now->q, form->work);
  return fmin(0.9, fmax(0.1, 0.9 * N_VMinQuotient(form->work, form->d)));
}

int galpha_bounds_meet(struct galpha_form *form, sunrealtype tol, bool *moved,
                       sunrealtype *shrink)
{
  struct galpha_res *res = form->res;
  struct galpha_state *s = form->hist->trial;
  *moved                 = false;
  if (!res || !res->constraints ||
      N_VConstrMask(res->constraints, s->q, res->violated))
  {
    return 0;
  }
  N_VProd(res->violated, s->q, form->d);
  const sunrealtype size = N_VWrmsNorm(form->d, form->ewt_q);
  target(form, tol, form->work);
  N_VLinearSum(1.0, form->work, -1.0, s->q, form->work);
  N_VProd(res->violated, form->work, form->work);
  N_VLinearSum(1.0, s->q, 1.0, form->work, form->packed);
  if (size <= tol && N_VConstrMask(res->constraints, form->packed, form->d))
  {
    /* y alone: over a short step it would make large changes of y' and y'' */
    N_VScale(1.0, form->packed, s->q);
    *moved = true;
    return 0;
  }
  *shrink = share(form, res->violated);
  return 1;
}

/* x = 0 where it was moved, is of order 1 and points outward: c x < 0. What x was
 * there is left in res->work. */
static void halt(struct galpha_res *res, N_Vector x)
{
  N_Vector out = res->work, size = res->work2;
  N_VProd(res->constraints, x, out);
  N_VProd(res->violated, out, out);
  N_VProd(res->mask[1], out, out);
  N_VAbs(out, size);
  N_VLinearSum(1.0, out, -1.0, size, out);
  N_VCompare(DBL_MIN, out, out);
  N_VProd(out, x, out);
  N_VLinearSum(1.0, x, -1.0, out, x);
}

bool galpha_bounds_halt(struct galpha_form *form, sunrealtype tol)
{
  struct galpha_state *s = form->hist->trial;
  halt(form->res, s->a);
  halt(form->res, s->qdd);
  halt(form->res, s->v);
  return fabs(s->h) * N_VWrmsNorm(form->res->work, form->ewt_q) > LEADS * tol;
}
