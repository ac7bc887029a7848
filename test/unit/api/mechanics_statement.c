/* Bad input while the problem is stated: every refusal has its code and names the
 * argument or block; a refused call changes nothing, so that the problem can be
 * stated properly afterwards and solved. */
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "support/models/papers.h"
#include "support/test.h"

/* Vectors and matrices of several sizes to hand over. */
struct box
{
  SUNContext ctx;
  void *mem;
  struct caught c;
  N_Vector v1, v2, v3, v4;
  SUNMatrix d12, d13, d22, d33, s22, band;
};

static const struct problem *const pb = &paper_simple_pendulum; /* n 2, m 1 */

static int no_k(sunrealtype t, N_Vector q, N_Vector v, N_Vector k, void *data)
{
  N_VConst(0, k);
  return 0;
}

/* The second constraint is none. */
static int one_of_two(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  N_VConst(0, g);
  return pb->g(t, q, g, data);
}

static int no_general(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                      N_Vector psi, N_Vector f, void *data)
{
  N_VConst(0, f);
  return 0;
}

static void box_new(struct box *b, SUNContext ctx)
{
  *b      = (struct box){.ctx = ctx};
  b->mem  = GALPHACreate(ctx);
  b->v1   = N_VNew_Serial(1, ctx);
  b->v2   = N_VNew_Serial(2, ctx);
  b->v3   = N_VNew_Serial(3, ctx);
  b->v4   = N_VNew_Serial(2, ctx);
  b->d12  = SUNDenseMatrix(1, 2, ctx);
  b->d13  = SUNDenseMatrix(1, 3, ctx);
  b->d22  = SUNDenseMatrix(2, 2, ctx);
  b->d33  = SUNDenseMatrix(3, 3, ctx);
  b->s22  = SUNSparseMatrix(2, 2, 2, CSR_MAT, ctx);
  b->band = SUNBandMatrix(2, 1, 1, ctx);
  N_VConst(0, b->v1);
  N_VConst(0, b->v3);
  SUNMatZero(b->s22);
  pb->start(N_VGetArrayPointer(b->v2), N_VGetArrayPointer(b->v4), pb->data);
  pb->mass(0, b->v2, b->d22, pb->data);
  CHECK(!GALPHASetErrHandlerFn(b->mem, caught_handler, &b->c));
}

static void box_free(struct box *b)
{
  N_Vector v[]  = {b->v1, b->v2, b->v3, b->v4};
  SUNMatrix m[] = {b->d12, b->d13, b->d22, b->d33, b->s22, b->band};
  for (int i = 0; i < 4; i++) { N_VDestroy(v[i]); }
  for (int i = 0; i < 6; i++) { SUNMatDestroy(m[i]); }
  GALPHAFree(&b->mem);
}

/* call returns code, and the message contains text. */
#define REFUSED(call, code_, text)          \
  do {                                      \
    CHECK((call) == (code_));               \
    CHECK(caught_says(&b->c, code_, text)); \
  } while (0)

static int init(struct box *b, SUNMatrix M, sunrealtype t0, N_Vector q,
                N_Vector v)
{
  return GALPHAInitMech(b->mem, NULL, M, pb->force, t0, q, v);
}

