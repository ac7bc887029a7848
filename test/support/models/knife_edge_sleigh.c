/* Bodies in the plane on a blade that cannot slip sideways: knife edge on an
 * incline and Chaplygin sleigh (Bloch, Nonholonomic Mechanics and Control, 1.6
 * and 1.7). q = (x, y, phi) of the centre of mass. */
#include "support/models/reference.h"

/* k = sign (x' sin phi - y' cos phi + arm phi'), arm from blade to centre. */
struct blade
{
  sunrealtype mass[3], pull, sign, arm, q0[3], v0[3];
};

/* phi'(0) = pi/3, slope of 45 degrees with gravity 9.81 */
static const struct blade skate = {.mass = {1.25, 1.25, 0.13},
                                   .pull = 6.9367175234400321,
                                   .sign = 1.0,
                                   .v0   = {0.0, 0.0, 1.0471975511965977}};

static const struct blade sleigh = {.mass = {1.0, 1.0, 0.1},
                                    .sign = -1.0,
                                    .arm  = 0.1,
                                    .q0   = {0.1, -1.0, 0.0},
                                    .v0   = {1.0, 0.2, 2.0}};

static void copy(sunrealtype *to, const sunrealtype *from)
{
  for (int i = 0; to && i < 3; i++) { to[i] = from[i]; }
}

FORCE(blade_force)
{
  const struct blade *d = data;
  f[0]                  = d->mass[0] * d->pull;
  f[1] = f[2] = 0.0;
}

/* -d(K^T psi)/dq */
FORCE_JAC(blade_dfdq)
{
  const struct blade *d = data;
  const sunrealtype phi = q[2];
  const sunrealtype p   = d->sign * psi[0];
  sunrealtype a[9]      = {0.0};
  a[0 + 3 * 2]          = -p * cos(phi);
  a[1 + 3 * 2]          = -p * sin(phi);
  ref_put_full(J, 3, 3, a);
}

NONHOLONOMIC(blade_k)
{
  const struct blade *d = data;
  k[0] = d->sign * (v[0] * sin(q[2]) - v[1] * cos(q[2]) + d->arm * v[2]);
}

NONHOLONOMIC_JAC(blade_K)
{
  const struct blade *d  = data;
  const sunrealtype phi  = q[2];
  const sunrealtype a[3] = {d->sign * sin(phi), -d->sign * cos(phi),
                            d->sign * d->arm};
  ref_put_full(K, 1, 3, a);
}

NONHOLONOMIC_JAC(blade_Kq)
{
  const struct blade *d  = data;
  const sunrealtype phi  = q[2];
  const sunrealtype a[3] = {0.0, 0.0,
                            d->sign * (v[0] * cos(phi) + v[1] * sin(phi))};
  ref_put_full(K, 1, 3, a);
}

EXACT(skate_exact)
{
  const struct blade *d = data;
  const sunrealtype w = d->v0[2], b = d->pull / w;
  const sunrealtype s = sin(w * t), c = cos(w * t);
  const sunrealtype qe[3] = {b / (2 * w) * s * s, b / (2 * w) * (w * t - s * c),
                             w * t};
  const sunrealtype ve[3] = {b * s * c, b * s * s, w};
  const sunrealtype ae[3] = {b * w * (c * c - s * s), 2 * b * w * s * c, 0.0};
  copy(q, qe);
  copy(v, ve);
  copy(a, ae);
  if (psi) { psi[0] = 2 * d->mass[0] * d->pull * s; }
  return 0;
}

/* Quadrature of the centre of mass at t = 1, 2, 5, 14 digits. */
static int sleigh_centre(sunrealtype t, sunrealtype x[2])
{
  static const sunrealtype known[3][3] = {
    {1, 0.785158776186811, -0.183783401424428},
    {2, 0.7835415202535, 0.999297829981963},
    {5, -0.317766565547145, 4.420240906147206}};
  for (int i = 0; i < 3; i++)
  {
    if (!(fabs(t - known[i][0]) < 1e-12)) { continue; }
    x[0] = known[i][1];
    x[1] = known[i][2];
    return 0;
  }
  return 1;
}

/* Speed u along the blade and turning rate w: u' = a w^2, w' = -(m a/I) u w. */
EXACT(sleigh_exact)
{
  const struct blade *d = data;
  const sunrealtype m = d->mass[0], arm = d->arm;
  const sunrealtype I = d->mass[2] + m * arm * arm;
  const sunrealtype c = sqrt(d->v0[0] * d->v0[0] + I / m * d->v0[2] * d->v0[2]);
  const sunrealtype L = m * arm * c / I, t0 = atanh(d->v0[0] / c) / L;
  const sunrealtype u = c * tanh(L * (t + t0));
  const sunrealtype w = c * sqrt(m / I) / cosh(L * (t + t0));
  sunrealtype x[3];
  if (sleigh_centre(t, x)) { return 1; }
  x[2] = c * sqrt(m / I) / L * 2 *
         (atan(tanh(L * (t + t0) / 2)) - atan(tanh(L * t0 / 2)));
  const sunrealtype C = cos(x[2]), S = sin(x[2]), dw = -m * arm / I * u * w;
  const sunrealtype side  = u * w + arm * dw;
  const sunrealtype ve[3] = {u * C - arm * w * S, u * S + arm * w * C, w};
  const sunrealtype ae[3] = {-side * S, side * C, dw};
  copy(q, x);
  copy(v, ve);
  copy(a, ae);
  if (psi) { psi[0] = -m * side; }
  return 0;
}

static struct problem blade(const struct blade *data)
{
  return PROBLEM(.n = 3, .p = 1, .q0 = data->q0, .v0 = data->v0,
                 .masses = data->mass, .force = blade_force, .dfdq = blade_dfdq,
                 .k = blade_k, .K = blade_K, .Kq = blade_Kq,
                 .data = (void *)data, .no_dfdv = 1);
}

struct problem ref_skate(void)
{
  struct problem pb = blade(&skate);
  pb.name           = "skate";
  pb.exact          = skate_exact;
  return pb;
}

struct problem ref_sleigh(void)
{
  struct problem pb = blade(&sleigh);
  pb.name           = "Chaplygin sleigh";
  pb.exact          = sleigh_exact;
  return pb;
}
