/* Life of an object, start, and integration. Times are relative to what the library
 * says of itself, so that both libraries are asked the same. */
#include "fuzz.h"

void fuzz_create(struct fuzz *f)
{
  if (fuzz_chance(f, 10))
  {
    fuzz_report(f, IDACreate(NULL) != NULL, "IDACreate NULL");
  }
  if (f->mem) { return; }
  f->mem = IDACreate(f->ctx);
  fuzz_report(f, f->mem != NULL, "IDACreate");
#if SUNDIALS_VERSION_MAJOR < 7
  fuzz_report(f, IDASetErrFile(f->mem, NULL), "IDASetErrFile");
#endif
  /* IDA's default is too small for some runs. */
  fuzz_report(f, IDASetMaxNumSteps(f->mem, 20000), "IDASetMaxNumSteps 20000");
  fuzz_report(f, IDASetMaxStep(f->mem, FUZZ_MAX_STEP), "IDASetMaxStep");
  f->stated = f->setup = f->running = f->env_set = f->bbd = f->id_set = false;
  f->tstop_set = f->stuck = false;
  f->data                 = NULL;
  f->solver               = FUZZ_NO_SOLVER;
  f->nroots               = 0;
}

void fuzz_free(struct fuzz *f)
{
  void *none = NULL;
  if (fuzz_chance(f, 20)) { IDAFree(&none); }
  IDAFree(&f->mem);
  fuzz_report(f, f->mem != NULL, "IDAFree");
  f->stated = f->setup = f->running = false;
  f->solver                         = FUZZ_NO_SOLVER;
}

static void set_start(struct fuzz *f)
{
  f->t0  = fuzz_choose(f, (const sunrealtype[]){0, 0, 1, -2.5}, 4);
  f->t   = f->t0;
  f->dir = f->problem->backward && fuzz_chance(f, 15) ? -1 : 1;
  f->problem->start(f->t0, N_VGetArrayPointer(f->y), N_VGetArrayPointer(f->yp));
}

static void started(struct fuzz *f)
{
  f->setup = f->running = f->stuck = f->apart = false;
}

static void restart(struct fuzz *f)
{
  set_start(f);
  fuzz_report(f, IDAReInit(f->mem, f->t0, f->y, f->yp), "IDAReInit %g %g",
              (double)f->t0, (double)f->dir);
  started(f);
}

void fuzz_before_setup(struct fuzz *f)
{
  if (f->mem && f->setup) { restart(f); }
}

void fuzz_init(struct fuzz *f)
{
  void *mem          = fuzz_handle(f);
  const IDAResFn res = fuzz_res(f->problem);
  if (mem && mem == f->mem) { set_start(f); }
  if (fuzz_chance(f, 15))
  {
    const int k = fuzz_pick(f, 3);
    fuzz_report(f,
                IDAInit(mem, k == 0 ? NULL : res, f->t0, k == 1 ? NULL : f->y,
                        k == 2 ? NULL : f->yp),
                "IDAInit with argument %d NULL", k);
  }
  if (mem && mem == f->mem && fuzz_chance(f, 80))
  {
    fuzz_report(f, IDASetUserData(mem, &f->env), "IDASetUserData env");
    f->data    = &f->env;
    f->env_set = true;
  }
  const int code = IDAInit(mem, res, f->t0, f->y, f->yp);
  fuzz_report(f, code, "IDAInit %g %g", (double)f->t0, (double)f->dir);
  if (code) { return; }
  started(f);
  f->stated  = true;
  f->env_set = f->data == &f->env;
  f->bbd     = false;
  f->solver  = FUZZ_NO_SOLVER;
  f->nroots  = 0;
  if (!f->problem->suppress) { return; }
  fuzz_good_id(f);
  fuzz_report(f, IDASetSuppressAlg(mem, SUNTRUE), "IDASetSuppressAlg 1");
}

