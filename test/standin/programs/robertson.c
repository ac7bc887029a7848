/* Robertson's kinetics to t = 4e10: no id vector, concentrations not negative,
 * roots at y1 = 1e-4 and y3 = 0.01. Argument klu: sparse matrix and KLU, else
 * dense. */
#include <ida/ida.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "swap.h"

#define SIZE 3

RESIDUAL1_IS(res, -0.04 * y[0] + 1e4 * y[1] * y[2] - yp[0],
             0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] * y[1] - yp[1],
             y[0] + y[1] + y[2] - 1)

/* Column by column. */
static void derivatives(sunrealtype cj, const sunrealtype *y, sunrealtype *J)
{
  const sunrealtype a[SIZE * SIZE] = {
    -0.04 - cj, 0.04,        1, 1e4 * y[2], -1e4 * y[2] - 6e7 * y[1] - cj, 1,
    1e4 * y[1], -1e4 * y[1], 1};
  memcpy(J, a, sizeof a);
}

RESIDUAL1_JAC(dense)
{
  derivatives(cj, y, SUNDenseMatrix_Data(J));
}

RESIDUAL1_JAC(sparse)
{
  sunindextype *columns = SUNSparseMatrix_IndexPointers(J);
  sunindextype *rows    = SUNSparseMatrix_IndexValues(J);
  SUNMatZero(J);
  for (int i = 0; i <= SIZE; i++) { columns[i] = i * SIZE; }
  for (int i = 0; i < SIZE * SIZE; i++) { rows[i] = i % SIZE; }
  derivatives(cj, y, SUNSparseMatrix_Data(J));
}

ROOTS_IS(roots, y[0] - 1e-4, y[2] - 0.01)

int main(int argc, char **argv)
{
  struct swap s = swap_begin(argc, argv, 1e-4, SIZE);
  N_Vector atol = swap_vector(&s, s.tighter);
  sunrealtype tout[12], *tol = swap_array(atol);
  for (int i = 0; i < 12; i++) { tout[i] = 0.4 * pow(10, i); }
  swap_array(s.y)[0]  = 1;
  swap_array(s.yp)[0] = -0.04;
  swap_array(s.yp)[1] = 0.04;
  tol[0] *= 1e-8;
  tol[1] *= 1e-14;
  tol[2] *= 1e-6;
  swap_tolerances(&s, "y", SIZE, tol);
  swap_init(&s, res, NULL);
  SWAP(IDASVtolerances(s.mem, s.rtol, atol));
  SWAP(IDASetConstraints(s.mem, swap_vector(&s, 1)));
  SWAP(IDARootInit(s.mem, 2, roots));
  if (swap_has(&s, "klu"))
  {
    SUNMatrix A = SUNSparseMatrix(SIZE, SIZE, SIZE * SIZE, CSC_MAT, s.ctx);
    swap_solver(&s, SUNLinSol_KLU(s.y, A, s.ctx), A);
    SWAP(IDASetJacFn(s.mem, sparse));
  }
  else
  {
    swap_dense(&s);
    SWAP(IDASetJacFn(s.mem, dense));
  }
  if (s.tighter < 1) { SWAP(IDASetMaxNumSteps(s.mem, 100000)); }
  swap_outputs(&s, 12, tout, 2, swap_print);
  swap_stats(&s);
  return swap_end(&s);
}
