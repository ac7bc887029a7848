/* x' + 50 x - z = 50 sin t, x + z = sin t + cos t, with solution sin t, cos t
 * (argument exact: prints it), by solvers that are not SUNDIALS' own. Arguments:
 * embedded: a linear solver without matrix that asks for cj, y and y' itself;
 * nonlinear: a SUNNonlinearSolver that does two Newton iterations, always; else a
 * linear solver that factorises a dense matrix by Cramer's rule. */
#include <ida/ida.h>

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

RESIDUAL1(res)
{
  struct cramer *c = data;
  r[0]             = yp[0] + 50 * y[0] - y[1] - 50 * sin(t);
  r[1]             = y[0] + y[1] - sin(t) - cos(t);
  memcpy(c->y, y, sizeof c->y);
  memcpy(c->yp, yp, sizeof c->yp);
}

static void derivatives(sunrealtype cj, sunrealtype *J)
{
  const sunrealtype by_columns[] = {cj + 50, 1, -1, 1};
  memcpy(J, by_columns, sizeof by_columns);
}

RESIDUAL1_JAC(jac)
{
  derivatives(cj, SUNDenseMatrix_Data(J));
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
  swap_array(y)[0] = swap_array(yp)[1] = sin(t);
  swap_array(y)[1] = swap_array(yp)[0] = cos(t);
  swap_array(yp)[1] *= -1;
}

static void integrate(struct swap *s, sunrealtype atol, const sunrealtype *tout)
{
  struct cramer c        = {0};
  SUNNonlinearSolver NLS = NULL;
  long int iterations    = 0;
  solution(0, s->y, s->yp);
  swap_create(s, res, &c, atol);
  c.mem = s->mem;
  if (swap_has(s, "nonlinear"))
  {
    NLS = fixed_newton_new(2, 2, s->ctx);
    swap_dense(s);
    SWAP(IDASetNonlinearSolver(s->mem, NLS));
  }
  else
  {
    const int embedded = swap_has(s, "embedded");
    swap_solver(s, own_solver(&c, embedded, s->ctx),
                embedded ? NULL : SUNDenseMatrix(2, 2, s->ctx));
  }
  if (s->A) { SWAP(IDASetJacFn(s->mem, jac)); }
  swap_outputs(s, 10, tout, 0, swap_print);
  swap_claim("cj, y, y' as in the residual", !c.wrong, c.wrong);
  swap_stats(s);
  IDAFree(&s->mem);
  if (!NLS)
  {
    swap_claim("own solver at work", c.solves > 10, 0);
    SUNLinSolFreeEmpty(s->LS);
    s->LS = NULL;
    return;
  }
  SUNNonlinSolGetNumIters(NLS, &iterations);
  swap_claim("own nonlinear solver at work", iterations > 10, 0);
  SUNNonlinSolFree(NLS);
}

int main(int argc, char **argv)
{
  struct swap s          = swap_begin(argc, argv, 1e-5, 2);
  const sunrealtype atol = 1e-8;
  sunrealtype tout[10];
  for (int i = 0; i < 10; i++) { tout[i] = 0.5 * (i + 1); }
  swap_tolerances(&s, "y", 1, &atol);
  if (swap_has(&s, "exact")) { swap_exact(&s, 10, tout, solution, swap_print); }
  else { integrate(&s, atol, tout); }
  return swap_end(&s);
}
