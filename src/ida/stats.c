/* Optional outputs. Unlike GALPHA's getters those of IDA do not fail: a value that
 * GALPHA does not have yet is returned as 0. */
#include "ida/mem.h"

typedef int (*vector_fn)(void *galpha, N_Vector value);

/* The object; value, where the result goes, must not be NULL. */
static struct galpha_ida *get(void *ida_mem, const void *value,
                              const char *function, int *code)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, function);
  *code                  = mem ? IDA_SUCCESS : IDA_MEM_NULL;
  if (!mem || value) { return mem; }
  *code = galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, function,
                            "the result pointer is NULL");
  return NULL;
}

static struct galpha_ida *get_linear(void *ida_mem, const void *value,
                                     const char *function, int *code)
{
  struct galpha_ida *mem = galpha_ida_get_linear(ida_mem, function, code);
  if (!mem || value) { return mem; }
  *code = galpha_ida_report(mem, "IDALS", IDALS_ILL_INPUT, function,
                            "the result pointer is NULL");
  return NULL;
}

/* Defines a function that gets a value from GALPHA, or 0 if it has none yet. */
#define ASK(name, type)                                               \
  static void name(struct galpha_ida *mem, int (*fn)(void *, type *), \
                   type *value)                                       \
  {                                                                   \
    *value     = 0;                                                   \
    mem->voice = GALPHA_IDA_QUIET;                                    \
    if (mem->defined && fn(mem->galpha, value)) { *value = 0; }       \
    mem->voice = GALPHA_IDA_LOUD;                                     \
  }

ASK(ask_long, long int)
ASK(ask_int, int)
ASK(ask_real, sunrealtype)
ASK(ask_vector, N_Vector)

#define GETTER(name, type, ask, galpha)                            \
  int name(void *ida_mem, type *value)                             \
  {                                                                \
    int code               = IDA_SUCCESS;                          \
    struct galpha_ida *mem = get(ida_mem, value, __func__, &code); \
    if (mem) { ask(mem, galpha, value); }                          \
    return code;                                                   \
  }

#define LINEAR_GETTER(name, type, ask, galpha)                            \
  int name(void *ida_mem, type *value)                                    \
  {                                                                       \
    int code               = IDALS_SUCCESS;                               \
    struct galpha_ida *mem = get_linear(ida_mem, value, __func__, &code); \
    if (mem) { ask(mem, galpha, value); }                                 \
    return code;                                                          \
  }

GETTER(IDAGetNumSteps, long int, ask_long, GALPHAGetNumSteps)
GETTER(IDAGetNumResEvals, long int, ask_long, GALPHAGetNumResEvals)
GETTER(IDAGetNumLinSolvSetups, long int, ask_long, GALPHAGetNumLinSolvSetups)
GETTER(IDAGetNumErrTestFails, long int, ask_long, GALPHAGetNumErrTestFails)
GETTER(IDAGetNumBacktrackOps, long int, ask_long, GALPHAGetNumBacktrackOps)
GETTER(IDAGetNumGEvals, long int, ask_long, GALPHAGetNumGEvals)
GETTER(IDAGetNumNonlinSolvIters, long int, ask_long,
       GALPHAGetNumNonlinSolvIters)
GETTER(IDAGetNumNonlinSolvConvFails, long int, ask_long,
       GALPHAGetNumNonlinSolvConvFails)
GETTER(IDAGetNumStepSolveFails, long int, ask_long, GALPHAGetNumStepSolveFails)
GETTER(IDAGetLastOrder, int, ask_int, GALPHAGetLastOrder)
GETTER(IDAGetCurrentOrder, int, ask_int, GALPHAGetCurrentOrder)
GETTER(IDAGetCurrentCj, sunrealtype, ask_real, GALPHAGetCurrentCj)
GETTER(IDAGetActualInitStep, sunrealtype, ask_real, GALPHAGetActualInitStep)
GETTER(IDAGetLastStep, sunrealtype, ask_real, GALPHAGetLastStep)
GETTER(IDAGetCurrentStep, sunrealtype, ask_real, GALPHAGetCurrentStep)
GETTER(IDAGetCurrentTime, sunrealtype, ask_real, GALPHAGetCurrentTime)
GETTER(IDAGetTolScaleFactor, sunrealtype, ask_real, GALPHAGetTolScaleFactor)

