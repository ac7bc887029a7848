/* What the pitfall programs share: a run of IDA with a dense matrix, and a pendulum. */
#ifndef GALPHA_TEST_STANDIN_PITFALLS_PITFALL_H
#define GALPHA_TEST_STANDIN_PITFALLS_PITFALL_H

#include <stdlib.h>

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "support/check/check.h"
#include "support/check/sundials_compat.h"

struct pitfall_run
{
  SUNContext ctx;
  void *mem;
  N_Vector y, yp;
  SUNMatrix A;
  SUNLinearSolver LS;
  sunrealtype t;
};

/* The method is chosen as users of a compiled program do; NULL: the default. */
static inline struct pitfall_run pitfall_begin(IDAResFn res, int n,
                                               const sunrealtype *y,
                                               const sunrealtype *yp,
                                               const char *rho)
{
  struct pitfall_run r = {.ctx = galpha_test_context()};
  if (rho) { setenv("GALPHA_RHO_INF", rho, 1); }
  else { unsetenv("GALPHA_RHO_INF"); }
  r.y  = N_VNew_Serial(n, r.ctx);
  r.yp = N_VNew_Serial(n, r.ctx);
  for (int i = 0; i < n; i++)
  {
    N_VGetArrayPointer(r.y)[i]  = y[i];
    N_VGetArrayPointer(r.yp)[i] = yp[i];
  }
  r.A   = SUNDenseMatrix(n, n, r.ctx);
  r.LS  = SUNLinSol_Dense(r.y, r.A, r.ctx);
  r.mem = IDACreate(r.ctx);
  CHECK(IDAInit(r.mem, res, 0, r.y, r.yp) == 0);
  CHECK(IDASetLinearSolver(r.mem, r.LS, r.A) == 0);
  return r;
}

static inline void pitfall_end(struct pitfall_run *r)
{
  IDAFree(&r->mem);
  SUNLinSolFree(r->LS);
  SUNMatDestroy(r->A);
  N_VDestroy(r->y);
  N_VDestroy(r->yp);
  SUNContext_Free(&r->ctx);
}

static inline int pitfall_step(struct pitfall_run *r)
{
  return IDASolve(r->mem, 1e30, &r->t, r->y, r->yp, IDA_ONE_STEP);
}

static inline sunrealtype *pitfall_y(const struct pitfall_run *r)
{
  return N_VGetArrayPointer(r->y);
}

static inline sunrealtype *pitfall_yp(const struct pitfall_run *r)
{
  return N_VGetArrayPointer(r->yp);
}

/* From now on steps of h, as long as the error test lets them. */
static inline void pitfall_constant_step(struct pitfall_run *r, sunrealtype h)
{
  CHECK(IDASetInitStep(r->mem, h) == 0);
  CHECK(IDASetMaxStep(r->mem, h) == 0);
}

/* The pendulum x^2 + y^2 = 1 in GGL form of index 2, whose multiplier belongs to the state:
 * lambda = v^2 - g y. */
#define PENDULUM_SIZE 6 /* x, y, their rates, lambda, mu */

static const sunrealtype pendulum_gravity = 9.81;

static inline int pendulum(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr,
                           void *data)
{
  const sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  sunrealtype *r = N_VGetArrayPointer(rr);
  for (int i = 0; i < 2; i++)
  {
    r[i]     = d[i] - y[2 + i] + y[i] * y[5];
    r[2 + i] = d[2 + i] + y[i] * y[4];
  }
  r[3] += pendulum_gravity;
  r[4] = (y[0] * y[0] + y[1] * y[1] - 1) / 2;
  r[5] = y[0] * y[2] + y[1] * y[3];
  return 0;
}

static inline sunrealtype pendulum_lambda(const sunrealtype *y)
{
  return y[2] * y[2] + y[3] * y[3] - pendulum_gravity * y[1];
}

/* Horizontal, at the given speed; multiplier 0, which is wrong unless at rest. */
static inline struct pitfall_run pendulum_begin(sunrealtype speed,
                                                const char *rho)
{
  const sunrealtype y[PENDULUM_SIZE]  = {1, 0, 0, speed, 0, 0};
  const sunrealtype yp[PENDULUM_SIZE] = {0, speed, 0, -pendulum_gravity, 0, 0};
  return pitfall_begin(pendulum, PENDULUM_SIZE, y, yp, rho);
}

#endif
