/* Life and integration: starts, steps, events, failures, and the way back. */
#include "native.h"

#define STEPS 25 /* at most, in one call */

void native_arm(struct native *f)
{
  f->env.fault    = (enum native_fault)native_pick(f, NATIVE_FAULTS);
  f->env.callback = native_pick(f, NATIVE_CBS);
  f->env.skip     = native_chance(f, 50) ? 0 : native_pick(f, 60);
  f->env.left     = native_chance(f, 50) ? 1 + native_pick(f, 3) : -1;
  f->env.met      = 0;
}

static sunrealtype target(struct native *f)
{
  static const sunrealtype spans[] = {1e-3, 0.1, 0.5, 1.0, -0.1, 1e-9};
  const sunrealtype dt = spans[native_pick(f, native_chance(f, 80) ? 4 : 6)];
  sunrealtype t        = f->t0;
  GALPHAGetCurrentTime(f->mem, &t);
  return native_chance(f, 95) ? t + dt : native_real(f);
}

static void limit(struct native *f)
{
  GALPHASetMaxNumSteps(f->mem, 1 + native_pick(f, STEPS));
}

void native_solve(struct native *f)
{
  N_Vector q = native_vector(f, f->n, false);
  N_Vector v = native_vector(f, f->n, false);
  if (!f->stated || !q || !v) { return; }
  limit(f);
  const int met = f->env.met;
  const int code =
    GALPHASolve(f->mem, target(f), &f->t, q, v,
                native_chance(f, 50) ? GALPHA_NORMAL : GALPHA_ONE_STEP);
  native_called(f, code, "GALPHASolve");
  if (code >= 0) { f->started = true; }
  /* huge values are taken for what they are */
  const bool spoilt = f->env.met > met && f->env.fault == NATIVE_LARGE;
  if (spoilt) { f->strange = true; }
  native_solved(f, code, q, v);
}

void native_bad_solve(struct native *f)
{
  struct native_snapshot s;
  const int n = f->n > 0 ? f->n : 2;
  N_Vector q = native_vector(f, n, false), x = native_vector(f, n, true);
  sunrealtype t;
  int code = 0;
  native_take(f, &s);
  switch (native_pick(f, 5))
  {
  case 0: code = GALPHASolve(f->mem, (sunrealtype)NAN, &t, q, q, 1); break;
  case 1: code = GALPHASolve(f->mem, 1.0, NULL, q, x, 1); break;
  case 2: code = GALPHASolve(f->mem, 1.0, &t, x, NULL, 1); break;
  case 3: code = GALPHASolve(f->mem, 1.0, &t, q, q, 7); break;
  default: code = GALPHASolve(f->mem, HUGE_VAL, &t, q, x, 2);
  }
  native_called(f, code, "a wrong GALPHASolve");
  if (code >= 0) { native_fail(f, "a wrong GALPHASolve was accepted"); }
  native_same(f, &s, "a wrong GALPHASolve");
}

void native_calc_ic(struct native *f)
{
  struct native_snapshot s;
  native_take(f, &s);
  const int icopt     = native_chance(f, 90) ? 1 + native_pick(f, 4) : 17;
  const sunrealtype t = native_chance(f, 80) ? f->t0 + 0.1 : native_real(f);
  const int code      = GALPHACalcIC(f->mem, icopt, t);
  native_called(f, code, "GALPHACalcIC");
  if (!code) { f->started = true; }
  else if (code == GALPHA_ILL_INPUT) { native_same(f, &s, "GALPHACalcIC"); }
}

void native_reinit(struct native *f)
{
  struct native_snapshot s;
  const int n = f->n > 0 ? f->n : 2;
  native_take(f, &s);
  N_Vector a = native_vector(f, n, true), b = native_vector(f, n, true);
  int code = 0;
  switch (native_pick(f, 4))
  {
  case 0: code = GALPHAReInit(f->mem, f->t0, a, b); break;
  case 1: code = GALPHAReInit2(f->mem, f->t0, f->y, f->yp, a); break;
  case 2: code = GALPHAReInit(f->mem, native_real(f), f->y, f->yp); break;
  default:
    if (!f->stated) { return; }
    native_start(f);
    code = GALPHAReInit(f->mem, f->t0, f->y, f->yp);
  }
  native_called(f, code, "GALPHAReInit");
  if (code) { native_same(f, &s, "GALPHAReInit"); }
  else { f->started = false; }
}

