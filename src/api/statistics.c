/* Statistics: one table of counters and values, for the getters and for
 * GALPHAPrintAllStats. */
#include <math.h>

#include "api/integrator.h"

/* The counter or value at an offset in the object; NULL, with *code: no object, or the
 * result pointer is NULL. */
static const void *reading(void *memory, const void *to, size_t offset,
                           const char *function, int *code)
{
  const struct galpha_mem *mem = galpha_get(memory, function);
  *code                        = mem ? GALPHA_SUCCESS : GALPHA_MEM_NULL;
  if (mem && !to) { *code = galpha_no_result(mem, function); }
  return *code ? NULL : (const char *)mem + offset;
}

#define AT(member) offsetof(struct galpha_mem, member)

#define GETTER(type, name, member)                                     \
  int name(void *mem, type *value)                                     \
  {                                                                    \
    int code       = 0;                                                \
    const type *at = reading(mem, value, AT(member), __func__, &code); \
    if (at) { *value = *at; }                                          \
    return code;                                                       \
  }

#define LONG_GETTER(name, member) GETTER(long int, name, member)
#define REAL_GETTER(name, member) GETTER(sunrealtype, name, member)

LONG_GETTER(GALPHAGetNumSteps, ctrl.steps)
LONG_GETTER(GALPHAGetNumResEvals, sys.count.force)
LONG_GETTER(GALPHAGetNumJacEvals, ls.njac)
LONG_GETTER(GALPHAGetNumLinSolvSetups, ls.nsetup)
LONG_GETTER(GALPHAGetNumLinSolves, ls.nsolve)
LONG_GETTER(GALPHAGetNumOrderFalls, ctrl.order.falls)
LONG_GETTER(GALPHAGetNumErrTestFails, ctrl.errfails)
LONG_GETTER(GALPHAGetNumNonlinSolvIters, nls.niters)
LONG_GETTER(GALPHAGetNumNonlinSolvConvFails, nls.nfails)
LONG_GETTER(GALPHAGetNumStepSolveFails, ctrl.convfails)
LONG_GETTER(GALPHAGetNumGEvals, root.nge)
LONG_GETTER(GALPHAGetNumLinIters, ls.niter)
LONG_GETTER(GALPHAGetNumLinConvFails, ls.nconvfail)
LONG_GETTER(GALPHAGetNumPrecEvals, sys.count.psetup)
LONG_GETTER(GALPHAGetNumPrecSolves, sys.count.psolve)
LONG_GETTER(GALPHAGetNumJTSetupEvals, res.njtsetup)
LONG_GETTER(GALPHAGetNumJtimesEvals, sys.count.jtimes)
LONG_GETTER(GALPHAGetNumLinResEvals, res.ndiff)
LONG_GETTER(GALPHAGetNumBacktrackOps, ic.nbacktr)
REAL_GETTER(GALPHAGetActualInitStep, ctrl.h0)
REAL_GETTER(GALPHAGetCurrentStep, ctrl.h)
REAL_GETTER(GALPHAGetConvRate, nls.seen)

int GALPHAGetNumStepsOfOrder(void *memory, int order, long int *nsteps)
{
  const struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  if (!nsteps) { return galpha_no_result(mem, __func__); }
  if (order < 1 || order > GALPHA_MOST_BDF)
  {
    return galpha_report(&((struct galpha_mem *)memory)->err, GALPHA_ILL_INPUT,
                         __func__, "order = %d must be between 1 and %d", order,
                         GALPHA_MOST_BDF);
  }
  *nsteps = mem->ctrl.order.taken[order];
  return GALPHA_SUCCESS;
}

int GALPHAGetNumStepsBy(void *memory, int by, long int *nsteps)
{
  const struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  if (!nsteps) { return galpha_no_result(mem, __func__); }
  if (by < 0 || by >= GALPHA_LIMITS)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "by = %d is none of the constants GALPHA_BY_...", by);
  }
  *nsteps = mem->ctrl.limit.count[by];
  return GALPHA_SUCCESS;
}

