/* A linear solver of the caller's that passes the id of KLU on, with content of its own:
 * nothing of KLU's is read from that, whether factorisations work or fail. */
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/models/formulas.h"
#include "support/run/statement.h"
#include "support/test.h"

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

/* y' = -y */
RESIDUAL1_EACH(residual, y[i] + yp[i])

RESIDUAL1_JAC(jacobian)
{
  for (sunindextype i = 0; i <= SM_COLUMNS_S(J); i++)
  {
    SM_INDEXPTRS_S(J)[i] = i;
    if (i == SM_COLUMNS_S(J)) { break; }
    SM_INDEXVALS_S(J)[i] = i;
    SM_DATA_S(J)[i]      = 1.0 + cj;
  }
}

static void check(SUNContext ctx, int failing)
{
  struct small s;
  BEGIN(&s, ctx, .n = 4, .q = VALUES(1.0, 1.0, 1.0, 1.0),
        .v = VALUES(-1.0, -1.0, -1.0, -1.0), .res1 = residual);
  SUNMatrix J        = KEEP(SUNSparseMatrix(4, 4, 4, CSC_MAT, ctx));
  SUNLinearSolver LS = SUNLinSolNewEmpty(ctx);
  struct wrapper w   = {SUNLinSol_KLU(s.q, J, ctx), 0, failing};
  LS->content        = &w;
  LS->ops->gettype   = type;
  LS->ops->getid     = id;
  LS->ops->setup     = setup;
  LS->ops->solve     = solve;
  CHECK(!GALPHASStolerances(s.mem, 1e-6, 1e-6));
  CHECK(!GALPHASetLinearSolver(s.mem, LS, J));
  CHECK(!GALPHASetJacFn(s.mem, jacobian));
  CHECK(!small_solve(&s, 1.0));
  CHECK(w.setups > failing);
  CHECK_REL(small_q(&s)[0], exp(-1.0), 1e-4);
  SUNLinSolFree(w.klu);
  LS->content = NULL;
  SUNLinSolFreeEmpty(LS);
}

TEST_MAIN(ctx)
{
  check(ctx, 0);
  check(ctx, 2);
}