void fuzz_reinit(struct fuzz *f)
{
  void *mem = fuzz_handle(f);
  if (fuzz_chance(f, 15))
  {
    const bool which = fuzz_chance(f, 50);
    fuzz_report(f, IDAReInit(mem, 0, which ? NULL : f->y, which ? f->yp : NULL),
                "IDAReInit %s", which ? "y NULL" : "yp NULL");
  }
  if (mem && mem == f->mem && f->stated) { restart(f); }
  else { fuzz_report(f, IDAReInit(mem, 0, f->y, f->yp), "IDAReInit"); }
}

/* A solver, without which IDA 7 crashes in IDASolve. */
bool fuzz_ready(struct fuzz *f)
{
  if (!f->mem || !f->stated) { return false; }
  if (f->solver == FUZZ_NO_SOLVER && SUNDIALS_VERSION_MAJOR >= 7 && !f->deep)
  {
    fuzz_before_setup(f);
    fuzz_attach(f, FUZZ_DENSE);
  }
  return true;
}

static sunrealtype now(struct fuzz *f)
{
  sunrealtype t = f->t0;
  if (f->mem && f->running) { IDAGetCurrentTime(f->mem, &t); }
  return t;
}

static void print_solution(struct fuzz *f)
{
  const sunrealtype *y = N_VGetArrayPointer(f->y);
  printf("= %.12g %g %g", (double)f->t, (double)f->rtol, (double)f->atol);
  for (int i = 0; i < f->problem->n; i++) { printf(" %.9g", (double)y[i]); }
  printf("\n");
}

static int solve(struct fuzz *f, sunrealtype tout, int itask, const char *what)
{
  sunrealtype t             = f->t;
  int found[FUZZ_MAX_ROOTS] = {0};
  const int code            = IDASolve(f->mem, tout, &t, f->y, f->yp, itask);
  fuzz_report(f, code, "IDASolve %s", what);
  f->setup = f->used = true;
  f->stuck           = code == IDA_ILL_INPUT && !f->running;
  if (code >= 0)
  {
    f->running = true;
    f->t       = t;
    f->apart   = f->apart || itask == IDA_ONE_STEP;
  }
  if (code == IDA_TSTOP_RETURN) { f->tstop_set = false; }
  if (code == IDA_ROOT_RETURN)
  {
    const int flag = IDAGetRootInfo(f->mem, found);
    fuzz_report(f, flag, "IDAGetRootInfo %d %d %d %d", found[0], found[1],
                found[2], found[3]);
  }
  if (code >= 0 && f->dir > 0) { print_solution(f); }
  if (code < 0 && code != IDA_ILL_INPUT && code != IDA_TOO_MUCH_WORK &&
      f->env.fault == FUZZ_NO_FAULT)
  {
    restart(f);
  }
  return code;
}

static void first_solve(struct fuzz *f)
{
  const sunrealtype away = -f->dir * 1e-4;
  switch (fuzz_pick(f, 12))
  {
  case 0: solve(f, f->t0, IDA_NORMAL, "to t0"); break;
  case 1:
    fuzz_report(f, IDASetInitStep(f->mem, away), "IDASetInitStep away");
    solve(f, f->t0 + f->dir * f->problem->span, IDA_NORMAL, "away from hin");
    fuzz_report(f, IDASetInitStep(f->mem, 0), "IDASetInitStep 0");
    break;
  default:
    solve(f, f->t0 + f->dir * f->problem->span * (1.03 + fuzz_pick(f, 3)),
          IDA_NORMAL, "first");
  }
}

