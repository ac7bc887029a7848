/* IDAPrintAllStats in IDA's layout, and the names of IDA's codes. */
#include <stdlib.h>
#include <string.h>

#include "ida/mem.h"

struct printer
{
  FILE *fp;
  bool csv, started;
};

static void put_name(struct printer *p, const char *name)
{
  if (!p->csv) { fprintf(p->fp, "%-28s = ", name); }
  else { fprintf(p->fp, "%s%s,", p->started ? "," : "", name); }
  p->started = true;
}

static void put_long(struct printer *p, const char *name, long int value)
{
  put_name(p, name);
  fprintf(p->fp, "%ld%s", value, p->csv ? "" : "\n");
}

static void put_real(struct printer *p, const char *name, sunrealtype value)
{
  put_name(p, name);
  if (p->csv) { fprintf(p->fp, GALPHA_IDA_REAL_CSV, value); }
  else { fprintf(p->fp, GALPHA_IDA_REAL_TABLE "\n", value); }
}

static void put_rate(struct printer *p, const char *name, long int a,
                     long int b)
{
  if (b > 0) { put_real(p, name, (sunrealtype)a / (sunrealtype)b); }
  else if (p->csv && GALPHA_IDA_EMPTY_RATES) { put_long(p, name, 0); }
}

typedef int (*long_fn)(void *ida_mem, long int *value);

static long int count(void *ida_mem, long_fn fn)
{
  long int value = 0;
  return fn(ida_mem, &value) ? 0 : value;
}

static void print_steps(struct printer *p, void *ida_mem)
{
  sunrealtype t = 0.0, hinused = 0.0, hlast = 0.0, hcur = 0.0;
  int qlast = 0, qcur = 0;
  IDAGetCurrentTime(ida_mem, &t);
  IDAGetActualInitStep(ida_mem, &hinused);
  IDAGetLastStep(ida_mem, &hlast);
  IDAGetCurrentStep(ida_mem, &hcur);
  IDAGetLastOrder(ida_mem, &qlast);
  IDAGetCurrentOrder(ida_mem, &qcur);
  put_real(p, p->csv ? GALPHA_IDA_TIME_CSV : "Current time", t);
  put_long(p, "Steps", count(ida_mem, IDAGetNumSteps));
  put_long(p, "Error test fails", count(ida_mem, IDAGetNumErrTestFails));
  put_long(p, "NLS step fails", count(ida_mem, IDAGetNumStepSolveFails));
  put_real(p, "Initial step size", hinused);
  put_real(p, "Last step size", hlast);
  put_real(p, "Current step size", hcur);
  put_long(p, "Last method order", qlast);
  put_long(p, "Current method order", qcur);
}

static void print_nonlinear(struct printer *p, void *ida_mem)
{
  const long int nni = count(ida_mem, IDAGetNumNonlinSolvIters);
  put_long(p, "Residual fn evals", count(ida_mem, IDAGetNumResEvals));
  put_long(p, "IC linesearch backtrack ops",
           count(ida_mem, IDAGetNumBacktrackOps));
  put_long(p, "NLS iters", nni);
  put_long(p, "NLS fails", count(ida_mem, IDAGetNumNonlinSolvConvFails));
  put_rate(p, "NLS iters per step", nni, count(ida_mem, IDAGetNumSteps));
  put_long(p, "LS setups", count(ida_mem, IDAGetNumLinSolvSetups));
}

static void print_linear(struct printer *p, void *ida_mem)
{
  const long int nni = count(ida_mem, IDAGetNumNonlinSolvIters);
  const long int nje = count(ida_mem, IDAGetNumJacEvals);
  const long int npe = count(ida_mem, IDAGetNumPrecEvals);
  const long int nli = count(ida_mem, IDAGetNumLinIters);
  put_long(p, "Jac fn evals", nje);
  put_long(p, p->csv ? GALPHA_IDA_LSRES_CSV : "LS residual fn evals",
           count(ida_mem, IDAGetNumLinResEvals));
  put_long(p, "Prec setup evals", npe);
  put_long(p, "Prec solves", count(ida_mem, IDAGetNumPrecSolves));
  put_long(p, "LS iters", nli);
  put_long(p, "LS fails", count(ida_mem, IDAGetNumLinConvFails));
  put_long(p, "Jac-times setups", count(ida_mem, IDAGetNumJTSetupEvals));
  put_long(p, "Jac-times evals", count(ida_mem, IDAGetNumJtimesEvals));
  put_rate(p, "LS iters per NLS iter", nli, nni);
  put_rate(p, "Jac evals per NLS iter", nje, nni);
  put_rate(p, "Prec evals per NLS iter", npe, nni);
}

