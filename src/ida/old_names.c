/* The names IDADls... and IDASpils... of linear solver functions, which SUNDIALS 7
 * removed. */
#include "ida/mem.h"

#ifdef GALPHA_IDA_HAVE_OLD_NAMES

#define LONG_ALIAS(old, name)             \
  int old(void *ida_mem, long int *value) \
  {                                       \
    return name(ida_mem, value);          \
  }

#define SPACE_ALIAS(old)                                       \
  int old(void *ida_mem, long int *lenrwLS, long int *leniwLS) \
  {                                                            \
    return IDAGetLinWorkSpace(ida_mem, lenrwLS, leniwLS);      \
  }

#define FLAG_ALIAS(old)                   \
  char *old(long int flag)                \
  {                                       \
    return IDAGetLinReturnFlagName(flag); \
  }

int IDADlsSetLinearSolver(void *ida_mem, SUNLinearSolver LS, SUNMatrix A)
{
  return IDASetLinearSolver(ida_mem, LS, A);
}

int IDADlsSetJacFn(void *ida_mem, IDADlsJacFn jac)
{
  return IDASetJacFn(ida_mem, jac);
}

SPACE_ALIAS(IDADlsGetWorkSpace)
LONG_ALIAS(IDADlsGetNumJacEvals, IDAGetNumJacEvals)
LONG_ALIAS(IDADlsGetNumResEvals, IDAGetNumLinResEvals)
LONG_ALIAS(IDADlsGetLastFlag, IDAGetLastLinFlag)
FLAG_ALIAS(IDADlsGetReturnFlagName)

int IDASpilsSetLinearSolver(void *ida_mem, SUNLinearSolver LS)
{
  return IDASetLinearSolver(ida_mem, LS, NULL);
}

int IDASpilsSetPreconditioner(void *ida_mem, IDASpilsPrecSetupFn pset,
                              IDASpilsPrecSolveFn psolve)
{
  return IDASetPreconditioner(ida_mem, pset, psolve);
}

int IDASpilsSetJacTimes(void *ida_mem, IDASpilsJacTimesSetupFn jtsetup,
                        IDASpilsJacTimesVecFn jtimes)
{
  return IDASetJacTimes(ida_mem, jtsetup, jtimes);
}

int IDASpilsSetEpsLin(void *ida_mem, sunrealtype eplifac)
{
  return IDASetEpsLin(ida_mem, eplifac);
}

int IDASpilsSetIncrementFactor(void *ida_mem, sunrealtype dqincfac)
{
  return IDASetIncrementFactor(ida_mem, dqincfac);
}

SPACE_ALIAS(IDASpilsGetWorkSpace)
LONG_ALIAS(IDASpilsGetNumPrecEvals, IDAGetNumPrecEvals)
LONG_ALIAS(IDASpilsGetNumPrecSolves, IDAGetNumPrecSolves)
LONG_ALIAS(IDASpilsGetNumLinIters, IDAGetNumLinIters)
LONG_ALIAS(IDASpilsGetNumConvFails, IDAGetNumLinConvFails)
LONG_ALIAS(IDASpilsGetNumJTSetupEvals, IDAGetNumJTSetupEvals)
LONG_ALIAS(IDASpilsGetNumJtimesEvals, IDAGetNumJtimesEvals)
LONG_ALIAS(IDASpilsGetNumResEvals, IDAGetNumLinResEvals)
LONG_ALIAS(IDASpilsGetLastFlag, IDAGetLastLinFlag)
FLAG_ALIAS(IDASpilsGetReturnFlagName)

#endif