LINEAR_GETTER(IDAGetNumJacEvals, long int, ask_long, GALPHAGetNumJacEvals)
LINEAR_GETTER(IDAGetNumPrecEvals, long int, ask_long, GALPHAGetNumPrecEvals)
LINEAR_GETTER(IDAGetNumPrecSolves, long int, ask_long, GALPHAGetNumPrecSolves)
LINEAR_GETTER(IDAGetNumLinIters, long int, ask_long, GALPHAGetNumLinIters)
LINEAR_GETTER(IDAGetNumLinConvFails, long int, ask_long,
              GALPHAGetNumLinConvFails)
LINEAR_GETTER(IDAGetNumJTSetupEvals, long int, ask_long,
              GALPHAGetNumJTSetupEvals)
LINEAR_GETTER(IDAGetNumJtimesEvals, long int, ask_long, GALPHAGetNumJtimesEvals)
LINEAR_GETTER(IDAGetNumLinResEvals, long int, ask_long, GALPHAGetNumLinResEvals)
LINEAR_GETTER(IDAGetLastLinFlag, long int, ask_long, GALPHAGetLastLinFlag)

#ifdef GALPHA_IDA_HAVE_GET_JAC
LINEAR_GETTER(IDAGetJacCj, sunrealtype, ask_real, GALPHAGetJacCj)
LINEAR_GETTER(IDAGetJacTime, sunrealtype, ask_real, GALPHAGetJacTime)
LINEAR_GETTER(IDAGetJacNumSteps, long int, ask_long, GALPHAGetJacNumSteps)

/* Returns the program's matrix, as IDA does. */
int IDAGetJac(void *ida_mem, SUNMatrix *J)
{
  int code               = IDALS_SUCCESS;
  struct galpha_ida *mem = get_linear(ida_mem, J, __func__, &code);
  if (mem) { *J = mem->linear.A; }
  return code;
}
#endif

int IDAGetNonlinSolvStats(void *ida_mem, long int *nniters, long int *nnfails)
{
  int code = IDA_SUCCESS;
  struct galpha_ida *mem =
    get(ida_mem, nniters && nnfails ? nniters : NULL, __func__, &code);
  if (!mem) { return code; }
  ask_long(mem, GALPHAGetNumNonlinSolvIters, nniters);
  ask_long(mem, GALPHAGetNumNonlinSolvConvFails, nnfails);
  return IDA_SUCCESS;
}

int IDAGetIntegratorStats(void *ida_mem, long int *nsteps, long int *nrevals,
                          long int *nlinsetups, long int *netfails, int *qlast,
                          int *qcur, sunrealtype *hinused, sunrealtype *hlast,
                          sunrealtype *hcur, sunrealtype *tcur)
{
  int code        = IDA_SUCCESS;
  const bool room = nsteps && nrevals && nlinsetups && netfails && qlast &&
                    qcur && hinused && hlast && hcur && tcur;
  struct galpha_ida *mem = get(ida_mem, room ? nsteps : NULL, __func__, &code);
  if (!mem) { return code; }
  ask_long(mem, GALPHAGetNumSteps, nsteps);
  ask_long(mem, GALPHAGetNumResEvals, nrevals);
  ask_long(mem, GALPHAGetNumLinSolvSetups, nlinsetups);
  ask_long(mem, GALPHAGetNumErrTestFails, netfails);
  ask_int(mem, GALPHAGetLastOrder, qlast);
  ask_int(mem, GALPHAGetCurrentOrder, qcur);
  ask_real(mem, GALPHAGetActualInitStep, hinused);
  ask_real(mem, GALPHAGetLastStep, hlast);
  ask_real(mem, GALPHAGetCurrentStep, hcur);
  ask_real(mem, GALPHAGetCurrentTime, tcur);
  return IDA_SUCCESS;
}

/* Gets the numbers of reals and of integers in use, or 0 if GALPHA does not have
 * them yet. */
static void ask_space(struct galpha_ida *mem,
                      int (*fn)(void *, long int *, long int *), long int *rw,
                      long int *iw)
{
  *rw = *iw  = 0;
  mem->voice = GALPHA_IDA_QUIET;
  if (mem->defined && fn(mem->galpha, rw, iw)) { *rw = *iw = 0; }
  mem->voice = GALPHA_IDA_LOUD;
}

