/* Planar pendulum in Cartesian coordinates: IFToMM A01, that of Cash and
 * Considine's MEBDFDAE, and one of period 2. */
#include <math.h>
#include <nvector/nvector_serial.h>

#include "support/models/callbacks.h"
#include "support/models/reference.h"

struct pendulum
{
  sunrealtype gravity, q0[2], v0[2];
};

static const struct pendulum cases[] = {
  {1.0, {1.0, 0.0}, {0.0, 1.0}},
  {9.81, {-1.0, 0.0}, {0.0, 0.0}},
  /* (2 K(sin 45 deg))^2, K the complete elliptic integral */
  {13.75037163604074565498019, {1.0, 0.0}, {0.0, 0.0}},
};

static void pendulum_start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct pendulum *d = data;
  for (int i = 0; i < 2; i++)
  {
    q[i] = d->q0[i];
    v[i] = d->v0[i];
  }
}

MASS(pendulum_mass)
{
  static const sunrealtype one[2] = {1.0, 1.0};
  ref_put_diagonal(M, 2, one);
}

FORCE(pendulum_force)
{
  const struct pendulum *d = data;
  f[0]                     = 0.0;
  f[1]                     = -d->gravity;
}

/* The geometric part of the constraint: -lambda I. */
FORCE_JAC(pendulum_dfdq)
{
  const sunrealtype l     = lambda[0];
  const sunrealtype kg[2] = {-l, -l};
  ref_put_diagonal(J, 2, kg);
}

HOLONOMIC(pendulum_g)
{
  g[0] = (q[0] * q[0] + q[1] * q[1] - 1.0) / 2.0;
}

HOLONOMIC_JAC(pendulum_G)
{
  ref_put_full(G, 1, 2, q);
}

/* sn, cn, dn of modulus k by the arithmetic-geometric mean. */
static void jacobi(sunrealtype u, sunrealtype k, sunrealtype *sn,
                   sunrealtype *cn, sunrealtype *dn)
{
  sunrealtype a[16], c[16], b = sqrt(1.0 - k * k);
  int n = 0;
  a[0]  = 1.0;
  c[0]  = k;
  while (n < 15 && fabs(c[n]) > 1e-16)
  {
    a[n + 1] = (a[n] + b) / 2.0;
    c[n + 1] = (a[n] - b) / 2.0;
    b        = sqrt(a[n] * b);
    n++;
  }
  sunrealtype phi = ldexp(a[n] * u, n);
  for (; n > 0; n--) { phi = (phi + asin(c[n] / a[n] * sin(phi))) / 2.0; }
  *sn = sin(phi);
  *cn = cos(phi);
  *dn = sqrt(1.0 - k * k * *sn * *sn);
}

/* Released at rest at 90 degrees: sin(theta/2) = k sn(K - w t), k = sin 45deg,
 * theta from the vertical. */
static void released(const struct pendulum *d, sunrealtype t, sunrealtype *q,
                     sunrealtype *v)
{
  const sunrealtype k = sqrt(0.5), K = 1.854074677301371918433850;
  const sunrealtype w = sqrt(d->gravity);
  sunrealtype sn, cn, dn;
  jacobi(K - w * t, k, &sn, &cn, &dn);
  const sunrealtype s = 2.0 * k * sn * dn, c = 1.0 - sn * sn;
  const sunrealtype rate = -2.0 * k * w * cn;
  q[0]                   = d->q0[0] * s;
  q[1]                   = -c;
  v[0]                   = d->q0[0] * c * rate;
  v[1]                   = s * rate;
}

static int pendulum_exact(sunrealtype t, sunrealtype *q, sunrealtype *v,
                          sunrealtype *a, sunrealtype *lambda, sunrealtype *psi,
                          void *data)
{
  const struct pendulum *d = data;
  sunrealtype x[2], z[2];
  if (t == 0.0) { pendulum_start(x, z, data); }
  else if (d->v0[1] == 0.0) { released(d, t, x, z); }
  else if (fabs(t - 1.0) < 1e-12)
  { /* quadruple precision integration */
    x[0] = 0.8673486406004393217343081;
    x[1] = 0.4977010504796729293537128;
    z[0] = -0.03374801806095451960914128;
    z[1] = 0.05881301146525000754084960;
  }
  else { return 1; }
  const sunrealtype l = z[0] * z[0] + z[1] * z[1] - d->gravity * x[1];
  for (int i = 0; i < 2; i++)
  {
    if (q) { q[i] = x[i]; }
    if (v) { v[i] = z[i]; }
    if (a) { a[i] = -l * x[i] - (i ? d->gravity : 0.0); }
  }
  if (lambda) { lambda[0] = l; }
  return 0;
}

struct problem ref_pendulum(enum ref_pendulum_case which)
{
  const struct problem pb = {.name          = "pendulum",
                             .n             = 2,
                             .m             = 1,
                             .start         = pendulum_start,
                             .exact         = pendulum_exact,
                             .mass          = pendulum_mass,
                             .force         = pendulum_force,
                             .dfdq          = pendulum_dfdq,
                             .g             = pendulum_g,
                             .G             = pendulum_G,
                             .data          = (void *)&cases[which],
                             .constant_mass = 1,
                             .no_dfdv       = 1};
  return pb;
}
