/* The vehicle by IDA: the same equations reduced to first order and to index 2
 * after Gear, Gupta and Leimkuhler. Y = (y, v, mu):
 *   F(t, y, (v, x'), v') = 0,   q' = v - G^T mu,   0 = g_t + G v. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>

#include "../example_util.h"
#include "run.h"
#include "sparse.h"

enum
{
  V    = UNKNOWNS,
  MU   = V + COORDINATES,
  SIZE = MU + CONSTRAINTS
};

struct problem
{
  const struct vehicle *car;
  double rtol, t, cj;
  sunrealtype Y[SIZE], Yp[SIZE]; /* where the Jacobian is wanted */
  sunrealtype step[SIZE], work[3 * SIZE];
  SUNMatrix pattern;
  int colour[SIZE], colours;
};

static void equations(const struct vehicle *car, double t, const sunrealtype *Y,
                      const sunrealtype *Yp, sunrealtype *R)
{
  struct vehicle_start at = {.y = {0}};
  memcpy(at.y, Y, sizeof at.y);
  memcpy(at.yp, Yp, sizeof at.yp);
  memcpy(at.yp, Y + V, COORDINATES * sizeof *Y);
  memcpy(at.ypp, Yp + V, COORDINATES * sizeof *Y);
  vehicle_equations(car, t, at.y, at.yp, at.ypp, R);
  for (int i = 0; i < COORDINATES; i++) { R[V + i] = Yp[i] - Y[V + i]; }
  vehicle_reactions(car, Y, Y + MU, R + V);
  vehicle_rates(car, t, Y, Y + V, R + MU);
}

static int residual(sunrealtype t, N_Vector Y, N_Vector Yp, N_Vector R,
                    void *user_data)
{
  struct problem *problem = user_data;
  equations(problem->car, t, N_VGetArrayPointer(Y), N_VGetArrayPointer(Yp),
            N_VGetArrayPointer(R));
  return 0;
}

static void moved(void *data, const sunrealtype *move, sunrealtype *R)
{
  const struct problem *problem = data;
  sunrealtype Y[SIZE], Yp[SIZE];
  for (int i = 0; i < SIZE; i++)
  {
    Y[i]  = problem->Y[i] + move[i];
    Yp[i] = problem->Yp[i] + problem->cj * move[i];
  }
  equations(problem->car, problem->t, Y, Yp, R);
}

static int jacobian(sunrealtype t, sunrealtype cj, N_Vector Y, N_Vector Yp,
                    N_Vector R, SUNMatrix J, void *user_data, N_Vector w1,
                    N_Vector w2, N_Vector w3)
{
  struct problem *problem = user_data;
  (void)R, (void)w1, (void)w2, (void)w3;
  problem->t  = t;
  problem->cj = cj;
  memcpy(problem->Y, N_VGetArrayPointer(Y), sizeof problem->Y);
  memcpy(problem->Yp, N_VGetArrayPointer(Yp), sizeof problem->Yp);
  sparse_differences(moved, problem, problem->colour, problem->colours,
                     problem->step, problem->work, problem->pattern);
  return SUNMatCopy(problem->pattern, J); /* IDA emptied J */
}

/* Sizes of the unknowns; v in m/s, mu is only round-off. Multipliers and
 * accelerations carry round-off by h and must not stop short steps. */
static void scales(sunrealtype *scale)
{
  vehicle_scales(scale);
  for (int i = LAMBDA; i < PRESSURE; i++) { scale[i] *= 1000; }
  for (int i = SENSOR; i < DEMAND; i++) { scale[i] *= 1000; }
  for (int i = V; i < SIZE; i++) { scale[i] = i < MU ? 10 : 1; }
}

static int weights(N_Vector Y, N_Vector ewt, void *user_data)
{
  const struct problem *problem = user_data;
  sunrealtype *w                = N_VGetArrayPointer(ewt);
  (void)Y;
  scales(w);
  for (int i = 0; i < SIZE; i++) { w[i] = 1 / (problem->rtol * w[i]); }
  return 0;
}

