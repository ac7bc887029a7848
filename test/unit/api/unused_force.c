/* A force function that is not called is told of, and constraint norms that the
 * residual form cannot know are refused, in place of success and zeros. */
#include "support/models/callbacks.h"
#include "support/test.h"

FORCE(unused)
{
  ++*(int *)data;
}

static int general(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                   N_Vector psi, N_Vector f, void *data)
{
  N_VScale(-4.0, q, f);
  return 0;
}

static int with_states(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                       N_Vector f, void *data)
{
  return general(t, q, v, NULL, NULL, f, data);
}

static int states(sunrealtype t, N_Vector q, N_Vector v, N_Vector s, N_Vector F,
                  void *data)
{
  N_VScale(-1.0, s, F);
  return 0;
}

static int res(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  N_VLinearSum(1.0, y, 1.0, yp, r);
  return 0;
}

static void check_force(SUNContext ctx, GALPHAForceFn force, int by_states)
{
  struct caught c = {0};
  int calls       = 0;
  sunrealtype t   = 0.0;
  N_Vector q = N_VNew_Serial(1, ctx), v = N_VNew_Serial(1, ctx);
  SUNMatrix M = SUNDenseMatrix(1, 1, ctx);
  void *mem   = GALPHACreate(ctx);
  N_VConst(1.0, q);
  N_VConst(0.0, v);
  SM_ELEMENT_D(M, 0, 0) = 1.0;
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHAInitMech(mem, NULL, M, force, 0.0, q, v));
  CHECK(!(by_states ? GALPHASetStates(mem, v, NULL, states, with_states)
                    : GALPHASetGeneralForce(mem, general, NULL, NULL)));
  CHECK(!GALPHASetUserData(mem, &calls));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-8));
  CHECK(!GALPHASolve(mem, 1.0, &t, q, v, GALPHA_NORMAL) && calls == 0);
  CHECK_REL(N_VGetArrayPointer(q)[0], cos(2.0), 1e-3);
  CHECK(c.count == (force != NULL));
  if (force)
  {
    CHECK(caught_says(&c, GALPHA_WARNING, "GALPHAInitMech is not called"));
  }
  GALPHAFree(&mem);
  SUNMatDestroy(M);
  N_VDestroy(q);
  N_VDestroy(v);
}

static void check_norms(SUNContext ctx)
{
  struct caught c = {0};
  sunrealtype t = 0.0, g = 7.0;
  N_Vector y = N_VNew_Serial(1, ctx), yp = N_VNew_Serial(1, ctx);
  void *mem = GALPHACreate(ctx);
  N_VConst(1.0, y);
  N_VConst(-1.0, yp);
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHAInit(mem, res, 0.0, y, yp));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-8));
  CHECK(!GALPHASolve(mem, 1.0, &t, y, yp, GALPHA_NORMAL));
  CHECK(GALPHAGetConstraintNorms(mem, &g, NULL, NULL) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&c, GALPHA_ILL_INPUT, "mechanical form") && g == 7.0);
  GALPHAFree(&mem);
  N_VDestroy(y);
  N_VDestroy(yp);
}

TEST_MAIN(ctx)
{
  check_force(ctx, unused, 0);
  check_force(ctx, unused, 1);
  check_force(ctx, NULL, 0);
  check_force(ctx, NULL, 1);
  check_norms(ctx);
}
