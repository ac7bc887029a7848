/* A skate on a conveyor belt whose speed changes, its heading driven: one
 * holonomic and one nonholonomic constraint, both with explicit time in values and
 * derivatives, and one free coordinate. q = (x, y, heading); the applied forces are
 * those of a chosen motion and springs and dampers towards it. */
#include "support/models/reference.h"

static const sunrealtype spring = 4.0, damper = 0.5, lever = 0.5;

EXACT(belt_exact)
{
  const sunrealtype qe[3] = {0.5 * sin(2 * t) + 0.3 * t, 0.4 * cos(t),
                             0.4 * sin(3 * t) + 0.5 * t};
  const sunrealtype ve[3] = {cos(2 * t) + 0.3, -0.4 * sin(t),
                             1.2 * cos(3 * t) + 0.5};
  const sunrealtype ae[3] = {-2 * sin(2 * t), -0.4 * cos(t), -3.6 * sin(3 * t)};
  for (int i = 0; i < 3; i++)
  {
    if (q) { q[i] = qe[i]; }
    if (v) { v[i] = ve[i]; }
    if (a) { a[i] = ae[i]; }
  }
  if (lambda) { lambda[0] = 2 + cos(t); }
  if (psi) { psi[0] = 1 + sin(2 * t); }
  return 0;
}

static void belt_start(sunrealtype *q, sunrealtype *v, void *data)
{
  belt_exact(0.0, q, v, NULL, NULL, NULL, data);
}

/* Factors of the two constraints. */
static sunrealtype bend(sunrealtype t)
{
  return 0.1 + 0.05 * sin(t);
}

static sunrealtype scale(sunrealtype t)
{
  return 1 + 0.3 * sin(t);
}

/* M a: the centre of mass lies beside the blade. */
static void inertia(sunrealtype heading, const sunrealtype *a, sunrealtype *r)
{
  const sunrealtype s = lever * sin(heading), c = lever * cos(heading);
  r[0] = 2 * a[0] - s * a[2];
  r[1] = 2 * a[1] + c * a[2];
  r[2] = c * a[1] - s * a[0] + 1.5 * a[2];
}

MASS(belt_mass)
{
  sunrealtype A[9];
  for (int j = 0; j < 3; j++)
  {
    const sunrealtype unit[3] = {j == 0, j == 1, j == 2};
    inertia(q[2], unit, A + 3 * j);
  }
  ref_put_full(M, 3, 3, A);
}

FORCE(belt_force)
{
  sunrealtype qe[3], ve[3], ae[3], l, p;
  belt_exact(t, qe, ve, ae, &l, &p, data);
  inertia(q[2], ae, f);
  f[0] += 2 * bend(t) * q[0] * l + scale(t) * sin(q[2]) * p;
  f[1] -= scale(t) * cos(q[2]) * p;
  f[2] += l;
  for (int i = 0; i < 3; i++)
  {
    f[i] -= spring * (q[i] - qe[i]) + damper * (v[i] - ve[i]);
  }
}

FORCE_JAC(belt_dfdq)
{
  const sunrealtype s = sin(q[2]), c = cos(q[2]);
  sunrealtype ae[3], l, p;
  belt_exact(t, NULL, NULL, ae, &l, &p, data);
  l -= lambda[0];
  p                      = scale(t) * (p - psi[0]);
  const sunrealtype A[9] = {2 * bend(t) * l - spring,
                            0,
                            0,
                            0,
                            -spring,
                            0,
                            c * (p - lever * ae[2]),
                            s * (p - lever * ae[2]),
                            -spring - lever * (c * ae[0] + s * ae[1])};
  ref_put_full(J, 3, 3, A);
}

FORCE_JAC_IS(belt_dfdv, {0, 0, -damper}, {1, 1, -damper}, {2, 2, -damper})

HOLONOMIC(belt_g)
{
  sunrealtype qe[3];
  belt_exact(t, qe, NULL, NULL, NULL, NULL, data);
  g[0] = q[2] - qe[2] + bend(t) * (q[0] * q[0] - qe[0] * qe[0]);
}

HOLONOMIC(belt_gt)
{
  const sunrealtype x = q[0];
  sunrealtype qe[3], ve[3];
  belt_exact(t, qe, ve, NULL, NULL, NULL, data);
  g[0] = 0.05 * cos(t) * (x * x - qe[0] * qe[0]) - ve[2] -
         2 * bend(t) * qe[0] * ve[0];
}

HOLONOMIC_JAC_IS(belt_G, {0, 0, 2 * bend(t) * q[0]}, {0, 1, 0}, {0, 2, 1})

/* The blade slides along itself, relative to the belt. */
NONHOLONOMIC(belt_k)
{
  const sunrealtype at = q[2];
  sunrealtype qe[3], ve[3];
  belt_exact(t, qe, ve, NULL, NULL, NULL, data);
  k[0] = scale(t) * (v[0] * sin(at) - v[1] * cos(at) - ve[0] * sin(qe[2]) +
                     ve[1] * cos(qe[2]));
}

NONHOLONOMIC_JAC(belt_K)
{
  const sunrealtype at   = q[2];
  const sunrealtype A[3] = {scale(t) * sin(at), -scale(t) * cos(at), 0};
  ref_put_full(K, 1, 3, A);
}

NONHOLONOMIC_JAC(belt_Kq)
{
  const sunrealtype at   = q[2];
  const sunrealtype A[3] = {0, 0, scale(t) * (v[0] * cos(at) + v[1] * sin(at))};
  ref_put_full(K, 1, 3, A);
}

struct problem ref_belt(int with_rate)
{
  return PROBLEM(.name = "skate on a belt", .n = 3, .m = 1, .p = 1,
                 .start = belt_start, .exact = belt_exact, .mass = belt_mass,
                 .force = belt_force, .dfdq = belt_dfdq, .dfdv = belt_dfdv,
                 .g = belt_g, .gt = with_rate ? belt_gt : NULL, .G = belt_G,
                 .moving = 1, .k = belt_k, .K = belt_K, .Kq = belt_Kq);
}
