/* Slider-crank of SUNDIALS' idaSlCrank_dns: crank angle q, slider x, rod angle
 * p; a spring-damper between the mid points of crank and rod and a force on the
 * slider. The former is Q = -(k (l - l0) + c l') dl/dq, l its length. */
#include "support/models/reference.h"

static const sunrealtype crank = 0.5, spring_k = 1.0, damper_c = 1.0,
                         rest = 1.0, push = 1.0;

static const sunrealtype slider_masses[3] = {1.0, 1.0, 2.0};

static void slider_start(sunrealtype *q, sunrealtype *v, void *data)
{
  q[0] = acos(0.0);
  q[2] = asin(-crank);
  q[1] = cos(q[2]);
  v[0] = v[1] = v[2] = 0.0;
}

/* Length of the spring and its gradient. */
static sunrealtype spring(const sunrealtype *q, sunrealtype dl[3])
{
  const sunrealtype s = sin(q[2] - q[0]), c = cos(q[2] - q[0]), x = q[1];
  const sunrealtype w = cos(q[2]) + crank * cos(q[0]);
  const sunrealtype l =
    sqrt(x * x - x * w + (1 + crank * crank) / 4 + crank * c / 2);
  dl[0] = crank * (x * sin(q[0]) + s / 2) / (2 * l);
  dl[1] = (2 * x - w) / (2 * l);
  dl[2] = (x * sin(q[2]) - crank * s / 2) / (2 * l);
  return l;
}

/* Second derivatives of l: (those of l^2/2 less dl dl^T)/l. */
static void spring_hessian(const sunrealtype *q, sunrealtype l,
                           const sunrealtype dl[3], sunrealtype H[9])
{
  const sunrealtype c = crank * cos(q[2] - q[0]) / 2, x = q[1];
  H[0] = crank * x * cos(q[0]) - c;
  H[1] = H[3] = crank * sin(q[0]);
  H[2] = H[6] = c;
  H[4]        = 2.0;
  H[5] = H[7] = sin(q[2]);
  H[8]        = x * cos(q[2]) - c;
  for (int i = 0; i < 9; i++) { H[i] = (H[i] / 2 - dl[i % 3] * dl[i / 3]) / l; }
}

static sunrealtype rate(const sunrealtype dl[3], const sunrealtype *v)
{
  return dl[0] * v[0] + dl[1] * v[1] + dl[2] * v[2];
}

FORCE(slider_force)
{
  const struct ref_slider_crank *d = data;
  sunrealtype dl[3];
  const sunrealtype l = spring(q, dl);
  const sunrealtype S =
    d->scale * spring_k * (l - rest) + damper_c * rate(dl, v);
  f[0] = -S * dl[0];
  f[1] = -S * dl[1] + push;
  f[2] = -S * dl[2] - push * sin(q[2]);
}

FORCE_JAC(slider_dfdq)
{
  const struct ref_slider_crank *d = data;
  sunrealtype dl[3], H[9], a[9];
  const sunrealtype l = spring(q, dl), k = d->scale * spring_k;
  const sunrealtype S = k * (l - rest) + damper_c * rate(dl, v);
  spring_hessian(q, l, dl, H);
  for (int j = 0; j < 3; j++)
  {
    const sunrealtype dS = k * dl[j] + damper_c * rate(H + 3 * j, v);
    for (int i = 0; i < 3; i++)
    {
      a[i + 3 * j] = -dS * dl[i] - S * H[i + 3 * j];
    }
  }
  a[0] -= crank * (lambda[0] * cos(q[0]) + lambda[1] * sin(q[0]));
  a[8] -= lambda[0] * cos(q[2]) + lambda[1] * sin(q[2]) + push * cos(q[2]);
  ref_put_full(J, 3, 3, a);
}

FORCE_JAC(slider_dfdv)
{
  sunrealtype dl[3], a[9];
  spring(q, dl);
  for (int i = 0; i < 9; i++) { a[i] = -damper_c * dl[i % 3] * dl[i / 3]; }
  ref_put_full(J, 3, 3, a);
}

HOLONOMIC_IS(slider_g, q[1] - cos(q[2]) - crank * cos(q[0]),
             -sin(q[2]) - crank * sin(q[0]))

HOLONOMIC_JAC(slider_G)
{
  const sunrealtype a[6] = {crank * sin(q[0]), -crank * cos(q[0]), 1.0, 0.0,
                            sin(q[2]),         -cos(q[2])};
  ref_put_full(G, 2, 3, a);
}

/* t, q, v, lambda; error 1e-12, from an explicit method of order 8. */
static const sunrealtype known[4][9] = {
  {1, 1.315420570881697, 1.001491807230801, -0.504973470642001,
   -0.508792976909869, 0.281669094686986, 0.073427529014185, 1.054815246655326,
   -0.553820726663963},
  {2, 0.579038812048807, 1.380335271961189, -0.277144095738982,
   -0.942187072785086, 0.369956161788769, 0.409943237195093, 1.46226619845336,
   0.064939937217731},
  {5, -1.429996967647219, 0.939030613578268, 0.517894756489888,
   0.054991610537772, 0.029422231647785, -0.004440989758956, 1.221808744705754,
   1.013122040058797},
  {10, 1.275675848650245, 1.023578558979835, -0.498813049182489,
   -0.239914997196009, 0.133778283215781, 0.039731495991323, 1.113756158263053,
   -0.762507275106431}};

EXACT(slider_exact)
{
  const struct ref_slider_crank *d = data;
  for (int k = 0; k < 4; k++)
  {
    if (d->scale != 1.0 || !(fabs(t - known[k][0]) < 1e-12)) { continue; }
    for (int i = 0; i < 3; i++)
    {
      if (q) { q[i] = known[k][1 + i]; }
      if (v) { v[i] = known[k][4 + i]; }
      if (lambda && i < 2) { lambda[i] = known[k][7 + i]; }
    }
    return 0;
  }
  return 1;
}

struct problem ref_slider_crank(struct ref_slider_crank *data)
{
  return PROBLEM(.name = "slider-crank", .n = 3, .m = 2, .start = slider_start,
                 .exact = slider_exact, .masses = slider_masses,
                 .force = slider_force, .dfdq = slider_dfdq,
                 .dfdv = slider_dfdv, .g = slider_g, .G = slider_G,
                 .data = data);
}
