/* Robertson's kinetics as y' of orders 1, 1, 0, by the integrator with
 * F(t,y,y'), against IDA at tight tolerances, which is handed the same
 * residual. */
#include <ida/ida.h>

#include "support/models/robertson.h"
#include "support/test.h"

#define SIZE    3
#define OUTPUTS 9 /* t = 0.4, 4, ..., 4e7 */

RESIDUAL_START(start)
{
  y[0]  = 1.0;
  yp[0] = -0.04;
  yp[1] = 0.04;
}

struct track
{
  sunrealtype y[OUTPUTS][SIZE];
  long int steps;
};

static sunrealtype output_time(int i)
{
  return 0.4 * pow(10.0, i);
}

static N_Vector absolute(sunrealtype rtol)
{
  N_Vector atol    = N_VNew_Serial(SIZE, ctx);
  sunrealtype *tol = N_VGetArrayPointer(atol);
  tol[0]           = 1e-2 * rtol;
  tol[1]           = 1e-8 * rtol;
  tol[2]           = 1e-2 * rtol;
  return atol;
}

static struct track by_ida(sunrealtype rtol)
{
  struct track tr = {.steps = 0};
  N_Vector y      = KEEP(N_VNew_Serial(SIZE, ctx)),
           yp     = KEEP(N_VNew_Serial(SIZE, ctx));
  N_Vector atol   = KEEP(absolute(rtol));
  N_VConst(0.0, y);
  N_VConst(0.0, yp);
  start(N_VGetArrayPointer(y), N_VGetArrayPointer(yp), NULL, NULL);
  SUNMatrix A        = KEEP(SUNDenseMatrix(SIZE, SIZE, ctx));
  SUNLinearSolver LS = KEEP(SUNLinSol_Dense(y, A, ctx));
  void *ida          = IDACreate(ctx);
  int ret            = IDAInit(ida, robertson_residual, 0.0, y, yp);
  if (!ret) { ret = IDASVtolerances(ida, rtol, atol); }
  if (!ret) { ret = IDASetLinearSolver(ida, LS, A); }
  if (!ret) { ret = IDASetMaxNumSteps(ida, -1); }
  for (int i = 0; !ret && i < OUTPUTS; i++)
  {
    sunrealtype t;
    ret = IDASolve(ida, output_time(i), &t, y, yp, IDA_NORMAL);
    for (int k = 0; k < SIZE; k++) { tr.y[i][k] = N_VGetArrayPointer(y)[k]; }
  }
  CHECK(ret == 0);
  IDAGetNumSteps(ida, &tr.steps);
  IDAFree(&ida);
  return tr;
}

static struct track by_galpha(sunrealtype rtol)
{
  static const sunrealtype orders[SIZE]        = {1.0, 1.0, 0.0};
  static const struct residual_problem problem = {.name  = "Robertson",
                                                  .n     = SIZE,
                                                  .order = orders,
                                                  .res1  = robertson_residual,
                                                  .start = start};
  struct track tr                              = {.steps = 0};
  struct residual_run run;
  N_Vector atol = KEEP(absolute(rtol));
  int ret       = residual_begin(&run, &problem, ctx);
  if (!ret) { ret = GALPHASVtolerances(run.mem, rtol, atol); }
  for (int i = 0; !ret && i < OUTPUTS; i++)
  {
    ret = GALPHASolve(run.mem, output_time(i), &run.t, run.y, run.yp,
                      GALPHA_NORMAL);
    for (int k = 0; k < SIZE; k++) { tr.y[i][k] = residual_y(&run)[k]; }
  }
  CHECK(ret == 0);
  CHECK(GALPHAGetNumSteps(run.mem, &tr.steps) == 0);
  return tr;
}

/* Largest error of y1 and y2 relative to itself, y3 as y1 + y2. */
static sunrealtype error(const struct track *a, const struct track *b)
{
  sunrealtype worst = 0.0;
  for (int i = 0; i < OUTPUTS; i++)
  {
    for (int k = 0; k < SIZE; k++)
    {
      const sunrealtype e = fabs(a->y[i][k] - b->y[i][k]) / b->y[i][k];
      if (!(e <= worst)) { worst = e; }
    }
    const sunrealtype sum = a->y[i][0] + a->y[i][1] + a->y[i][2];
    CHECK(fabs(sum - 1.0) <= 1e-9);
  }
  return worst;
}

TEST_MAIN()
{
  const struct track accurate = by_ida(1e-10);
  sunrealtype e[3];
  CHECK_REL(accurate.y[0][0], 0.985172113861, 1e-9);
  for (int i = 0; i < 3; i++)
  {
    const sunrealtype rtol = pow(10.0, -3 - i);
    const struct track g   = by_galpha(rtol);
    e[i]                   = error(&g, &accurate);
    check_of("rtol %.0e", rtol);
    CHECK_IN(e[i], 0.0, 3.0 * pow(rtol, 2.0 / 3.0));
  }
  CHECK_IN(log10(e[0] / e[2]) / 2.0, 0.45, 1.3);
}
