/* The y' of a component without y' in the equations is what users build splines
 * from: the recursion's own is (-rho)^n noise, here from a wrong y'(0); it must be
 * the derivative of the interpolant. x' = z, z = sin t; at k = 1 IDAGetDky says the
 * same. */
#include "pitfall.h"

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  const sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  N_VGetArrayPointer(rr)[0] = d[0] - y[1];
  N_VGetArrayPointer(rr)[1] = y[1] - sin(t);
  return 0;
}

static void rate(const char *rho, int with_id)
{
  const sunrealtype y[2] = {0, 0}, yp[2] = {0, 100};
  struct pitfall_run r = pitfall_begin(res, 2, y, yp, rho);
  N_Vector id = N_VClone(r.y), dky = N_VClone(r.y);
  sunrealtype worst = 0, differ = 0;
  N_VGetArrayPointer(id)[0] = 1;
  N_VGetArrayPointer(id)[1] = 0;
  CHECK(IDASStolerances(r.mem, 1e-3, 1e-3) == 0);
  if (with_id) { CHECK(IDASetId(r.mem, id) == 0); }
  pitfall_constant_step(&r, 0.01);
  for (int k = 0; k < 100; k++)
  {
    CHECK(pitfall_step(&r) == 0);
    const sunrealtype d = pitfall_yp(&r)[1], e = fabs(d - cos(r.t));
    CHECK(IDAGetDky(r.mem, r.t, 1, dky) == 0);
    const sunrealtype other = fabs(N_VGetArrayPointer(dky)[1] - d);
    if (k > 2 && !(e <= worst)) { worst = e; }
    if (!(other <= differ)) { differ = other; }
  }
  printf("rho %s, %s id: error of y' %.1e, of IDAGetDky against it %.1e\n",
         rho ? rho : "default", with_id ? "with" : "without", (double)worst,
         (double)differ);
  CHECK_IN(worst, 0, 0.01);
  CHECK_IN(differ, 0, 1e-9);
  N_VDestroy(id);
  N_VDestroy(dky);
  pitfall_end(&r);
}

int main(void)
{
  rate(NULL, 1);
  rate(NULL, 0);
  rate("0.9", 1);
  rate("0.9", 0);
  return check_done();
}
