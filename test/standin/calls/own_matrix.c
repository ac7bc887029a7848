/* Matrices of IDA's programs: a program's own kind with hardly an operation, under
 * an iterative solver, is not zeroed (deal.II has such); that of a direct solver is,
 * sparse ones, too, so that a Jacobian may add to it. y0' = -y0, y1 = y0^2. Built
 * with SUNDIALS' IDA, too. */
#include <sunlinsol/sunlinsol_klu.h>

#include "standin/standin.h"

/* Row by row; what the own matrix is a view of, and what was seen there. */
static struct
{
  sunrealtype a[2][2];
  long int solves, zeroed, unclean;
} seen;

static void fill(const sunrealtype *y, sunrealtype cj)
{
  seen.a[0][0] = cj + 1.0;
  seen.a[0][1] = 0.0;
  seen.a[1][0] = -2.0 * y[0];
  seen.a[1][1] = 1.0;
}

RESIDUAL1_JAC(own_jac)
{
  fill(y, cj);
}

static SUNMatrix_ID own_matrix_id(SUNMatrix A)
{
  return SUNMATRIX_CUSTOM;
}

static int own_zero(SUNMatrix A)
{
  seen.zeroed++;
  return 0;
}

static SUNLinearSolver_Type iterative(SUNLinearSolver LS)
{
  return SUNLINEARSOLVER_MATRIX_ITERATIVE;
}

static SUNLinearSolver_Type direct(SUNLinearSolver LS)
{
  return SUNLINEARSOLVER_DIRECT;
}

static SUNLinearSolver_ID own_solver_id(SUNLinearSolver LS)
{
  return SUNLINEARSOLVER_CUSTOM;
}

static int own_solve(SUNLinearSolver LS, SUNMatrix A, N_Vector x, N_Vector b,
                     sunrealtype tol)
{
  const sunrealtype *c = N_VGetArrayPointer(b);
  sunrealtype *z       = N_VGetArrayPointer(x);
  seen.solves++;
  z[0] = c[0] / seen.a[0][0];
  z[1] = c[1] - seen.a[1][0] * z[0];
  return 0;
}

static int one_iteration(SUNLinearSolver LS)
{
  return 1;
}

static N_Vector no_residual(SUNLinearSolver LS)
{
  return NULL;
}

/* named: the matrix says what it is; zero: it can be zeroed. */
static void run_own(bool is_direct, bool named, bool zero)
{
  struct standin s = standin_create();
  long int setups  = 0;
  SUNMatrix A = SUNMatNewEmpty(s.ctx), dense = s.A;
  SUNLinearSolver LS = SUNLinSolNewEmpty(s.ctx), by_dense = s.LS;
  memset(&seen, 0, sizeof seen);
  A->ops->getid     = named ? own_matrix_id : NULL;
  A->ops->zero      = zero ? own_zero : NULL;
  LS->ops->gettype  = is_direct ? direct : iterative;
  LS->ops->getid    = own_solver_id;
  LS->ops->solve    = own_solve;
  LS->ops->numiters = one_iteration;
  LS->ops->resid    = no_residual;
  s.A               = A;
  s.LS              = LS;
  standin_init(&s, standin_res, 1e-5, 1e-6);
  CHECK(IDASetId(s.mem, s.id) == 0);
  CHECK(IDASetJacFn(s.mem, own_jac) == 0);
  standin_yp(&s)[0] = 0.0;
  standin_y(&s)[1]  = 0.0;
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, 1.0) == 0);
  CHECK(standin_solve(&s, 1.0) == 0);
  CHECK(IDAGetNumJacEvals(s.mem, &setups) == 0);
  CHECK_IN(standin_error(&s, 1.0), 0.0, 2e-4);
  CHECK(seen.solves > 10);
  CHECK(seen.zeroed == (is_direct ? setups : 0));
  IDAFree(&s.mem);
  SUNMatFreeEmpty(A);
  SUNLinSolFreeEmpty(LS);
  s.A  = dense;
  s.LS = by_dense;
  standin_free(&s);
}

/* Adds to a sparse matrix that IDA has zeroed. */
RESIDUAL1_JAC(add_jac)
{
  sunrealtype *a     = SUNSparseMatrix_Data(J);
  sunindextype *ptr  = SUNSparseMatrix_IndexPointers(J);
  sunindextype *rows = SUNSparseMatrix_IndexValues(J);
  for (int k = 0; k < 4; k++)
  {
    seen.unclean += a[k] != 0.0 || rows[k] != 0 || ptr[k / 2 + 1] != 0;
  }
  fill(y, cj);
  for (int k = 0; k < 4; k++)
  {
    rows[k] = k % 2;
    a[k] += seen.a[k % 2][k / 2];
  }
  ptr[1] += 2;
  ptr[2] += 4;
}

static void run_sparse(void)
{
  struct standin s = standin_create();
  memset(&seen, 0, sizeof seen);
  SUNMatDestroy(s.A);
  SUNLinSolFree(s.LS);
  s.A  = SUNSparseMatrix(2, 2, 4, CSC_MAT, s.ctx);
  s.LS = SUNLinSol_KLU(s.y, s.A, s.ctx);
  standin_init(&s, standin_res, 1e-5, 1e-6);
  CHECK(IDASetJacFn(s.mem, add_jac) == 0);
  CHECK(standin_solve(&s, 1.0) == 0);
  CHECK_IN(standin_error(&s, 1.0), 0.0, 2e-4);
  CHECK(seen.unclean == 0);
  standin_free(&s);
}

int main(void)
{
  run_own(false, true, false);
  run_own(false, true, true);
  run_own(false, false, false);
  run_own(true, true, true);
  run_sparse();
  return check_done();
}
