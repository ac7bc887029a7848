/* A chain of four masses in space by index 3 with rho 0.9 and the test of positions alone:
 * its multipliers ring at loose tolerances, and Newton's iteration fails for it. The run
 * arrives, with velocities that are poor but have not grown: a line search that finds the
 * solutions which keep the ringing going had them grow until the end of the run (energies
 * of 1e13 to 1e29). */
#include "support/models/callbacks.h"
#include "support/test.h"

#define LINKS   4
#define GRAVITY 9.81
#define LENGTH  0.4

static sunrealtype mass(int i)
{
  return 1.0 + 0.1 * i;
}

FORCE(force)
{
  for (int i = 0; i < 3 * LINKS; i++)
  {
    const sunrealtype weight = i % 3 == 2 ? GRAVITY : 0.0;
    f[i]                     = -mass(i / 3) * (weight + 0.1 * v[i]);
  }
}

static sunrealtype along(N_Vector q, int link, int axis)
{
  const int i = 3 * link + axis;
  return NV_Ith_S(q, i) - (link ? NV_Ith_S(q, i - 3) : 0.0);
}

static int rods(sunrealtype t, N_Vector q, N_Vector g, void *user)
{
  for (int i = 0; i < LINKS; i++)
  {
    sunrealtype s = -LENGTH * LENGTH;
    for (int k = 0; k < 3; k++) { s += along(q, i, k) * along(q, i, k); }
    NV_Ith_S(g, i) = 0.5 * s;
  }
  return 0;
}

static int directions(sunrealtype t, N_Vector q, SUNMatrix G, void *user)
{
  SUNMatZero(G);
  for (int i = 0; i < 3 * LINKS; i++)
  {
    const int link           = i / 3;
    const sunrealtype e      = along(q, link, i % 3);
    SM_ELEMENT_D(G, link, i) = e;
    if (link) { SM_ELEMENT_D(G, link, i - 3) = -e; }
  }
  return 0;
}

static sunrealtype energy(N_Vector q, N_Vector v)
{
  sunrealtype e = 0.0;
  for (int i = 0; i < 3 * LINKS; i++)
  {
    const sunrealtype w = NV_Ith_S(v, i);
    e += mass(i / 3) *
         (0.5 * w * w + (i % 3 == 2 ? GRAVITY * NV_Ith_S(q, i) : 0.0));
  }
  return e;
}

static void tilt(N_Vector q)
{
  N_VConst(0.0, q);
  for (int i = 0; i < LINKS; i++)
  {
    const sunrealtype a = 0.5 * (1.0 + 0.3 * i), b = 0.7 * i;
    const sunrealtype e[] = {sin(a) * cos(b), sin(a) * sin(b), -cos(a)};
    for (int k = 0; k < 3; k++)
    {
      NV_Ith_S(q, 3 * i + k) =
        (i ? NV_Ith_S(q, 3 * i + k - 3) : 0.0) + LENGTH * e[k];
    }
  }
}

static void check_run(SUNContext ctx, sunrealtype rtol)
{
  const int n = 3 * LINKS;
  N_Vector q = N_VNew_Serial(n, ctx), v = N_VClone(q);
  N_Vector l  = N_VNew_Serial(LINKS, ctx);
  SUNMatrix M = SUNDenseMatrix(n, n, ctx), G = SUNDenseMatrix(LINKS, n, ctx);
  void *mem     = GALPHACreate(ctx);
  sunrealtype t = 0.0;
  int ret       = 0;
  tilt(q);
  N_VConst(0.0, v);
  N_VConst(0.0, l);
  const sunrealtype first = energy(q, v);
  sunrealtype most        = first;
  for (int i = 0; i < n; i++) { SM_ELEMENT_D(M, i, i) = mass(i / 3); }
  CHECK(!GALPHAInitMech(mem, NULL, M, force, 0.0, q, v));
  CHECK(!GALPHASetHolonomic(mem, l, rods, G, directions));
  CHECK(!GALPHASetFormulation(mem, GALPHA_INDEX3));
  CHECK(!GALPHASetRhoInf(mem, 0.9));
  CHECK(!GALPHASStolerances(mem, rtol, rtol));
  CHECK(!GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS));
  for (long steps = 0; t < 6.0 && ret >= 0 && steps < 2000; steps++)
  {
    ret  = GALPHASolve(mem, 6.0, &t, q, v, GALPHA_ONE_STEP);
    most = fmax(most, energy(q, v));
  }
  printf("rtol %g: t = %g, energy from %.2f to at most %.2f\n", rtol, t, first,
         most);
  CHECK(ret >= 0 && t >= 6.0);
  CHECK(most <= first + 100.0);
  GALPHAFree(&mem);
  N_VDestroy(q);
  N_VDestroy(v);
  N_VDestroy(l);
  SUNMatDestroy(M);
  SUNMatDestroy(G);
}

TEST_MAIN(ctx)
{
  for (int i = 0; i < 5; i++) { check_run(ctx, pow(10.0, -2.0 - 0.5 * i)); }
}