int GALPHAGetLastStep(void *memory, sunrealtype *hlast)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (!hlast) { return galpha_no_result(mem, __func__); }
  *hlast = mem->hist.now->h;
  return GALPHA_SUCCESS;
}

int GALPHAGetCurrentTime(void *memory, sunrealtype *tcur)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (!tcur) { return galpha_no_result(mem, __func__); }
  *tcur = mem->phase < GALPHA_PHASE_CLOSED ? mem->t0 : mem->hist.now->t;
  return GALPHA_SUCCESS;
}

int GALPHAGetWorkSpace(void *memory, long int *lenrw, long int *leniw)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (!lenrw || !leniw) { return galpha_no_result(mem, __func__); }
  galpha_space(mem, lenrw, leniw);
  return GALPHA_SUCCESS;
}

void galpha_forget_statistics(struct galpha_mem *mem)
{
  mem->ctrl.steps = mem->ctrl.errfails = mem->ctrl.convfails = 0;
  mem->ctrl.hnil                                             = 0;
  galpha_order_forget(&mem->ctrl.order);
  mem->ctrl.limit      = (struct galpha_step_limit){.by = GALPHA_BY_START};
  mem->errtest.weighed = false;
  mem->ctrl.h0 = mem->nls.seen = 0.0;
  mem->ls.kept_t               = (sunrealtype)NAN;
  mem->nls.niters = mem->nls.nfails = mem->nls.probe_iters = 0;
  mem->ls.njac = mem->ls.nsetup = mem->ls.nsolve = 0;
  mem->ls.niter = mem->ls.nconvfail = mem->ic.nbacktr = 0;
  mem->ls.steps = mem->ls.step_built = 0;
  mem->ls.dependent[0]               = -1;
  mem->res.njtsetup = mem->res.ndiff = 0;
  mem->sys.count                     = (struct galpha_counts){0};
  mem->root.nge                      = 0;
}

#define STAT_ANY    0U
#define STAT_MECH   GALPHA_STATISTICS_MECHANICS
#define STAT_RES    GALPHA_STATISTICS_RESIDUAL
#define STAT_KRYLOV GALPHA_STATISTICS_KRYLOV

struct stat_row
{
  const char *name;
  size_t offset;
  bool real;
  unsigned forms; /* bit mask of the forms that have the row; 0: all */
};

