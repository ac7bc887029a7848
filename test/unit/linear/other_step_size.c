/* A matrix that serves steps of another h: a stiff and a soft spring in steps that
 * change by 1.2. Without the mean of what stiff and inertial parts need, corrections
 * of the stiff spring would contract by |1 - 1.44| = 0.44, too slowly to keep the
 * matrix; with it they do by 0.18. */
#include "support/models/callbacks.h"
#include "support/test.h"

#define STEP  0.01
#define RATIO 1.2
#define STEPS 80

static const sunrealtype spring[] = {1e10, 1.0}; /* of unit masses */

FORCE(force)
{
  for (int i = 0; i < 2; i++)
  {
    f[i] = -spring[i] * (q[i] - (i ? 0.0 : sin(t)));
  }
}

FORCE_JAC(stiffness)
{
  for (int i = 0; i < 2; i++) { SM_ELEMENT_D(J, i, i) = -spring[i]; }
}

static void *begin(SUNContext ctx, N_Vector q, N_Vector v, SUNMatrix M)
{
  void *mem = GALPHACreate(ctx);
  N_VConst(0.0, v);
  NV_Ith_S(q, 0) = 0.0;
  NV_Ith_S(v, 0) = NV_Ith_S(q, 1) = 1.0;
  CHECK(!GALPHAInitMech(mem, NULL, M, force, 0.0, q, v));
  CHECK(!GALPHASetForceJacPos(mem, M, stiffness));
  CHECK(!GALPHASetOption(mem, "df_dv_zero", 1));
  CHECK(!GALPHASetRhoInf(mem, 0.5));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-9));
  return mem;
}

/* Iterations a step when a matrix may serve so many. */
static double iterations(SUNContext ctx, long int age, long int *jacobians)
{
  N_Vector q = N_VNew_Serial(2, ctx), v = N_VClone(q);
  SUNMatrix M = SUNDenseMatrix(2, 2, ctx);
  long int n  = 0;
  sunrealtype t;
  SUNMatZero(M);
  SM_ELEMENT_D(M, 0, 0) = SM_ELEMENT_D(M, 1, 1) = 1.0;
  void *mem                                     = begin(ctx, q, v, M);
  CHECK(!GALPHASetOption(mem, "max_jacobian_age", (sunrealtype)age));
  for (int i = 0; i < STEPS; i++)
  {
    CHECK(!GALPHASetFixedStep(mem, i % 2 ? STEP * RATIO : STEP));
    CHECK(GALPHASolve(mem, 9.0, &t, q, v, GALPHA_ONE_STEP) >= 0);
  }
  CHECK_IN(fabs(NV_Ith_S(q, 1) - cos(t)), 0.0, 1e-3);
  CHECK_IN(fabs(NV_Ith_S(q, 0) - sin(t)), 0.0, 1e-6);
  CHECK(!GALPHAGetNumNonlinSolvIters(mem, &n));
  CHECK(!GALPHAGetNumJacEvals(mem, jacobians));
  GALPHAFree(&mem);
  SUNMatDestroy(M);
  N_VDestroy(v);
  N_VDestroy(q);
  return (double)n / STEPS;
}

TEST_MAIN(ctx)
{
  long int fresh = 0, kept = 0;
  const double once = iterations(ctx, 1, &fresh);
  const double old  = iterations(ctx, 1000, &kept);
  printf(
    "%.2f iterations a step with new matrices (%ld), %.2f with old (%ld)\n",
    once, fresh, old, kept);
  CHECK(fresh >= STEPS && kept < 5);
  CHECK_IN(old, once, 6.0);
}
