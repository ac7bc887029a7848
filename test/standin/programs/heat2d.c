/* The heat equation on the unit square, u = 0 on the boundary as algebraic
 * equations, by central differences; two initial states, one after the other
 * (IDAReInit), each the sum of two eigenvectors, so that the solution is known
 * (argument exact: prints it). The boundary starts from 0.05: IDACalcIC must put
 * it right. u >= 0 is demanded. Arguments: klu; krylov: SPGMR with the diagonal as
 * preconditioner; else band. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
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

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  const sunrealtype *u = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  sunrealtype *r = N_VGetArrayPointer(rr);
  for (int k = 0; k < SIZE; k++)
  {
    if (boundary(k)) { r[k] = u[k]; }
    else
    {
      r[k] =
        d[k] - (u[k - 1] + u[k + 1] + u[k - LINE] + u[k + LINE] - 4 * u[k]) /
                 (dx * dx);
    }
  }
  return 0;
}

/* dF/dy + cj dF/dy' by columns; boundary points couple from their neighbours. */
static int sparse(sunrealtype t, sunrealtype cj, N_Vector yy, N_Vector yp,
                  N_Vector rr, SUNMatrix J, void *data, N_Vector tmp1,
                  N_Vector tmp2, N_Vector tmp3)
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
  return 0;
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
  const sunrealtype *y      = N_VGetArrayPointer(u);
  const sunrealtype some[5] = {y[LINE + 1], y[LINE * 3 + 3], y[LINE * 6 + 6],
                               y[LINE * 8 + 2], N_VMaxNorm(u)};
  swap_line("y", t, 5, some);
}

static sunrealtype output_time(int i)
{
  return 0.005 * pow(2, i);
}

static void exact(N_Vector u)
{
  for (int state = 0; state < 2; state++)
  {
    solution(state, 0, u);
    print(0, u, NULL);
    for (int i = 0; i < OUTPUTS; i++)
    {
      solution(state, output_time(i), u);
      print(output_time(i), u, NULL);
    }
  }
}

/* The linear solver of the variant; *A is NULL for the Krylov solver. */
static SUNLinearSolver solver(const struct swap *s, void *mem, N_Vector u,
                              SUNMatrix *A)
{
  const int klu = swap_has(s, "klu");
  *A            = NULL;
  if (swap_has(s, "krylov"))
  {
    SUNLinearSolver LS = SUNLinSol_SPGMR(u, SUN_PREC_LEFT, 0, s->ctx);
    swap_ok(IDASetLinearSolver(mem, LS, NULL), "IDASetLinearSolver");
    swap_ok(IDASetPreconditioner(mem, psetup, psolve), "IDASetPreconditioner");
    return LS;
  }
  *A = klu ? SUNSparseMatrix(SIZE, SIZE, 5 * SIZE, CSC_MAT, s->ctx)
           : SUNBandMatrix(SIZE, LINE, LINE, s->ctx);
  SUNLinearSolver LS =
    klu ? SUNLinSol_KLU(u, *A, s->ctx) : SUNLinSol_Band(u, *A, s->ctx);
  swap_ok(IDASetLinearSolver(mem, LS, *A), "IDASetLinearSolver");
  if (klu) { swap_ok(IDASetJacFn(mem, sparse), "IDASetJacFn"); }
  return LS;
}

/* Initial state with the boundary wrong and u' unknown. */
static void start(int state, N_Vector u, N_Vector up)
{
  solution(state, 0, u);
  for (int k = 0; k < SIZE; k++)
  {
    if (boundary(k)) { N_VGetArrayPointer(u)[k] = 0.05; }
  }
  N_VConst(0, up);
}

static void run(void *mem, N_Vector u, N_Vector up)
{
  sunrealtype tout[OUTPUTS];
  for (int i = 0; i < OUTPUTS; i++) { tout[i] = output_time(i); }
  swap_ok(IDACalcIC(mem, IDA_YA_YDP_INIT, tout[0]), "IDACalcIC");
  swap_ok(IDAGetConsistentIC(mem, u, up), "IDAGetConsistentIC");
  print(0, u, up);
  swap_outputs(mem, OUTPUTS, tout, 0, u, up, print);
}

static void integrate(struct swap *s, sunrealtype atol, N_Vector u, N_Vector up)
{
  struct heat h;
  N_Vector id = N_VClone(u), constraints = N_VClone(u);
  SUNMatrix A;
  for (int k = 0; k < SIZE; k++) { N_VGetArrayPointer(id)[k] = !boundary(k); }
  N_VConst(1, constraints);
  start(0, u, up);
  void *mem = IDACreate(s->ctx);
  swap_ok(IDAInit(mem, res, 0, u, up), "IDAInit");
  swap_ok(IDASStolerances(mem, s->rtol, atol), "IDASStolerances");
  swap_ok(IDASetUserData(mem, &h), "IDASetUserData");
  swap_ok(IDASetId(mem, id), "IDASetId");
  swap_ok(IDASetConstraints(mem, constraints), "IDASetConstraints");
  SUNLinearSolver LS = solver(s, mem, u, &A);
  run(mem, u, up);
  swap_stats(s, mem);
  start(1, u, up);
  swap_ok(IDAReInit(mem, 0, u, up), "IDAReInit");
  run(mem, u, up);
  swap_stats(s, mem);
  IDAFree(&mem);
  SUNLinSolFree(LS);
  if (A) { SUNMatDestroy(A); }
  N_VDestroy(id);
  N_VDestroy(constraints);
}

int main(int argc, char **argv)
{
  struct swap s          = swap_begin(argc, argv, 1e-4);
  const sunrealtype atol = 1e-6;
  N_Vector u = N_VNew_Serial(SIZE, s.ctx), up = N_VClone(u);
  swap_tolerances("y", s.rtol, 1, &atol);
  if (swap_has(&s, "exact")) { exact(u); }
  else { integrate(&s, atol, u, up); }
  N_VDestroy(u);
  N_VDestroy(up);
  SUNContext_Free(&s.ctx);
  return 0;
}
