/* Planar pendulum in Cartesian coordinates: IFToMM A01, that of Cash and
 * Considine's MEBDFDAE, one of period 2, and that of Gavrea et al. (2005), section
 * 6.1. */
#include "support/models/papers.h"
#include "support/models/reference.h"

#define PI SUN_RCONST(3.14159265358979323846)

/* The constraint is scale (x^2 + y^2 - 1)/2. angle: of the release, where it is from
 * rest. */
struct pendulum
{
  sunrealtype gravity, q0[2], v0[2], scale, angle;
};

static const struct pendulum cases[] = {
  {1.0, {1.0, 0.0}, {0.0, 1.0}, 1.0, 0.0},
  {9.81, {-1.0, 0.0}, {0.0, 0.0}, 1.0, PI / 2},
  /* (2 K(sin 45 deg))^2, K the complete elliptic integral */
  {13.75037163604074565498019, {1.0, 0.0}, {0.0, 0.0}, 1.0, PI / 2},
};

static const struct pendulum simple = {
  9.81, {0.8660254037844386, -0.5000000000000001}, {0.0, 0.0}, 2.0, PI / 3};

MASS_IS(pendulum_mass, {0, 0, 1.0}, {1, 1, 1.0})

FORCE(pendulum_force)
{
  const struct pendulum *d = data;
  f[0]                     = 0.0;
  f[1]                     = -d->gravity;
}

/* The geometric part of the constraint. */
FORCE_JAC(pendulum_dfdq)
{
  const struct pendulum *d = data;
  const sunrealtype l      = d->scale * lambda[0];
  const sunrealtype kg[2]  = {-l, -l};
  ref_put_diagonal(J, 2, kg);
}

HOLONOMIC(pendulum_g)
{
  const struct pendulum *d = data;
  g[0]                     = d->scale * (q[0] * q[0] + q[1] * q[1] - 1.0) / 2.0;
}

HOLONOMIC_JAC(pendulum_G)
{
  const struct pendulum *d = data;
  PROBLEM_MATRIX(G, {0, 0, d->scale * q[0]}, {0, 1, d->scale * q[1]});
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

/* Released at rest: sin(theta/2) = k sn(K - w t), k = sin(angle/2), theta from the
 * vertical. */
static void released(const struct pendulum *d, sunrealtype t, sunrealtype *q,
                     sunrealtype *v)
{
  const sunrealtype k = sin(d->angle / 2), w = sqrt(d->gravity);
  sunrealtype a = 1.0, b = sqrt(1.0 - k * k), sn, cn, dn;
  for (int i = 0; i < 8; i++)
  {
    const sunrealtype mean = (a + b) / 2;
    b                      = sqrt(a * b);
    a                      = mean;
  }
  jacobi(PI / (2 * a) - w * t, k, &sn, &cn, &dn);
  const sunrealtype s = 2.0 * k * sn * dn, c = 1.0 - 2 * k * k * sn * sn;
  const sunrealtype rate = -2.0 * k * w * cn, side = d->q0[0] > 0 ? 1 : -1;
  q[0] = side * s;
  q[1] = -c;
  v[0] = side * c * rate;
  v[1] = s * rate;
}

EXACT(pendulum_exact)
{
  const struct pendulum *d = data;
  sunrealtype x[2], z[2];
  if (t == 0.0)
  {
    memcpy(x, d->q0, sizeof x);
    memcpy(z, d->v0, sizeof z);
  }
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
  if (lambda) { lambda[0] = l / d->scale; }
  return 0;
}

struct problem ref_pendulum(enum ref_pendulum_case which)
{
  return PROBLEM(.name = "pendulum", .n = 2, .m = 1, .q0 = cases[which].q0,
                 .v0 = cases[which].v0, .exact = pendulum_exact,
                 .mass = pendulum_mass, .force = pendulum_force,
                 .dfdq = pendulum_dfdq, .g = pendulum_g, .G = pendulum_G,
                 .data = (void *)&cases[which], .constant_mass = 1,
                 .no_dfdv = 1);
}

/* That of Gavrea et al. takes any data of its users. */
#define SIMPLE(name, given, passed)       \
  static int simple_##name given          \
  {                                       \
    void *const simply = (void *)&simple; \
    return pendulum_##name passed;        \
  }

SIMPLE(exact,
       (sunrealtype t, sunrealtype *q, sunrealtype *v, sunrealtype *a,
        sunrealtype *lambda, sunrealtype *psi, void *data),
       (t, q, v, a, lambda, psi, simply))
SIMPLE(force, (sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data),
       (t, q, v, f, simply))
SIMPLE(dfdq,
       (sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda, N_Vector psi,
        SUNMatrix J, void *data),
       (t, q, v, lambda, psi, J, simply))
SIMPLE(g, (sunrealtype t, N_Vector q, N_Vector g, void *data),
       (t, q, g, simply))
SIMPLE(G, (sunrealtype t, N_Vector q, SUNMatrix G, void *data),
       (t, q, G, simply))

PROBLEM_EXTERN(paper_simple_pendulum, .name = "simple_pendulum", .n = 2, .m = 1,
               .q0 = simple.q0, .exact = simple_exact, .mass = pendulum_mass,
               .force = simple_force, .dfdq = simple_dfdq, .g = simple_g,
               .G = simple_G, .constant_mass = 1, .no_dfdv = 1)