void fuzz_solve(struct fuzz *f)
{
  if (!fuzz_ready(f) || fuzz_chance(f, 3))
  {
    sunrealtype t = 0;
    if (f->mem && f->stated) { return; }
    fuzz_report(f, IDASolve(f->mem, 1, &t, f->y, f->yp, IDA_NORMAL),
                "IDASolve");
    return;
  }
  if (!f->running)
  {
    first_solve(f);
    return;
  }
  const sunrealtype ahead = f->dir * f->problem->span;
  const bool plain        = f->nroots == 0 && !f->tstop_set;
  sunrealtype h           = 0;
  const int choice        = fuzz_pick(f, plain ? 14 : 10);
  IDAGetLastStep(f->mem, &h);
  if (f->tstop_set && choice > 0)
  {
    const int where = choice % 3;
    solve(f,
          where == 0   ? 0.5 * (f->t + f->tstop)
          : where == 1 ? f->tstop + ahead
                       : f->tstop,
          IDA_NORMAL,
          where == 0   ? "before the stop time"
          : where == 1 ? "beyond the stop time"
                       : "to the stop time");
    return;
  }
  switch (choice)
  {
  case 0: solve(f, f->t, IDA_NORMAL, "to where it is"); break;
  case 10: solve(f, f->t0 - 10 * ahead, IDA_NORMAL, "far back"); break;
  case 11: solve(f, now(f) - 0.5 * h, IDA_NORMAL, "into the last step"); break;
  case 12:
  case 13: solve(f, f->t + ahead, IDA_ONE_STEP, "one step"); break;
  default: solve(f, f->t + ahead * (1 + fuzz_pick(f, 2)), IDA_NORMAL, "on");
  }
}

/* Step by step to a stop time: the events on the way. */
void fuzz_march(struct fuzz *f)
{
  char events[64] = "";
  int code        = IDA_SUCCESS;
  sunrealtype t   = 0;
  if (!fuzz_ready(f)) { return; }
  const sunrealtype stop = f->t + f->dir * f->problem->span;
  fuzz_report(f, IDASetStopTime(f->mem, stop), "IDASetStopTime for a march");
  f->tstop_set = true;
  f->tstop     = stop;
  for (int i = 0; i < 20000 && (code == 0 || code == IDA_ROOT_RETURN); i++)
  {
    code = IDASolve(f->mem, stop, &t, f->y, f->yp, IDA_ONE_STEP);
    if (code == IDA_ROOT_RETURN && strlen(events) < 40)
    {
      const size_t len = strlen(events);
      snprintf(events + len, sizeof events - len, " 2");
    }
    if (code >= 0)
    {
      f->running = true;
      f->t       = t;
    }
  }
  f->setup = f->used = true;
  f->stuck           = code == IDA_ILL_INPUT && !f->running;
  if (code == IDA_TSTOP_RETURN) { f->tstop_set = false; }
  fuzz_report(f, code, "IDASolve march:%s", events);
  if (code < 0 && code != IDA_ILL_INPUT) { restart(f); }
}

void fuzz_few_steps(struct fuzz *f)
{
  if (!fuzz_ready(f) || f->nroots || f->tstop_set) { return; }
  fuzz_before_setup(f);
  fuzz_report(f, IDASetMaxNumSteps(f->mem, 2), "IDASetMaxNumSteps 2");
  /* Backward, solutions grow. */
  const sunrealtype tout = f->t0 + f->problem->span * (f->dir < 0 ? -2 : 10);
  const int code         = solve(f, tout, IDA_NORMAL, "with two steps");
  fuzz_report(f, IDASetMaxNumSteps(f->mem, 20000), "IDASetMaxNumSteps 20000");
  if (code == IDA_TOO_MUCH_WORK)
  {
    f->running = true;
    solve(f, tout, IDA_NORMAL, "with more steps");
  }
}

void fuzz_bad_solve(struct fuzz *f)
{
  static const int tasks[] = {0, 3, -1, 1000};
  void *mem                = fuzz_handle(f);
  sunrealtype t            = 0;
  const int k = fuzz_pick(f, 4), task = tasks[fuzz_pick(f, 4)];
  fuzz_report(f,
              IDASolve(mem, f->t + 1, k == 0 ? NULL : &t, k == 1 ? NULL : f->y,
                       k == 2 ? NULL : f->yp, k == 3 ? task : IDA_NORMAL),
              "IDASolve wrong argument %d", k);
}

