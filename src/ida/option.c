/* Optional inputs, except those of the linear solver. */
#include <float.h>
#include <math.h>

#include "ida/mem.h"

static int refuse(const struct galpha_ida *mem, const char *function,
                  const char *why)
{
  return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, function, "%s", why);
}

int IDASetUserData(void *ida_mem, void *user_data)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  mem->user_data = user_data;
  return galpha_ida_code(GALPHASetUserData(mem->galpha, user_data));
}

int IDAGetUserData(void *ida_mem, void **user_data)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (!user_data) { return refuse(mem, __func__, "user_data = NULL illegal."); }
  *user_data = mem->user_data;
  return IDA_SUCCESS;
}

/* Accepted without effect: parameters of IDA's step and order control. */

#define NO_EFFECT(name)                                                    \
  int name(void *ida_mem, sunrealtype value)                               \
  {                                                                        \
    (void)value;                                                           \
    return galpha_ida_get(ida_mem, __func__) ? IDA_SUCCESS : IDA_MEM_NULL; \
  }

NO_EFFECT(IDASetDeltaCjLSetup)
NO_EFFECT(IDASetEtaMax)
NO_EFFECT(IDASetEtaMin)
NO_EFFECT(IDASetEtaLow)
NO_EFFECT(IDASetEtaMinErrFail)
NO_EFFECT(IDASetEtaConvFail)

int IDASetEtaFixedStepBounds(void *ida_mem, sunrealtype eta_min_fx,
                             sunrealtype eta_max_fx)
{
  (void)eta_min_fx;
  (void)eta_max_fx;
  return galpha_ida_get(ida_mem, __func__) ? IDA_SUCCESS : IDA_MEM_NULL;
}

/* Method and steps. */

int IDASetMaxOrd(void *ida_mem, int maxord)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (maxord <= 0) { return refuse(mem, __func__, "maxord <= 0 illegal."); }
  if (maxord > mem->maxord_alloc)
  {
    return refuse(mem, __func__, "Illegal attempt to increase maximum order.");
  }
  mem->maxord    = maxord;
  const int most = maxord < mem->maxord_limit ? maxord : mem->maxord_limit;
  return galpha_ida_set_int(mem, GALPHASetMaxOrd, most) == GALPHA_MEM_FAIL
           ? galpha_ida_report(mem, "IDA", IDA_MEM_FAIL, __func__,
                               "A memory request failed.")
           : IDA_SUCCESS;
}

static int set_max_steps(void *galpha, sunrealtype value)
{
  return GALPHASetOption(galpha, "max_num_steps", value);
}

int IDASetMaxNumSteps(void *ida_mem, long int mxsteps)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  const sunrealtype limit = (sunrealtype)mxsteps;
  galpha_ida_set_real(mem, set_max_steps,
                      mxsteps == 0                  ? mem->max_steps
                      : mxsteps < 0 || limit > 1e15 ? -1.0
                                                    : limit);
  return IDA_SUCCESS;
}

int IDASetInitStep(void *ida_mem, sunrealtype hin)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (!isfinite(hin)) { return refuse(mem, __func__, "hin is not finite."); }
  mem->hin = hin;
  galpha_ida_set_real(mem, GALPHASetInitStep, hin);
  return IDA_SUCCESS;
}

/* IDA accepts hmin > hmax, and its hmax then wins in the long run; GALPHA refuses
 * such bounds, so hmin is lowered to hmax. */
static void set_bounds(struct galpha_ida *mem)
{
  const bool conflict = mem->hmax > 0.0 && mem->hmin > mem->hmax;
  galpha_ida_set_real(mem, GALPHASetMinStep, 0.0);
  galpha_ida_set_real(mem, GALPHASetMaxStep, mem->hmax);
  galpha_ida_set_real(mem, GALPHASetMinStep, conflict ? mem->hmax : mem->hmin);
}

int IDASetMaxStep(void *ida_mem, sunrealtype hmax)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (!(hmax >= 0.0)) { return refuse(mem, __func__, "hmax < 0 illegal."); }
  mem->hmax = isfinite(hmax) ? hmax : 0.0;
  set_bounds(mem);
  return IDA_SUCCESS;
}

