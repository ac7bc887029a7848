/* The slider-crank by GALPHA, as in slider_crank.c. */
#include <nvector/nvector_serial.h>

#include "demo.h"

struct galpha_run
{
  void *mem;
  SUNMatrix mass, G;
  N_Vector q, v, lambda;
};

static int counted_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                         void *user_data)
{
  struct demo_model *model = user_data;

  model->residuals++;
  return slider_crank_f(t, q, v, f, &model->par);
}

static int constraints(sunrealtype t, N_Vector q, N_Vector g, void *user_data)
{
  struct demo_model *model = user_data;
  return slider_crank_g(t, q, g, &model->par);
}

static int constraint_jac(sunrealtype t, N_Vector q, SUNMatrix G,
                          void *user_data)
{
  struct demo_model *model = user_data;
  return slider_crank_G(t, q, G, &model->par);
}

static void *run_open(SUNContext ctx, int formulation, double rtol,
                      struct demo_model *model)
{
  struct galpha_run *run  = example_new(sizeof *run);
  const double diagonal[] = {model->par.J1, model->par.m2, model->par.J2};

  run->q      = N_VNew_Serial(3, ctx);
  run->v      = N_VNew_Serial(3, ctx);
  run->lambda = N_VNew_Serial(2, ctx);
  run->mass   = SUNDenseMatrix(3, 3, ctx);
  run->G      = SUNDenseMatrix(2, 3, ctx);
  for (int i = 0; i < 3; i++) { SM_ELEMENT_D(run->mass, i, i) = diagonal[i]; }
  slider_crank_start(&model->par, N_VGetArrayPointer(run->q),
                     N_VGetArrayPointer(run->v));
  N_VConst(0, run->lambda);

  run->mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(run->mem, NULL, run->mass, counted_force, 0, run->q,
                     run->v));
  TRY(GALPHASetHolonomic(run->mem, run->lambda, constraints, run->G,
                         constraint_jac));
  TRY(GALPHASetUserData(run->mem, model));
  TRY(GALPHASStolerances(run->mem, rtol, rtol));
  TRY(GALPHASetFormulation(run->mem, formulation));
  return run;
}

static double run_solve(void *data, double tout, int itask)
{
  struct galpha_run *run = data;
  sunrealtype t;

  TRY(GALPHASolve(run->mem, tout, &t, run->q, run->v, itask));
  return t;
}

static void run_at(void *data, double t, struct demo_state *s)
{
  struct galpha_run *run = data;

  TRY(GALPHAGetDky(run->mem, t, 0, run->q));
  TRY(GALPHAGetDky(run->mem, t, 1, run->v));
  TRY(GALPHAGetMultipliers(run->mem, t, run->lambda, NULL));
  memcpy(s->q, N_VGetArrayPointer(run->q), sizeof s->q);
  memcpy(s->v, N_VGetArrayPointer(run->v), sizeof s->v);
  memcpy(s->lambda, N_VGetArrayPointer(run->lambda), sizeof s->lambda);
}

static long run_steps(void *data)
{
  struct galpha_run *run = data;
  long steps;

  TRY(GALPHAGetNumSteps(run->mem, &steps));
  return steps;
}

static long run_jacobians(void *data)
{
  struct galpha_run *run = data;
  long jacobians;

  TRY(GALPHAGetNumJacEvals(run->mem, &jacobians));
  return jacobians;
}

static void run_close(void *data)
{
  struct galpha_run *run = data;

  GALPHAFree(&run->mem);
  SUNMatDestroy(run->mass);
  SUNMatDestroy(run->G);
  N_VDestroy(run->q);
  N_VDestroy(run->v);
  N_VDestroy(run->lambda);
  free(run);
}

const struct demo_solver demo_galpha_soi2 = {
  "GALPHA SOI2", GALPHA_SOI2, run_open,      run_solve,
  run_at,        run_steps,   run_jacobians, run_close};
const struct demo_solver demo_galpha_index3 = {
  "GALPHA index 3", GALPHA_INDEX3, run_open,      run_solve,
  run_at,           run_steps,     run_jacobians, run_close};
