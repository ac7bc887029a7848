/* IDASolve, IDACalcIC and rootfinding. Each makes the checks of IDA in
 * the same order, for the same return codes, and then calls GALPHA. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "ida/mem.h"

/* IDA's Newton iteration needs a linear solver, where GALPHA would create one. */
static bool lacks_solver(const struct galpha_ida *mem)
{
  return !mem->linear.attached &&
         (!mem->NLS || mem->NLS->ops->solve == SUNNonlinSolSolve_Newton);
}

/* IDA needs a Jacobian function for sparse matrices, where GALPHA would
 * differentiate numerically. */
static bool lacks_jacobian(const struct galpha_ida *mem)
{
  const struct galpha_ida_linear *ls = &mem->linear;
  if (!ls->attached || !ls->A || ls->given_jac) { return false; }
  if (!ls->A->ops->getid) { return true; }
  const SUNMatrix_ID id = SUNMatGetID(ls->A);
  return id != SUNMATRIX_DENSE && id != SUNMATRIX_BAND;
}

/* The weight function fails, or rtol |y0| + atol is not positive everywhere;
 * overwrites work. */
static bool bad_weights(const struct galpha_ida *mem, N_Vector work)
{
  const struct galpha_ida_tol *tol = &mem->tol;
  if (tol->kind == GALPHA_IDA_TOL_WF)
  {
    return tol->efun(mem->y0, work, mem->user_data) != 0;
  }
  N_VAbs(mem->y0, work);
  if (tol->kind == GALPHA_IDA_TOL_SV)
  {
    N_VLinearSum(tol->rtol, work, 1.0, tol->vatol, work);
  }
  else
  {
    N_VScale(tol->rtol, work, work);
    N_VAddConst(work, tol->atol, work);
  }
  return !(N_VMin(work) > 0.0);
}

/* Errors that IDA reports before those of the solvers, and GALPHA only when it
 * starts. NULL: none. */
static const char *bad_start(const struct galpha_ida *mem)
{
  const char *why = NULL;
  N_Vector work   = galpha_ida_clone(mem->y0);
  if (!work) { return NULL; }
  if (mem->tol.refused || bad_weights(mem, work))
  {
    why = "The initial error weights cannot be built.";
  }
  else if (mem->constraints && !N_VConstrMask(mem->constraints, mem->y0, work))
  {
    why = "y0 fails to satisfy constraints.";
  }
  N_VDestroy(work);
  return why;
}

/* Returns IDA's code if the linear solver cannot work. */
static int check_solver(const struct galpha_ida *mem, const char *function)
{
  const bool jacobian = lacks_jacobian(mem);
  if (!jacobian && !lacks_solver(mem)) { return IDA_SUCCESS; }
  const char *why = bad_start(mem);
  if (why) { return galpha_ida_refuse(mem, IDA_ILL_INPUT, function, why); }
  return jacobian ? galpha_ida_refuse(
                      mem, IDA_LINIT_FAIL, function,
                      "No Jacobian constructor available for SUNMatrix type: "
                      "call IDASetJacFn.")
                  : galpha_ida_refuse(
                      mem, IDA_NLS_INIT_FAIL, function,
                      "The nonlinear solver's init routine failed: no linear "
                      "solver, call IDASetLinearSolver.");
}

/* The checks of IDA at the start of an integration. */
static int check_setup(const struct galpha_ida *mem, const char *function)
{
  if (mem->suppress_alg && !mem->y0->ops->nvwrmsnormmask)
  {
    return galpha_ida_refuse(mem, IDA_ILL_INPUT, function,
                             "A required vector operation is not implemented.");
  }
  if (mem->suppress_alg && !mem->id)
  {
    return galpha_ida_refuse(mem, IDA_ILL_INPUT, function,
                             "id = NULL but suppressalg option on.");
  }
  if (mem->tol.kind == GALPHA_IDA_TOL_NONE)
  {
    return galpha_ida_refuse(mem, IDA_ILL_INPUT, function,
                             "No integration tolerances have been specified.");
  }
  return check_solver(mem, function);
}

static int check_weights(const struct galpha_ida *mem, const char *function)
{
  return mem->tol.refused
           ? galpha_ida_refuse(mem, IDA_ILL_INPUT, function,
                               "Some initial ewt component = 0.0 illegal.")
           : IDA_SUCCESS;
}