static void begin(struct problem *problem, const struct vehicle_start *start)
{
  memcpy(problem->Y, start->y, sizeof start->y);
  memcpy(problem->Yp, start->yp, sizeof start->yp);
  memcpy(problem->Y + V, start->yp, COORDINATES * sizeof *start->yp);
  memcpy(problem->Yp + V, start->ypp, COORDINATES * sizeof *start->ypp);
  problem->cj = 1;
  scales(problem->step);
  for (int i = LAMBDA; i < PRESSURE; i++) { problem->step[i] *= 1e-3; }
  for (int i = 0; i < SIZE; i++) { problem->step[i] *= 1e-7; }
}

/* 1 where the error test looks. */
static void differential(sunrealtype *id, const struct ida_way *way)
{
  vehicle_orders(id);
  for (int i = 0; i < SIZE; i++)
  {
    id[i] = i < UNKNOWNS ? id[i] > 0 : i < MU && !way->without_velocities;
  }
}

static void *create(SUNContext ctx, struct problem *problem,
                    const struct ida_way *way, N_Vector Y, N_Vector Yp,
                    N_Vector id)
{
  void *mem = IDACreate(ctx);
  differential(N_VGetArrayPointer(id), way);
  TRY(IDAInit(mem, residual, 0, Y, Yp));
  TRY(IDASetMaxOrd(mem, way->order));
  TRY(IDASetUserData(mem, problem));
  TRY(IDAWFtolerances(mem, weights));
  TRY(IDASetId(mem, id));
  TRY(IDASetSuppressAlg(mem, SUNTRUE));
  TRY(IDASetMaxNumSteps(mem, 100000));
  TRY(IDASetInitStep(mem, 1e-3));
  return mem;
}

void run_ida(const struct vehicle *car, const struct vehicle_start *start,
             SUNContext ctx, const struct ida_way *way, double rtol,
             struct run *run)
{
  struct problem *problem = example_new(sizeof *problem);
  sunrealtype t           = 0;
  problem->car            = car;
  problem->rtol           = rtol;
  begin(problem, start);
  N_Vector Y = N_VNew_Serial(SIZE, ctx), Yp = N_VNew_Serial(SIZE, ctx);
  N_Vector id = N_VNew_Serial(SIZE, ctx);
  memcpy(N_VGetArrayPointer(Y), problem->Y, sizeof problem->Y);
  memcpy(N_VGetArrayPointer(Yp), problem->Yp, sizeof problem->Yp);
  problem->pattern   = sparse_pattern(moved, problem, SIZE, ctx);
  SUNMatrix A        = SUNMatClone(problem->pattern);
  SUNLinearSolver LS = SUNLinSol_KLU(Y, A, ctx);
  problem->colours   = sparse_colours(problem->pattern, problem->colour);
  void *mem          = create(ctx, problem, way, Y, Yp, id);
  TRY(IDASetLinearSolver(mem, LS, A));
  TRY(IDASetJacFn(mem, jacobian));

  run->violation = 0;
  run_keep(car, run, 0, 0, start->y);
  for (int k = 1; k < run->samples; k++)
  {
    TRY(IDASolve(mem, DURATION * k / (SAMPLES - 1), &t, Y, Yp, IDA_NORMAL));
    run_keep(car, run, k, t, N_VGetArrayPointer(Y));
  }
  TRY(IDAGetNumSteps(mem, &run->steps));
  TRY(IDAGetNumJacEvals(mem, &run->jacobians));
  TRY(IDAGetNumResEvals(mem, &run->residuals));
  TRY(IDAGetNumNonlinSolvIters(mem, &run->iterations));
  run->residuals += run->jacobians * (problem->colours + 1);

  IDAFree(&mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
  SUNMatDestroy(problem->pattern);
  N_VDestroy(Y);
  N_VDestroy(Yp);
  N_VDestroy(id);
  free(problem);
}
