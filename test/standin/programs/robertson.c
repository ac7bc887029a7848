/* Robertson's kinetics to t = 4e10: no id vector, concentrations not negative,
 * roots at y1 = 1e-4 and y3 = 0.01. Argument klu: sparse matrix and KLU, else
 * dense. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "swap.h"

#define SIZE 3

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  const sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  sunrealtype *r = N_VGetArrayPointer(rr);
  r[0]           = -0.04 * y[0] + 1e4 * y[1] * y[2] - d[0];
  r[1]           = 0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] * y[1] - d[1];
  r[2]           = y[0] + y[1] + y[2] - 1;
  return 0;
}

/* Column by column. */
static void derivatives(sunrealtype cj, const sunrealtype *y, sunrealtype *J)
{
  J[0] = -0.04 - cj;
  J[1] = 0.04;
  J[2] = 1;
  J[3] = 1e4 * y[2];
  J[4] = -1e4 * y[2] - 6e7 * y[1] - cj;
  J[5] = 1;
  J[6] = 1e4 * y[1];
  J[7] = -1e4 * y[1];
  J[8] = 1;
}

static int dense(sunrealtype t, sunrealtype cj, N_Vector yy, N_Vector yp,
                 N_Vector rr, SUNMatrix J, void *data, N_Vector tmp1,
                 N_Vector tmp2, N_Vector tmp3)
{
  derivatives(cj, N_VGetArrayPointer(yy), SUNDenseMatrix_Data(J));
  return 0;
}

static int sparse(sunrealtype t, sunrealtype cj, N_Vector yy, N_Vector yp,
                  N_Vector rr, SUNMatrix J, void *data, N_Vector tmp1,
                  N_Vector tmp2, N_Vector tmp3)
{
  sunindextype *columns = SUNSparseMatrix_IndexPointers(J);
  sunindextype *rows    = SUNSparseMatrix_IndexValues(J);
  SUNMatZero(J);
  for (int i = 0; i <= SIZE; i++) { columns[i] = i * SIZE; }
  for (int i = 0; i < SIZE * SIZE; i++) { rows[i] = i % SIZE; }
  derivatives(cj, N_VGetArrayPointer(yy), SUNSparseMatrix_Data(J));
  return 0;
}

static int roots(sunrealtype t, N_Vector yy, N_Vector yp, sunrealtype *g,
                 void *data)
{
  const sunrealtype *y = N_VGetArrayPointer(yy);
  g[0]                 = y[0] - 1e-4;
  g[1]                 = y[2] - 0.01;
  return 0;
}

static void print(sunrealtype t, N_Vector y, N_Vector yp)
{
  swap_line("y", t, SIZE, N_VGetArrayPointer(y));
}

int main(int argc, char **argv)
{
  struct swap s = swap_begin(argc, argv, 1e-4);
  sunrealtype tout[12];
  for (int i = 0; i < 12; i++) { tout[i] = 0.4 * pow(10, i); }
  N_Vector y = N_VNew_Serial(SIZE, s.ctx), yp = N_VClone(y);
  N_Vector atol = N_VClone(y), constraints = N_VClone(y);
  sunrealtype *yv = N_VGetArrayPointer(y), *ypv = N_VGetArrayPointer(yp);
  sunrealtype *tol = N_VGetArrayPointer(atol);
  yv[0]            = 1;
  yv[1] = yv[2] = 0;
  ypv[0]        = -0.04;
  ypv[1]        = 0.04;
  ypv[2]        = 0;
  tol[0]        = 1e-8 * s.tighter;
  tol[1]        = 1e-14 * s.tighter;
  tol[2]        = 1e-6 * s.tighter;
  N_VConst(1, constraints);
  swap_tolerances("y", s.rtol, SIZE, tol);

  void *mem = IDACreate(s.ctx);
  swap_ok(IDAInit(mem, res, 0, y, yp), "IDAInit");
  swap_ok(IDASVtolerances(mem, s.rtol, atol), "IDASVtolerances");
  swap_ok(IDASetConstraints(mem, constraints), "IDASetConstraints");
  swap_ok(IDARootInit(mem, 2, roots), "IDARootInit");
  const int klu = swap_has(&s, "klu");
  SUNMatrix A   = klu ? SUNSparseMatrix(SIZE, SIZE, SIZE * SIZE, CSC_MAT, s.ctx)
                      : SUNDenseMatrix(SIZE, SIZE, s.ctx);
  SUNLinearSolver LS =
    klu ? SUNLinSol_KLU(y, A, s.ctx) : SUNLinSol_Dense(y, A, s.ctx);
  swap_ok(IDASetLinearSolver(mem, LS, A), "IDASetLinearSolver");
  swap_ok(IDASetJacFn(mem, klu ? sparse : dense), "IDASetJacFn");
  if (s.tighter < 1) { swap_ok(IDASetMaxNumSteps(mem, 100000), "limit"); }
  swap_outputs(mem, 12, tout, 2, y, yp, print);

  swap_stats(&s, mem);
  IDAFree(&mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
  N_VDestroy(y);
  N_VDestroy(yp);
  N_VDestroy(atol);
  N_VDestroy(constraints);
  SUNContext_Free(&s.ctx);
  return 0;
}
