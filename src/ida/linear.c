/* Functions of IDALS and IDABBDPRE: the linear solver, its Jacobian and its
 * preconditioner. */
#include <galpha/galpha_bbdpre.h>

#include "ida/mem.h"

static int refuse(const struct galpha_ida *mem, const char *function,
                  const char *why)
{
  return galpha_ida_report(mem, "IDALS", IDALS_ILL_INPUT, function, "%s", why);
}

/* Ends a call of GALPHA that ls_memory began; returns the code as one of IDALS. */
static int ls_done(struct galpha_ida *mem, int galpha_code)
{
  mem->voice = GALPHA_IDA_LOUD;
  return galpha_ida_ls_code(galpha_code);
}

/* Begins a call of GALPHA: its messages get codes of IDALS until ls_done. */
static void *ls_memory(struct galpha_ida *mem)
{
  mem->voice = GALPHA_IDA_LINEAR;
  return mem->galpha;
}

/* Why LS cannot work with A and the vectors of the problem; NULL: it can. */
static const char *mismatch(const struct galpha_ida *mem, SUNLinearSolver LS,
                            SUNMatrix A)
{
  const char *vectors = "A required vector operation is not implemented.";
  if (!LS->ops->gettype || !LS->ops->solve)
  {
    return "LS object is missing a required operation";
  }
  const SUNLinearSolver_Type type = SUNLinSolGetType(LS);
  const bool embedded             = type == SUNLINEARSOLVER_MATRIX_EMBEDDED;
  if (embedded && A)
  {
    return "Incompatible inputs: matrix-embedded LS requires NULL matrix";
  }
  if (type == SUNLINEARSOLVER_DIRECT)
  {
    return A ? NULL : "Incompatible inputs: direct LS requires non-NULL matrix";
  }
  if (!mem->y0->ops->nvgetlength) { return vectors; }
  if (!embedded && (!LS->ops->resid || !LS->ops->numiters))
  {
    return "Iterative LS object requires 'resid' and 'numiters' routines";
  }
  if (type == SUNLINEARSOLVER_ITERATIVE && !LS->ops->setatimes)
  {
    return "Incompatible inputs: iterative LS must support ATimes routine";
  }
  if (type == SUNLINEARSOLVER_MATRIX_ITERATIVE && !A)
  {
    return "Incompatible inputs: matrix-iterative LS requires non-NULL matrix";
  }
  return NULL;
}

/* IDALS resets its options to their defaults when a new solver is attached. */
static void forget_options(struct galpha_ida *mem)
{
  void *galpha = mem->galpha;
  mem->voice   = GALPHA_IDA_QUIET;
  GALPHASetJacFn(galpha, NULL);
  GALPHASetJacTimes(galpha, NULL, NULL);
  GALPHASetJacTimesResFn(galpha, NULL);
  GALPHASetPreconditioner(galpha, NULL, NULL);
  GALPHASetEpsLin(galpha, 0.0);
  GALPHASetLSNormFactor(galpha, 0.0);
  GALPHASetIncrementFactor(galpha, 1.0);
  GALPHASetLinearSolutionScaling(galpha, SUNTRUE);
  mem->voice = GALPHA_IDA_LOUD;
}

int IDASetLinearSolver(void *ida_mem, SUNLinearSolver LS, SUNMatrix A)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDALS_MEM_NULL; }
  const char *wrong = !LS             ? "LS must be non-NULL"
                      : !mem->defined ? "Attempt to call before IDAInit."
                                      : mismatch(mem, LS, A);
  if (wrong) { return refuse(mem, __func__, wrong); }
  const SUNLinearSolver_Type type = SUNLinSolGetType(LS);
  const bool krylov               = type == SUNLINEARSOLVER_ITERATIVE;
  const int code =
    ls_done(mem, GALPHASetLinearSolver(ls_memory(mem), LS, krylov ? NULL : A));
  if (code) { return code; }
  if (mem->linear.attached) { forget_options(mem); }
  mem->linear = (struct galpha_ida_linear){
    .attached     = true,
    .matrix_based = !krylov && type != SUNLINEARSOLVER_MATRIX_EMBEDDED,
    .LS           = LS,
    .A            = A};
  return IDALS_SUCCESS;
}

int IDASetJacFn(void *ida_mem, IDALsJacFn jac)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (jac && !mem->linear.A)
  {
    return refuse(mem, __func__,
                  "Jacobian routine cannot be supplied for NULL SUNMatrix");
  }
  code = ls_done(mem, GALPHASetJacFn(ls_memory(mem), jac));
  if (!code) { mem->linear.given_jac = jac != NULL; }
  return code;
}

int IDASetJacTimes(void *ida_mem, IDALsJacTimesSetupFn jtsetup,
                   IDALsJacTimesVecFn jtimes)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (!mem->linear.LS->ops->setatimes)
  {
    return refuse(
      mem, __func__,
      "SUNLinearSolver object does not support user-supplied ATimes "
      "routine");
  }
  code = ls_done(
    mem, GALPHASetJacTimes(ls_memory(mem), jtimes ? jtsetup : NULL, jtimes));
  if (code) { return code; }
  mem->linear.given_jtimes = jtimes != NULL;
  return jtimes ? IDALS_SUCCESS
                : ls_done(mem, GALPHASetJacTimesResFn(ls_memory(mem), NULL));
}

