/* Options and outputs of one number each: legal values, illegal ones, and ones that
 * are legal but make no sense; those are set back at once. */
#include <float.h>
#include <stddef.h>

#include "fuzz.h"

/* A row of the tables: what odd values are set back to, four good ones, four odd ones. */
#define SET_BY(fn, name, back, g0, g1, g2, g3, o0, o1, o2, o3) \
  {                                                            \
    "IDASet" #name, fn, back, {g0, g1, g2, g3},                \
    {                                                          \
      o0, o1, o2, o3                                           \
    }                                                          \
  }
#define SET(name, ...) SET_BY(IDASet##name, name, __VA_ARGS__)

struct int_setter
{
  const char *name;
  int (*fn)(void *ida_mem, int value);
  int back; /* what the odd values are set back to */
  int good[4], odd[4];
};

static int set_max_steps(void *ida_mem, int value)
{
  return IDASetMaxNumSteps(ida_mem, value);
}

static int set_suppress(void *ida_mem, int value)
{
  return IDASetSuppressAlg(ida_mem, value);
}

static int set_search(void *ida_mem, int value)
{
  return IDASetLineSearchOffIC(ida_mem, value);
}

static int set_scaling(void *ida_mem, int value)
{
  return IDASetLinearSolutionScaling(ida_mem, value);
}

static const struct int_setter int_setters[] = {
  SET(MaxOrd, 0, 5, 1, 3, 2, 0, -1, 1000, -1000),
  SET_BY(set_max_steps, MaxNumSteps, 20000, 20000, -1, 100000, -1, 0, 1, -1000,
         2),
  SET(MaxErrTestFails, 10, 10, 20, 15, 100, 0, -1, 1, 2147483647),
  SET(MaxConvFails, 10, 10, 20, 15, 100, 0, -1, 1, 2147483647),
  SET(MaxNonlinIters, 4, 4, 10, 5, 8, 0, -1, 1, 2147483647),
  SET_BY(set_suppress, SuppressAlg, -1, 0, 1, 1, 0, 0, 1, 2, -1),
  SET(MaxNumStepsIC, 5, 5, 10, 7, 5, 0, -1, -5, 2147483647),
  SET(MaxNumJacsIC, 4, 4, 10, 7, 5, 0, -1, -5, 2147483647),
  SET(MaxNumItersIC, 10, 10, 20, 12, 15, 0, -1, -5, 2147483647),
  SET(MaxBacksIC, 100, 100, 50, 200, 100, 0, -1, -5, 2147483647),
  SET_BY(set_search, LineSearchOffIC, 0, 0, 0, 0, 0, 1, 2, -1, 1),
  SET_BY(set_scaling, LinearSolutionScaling, 1, 0, 1, 1, 0, 2, 1, 2, -1)};

/* The vector id must be there when IDA masks with it, and index 2 needs it. */
static void int_set_suppress(struct fuzz *f, void *mem, int value)
{
  const bool on = f->problem->suppress || value;
  if (f->mem && on && !f->id_set && !f->deep) { fuzz_before_setup(f); }
  fuzz_report(f, IDASetSuppressAlg(mem, on), "IDASetSuppressAlg %d", on);
}

void fuzz_int_setter(struct fuzz *f)
{
  const int count            = (int)(sizeof int_setters / sizeof *int_setters);
  const struct int_setter *s = &int_setters[fuzz_pick(f, count)];
  void *mem                  = fuzz_handle(f);
  const bool odd             = fuzz_chance(f, 40);
  const int value            = (odd ? s->odd : s->good)[fuzz_pick(f, 4)];
  if (s->fn == set_suppress)
  {
    int_set_suppress(f, mem, value);
    return;
  }
  /* A lower order in mid-run: IDA's history has a column too many. */
  if (s->fn == IDASetMaxOrd && !f->deep) { fuzz_before_setup(f); }
  fuzz_report(f, s->fn(mem, value), "%s %d", s->name, value);
  if (odd && s->back)
  {
    fuzz_report(f, s->fn(mem, s->back), "%s %d", s->name, s->back);
  }
  else if (odd && s->fn == set_search)
  {
    fuzz_report(f, s->fn(mem, 0), "%s 0", s->name);
  }
}

struct real_setter
{
  const char *name;
  int (*fn)(void *ida_mem, sunrealtype value);
  sunrealtype back, good[4], odd[4];
};

static int set_bounds(void *ida_mem, sunrealtype value)
{
  return IDASetEtaFixedStepBounds(ida_mem, value, 2 * value);
}

