/* Kvaerno, Prothero and Robinson's problem, stiff, with the solution
 * u = sqrt(1 + r(t)), v = sqrt(2 + s(t)) (argument exact: prints it). It starts from
 * a wrong y: IDACalcIC finds it from y'. */
#include <ida/ida.h>

#include "swap.h"

static const sunrealtype stiff = -1e4, couple = 0.5, slow = -1;

/* Of r and s, which are u^2 - 1 and v^2 - 2, and of their rates. */
static void forcing(sunrealtype t, sunrealtype r[2], sunrealtype d[2])
{
  r[0] = 0.5 * cos(t);
  r[1] = cos(5 * t);
  d[0] = -0.5 * sin(t);
  d[1] = -5 * sin(5 * t);
}

RESIDUAL1(res)
{
  sunrealtype f[2], d[2], e[2];
  forcing(t, f, d);
  for (int i = 0; i < 2; i++)
  {
    e[i] = (-1 - i + y[i] * y[i] - f[i]) / (2 * y[i]);
  }
  r[0] = yp[0] - stiff * e[0] - couple * e[1] - d[0] / (2 * y[0]);
  r[1] = yp[1] - couple * e[0] - slow * e[1] - d[1] / (2 * y[1]);
}

static void solution(sunrealtype t, N_Vector y, N_Vector yp)
{
  sunrealtype r[2], d[2];
  forcing(t, r, d);
  for (int i = 0; i < 2; i++)
  {
    swap_array(y)[i]  = sqrt(1 + i + r[i]);
    swap_array(yp)[i] = d[i] / (2 * swap_array(y)[i]);
  }
}

int main(int argc, char **argv)
{
  struct swap s          = swap_begin(argc, argv, 1e-5, 2);
  const sunrealtype atol = 1e-8;
  sunrealtype tout[21];
  for (int i = 0; i <= 20; i++) { tout[i] = 0.25 * i; }
  swap_tolerances(&s, "y", 1, &atol);
  if (swap_has(&s, "exact"))
  {
    swap_exact(&s, 21, tout, solution, swap_print);
    return swap_end(&s);
  }
  solution(0, s.y, s.yp);
  N_VScale(1.05, s.y, s.y);
  swap_create(&s, res, NULL, atol);
  swap_dense(&s);
  swap_consistent(&s, IDA_Y_INIT, tout[1]);
  swap_print(0, s.y, s.yp);
  swap_outputs(&s, 20, tout + 1, 0, swap_print);
  swap_stats(&s);
  return swap_end(&s);
}
