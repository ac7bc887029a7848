/* Bad input while the problem is stated: every refusal has its code and names the
 * argument or block; a refused call changes nothing, so that the problem can be
 * stated properly afterwards and solved. */
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "support/test.h"

/* Vectors and matrices of several sizes to hand over. */
struct box
{
  void *mem;
  struct caught c;
  N_Vector v1, v2, v3, v4;
  SUNMatrix d12, d13, d22, d33, band;
};

static const struct problem *const pb = &paper_simple_pendulum; /* n 2, m 1 */

NONHOLONOMIC_IS(no_k, 0.0)
GENERAL_FORCE_EACH(no_general, 0.0)

/* The second constraint is none. */
static int one_of_two(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  N_VConst(0, g);
  return pb->g(t, q, g, data);
}

static void box_new(struct box *b)
{
  *b = (struct box){.mem  = KEEP(GALPHACreate(ctx)),
                    .v1   = small_vector(ctx, 1, NULL),
                    .v2   = small_vector(ctx, 2, NULL),
                    .v3   = small_vector(ctx, 3, NULL),
                    .v4   = small_vector(ctx, 2, NULL),
                    .d12  = KEEP(SUNDenseMatrix(1, 2, ctx)),
                    .d13  = KEEP(SUNDenseMatrix(1, 3, ctx)),
                    .d22  = KEEP(SUNDenseMatrix(2, 2, ctx)),
                    .d33  = KEEP(SUNDenseMatrix(3, 3, ctx)),
                    .band = KEEP(SUNBandMatrix(2, 1, 1, ctx))};
  problem_start(pb, N_VGetArrayPointer(b->v2), N_VGetArrayPointer(b->v4));
  pb->mass(0, b->v2, b->d22, pb->data);
  CHECK(!GALPHASetErrHandlerFn(b->mem, caught_handler, &b->c));
}

/* call is refused, and the message contains text. */
#define ILL(call, text)        ILL_INPUT(&b->c, call, text)
#define NO(call, code)         CHECK((call) == (code))
#define EARLY(call)            REFUSED(&b->c, call, GALPHA_NO_MALLOC, "GALPHAInitMech")
#define CALC_IC(mem)           GALPHACalcIC(mem, GALPHA_ACC_INIT, 1)
#define SET_HOLONOMIC(l, g, G) GALPHASetHolonomic(m, l, g, G, NULL)

static int init(struct box *b, SUNMatrix M, sunrealtype t0, N_Vector q,
                N_Vector v)
{
  return GALPHAInitMech(b->mem, NULL, M, pb->force, t0, q, v);
}

static void check_init(struct box *b)
{
  N_Vector lame = KEEP(N_VClone(b->v2)), q = b->v2, v = b->v4;
  SUNMatrix M = b->d22;
  CHECK(GALPHACreate(NULL) == NULL);
  NO(GALPHAInitMech(NULL, NULL, M, pb->force, 0, q, q), GALPHA_MEM_NULL);
  ILL(init(b, NULL, 0, q, v), "M is NULL");
  ILL(init(b, M, 0, NULL, v), "q0 is NULL");
  ILL(init(b, M, 0, q, NULL), "v0 is NULL");
  ILL(init(b, M, 0, q, b->v3), "v0");
  ILL(init(b, b->d33, 0, q, v), "M is 3 x 3, expected 2 x 2");
  ILL(init(b, b->d12, 0, q, v), "M is 1 x 2");
  ILL(init(b, b->band, 0, q, v), "M must be a dense or sparse");
  ILL(init(b, M, (sunrealtype)NAN, q, v), "t0");
  lame->ops->nvwrmsnorm = NULL;
  ILL(init(b, M, 0, lame, v), "wrmsnorm");
  N_VConst((sunrealtype)NAN, lame);
  lame->ops->nvwrmsnorm = q->ops->nvwrmsnorm;
  ILL(init(b, M, 0, q, lame), "v0[0] is not finite");

  /* nothing is stated yet */
  EARLY(GALPHASStolerances(b->mem, 1e-3, 1e-3));
  EARLY(GALPHASetHolonomic(b->mem, b->v1, pb->g, b->d12, NULL));
  CHECK(init(b, M, 0, q, v) == GALPHA_SUCCESS);
  ILL(init(b, M, 0, q, v), "GALPHAReInit");
}