/* 0 stands for the default of the eta's. */
static const struct real_setter real_setters[] = {
  SET(InitStep, 0, 0, 1e-5, 1e-4, 0, 1e-6, 1e30, -1e30, 1e-300),
  SET(MaxStep, FUZZ_MAX_STEP, FUZZ_MAX_STEP, 0.02, 0.03, 0.01, -1, 0, 1e30,
      1e-300),
  SET(MinStep, 0, 0, 1e-14, 1e-15, 0, -1, -1e-300, -1e30, 1e30),
  SET(NonlinConvCoef, 0.33, 0.33, 0.2, 0.1, 0.33, -1, 0, 1e30, 1e-300),
  SET(NonlinConvCoefIC, 0.0033, 0.0033, 0.001, 0.01, 0.002, -1, 0, 1e30,
      1e-300),
  SET(StepToleranceIC, 3e-11, 3e-11, 1e-12, 1e-10, 3e-11, -1, 0, 1e30, 1e-300),
  SET(DeltaCjLSetup, 0.25, 0.25, 0.2, 0.3, 0.25, -1, 1, 1e30, -1e30),
  SET(EtaMax, 0, 0, 2, 3, 1, -1, 0.5, 1e30, -1e30),
  SET(EtaMin, 0, 0, 0.5, 0.4, 1, -1, 2, 1e30, -1e30),
  SET(EtaLow, 0, 0, 0.9, 0.8, 1, -1, 2, 1e30, -1e30),
  SET(EtaMinErrFail, 0, 0, 0.25, 0.2, 1, -1, 2, 1e30, -1e30),
  SET(EtaConvFail, 0, 0, 0.25, 0.2, 1, -1, 2, 1e30, -1e30),
  SET_BY(set_bounds, EtaFixedStepBounds, 1, 1, 1, 1, 1, -1, 2, 1e30, 0.1),
  SET(EpsLin, 0, 0, 0.05, 0.01, 0.05, -1, -1e-300, 1e30, 1e-12),
  SET(LSNormFactor, 0, 0, -1, 0, -1, -1e30, 1e30, 1e-30, 1),
  SET(IncrementFactor, 1, 1, 2, 0.5, 1, -1, 0, 1e30, 1e-300)};

void fuzz_real_setter(struct fuzz *f)
{
  const int count = (int)(sizeof real_setters / sizeof *real_setters);
  const struct real_setter *s = &real_setters[fuzz_pick(f, count)];
  void *mem                   = fuzz_handle(f);
  const bool odd              = fuzz_chance(f, 40);
  const sunrealtype value     = fuzz_choose(f, odd ? s->odd : s->good, 4);
  fuzz_report(f, s->fn(mem, value), "%s %g", s->name, (double)value);
  if (odd)
  {
    fuzz_report(f, s->fn(mem, s->back), "%s %g", s->name, (double)s->back);
  }
}

#define LONGS(call)                                                         \
  call(IDAGetNumSteps) call(IDAGetNumResEvals) call(IDAGetNumLinSolvSetups) \
    call(IDAGetNumErrTestFails) call(IDAGetNumBacktrackOps)                 \
      call(IDAGetNumGEvals) call(IDAGetNumNonlinSolvIters)                  \
        call(IDAGetNumNonlinSolvConvFails) call(IDAGetNumStepSolveFails)    \
          call(IDAGetNumJacEvals) call(IDAGetNumPrecEvals)                  \
            call(IDAGetNumPrecSolves) call(IDAGetNumLinIters)               \
              call(IDAGetNumLinConvFails) call(IDAGetNumJTSetupEvals)       \
                call(IDAGetNumJtimesEvals) call(IDAGetNumLinResEvals)       \
                  call(IDAGetLastLinFlag) LONGS_7(call)
#define INTS(call) call(IDAGetLastOrder) call(IDAGetCurrentOrder)
#define REALS(call)                                                            \
  call(IDAGetCurrentCj) call(IDAGetActualInitStep) call(IDAGetLastStep)        \
    call(IDAGetCurrentStep) call(IDAGetCurrentTime) call(IDAGetTolScaleFactor) \
      REALS_7(call)
#if SUNDIALS_VERSION_MAJOR >= 7
#define LONGS_7(call) call(IDAGetJacNumSteps)
#define REALS_7(call) call(IDAGetJacCj) call(IDAGetJacTime)
#else
#define LONGS_7(call)
#define REALS_7(call)
#endif
#define ENTRY(name) {#name, name},

static const struct
{
  const char *name;
  int (*fn)(void *ida_mem, long int *value);
} longs[] = {LONGS(ENTRY)};
static const struct
{
  const char *name;
  int (*fn)(void *ida_mem, int *value);
} ints[] = {INTS(ENTRY)};
static const struct
{
  const char *name;
  int (*fn)(void *ida_mem, sunrealtype *value);
} reals[] = {REALS(ENTRY)};

void fuzz_getter(struct fuzz *f)
{
  const int nlongs = (int)(sizeof longs / sizeof *longs);
  const int nints  = (int)(sizeof ints / sizeof *ints);
  const int nreals = (int)(sizeof reals / sizeof *reals);
  void *mem        = fuzz_handle(f);
  const bool no    = f->deep && fuzz_chance(f, 10);
  long int many    = 0;
  int some         = 0;
  sunrealtype real = 0;
  int k            = fuzz_pick(f, nlongs + nints + nreals);
  if (k < nlongs)
  {
    fuzz_report(f, longs[k].fn(mem, no ? NULL : &many), "%s", longs[k].name);
  }
  else if ((k -= nlongs) < nints)
  {
    fuzz_report(f, ints[k].fn(mem, no ? NULL : &some), "%s", ints[k].name);
  }
  else
  {
    k -= nints;
    fuzz_report(f, reals[k].fn(mem, no ? NULL : &real), "%s", reals[k].name);
  }
}
