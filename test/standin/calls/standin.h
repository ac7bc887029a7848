/* A small problem through IDA's functions: y0' = -y0, y1 = y0^2, so that
 * y0 = exp(-t), y1 = exp(-2t). */
#ifndef GALPHA_TEST_STANDIN_CALLS_STANDIN_H
#define GALPHA_TEST_STANDIN_CALLS_STANDIN_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "support/check/check.h"
#include "support/check/sundials_compat.h"

struct standin
{
  SUNContext ctx;
  void *mem;
  N_Vector y, yp, id;
  SUNMatrix A;
  SUNLinearSolver LS;
  sunrealtype t; /* reached by standin_solve */
};

static inline int standin_res(sunrealtype t, N_Vector y, N_Vector yp,
                              N_Vector r, void *data)
{
  const sunrealtype *v = N_VGetArrayPointer(y), *d = N_VGetArrayPointer(yp);
  sunrealtype *out = N_VGetArrayPointer(r);
  out[0]           = d[0] + v[0];
  out[1]           = v[1] - v[0] * v[0];
  return 0;
}

static inline void standin_values(struct standin *s)
{
  sunrealtype *y = N_VGetArrayPointer(s->y), *yp = N_VGetArrayPointer(s->yp);
  y[0] = y[1] = 1.0;
  yp[0]       = -1.0;
  yp[1]       = -2.0;
}

/* The object, before IDAInit; its messages are silenced. */
static inline struct standin standin_create(void)
{
  struct standin s = {.ctx = galpha_test_context()};
  galpha_test_quiet(s.ctx);
  s.mem = IDACreate(s.ctx);
#if SUNDIALS_VERSION_MAJOR < 7
  if (s.mem) { IDASetErrFile(s.mem, NULL); }
#endif
  s.y  = N_VNew_Serial(2, s.ctx);
  s.yp = N_VClone(s.y);
  s.id = N_VClone(s.y);
  standin_values(&s);
  N_VConst(0.0, s.id);
  N_VGetArrayPointer(s.id)[0] = 1.0;
  s.A                         = SUNDenseMatrix(2, 2, s.ctx);
  s.LS                        = SUNLinSol_Dense(s.y, s.A, s.ctx);
  return s;
}

/* The object, ready for IDASolve. */
static inline struct standin standin_ready(void)
{
  struct standin s = standin_create();
  CHECK(IDAInit(s.mem, standin_res, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASStolerances(s.mem, 1e-6, 1e-8) == IDA_SUCCESS);
  CHECK(IDASetLinearSolver(s.mem, s.LS, s.A) == 0);
  return s;
}

static inline void standin_free(struct standin *s)
{
  if (s->mem) { IDAFree(&s->mem); }
  SUNLinSolFree(s->LS);
  SUNMatDestroy(s->A);
  N_VDestroy(s->y);
  N_VDestroy(s->yp);
  N_VDestroy(s->id);
  SUNContext_Free(&s->ctx);
}

static inline int standin_solve(struct standin *s, sunrealtype tout)
{
  return IDASolve(s->mem, tout, &s->t, s->y, s->yp, IDA_NORMAL);
}

/* Largest error of y at t. */
static inline sunrealtype standin_error(const struct standin *s, sunrealtype t)
{
  const sunrealtype *y = N_VGetArrayPointer(s->y);
  return fmax(fabs(y[0] - exp(-t)), fabs(y[1] - exp(-2.0 * t)));
}

#endif
