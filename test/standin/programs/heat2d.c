/* The heat equation on the unit square, u = 0 on the boundary as algebraic
 * equations, by central differences; two initial states, one after the other
 * (IDAReInit), each the sum of two eigenvectors, so that the solution is known
 * (argument exact: prints it). The boundary starts from 0.05: IDACalcIC must put
 * it right. u >= 0 is demanded. Arguments: klu; krylov: SPGMR with the diagonal as
 * preconditioner; else band. */
#include <ida/ida.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "swap.h"

#define LINE    12 /* points in a row */
#define SIZE    (LINE * LINE)
#define OUTPUTS 8

static const sunrealtype pi = 3.14159265358979323846;
static const sunrealtype dx = 1.0 / (LINE - 1);

/* State of the preconditioner. */
struct heat
{
  sunrealtype diagonal[SIZE]; /* inverse */
};

static int boundary(int k)
{
  const int i = k % LINE, j = k / LINE;
  return i == 0 || j == 0 || i == LINE - 1 || j == LINE - 1;
}

RESIDUAL1(res)
{
  for (int k = 0; k < SIZE; k++)
  {
    r[k] =
      boundary(k)
        ? y[k]
        : yp[k] - (y[k - 1] + y[k + 1] + y[k - LINE] + y[k + LINE] - 4 * y[k]) /
                    (dx * dx);
  }
}

/* dF/dy + cj dF/dy' by columns; boundary points couple from their neighbours. */
RESIDUAL1_JAC(sparse)
{
  static const int offset[5] = {-LINE, -1, 0, 1, LINE};
  sunindextype *columns      = SUNSparseMatrix_IndexPointers(J);
  sunindextype *rows         = SUNSparseMatrix_IndexValues(J);
  sunrealtype *value         = SUNSparseMatrix_Data(J);
  sunindextype count         = 0;
  SUNMatZero(J);
  for (int k = 0; k < SIZE; k++)
  {
    columns[k] = count;
    for (int i = 0; i < 5; i++)
    {
      const int row = k + offset[i];
      if (row < 0 || row >= SIZE || (row != k && boundary(row))) { continue; }
      rows[count]    = row;
      value[count++] = row != k        ? -1 / (dx * dx)
                       : boundary(row) ? 1
                                       : cj + 4 / (dx * dx);
    }
  }
  columns[SIZE] = count;
}

static int psetup(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr,
                  sunrealtype cj, void *data)
{
  struct heat *h = data;
  for (int k = 0; k < SIZE; k++)
  {
    h->diagonal[k] = boundary(k) ? 1 : 1 / (cj + 4 / (dx * dx));
  }
  return 0;
}

static int psolve(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr,
                  N_Vector b, N_Vector z, sunrealtype cj, sunrealtype delta,
                  void *data)
{
  const struct heat *h = data;
  for (int k = 0; k < SIZE; k++)
  {
    N_VGetArrayPointer(z)[k] = h->diagonal[k] * N_VGetArrayPointer(b)[k];
  }
  return 0;
}

/* Eigenvector of the difference equations with k and l half waves, at time t. */
static sunrealtype mode(int k, int l, int point, sunrealtype t)
{
  const int i = point % LINE, j = point / LINE;
  const sunrealtype x = dx * i, y = dx * j;
  const sunrealtype sk = sin(k * pi * dx / 2), sl = sin(l * pi * dx / 2);
  const sunrealtype rate = 4 / (dx * dx) * (sk * sk + sl * sl);
  return exp(-rate * t) * sin(k * pi * x) * sin(l * pi * y);
}

static void solution(int state, sunrealtype t, N_Vector u)
{
  for (int k = 0; k < SIZE; k++)
  {
    N_VGetArrayPointer(u)[k] =
      boundary(k) ? 0
                  : mode(1, 1, k, t) +
                      0.25 * (state == 0 ? mode(3, 1, k, t) : mode(2, 2, k, t));
  }
}

static void print(sunrealtype t, N_Vector u, N_Vector up)
{
  const sunrealtype *y      = swap_array(u);
  const sunrealtype some[5] = {y[LINE + 1], y[LINE * 3 + 3], y[LINE * 6 + 6],
                               y[LINE * 8 + 2], N_VMaxNorm(u)};
  swap_line("y", t, 5, some);
}

static sunrealtype output_time(int i)
{
  return 0.005 * pow(2, i);
}

static void exact(struct swap *s)
{
  for (int state = 0; state < 2; state++)
  {
    for (int i = -1; i < OUTPUTS; i++)
    {
      const sunrealtype t = i < 0 ? 0 : output_time(i);
      solution(state, t, s->y);
      print(t, s->y, NULL);
    }
  }
}

/* The linear solver of the variant. */
static void solver(struct swap *s)
{
  if (swap_has(s, "krylov"))
  {
    swap_solver(s, SUNLinSol_SPGMR(s->y, SUN_PREC_LEFT, 0, s->ctx), NULL);
    SWAP(IDASetPreconditioner(s->mem, psetup, psolve));
  }
  else if (swap_has(s, "klu"))
  {
    SUNMatrix A = SUNSparseMatrix(SIZE, SIZE, 5 * SIZE, CSC_MAT, s->ctx);
    swap_solver(s, SUNLinSol_KLU(s->y, A, s->ctx), A);
    SWAP(IDASetJacFn(s->mem, sparse));
  }
  else
  {
    SUNMatrix A = SUNBandMatrix(SIZE, LINE, LINE, s->ctx);
    swap_solver(s, SUNLinSol_Band(s->y, A, s->ctx), A);
  }
}

/* Initial state with the boundary wrong and u' unknown. */
static void start(int state, struct swap *s)
{
  solution(state, 0, s->y);
  for (int k = 0; k < SIZE; k++)
  {
    if (boundary(k)) { swap_array(s->y)[k] = 0.05; }
  }
  N_VConst(0, s->yp);
}

static void run(struct swap *s)
{
  sunrealtype tout[OUTPUTS];
  for (int i = 0; i < OUTPUTS; i++) { tout[i] = output_time(i); }
  swap_consistent(s, IDA_YA_YDP_INIT, tout[0]);
  print(0, s->y, s->yp);
  swap_outputs(s, OUTPUTS, tout, 0, print);
  swap_stats(s);
}

static void integrate(struct swap *s, sunrealtype atol)
{
  struct heat h;
  N_Vector id = swap_vector(s, 0);
  for (int k = 0; k < SIZE; k++) { swap_array(id)[k] = !boundary(k); }
  start(0, s);
  swap_create(s, res, &h, atol);
  SWAP(IDASetId(s->mem, id));
  SWAP(IDASetConstraints(s->mem, swap_vector(s, 1)));
  solver(s);
  run(s);
  start(1, s);
  SWAP(IDAReInit(s->mem, 0, s->y, s->yp));
  run(s);
}

int main(int argc, char **argv)
{
  struct swap s          = swap_begin(argc, argv, 1e-4, SIZE);
  const sunrealtype atol = 1e-6;
  swap_tolerances(&s, "y", 1, &atol);
  if (swap_has(&s, "exact")) { exact(&s); }
  else { integrate(&s, atol); }
  return swap_end(&s);
}