static bool within_round_off(const struct galpha_ida *mem, sunrealtype t)
{
  return fabs(t - mem->t0) <
         2.0 * SUN_UNIT_ROUNDOFF * (fabs(mem->t0) + fabs(t));
}

static bool too_close(const struct galpha_ida *mem, sunrealtype t)
{
  return !(fabs(t - mem->t0) > 0.0) || within_round_off(mem, t);
}

/* Before the first step: tout, the first step and the stop time must lie in the same
 * direction from t0. */
static int check_first(const struct galpha_ida *mem, sunrealtype tout)
{
  const char *function     = "IDASolve";
  const sunrealtype toward = tout - mem->t0;
  int code                 = check_setup(mem, function);
  if (code) { return code; }
  if (too_close(mem, tout))
  {
    return galpha_ida_refuse(mem, IDA_ILL_INPUT, function,
                             "tout too close to t0 to start integration.");
  }
  if (mem->hin * toward < 0.0)
  {
    return galpha_ida_refuse(mem, IDA_ILL_INPUT, function,
                             "Initial step is not towards tout.");
  }
  if (mem->tstop_set && !((mem->tstop - mem->t0) * toward > 0.0))
  {
    return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, function,
                             "The value tstop = %g is behind current t = %g in "
                             "the direction of integration.",
                             mem->tstop, mem->t0);
  }
  return IDA_SUCCESS;
}

/* At the stop time, which is then cleared. Before SUNDIALS 6.6.1 IDA reports tout
 * first if tout equals the stop time, and the stop in the next call. */
static int stopped(struct galpha_ida *mem, sunrealtype tout, int itask)
{
#ifndef GALPHA_IDA_STOP_BEFORE_TOUT
  if (itask == IDA_NORMAL && tout == mem->tstop)
  {
    return galpha_ida_code(GALPHASetStopTime(mem->galpha, mem->tstop));
  }
#endif
  (void)tout;
  (void)itask;
  mem->tstop_set = false;
  return IDA_TSTOP_RETURN;
}

/* To IDA an infinite time is a direction, for programs that run to a stop time or a root;
 * here it is one so far away that products by a thousand do not overflow. */
static sunrealtype finite_time(sunrealtype t)
{
  return isinf(t) ? copysign(SUN_UNIT_ROUNDOFF * SUN_BIG_REAL, t) : t;
}

int IDASolve(void *ida_mem, sunrealtype tout, sunrealtype *tret, N_Vector yret,
             N_Vector ypret, int itask)
{
  int code               = IDA_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_defined(ida_mem, __func__, &code);
  if (!mem) { return code; }
  const char *wrong = !yret    ? "yret = NULL illegal."
                      : !ypret ? "ypret = NULL illegal."
                      : !tret  ? "tret = NULL illegal."
                      : itask != IDA_NORMAL && itask != IDA_ONE_STEP
                        ? "itask has an illegal value."
                        : NULL;
  if (wrong) { return galpha_ida_refuse(mem, IDA_ILL_INPUT, __func__, wrong); }
  tout = finite_time(tout);
  if (galpha_ida_steps(mem) == 0) { code = check_first(mem, tout); }
  if (!code) { code = check_weights(mem, __func__); }
  if (code) { return code; }
  /* what GALPHA does not take from inside a callback */
  galpha_ida_settings_apply(mem, false);
  code = GALPHASolve(mem->galpha, tout, tret, yret, ypret, itask);
  return code == GALPHA_TSTOP_RETURN ? stopped(mem, tout, itask)
                                     : galpha_ida_code(code);
}

/* IDA finds y from y' independently of tout1, and derivatives with steps of a thousandth
 * of the time to tout1. */
static int calculate(const struct galpha_ida *mem, bool derivatives,
                     sunrealtype tout1)
{
  const bool way = tout1 != mem->t0 && isfinite(tout1);
  if (derivatives && !way)
  {
    return galpha_ida_refuse(
      mem, IDA_LINESEARCH_FAIL, "IDACalcIC",
      "tout1 does not differ from t0: no step for the derivatives.");
  }
  const int code =
    GALPHACalcIC(mem->galpha, derivatives ? GALPHA_YA_YDP_INIT : GALPHA_Y_INIT,
                 way ? tout1 : mem->t0 + 1.0);
  switch (code)
  {
  case GALPHA_LINIT_FAIL:
  case GALPHA_NLS_INIT_FAIL: return IDA_ILL_INPUT;
  case GALPHA_BAD_EWT: return IDA_BAD_EWT;
  default: return galpha_ida_code(code);
  }
}