#define LIMITED(name, by, forms)                                           \
  {                                                                        \
    "Limited by " name, AT(ctrl.limit.count[GALPHA_BY_##by]), false, forms \
  }

/* The labels of the residual form are those of IDA, where IDA has the number. */
static const struct stat_row rows[] = {
  {"Steps", AT(ctrl.steps), false, STAT_ANY},
  {"Steps of order 1", AT(ctrl.order.taken[1]), false, STAT_ANY},
  {"Steps of order 2", AT(ctrl.order.taken[2]), false, STAT_ANY},
  {"Steps of order 3", AT(ctrl.order.taken[3]), false, STAT_ANY},
  {"Steps of order 4", AT(ctrl.order.taken[4]), false, STAT_ANY},
  {"Steps of order 5", AT(ctrl.order.taken[5]), false, STAT_ANY},
  {"Falls to order 2", AT(ctrl.order.falls), false, STAT_ANY},
  LIMITED("error of q", POSITIONS, STAT_MECH),
  LIMITED("error of v", VELOCITIES, STAT_MECH),
  LIMITED("error of y", POSITIONS, STAT_RES),
  LIMITED("error of y'", VELOCITIES, STAT_RES),
  LIMITED("error of states", STATES, STAT_MECH),
  LIMITED("multiplier errors", MULTIPLIERS, STAT_MECH),
  LIMITED("growth of h", GROWTH, STAT_ANY),
  LIMITED("the start", START, STAT_ANY),
  LIMITED("unsolved steps", SOLUTION, STAT_ANY),
  LIMITED("failed callbacks", CALLBACK, STAT_ANY),
  LIMITED("inequalities", INEQUALITY, STAT_RES),
  LIMITED("fixed_step", FIXED_STEP, STAT_ANY),
  LIMITED("max_step", MAX_STEP, STAT_ANY),
  LIMITED("min_step", MIN_STEP, STAT_ANY),
  LIMITED("the stop time", STOP_TIME, STAT_ANY),
  {"Error test fails", AT(ctrl.errfails), false, STAT_ANY},
  {"Step solve fails", AT(ctrl.convfails), false, STAT_ANY},
  {"Initial step size", AT(ctrl.h0), true, STAT_ANY},
  {"Current step size", AT(ctrl.h), true, STAT_ANY},
  {"Residual fn evals", AT(sys.count.force), false, STAT_RES},
  {"Force evals", AT(sys.count.force), false, STAT_MECH},
  {"Mass matrix evals", AT(sys.count.mass), false, STAT_MECH},
  {"Constraint g evals", AT(sys.count.g), false, STAT_MECH},
  {"Constraint G evals", AT(sys.count.G), false, STAT_MECH},
  {"Constraint k evals", AT(sys.count.k), false, STAT_MECH},
  {"Constraint K evals", AT(sys.count.K), false, STAT_MECH},
  {"IC linesearch backtrack ops", AT(ic.nbacktr), false, STAT_RES},
  {"NLS iters", AT(nls.niters), false, STAT_ANY},
  {"NLS fails", AT(nls.nfails), false, STAT_ANY},
  {"Jac evals", AT(ls.njac), false, STAT_ANY},
  {"LS setups", AT(ls.nsetup), false, STAT_ANY},
  {"LS solves", AT(ls.nsolve), false, STAT_ANY},
  {"LS residual fn evals", AT(res.ndiff), false, STAT_RES},
  {"LS iters", AT(ls.niter), false, STAT_KRYLOV},
  {"LS fails", AT(ls.nconvfail), false, STAT_KRYLOV},
  {"Prec setup evals", AT(sys.count.psetup), false, STAT_KRYLOV},
  {"Prec solves", AT(sys.count.psolve), false, STAT_KRYLOV},
  {"Jac-times setups", AT(res.njtsetup), false, STAT_RES},
  {"Jac-times evals", AT(sys.count.jtimes), false, STAT_KRYLOV},
  {"Last local error", AT(ctrl.error), true, STAT_ANY},
  {"Root fn evals", AT(root.nge), false, STAT_ANY},
};

static void print_value(const struct galpha_mem *mem,
                        const struct stat_row *row, FILE *fp)
{
  const void *at = (const char *)mem + row->offset;
  if (row->real) { fprintf(fp, "%.15g", *(const sunrealtype *)at); }
  else { fprintf(fp, "%ld", *(const long int *)at); }
}

int GALPHAPrintAllStats(void *memory, FILE *outfile, SUNOutputFormat fmt)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (!outfile ||
      (fmt != SUN_OUTPUTFORMAT_TABLE && fmt != SUN_OUTPUTFORMAT_CSV))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         outfile ? "unknown output format" : "outfile is NULL");
  }
  const bool table               = fmt == SUN_OUTPUTFORMAT_TABLE;
  const struct galpha_state *now = mem->hist.now;
  fprintf(outfile, table ? "%-28s = " : "%s,", "Current time");
  fprintf(outfile, "%.15g%s", now->t, table ? "\n" : ",");
  fprintf(outfile, table ? "%-28s = " : "%s,", "Last step size");
  fprintf(outfile, "%.15g", now->h);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
  {
    if (rows[i].forms && !(rows[i].forms & mem->form->statistics)) { continue; }
    fprintf(outfile, table ? "\n%-28s = " : ",%s,", rows[i].name);
    print_value(mem, &rows[i], outfile);
  }
  fprintf(outfile, "\n");
  return GALPHA_SUCCESS;
}
