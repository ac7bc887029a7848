#include "support/ida/dense.h"

#include <string.h>

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

int ida_dense_new(struct ida_dense *d, sunindextype n, SUNContext ctx)
{
  memset(d, 0, sizeof *d);
  d->y    = N_VNew_Serial(n, ctx);
  d->yp   = N_VNew_Serial(n, ctx);
  d->id   = N_VNew_Serial(n, ctx);
  d->atol = N_VNew_Serial(n, ctx);
  d->J    = SUNDenseMatrix(n, n, ctx);
  d->ida  = IDACreate(ctx);
  if (!d->y || !d->yp || !d->id || !d->atol || !d->J || !d->ida) { return 1; }
  d->LS = SUNLinSol_Dense(d->y, d->J, ctx);
  return d->LS == NULL;
}

int ida_dense_begin(struct ida_dense *d, IDAResFn residual, void *data,
                    sunrealtype t0, sunrealtype t1, sunrealtype rtol)
{
  int ret = IDAInit(d->ida, residual, t0, d->y, d->yp);
  if (!ret) { ret = IDASVtolerances(d->ida, rtol, d->atol); }
  if (!ret) { ret = IDASetLinearSolver(d->ida, d->LS, d->J); }
  if (!ret) { ret = IDASetUserData(d->ida, data); }
  if (!ret) { ret = IDASetId(d->ida, d->id); }
  if (!ret) { ret = IDASetSuppressAlg(d->ida, SUNTRUE); }
  if (!ret) { ret = IDASetMaxNumSteps(d->ida, -1); }
  if (!ret) { ret = IDASetStopTime(d->ida, t1); }
  return ret != 0;
}

void ida_dense_free(struct ida_dense *d)
{
  N_Vector all[] = {d->y, d->yp, d->id, d->atol};
  if (d->ida) { IDAFree(&d->ida); }
  for (int i = 0; i < 4; i++)
  {
    if (all[i]) { N_VDestroy(all[i]); }
  }
  if (d->LS) { SUNLinSolFree(d->LS); }
  if (d->J) { SUNMatDestroy(d->J); }
}
