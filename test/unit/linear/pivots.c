/* A sparse matrix whose entries trade places: KLU keeps the pivots it has found, and
 * those are zero in the new matrix, which is not singular. Until t = 0.5
 *   y1' + y0 = 0, y0' + y1 = 0, and from there y0' + y0 = 0, y1' + y1 = 0:
 * with y0 = y1 the solution is exp(-t) throughout. */
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <galpha/galpha_sunlinsol_ldlt.h>

#include "support/models/callbacks.h"
#include "support/run/statement.h"
#include "support/test.h"

static int is_crossed(sunrealtype t)
{
  return t < 0.5;
}

RESIDUAL1(res)
{
  const int c = is_crossed(t);
  r[0]        = yp[c] + y[0];
  r[1]        = yp[!c] + y[1];
}

static int jac(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
               N_Vector r, SUNMatrix J, void *data, N_Vector w1, N_Vector w2,
               N_Vector w3)
{
  const int crossed            = is_crossed(t);
  const sunrealtype on_diag    = crossed ? 1.0 : 1.0 + cj;
  const sunrealtype off_diag   = crossed ? cj : 0.0;
  const sunrealtype entries[4] = {on_diag, off_diag, off_diag, on_diag};
  for (int e = 0; e < 4; e++)
  {
    SUNSparseMatrix_IndexValues(J)[e] = e % 2;
    SUNSparseMatrix_Data(J)[e]        = entries[e];
  }
  for (int j = 0; j < 3; j++) { SUNSparseMatrix_IndexPointers(J)[j] = 2 * j; }
  return 0;
}

static void check_solver(SUNContext ctx, int ldlt)
{
  struct small s;
  BEGIN(&s, ctx, .n = 2, .q = VALUES(1.0, 1.0), .v = VALUES(-1.0, -1.0),
        .res1 = res);
  SUNMatrix A = KEEP(SUNSparseMatrix(2, 2, 4, CSC_MAT, ctx));
  SUNLinearSolver LS =
    ldlt ? GALPHASunLinSol_LDLT(s.q, A, ctx) : SUNLinSol_KLU(s.q, A, ctx);
  CHECK(!GALPHASetLinearSolver(s.mem, LS, A) && !GALPHASetJacFn(s.mem, jac));
  CHECK(!GALPHASStolerances(s.mem, 1e-5, 1e-8));
  CHECK(!small_solve(&s, 1.0));
  CHECK_REL(small_q(&s)[0], exp(-1.0), 1e-3);
  CHECK_REL(small_q(&s)[1], exp(-1.0), 1e-3);
  SUNLinSolFree(LS);
}

TEST_MAIN(ctx)
{
  galpha_test_quiet(ctx);
  check_solver(ctx, 0);
  check_solver(ctx, 1);
}