static void check_constraints(struct box *b)
{
  void *m = b->mem;
  NO(GALPHASetHolonomic(NULL, b->v1, pb->g, b->d12, NULL), GALPHA_MEM_NULL);
  ILL(SET_HOLONOMIC(NULL, pb->g, b->d12), "lambda0 is NULL");
  ILL(SET_HOLONOMIC(b->v1, NULL, b->d12), "function");
  ILL(SET_HOLONOMIC(b->v1, pb->g, NULL), "G is NULL");
  ILL(SET_HOLONOMIC(b->v1, pb->g, b->d13), "G is 1 x 3, expected 1 x 2");
  ILL(SET_HOLONOMIC(b->v2, pb->g, b->d12), "G is 1 x 2, expected 2 x 2");
  ILL(SET_HOLONOMIC(b->v3, pb->g, b->d33), "G is 3 x 3, expected 3 x 2");
  ILL(SET_HOLONOMIC(b->v2, pb->g, b->band), "G must be a dense or sparse");
  NO(GALPHASetHolonomicRate(NULL, NULL), GALPHA_MEM_NULL);
  CHECK(GALPHASetHolonomicRate(m, NULL) == GALPHA_SUCCESS);
  NO(GALPHASetNonholonomic(NULL, b->v1, no_k, b->d12, NULL), GALPHA_MEM_NULL);
  ILL(GALPHASetNonholonomicJacPos(m, b->d12, NULL),
      "GALPHASetNonholonomic first");
  ILL(GALPHASetNonholonomic(m, NULL, no_k, b->d12, NULL), "psi0 is NULL");
  ILL(GALPHASetNonholonomic(m, b->v1, NULL, b->d12, NULL), "function");
  ILL(GALPHASetNonholonomic(m, b->v1, no_k, b->d13, NULL), "K is 1 x 3");
  ILL(GALPHASetNonholonomic(m, b->v2, no_k, b->band, NULL), "K must be");
  NO(GALPHASetNonholonomicJacPos(NULL, b->d12, NULL), GALPHA_MEM_NULL);
}

static void check_derivatives(struct box *b)
{
  void *m = b->mem;
  NO(GALPHASetForceJacPos(NULL, b->d22, NULL), GALPHA_MEM_NULL);
  NO(GALPHASetForceJacVel(NULL, b->d22, NULL), GALPHA_MEM_NULL);
  NO(GALPHASetGeneralForce(NULL, no_general, b->d22, NULL), GALPHA_MEM_NULL);
  ILL(GALPHASetForceJacPos(m, b->d33, NULL), "Fq is 3 x 3");
  ILL(GALPHASetForceJacPos(m, b->band, NULL), "Fq must");
  ILL(GALPHASetForceJacVel(m, b->d12, NULL), "Fv is 1 x 2");
  ILL(GALPHASetForceJacVel(m, b->band, NULL), "Fv must");
  ILL(GALPHASetGeneralForce(m, NULL, b->d22, NULL), "f is NULL");
}

