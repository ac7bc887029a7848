/* Newton's iteration on F(t,y,y') may stop as early as IDA's where algebraic components
 * are out of the error test (velocities as well here): far fewer matrices for about as
 * many iterations, positions as accurate. Controls: with them in the test nothing
 * changes, and a tolerance once given stays. A chain of 20 bars by Gear, Gupta and
 * Leimkuhler; IDA at a tight tolerance tells errors. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>

#include "check.h"
#include "first_order.h"
#include "sundials_compat.h"

#define BARS 20
#define TEND 0.5

struct run
{
  struct first_order s;
  N_Vector y, yp, id, atol;
  SUNMatrix J;
  SUNLinearSolver LS;
};

static struct run begin(SUNContext ctx, const struct mechanism *mech,
                        sunrealtype rtol)
{
  struct run w;
  CHECK(first_order_new(&w.s, mech, FIRST_ORDER_GGL, ctx) == 0);
  w.y    = N_VNew_Serial(w.s.size, ctx);
  w.yp   = N_VClone(w.y);
  w.id   = N_VClone(w.y);
  w.atol = N_VClone(w.y);
  CHECK(first_order_start(&w.s, ctx, w.y, w.yp) == 0);
  for (sunindextype i = 0; i < w.s.size; i++)
  {
    NV_Ith_S(w.id, i)   = i < w.s.n ? 1.0 : 0.0;
    NV_Ith_S(w.atol, i) = i < 2 * w.s.n ? rtol : 1e3;
  }
  w.J  = first_order_matrix(&w.s, ctx, w.y, w.yp);
  w.LS = SUNLinSol_KLU(w.y, w.J, ctx);
  return w;
}

static void end(struct run *w)
{
  SUNLinSolFree(w->LS);
  SUNMatDestroy(w->J);
  N_VDestroy(w->y);
  N_VDestroy(w->yp);
  N_VDestroy(w->id);
  N_VDestroy(w->atol);
  first_order_free(&w->s);
}

/* The same calls for both; to TEND. */
#define DEFINE_INTEGRATE(PREFIX)                                             \
  static void integrate_##PREFIX(void *mem, struct run *w, sunrealtype rtol, \
                                 int suppress)                               \
  {                                                                          \
    sunrealtype t;                                                           \
    CHECK(PREFIX##Init(mem, first_order_residual, 0.0, w->y, w->yp) == 0);   \
    CHECK(PREFIX##SVtolerances(mem, rtol, w->atol) == 0);                    \
    CHECK(PREFIX##SetLinearSolver(mem, w->LS, w->J) == 0);                   \
    CHECK(PREFIX##SetJacFn(mem, first_order_jacobian) == 0);                 \
    CHECK(PREFIX##SetUserData(mem, &w->s) == 0);                             \
    CHECK(PREFIX##SetId(mem, w->id) == 0);                                   \
    CHECK(PREFIX##SetSuppressAlg(mem, suppress) == 0);                       \
    CHECK(PREFIX##SetMaxNumSteps(mem, -1) == 0);                             \
    CHECK(PREFIX##SetStopTime(mem, TEND) == 0);                              \
    CHECK(PREFIX##Solve(mem, TEND, &t, w->y, w->yp, PREFIX##_NORMAL) >= 0);  \
  }
DEFINE_INTEGRATE(IDA)
DEFINE_INTEGRATE(GALPHA)

struct outcome
{
  long int steps, iterations, matrices;
  sunrealtype error;
};

/* coef 0: the default. */
static struct outcome by_galpha(SUNContext ctx, const struct mechanism *mech,
                                N_Vector accurate, int suppress,
                                sunrealtype coef)
{
  struct outcome o = {0};
  struct run w     = begin(ctx, mech, 1e-5);
  void *mem        = GALPHACreate(ctx);
  if (coef > 0.0) { CHECK(GALPHASetNonlinConvCoef(mem, coef) == 0); }
  integrate_GALPHA(mem, &w, 1e-5, suppress);
  GALPHAGetNumSteps(mem, &o.steps);
  GALPHAGetNumNonlinSolvIters(mem, &o.iterations);
  GALPHAGetNumLinSolvSetups(mem, &o.matrices);
  for (sunindextype i = 0; i < w.s.n; i++)
  {
    o.error = fmax(o.error, fabs(NV_Ith_S(w.y, i) - NV_Ith_S(accurate, i)));
  }
  printf("suppressed %d, coefficient %g: %ld steps, %ld iterations, %ld "
         "matrices, error %.2e\n",
         suppress, (double)coef, o.steps, o.iterations, o.matrices,
         (double)o.error);
  GALPHAFree(&mem);
  end(&w);
  return o;
}

int main(void)
{
  SUNContext ctx              = galpha_test_context();
  const struct mechanism mech = mechanism_chain(BARS, 0.01, 1e-3);
  struct mechanism owned      = mech;
  struct run w                = begin(ctx, &mech, 1e-9);
  void *ida                   = IDACreate(ctx);
  integrate_IDA(ida, &w, 1e-9, 1);
  const struct outcome early  = by_galpha(ctx, &mech, w.y, 1, 0.0);
  const struct outcome late   = by_galpha(ctx, &mech, w.y, 1, 0.05);
  const struct outcome tested = by_galpha(ctx, &mech, w.y, 0, 0.0);
  const struct outcome given  = by_galpha(ctx, &mech, w.y, 0, 0.05);
  CHECK(20 * early.iterations <= 21 * late.iterations);
  CHECK(5 * early.matrices < 4 * late.matrices);
  CHECK(labs(early.steps - late.steps) <= late.steps / 20);
  CHECK(early.error <= 1.2 * late.error && late.error <= 1e-2);
  CHECK(tested.steps == given.steps && tested.error == given.error);
  CHECK(tested.iterations == given.iterations);
  IDAFree(&ida);
  end(&w);
  mechanism_free(&owned);
  SUNContext_Free(&ctx);
  return check_done();
}
