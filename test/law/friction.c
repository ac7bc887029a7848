/* A pushed block with friction tanh(v/vs) in residual form, of order 2 and as two
 * equations of order 1, with differenced Jacobians: stops at 1 and creeps at
 * vs atanh(1/2), in a hundred steps whatever vs. */
#include "support/models/callbacks.h"
#include "support/test.h"

#define END  SUN_RCONST(10.0)
#define LOAD SUN_RCONST(0.5)

RESIDUAL2(second)
{
  const sunrealtype vs = *(const sunrealtype *)data;
  r[0]                 = ypp[0] - LOAD + tanh(yp[0] / vs);
}

RESIDUAL1(first)
{
  const sunrealtype vs = *(const sunrealtype *)data;
  const sunrealtype v  = y[1];
  r[0]                 = yp[0] - v;
  r[1]                 = yp[1] - LOAD + tanh(v / vs);
}

static void check(int order, sunrealtype vs, sunrealtype atol, SUNContext ctx)
{
  N_Vector y = N_VNew_Serial(3 - order, ctx), yp = N_VClone(y);
  void *mem     = GALPHACreate(ctx);
  long int n    = 0;
  sunrealtype t = 0.0;
  N_VConst(0.0, y);
  N_VConst(1.0, yp);
  if (order == 1)
  {
    N_VGetArrayPointer(y)[1]  = 1.0;
    N_VGetArrayPointer(yp)[1] = LOAD - tanh(1.0 / vs);
  }
  CHECK(!(order == 2 ? GALPHAInit2(mem, second, 0.0, y, yp, NULL)
                     : GALPHAInit(mem, first, 0.0, y, yp)));
  CHECK(!GALPHASetUserData(mem, &vs));
  CHECK(!GALPHASStolerances(mem, 1e-4, atol));
  if (order == 2) { CHECK(!GALPHASStolerancesVel(mem, 1e-4, atol)); }
  CHECK(!GALPHASetMaxNumSteps(mem, 500));
  CHECK(!GALPHASetStopTime(mem, END));
  CHECK(GALPHASolve(mem, END, &t, y, yp, GALPHA_NORMAL) == GALPHA_TSTOP_RETURN);
  CHECK(!GALPHAGetNumSteps(mem, &n));
  const sunrealtype creep = vs * atanh(LOAD);
  const sunrealtype v =
    order == 2 ? N_VGetArrayPointer(yp)[0] : N_VGetArrayPointer(y)[1];
  CHECK_IN(n, 10, 100);
  CHECK_IN(N_VGetArrayPointer(y)[0], 1.0 - 1e-3, 1.0 + 1e-3 + 20.0 * vs);
  CHECK_IN(fabs(v - creep), 0.0, 0.05 * creep + 0.1 * atol);
  GALPHAFree(&mem);
  N_VDestroy(y);
  N_VDestroy(yp);
}

int main(void)
{
  SUNContext ctx = galpha_test_context();
  if (!ctx) { return 1; }
  const sunrealtype scales[] = {1e-3, 1e-4, 1e-5, 1e-6};
  for (int i = 0; i < 16; i++)
  {
    check(1 + i / 8, scales[i % 4], i / 4 % 2 ? 1e-4 : 1e-6, ctx);
  }
  SUNContext_Free(&ctx);
  return check_done();
}