static void check_solvers(struct box *b)
{
  SUNLinearSolver LS     = KEEP(SUNLinSol_Dense(b->v3, b->d33, ctx));
  SUNNonlinearSolver fix = KEEP(SUNNonlinSol_FixedPoint(b->v3, 0, ctx));
  SUNMatrix band         = KEEP(SUNBandMatrix(3, 1, 1, ctx));
  void *m                = b->mem;
  NO(GALPHASetLinearSolver(NULL, LS, b->d33), GALPHA_MEM_NULL);
  ILL(GALPHASetLinearSolver(m, NULL, b->d33), "linear solver");
  ILL(GALPHASetLinearSolver(m, LS, NULL), "matrix");
  ILL(GALPHASetLinearSolver(m, LS, band), "dense or");
  ILL(GALPHASetLinearSolver(m, LS, b->d22), "is 2 x 2, expected n+m+p = 3");
  NO(GALPHASetNonlinearSolver(NULL, fix), GALPHA_MEM_NULL);
  ILL(GALPHASetNonlinearSolver(m, fix), "root-finding");
}

/* After all refusals: the pendulum still swings as it should. */
static void check_solvable(struct box *b)
{
  sunrealtype t, exact[2];
  void *m = b->mem;
  CHECK(!GALPHASetHolonomic(m, b->v1, pb->g, b->d12, pb->G));
  check_solvers(b);
  CHECK(!GALPHASetScleronomic(m, 1));
  CHECK(!GALPHASStolerances(m, 1e-7, 1e-9));
  CHECK(!GALPHASolve(m, 0.5, &t, b->v2, b->v4, GALPHA_NORMAL));
  CHECK(!pb->exact(0.5, exact, NULL, NULL, NULL, NULL, pb->data));
  CHECK(problem_dist(N_VGetArrayPointer(b->v2), exact, 2) < 1e-4);

  /* the problem is fixed now */
  ILL(SET_HOLONOMIC(b->v1, pb->g, b->d12), "fixed");
  ILL(GALPHASetNonholonomic(m, b->v1, no_k, b->d12, NULL), "fixed");
  ILL(GALPHASetForceJacPos(m, b->d22, NULL), "fixed");
  ILL(GALPHASetForceJacVel(m, b->d22, NULL), "fixed");
  ILL(GALPHASetGeneralForce(m, no_general, b->d22, NULL), "fixed");
}

/* A box in which the masses are stated. */
static void stated(struct box *b, GALPHAForceFn force)
{
  box_new(b);
  CHECK(!GALPHAInitMech(b->mem, NULL, b->d22, force, 0, b->v2, b->v4));
  CHECK(!GALPHASStolerances(b->mem, 1e-6, 1e-8));
}

/* What only shows when the problem is closed. */
static void check_closing(void)
{
  struct box box, *b = &box;
  sunrealtype t;
  stated(b, NULL);
  ILL(GALPHASolve(b->mem, 1, &t, b->v2, b->v4, GALPHA_NORMAL), "no forces");

  stated(b, pb->force);
  CHECK(!GALPHASetHolonomic(b->mem, b->v2, one_of_two, b->d22, NULL));
  CHECK(!GALPHASetNonholonomic(b->mem, b->v1, no_k, b->d12, NULL));
  ILL(GALPHASetNonholonomicJacPos(b->mem, b->d22, NULL),
      "Kq is 2 x 2, expected 1 x 2");
  ILL(GALPHASetGeneralForce(b->mem, no_general, b->d22, NULL),
      "Fr is 2 x 2, expected 2 x 3");
  ILL(GALPHASetGeneralForce(b->mem, no_general, NULL, NULL), "Fr is NULL");
  /* more constraints than coordinates: one of them depends on others */
  REFUSED(&b->c, CALC_IC(b->mem), GALPHA_SINGULAR_JAC,
          "the Jacobian row of holonomic constraint g[1] is zero");

  /* reactions stated before the constraints they belong to */
  stated(b, pb->force);
  CHECK(!GALPHASetGeneralForce(b->mem, no_general, NULL, NULL));
  CHECK(!GALPHASetHolonomic(b->mem, b->v1, pb->g, b->d12, NULL));
  ILL(CALC_IC(b->mem), "Fr");
}

TEST_MAIN()
{
  struct box b;
  test_quiet();
  box_new(&b);
  check_init(&b);
  check_constraints(&b);
  check_derivatives(&b);
  check_solvable(&b);
  check_closing();
}