static void check_init(struct box *b)
{
  N_Vector lame = N_VClone(b->v2);

  CHECK(GALPHACreate(NULL) == NULL);
  CHECK(GALPHAInitMech(NULL, NULL, b->d22, pb->force, 0, b->v2, b->v2) ==
        GALPHA_MEM_NULL);
  REFUSED(init(b, NULL, 0, b->v2, b->v4), GALPHA_ILL_INPUT, "M is NULL");
  REFUSED(init(b, b->d22, 0, NULL, b->v4), GALPHA_ILL_INPUT, "q0 is NULL");
  REFUSED(init(b, b->d22, 0, b->v2, NULL), GALPHA_ILL_INPUT, "v0 is NULL");
  REFUSED(init(b, b->d22, 0, b->v2, b->v3), GALPHA_ILL_INPUT, "v0");
  REFUSED(init(b, b->d33, 0, b->v2, b->v4), GALPHA_ILL_INPUT,
          "M is 3 x 3, expected 2 x 2");
  REFUSED(init(b, b->d12, 0, b->v2, b->v4), GALPHA_ILL_INPUT, "M is 1 x 2");
  REFUSED(init(b, b->band, 0, b->v2, b->v4), GALPHA_ILL_INPUT,
          "M must be a dense or sparse");
  REFUSED(init(b, b->d22, (sunrealtype)NAN, b->v2, b->v4), GALPHA_ILL_INPUT,
          "t0");
  lame->ops->nvwrmsnorm = NULL;
  REFUSED(init(b, b->d22, 0, lame, b->v4), GALPHA_ILL_INPUT, "wrmsnorm");
  N_VConst((sunrealtype)NAN, lame);
  lame->ops->nvwrmsnorm = b->v2->ops->nvwrmsnorm;
  REFUSED(init(b, b->d22, 0, b->v2, lame), GALPHA_ILL_INPUT,
          "v0[0] is not finite");

  /* nothing is stated yet */
  REFUSED(GALPHASStolerances(b->mem, 1e-3, 1e-3), GALPHA_NO_MALLOC,
          "GALPHAInitMech");
  REFUSED(GALPHASetHolonomic(b->mem, b->v1, pb->g, b->d12, NULL),
          GALPHA_NO_MALLOC, "GALPHAInitMech");
  CHECK(init(b, b->d22, 0, b->v2, b->v4) == GALPHA_SUCCESS);
  REFUSED(init(b, b->d22, 0, b->v2, b->v4), GALPHA_ILL_INPUT, "GALPHAReInit");
  N_VDestroy(lame);
}

static void check_holonomic(struct box *b)
{
  void *m = b->mem;

  CHECK(GALPHASetHolonomic(NULL, b->v1, pb->g, b->d12, NULL) ==
        GALPHA_MEM_NULL);
  REFUSED(GALPHASetHolonomic(m, NULL, pb->g, b->d12, NULL), GALPHA_ILL_INPUT,
          "lambda0 is NULL");
  REFUSED(GALPHASetHolonomic(m, b->v1, NULL, b->d12, NULL), GALPHA_ILL_INPUT,
          "function");
  REFUSED(GALPHASetHolonomic(m, b->v1, pb->g, NULL, NULL), GALPHA_ILL_INPUT,
          "G is NULL");
  REFUSED(GALPHASetHolonomic(m, b->v1, pb->g, b->d13, NULL), GALPHA_ILL_INPUT,
          "G is 1 x 3, expected 1 x 2");
  REFUSED(GALPHASetHolonomic(m, b->v2, pb->g, b->d12, NULL), GALPHA_ILL_INPUT,
          "G is 1 x 2, expected 2 x 2");
  REFUSED(GALPHASetHolonomic(m, b->v3, pb->g, b->d33, NULL), GALPHA_ILL_INPUT,
          "G is 3 x 3, expected 3 x 2");
  REFUSED(GALPHASetHolonomic(m, b->v2, pb->g, b->band, NULL), GALPHA_ILL_INPUT,
          "G must be a dense or sparse");
  CHECK(GALPHASetHolonomicRate(NULL, NULL) == GALPHA_MEM_NULL);
  CHECK(GALPHASetHolonomicRate(m, NULL) == GALPHA_SUCCESS);
}

