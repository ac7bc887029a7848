#include "galpha_nls.h"

#include <float.h>
#include <math.h>

#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "galpha_compat.h"

#define RATE_DIVERGED 2.0  /* growth of a correction that ends the iteration */
#define RATE_FLOOR    0.05 /* least rate believed before it is seen */
#define ROUND_OFF     16.0

static int set_cause(struct galpha_nls *nls, enum galpha_cause cause, int ret)
{
  if (ret) { nls->cause = cause; }
  return ret;
}

static int system_fn(N_Vector x, N_Vector r, void *mem)
{
  struct galpha_nls *nls = mem;
  const int ret = nls->form->ops->residual(nls->form, nls->stage, x, r);
  return set_cause(nls, GALPHA_CAUSE_MODEL, ret);
}

static int lsetup_fn(galpha_sunbool jbad, galpha_sunbool *jcur, void *mem)
{
  struct galpha_nls *nls = mem;
  (void)jbad;
  const int ret = galpha_ls_setup(nls->ls);
  *jcur         = ret == 0;
  return set_cause(nls, GALPHA_CAUSE_SETUP, ret);
}

static int lsolve_fn(N_Vector b, void *mem)
{
  struct galpha_nls *nls = mem;
  return set_cause(nls, GALPHA_CAUSE_SOLVE, galpha_ls_solve(nls->ls, b));
}

/* Size of a correction: the larger of its position and velocity norms. */
static sunrealtype correction_norm(struct galpha_nls *nls, N_Vector del)
{
  struct galpha_form *form = nls->form;
  galpha_unpack(del, form->d, NULL, NULL);
  return fmax(N_VWrmsNorm(form->d, form->ewt_q),
              fabs(form->coef.dv) * N_VWrmsNorm(form->d, form->ewt_v));
}

/* Down at the last digits of the positions nothing more can be gained. */
static bool at_round_off(const struct galpha_nls *nls)
{
  const struct galpha_form *form = nls->form;
  const sunrealtype size =
    fmax(N_VMaxNorm(form->hist->now->q),
         fabs(form->coef.h) * N_VMaxNorm(form->hist->now->v));
  return N_VMaxNorm(form->d) <= ROUND_OFF * DBL_EPSILON * size;
}

static int conv_test(SUNNonlinearSolver NLS, N_Vector y, N_Vector del,
                     sunrealtype tol, N_Vector ewt, void *mem)
{
  struct galpha_nls *nls = mem;
  int iter               = 0;
  (void)y;
  (void)ewt;
  SUNNonlinSolGetCurIter(NLS, &iter);
  const sunrealtype norm = correction_norm(nls, del);
  sunrealtype *rate      = &nls->rate[nls->stage];
  if (iter > 0 && nls->last_norm > 0.0)
  {
    const sunrealtype seen = norm / nls->last_norm;
    nls->seen              = fmax(nls->seen, seen);
    *rate                  = fmax(0.3 * *rate, seen);
  }
  const sunrealtype r = fmin(fmax(*rate, RATE_FLOOR), 0.9);
  nls->last_norm      = norm;
  if (norm * fmin(1.0, r / (1.0 - r)) <= tol || at_round_off(nls))
  {
    return SUN_NLS_SUCCESS;
  }
  if (!isfinite(norm) || (iter > 0 && *rate > RATE_DIVERGED))
  {
    nls->cause = GALPHA_CAUSE_CONVERGE;
    *rate      = 1.0;
    return SUN_NLS_CONV_RECVR;
  }
  return SUN_NLS_CONTINUE;
}

int galpha_nls_prepare(struct galpha_nls *nls)
{
  if (!nls->x) { nls->x = N_VClone(nls->ls->packed); }
  if (!nls->weights) { nls->weights = N_VClone(nls->ls->packed); }
  if (!nls->zero) { nls->zero = N_VClone(nls->ls->packed); }
  if (!nls->x || !nls->zero || !nls->weights) { return -1; }
  N_VConst(0.0, nls->zero);
  N_VConst(1.0, nls->weights);
  if (!nls->NLS)
  {
    nls->NLS = SUNNonlinSol_Newton(nls->x, nls->form->sys->sunctx);
    nls->own = true;
  }
  if (!nls->NLS) { return -1; }
  if (SUNNonlinSolSetSysFn(nls->NLS, system_fn) ||
      SUNNonlinSolSetLSetupFn(nls->NLS, lsetup_fn) ||
      SUNNonlinSolSetLSolveFn(nls->NLS, lsolve_fn) ||
      SUNNonlinSolSetConvTestFn(nls->NLS, conv_test, nls) ||
      SUNNonlinSolSetMaxIters(nls->NLS, nls->max_iters) ||
      SUNNonlinSolInitialize(nls->NLS))
  {
    return -2;
  }
  nls->rate[0] = nls->rate[1] = 1.0;
  nls->initialized            = true;
  return 0;
}

void galpha_nls_set_solver(struct galpha_nls *nls, SUNNonlinearSolver NLS)
{
  if (nls->own && nls->NLS) { SUNNonlinSolFree(nls->NLS); }
  nls->NLS         = NLS;
  nls->own         = false;
  nls->initialized = false;
}

void galpha_nls_free(struct galpha_nls *nls)
{
  galpha_nls_set_solver(nls, NULL);
  if (nls->x) { N_VDestroy(nls->x); }
  if (nls->zero) { N_VDestroy(nls->zero); }
  if (nls->weights) { N_VDestroy(nls->weights); }
  nls->x = nls->zero = nls->weights = NULL;
}

static void note_worst(struct galpha_nls *nls)
{
  const sunrealtype *d = N_VGetArrayPointer(nls->form->d);
  const sunindextype n = N_VGetLength(nls->form->d);
  nls->worst           = 0;
  for (sunindextype i = 1; d && i < n; i++)
  {
    if (!(fabs(d[i]) <= fabs(d[nls->worst]))) { nls->worst = i; }
  }
}

int galpha_nls_solve(struct galpha_nls *nls, int stage)
{
  const bool setup = galpha_ls_stale(nls->ls, nls->form->coef.h);
  long int n       = 0;
  nls->stage       = stage;
  nls->cause       = GALPHA_CAUSE_NONE;
  nls->seen        = 0.0;
  nls->last_norm   = 0.0;
  N_VConst(0.0, nls->x);
  int ret = SUNNonlinSolSetup(nls->NLS, nls->zero, nls);
  if (!ret)
  {
    ret = SUNNonlinSolSolve(nls->NLS, nls->zero, nls->x, nls->weights, nls->tol,
                            setup, nls);
  }
  if (!SUNNonlinSolGetNumIters(nls->NLS, &n)) { nls->niters += n; }
  if (!SUNNonlinSolGetNumConvFails(nls->NLS, &n)) { nls->nfails += n; }
  if (!ret) { return 0; }
  note_worst(nls);
  nls->ls->rebuild = true;
  if (nls->cause == GALPHA_CAUSE_NONE)
  {
    nls->cause = ret > 0 ? GALPHA_CAUSE_CONVERGE : GALPHA_CAUSE_SOLVER;
  }
  return ret;
}
