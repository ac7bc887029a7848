/* A run of IDA with a dense matrix, and a small problem: y0' = -y0, y1 = y0^2, so that
 * y0 = exp(-t), y1 = exp(-2t). */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/check/check.h"
#include "support/check/sundials_compat.h"
#include "support/models/formulas.h"
#include "support/models/values.h"

#define STANDIN_MAX_VECTORS 6

struct standin
{
  SUNContext ctx;
  void *mem;
  N_Vector y, yp, vector[STANDIN_MAX_VECTORS];
  int vectors;
  N_Vector id; /* of the small problem */
  SUNMatrix A;
  SUNLinearSolver LS;
  sunrealtype t; /* reached by standin_solve */
};

static inline sunrealtype *standin_y(const struct standin *s)
{
  return N_VGetArrayPointer(s->y);
}

static inline sunrealtype *standin_yp(const struct standin *s)
{
  return N_VGetArrayPointer(s->yp);
}

/* A vector like y with these values (NULL: zeros), for as long as the object. */
static inline N_Vector standin_vector(struct standin *s, const sunrealtype *x)
{
  N_Vector v = N_VClone(s->y);
  N_VConst(0.0, v);
  if (x)
  {
    memcpy(N_VGetArrayPointer(v), x, (size_t)N_VGetLength(v) * sizeof *x);
  }
  CHECK(s->vectors < STANDIN_MAX_VECTORS);
  return s->vector[s->vectors++] = v;
}

/* The object, before IDAInit. */
static inline struct standin standin_new(sunindextype n, const sunrealtype *y,
                                         const sunrealtype *yp)
{
  struct standin s = {.ctx = galpha_test_context()};
  s.mem            = IDACreate(s.ctx);
  s.y              = N_VNew_Serial(n, s.ctx);
  s.yp             = standin_vector(&s, yp);
  memcpy(standin_y(&s), y, (size_t)n * sizeof *y);
  s.A  = SUNDenseMatrix(n, n, s.ctx);
  s.LS = SUNLinSol_Dense(s.y, s.A, s.ctx);
  return s;
}

static inline void standin_init(struct standin *s, IDAResFn res,
                                sunrealtype rtol, sunrealtype atol)
{
  CHECK(IDAInit(s->mem, res, 0.0, s->y, s->yp) == IDA_SUCCESS);
  CHECK(IDASStolerances(s->mem, rtol, atol) == IDA_SUCCESS);
  CHECK(IDASetLinearSolver(s->mem, s->LS, s->A) == 0);
}

static inline void standin_free(struct standin *s)
{
  if (s->mem) { IDAFree(&s->mem); }
  SUNLinSolFree(s->LS);
  SUNMatDestroy(s->A);
  while (s->vectors) { N_VDestroy(s->vector[--s->vectors]); }
  N_VDestroy(s->y);
  SUNContext_Free(&s->ctx);
}

static inline int standin_solve(struct standin *s, sunrealtype tout)
{
  return IDASolve(s->mem, tout, &s->t, s->y, s->yp, IDA_NORMAL);
}

static inline int standin_step(struct standin *s, sunrealtype tout)
{
  return IDASolve(s->mem, tout, &s->t, s->y, s->yp, IDA_ONE_STEP);
}

static inline long int standin_steps(const struct standin *s)
{
  long int steps = -1;
  CHECK(IDAGetNumSteps(s->mem, &steps) == IDA_SUCCESS);
  return steps;
}

RESIDUAL1_IS(standin_res, yp[0] + y[0], y[1] - y[0] * y[0])

static inline void standin_values(struct standin *s)
{
  standin_y(s)[0] = standin_y(s)[1] = 1.0;
  standin_yp(s)[0]                  = -1.0;
  standin_yp(s)[1]                  = -2.0;
}

/* Its messages are silenced. */
static inline struct standin standin_create(void)
{
  struct standin s = standin_new(2, VALUES(1.0, 1.0), VALUES(-1.0, -2.0));
  galpha_test_quiet(s.ctx);
#if SUNDIALS_VERSION_MAJOR < 7
  if (s.mem) { IDASetErrFile(s.mem, NULL); }
#endif
  s.id = standin_vector(&s, VALUES(1.0, 0.0));
  return s;
}

/* Ready for IDASolve. */
static inline struct standin standin_ready(void)
{
  struct standin s = standin_create();
  standin_init(&s, standin_res, 1e-6, 1e-8);
  return s;
}

/* Largest error of y at t. */
static inline sunrealtype standin_error(const struct standin *s, sunrealtype t)
{
  const sunrealtype *y = standin_y(s);
  return fmax(fabs(y[0] - exp(-t)), fabs(y[1] - exp(-2.0 * t)));
}
