/* Prey and predator on the unit square: both diffuse, the predator so fast that its
 * equation is algebraic. No flux through the boundary. The predator starts from a
 * guess: IDACalcIC solves for it and for the prey's rate. Arguments: krylov: SPGMR
 * with the 2 x 2 blocks of each point as preconditioner; else band. */
#include <ida/ida.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_band.h>

#include "swap.h"

#define LINE   10 /* points in a row */
#define POINTS (LINE * LINE)
#define SIZE   (2 * POINTS)

static const sunrealtype pi           = 3.14159265358979323846;
static const sunrealtype dx           = 1.0 / (LINE - 1);
static const sunrealtype diffusion[2] = {1, 0.05};

/* Inverse blocks of the preconditioner. */
struct web
{
  sunrealtype block[POINTS][4];
};

/* Growth of the prey where the point is. */
static sunrealtype growth(int k)
{
  const int i = k % LINE, j = k / LINE;
  const sunrealtype x = dx * i, y = dx * j;
  return 20 * (1 + 2 * x * y + 0.5 * sin(4 * pi * x) * sin(4 * pi * y));
}

static sunrealtype rate(int k, int species, const sunrealtype *c)
{
  return species == 0 ? c[0] * (growth(k) - 10 * c[0] - 5 * c[1])
                      : c[1] * (20 * c[0] - growth(k) / 4 - 8 * c[1]);
}

/* Neighbour in one direction; mirrored at the boundary. */
static int next(int at, int step)
{
  const int to = at + step;
  return to < 0 || to >= LINE ? at - step : to;
}

static sunrealtype spread(int k, int species, const sunrealtype *c)
{
  const int i = k % LINE, j = k / LINE;
  sunrealtype sum = -4 * c[2 * k + species];
  for (int step = -1; step <= 1; step += 2)
  {
    sum += c[2 * (next(i, step) + j * LINE) + species];
    sum += c[2 * (i + next(j, step) * LINE) + species];
  }
  return diffusion[species] * sum / (dx * dx);
}

RESIDUAL1(res)
{
  for (int k = 0; k < POINTS; k++)
  {
    r[2 * k]     = yp[2 * k] - spread(k, 0, y) - rate(k, 0, &y[2 * k]);
    r[2 * k + 1] = -spread(k, 1, y) - rate(k, 1, &y[2 * k]);
  }
}

static int psetup(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr,
                  sunrealtype cj, void *data)
{
  struct web *w        = data;
  const sunrealtype *y = N_VGetArrayPointer(yy);
  for (int k = 0; k < POINTS; k++)
  {
    const sunrealtype *c = &y[2 * k];
    const sunrealtype a =
      cj + 4 * diffusion[0] / (dx * dx) - growth(k) + 20 * c[0] + 5 * c[1];
    const sunrealtype b = 5 * c[0], e = -20 * c[1];
    const sunrealtype f =
      4 * diffusion[1] / (dx * dx) - 20 * c[0] + growth(k) / 4 + 16 * c[1];
    const sunrealtype det = a * f - b * e;
    if (det == 0) { return 1; }
    w->block[k][0] = f / det;
    w->block[k][1] = -b / det;
    w->block[k][2] = -e / det;
    w->block[k][3] = a / det;
  }
  return 0;
}

static int psolve(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr,
                  N_Vector b, N_Vector z, sunrealtype cj, sunrealtype delta,
                  void *data)
{
  const struct web *w  = data;
  const sunrealtype *x = N_VGetArrayPointer(b);
  for (int k = 0; k < POINTS; k++)
  {
    const sunrealtype *m             = w->block[k];
    N_VGetArrayPointer(z)[2 * k]     = m[0] * x[2 * k] + m[1] * x[2 * k + 1];
    N_VGetArrayPointer(z)[2 * k + 1] = m[2] * x[2 * k] + m[3] * x[2 * k + 1];
  }
  return 0;
}

static void print(sunrealtype t, N_Vector y, N_Vector yp)
{
  const sunrealtype *c = swap_array(y), *inner = c + 2 * (LINE / 2 * LINE + 2);
  const sunrealtype some[6] = {c[0],        c[1],     c[SIZE - 2],
                               c[SIZE - 1], inner[0], inner[1]};
  swap_line("y", t, 6, some);
}

static void start(sunrealtype *y, sunrealtype *id)
{
  for (int k = 0; k < POINTS; k++)
  {
    const int i = k % LINE, j = k / LINE;
    const sunrealtype x = dx * i, s = dx * j;
    y[2 * k]      = 1 + 4 * x * (1 - x) * s * (1 - s) + cos(pi * x) / 2;
    y[2 * k + 1]  = 3;
    id[2 * k + 1] = 0;
  }
}

int main(int argc, char **argv)
{
  static const sunrealtype tout[8] = {1e-4, 1e-3, 3e-3, 0.01,
                                      0.03, 0.1,  0.3,  1};
  struct swap s                    = swap_begin(argc, argv, 1e-5, SIZE);
  struct web w;
  const sunrealtype atol = 1e-5 * s.tighter;
  N_Vector id            = swap_vector(&s, 1);
  start(swap_array(s.y), swap_array(id));
  swap_tolerances(&s, "y", 1, &atol);
  swap_create(&s, res, &w, atol);
  SWAP(IDASetId(s.mem, id));
  if (swap_has(&s, "krylov"))
  {
    swap_solver(&s, SUNLinSol_SPGMR(s.y, SUN_PREC_LEFT, 20, s.ctx), NULL);
    SWAP(IDASetPreconditioner(s.mem, psetup, psolve));
  }
  else
  {
    SUNMatrix A = SUNBandMatrix(SIZE, 2 * LINE, 2 * LINE, s.ctx);
    swap_solver(&s, SUNLinSol_Band(s.y, A, s.ctx), A);
  }
  swap_consistent(&s, IDA_YA_YDP_INIT, tout[0]);
  print(0, s.y, s.yp);
  if (s.tighter < 1) { SWAP(IDASetMaxNumSteps(s.mem, 100000)); }
  swap_outputs(&s, 8, tout, 0, print);
  swap_stats(&s);
  return swap_end(&s);
}
