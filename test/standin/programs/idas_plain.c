/* A program of IDAS: a damped oscillator x'' + 0.2 x' + 1.01 x = 0 with its force
 * as an algebraic variable, exact solution known (argument exact: prints it); roots
 * and stop times. It asks for a quadrature and for sensitivities, and goes on when
 * it cannot have them. */
#include <idas/idas.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "swap.h"

#define OUTPUTS 12

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  const sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  sunrealtype *r = N_VGetArrayPointer(rr);
  r[0]           = d[0] - y[1];
  r[1]           = d[1] - y[2];
  r[2]           = y[2] + 0.2 * y[1] + 1.01 * y[0];
  return 0;
}

static int roots(sunrealtype t, N_Vector yy, N_Vector yp, sunrealtype *g,
                 void *data)
{
  g[0] = N_VGetArrayPointer(yy)[0];
  return 0;
}

/* x = exp(-t/10) cos t. */
static void solution(sunrealtype t, N_Vector yy, N_Vector yp)
{
  sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  const sunrealtype e = exp(-0.1 * t);
  y[0]                = e * cos(t);
  y[1]                = -0.1 * y[0] - e * sin(t);
  y[2]                = -0.2 * y[1] - 1.01 * y[0];
  d[0]                = y[1];
  d[1]                = y[2];
  d[2]                = -0.2 * y[2] - 1.01 * y[1];
}

static void print(sunrealtype t, N_Vector y, N_Vector yp)
{
  swap_line("y", t, 3, N_VGetArrayPointer(y));
}

/* The roots lie at pi/2, 3 pi/2, ... */
static void exact(N_Vector y, N_Vector yp)
{
  const sunrealtype quarter = 2 * atan(1.0);
  int crossings             = 0;
  for (int i = 1; i <= OUTPUTS; i++)
  {
    for (; (2 * crossings + 1) * quarter < i; crossings++)
    {
      printf("root %.12e %d\n", (double)((2 * crossings + 1) * quarter),
             crossings % 2 ? 1 : -1);
    }
    solution(i, y, yp);
    print(i, y, yp);
  }
}

#ifdef IDA_NO_QUAD
static int quadrature(sunrealtype t, N_Vector y, N_Vector yp, N_Vector rhs,
                      void *data)
{
  N_VGetArrayPointer(rhs)[0] = N_VGetArrayPointer(y)[0];
  return 0;
}

/* Extras that only the real library has; either answer is fine, and an error must
 * leave the rest alone. */
static void ask_for_more(void *mem, N_Vector y)
{
  N_Vector q = N_VClone(y), qout = N_VClone(y);
  sunrealtype t = 0;
  N_VConst(0, q);
  N_VConst(0, qout);
  const int quad = IDAQuadInit(mem, quadrature, q);
  const int got  = IDAGetQuad(mem, &t, qout);
  N_Vector *none = NULL;
  const int sens = IDASensInit(mem, 0, IDA_SIMULTANEOUS, NULL, none, none);
  printf("# more: %d %d %d\n", quad, got, sens);
  if (quad < 0 && got >= 0) { printf("result without a quadrature\n"); }
  if (quad < 0 && N_VGetArrayPointer(qout)[0] == 0)
  {
    printf("zero for a quadrature that nobody computed\n");
  }
  if (sens >= 0) { printf("sensitivities of nothing\n"); }
  if (quad == 0) { IDAQuadFree(mem); }
  N_VDestroy(q);
  N_VDestroy(qout);
}
#endif

/* To the outputs; every fourth is a stop time of a longer step. */
static void to_outputs(void *mem, N_Vector y, N_Vector yp)
{
  for (int i = 1; i <= OUTPUTS; i++)
  {
    const int stop         = i % 4 == 0;
    const sunrealtype tout = stop ? i + 0.5 : i;
    sunrealtype t          = 0;
    int flag               = IDA_ROOT_RETURN;
    if (stop) { swap_ok(IDASetStopTime(mem, i), "IDASetStopTime"); }
    while (flag == IDA_ROOT_RETURN)
    {
      flag = IDASolve(mem, tout, &t, y, yp, IDA_NORMAL);
      swap_ok(flag, "IDASolve");
      if (flag == IDA_ROOT_RETURN) { swap_root(mem, t, 1); }
    }
    if (flag != (stop ? IDA_TSTOP_RETURN : IDA_SUCCESS))
    {
      printf("unexpected return %d\n", flag);
    }
    print(t, y, yp);
  }
}

static void integrate(struct swap *s, sunrealtype atol, N_Vector y, N_Vector yp)
{
  void *mem          = IDACreate(s->ctx);
  SUNMatrix A        = SUNDenseMatrix(3, 3, s->ctx);
  SUNLinearSolver LS = SUNLinSol_Dense(y, A, s->ctx);
  solution(0, y, yp);
  swap_ok(IDAInit(mem, res, 0, y, yp), "IDAInit");
  swap_ok(IDASStolerances(mem, s->rtol, atol), "IDASStolerances");
  swap_ok(IDASetLinearSolver(mem, LS, A), "IDASetLinearSolver");
  swap_ok(IDARootInit(mem, 1, roots), "IDARootInit");
#ifdef IDA_NO_QUAD
  ask_for_more(mem, y);
#endif
  to_outputs(mem, y, yp);
  swap_stats(s, mem);
  IDAFree(&mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
}

int main(int argc, char **argv)
{
  struct swap s          = swap_begin(argc, argv, 1e-6);
  const sunrealtype atol = 1e-6;
  N_Vector y = N_VNew_Serial(3, s.ctx), yp = N_VClone(y);
  swap_tolerances("y", s.rtol, 1, &atol);
  if (swap_has(&s, "exact")) { exact(y, yp); }
  else { integrate(&s, atol, y, yp); }
  N_VDestroy(y);
  N_VDestroy(yp);
  SUNContext_Free(&s.ctx);
  return 0;
}
