/* Matrix-free linear solvers of all kinds of equations: binding of callbacks, tolerance,
 * solution. */
#include <math.h>

#include "base/sundials_compat.h"
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "linear/linear_solver.h"

/* Stands for a preconditioner that is not set: SUNDIALS 7 would call NULL. */
static int no_psolve(void *data, N_Vector rhs, N_Vector z, sunrealtype tol,
                     int lr)
{
  (void)rhs;
  (void)z;
  (void)tol;
  (void)lr;
  ((struct galpha_ls *)data)->prec_missing = true;
  return -1;
}

int galpha_ls_initialize(struct galpha_ls *ls, bool preconditioned)
{
  SUNLinearSolver LS = ls->main.LS;
  ls->prec_missing   = false;
  if (SUNLinSolInitialize(LS))
  {
    ls->prec_missing = SUNLinSolLastFlag(LS) == SUNLS_PSOLVE_NULL;
    return -3;
  }
  if (ls->main.A || !LS->ops->setpreconditioner || preconditioned) { return 0; }
  return SUNLinSolSetPreconditioner(LS, ls, NULL, no_psolve) ? -3 : 0;
}

/* Each operation may be absent: a matrix-embedded solver has none. */
int galpha_ls_bind(struct galpha_ls *ls, const struct galpha_krylov *k)
{
  SUNLinearSolver LS    = ls->main.LS;
  SUNLinearSolver_Ops o = LS->ops;
  if (o->setatimes && SUNLinSolSetATimes(LS, ls, k->times)) { return -3; }
  /* NULL also removes a preconditioner that was bound before */
  if ((k->psolve || o->setpreconditioner) &&
      SUNLinSolSetPreconditioner(LS, k->psolve ? ls : NULL, k->psetup,
                                 k->psolve))
  {
    return -3;
  }
  if (!o->setscalingvectors) { return 0; }
  return SUNLinSolSetScalingVectors(LS, k->s1, k->s2) ? -3 : 0;
}

void galpha_ls_weights(const struct galpha_model *model, N_Vector out)
{
  const bool alone = model->level_v || !model->has[2];
  N_VScale(1.0, alone ? model->ewt_q : model->ewt_v, out);
  if (alone) { return; }
  galpha_model_keep_second(model, out);
  N_VLinearSum(1.0, model->ewt_q, fabs(model->stage.dv), out, out);
}

/* norm_factor converts the weighted RMS norm to the solver's 2-norm of scaled
 * vectors, as in IDA: > 0: given, 0: sqrt(length), < 0: sqrt(1 . 1). */
sunrealtype galpha_ls_tolerance(const struct galpha_ls *ls, N_Vector b,
                                N_Vector weights)
{
  const sunrealtype n    = (sunrealtype)N_VGetLength(b);
  const sunrealtype size = galpha_norm(b, weights);
  sunrealtype factor     = ls->norm_factor > 0.0 ? ls->norm_factor : sqrt(n);
  if (ls->norm_factor < 0.0)
  {
    N_VConst(1.0, ls->x);
    factor = sqrt(N_VDotProd(ls->x, ls->x));
  }
  return fmin(ls->eps_lin * ls->newton_tol, KRYLOV_REDUCTION * size) * factor;
}

static void count_iterations(struct galpha_ls *ls)
{
  if (ls->main.A || !ls->main.LS->ops->numiters) { return; }
  ls->niter += SUNLinSolNumIters(ls->main.LS);
  ls->nconvfail += ls->last_flag != 0;
}

int galpha_ls_iterate(struct galpha_ls *ls, N_Vector b, sunrealtype tol)
{
  const struct galpha_solver *s = &ls->main;
  N_VConst(0.0, ls->x);
  if (!s->A && s->LS->ops->setzeroguess)
  {
    SUNLinSolSetZeroGuess(s->LS, SUNTRUE);
  }
  ls->last_flag = SUNLinSolSolve(s->LS, s->A, ls->x, b, tol);
  count_iterations(ls);
  /* a reduced residual is accepted: Newton's convergence test decides */
  ls->reduced = ls->last_flag == SUNLS_RES_REDUCED;
  if (ls->reduced) { ls->last_flag = 0; }
  if (!ls->last_flag) { N_VScale(1.0, ls->x, b); }
  return ls->last_flag;
}
