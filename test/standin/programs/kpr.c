/* Kvaerno, Prothero and Robinson's problem, stiff, with the solution
 * u = sqrt(1 + r(t)), v = sqrt(2 + s(t)) (argument exact: prints it). It starts from
 * a wrong y: IDACalcIC finds it from y'. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "swap.h"

static const sunrealtype stiff = -1e4, couple = 0.5, slow = -1;

static sunrealtype r(sunrealtype t)
{
  return 0.5 * cos(t);
}

static sunrealtype dr(sunrealtype t)
{
  return -0.5 * sin(t);
}

static sunrealtype s(sunrealtype t)
{
  return cos(5 * t);
}

static sunrealtype ds(sunrealtype t)
{
  return -5 * sin(5 * t);
}

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  const sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  const sunrealtype e0 = (-1 + y[0] * y[0] - r(t)) / (2 * y[0]);
  const sunrealtype e1 = (-2 + y[1] * y[1] - s(t)) / (2 * y[1]);
  N_VGetArrayPointer(rr)[0] =
    d[0] - stiff * e0 - couple * e1 - dr(t) / (2 * y[0]);
  N_VGetArrayPointer(rr)[1] =
    d[1] - couple * e0 - slow * e1 - ds(t) / (2 * y[1]);
  return 0;
}

static void solution(sunrealtype t, N_Vector yy, N_Vector yp)
{
  sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  y[0] = sqrt(1 + r(t));
  y[1] = sqrt(2 + s(t));
  d[0] = dr(t) / (2 * y[0]);
  d[1] = ds(t) / (2 * y[1]);
}

static void print(sunrealtype t, N_Vector y, N_Vector yp)
{
  swap_line("y", t, 2, N_VGetArrayPointer(y));
}

static void integrate(struct swap *run, sunrealtype atol, N_Vector y,
                      N_Vector yp, const sunrealtype *tout)
{
  void *mem          = IDACreate(run->ctx);
  SUNMatrix A        = SUNDenseMatrix(2, 2, run->ctx);
  SUNLinearSolver LS = SUNLinSol_Dense(y, A, run->ctx);
  solution(0, y, yp);
  N_VScale(1.05, y, y);
  swap_ok(IDAInit(mem, res, 0, y, yp), "IDAInit");
  swap_ok(IDASStolerances(mem, run->rtol, atol), "IDASStolerances");
  swap_ok(IDASetLinearSolver(mem, LS, A), "IDASetLinearSolver");
  swap_ok(IDACalcIC(mem, IDA_Y_INIT, tout[1]), "IDACalcIC");
  swap_ok(IDAGetConsistentIC(mem, y, yp), "IDAGetConsistentIC");
  print(0, y, yp);
  swap_outputs(mem, 20, tout + 1, 0, y, yp, print);
  swap_stats(run, mem);
  IDAFree(&mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
}

int main(int argc, char **argv)
{
  struct swap run        = swap_begin(argc, argv, 1e-5);
  const sunrealtype atol = 1e-8;
  N_Vector y = N_VNew_Serial(2, run.ctx), yp = N_VClone(y);
  sunrealtype tout[21];
  const int exact = swap_has(&run, "exact");
  for (int i = 0; i <= 20; i++) { tout[i] = 0.25 * i; }
  swap_tolerances("y", run.rtol, 1, &atol);
  for (int i = 0; exact && i <= 20; i++)
  {
    solution(tout[i], y, yp);
    print(tout[i], y, yp);
  }
  if (!exact) { integrate(&run, atol, y, yp, tout); }
  N_VDestroy(y);
  N_VDestroy(yp);
  SUNContext_Free(&run.ctx);
  return 0;
}