int IDAPrintAllStats(void *ida_mem, FILE *outfile, SUNOutputFormat fmt)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (!outfile ||
      (fmt != SUN_OUTPUTFORMAT_TABLE && fmt != SUN_OUTPUTFORMAT_CSV))
  {
    return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, __func__, "%s",
                             outfile ? "Invalid formatting option."
                                     : "outfile = NULL illegal.");
  }
  struct printer p = {.fp = outfile, .csv = fmt == SUN_OUTPUTFORMAT_CSV};
  print_steps(&p, ida_mem);
  print_nonlinear(&p, ida_mem);
  if (mem->linear.attached) { print_linear(&p, ida_mem); }
  put_long(&p, "Root fn evals", count(ida_mem, IDAGetNumGEvals));
  if (p.csv) { fputs(GALPHA_IDA_END_CSV, outfile); }
  return IDA_SUCCESS;
}

/* Names. */

struct code_name
{
  long int code;
  const char *name;
};

#define NAME(c) \
  {             \
    c, #c       \
  }

/* The codes that IDAGetReturnFlagName knows; for all others it returns "NONE". */
static const struct code_name ida_names[] = {
  NAME(IDA_SUCCESS),        NAME(IDA_TSTOP_RETURN),    NAME(IDA_ROOT_RETURN),
  NAME(IDA_TOO_MUCH_WORK),  NAME(IDA_TOO_MUCH_ACC),    NAME(IDA_ERR_FAIL),
  NAME(IDA_CONV_FAIL),      NAME(IDA_LINIT_FAIL),      NAME(IDA_LSETUP_FAIL),
  NAME(IDA_LSOLVE_FAIL),    NAME(IDA_CONSTR_FAIL),     NAME(IDA_RES_FAIL),
  NAME(IDA_FIRST_RES_FAIL), NAME(IDA_REP_RES_ERR),     NAME(IDA_RTFUNC_FAIL),
  NAME(IDA_MEM_FAIL),       NAME(IDA_MEM_NULL),        NAME(IDA_ILL_INPUT),
  NAME(IDA_NO_MALLOC),      NAME(IDA_BAD_T),           NAME(IDA_BAD_EWT),
  NAME(IDA_NO_RECOVERY),    NAME(IDA_LINESEARCH_FAIL), NAME(IDA_NLS_SETUP_FAIL),
  NAME(IDA_NLS_FAIL),
};

static const struct code_name ls_names[] = {
  NAME(IDALS_SUCCESS),         NAME(IDALS_MEM_NULL),
  NAME(IDALS_LMEM_NULL),       NAME(IDALS_ILL_INPUT),
  NAME(IDALS_MEM_FAIL),        NAME(IDALS_PMEM_NULL),
  NAME(IDALS_JACFUNC_UNRECVR), NAME(IDALS_JACFUNC_RECVR),
  NAME(IDALS_SUNMAT_FAIL),     NAME(IDALS_SUNLS_FAIL),
};

/* A copy of the name, which the caller frees. */
static char *copy_name(const struct code_name *names, size_t count_names,
                       long int code)
{
  const char *name = "NONE";
  for (size_t i = 0; i < count_names; i++)
  {
    if (names[i].code == code) { name = names[i].name; }
  }
  const size_t size = strlen(name) + 1;
  char *copy        = malloc(size);
  return copy ? memcpy(copy, name, size) : NULL;
}

char *IDAGetReturnFlagName(long int flag)
{
  return copy_name(ida_names, sizeof ida_names / sizeof ida_names[0], flag);
}

char *IDAGetLinReturnFlagName(long int flag)
{
  return copy_name(ls_names, sizeof ls_names / sizeof ls_names[0], flag);
}