static void check_nonholonomic(struct box *b)
{
  void *m = b->mem;

  CHECK(GALPHASetNonholonomic(NULL, b->v1, no_k, b->d12, NULL) ==
        GALPHA_MEM_NULL);
  REFUSED(GALPHASetNonholonomicJacPos(m, b->d12, NULL), GALPHA_ILL_INPUT,
          "GALPHASetNonholonomic first");
  REFUSED(GALPHASetNonholonomic(m, NULL, no_k, b->d12, NULL), GALPHA_ILL_INPUT,
          "psi0 is NULL");
  REFUSED(GALPHASetNonholonomic(m, b->v1, NULL, b->d12, NULL), GALPHA_ILL_INPUT,
          "function");
  REFUSED(GALPHASetNonholonomic(m, b->v1, no_k, b->d13, NULL), GALPHA_ILL_INPUT,
          "K is 1 x 3");
  REFUSED(GALPHASetNonholonomic(m, b->v2, no_k, b->band, NULL),
          GALPHA_ILL_INPUT, "K must be");
  CHECK(GALPHASetNonholonomicJacPos(NULL, b->d12, NULL) == GALPHA_MEM_NULL);
}

static void check_derivatives(struct box *b)
{
  void *m = b->mem;

  CHECK(GALPHASetForceJacPos(NULL, b->d22, NULL) == GALPHA_MEM_NULL);
  CHECK(GALPHASetForceJacVel(NULL, b->d22, NULL) == GALPHA_MEM_NULL);
  CHECK(GALPHASetGeneralForce(NULL, no_general, b->d22, NULL) ==
        GALPHA_MEM_NULL);
  REFUSED(GALPHASetForceJacPos(m, b->d33, NULL), GALPHA_ILL_INPUT,
          "Fq is 3 x 3");
  REFUSED(GALPHASetForceJacPos(m, b->band, NULL), GALPHA_ILL_INPUT, "Fq must");
  REFUSED(GALPHASetForceJacVel(m, b->d12, NULL), GALPHA_ILL_INPUT,
          "Fv is 1 x 2");
  REFUSED(GALPHASetForceJacVel(m, b->band, NULL), GALPHA_ILL_INPUT, "Fv must");
  REFUSED(GALPHASetGeneralForce(m, NULL, b->d22, NULL), GALPHA_ILL_INPUT,
          "f is NULL");
}

static void check_solvers(struct box *b)
{
  SUNLinearSolver LS     = SUNLinSol_Dense(b->v3, b->d33, b->ctx);
  SUNNonlinearSolver fix = SUNNonlinSol_FixedPoint(b->v3, 0, b->ctx);
  SUNMatrix band         = SUNBandMatrix(3, 1, 1, b->ctx);
  void *m                = b->mem;

  CHECK(GALPHASetLinearSolver(NULL, LS, b->d33) == GALPHA_MEM_NULL);
  REFUSED(GALPHASetLinearSolver(m, NULL, b->d33), GALPHA_ILL_INPUT,
          "linear solver");
  REFUSED(GALPHASetLinearSolver(m, LS, NULL), GALPHA_ILL_INPUT, "matrix");
  REFUSED(GALPHASetLinearSolver(m, LS, band), GALPHA_ILL_INPUT, "dense or");
  REFUSED(GALPHASetLinearSolver(m, LS, b->d22), GALPHA_ILL_INPUT,
          "is 2 x 2, expected n+m+p = 3");
  CHECK(GALPHASetNonlinearSolver(NULL, fix) == GALPHA_MEM_NULL);
  REFUSED(GALPHASetNonlinearSolver(m, fix), GALPHA_ILL_INPUT, "root-finding");
  SUNLinSolFree(LS);
  SUNNonlinSolFree(fix);
  SUNMatDestroy(band);
}

