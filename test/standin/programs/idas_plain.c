/* A program of IDAS: a damped oscillator x'' + 0.2 x' + 1.01 x = 0 with its force
 * as an algebraic variable, exact solution known (argument exact: prints it); roots
 * and stop times. It asks for a quadrature and for sensitivities, and goes on when
 * it cannot have them. */
#include <idas/idas.h>

#include "swap.h"

#define OUTPUTS 12

RESIDUAL1_IS(res, yp[0] - y[1], yp[1] - y[2], y[2] + 0.2 * y[1] + 1.01 * y[0])

ROOTS_IS(roots, y[0])

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

/* The roots lie at pi/2, 3 pi/2, ... */
static void exact(struct swap *s)
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
    solution(i, s->y, s->yp);
    swap_print(i, s->y, s->yp);
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
static void ask_for_more(struct swap *s)
{
  N_Vector qout = swap_vector(s, 0), *none = NULL;
  sunrealtype t  = 0;
  const int quad = IDAQuadInit(s->mem, quadrature, swap_vector(s, 0));
  const int got  = IDAGetQuad(s->mem, &t, qout);
  const int sens = IDASensInit(s->mem, 0, IDA_SIMULTANEOUS, NULL, none, none);
  printf("# more: %d %d %d\n", quad, got, sens);
  if (quad < 0 && got >= 0) { printf("result without a quadrature\n"); }
  if (quad < 0 && swap_array(qout)[0] == 0)
  {
    printf("zero for a quadrature that nobody computed\n");
  }
  if (sens >= 0) { printf("sensitivities of nothing\n"); }
  if (quad == 0) { IDAQuadFree(s->mem); }
}
#endif

/* To the outputs; every fourth is a stop time of a longer step. */
static void to_outputs(struct swap *s)
{
  for (int i = 1; i <= OUTPUTS; i++)
  {
    const int stop = i % 4 == 0;
    if (stop) { SWAP(IDASetStopTime(s->mem, i)); }
    const int flag = swap_output(s, stop ? i + 0.5 : i, 1, swap_print);
    if (flag != (stop ? IDA_TSTOP_RETURN : IDA_SUCCESS))
    {
      printf("unexpected return %d\n", flag);
    }
  }
}

static void integrate(struct swap *s, sunrealtype atol)
{
  solution(0, s->y, s->yp);
  swap_create(s, res, NULL, atol);
  swap_dense(s);
  SWAP(IDARootInit(s->mem, 1, roots));
#ifdef IDA_NO_QUAD
  ask_for_more(s);
#endif
  to_outputs(s);
  swap_stats(s);
}

int main(int argc, char **argv)
{
  struct swap s          = swap_begin(argc, argv, 1e-6, 3);
  const sunrealtype atol = 1e-6;
  swap_tolerances(&s, "y", 1, &atol);
  if (swap_has(&s, "exact")) { exact(&s); }
  else { integrate(&s, atol); }
  return swap_end(&s);
}
