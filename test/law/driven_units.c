/* A pendulum on a driven support, g_t by differences, in units of time in which its period
 * is 1e-6 to 1e9, up to 1e6 periods from t = 0 and with the first tout 1e-6 to 10 periods
 * away: the start finds the multiplier of the closed form, whatever unit and tout. Searched
 * increments once ended at a quarter of a unit or of the time to tout. Control: an error of
 * 1 % in the acceleration of the support is seen. */
#include "support/test.h"

#define ROD   1.0
#define SHAKE 0.3
#define FOUND 5e-4 /* error of lambda, in units of w^2 */

struct drive
{
  sunrealtype
    w; /* rate of the support, which moves by SHAKE (0.6, 0.8) sin(w t) */
};

static sunrealtype support(const struct drive *d, sunrealtype t, int i, int k)
{
  const sunrealtype s = k == 1 ? d->w * cos(d->w * t) : sin(d->w * t);
  return SHAKE * (i ? 0.8 : 0.6) * (k == 2 ? -d->w * d->w * s : s);
}

FORCE_IS(weight, 0.0,
         -((const struct drive *)data)->w *((const struct drive *)data)->w)

HOLONOMIC(rod)
{
  const sunrealtype x = q[0] - support(data, t, 0, 0);
  const sunrealtype y = q[1] - support(data, t, 1, 0);
  g[0]                = 0.5 * (x * x + y * y - ROD * ROD);
}

HOLONOMIC_JAC(rod_jac)
{
  SM_ELEMENT_D(G, 0, 0) = q[0] - support(data, t, 0, 0);
  SM_ELEMENT_D(G, 0, 1) = q[1] - support(data, t, 1, 0);
}

/* lambda ROD^2 = r (f - s'') + |r'|^2 with r from the support; r = (0.6, -0.8), r' across
 * it at 0.2 w. */
static sunrealtype exact(const struct drive *d, sunrealtype t,
                         sunrealtype error)
{
  const sunrealtype more = 1.0 + error, w2 = d->w * d->w;
  return 0.6 * (-more * support(d, t, 0, 2)) -
         0.8 * (-w2 - more * support(d, t, 1, 2)) + 0.04 * w2;
}

static void check_unit(sunrealtype period, sunrealtype start, sunrealtype ahead)
{
  struct drive d       = {8.0 * atan(1.0) / period};
  const sunrealtype t0 = start * period;
  SMALL(s, .n = 2, .m = 1, .t0 = t0,
        .q = VALUES(0.6 + support(&d, t0, 0, 0), -0.8 + support(&d, t0, 1, 0)),
        .v = VALUES(support(&d, t0, 0, 1) + 0.16 * d.w,
                    support(&d, t0, 1, 1) + 0.12 * d.w),
        .force = weight, .g = rod, .G = rod_jac, .data = &d, .rtol = 1e-4);
  CHECK(!GALPHASStolerances(s->mem, 1e-4, 1e-4 * fmin(1.0, d.w)));
  CHECK(!GALPHACalcIC(s->mem, GALPHA_ACC_INIT, t0 + ahead * period));
  CHECK(!GALPHAGetMultipliers(s->mem, t0, s->lambda, NULL));
  const sunrealtype found = N_VGetArrayPointer(s->lambda)[0];
  const sunrealtype size  = d.w * d.w;
  CHECK_IN(found / size, exact(&d, t0, 0.0) / size - FOUND,
           exact(&d, t0, 0.0) / size + FOUND);
}

TEST_MAIN()
{
  const struct drive d = {1.0};
  CHECK(fabs(exact(&d, 1.5, 0.01) - exact(&d, 1.5, 0.0)) > FOUND);
  for (int unit = -6; unit <= 9; unit += 3)
  {
    for (int i = 0; i < 60; i++)
    {
      const sunrealtype ahead = (const sunrealtype[]){1e-6, 1e-2, 10.0}[i % 3];
      const sunrealtype start = i / 15 * 0.1234 * pow(10.0, 2 * (i / 15));
      check_unit(pow(10.0, unit), start + 0.177 * (i / 3 % 5), ahead);
    }
  }
}