int IDASetMinStep(void *ida_mem, sunrealtype hmin)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (!(hmin >= 0.0 && isfinite(hmin)))
  {
    return refuse(mem, __func__, "hmin < 0 illegal.");
  }
  mem->hmin = hmin;
  set_bounds(mem);
  return IDA_SUCCESS;
}

int IDASetStopTime(void *ida_mem, sunrealtype tstop)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (isnan(tstop)) { return refuse(mem, __func__, "tstop is not a number."); }
  const sunrealtype t = isinf(tstop) ? copysign(DBL_MAX, tstop) : tstop;
  const int code      = galpha_ida_code(GALPHASetStopTime(mem->galpha, t));
  if (code) { return code; }
  mem->tstop     = t;
  mem->tstop_set = true;
  return IDA_SUCCESS;
}

#ifdef GALPHA_IDA_HAVE_CLEAR_STOP_TIME
int IDAClearStopTime(void *ida_mem)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  mem->tstop_set = false;
  return galpha_ida_code(GALPHAClearStopTime(mem->galpha));
}
#endif

/* With 0 or a negative limit IDA stops at the first failure, as with 1. */
static int failures(int value)
{
  return value < 1 ? 1 : value > 1000000 ? 1000000 : value;
}

int IDASetMaxErrTestFails(void *ida_mem, int maxnef)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  galpha_ida_set_int(mem, GALPHASetMaxErrTestFails, failures(maxnef));
  return IDA_SUCCESS;
}

int IDASetMaxConvFails(void *ida_mem, int maxncf)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  galpha_ida_set_int(mem, GALPHASetMaxConvFails, failures(maxncf));
  return IDA_SUCCESS;
}

/* Nonlinear solver. */

int IDASetMaxNonlinIters(void *ida_mem, int maxcor)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (!mem->defined)
  {
    return galpha_ida_report(mem, "IDA", IDA_MEM_FAIL, __func__,
                             "There is no nonlinear solver before IDAInit.");
  }
  const int code = mem->NLS ? SUNNonlinSolSetMaxIters(mem->NLS, maxcor)
                            : galpha_ida_check_iters(maxcor);
  if (code) { return code; }
  return galpha_ida_code(
    GALPHASetMaxNonlinIters(mem->galpha, failures(maxcor)));
}

/* Scales GALPHA's coefficient by the ratio of the program's value to IDA's default,
 * since the two error estimates differ in size. */
int IDASetNonlinConvCoef(void *ida_mem, sunrealtype epcon)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (!(epcon > 0.0)) { return refuse(mem, __func__, "epcon <= 0.0 illegal."); }
  const sunrealtype coef = mem->epcon * (epcon / GALPHA_IDA_EPCON);
  galpha_ida_set_real(mem, GALPHASetNonlinConvCoef,
                      fmin(1.0, fmax(1e-10, coef)));
  return IDA_SUCCESS;
}

int IDASetNonlinearSolver(void *ida_mem, SUNNonlinearSolver NLS)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  const char *wrong =
    !NLS ? "NLS must be non-NULL"
    : !NLS->ops->gettype || !NLS->ops->solve || !NLS->ops->setsysfn
      ? "NLS does not support required operations"
    : SUNNonlinSolGetType(NLS) != SUNNONLINEARSOLVER_ROOTFIND
      ? "NLS type must be SUNNONLINEARSOLVER_ROOTFIND"
    : !mem->defined ? "The DAE residual function is NULL"
                    : NULL;
  if (wrong) { return refuse(mem, __func__, wrong); }
  const int code = galpha_ida_code(GALPHASetNonlinearSolver(mem->galpha, NLS));
  if (code) { return code; }
  mem->NLS = NLS;
  return galpha_ida_code(GALPHASetNlsResFn(mem->galpha, NULL));
}

/* Without effect before IDAInit, which resets it to the residual of the problem. */
int IDASetNlsResFn(void *ida_mem, IDAResFn res)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  return mem->defined ? galpha_ida_code(GALPHASetNlsResFn(mem->galpha, res))
                      : IDA_SUCCESS;
}

/* Components. */

int IDASetSuppressAlg(void *ida_mem, sunbooleantype suppressalg)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  mem->suppress_alg = suppressalg != SUNFALSE;
  galpha_ida_set_int(mem, GALPHASetSuppressAlg, mem->suppress_alg);
  return IDA_SUCCESS;
}

