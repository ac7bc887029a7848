/* A user's program: the oscillator q'' = -q, q(0) = 1, v(0) = 0, whose solution
 * is cos t, with the default orders: derivatives up to the order of the last step, and
 * the steps of each order, which add up. */
#include <galpha/galpha.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <sunmatrix/sunmatrix_dense.h>

#ifndef SUN_COMM_NULL /* SUNDIALS 6 */
#define SUN_COMM_NULL NULL
#endif

static int spring(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  (void)t;
  (void)v;
  (void)data;
  N_VScale(-1.0, q, f);
  return 0;
}

/* The largest error of the derivatives up to the order of the last step, with that of
 * derivative k times 10^-k, as each loses an order; 1: something is missing. */
static double derivatives(void *mem, sunrealtype t, N_Vector work, int *order)
{
  const double exact[] = {cos(t), -sin(t), -cos(t), sin(t), cos(t), -sin(t)};
  double worst = 0.0, unit = 1.0;
  if (GALPHAGetLastOrder(mem, order) || *order > 5) { return 1.0; }
  for (int k = 0; k <= *order; k++, unit *= 0.1)
  {
    if (GALPHAGetDky(mem, t, k, work)) { return 1.0; }
    worst = fmax(worst, unit * fabs(N_VGetArrayPointer(work)[0] - exact[k]));
  }
  return worst;
}

static int steps_add_up(void *mem)
{
  long int steps = -1, sum = 0, of_order;
  if (GALPHAGetNumSteps(mem, &steps)) { return 0; }
  for (int k = 1; k <= 5; k++)
  {
    if (GALPHAGetNumStepsOfOrder(mem, k, &of_order)) { return 0; }
    sum += of_order;
  }
  return sum == steps;
}

int main(void)
{
  SUNContext ctx;
  if (SUNContext_Create(SUN_COMM_NULL, &ctx)) { return 1; }
  N_Vector q  = N_VNew_Serial(1, ctx);
  N_Vector v  = N_VNew_Serial(1, ctx);
  SUNMatrix M = SUNDenseMatrix(1, 1, ctx);
  N_VConst(1.0, q);
  N_VConst(0.0, v);
  SUNDenseMatrix_Data(M)[0] = 1.0;

  void *mem       = GALPHACreate(ctx);
  sunrealtype t   = 0.0;
  sunrealtype err = 1.0;
  int order       = 0;
  if (GALPHAInitMech(mem, NULL, M, spring, t, q, v) == GALPHA_SUCCESS &&
      GALPHASStolerances(mem, 1e-7, 1e-7) == GALPHA_SUCCESS &&
      GALPHASolve(mem, 5.0, &t, q, v, GALPHA_NORMAL) == GALPHA_SUCCESS)
  {
    err = derivatives(mem, t, q, &order);
  }
  const int added = steps_add_up(mem);
  printf("GALPHA %s: order %d, error %.1e\n", GALPHA_VERSION, order, err);

  GALPHAFree(&mem);
  SUNMatDestroy(M);
  N_VDestroy(v);
  N_VDestroy(q);
  SUNContext_Free(&ctx);
  return err < 1e-5 && order > 2 && added ? 0 : 1;
}
