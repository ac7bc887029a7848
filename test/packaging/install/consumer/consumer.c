/* A user's program: the oscillator q'' = -q, q(0) = 1, v(0) = 0, whose solution
 * is cos t. */
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
  if (GALPHAInitMech(mem, NULL, M, spring, t, q, v) == GALPHA_SUCCESS &&
      GALPHASStolerances(mem, 1e-5, 1e-7) == GALPHA_SUCCESS &&
      GALPHASolve(mem, 1.0, &t, q, v, GALPHA_NORMAL) == GALPHA_SUCCESS)
  {
    err = fabs(N_VGetArrayPointer(q)[0] - cos(1.0));
  }
  printf("GALPHA %s: error %.1e\n", GALPHA_VERSION, err);

  GALPHAFree(&mem);
  SUNMatDestroy(M);
  N_VDestroy(v);
  N_VDestroy(q);
  SUNContext_Free(&ctx);
  return err < 1e-3 ? 0 : 1;
}
