/* Robertson's kinetics as F(t,y,y') = 0, orders 1, 1, 0. */
#ifndef GALPHA_TEST_SUPPORT_MODELS_ROBERTSON_H
#define GALPHA_TEST_SUPPORT_MODELS_ROBERTSON_H

#include <nvector/nvector_serial.h>

/* GALPHAResFn and IDAResFn. */
static inline int robertson_residual(sunrealtype t, N_Vector y, N_Vector yp,
                                     N_Vector r, void *data)
{
  const sunrealtype *u = N_VGetArrayPointer(y), *d = N_VGetArrayPointer(yp);
  sunrealtype *f = N_VGetArrayPointer(r);
  f[0]           = -0.04 * u[0] + 1e4 * u[1] * u[2] - d[0];
  f[1]           = 0.04 * u[0] - 1e4 * u[1] * u[2] - 3e7 * u[1] * u[1] - d[1];
  f[2]           = u[0] + u[1] + u[2] - 1.0;
  return 0;
}

#endif
