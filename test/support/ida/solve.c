/* IDA on a residual problem; unknowns (y, w), w_k the rate of y_second[k]. */
#include "support/ida/solve.h"

#include <ida/ida.h>
#include <sunlinsol/sunlinsol_dense.h>

#include "support/lowering/residual.h"
#include "support/run/keep.h"

enum vector
{
  STATE, /* IDA's own */
  SLOPE,
  ID,
  ATOL,
  PART, /* views of parts of its vectors */
  RESIDUAL,
  RATE, /* y', y'' */
  ACCELERATION,
  VECTORS
};

struct by_ida
{
  const struct residual_problem *pb;
  sunindextype *second, seconds;
  N_Vector x[VECTORS];
  void *ida;
  SUNMatrix J;
  SUNLinearSolver LS;
};

static sunrealtype *array(const struct by_ida *s, enum vector kind)
{
  return N_VGetArrayPointer(s->x[kind]);
}

/* y' and y'' from (y', w') and w. */
static void spread(struct by_ida *s, const sunrealtype *w,
                   const sunrealtype *slope)
{
  const sunindextype n = s->pb->n;
  N_VConst(0.0, s->x[ACCELERATION]);
  memcpy(array(s, RATE), slope, (size_t)n * sizeof *slope);
  for (sunindextype k = 0; k < s->seconds; k++)
  {
    array(s, RATE)[s->second[k]]         = w[k];
    array(s, ACCELERATION)[s->second[k]] = slope[n + k];
  }
}

static int residual(sunrealtype t, N_Vector state, N_Vector slope, N_Vector res,
                    void *data)
{
  struct by_ida *s                  = data;
  const struct residual_problem *pb = s->pb;
  if (pb->res1) { return pb->res1(t, state, slope, res, pb->data); }
  sunrealtype *x = N_VGetArrayPointer(state), *r = N_VGetArrayPointer(res);
  const sunrealtype *d = N_VGetArrayPointer(slope);
  spread(s, x + pb->n, d);
  for (sunindextype k = 0; k < s->seconds; k++)
  {
    r[pb->n + k] = d[s->second[k]] - x[pb->n + k];
  }
  N_VSetArrayPointer(x, s->x[PART]);
  N_VSetArrayPointer(r, s->x[RESIDUAL]);
  return pb->res2(t, s->x[PART], s->x[RATE], s->x[ACCELERATION], s->x[RESIDUAL],
                  pb->data);
}

static void set_start(struct by_ida *s)
{
  const sunindextype n = s->pb->n;
  sunrealtype *y = array(s, STATE), *d = array(s, SLOPE);
  N_VConst(0.0, s->x[STATE]);
  N_VConst(0.0, s->x[SLOPE]);
  N_VConst(0.0, s->x[ACCELERATION]);
  residual_start(s->pb, y, d, array(s, ACCELERATION));
  for (sunindextype k = 0; k < s->seconds; k++)
  {
    y[n + k] = d[s->second[k]];
    d[n + k] = array(s, ACCELERATION)[s->second[k]];
  }
}

/* Those of y from `rates` on are velocities, as w are. */
static void set_weights(struct by_ida *s, const struct ida_ref_tolerances *tol,
                        sunindextype rates)
{
  N_VConst(0.0, s->x[ID]);
  N_VConst(tol->atol_v, s->x[ATOL]);
  for (sunindextype i = 0; i < s->pb->n; i++)
  {
    const int output = s->pb->order[i] == 0.0;
    array(s, ID)[i]  = output ? 0.0 : 1.0;
    if (output) { array(s, ATOL)[i] = tol->multiplier; }
    else if (i < rates) { array(s, ATOL)[i] = tol->atol_q; }
  }
}