void native_roots(struct native *f)
{
  int dir[4]      = {0, 1, -1, native_pick(f, 4)}, found[4];
  const int count = native_pick(f, 6) - 1;
  switch (native_pick(f, 3))
  {
  case 0:
  {
    const int before = f->nroots;
    f->nroots        = count > 0 ? (count > 4 ? 4 : count) : 0;
    const int code   = GALPHARootInit(f->mem, count, native_root);
    if (code) { f->nroots = before; }
    native_called(f, code, "GALPHARootInit");
    return;
  }
  case 1:
    native_called(
      f, GALPHASetRootDirection(f->mem, native_chance(f, 90) ? dir : NULL),
      "GALPHASetRootDirection");
    return;
  default:
    native_called(
      f, GALPHAGetRootInfo(f->mem, native_chance(f, 90) ? found : NULL),
      "GALPHAGetRootInfo");
  }
}

void native_stop_time(struct native *f)
{
  const int code = native_chance(f, 60) ? GALPHASetStopTime(f->mem, target(f))
                                        : GALPHAClearStopTime(f->mem);
  native_called(f, code, "the stop time");
}

void native_check_jacobian(struct native *f)
{
  struct native_snapshot s;
  long int n = 0;
  native_take(f, &s);
  native_called(f,
                GALPHACheckJacobian(
                  f->mem, native_chance(f, 80) ? 0.0 : native_real(f), &n),
                "GALPHACheckJacobian");
  native_same(f, &s, "GALPHACheckJacobian");
}

void native_nested(struct native *f)
{
  sunrealtype t;
  N_Vector x = N_VNew_Serial(f->n, f->ctx);
  if (!x) { return; }
  N_VConst(1.0, x);
  const int codes[] = {GALPHASolve(f->mem, 9.0, &t, x, x, 1),
                       GALPHAReInit(f->mem, 0.0, x, x),
                       GALPHACalcIC(f->mem, GALPHA_ACC_INIT, 9.0),
                       GALPHASVtolerances(f->mem, 1e-3, x),
                       GALPHARootInit(f->mem, 0, NULL),
                       GALPHACheckJacobian(f->mem, 0.0, NULL)};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
  {
    native_called(f, codes[i], "a nested call");
    if (codes[i] != GALPHA_ILL_INPUT)
    {
      native_fail(f, "nested call %d returned %d", (int)i, codes[i]);
    }
  }
  GALPHAGetCurrentTime(f->mem, &t);
  N_VDestroy(x);
}

void native_repair(struct native *f)
{
  N_Vector q = native_vector(f, f->n, false);
  N_Vector v = native_vector(f, f->n, false);
  if (!f->stated || !q || !v) { return; }
  f->env.fault = NATIVE_NO_FAULT;
  native_defaults(f);
  GALPHAClearStopTime(f->mem);
  GALPHARootInit(f->mem, 0, NULL);
  GALPHASStolerances(f->mem, f->rtol, f->rtol);
  GALPHASStolerancesStates(f->mem, f->rtol, f->rtol);
  GALPHASetMultiplierTolerances(f->mem, 0.0, 0.0);
  native_start(f);
  int code = GALPHAReInit(f->mem, f->t0, f->y, f->yp);
  if (!code && f->r) { code = GALPHASetStateValues(f->mem, f->s); }
  if (code) { native_fail(f, "a right restart returned %d", code); }
  native_defaults(f); /* some may change only before a start */
  code = GALPHASolve(f->mem, f->t0 + 0.1, &f->t, q, v, GALPHA_NORMAL);
  native_called(f, code, "GALPHASolve, repaired");
  if (code < 0 && !f->strange)
  {
    native_fail(f, "after repair GALPHASolve returned %d", code);
  }
  if (code >= 0)
  {
    f->started = true;
    native_solved(f, code, q, v);
  }
}
