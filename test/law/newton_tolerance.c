/* Newton's iteration on F(t,y,y') may stop as early as IDA's where algebraic components
 * are out of the error test, what is left of velocities counts less where they are, too,
 * and steps keep their size: far fewer matrices, fewer iterations a step, positions as
 * accurate. Controls: with them in the test nothing changes, and a tolerance once given
 * stays. All of this at order 2; with orders up to 5 iterations are fewer, too. A chain of 20 bars by Gear, Gupta and Leimkuhler; IDA at a tight tolerance tells
 * errors. */
#include <ida/ida.h>

#include "support/run/first_order.h"
#include "support/test.h"

#define BARS 20
#define TEND 0.5

struct outcome
{
  long int steps, iterations, matrices;
  long int changes; /* of the size of a step */
  sunrealtype error;
};

/* coef 0: the default. */
static struct outcome by_galpha(const struct mechanism *mech, N_Vector accurate,
                                int order, int suppress, sunrealtype coef)
{
  struct outcome o         = {0};
  struct first_order_run w = {.y = NULL};
  void *mem                = KEEP(GALPHACreate(ctx));
  sunrealtype t;
  CHECK(!first_order_run_new(&w, mech, FIRST_ORDER_GGL, 1e-5, 0, ctx));
  CHECK(!first_order_set_galpha(mem, &w) &&
        !GALPHASetSuppressAlg(mem, suppress));
  CHECK(!GALPHASetMaxOrd(mem, order));
  if (coef > 0.0) { CHECK(!GALPHASetNonlinConvCoef(mem, coef)); }
  CHECK(!GALPHASetStopTime(mem, TEND));
  sunrealtype h = 0.0, last = 0.0;
  for (int ret = 0; ret == 0; last = h)
  {
    ret = GALPHASolve(mem, TEND, &t, w.y, w.yp, GALPHA_ONE_STEP);
    CHECK(ret >= 0 && !GALPHAGetLastStep(mem, &h));
    o.changes += h != last;
  }
  GALPHAGetNumSteps(mem, &o.steps);
  GALPHAGetNumNonlinSolvIters(mem, &o.iterations);
  GALPHAGetNumLinSolvSetups(mem, &o.matrices);
  for (sunindextype i = 0; i < w.s.n; i++)
  {
    o.error = fmax(o.error, fabs(NV_Ith_S(w.y, i) - NV_Ith_S(accurate, i)));
  }
  check_of("order %d, suppressed %d, coefficient %g", order, suppress,
           (double)coef);
  return o;
}

TEST_MAIN()
{
  struct mechanism mech    = mechanism_chain(BARS, 0.01, 1e-3);
  struct first_order_run w = {.y = NULL};
  void *ida                = IDACreate(ctx);
  sunrealtype t;
  CHECK(!first_order_run_new(&w, &mech, FIRST_ORDER_GGL, 1e-9, 0, ctx));
  CHECK(!first_order_set_ida(ida, &w) && !IDASetSuppressAlg(ida, SUNTRUE));
  CHECK(!IDASetStopTime(ida, TEND));
  CHECK(IDASolve(ida, TEND, &t, w.y, w.yp, IDA_NORMAL) >= 0);
  const struct outcome early  = by_galpha(&mech, w.y, 2, 1, 0.0);
  const struct outcome late   = by_galpha(&mech, w.y, 2, 1, 0.05);
  const struct outcome tested = by_galpha(&mech, w.y, 2, 0, 0.0);
  const struct outcome given  = by_galpha(&mech, w.y, 2, 0, 0.05);
  CHECK(10 * early.iterations * late.steps <=
        8 * late.iterations * early.steps);
  CHECK(2 * early.matrices < late.matrices);
  CHECK(20 * early.steps <= 21 * late.steps);
  CHECK(3 * early.changes < 2 * late.changes);
  CHECK(early.error <= 1.2 * late.error && late.error <= 1e-2);
  CHECK(tested.steps == given.steps && tested.error == given.error);
  CHECK(tested.iterations == given.iterations);
  const struct outcome high   = by_galpha(&mech, w.y, 5, 1, 0.0);
  const struct outcome strict = by_galpha(&mech, w.y, 5, 1, 0.05);
  CHECK(10 * high.iterations * strict.steps <=
        9 * strict.iterations * high.steps);
  CHECK(high.error <= 1e-2 && strict.error <= 1e-2);
  IDAFree(&ida);
}
