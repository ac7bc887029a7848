/* Calls about solvers that IDA refuses, with its codes. Built twice: with the
 * stand-in and with SUNDIALS' IDA. */
#include <ida/ida_bbdpre.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "standin/standin.h"

#if SUNDIALS_VERSION_MAJOR > 6 || SUNDIALS_VERSION_MINOR >= 5
#define HAS_GET_JAC 1
#endif

/* SUNDIALS 7 built without error checks runs without a linear solver into a NULL
 * function. */
#if defined(STANDIN_REAL_IDA) && SUNDIALS_VERSION_MAJOR >= 7
#define HAS_SOLVER_CHECK 0
#else
#define HAS_SOLVER_CHECK 1
#endif

RESIDUAL1_JAC(jac)
{
  SM_ELEMENT_D(J, 0, 0) = cj + 1.0;
  SM_ELEMENT_D(J, 0, 1) = 0.0;
  SM_ELEMENT_D(J, 1, 0) = -2.0 * y[0];
  SM_ELEMENT_D(J, 1, 1) = 1.0;
}

static int jtimes(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  N_Vector v, N_Vector Jv, sunrealtype cj, void *data,
                  N_Vector t1, N_Vector t2)
{
  const sunrealtype *x = N_VGetArrayPointer(v);
  sunrealtype *out     = N_VGetArrayPointer(Jv);
  out[0]               = (cj + 1.0) * x[0];
  out[1]               = x[1] - 2.0 * N_VGetArrayPointer(y)[0] * x[0];
  return 0;
}

static int psolve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  N_Vector rhs, N_Vector z, sunrealtype cj, sunrealtype delta,
                  void *data)
{
  N_VScale(1.0, rhs, z);
  return 0;
}

static void linear_solver(void)
{
  struct standin s   = standin_create();
  long int n         = 0;
  SUNLinearSolver it = SUNLinSol_SPGMR(s.y, SUN_PREC_LEFT, 0, s.ctx);
  CHECK(IDAInit(s.mem, standin_res, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASStolerances(s.mem, 1e-6, 1e-8) == IDA_SUCCESS);
  CHECK(IDASetLinearSolver(s.mem, NULL, s.A) == IDALS_ILL_INPUT);
  CHECK(IDASetLinearSolver(s.mem, s.LS, NULL) == IDALS_ILL_INPUT);
  if (HAS_SOLVER_CHECK)
  {
    CHECK(standin_solve(&s, 1.0) == IDA_NLS_INIT_FAIL);
    CHECK(IDACalcIC(s.mem, IDA_Y_INIT, 1.0) == IDA_ILL_INPUT);
  }
  CHECK(IDAGetNumLinIters(s.mem, &n) == IDALS_LMEM_NULL);
  CHECK(IDASetLinearSolver(s.mem, s.LS, s.A) == IDALS_SUCCESS);
  CHECK(IDASetJacTimes(s.mem, NULL, jtimes) == IDALS_ILL_INPUT);
  CHECK(IDASetPreconditioner(s.mem, NULL, psolve) == IDALS_ILL_INPUT);
  CHECK(IDASetLinearSolutionScaling(s.mem, SUNFALSE) == IDALS_SUCCESS);
  CHECK(IDASetJacFn(s.mem, jac) == IDALS_SUCCESS);
  CHECK(IDASetJacFn(s.mem, NULL) == IDALS_SUCCESS);
  CHECK(IDASetLinearSolver(s.mem, it, NULL) == IDALS_SUCCESS);
  CHECK(IDASetJacFn(s.mem, jac) == IDALS_ILL_INPUT);
  CHECK(IDASetJacFn(s.mem, NULL) == IDALS_SUCCESS);
  CHECK(IDASetLinearSolutionScaling(s.mem, SUNFALSE) == IDALS_ILL_INPUT);
  CHECK(IDASetEpsLin(s.mem, -0.1) == IDALS_ILL_INPUT);
  CHECK(IDASetEpsLin(s.mem, 0.0) == IDALS_SUCCESS);
  CHECK(IDASetEpsLin(s.mem, 2.0) == IDALS_SUCCESS);
  CHECK(IDASetEpsLin(s.mem, 0.05) == IDALS_SUCCESS);
  CHECK(IDASetLSNormFactor(s.mem, -1.0) == IDALS_SUCCESS);
  CHECK(IDASetIncrementFactor(s.mem, 0.0) == IDALS_ILL_INPUT);
  CHECK(IDASetJacTimesResFn(s.mem, standin_res) == IDALS_SUCCESS);
  CHECK(IDASetJacTimes(s.mem, NULL, jtimes) == IDALS_SUCCESS);
  CHECK(IDASetJacTimesResFn(s.mem, standin_res) == IDALS_ILL_INPUT);
  CHECK(IDABBDPrecReInit(s.mem, 1, 1, 0.0) == IDALS_PMEM_NULL);
  CHECK(IDABBDPrecGetNumGfnEvals(s.mem, &n) == IDALS_PMEM_NULL);
  CHECK(IDASetPreconditioner(s.mem, NULL, psolve) == IDALS_SUCCESS);
  CHECK(standin_solve(&s, 0.1) == IDA_SUCCESS);
  CHECK(standin_error(&s, 0.1) <= 1e-5);
  CHECK(IDAGetNumPrecSolves(s.mem, &n) == IDALS_SUCCESS && n > 0);
  CHECK(IDAGetNumJtimesEvals(s.mem, &n) == IDALS_SUCCESS && n > 0);
  IDAFree(&s.mem);
  SUNLinSolFree(it);
  standin_free(&s);
}

/* IDA has no differences for sparse matrices. */
static void sparse_without_jacobian(void)
{
  struct standin s = standin_ready();
  SUNMatrix S      = SUNSparseMatrix(2, 2, 4, CSC_MAT, s.ctx);
  CHECK(IDASetLinearSolver(s.mem, s.LS, S) == IDALS_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_LINIT_FAIL);
  CHECK(IDASetLinearSolver(s.mem, s.LS, s.A) == IDALS_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  IDAFree(&s.mem);
  SUNMatDestroy(S);
  standin_free(&s);
}

static void nonlinear_solver(void)
{
  struct standin s       = standin_ready();
  SUNNonlinearSolver NLS = SUNNonlinSol_FixedPoint(s.y, 0, s.ctx);
  CHECK(IDASetNonlinearSolver(s.mem, NULL) == IDA_ILL_INPUT);
  CHECK(IDASetNonlinearSolver(s.mem, NLS) == IDA_ILL_INPUT);
  CHECK(IDASetMaxNonlinIters(s.mem, 4) == IDA_SUCCESS);
  CHECK(IDASetNlsResFn(s.mem, NULL) == IDA_SUCCESS);
  SUNNonlinSolFree(NLS);
  standin_free(&s);
}

static int failing_jac(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
                       N_Vector r, SUNMatrix J, void *data, N_Vector t1,
                       N_Vector t2, N_Vector t3)
{
  const int *code = data;
  return *code ? *code : jac(t, cj, y, yp, r, J, NULL, t1, t2, t3);
}

static int failing_setup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                         sunrealtype cj, void *data)
{
  const int *code = data;
  return *code;
}

/* The flags of a Jacobian, and of a preparation of products, that fails. */
static void jacobian_fails(int code, int flag)
{
  struct standin s   = standin_ready();
  SUNLinearSolver it = SUNLinSol_SPGMR(s.y, SUN_PREC_NONE, 0, s.ctx);
  long int last      = 0;
  CHECK(IDASetUserData(s.mem, &code) == IDA_SUCCESS);
  CHECK(IDASetJacFn(s.mem, failing_jac) == IDALS_SUCCESS);
  CHECK(standin_solve(&s, 1.0) < 0);
  CHECK(IDAGetLastLinFlag(s.mem, &last) == IDALS_SUCCESS && last == flag);
  int none = 0;
  standin_values(&s);
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASetUserData(s.mem, &none) == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  CHECK(IDAGetLastLinFlag(s.mem, &last) == IDALS_SUCCESS && last == 0);
  standin_values(&s);
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASetUserData(s.mem, &code) == IDA_SUCCESS);
  CHECK(IDASetLinearSolver(s.mem, it, NULL) == IDALS_SUCCESS);
  CHECK(IDASetJacTimes(s.mem, failing_setup, jtimes) == IDALS_SUCCESS);
  CHECK(standin_solve(&s, 1.0) < 0);
  CHECK(IDAGetLastLinFlag(s.mem, &last) == IDALS_SUCCESS && last == code);
  IDAFree(&s.mem);
  SUNLinSolFree(it);
  standin_free(&s);
}

