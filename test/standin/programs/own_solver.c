/* x' + 50 x - z = 50 sin t, x + z = sin t + cos t, with solution sin t, cos t
 * (argument exact: prints it), by solvers that are not SUNDIALS' own. Arguments:
 * embedded: a linear solver without matrix that asks for cj, y and y' itself;
 * nonlinear: a SUNNonlinearSolver that does two Newton iterations, always; else a
 * linear solver that factorises a dense matrix by Cramer's rule. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "support/check/fixed_newton_solver.h"
#include "swap.h"

/* Content of the linear solvers. */
struct cramer
{
  void *mem;        /* the integrator, for the embedded one */
  sunrealtype J[4]; /* columns, for the other */
  long int solves;
  int wrong; /* what the integrator says about y, y' is not the residual's */
  sunrealtype y[2], yp[2]; /* of the last residual */
};

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  struct cramer *c     = data;
  const sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  N_VGetArrayPointer(rr)[0] = d[0] + 50 * y[0] - y[1] - 50 * sin(t);
  N_VGetArrayPointer(rr)[1] = y[0] + y[1] - sin(t) - cos(t);
  for (int i = 0; i < 2; i++)
  {
    c->y[i]  = y[i];
    c->yp[i] = d[i];
  }
  return 0;
}

static void derivatives(sunrealtype cj, sunrealtype *J)
{
  J[0] = cj + 50;
  J[1] = 1;
  J[2] = -1;
  J[3] = 1;
}

static int jac(sunrealtype t, sunrealtype cj, N_Vector yy, N_Vector yp,
               N_Vector rr, SUNMatrix J, void *data, N_Vector tmp1,
               N_Vector tmp2, N_Vector tmp3)
{
  derivatives(cj, SUNDenseMatrix_Data(J));
  return 0;
}

static SUNLinearSolver_Type embedded_type(SUNLinearSolver LS)
{
  return SUNLINEARSOLVER_MATRIX_EMBEDDED;
}

static SUNLinearSolver_Type direct_type(SUNLinearSolver LS)
{
  return SUNLINEARSOLVER_DIRECT;
}

static int setup(SUNLinearSolver LS, SUNMatrix A)
{
  struct cramer *c = LS->content;
  for (int i = 0; A && i < 4; i++) { c->J[i] = SUNDenseMatrix_Data(A)[i]; }
  return 0;
}

/* J x = b; b and x may be one vector. */
static int cramer(const sunrealtype *J, N_Vector x, N_Vector b)
{
  const sunrealtype *r     = N_VGetArrayPointer(b);
  const sunrealtype det    = J[0] * J[3] - J[1] * J[2];
  const sunrealtype x0     = (r[0] * J[3] - J[2] * r[1]) / det;
  const sunrealtype x1     = (J[0] * r[1] - J[1] * r[0]) / det;
  N_VGetArrayPointer(x)[0] = x0;
  N_VGetArrayPointer(x)[1] = x1;
  return 0;
}

static int direct_solve(SUNLinearSolver LS, SUNMatrix A, N_Vector x, N_Vector b,
                        sunrealtype tol)
{
  struct cramer *c = LS->content;
  c->solves++;
  return cramer(c->J, x, b);
}

static int embedded_solve(SUNLinearSolver LS, SUNMatrix A, N_Vector x,
                          N_Vector b, sunrealtype tol)
{
  struct cramer *c = LS->content;
  N_Vector y = NULL, yp = NULL;
  sunrealtype cj = 0, J[4];
  if (A || IDAGetCurrentCj(c->mem, &cj) || IDAGetCurrentY(c->mem, &y) ||
      IDAGetCurrentYp(c->mem, &yp))
  {
    return -1;
  }
  for (int i = 0; i < 2; i++)
  {
    c->wrong += N_VGetArrayPointer(y)[i] != c->y[i];
    c->wrong += N_VGetArrayPointer(yp)[i] != c->yp[i];
  }
  c->solves++;
  derivatives(cj, J);
  return cramer(J, x, b);
}