/* After all refusals: the pendulum still swings as it should. */
static void check_solvable(struct box *b)
{
  sunrealtype t, exact[2];

  CHECK(!GALPHASetHolonomic(b->mem, b->v1, pb->g, b->d12, pb->G));
  check_solvers(b);
  CHECK(!GALPHASetScleronomic(b->mem, 1));
  CHECK(!GALPHASStolerances(b->mem, 1e-7, 1e-9));
  CHECK(!GALPHASolve(b->mem, 0.5, &t, b->v2, b->v4, GALPHA_NORMAL));
  CHECK(!pb->exact(0.5, exact, NULL, NULL, NULL, NULL, pb->data));
  CHECK(problem_dist(N_VGetArrayPointer(b->v2), exact, 2) < 1e-4);

  /* the problem is fixed now */
  REFUSED(GALPHASetHolonomic(b->mem, b->v1, pb->g, b->d12, NULL),
          GALPHA_ILL_INPUT, "fixed");
  REFUSED(GALPHASetNonholonomic(b->mem, b->v1, no_k, b->d12, NULL),
          GALPHA_ILL_INPUT, "fixed");
  REFUSED(GALPHASetForceJacPos(b->mem, b->d22, NULL), GALPHA_ILL_INPUT,
          "fixed");
  REFUSED(GALPHASetForceJacVel(b->mem, b->d22, NULL), GALPHA_ILL_INPUT,
          "fixed");
  REFUSED(GALPHASetGeneralForce(b->mem, no_general, b->d22, NULL),
          GALPHA_ILL_INPUT, "fixed");
}

/* What only shows when the problem is closed. */
static void check_closing(SUNContext ctx)
{
  struct box box, *b = &box;
  sunrealtype t;

  box_new(b, ctx);
  CHECK(!GALPHAInitMech(b->mem, NULL, b->d22, NULL, 0, b->v2, b->v4));
  CHECK(!GALPHASStolerances(b->mem, 1e-6, 1e-8));
  REFUSED(GALPHASolve(b->mem, 1, &t, b->v2, b->v4, GALPHA_NORMAL),
          GALPHA_ILL_INPUT, "no forces");
  box_free(b);

  box_new(b, ctx);
  CHECK(!init(b, b->d22, 0, b->v2, b->v4));
  CHECK(!GALPHASStolerances(b->mem, 1e-6, 1e-8));
  CHECK(!GALPHASetHolonomic(b->mem, b->v2, one_of_two, b->d22, NULL));
  CHECK(!GALPHASetNonholonomic(b->mem, b->v1, no_k, b->d12, NULL));
  REFUSED(GALPHASetNonholonomicJacPos(b->mem, b->d22, NULL), GALPHA_ILL_INPUT,
          "Kq is 2 x 2, expected 1 x 2");
  REFUSED(GALPHASetGeneralForce(b->mem, no_general, b->d22, NULL),
          GALPHA_ILL_INPUT, "Fr is 2 x 2, expected 2 x 3");
  REFUSED(GALPHASetGeneralForce(b->mem, no_general, NULL, NULL),
          GALPHA_ILL_INPUT, "Fr is NULL");
  /* more constraints than coordinates: one of them depends on others */
  REFUSED(GALPHACalcIC(b->mem, GALPHA_ACC_INIT, 1), GALPHA_SINGULAR_JAC,
          "the Jacobian row of holonomic constraint g[1] is zero");
  box_free(b);

  /* reactions stated before the constraints they belong to */
  box_new(b, ctx);
  CHECK(!init(b, b->d22, 0, b->v2, b->v4));
  CHECK(!GALPHASStolerances(b->mem, 1e-6, 1e-8));
  CHECK(!GALPHASetGeneralForce(b->mem, no_general, NULL, NULL));
  CHECK(!GALPHASetHolonomic(b->mem, b->v1, pb->g, b->d12, NULL));
  REFUSED(GALPHACalcIC(b->mem, GALPHA_ACC_INIT, 1), GALPHA_ILL_INPUT, "Fr");
  box_free(b);
}

TEST_MAIN(ctx)
{
  struct box b;

  galpha_test_quiet(ctx);
  box_new(&b, ctx);
  check_init(&b);
  check_holonomic(&b);
  check_nonholonomic(&b);
  check_derivatives(&b);
  check_solvable(&b);
  box_free(&b);
  check_closing(ctx);
}
