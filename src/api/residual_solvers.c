/* Callbacks for the linear solvers of the residual form, and their statistics. */

#include "api/integrator.h"

int GALPHASetJacTimes2(void *memory, GALPHAJacTimes2Fn jtimes)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_residual(memory, __func__, &code);
  if (!mem) { return code; }
  mem->res.jtimes2 = jtimes;
  mem->res.jtimes  = NULL;
  mem->res.jtsetup = NULL;
  return GALPHA_SUCCESS;
}

int GALPHASetJacTimes(void *memory, GALPHALsJacTimesSetupFn jtsetup,
                      GALPHALsJacTimesVecFn jtimes)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_first_order(memory, __func__, &code);
  if (!mem) { return code; }
  if (jtsetup && !jtimes)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "jtsetup without jtimes");
  }
  mem->res.jtimes2 = NULL;
  mem->res.jtimes  = jtimes;
  mem->res.jtsetup = jtsetup;
  return GALPHA_SUCCESS;
}

int GALPHASetJacTimesResFn(void *memory, GALPHAResFn res)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_first_order(memory, __func__, &code);
  if (!mem) { return code; }
  mem->res.jtres = res;
  return GALPHA_SUCCESS;
}

int GALPHASetNlsResFn(void *memory, GALPHAResFn res)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_first_order(memory, __func__, &code);
  if (!mem) { return code; }
  mem->res.nlsres = res;
  return GALPHA_SUCCESS;
}

/* The functions of one form; NULL in the other one. */
struct preconditioner
{
  GALPHALsPrecSetupFn psetup;
  GALPHALsPrecSolveFn psolve;
  GALPHAPrecSetup2Fn psetup2;
  GALPHAPrecSolve2Fn psolve2;
};

static int set_preconditioner(struct galpha_mem *mem, struct preconditioner p,
                              const char *function)
{
  if ((p.psetup && !p.psolve) || (p.psetup2 && !p.psolve2))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "psetup without psolve");
  }
  mem->res.psetup    = p.psetup;
  mem->res.psolve    = p.psolve;
  mem->res.psetup2   = p.psetup2;
  mem->res.psolve2   = p.psolve2;
  mem->res.prec_data = NULL;
  mem->ls.ready      = false;
  mem->ls.current    = false;
  return GALPHA_SUCCESS;
}

int GALPHASetPreconditioner2(void *memory, GALPHAPrecSetup2Fn psetup,
                             GALPHAPrecSolve2Fn psolve)
{
  const struct preconditioner p = {.psetup2 = psetup, .psolve2 = psolve};
  int code                      = 0;
  struct galpha_mem *mem        = galpha_get_residual(memory, __func__, &code);
  return mem ? set_preconditioner(mem, p, __func__) : code;
}

int GALPHASetPreconditioner(void *memory, GALPHALsPrecSetupFn psetup,
                            GALPHALsPrecSolveFn psolve)
{
  const struct preconditioner p = {.psetup = psetup, .psolve = psolve};
  int code                      = 0;
  struct galpha_mem *mem = galpha_get_first_order(memory, __func__, &code);
  return mem ? set_preconditioner(mem, p, __func__) : code;
}

int GALPHAGetLastLinFlag(void *memory, long int *flag)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (!flag) { return galpha_no_result(mem, __func__); }
  *flag = mem->ls.last_flag;
  return GALPHA_SUCCESS;
}

/* The vectors of the linear system, without those of the solver. */
int GALPHAGetLinWorkSpace(void *memory, long int *lenrw, long int *leniw)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (!lenrw || !leniw) { return galpha_no_result(mem, __func__); }
  *lenrw = 2 * (long int)(mem->sys.n + mem->sys.m + mem->sys.p);
  *leniw = (long int)(sizeof mem->ls / sizeof(long int));
  return GALPHA_SUCCESS;
}

char *GALPHAGetLinReturnFlagName(long int flag)
{
  static const struct
  {
    long int flag;
    const char *name;
  } names[] = {
    {0, "GALPHALS_SUCCESS"},          {-1, "GALPHALS_MEM_NULL"},
    {-2, "GALPHALS_LMEM_NULL"},       {-3, "GALPHALS_ILL_INPUT"},
    {-4, "GALPHALS_MEM_FAIL"},        {-5, "GALPHALS_PMEM_NULL"},
    {-6, "GALPHALS_JACFUNC_UNRECVR"}, {-7, "GALPHALS_JACFUNC_RECVR"},
    {-8, "GALPHALS_SUNMAT_FAIL"},     {-9, "GALPHALS_SUNLS_FAIL"},
  };
  const char *name = "NONE";
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
  {
    if (names[i].flag == flag) { name = names[i].name; }
  }
  return galpha_text_copy(name);
}