static int copy_vector(struct galpha_ida *mem, N_Vector *to, N_Vector from,
                       const char *function)
{
  return galpha_ida_copy(to, from)
           ? IDA_SUCCESS
           : galpha_ida_report(mem, "IDA", IDA_MEM_FAIL, function,
                               "A memory request failed.");
}

/* GALPHA fixes the orders of the components at the start of an integration: a later
 * id takes effect at IDAReInit. */
int IDASetId(void *ida_mem, N_Vector id)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  const int code = copy_vector(mem, &mem->id, id, __func__);
  if (!code && mem->defined) { galpha_ida_id_apply(mem); }
  return code;
}

int IDASetConstraints(void *ida_mem, N_Vector constraints)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (constraints)
  {
    N_Vector_Ops ops = constraints->ops;
    if (!ops->nvdiv || !ops->nvmaxnorm || !ops->nvcompare ||
        !ops->nvconstrmask || !ops->nvminquotient)
    {
      return refuse(mem, __func__,
                    "A required vector operation is not implemented.");
    }
    const sunrealtype largest = N_VMaxNorm(constraints);
    if (!(largest >= 0.5 && largest <= 2.5))
    {
      return refuse(mem, __func__, "Illegal values in constraints vector.");
    }
  }
  int code = IDA_SUCCESS;
  if (mem->defined) { code = galpha_ida_constraints_apply(mem, constraints); }
  return code ? code
              : copy_vector(mem, &mem->constraints, constraints, __func__);
}

/* Consistent initial conditions. */

static int set_positive_int(void *ida_mem, galpha_ida_int_fn set, int value,
                            const char *what, const char *function)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, function);
  if (!mem) { return IDA_MEM_NULL; }
  if (value <= 0)
  {
    return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, function,
                             "%s <= 0 illegal.", what);
  }
  galpha_ida_set_int(mem, set, failures(value));
  return IDA_SUCCESS;
}

static int set_positive_real(void *ida_mem, galpha_ida_real_fn set,
                             sunrealtype value, const char *what,
                             const char *function)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, function);
  if (!mem) { return IDA_MEM_NULL; }
  if (!(value > 0.0 && isfinite(value)))
  {
    return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, function,
                             "%s <= 0.0 illegal.", what);
  }
  galpha_ida_set_real(mem, set, value);
  return IDA_SUCCESS;
}

int IDASetNonlinConvCoefIC(void *ida_mem, sunrealtype epiccon)
{
  return set_positive_real(ida_mem, GALPHASetNonlinConvCoefIC, epiccon,
                           "epiccon", __func__);
}

int IDASetStepToleranceIC(void *ida_mem, sunrealtype steptol)
{
  return set_positive_real(ida_mem, GALPHASetStepToleranceIC, steptol,
                           "steptol", __func__);
}

int IDASetMaxNumStepsIC(void *ida_mem, int maxnh)
{
  return set_positive_int(ida_mem, GALPHASetMaxNumStepsIC, maxnh, "maxnh",
                          __func__);
}

int IDASetMaxNumJacsIC(void *ida_mem, int maxnj)
{
  return set_positive_int(ida_mem, GALPHASetMaxNumJacsIC, maxnj, "maxnj",
                          __func__);
}

int IDASetMaxNumItersIC(void *ida_mem, int maxnit)
{
  return set_positive_int(ida_mem, GALPHASetMaxNumItersIC, maxnit, "maxnit",
                          __func__);
}

int IDASetMaxBacksIC(void *ida_mem, int maxbacks)
{
  return set_positive_int(ida_mem, GALPHASetMaxBacksIC, maxbacks, "maxbacks",
                          __func__);
}

int IDASetLineSearchOffIC(void *ida_mem, sunbooleantype lsoff)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  galpha_ida_set_int(mem, GALPHASetLineSearchOffIC, lsoff != SUNFALSE);
  return IDA_SUCCESS;
}

/* Error reports before SUNDIALS 7. */

#ifdef GALPHA_IDA_HAVE_OLD_NAMES
int IDASetErrHandlerFn(void *ida_mem, IDAErrHandlerFn ehfun, void *eh_data)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  mem->sink.fn   = ehfun;
  mem->sink.data = eh_data;
  return IDA_SUCCESS;
}

int IDASetErrFile(void *ida_mem, FILE *errfp)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  mem->sink.fp = errfp;
  return IDA_SUCCESS;
}
#endif
