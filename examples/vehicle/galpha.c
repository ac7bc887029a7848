/* The vehicle by GALPHA, in residual form with orders 2, 1 and 0. */
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>

#include "../example_util.h"
#include "run.h"
#include "sparse.h"

/* What the callbacks see. */
struct problem
{
  const struct vehicle *car;
  const struct vehicle_start *start;
  double rtol;
};

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, void *user_data)
{
  const struct problem *problem = user_data;
  vehicle_equations(problem->car, t, N_VGetArrayPointer(y),
                    N_VGetArrayPointer(yp), N_VGetArrayPointer(ypp),
                    N_VGetArrayPointer(r));
  return 0;
}

/* Weights that do not depend on y: where the vehicle is says nothing of how
 * accurately its suspension must move. */
static int weights(N_Vector y, N_Vector ewt, void *user_data)
{
  const struct problem *problem = user_data;
  sunrealtype *w                = N_VGetArrayPointer(ewt);
  (void)y;
  vehicle_scales(w);
  for (int i = 0; i < UNKNOWNS; i++) { w[i] = 1 / (problem->rtol * w[i]); }
  return 0;
}

/* r with y, y' and y'' moved: its pattern is that of the Jacobian. */
static void moved(void *data, const sunrealtype *move, sunrealtype *r)
{
  const struct problem *problem = data;
  struct vehicle_start at       = *problem->start;
  for (int i = 0; i < UNKNOWNS; i++)
  {
    at.y[i] += move[i];
    at.yp[i] += move[i];
    at.ypp[i] += move[i];
  }
  vehicle_equations(problem->car, 0, at.y, at.yp, at.ypp, r);
}

/* |p| = 1 of a wheel turns its gradient by h times 17 rad/s, 0.17 in a step of
 * 0.01 s. In index 3 such a constraint grows unstable at spectral radii of 0.8 and
 * more, whatever the forces. Outputs and multipliers follow from the rest and stay
 * out of the error test; so do velocities, but for what they move: stiff parts may
 * vibrate. */
static void options(void *mem, struct problem *problem,
                    const struct galpha_way *way)
{
  TRY(GALPHASetUserData(mem, problem));
  TRY(GALPHASetMaxOrd(mem, way->order));
  TRY(GALPHAWFtolerances(mem, weights));
  TRY(GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS));
  TRY(GALPHASetOption(mem, "test_algebraic", 0));
  TRY(GALPHASetRhoInf(mem, 0.7));
  TRY(GALPHASetRhoInfState(mem, 0.7));
  TRY(GALPHASetFixedStep(mem, way->h));
}

void run_galpha(const struct vehicle *car, const struct vehicle_start *start,
                SUNContext ctx, const struct galpha_way *way, double rtol,
                struct run *run)
{
  struct problem problem  = {car, start, rtol};
  struct vehicle_start at = *start;
  sunrealtype order[UNKNOWNS], t = 0;
  long int differences = 0;
  N_Vector y           = N_VMake_Serial(UNKNOWNS, at.y, ctx);
  N_Vector yp          = N_VMake_Serial(UNKNOWNS, at.yp, ctx);
  N_Vector ypp         = N_VMake_Serial(UNKNOWNS, at.ypp, ctx);
  N_Vector ord         = N_VMake_Serial(UNKNOWNS, order, ctx);
  SUNMatrix A          = sparse_pattern(moved, &problem, UNKNOWNS, ctx);
  SUNLinearSolver LS   = SUNLinSol_KLU(y, A, ctx);
  void *mem            = GALPHACreate(ctx);

  vehicle_orders(order);
  TRY(GALPHAInit2(mem, residual, 0, y, yp, ypp));
  TRY(GALPHASetDiffOrder(mem, ord));
  TRY(GALPHASetLinearSolver(mem, LS, A));
  options(mem, &problem, way);

  run->violation = 0;
  run_keep(car, run, 0, 0, at.y);
  for (int k = 1; k < run->samples; k++)
  {
    TRY(
      GALPHASolve(mem, DURATION * k / (SAMPLES - 1), &t, y, yp, GALPHA_NORMAL));
    run_keep(car, run, k, t, at.y);
  }
  TRY(GALPHAGetNumSteps(mem, &run->steps));
  TRY(GALPHAGetNumResEvals(mem, &run->residuals));
  TRY(GALPHAGetNumLinResEvals(mem, &differences));
  run->residuals += differences;
  TRY(GALPHAGetNumJacEvals(mem, &run->jacobians));
  TRY(GALPHAGetNumNonlinSolvIters(mem, &run->iterations));

  GALPHAFree(&mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
  N_VDestroy(y);
  N_VDestroy(yp);
  N_VDestroy(ypp);
  N_VDestroy(ord);
}
