/* A slider-crank with a spring in GGL form of index 2: a crank of length 1/2 about
 * the origin, a rod of length 2 pinned to it whose centre slides along x, a force
 * on the rod's end. Unknowns: crank angle, centre of the rod, rod angle; their
 * rates; two multipliers of the pin; two of its velocity. The multipliers start
 * from 0, where 1.31 and -1.17 would be consistent; in the reference run they
 * start consistent. Index-2 components are left out of the error test. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "swap.h"

#define SIZE 10

static const sunrealtype crank = 0.5;

/* G' x, G = dg/dq. */
static void pull(const sunrealtype *q, const sunrealtype *x, sunrealtype *f)
{
  f[0] = crank * (sin(q[0]) * x[0] - cos(q[0]) * x[1]);
  f[1] = x[0];
  f[2] = sin(q[2]) * x[0] - cos(q[2]) * x[1];
}

/* Spring with damper between the middle of the crank and that of the rod's half,
 * force 1 on the rod's end. */
static void forces(const sunrealtype *q, const sunrealtype *v, sunrealtype *f)
{
  const sunrealtype px = q[1] - cos(q[2]) / 2 - crank / 2 * cos(q[0]);
  const sunrealtype py = -sin(q[2]) / 2 - crank / 2 * sin(q[0]);
  const sunrealtype vx =
    v[1] + sin(q[2]) / 2 * v[2] + crank / 2 * sin(q[0]) * v[0];
  const sunrealtype vy = -cos(q[2]) / 2 * v[2] - crank / 2 * cos(q[0]) * v[0];
  const sunrealtype l = sqrt(px * px + py * py), rate = (px * vx + py * vy) / l;
  const sunrealtype s = (l - 1 + rate) / l;

  f[0] = -s * crank / 2 * (px * sin(q[0]) - py * cos(q[0]));
  f[1] = -s * px + 1;
  f[2] = -s / 2 * (px * sin(q[2]) - py * cos(q[2])) - sin(q[2]);
}

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  static const sunrealtype mass[3] = {1, 1, 2};
  const sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  const sunrealtype *v = y + 3, *lambda = y + 6, *mu = y + 8;
  sunrealtype *r = N_VGetArrayPointer(rr), f[3], reaction[3], shift[3];
  forces(y, v, f);
  pull(y, lambda, reaction);
  pull(y, mu, shift);
  for (int i = 0; i < 3; i++)
  {
    r[i]     = d[i] - v[i] + shift[i];
    r[3 + i] = mass[i] * d[3 + i] - f[i] + reaction[i];
  }
  r[6] = y[1] - cos(y[2]) - crank * cos(y[0]);
  r[7] = -sin(y[2]) - crank * sin(y[0]);
  r[8] = v[1] + sin(y[2]) * v[2] + crank * sin(y[0]) * v[0];
  r[9] = -cos(y[2]) * v[2] - crank * cos(y[0]) * v[0];
  return 0;
}

static void print(sunrealtype t, N_Vector y, N_Vector yp)
{
  swap_line("y", t, 6, N_VGetArrayPointer(y));
  swap_line("z", t, 2, N_VGetArrayPointer(y) + 6);
}

/* Crank upright, at rest; y' as the forces demand. */
static void start(N_Vector yy, N_Vector yp, int consistent)
{
  static const sunrealtype mass[3] = {1, 1, 2};
  sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  sunrealtype reaction[3];
  N_VConst(0, yy);
  N_VConst(0, yp);
  y[0] = 2 * atan(1.0);
  y[2] = asin(-crank);
  y[1] = cos(y[2]);
  if (consistent)
  {
    y[6] = 1.310288568297002;
    y[7] = -1.170170592217177;
  }
  forces(y, y + 3, d + 3);
  pull(y, y + 6, reaction);
  for (int i = 0; i < 3; i++) { d[3 + i] = (d[3 + i] - reaction[i]) / mass[i]; }
}

int main(int argc, char **argv)
{
  struct swap s = swap_begin(argc, argv, 1e-6);
  sunrealtype tout[41];
  tout[0] = 0.05;
  for (int i = 1; i < 41; i++) { tout[i] = 0.25 * i; }
  const sunrealtype atol = 1e-6 * s.tighter;
  N_Vector y = N_VNew_Serial(SIZE, s.ctx), yp = N_VClone(y), id = N_VClone(y);
  start(y, yp, s.tighter < 1);
  N_VConst(1, id);
  for (int i = 6; i < SIZE; i++) { N_VGetArrayPointer(id)[i] = 0; }
  swap_tolerances("y", s.rtol, 1, &atol);
  swap_tolerances("z", s.rtol, 1, &atol);

  void *mem = IDACreate(s.ctx);
  swap_ok(IDAInit(mem, res, 0, y, yp), "IDAInit");
  swap_ok(IDASStolerances(mem, s.rtol, atol), "IDASStolerances");
  swap_ok(IDASetId(mem, id), "IDASetId");
  swap_ok(IDASetSuppressAlg(mem, SUNTRUE), "IDASetSuppressAlg");
  SUNMatrix A        = SUNDenseMatrix(SIZE, SIZE, s.ctx);
  SUNLinearSolver LS = SUNLinSol_Dense(y, A, s.ctx);
  swap_ok(IDASetLinearSolver(mem, LS, A), "IDASetLinearSolver");
  if (s.tighter < 1) { swap_ok(IDASetMaxNumSteps(mem, 100000), "limit"); }
  swap_outputs(mem, 41, tout, 0, y, yp, print);

  swap_stats(&s, mem);
  IDAFree(&mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
  N_VDestroy(y);
  N_VDestroy(yp);
  N_VDestroy(id);
  SUNContext_Free(&s.ctx);
  return 0;
}
