/* A slider-crank with a spring in GGL form of index 2: a crank of length 1/2 about
 * the origin, a rod of length 2 pinned to it whose centre slides along x, a force
 * on the rod's end. Unknowns: crank angle, centre of the rod, rod angle; their
 * rates; two multipliers of the pin; two of its velocity. The multipliers start
 * from 0, where 1.31 and -1.17 would be consistent; in the reference run they
 * start consistent. Index-2 components are left out of the error test. */
#include <ida/ida.h>

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

static const sunrealtype mass[3] = {1, 1, 2};

RESIDUAL1(res)
{
  const sunrealtype *v = y + 3;
  sunrealtype f[3], reaction[3], shift[3];
  forces(y, v, f);
  pull(y, y + 6, reaction);
  pull(y, y + 8, shift);
  for (int i = 0; i < 3; i++)
  {
    r[i]     = yp[i] - v[i] + shift[i];
    r[3 + i] = mass[i] * yp[3 + i] - f[i] + reaction[i];
  }
  r[6] = y[1] - cos(y[2]) - crank * cos(y[0]);
  r[7] = -sin(y[2]) - crank * sin(y[0]);
  r[8] = v[1] + sin(y[2]) * v[2] + crank * sin(y[0]) * v[0];
  r[9] = -cos(y[2]) * v[2] - crank * cos(y[0]) * v[0];
}

static void print(sunrealtype t, N_Vector y, N_Vector yp)
{
  swap_line("y", t, 6, N_VGetArrayPointer(y));
  swap_line("z", t, 2, N_VGetArrayPointer(y) + 6);
}

/* Crank upright, at rest; y' as the forces demand. */
static void start(sunrealtype *y, sunrealtype *d, int consistent)
{
  sunrealtype reaction[3];
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
  struct swap s          = swap_begin(argc, argv, 1e-6, SIZE);
  const sunrealtype atol = 1e-6 * s.tighter;
  sunrealtype tout[41]   = {0.05};
  N_Vector id            = swap_vector(&s, 1);
  for (int i = 1; i < 41; i++) { tout[i] = 0.25 * i; }
  for (int i = 6; i < SIZE; i++) { swap_array(id)[i] = 0; }
  start(swap_array(s.y), swap_array(s.yp), s.tighter < 1);
  swap_tolerances(&s, "y", 1, &atol);
  swap_tolerances(&s, "z", 1, &atol);
  swap_create(&s, res, NULL, atol);
  SWAP(IDASetId(s.mem, id));
  SWAP(IDASetSuppressAlg(s.mem, SUNTRUE));
  swap_dense(&s);
  if (s.tighter < 1) { SWAP(IDASetMaxNumSteps(s.mem, 100000)); }
  swap_outputs(&s, 41, tout, 0, print);
  swap_stats(&s);
  return swap_end(&s);
}
