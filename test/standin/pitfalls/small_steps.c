/* With tiny steps y' must come from the increments: (y1 - y0)/h loses eps |y|/h, here
 * a fifth. The equation y' = cos t - (y - 1e6) says what y' is. */
#include "pitfall.h"

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  N_VGetArrayPointer(rr)[0] =
    N_VGetArrayPointer(yp)[0] + (N_VGetArrayPointer(yy)[0] - 1e6) - cos(t);
  return 0;
}

int main(void)
{
  const sunrealtype y = 1e6, yp = 1;
  struct pitfall_run r = pitfall_begin(res, 1, &y, &yp, NULL);
  sunrealtype worst    = 0;
  CHECK(IDASStolerances(r.mem, 1e-10, 1e-10) == 0);
  pitfall_constant_step(&r, 1e-9);
  for (int k = 0; k < 200; k++)
  {
    CHECK(pitfall_step(&r) == 0);
    const sunrealtype e = fabs(pitfall_yp(&r)[0] - 1);
    if (!(e <= worst)) { worst = e; }
  }
  printf("error of y': %.1e\n", (double)worst);
  CHECK_IN(worst, 0, 1e-5);
  CHECK_REL(r.t, 2e-7, 0.05);
  pitfall_end(&r);
  return check_done();
}
