/* Consistent initial values, and the way out of a start that is refused. */
#include "fuzz.h"

/* Starting values off by something that is to be computed. */
static void disturb(struct fuzz *f, int icopt)
{
  sunrealtype *y = N_VGetArrayPointer(f->y), *yp = N_VGetArrayPointer(f->yp);
  f->problem->start(f->t0, y, yp);
  for (int i = 0; i < f->problem->n; i++)
  {
    if (icopt == IDA_Y_INIT || f->problem->id[i] == 0) { y[i] += 1e-3; }
    else { yp[i] += 1e-2; }
  }
  fuzz_report(f, IDAReInit(f->mem, f->t0, f->y, f->yp), "IDAReInit disturbed");
}

void fuzz_calc_ic(struct fuzz *f)
{
  static const int wrong[] = {0, 3, -1, 1000};
  if (!f->mem || !f->stated)
  {
    fuzz_report(f, IDACalcIC(f->mem, IDA_Y_INIT, 1), "IDACalcIC");
    return;
  }
  if (!fuzz_ready(f)) { return; }
  if (f->running && !f->deep) { fuzz_before_setup(f); }
  const bool can_y =
    (f->problem->calc_y && f->solver != FUZZ_KRYLOV) || f->deep;
  const bool can_ya      = f->problem->calc_ya || f->deep;
  const bool odd         = fuzz_chance(f, 20) || (!can_y && !can_ya);
  const int icopt        = odd ? wrong[fuzz_pick(f, 4)]
                           : can_y && fuzz_chance(f, 30) ? IDA_Y_INIT
                                                         : IDA_YA_YDP_INIT;
  const bool off         = !odd && !f->running && fuzz_chance(f, 60);
  const bool close       = f->t0 != 0 && fuzz_chance(f, 5);
  const sunrealtype tout = close ? f->t0 : f->t0 + f->dir * f->problem->span;
  if (off) { disturb(f, icopt); }
  const int code = IDACalcIC(f->mem, icopt, tout);
  fuzz_report(f, code, "IDACalcIC %d%s", icopt, close ? " to t0" : "");
  f->setup = f->used = true;
  if (code) { fuzz_before_setup(f); }
}

void fuzz_consistent_ic(struct fuzz *f)
{
  void *mem = fuzz_handle(f);
  if (f->mem && !f->stated && !f->deep) { return; }
  const int k = fuzz_pick(f, 4);
  fuzz_report(
    f,
    IDAGetConsistentIC(mem, k == 0 ? NULL : f->work, k == 1 ? NULL : f->work2),
    "IDAGetConsistentIC %d", k);
}

void fuzz_repair(struct fuzz *f)
{
  if (!f->mem || !f->stated) { return; }
  fuzz_before_setup(f);
  fuzz_good_tolerances(f);
  fuzz_good_id(f);
  fuzz_report(f, IDASetConstraints(f->mem, NULL), "IDASetConstraints NULL");
  fuzz_report(f, IDASetInitStep(f->mem, 0), "IDASetInitStep 0");
  f->tstop_set = true;
  f->tstop     = f->t0 + 5 * f->dir * f->problem->span;
  fuzz_report(f, IDASetStopTime(f->mem, f->tstop), "IDASetStopTime repaired");
  fuzz_attach(f, FUZZ_DENSE);
}