void fuzz_faulty(struct fuzz *f)
{
  if (!fuzz_ready(f) || !f->env_set) { return; }
  restart(f);
  f->env.fault    = (enum fuzz_fault)(1 + fuzz_pick(f, FUZZ_ROOT));
  f->env.value    = fuzz_chance(f, 50) ? 1 : -1;
  f->env.calls    = f->env.fault == FUZZ_RES && fuzz_chance(f, 30) ? 1 : -1;
  f->env.dir      = f->dir;
  f->env.from     = f->t0;
  const bool late = f->env.fault == FUZZ_RES && fuzz_chance(f, 50);
  /* IDA would creep up to the fault without end. */
  fuzz_report(f, IDASetMaxNumSteps(f->mem, 2000), "IDASetMaxNumSteps 2000");
  if (late) { f->env.from += 0.5 * f->dir * f->problem->span; }
  char what[64];
  snprintf(what, sizeof what, "fault %d value %d calls %d%s", f->env.fault,
           f->env.value, f->env.calls, late ? " late" : "");
  const sunrealtype tout = f->t0 + 1.03 * f->dir * f->problem->span;
  int code               = IDA_ROOT_RETURN;
  for (int i = 0; i < 30 && code == IDA_ROOT_RETURN; i++)
  {
    code = solve(f, tout, IDA_NORMAL, what);
  }
  f->env.fault = FUZZ_NO_FAULT;
  fuzz_report(f, IDASetMaxNumSteps(f->mem, 20000), "IDASetMaxNumSteps 20000");
  if (code < 0) { restart(f); }
}

void fuzz_stop_time(struct fuzz *f)
{
  void *mem              = fuzz_handle(f);
  const sunrealtype span = f->dir * f->problem->span;
#if SUNDIALS_VERSION_MAJOR >= 7
  if (fuzz_chance(f, 20))
  {
    fuzz_report(f, IDAClearStopTime(mem), "IDAClearStopTime");
    if (mem && mem == f->mem) { f->tstop_set = false; }
    return;
  }
#endif
  if (f->apart) { fuzz_before_setup(f); }
  const bool back        = fuzz_chance(f, 25);
  const sunrealtype stop = back ? now(f) - 0.1 * span : f->t + 2.5 * span;
  const int code         = IDASetStopTime(mem, stop);
  fuzz_report(f, code, "IDASetStopTime %s", back ? "back" : "ahead");
  if (code == 0)
  {
    f->tstop_set = true;
    f->tstop     = stop;
  }
}

void fuzz_dky(struct fuzz *f)
{
  static const int orders[] = {0, 1, 0, 1, 0, 1, -1, 6, 7, 2};
  void *mem                 = fuzz_handle(f);
  const int k = orders[fuzz_pick(f, 10)], where = fuzz_pick(f, 10);
  sunrealtype h = 0, t = f->t;
  if (fuzz_chance(f, 5))
  {
    fuzz_report(f, IDAGetDky(mem, t, k, NULL), "IDAGetDky NULL");
    return;
  }
  if (f->mem && !f->stated && !f->deep) { return; }
  const char *what = f->running ? "tret" : "t0";
  if (f->running && where >= 4)
  {
    static const sunrealtype back[]  = {0, 0.5, 1, 2, -1, 0.3};
    static const char *const names[] = {"tn",     "inside", "tn - h",
                                        "before", "beyond", "inside"};
    IDAGetLastStep(f->mem, &h);
    t    = now(f) - back[where - 4] * h;
    what = names[where - 4];
  }
  fuzz_report(f, IDAGetDky(mem, t, k, f->work), "IDAGetDky %s k %d", what, k);
}
