/* Car axis (Bari test set, caraxis.f): a weakly damped axle of length L whose
 * right wheel follows a bumpy road; the constraint with the road depends on t.
 * q = (xl, yl, xr, yr); lambda is minus that of the test set. */
#include "support/models/reference.h"

#define AXLE     1.0
#define REST     0.5
#define BUMP     0.1
#define OMEGA    10.0
#define CAR_MASS 5e-4 /* M eps^2/2 with M = 10, eps = 0.01 */

/* Position of the road's end and its rate. */
static void road(sunrealtype t, sunrealtype b[2], sunrealtype bt[2])
{
  b[1]  = BUMP * sin(OMEGA * t);
  b[0]  = sqrt(AXLE * AXLE - b[1] * b[1]);
  bt[1] = BUMP * OMEGA * cos(OMEGA * t);
  bt[0] = -b[1] * bt[1] / b[0];
}

MASS_IS(caraxis_mass, {0, 0, CAR_MASS}, {1, 1, CAR_MASS}, {2, 2, CAR_MASS},
        {3, 3, CAR_MASS})

/* Extensions of the two springs: left from the origin, right from the road. */
static void springs(sunrealtype t, const sunrealtype *q, sunrealtype u[4])
{
  sunrealtype b[2], bt[2];
  road(t, b, bt);
  u[0] = q[0];
  u[1] = q[1];
  u[2] = q[2] - b[0];
  u[3] = q[3] - b[1];
}

FORCE(caraxis_force)
{
  sunrealtype u[4];
  springs(t, q, u);
  for (int s = 0; s < 4; s += 2)
  {
    const sunrealtype l = hypot(u[s], u[s + 1]);
    f[s]                = (REST - l) * u[s] / l;
    f[s + 1]            = (REST - l) * u[s + 1] / l - CAR_MASS;
  }
}

FORCE_JAC(caraxis_dfdq)
{
  const sunrealtype kg = -2.0 * lambda[1];
  sunrealtype u[4], a[16] = {0.0};
  springs(t, q, u);
  for (int i = 0; i < 4; i++)
  {
    const int s         = i < 2 ? 0 : 2;
    const sunrealtype l = hypot(u[s], u[s + 1]);
    for (int j = s; j < s + 2; j++)
    {
      a[i + 4 * j] = -REST * u[i] * u[j] / (l * l * l);
    }
    a[i + 4 * i] += REST / l - 1.0 + kg;
    a[i + 4 * ((i + 2) % 4)] -= kg;
  }
  ref_put_full(J, 4, 4, a);
}

HOLONOMIC(caraxis_g)
{
  const sunrealtype dx = q[0] - q[2], dy = q[1] - q[3];
  sunrealtype b[2], bt[2];
  road(t, b, bt);
  g[0] = b[0] * q[0] + b[1] * q[1];
  g[1] = dx * dx + dy * dy - AXLE * AXLE;
}

HOLONOMIC(caraxis_gt)
{
  sunrealtype b[2], bt[2];
  road(t, b, bt);
  g[0] = bt[0] * q[0] + bt[1] * q[1];
  g[1] = 0.0;
}

HOLONOMIC_JAC(caraxis_G)
{
  const sunrealtype dx = 2.0 * (q[0] - q[2]), dy = 2.0 * (q[1] - q[3]);
  sunrealtype b[2], bt[2];
  road(t, b, bt);
  const sunrealtype a[8] = {b[0], dx, b[1], dy, 0.0, -dx, 0.0, -dy};
  ref_put_full(G, 2, 4, a);
}

/* t = 3 from an integration in quadruple precision. */
EXACT(caraxis_exact)
{
  static const sunrealtype qe[4] = {
    0.04934557842752409213152679, 0.4969894602300081067629340,
    1.041742524885426115194776, 0.3739110272653658193578977};
  static const sunrealtype ve[4] = {
    -0.07705836840359208428394056, 0.007446866592068416491401753,
    0.01755681575354173662974062, 0.7703410437796010631206428};
  static const sunrealtype ae[4] = {
    -4.930286874841928151696921, 0.5202658027393279801055262,
    0.5220111999155130088352543, 49.28432116694354136843202};
  if (!(fabs(t - 3.0) < 1e-12)) { return 1; }
  for (int i = 0; i < 4; i++)
  {
    if (q) { q[i] = qe[i]; }
    if (v) { v[i] = ve[i]; }
    if (a) { a[i] = ae[i]; }
  }
  if (lambda)
  {
    lambda[0] = 0.004736886590853326515313476;
    lambda[1] = 0.001104680331259565839860601;
  }
  return 0;
}

struct problem ref_caraxis(int with_rate)
{
  static const sunrealtype q0[4] = {0.0, 0.5, 1.0, 0.5};
  static const sunrealtype v0[4] = {-0.5, 0.0, -0.5, 0.0};
  return PROBLEM(.name = "car axis", .n = 4, .m = 2, .q0 = q0, .v0 = v0,
                 .exact = caraxis_exact, .mass = caraxis_mass,
                 .force = caraxis_force, .dfdq = caraxis_dfdq, .g = caraxis_g,
                 .gt = with_rate ? caraxis_gt : NULL, .G = caraxis_G,
                 .moving = 1, .constant_mass = 1, .no_dfdv = 1);
}