int IDAGetWorkSpace(void *ida_mem, long int *lenrw, long int *leniw)
{
  int code = IDA_SUCCESS;
  struct galpha_ida *mem =
    get(ida_mem, lenrw && leniw ? lenrw : NULL, __func__, &code);
  if (mem) { ask_space(mem, GALPHAGetWorkSpace, lenrw, leniw); }
  return code;
}

int IDAGetLinWorkSpace(void *ida_mem, long int *lenrwLS, long int *leniwLS)
{
  int code = IDALS_SUCCESS;
  struct galpha_ida *mem =
    get_linear(ida_mem, lenrwLS && leniwLS ? lenrwLS : NULL, __func__, &code);
  if (mem) { ask_space(mem, GALPHAGetLinWorkSpace, lenrwLS, leniwLS); }
  return code;
}

/* Vectors. */

static int fill_vector(void *ida_mem, N_Vector to, vector_fn fn,
                       const char *function)
{
  int code               = IDA_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_defined(ida_mem, function, &code);
  if (!mem) { return code; }
  if (!to || !galpha_ida_fits(mem, to))
  {
    return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, function,
                             "the result vector is NULL, or not as long as y0");
  }
  /* IDA reports no error if there are no values yet */
  mem->voice = GALPHA_IDA_QUIET;
  code       = fn(mem->galpha, to);
  mem->voice = GALPHA_IDA_LOUD;
  if (code == GALPHA_NO_MALLOC)
  {
    N_VConst(0.0, to);
    return IDA_SUCCESS;
  }
  return galpha_ida_code(code);
}

int IDAGetErrWeights(void *ida_mem, N_Vector eweight)
{
  return fill_vector(ida_mem, eweight, GALPHAGetErrWeights, __func__);
}

int IDAGetEstLocalErrors(void *ida_mem, N_Vector ele)
{
  return fill_vector(ida_mem, ele, GALPHAGetEstLocalErrors, __func__);
}

GETTER(IDAGetCurrentY, N_Vector, ask_vector, GALPHAGetCurrentY)
GETTER(IDAGetCurrentYp, N_Vector, ask_vector, GALPHAGetCurrentYp)

static int compute(void *ida_mem, N_Vector ycor, N_Vector to,
                   int (*fn)(void *, N_Vector, N_Vector), const char *function)
{
  int code               = IDA_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_defined(ida_mem, function, &code);
  if (!mem) { return code; }
  if (!ycor || !to || !galpha_ida_fits(mem, ycor) || !galpha_ida_fits(mem, to))
  {
    return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, function,
                             "a vector is NULL, or not as long as y0");
  }
  return galpha_ida_code(fn(mem->galpha, ycor, to));
}

int IDAComputeY(void *ida_mem, N_Vector ycor, N_Vector y)
{
  return compute(ida_mem, ycor, y, GALPHAComputeY, __func__);
}

int IDAComputeYp(void *ida_mem, N_Vector ycor, N_Vector yp)
{
  return compute(ida_mem, ycor, yp, GALPHAComputeYp, __func__);
}

int IDAGetNonlinearSystemData(void *ida_mem, sunrealtype *tcur,
                              N_Vector *yypred, N_Vector *yppred, N_Vector *yyn,
                              N_Vector *ypn, N_Vector *res, sunrealtype *cj,
                              void **user_data)
{
  int code = IDA_SUCCESS;
  const bool room =
    tcur && yypred && yppred && yyn && ypn && res && cj && user_data;
  struct galpha_ida *mem = get(ida_mem, room ? tcur : NULL, __func__, &code);
  if (!mem) { return code; }
  *tcur = *cj = 0.0;
  *yypred = *yppred = *yyn = *ypn = *res = NULL;
  *user_data                             = mem->user_data;
  mem->voice                             = GALPHA_IDA_QUIET;
  if (mem->defined)
  {
    GALPHAGetNonlinearSystemData(mem->galpha, tcur, yypred, yppred, yyn, ypn,
                                 res, cj, user_data);
  }
  mem->voice = GALPHA_IDA_LOUD;
  return IDA_SUCCESS;
}
