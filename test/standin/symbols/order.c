/* An IDA program as it is in the world: y' = -y with tight tolerances; prints the
 * highest order used. IDA goes beyond 2, the generalized-alpha method does not. */
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#ifndef SUN_COMM_NULL /* SUNDIALS 6 */
#define SUN_COMM_NULL NULL
#endif

static int res(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  N_VLinearSum(1.0, y, 1.0, yp, r);
  return 0;
}

int main(void)
{
  SUNContext ctx;
  if (SUNContext_Create(SUN_COMM_NULL, &ctx)) { return 1; }
  N_Vector y         = N_VNew_Serial(1, ctx);
  N_Vector yp        = N_VNew_Serial(1, ctx);
  SUNMatrix A        = SUNDenseMatrix(1, 1, ctx);
  SUNLinearSolver LS = SUNLinSol_Dense(y, A, ctx);
  void *mem          = IDACreate(ctx);
  sunrealtype t      = 0.0;
  int flag = 0, order = 0, highest = 0;
  N_VConst(1.0, y);
  N_VConst(-1.0, yp);
  if (IDAInit(mem, res, t, y, yp) || IDASStolerances(mem, 1e-6, 1e-9) ||
      IDASetLinearSolver(mem, LS, A))
  {
    return 1;
  }
  while (flag == IDA_SUCCESS && t < 5.0)
  {
    flag = IDASolve(mem, 5.0, &t, y, yp, IDA_ONE_STEP);
    IDAGetLastOrder(mem, &order);
    if (order > highest) { highest = order; }
  }
  const double error = fabs(N_VGetArrayPointer(y)[0] - exp(-t));
  printf("highest order %d, error %.1e\n", highest, error);
  IDAFree(&mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
  N_VDestroy(yp);
  N_VDestroy(y);
  SUNContext_Free(&ctx);
  return flag == IDA_SUCCESS && error < 1e-4 ? 0 : 1;
}