static SUNLinearSolver own_solver(struct cramer *c, int embedded,
                                  SUNContext ctx)
{
  SUNLinearSolver LS = SUNLinSolNewEmpty(ctx);
  LS->content        = c;
  LS->ops->gettype   = embedded ? embedded_type : direct_type;
  LS->ops->solve     = embedded ? embedded_solve : direct_solve;
  LS->ops->setup     = embedded ? NULL : setup;
  return LS;
}

static void solution(sunrealtype t, N_Vector y, N_Vector yp)
{
  N_VGetArrayPointer(y)[0]  = sin(t);
  N_VGetArrayPointer(y)[1]  = cos(t);
  N_VGetArrayPointer(yp)[0] = cos(t);
  N_VGetArrayPointer(yp)[1] = -sin(t);
}

static void print(sunrealtype t, N_Vector y, N_Vector yp)
{
  swap_line("y", t, 2, N_VGetArrayPointer(y));
}

static void integrate(struct swap *s, N_Vector y, N_Vector yp,
                      const sunrealtype *tout)
{
  const sunrealtype atol = 1e-8;
  const int embedded     = swap_has(s, "embedded");
  const int nonlinear    = swap_has(s, "nonlinear");
  struct cramer c        = {.mem = IDACreate(s->ctx)};
  SUNNonlinearSolver NLS = nonlinear ? fixed_newton_new(2, 2, s->ctx) : NULL;
  swap_ok(IDAInit(c.mem, res, 0, y, yp), "IDAInit");
  swap_ok(IDASStolerances(c.mem, s->rtol, atol), "IDASStolerances");
  swap_ok(IDASetUserData(c.mem, &c), "IDASetUserData");
  SUNMatrix A        = embedded ? NULL : SUNDenseMatrix(2, 2, s->ctx);
  SUNLinearSolver LS = nonlinear ? SUNLinSol_Dense(y, A, s->ctx)
                                 : own_solver(&c, embedded, s->ctx);
  swap_ok(IDASetLinearSolver(c.mem, LS, A), "IDASetLinearSolver");
  if (A) { swap_ok(IDASetJacFn(c.mem, jac), "IDASetJacFn"); }
  if (NLS) { swap_ok(IDASetNonlinearSolver(c.mem, NLS), "nonlinear solver"); }
  swap_outputs(c.mem, 10, tout, 0, y, yp, print);
  swap_claim("cj, y, y' as in the residual", !c.wrong, c.wrong);
  swap_stats(s, c.mem);
  if (!NLS) { swap_claim("own solver at work", c.solves > 10, 0); }
  IDAFree(&c.mem);
  if (NLS)
  {
    long int iterations = 0;
    SUNNonlinSolGetNumIters(NLS, &iterations);
    swap_claim("own nonlinear solver at work", iterations > 10, 0);
    SUNNonlinSolFree(NLS);
  }
  if (nonlinear) { SUNLinSolFree(LS); }
  else { SUNLinSolFreeEmpty(LS); }
  if (A) { SUNMatDestroy(A); }
}

int main(int argc, char **argv)
{
  struct swap s          = swap_begin(argc, argv, 1e-5);
  const sunrealtype atol = 1e-8;
  N_Vector y = N_VNew_Serial(2, s.ctx), yp = N_VClone(y);
  sunrealtype tout[10];
  for (int i = 0; i < 10; i++) { tout[i] = 0.5 * (i + 1); }
  swap_tolerances("y", s.rtol, 1, &atol);
  if (swap_has(&s, "exact"))
  {
    for (int i = 0; i < 10; i++)
    {
      solution(tout[i], y, yp);
      print(tout[i], y, yp);
    }
  }
  else
  {
    solution(0, y, yp);
    integrate(&s, y, yp, tout);
  }
  N_VDestroy(y);
  N_VDestroy(yp);
  SUNContext_Free(&s.ctx);
  return 0;
}