int IDACalcIC(void *ida_mem, int icopt, sunrealtype tout1)
{
  int code               = IDA_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_defined(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (check_setup(mem, __func__) || check_weights(mem, __func__))
  {
    return IDA_ILL_INPUT;
  }
  const char *bad = bad_start(mem);
  if (bad) { return galpha_ida_refuse(mem, IDA_ILL_INPUT, __func__, bad); }
  const bool derivatives = icopt == IDA_YA_YDP_INIT;
  const char *wrong =
    !derivatives && icopt != IDA_Y_INIT ? "icopt has an illegal value."
    : derivatives && !mem->id           ? "id = NULL conflicts with icopt."
    : within_round_off(mem, tout1)
      ? "tout1 too close to t0 to attempt initial condition calculation."
    : derivatives && !(N_VMin(mem->id) >= 0.0) ? "id has illegal values."
                                               : NULL;
  return wrong ? galpha_ida_refuse(mem, IDA_ILL_INPUT, __func__, wrong)
               : calculate(mem, derivatives, finite_time(tout1));
}

/* Rootfinding. */

/* As in IDA, the directions are kept if the number of functions does not change. */
static int attach_roots(struct galpha_ida *mem, int nrtfn, IDARootFn g)
{
  int *rootdir = NULL;
  if (nrtfn > 0 && nrtfn != mem->nrtfn)
  {
    rootdir = calloc((size_t)nrtfn, sizeof *rootdir);
    if (!rootdir)
    {
      return galpha_ida_refuse(mem, IDA_MEM_FAIL, "IDARootInit",
                               "A memory request failed.");
    }
  }
  const int code = mem->defined
                     ? galpha_ida_code(GALPHARootInit(mem->galpha, nrtfn, g))
                     : IDA_SUCCESS;
  if (code)
  {
    free(rootdir);
    return code;
  }
  if (nrtfn != mem->nrtfn)
  {
    free(mem->rootdir);
    mem->rootdir = rootdir;
  }
  mem->nrtfn  = nrtfn;
  mem->rootfn = nrtfn > 0 ? g : NULL;
  if (nrtfn == 0 || !mem->defined) { return IDA_SUCCESS; }
  return galpha_ida_code(GALPHASetRootDirection(mem->galpha, mem->rootdir));
}

int IDARootInit(void *ida_mem, int nrtfn, IDARootFn g)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  const int count = nrtfn < 0 ? 0 : nrtfn;
  if (count > 0 && !g)
  {
    return galpha_ida_refuse(mem, IDA_ILL_INPUT, __func__, "g = NULL illegal.");
  }
  if (count > 0 && count == mem->nrtfn && g == mem->rootfn)
  {
    return IDA_SUCCESS;
  }
  return attach_roots(mem, count, g);
}

int IDASetRootDirection(void *ida_mem, int *rootdir)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (mem->nrtfn == 0 || !rootdir)
  {
    return galpha_ida_refuse(mem, IDA_ILL_INPUT, __func__,
                             rootdir ? "Rootfinding was not initialized."
                                     : "rootdir = NULL illegal.");
  }
  for (int i = 0; i < mem->nrtfn; i++)
  {
    mem->rootdir[i] = (rootdir[i] > 0) - (rootdir[i] < 0);
  }
  if (!mem->defined) { return IDA_SUCCESS; }
  return galpha_ida_code(GALPHASetRootDirection(mem->galpha, mem->rootdir));
}

int IDASetNoInactiveRootWarn(void *ida_mem)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  return mem ? galpha_ida_code(GALPHASetNoInactiveRootWarn(mem->galpha))
             : IDA_MEM_NULL;
}

int IDAGetRootInfo(void *ida_mem, int *rootsfound)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (mem->nrtfn == 0 || !mem->defined) { return IDA_SUCCESS; }
  return galpha_ida_code(GALPHAGetRootInfo(mem->galpha, rootsfound));
}
