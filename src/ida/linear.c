/* IDALS and IDABBDPRE: the linear solver, its Jacobian, its preconditioner. */
#include <galpha/galpha_bbdpre.h>

#include "ida/mem.h"

static int refuse(const struct galpha_ida *mem, const char *function,
                  const char *why)
{
  return galpha_ida_report(mem, "IDALS", IDALS_ILL_INPUT, function, "%s", why);
}

/* A call of GALPHA whose messages and code become those of IDALS. */
static int finish(struct galpha_ida *mem, int galpha_code)
{
  mem->voice = GALPHA_IDA_LOUD;
  return galpha_ida_ls_code(galpha_code);
}

static void *speak(struct galpha_ida *mem)
{
  mem->voice = GALPHA_IDA_LINEAR;
  return mem->galpha;
}

/* NULL: LS and A go together with these vectors. */
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

/* A new solver begins with IDALS' defaults. */
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
    finish(mem, GALPHASetLinearSolver(speak(mem), LS, krylov ? NULL : A));
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
  code = finish(mem, GALPHASetJacFn(speak(mem), jac));
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
  code =
    finish(mem, GALPHASetJacTimes(speak(mem), jtimes ? jtsetup : NULL, jtimes));
  if (code) { return code; }
  mem->linear.given_jtimes = jtimes != NULL;
  return jtimes ? IDALS_SUCCESS
                : finish(mem, GALPHASetJacTimesResFn(speak(mem), NULL));
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
  return finish(mem, GALPHASetJacTimesResFn(speak(mem), jtimesResFn));
}

/* A set-up without a solve preconditions nothing. */
int IDASetPreconditioner(void *ida_mem, IDALsPrecSetupFn pset,
                         IDALsPrecSolveFn psolve)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (!mem->linear.LS->ops->setpreconditioner)
  {
    return refuse(mem, __func__,
                  "SUNLinearSolver object does not support user-supplied "
                  "preconditioning");
  }
  return finish(
    mem, GALPHASetPreconditioner(speak(mem), psolve ? pset : NULL, psolve));
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
  return finish(mem,
                GALPHASetEpsLin(speak(mem), eplifac < 1.0 ? eplifac : 1.0));
}

int IDASetLSNormFactor(void *ida_mem, sunrealtype nrmfac)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, __func__, &code);
  return mem ? finish(mem, GALPHASetLSNormFactor(speak(mem), nrmfac)) : code;
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
  return finish(mem,
                GALPHASetLinearSolutionScaling(speak(mem), onoff != SUNFALSE));
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
  return finish(mem, GALPHASetIncrementFactor(speak(mem), dqincfac));
}

/* ---- band-block-diagonal preconditioner ---------------------------------- */

/* The object with the preconditioner; *code says why it is NULL. */
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
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (!mem->linear.LS->ops->setpreconditioner)
  {
    return refuse(mem, __func__,
                  "SUNLinearSolver object does not support user-supplied "
                  "preconditioning");
  }
  code = finish(mem, GALPHABBDPrecInit(speak(mem), Nlocal, mudq, mldq, mukeep,
                                       mlkeep, dq_rel_yy, Gres, Gcomm));
  if (!code) { mem->linear.bbd = true; }
  return code;
}

int IDABBDPrecReInit(void *ida_mem, sunindextype mudq, sunindextype mldq,
                     sunrealtype dq_rel_yy)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = get_bbd(ida_mem, __func__, &code);
  return mem
           ? finish(mem, GALPHABBDPrecReInit(speak(mem), mudq, mldq, dq_rel_yy))
           : code;
}

int IDABBDPrecGetWorkSpace(void *ida_mem, long int *lenrwBBDP,
                           long int *leniwBBDP)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = get_bbd(ida_mem, __func__, &code);
  return mem ? finish(mem, GALPHABBDPrecGetWorkSpace(speak(mem), lenrwBBDP,
                                                     leniwBBDP))
             : code;
}

int IDABBDPrecGetNumGfnEvals(void *ida_mem, long int *ngevalsBBDP)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = get_bbd(ida_mem, __func__, &code);
  return mem ? finish(mem, GALPHABBDPrecGetNumGfnEvals(speak(mem), ngevalsBBDP))
             : code;
}
