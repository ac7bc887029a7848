/* A point of unit mass on a circle, free of forces: the tension is v^2 from the
 * start on, with G given or differenced; thousands of steps of 0.165 rad with tight
 * tolerances by both SOI2 forms, which lose speed as damping makes them and no
 * more with differences. Index 3 is unstable there when damping is small, for the
 * gradient turns (control). */
#include "support/models/callbacks.h"
#include "support/models/problem.h"
#include "support/test.h"

HOLONOMIC(circle)
{
  g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
}

HOLONOMIC_JAC(gradient)
{
  SM_ELEMENT_D(G, 0, 0) = q[0];
  SM_ELEMENT_D(G, 0, 1) = q[1];
}

struct setting
{
  int formulation;
  sunrealtype rho, h;
};

/* Returns GALPHASolve's code; *speed at its end and *tension at the start. */
static int spin(SUNContext ctx, const struct setting *c,
                GALPHAHolonomicJacFn Gfn, sunrealtype *speed,
                sunrealtype *tension)
{
  sunrealtype q0[] = {1.0, 0.0}, v0[] = {0.0, 1.0}, t;
  N_Vector q = N_VMake_Serial(2, q0, ctx), v = N_VMake_Serial(2, v0, ctx);
  N_Vector lambda = N_VNew_Serial(1, ctx);
  SUNMatrix M = SUNDenseMatrix(2, 2, ctx), G = SUNDenseMatrix(1, 2, ctx);
  void *mem             = GALPHACreate(ctx);
  SM_ELEMENT_D(M, 0, 0) = SM_ELEMENT_D(M, 1, 1) = 1.0;
  N_VConst(0.0, lambda);
  CHECK(!GALPHAInitMech(mem, NULL, M, problem_no_force, 0.0, q, v));
  CHECK(!GALPHASetHolonomic(mem, lambda, circle, G, Gfn));
  CHECK(!GALPHASetFormulation(mem, c->formulation));
  CHECK(!GALPHASetRhoInf(mem, c->rho) && !GALPHASetFixedStep(mem, c->h));
  CHECK(!GALPHASStolerances(mem, 1e-9, 1e-9) && !GALPHASetErrFile(mem, NULL));
  CHECK(!GALPHACalcIC(mem, GALPHA_ACC_INIT, c->h));
  CHECK(!GALPHAGetMultipliers(mem, 0.0, lambda, NULL));
  *tension      = N_VGetArrayPointer(lambda)[0];
  const int ret = GALPHASolve(mem, 2000.0 * c->h, &t, q, v, GALPHA_NORMAL);
  *speed        = sqrt(N_VDotProd(v, v));
  GALPHAFree(&mem);
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  N_VDestroy(q);
  N_VDestroy(v);
  N_VDestroy(lambda);
  return ret;
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.6, 0.8, 0.9};
  static const sunrealtype h[]   = {0.04, 0.0825, 0.165};
  sunrealtype given, differenced, tension;
  for (int k = 0; k < 30; k++)
  {
    const struct setting c = {k < 15 ? GALPHA_SOI2 : GALPHA_SOI2_LITERAL,
                              rho[k % 5], h[k / 5 % 3]};
    CHECK(spin(ctx, &c, gradient, &given, &tension) == 0);
    CHECK_REL(tension, 1.0, 1e-9);
    CHECK(spin(ctx, &c, NULL, &differenced, &tension) == 0);
    CHECK_REL(tension, 1.0, 1e-6);
    CHECK(fabs(given - differenced) <= 1e-6);
    if (c.rho == 0.9) { CHECK_IN(given, 1.0 - 2e-4, 1.0 + 1e-6); }
  }
  const struct setting index3 = {GALPHA_INDEX3, 0.9, 0.165};
  const int ret               = spin(ctx, &index3, gradient, &given, &tension);
  CHECK(ret != 0 || !(fabs(given - 1.0) <= 1e-2));
}
