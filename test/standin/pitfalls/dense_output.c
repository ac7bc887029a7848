/* Robertson's y1 falls and y3 rises; so do their values between steps. Cubic Hermite
 * interpolation through y' rings in stiff and algebraic components. */
#include "pitfall.h"

/* How far values inside the step lie outside its ends, by their distance (or 1e-3
 * of their size, where that is more), largest of the components. */
static sunrealtype overshoot(struct pitfall_run *r, const sunrealtype *before)
{
  sunrealtype now = 0, h = 0, worst = 0;
  N_Vector inside = N_VClone(r->y);
  CHECK(IDAGetCurrentTime(r->mem, &now) == 0);
  CHECK(IDAGetLastStep(r->mem, &h) == 0);
  for (int k = 1; k < 10; k++)
  {
    CHECK(IDAGetDky(r->mem, now - h * k / 10, 0, inside) == 0);
    for (int i = 0; i < ROBERTSON_SIZE; i++)
    {
      const sunrealtype a = before[i], b = pitfall_y(r)[i];
      const sunrealtype x   = N_VGetArrayPointer(inside)[i];
      const sunrealtype far = fmax(fmin(a, b) - x, x - fmax(a, b));
      const sunrealtype e   = far / fmax(fabs(b - a), 1e-3 * fabs(a));
      if (!(e <= worst)) { worst = e; }
    }
  }
  N_VDestroy(inside);
  return worst;
}

/* y2 rises to its peak within 0.01. */
int main(void)
{
  struct pitfall_run r = robertson_begin(1e-4, NULL);
  sunrealtype worst    = 0;
  while (r.t < 4e7)
  {
    sunrealtype before[ROBERTSON_SIZE];
    for (int i = 0; i < ROBERTSON_SIZE; i++) { before[i] = pitfall_y(&r)[i]; }
    const sunrealtype t = r.t;
    CHECK(pitfall_step(&r) == 0);
    const sunrealtype e = overshoot(&r, before);
    if (t > 0.02 && !(e <= worst)) { worst = e; }
  }
  printf("overshoot between steps: %.2e\n", (double)worst);
  CHECK_IN(worst, 0, 0.1);
  pitfall_end(&r);
  return check_done();
}
