/* Factorisations by KLU where its usual course does not do. A sparse matrix whose entries
 * trade places: KLU keeps the pivots it has found, and those are zero in the new matrix,
 * which is not singular. A linear solver of the caller's that passes the id of KLU on, with
 * content of its own: nothing of KLU's is read from that, whether factorisations work or
 * fail. */
#include <sunlinsol/sunlinsol_klu.h>

#include <galpha/galpha_sunlinsol_ldlt.h>

#include "support/test.h"

/* Until t = 0.5 y1' + y0 = 0, y0' + y1 = 0, and from there y0' + y0 = 0, y1' + y1 = 0:
 * with y0 = y1 the solution is exp(-t) throughout. */
#define CROSSED (t < 0.5)

RESIDUAL1_IS(crossing, yp[CROSSED] + y[0], yp[!CROSSED] + y[1])
RESIDUAL1_JAC_IS(crossing_jac, {0, 0, CROSSED ? 1.0 : 1.0 + cj},
                 {1, 0, CROSSED ? cj : 0.0}, {0, 1, CROSSED ? cj : 0.0},
                 {1, 1, CROSSED ? 1.0 : 1.0 + cj})

static void check_pivots(int ldlt)
{
  SMALL(s, .n = 2, .q = VALUES(1.0, 1.0), .v = VALUES(-1.0, -1.0),
        .res1 = crossing, .rtol = 1e-5, .atol = 1e-8);
  SUNMatrix A        = KEEP(SUNSparseMatrix(2, 2, 4, CSC_MAT, ctx));
  SUNLinearSolver LS = KEEP(ldlt ? GALPHASunLinSol_LDLT(s->q, A, ctx)
                                 : SUNLinSol_KLU(s->q, A, ctx));
  CHECK(!GALPHASetLinearSolver(s->mem, LS, A));
  CHECK(!GALPHASetJacFn(s->mem, crossing_jac) && !small_solve(s, 1.0));
  CHECK_REL(small_q(s)[0], exp(-1.0), 1e-3);
  CHECK_REL(small_q(s)[1], exp(-1.0), 1e-3);
}

struct wrapper
{
  SUNLinearSolver klu;
  int setups, failing; /* the setup that fails; 0: none */
};

static SUNLinearSolver_Type type(SUNLinearSolver LS)
{
  return SUNLINEARSOLVER_DIRECT;
}

static SUNLinearSolver_ID id(SUNLinearSolver LS)
{
  return SUNLINEARSOLVER_KLU;
}

static int setup(SUNLinearSolver LS, SUNMatrix A)
{
  struct wrapper *w = LS->content;
  return ++w->setups == w->failing ? SUNLS_LUFACT_FAIL
                                   : SUNLinSolSetup(w->klu, A);
}

static int solve(SUNLinearSolver LS, SUNMatrix A, N_Vector x, N_Vector b,
                 sunrealtype tol)
{
  const struct wrapper *w = LS->content;
  return SUNLinSolSolve(w->klu, A, x, b, tol);
}

RESIDUAL1_EACH(decay, y[i] + yp[i])
RESIDUAL1_JAC_IS(decay_jac, {0, 0, 1.0 + cj}, {1, 1, 1.0 + cj},
                 {2, 2, 1.0 + cj}, {3, 3, 1.0 + cj})

static void check_wrapper(int failing)
{
  SMALL(s, .n = 4, .q = VALUES(1.0, 1.0, 1.0, 1.0),
        .v = VALUES(-1.0, -1.0, -1.0, -1.0), .res1 = decay, .rtol = 1e-6);
  SUNMatrix J        = KEEP(SUNSparseMatrix(4, 4, 4, CSC_MAT, ctx));
  SUNLinearSolver LS = SUNLinSolNewEmpty(ctx);
  struct wrapper w   = {KEEP(SUNLinSol_KLU(s->q, J, ctx)), 0, failing};
  LS->content        = &w;
  LS->ops->gettype   = type;
  LS->ops->getid     = id;
  LS->ops->setup     = setup;
  LS->ops->solve     = solve;
  CHECK(!GALPHASetLinearSolver(s->mem, LS, J));
  CHECK(!GALPHASetJacFn(s->mem, decay_jac) && !small_solve(s, 1.0));
  CHECK(w.setups > failing);
  CHECK_REL(small_q(s)[0], exp(-1.0), 1e-4);
  LS->content = NULL;
  SUNLinSolFreeEmpty(LS);
}

TEST_MAIN()
{
  test_quiet();
  check_pivots(0);
  check_pivots(1);
  check_wrapper(0);
  check_wrapper(2);
}
