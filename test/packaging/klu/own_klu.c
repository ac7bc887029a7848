/* cmake/klu/sunlinsol_klu.c, which takes the place of SUNDIALS' KLU module: systems with a
 * known solution, columns and rows; values that change so that the first pivots do not
 * suit; singular matrices; what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#ifndef SUN_COMM_NULL /* SUNDIALS 6 */
#define SUN_COMM_NULL NULL
#endif

#define N 30

static int failed;

#define NEED(condition)                                              \
  do {                                                               \
    if (!(condition))                                                \
    {                                                                \
      printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      failed = 1;                                                    \
    }                                                                \
  } while (0)

/* A cyclic band, unsymmetric; the diagonal is `pivot`. As columns (CSC) or rows. */
static void fill(SUNMatrix A, double pivot)
{
  sunindextype *pointers = SUNSparseMatrix_IndexPointers(A);
  sunindextype *indices  = SUNSparseMatrix_IndexValues(A);
  sunrealtype *values    = SUNSparseMatrix_Data(A);

  for (int j = 0; j < N; j++)
  {
    pointers[j]        = 3 * j;
    indices[3 * j]     = j;
    values[3 * j]      = pivot;
    indices[3 * j + 1] = (j + 1) % N;
    values[3 * j + 1]  = 1 + 0.1 * j;
    indices[3 * j + 2] = (j + 5) % N;
    values[3 * j + 2]  = -0.3 + 0.02 * j;
  }
  pointers[N] = 3 * N;
}

/* Error of the solution whose components are cos(i). */
static double error_of(SUNLinearSolver S, SUNMatrix A, N_Vector x, N_Vector b)
{
  sunrealtype *values = N_VGetArrayPointer(x);
  double worst        = 0;

  for (int i = 0; i < N; i++) { values[i] = cos(i); }
  SUNMatMatvec(A, x, b);
  N_VConst(7, x);
  if (SUNLinSolSolve(S, A, x, b, 0)) { return HUGE_VAL; }
  for (int i = 0; i < N; i++) { worst = fmax(worst, fabs(values[i] - cos(i))); }
  return worst;
}

static void systems(int storage, SUNContext ctx)
{
  N_Vector x = N_VNew_Serial(N, ctx), b = N_VNew_Serial(N, ctx);
  SUNMatrix A       = SUNSparseMatrix(N, N, 3 * N, storage, ctx);
  SUNLinearSolver S = SUNLinSol_KLU(x, A, ctx);

  NEED(S && SUNLinSol_KLUSetOrdering(S, 0) == 0);
  NEED(SUNLinSolGetType(S) == SUNLINEARSOLVER_DIRECT);
  NEED(SUNLinSolGetID(S) == SUNLINEARSOLVER_KLU);
  NEED(SUNLinSolInitialize(S) == 0);
  fill(A, 4);
  NEED(SUNLinSolSetup(S, A) == 0 && error_of(S, A, x, b) < 1e-12);
  NEED(SUNLinSol_KLUGetNumeric(S)->lnz > N);
  fill(A, 3);
  NEED(SUNLinSolSetup(S, A) == 0 && error_of(S, A, x, b) < 1e-12);
  /* the pivots of the diagonal are 1e-14 of its neighbours */
  fill(A, 1e-14);
  NEED(SUNLinSolSetup(S, A) == 0 && error_of(S, A, x, b) < 1e-10);

  fill(A, 4);
  for (int k = 0; k < 3; k++) { SUNSparseMatrix_Data(A)[k] = 0; }
  NEED(SUNLinSolSetup(S, A) > 0 && SUNLinSolLastFlag(S) > 0);
  fill(A, 4);
  NEED(SUNLinSol_KLUReInit(S, A, 3 * N, SUNKLU_REINIT_PARTIAL) == 0);
  NEED(SUNLinSolSetup(S, A) == 0 && error_of(S, A, x, b) < 1e-12);
  NEED(SUNLinSol_KLUReInit(S, A, 4 * N, SUNKLU_REINIT_FULL) == 0);
  NEED(SUNSparseMatrix_NNZ(A) == 4 * N);
  fill(A, 4);
  NEED(SUNLinSolSetup(S, A) == 0 && error_of(S, A, x, b) < 1e-12);
  NEED(SUNLinSol_KLUGetCommon(S)->status == KLU_OK);
  SUNLinSolFree(S);
  SUNMatDestroy(A);
  N_VDestroy(x);
  N_VDestroy(b);
}

static void refused(SUNContext ctx)
{
  N_Vector x       = N_VNew_Serial(N, ctx);
  SUNMatrix wide   = SUNSparseMatrix(N, N + 1, N, CSC_MAT, ctx);
  SUNMatrix longer = SUNSparseMatrix(N + 1, N + 1, N, CSC_MAT, ctx);
  SUNMatrix dense  = SUNDenseMatrix(N, N, ctx);

  NEED(!SUNLinSol_KLU(x, wide, ctx));
  NEED(!SUNLinSol_KLU(x, longer, ctx));
  NEED(!SUNLinSol_KLU(x, dense, ctx));
  SUNMatDestroy(wide);
  SUNMatDestroy(longer);
  SUNMatDestroy(dense);
  N_VDestroy(x);
}

int main(void)
{
  SUNContext ctx;

  if (SUNContext_Create(SUN_COMM_NULL, &ctx)) { return EXIT_FAILURE; }
  systems(CSC_MAT, ctx);
  systems(CSR_MAT, ctx);
  refused(ctx);
  SUNContext_Free(&ctx);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