int IDASetJacTimesResFn(void *ida_mem, IDAResFn jtimesResFn)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (mem->linear.given_jtimes)
  {
    return refuse(mem, __func__,
                  "Internal finite-difference Jacobian-vector product is "
                  "disabled.");
  }
  return ls_done(mem, GALPHASetJacTimesResFn(ls_memory(mem), jtimesResFn));
}

/* The object, if its solver takes a preconditioner; *code says why the result is NULL. */
static struct galpha_ida *get_preconditionable(void *ida_mem,
                                               const char *function, int *code)
{
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, function, code);
  if (!mem || mem->linear.LS->ops->setpreconditioner) { return mem; }
  *code = refuse(mem, function,
                 "SUNLinearSolver object does not support user-supplied "
                 "preconditioning");
  return NULL;
}

/* Without psolve there is no preconditioner, so pset is dropped too. */
int IDASetPreconditioner(void *ida_mem, IDALsPrecSetupFn pset,
                         IDALsPrecSolveFn psolve)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = get_preconditionable(ida_mem, __func__, &code);
  if (!mem) { return code; }
  return ls_done(
    mem, GALPHASetPreconditioner(ls_memory(mem), psolve ? pset : NULL, psolve));
}

int IDASetEpsLin(void *ida_mem, sunrealtype eplifac)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (!(eplifac >= 0.0))
  {
    return refuse(mem, __func__, "eplifac < 0.0 illegal.");
  }
  return ls_done(
    mem, GALPHASetEpsLin(ls_memory(mem), eplifac < 1.0 ? eplifac : 1.0));
}

int IDASetLSNormFactor(void *ida_mem, sunrealtype nrmfac)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, __func__, &code);
  return mem ? ls_done(mem, GALPHASetLSNormFactor(ls_memory(mem), nrmfac))
             : code;
}

int IDASetLinearSolutionScaling(void *ida_mem, sunbooleantype onoff)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (!mem->linear.matrix_based)
  {
    return refuse(mem, __func__, "Only for linear solvers with a matrix.");
  }
  return ls_done(
    mem, GALPHASetLinearSolutionScaling(ls_memory(mem), onoff != SUNFALSE));
}

int IDASetIncrementFactor(void *ida_mem, sunrealtype dqincfac)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (!(dqincfac > 0.0))
  {
    return refuse(mem, __func__, "dqincfac <= 0.0 illegal.");
  }
  return ls_done(mem, GALPHASetIncrementFactor(ls_memory(mem), dqincfac));
}

/* Band-block-diagonal preconditioner. */

/* The object, if it has this preconditioner; *code says why the result is NULL. */
static struct galpha_ida *get_bbd(void *ida_mem, const char *function,
                                  int *code)
{
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, function, code);
  if (!mem || mem->linear.bbd) { return mem; }
  *code = galpha_ida_report(mem, "IDALS", IDALS_PMEM_NULL, function,
                            "BBD preconditioner memory is NULL: call "
                            "IDABBDPrecInit first.");
  return NULL;
}

int IDABBDPrecInit(void *ida_mem, sunindextype Nlocal, sunindextype mudq,
                   sunindextype mldq, sunindextype mukeep, sunindextype mlkeep,
                   sunrealtype dq_rel_yy, IDABBDLocalFn Gres,
                   IDABBDCommFn Gcomm)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = get_preconditionable(ida_mem, __func__, &code);
  if (!mem) { return code; }
  code =
    ls_done(mem, GALPHABBDPrecInit(ls_memory(mem), Nlocal, mudq, mldq, mukeep,
                                   mlkeep, dq_rel_yy, Gres, Gcomm));
  if (!code) { mem->linear.bbd = true; }
  return code;
}

int IDABBDPrecReInit(void *ida_mem, sunindextype mudq, sunindextype mldq,
                     sunrealtype dq_rel_yy)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = get_bbd(ida_mem, __func__, &code);
  return mem ? ls_done(mem, GALPHABBDPrecReInit(ls_memory(mem), mudq, mldq,
                                                dq_rel_yy))
             : code;
}

int IDABBDPrecGetWorkSpace(void *ida_mem, long int *lenrwBBDP,
                           long int *leniwBBDP)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = get_bbd(ida_mem, __func__, &code);
  return mem ? ls_done(mem, GALPHABBDPrecGetWorkSpace(ls_memory(mem), lenrwBBDP,
                                                      leniwBBDP))
             : code;
}

int IDABBDPrecGetNumGfnEvals(void *ida_mem, long int *ngevalsBBDP)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = get_bbd(ida_mem, __func__, &code);
  return mem ? ls_done(mem,
                       GALPHABBDPrecGetNumGfnEvals(ls_memory(mem), ngevalsBBDP))
             : code;
}
