/* The slider-crank by IDA, in the stabilised index-2 form of Gear, Gupta and
 * Leimkuhler: y = (q, v, lambda, mu),
 *   q' = v - G^T mu,   M v' = f - G^T lambda,   0 = g,   0 = G v. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>

#include "demo.h"

enum
{
  Q  = 0,
  V  = 3,
  L  = 6,
  MU = 8,
  NY = 10
};

struct ida_run
{
  void *mem;
  SUNMatrix A;
  SUNLinearSolver LS;
  N_Vector y, yp, id;
};

static int residual(sunrealtype t, N_Vector yv, N_Vector ypv, N_Vector rv,
                    void *user_data)
{
  struct demo_model *model = user_data;
  const sunrealtype *y = N_VGetArrayPointer(yv), *yp = N_VGetArrayPointer(ypv);
  const double diagonal[] = {model->par.J1, model->par.m2, model->par.J2};
  sunrealtype *r          = N_VGetArrayPointer(rv);
  sunrealtype f[3], G[6];

  (void)t;
  model->residuals++;
  slider_crank_forces(&model->par, y + Q, y + V, f);
  slider_crank_constraint_jac(&model->par, y + Q, G);
  slider_crank_constraints(&model->par, y + Q, r + L);
  for (int i = 0; i < 3; i++)
  {
    r[Q + i] = yp[Q + i] - y[V + i] + G[i] * y[MU] + G[3 + i] * y[MU + 1];
    r[V + i] =
      diagonal[i] * yp[V + i] - f[i] + G[i] * y[L] + G[3 + i] * y[L + 1];
  }
  for (int j = 0; j < 2; j++)
  {
    r[MU + j] = 0;
    for (int i = 0; i < 3; i++) { r[MU + j] += G[3 * j + i] * y[V + i]; }
  }
  return 0;
}

/* Accelerations and multipliers at rest in the starting position. */
static void start(struct demo_model *model, sunrealtype *y, sunrealtype *yp)
{
  const double lambda0[2] = {1.310288568297002, -1.170170592217177};
  const double diagonal[] = {model->par.J1, model->par.m2, model->par.J2};
  sunrealtype f[3], G[6];

  slider_crank_start(&model->par, y + Q, y + V);
  slider_crank_forces(&model->par, y + Q, y + V, f);
  slider_crank_constraint_jac(&model->par, y + Q, G);
  for (int i = 0; i < 2; i++) { y[L + i] = lambda0[i]; }
  for (int i = 0; i < 3; i++)
  {
    yp[V + i] =
      (f[i] - G[i] * lambda0[0] - G[3 + i] * lambda0[1]) / diagonal[i];
  }
}

static void *run_open(SUNContext ctx, int formulation, double rtol,
                      struct demo_model *model)
{
  struct ida_run *run = example_new(sizeof *run);

  (void)formulation;
  run->y  = N_VNew_Serial(NY, ctx);
  run->yp = N_VNew_Serial(NY, ctx);
  run->id = N_VNew_Serial(NY, ctx);
  run->A  = SUNDenseMatrix(NY, NY, ctx);
  run->LS = SUNLinSol_Dense(run->y, run->A, ctx);
  N_VConst(0, run->y);
  N_VConst(0, run->yp);
  start(model, N_VGetArrayPointer(run->y), N_VGetArrayPointer(run->yp));
  for (int i = 0; i < NY; i++) { N_VGetArrayPointer(run->id)[i] = i < L; }

  run->mem = IDACreate(ctx);
  TRY(IDAInit(run->mem, residual, 0, run->y, run->yp));
  TRY(IDASetUserData(run->mem, model));
  TRY(IDASStolerances(run->mem, rtol, rtol));
  TRY(IDASetLinearSolver(run->mem, run->LS, run->A));
  TRY(IDASetId(run->mem, run->id));
  TRY(IDASetSuppressAlg(run->mem, SUNTRUE));
  TRY(IDASetMaxNumSteps(run->mem, 100000));
  return run;
}

static double run_solve(void *data, double tout, int itask)
{
  struct ida_run *run = data;
  sunrealtype t;

  TRY(IDASolve(run->mem, tout, &t, run->y, run->yp,
               itask == GALPHA_NORMAL ? IDA_NORMAL : IDA_ONE_STEP));
  return t;
}

static void run_at(void *data, double t, struct demo_state *s)
{
  struct ida_run *run  = data;
  const sunrealtype *y = N_VGetArrayPointer(run->y);

  TRY(IDAGetDky(run->mem, t, 0, run->y));
  memcpy(s->q, y + Q, sizeof s->q);
  memcpy(s->v, y + V, sizeof s->v);
  memcpy(s->lambda, y + L, sizeof s->lambda);
}

static long run_steps(void *data)
{
  struct ida_run *run = data;
  long steps;

  TRY(IDAGetNumSteps(run->mem, &steps));
  return steps;
}

static long run_jacobians(void *data)
{
  struct ida_run *run = data;
  long jacobians;

  TRY(IDAGetNumJacEvals(run->mem, &jacobians));
  return jacobians;
}

static void run_close(void *data)
{
  struct ida_run *run = data;

  IDAFree(&run->mem);
  SUNLinSolFree(run->LS);
  SUNMatDestroy(run->A);
  N_VDestroy(run->y);
  N_VDestroy(run->yp);
  N_VDestroy(run->id);
  free(run);
}

const struct demo_solver demo_ida_ggl = {"IDA GGL",     0,        run_open,
                                         run_solve,     run_at,   run_steps,
                                         run_jacobians, run_close};