/* Nonzero: failed. */
static int create(struct by_ida *s, SUNContext ctx)
{
  const sunindextype n = s->pb->n;
  s->second            = keep_memory(malloc((size_t)n * sizeof *s->second));
  if (!s->second) { return 1; }
  for (sunindextype i = 0; i < n; i++)
  {
    if (s->pb->order[i] == 2.0) { s->second[s->seconds++] = i; }
  }
  const sunindextype all = n + s->seconds;
  for (int k = 0; k < VECTORS; k++)
  {
    s->x[k] = KEEP(k < PART                     ? N_VNew_Serial(all, ctx)
                   : k == PART || k == RESIDUAL ? N_VMake_Serial(n, NULL, ctx)
                                                : N_VNew_Serial(n, ctx));
    if (!s->x[k]) { return 1; }
  }
  s->J   = KEEP(SUNDenseMatrix(all, all, ctx));
  s->ida = IDACreate(ctx);
  s->LS  = s->J ? KEEP(SUNLinSol_Dense(s->x[STATE], s->J, ctx)) : NULL;
  return !s->ida || !s->LS;
}

/* From t0 on, never beyond t1. */
static int begin(struct by_ida *s, sunrealtype t1, sunrealtype rtol)
{
  int ret = IDAInit(s->ida, residual, s->pb->t0, s->x[STATE], s->x[SLOPE]);
  if (!ret) { ret = IDASVtolerances(s->ida, rtol, s->x[ATOL]); }
  if (!ret) { ret = IDASetLinearSolver(s->ida, s->LS, s->J); }
  if (!ret) { ret = IDASetUserData(s->ida, s); }
  if (!ret) { ret = IDASetId(s->ida, s->x[ID]); }
  if (!ret) { ret = IDASetSuppressAlg(s->ida, SUNTRUE); }
  if (!ret) { ret = IDASetMaxNumSteps(s->ida, -1); }
  if (!ret) { ret = IDASetStopTime(s->ida, t1); }
  return ret != 0;
}

static int solve(struct by_ida *s, SUNContext ctx,
                 const struct ida_ref_tolerances *tol, sunindextype rates,
                 sunrealtype t1, sunrealtype *t)
{
  int ret = create(s, ctx);
  if (ret) { return ret; }
  set_start(s);
  set_weights(s, tol, rates);
  ret = begin(s, t1, tol->rtol);
  if (ret) { return ret; }
  ret = IDASolve(s->ida, t1, t, s->x[STATE], s->x[SLOPE], IDA_NORMAL);
  return ret == IDA_TSTOP_RETURN ? 0 : ret;
}

int ida_ref_solve(const struct problem *pb, SUNContext ctx,
                  const struct ida_ref_tolerances *tol, sunrealtype t1,
                  struct problem_state *s, long int *steps)
{
  struct residual_mech m;
  struct by_ida by = {.pb = &m.pb};
  int ret          = residual_ggl_new(&m, pb, ctx) ? 1 : 0;
  if (!ret) { ret = solve(&by, ctx, tol, pb->n, t1, &s->t); }
  if (ret <= 0)
  {
    residual_ggl_state(&m, by.x[STATE], by.x[SLOPE], s);
    if (steps) { IDAGetNumSteps(by.ida, steps); }
  }
  IDAFree(&by.ida);
  return ret;
}

int ida_residual_solve(const struct residual_problem *pb, SUNContext ctx,
                       const struct ida_ref_tolerances *tol, sunrealtype t1,
                       sunrealtype *y, sunrealtype *yp)
{
  struct by_ida s = {.pb = pb};
  sunrealtype t;
  const int ret = solve(&s, ctx, tol, pb->n, t1, &t);
  if (ret <= 0)
  {
    spread(&s, array(&s, STATE) + pb->n, array(&s, SLOPE));
    memcpy(y, array(&s, STATE), (size_t)pb->n * sizeof *y);
    memcpy(yp, array(&s, RATE), (size_t)pb->n * sizeof *yp);
  }
  IDAFree(&s.ida);
  return ret;
}