/* A second IDAInit forgets the linear solver. */
static void init_twice(void)
{
  struct standin s = standin_ready();
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  standin_values(&s);
  CHECK(IDAInit(s.mem, standin_res, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASetJacFn(s.mem, jac) == IDALS_LMEM_NULL);
  if (HAS_SOLVER_CHECK) { CHECK(standin_solve(&s, 1.0) == IDA_NLS_INIT_FAIL); }
  standin_free(&s);
}

#ifdef HAS_GET_JAC
/* The program's matrix, and where it was built. */
static void jacobian(void)
{
  struct standin s  = standin_ready();
  sunrealtype built = -1.0, cj = 0.0, tcur = 0.0;
  long int nst = -1, steps = 0;
  SUNMatrix J = NULL;
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  CHECK(IDAGetCurrentTime(s.mem, &tcur) == IDA_SUCCESS);
  CHECK(IDAGetNumSteps(s.mem, &steps) == IDA_SUCCESS);
  CHECK(IDAGetJac(s.mem, &J) == IDALS_SUCCESS && J == s.A);
  CHECK(IDAGetJacTime(s.mem, &built) == IDALS_SUCCESS);
  CHECK(built > 0.0 && built <= tcur);
  CHECK(IDAGetJacCj(s.mem, &cj) == IDALS_SUCCESS && cj > 0.0);
  CHECK(IDAGetJacNumSteps(s.mem, &nst) == IDALS_SUCCESS);
  CHECK(nst > 0 && nst <= steps);
  standin_free(&s);
}
#endif

int main(void)
{
  linear_solver();
  sparse_without_jacobian();
  nonlinear_solver();
  init_twice();
  jacobian_fails(-1, IDALS_JACFUNC_UNRECVR);
  jacobian_fails(1, IDALS_JACFUNC_RECVR);
#ifdef HAS_GET_JAC
  jacobian();
#endif
  return check_done();
}
