/* Heavy top of Bruls, Cardona and Arnold in absolute coordinates: position x of
 * the centre of mass and unit quaternion p. With L(p) the 3 x 4 matrix of
 * Omega = 2 L(p) p' (body frame) the rotation obeys
 *   4 L^T J L p'' = -8 L(p')^T J L(p) p' - (d/dp (R X).F)^T - 2 p lambda4,
 * with F = lambda1..3, the reaction of 0 = R(p) X - x, and 0 = p.p - 1. */
#include "support/models/reference.h"

static const sunrealtype mass = 15.0, gravity = 9.81;
static const sunrealtype J[3] = {0.234375, 0.46875, 0.234375};
static const sunrealtype X[3] = {0.0, 1.0, 0.0};

static sunrealtype dot(const sunrealtype *a, const sunrealtype *b, int n)
{
  sunrealtype s = 0.0;
  for (int i = 0; i < n; i++) { s += a[i] * b[i]; }
  return s;
}

static void make_L(const sunrealtype *p, sunrealtype L[3][4])
{
  const sunrealtype rows[3][4] = {{-p[1], p[0], p[3], -p[2]},
                                  {-p[2], -p[3], p[0], p[1]},
                                  {-p[3], p[2], -p[1], p[0]}};
  for (int i = 0; i < 12; i++) { L[i / 4][i % 4] = rows[i / 4][i % 4]; }
}

void ref_heavy_top_omega(const sunrealtype *q, const sunrealtype *v,
                         sunrealtype *omega)
{
  sunrealtype L[3][4];
  make_L(q + 3, L);
  for (int i = 0; i < 3; i++) { omega[i] = 2.0 * dot(L[i], v + 3, 4); }
}

/* Symmetric A with F.R(p) X = p^T A p. */
static void make_A(const sunrealtype *F, sunrealtype A[4][4])
{
  const sunrealtype s    = dot(F, X, 3);
  const sunrealtype c[3] = {X[1] * F[2] - X[2] * F[1],
                            X[2] * F[0] - X[0] * F[2],
                            X[0] * F[1] - X[1] * F[0]};
  A[0][0]                = s;
  for (int i = 0; i < 3; i++)
  {
    A[0][i + 1] = A[i + 1][0] = c[i];
    for (int j = 0; j < 3; j++)
    {
      A[i + 1][j + 1] = F[i] * X[j] + X[i] * F[j] - (i == j ? s : 0.0);
    }
  }
}

/* Derivatives of R(p) X: row r of 2 A(e_r) p. */
static void make_D(const sunrealtype *p, sunrealtype D[3][4])
{
  for (int r = 0; r < 3; r++)
  {
    sunrealtype unit[3] = {0.0}, A[4][4];
    unit[r]             = 1.0;
    make_A(unit, A);
    for (int i = 0; i < 4; i++) { D[r][i] = 2.0 * dot(A[i], p, 4); }
  }
}

MASS(top_mass)
{
  const struct ref_heavy_top *d = data;
  const sunrealtype *p          = q + 3;
  sunrealtype L[3][4], a[49] = {0.0};
  make_L(p, L);
  for (int i = 0; i < 3; i++) { a[8 * i] = mass; }
  for (int k = 0; k < 16; k++)
  {
    const int i = k % 4, j = k / 4;
    sunrealtype s = d->weight * p[i] * p[j];
    for (int r = 0; r < 3; r++) { s += 4.0 * J[r] * L[r][i] * L[r][j]; }
    a[3 + i + 7 * (3 + j)] = s;
  }
  ref_put_full(M, 7, 7, a);
}

FORCE(top_force)
{
  const struct ref_heavy_top *d = data;
  const sunrealtype stretch     = d->weight * dot(v + 3, v + 3, 4);
  sunrealtype *F                = f, omega[3], Lv[3][4];
  ref_heavy_top_omega(q, v, omega);
  make_L(v + 3, Lv);
  F[0] = F[1] = 0.0;
  F[2]        = -mass * gravity;
  for (int i = 0; i < 4; i++)
  {
    F[3 + i] = -stretch * q[3 + i];
    for (int r = 0; r < 3; r++)
    {
      F[3 + i] -= 4.0 * Lv[r][i] * J[r] * omega[r];
    }
  }
}

static int top_dfdq(sunrealtype t, N_Vector q, N_Vector vv, N_Vector lambda,
                    N_Vector psi, SUNMatrix K, void *data)
{
  const struct ref_heavy_top *d = data;
  const sunrealtype *v          = N_VGetArrayPointer(vv),
                    *l          = N_VGetArrayPointer(lambda);
  sunrealtype Lv[3][4], A[4][4], a[49] = {0.0};
  const sunrealtype own = 2.0 * l[3] + d->weight * dot(v + 3, v + 3, 4);
  make_L(v + 3, Lv);
  make_A(l, A);
  for (int k = 0; k < 16; k++)
  {
    const int i = k % 4, j = k / 4;
    sunrealtype s = -2.0 * A[i][j] - (i == j ? own : 0.0);
    for (int r = 0; r < 3; r++) { s += 8.0 * Lv[r][i] * J[r] * Lv[r][j]; }
    a[3 + i + 7 * (3 + j)] = s;
  }
  ref_put_full(K, 7, 7, a);
  return 0;
}

/* L(s)^T w = B(w) s */
static void make_B(const sunrealtype *w, sunrealtype B[4][4])
{
  const sunrealtype rows[4][4] = {{0.0, -w[0], -w[1], -w[2]},
                                  {w[0], 0.0, w[2], -w[1]},
                                  {w[1], -w[2], 0.0, w[0]},
                                  {w[2], w[1], -w[0], 0.0}};
  for (int i = 0; i < 16; i++) { B[i / 4][i % 4] = rows[i / 4][i % 4]; }
}

static int top_dfdv(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector lambda,
                    N_Vector psi, SUNMatrix C, void *data)
{
  const struct ref_heavy_top *d = data;
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  sunrealtype L[3][4], Lv[3][4], B[4][4], w[3], a[49] = {0.0};
  ref_heavy_top_omega(q, v, w);
  for (int r = 0; r < 3; r++) { w[r] *= 4.0 * J[r]; }
  make_B(w, B);
  make_L(q + 3, L);
  make_L(v + 3, Lv);
  for (int k = 0; k < 16; k++)
  {
    const int i = k % 4, j = k / 4;
    sunrealtype s = -B[i][j] - 2.0 * d->weight * q[3 + i] * v[3 + j];
    for (int r = 0; r < 3; r++) { s -= 8.0 * Lv[r][i] * J[r] * L[r][j]; }
    a[3 + i + 7 * (3 + j)] = s;
  }
  ref_put_full(C, 7, 7, a);
  return 0;
}

HOLONOMIC(top_g)
{
  sunrealtype D[3][4];
  make_D(q + 3, D);
  for (int r = 0; r < 3; r++) { g[r] = dot(D[r], q + 3, 4) / 2.0 - q[r]; }
  g[3] = dot(q + 3, q + 3, 4) - 1.0;
}

HOLONOMIC_JAC(top_G)
{
  sunrealtype D[3][4], a[28] = {0.0};
  make_D(q + 3, D);
  for (int i = 0; i < 4; i++)
  {
    for (int r = 0; r < 3; r++) { a[r + 4 * (3 + i)] = D[r][i]; }
    a[3 + 4 * (3 + i)] = 2.0 * q[3 + i];
  }
  for (int r = 0; r < 3; r++) { a[r + 4 * r] = -1.0; }
  ref_put_full(G, 4, 7, a);
}

/* x, p, v, p', v', p'', F, lambda4 from p, Omega, x, v, F: Euler's equation
 * J Omega' = -Omega x J Omega - X x R^T F, p'' = L^T Omega'/2 - |Omega|^2 p/4,
 * and the equation of p projected on p. */
static void complete(const sunrealtype known[16], sunrealtype *q,
                     sunrealtype *v, sunrealtype *a, sunrealtype *lambda)
{
  const sunrealtype *p = known, *om = known + 4, *x = known + 7,
                    *F = known + 13;
  sunrealtype L[3][4], A[4][4], H[3], domega[3];
  make_L(p, L);
  for (int i = 0; i < 3; i++) { H[i] = J[i] * om[i]; }
  make_A(F, A);
  for (int i = 0; i < 3; i++)
  { /* L A p = X x R^T F */
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    sunrealtype moment = 0.0;
    for (int r = 0; r < 4; r++) { moment += L[i][r] * dot(A[r], p, 4); }
    domega[i] = (H[j] * om[k] - om[j] * H[k] - moment) / J[i];
  }
  for (int i = 0; i < 3; i++)
  {
    if (q) { q[i] = x[i]; }
    if (v) { v[i] = known[10 + i]; }
    if (a) { a[i] = F[i] / mass - (i == 2 ? gravity : 0.0); }
    if (lambda) { lambda[i] = F[i]; }
  }
  for (int i = 0; i < 4; i++)
  {
    const sunrealtype col[3] = {L[0][i], L[1][i], L[2][i]};
    if (q) { q[3 + i] = p[i]; }
    if (v) { v[3 + i] = dot(col, om, 3) / 2.0; }
    if (a)
    {
      a[3 + i] = dot(col, domega, 3) / 2.0 - dot(om, om, 3) * p[i] / 4.0;
    }
  }
  if (lambda) { lambda[3] = dot(om, H, 3) - dot(F, x, 3); }
}

/* p, Omega, x, v, F at t, from an explicit method of order 8 at 1e-13. */
static const sunrealtype times[]      = {0.0, 0.2, 1.0, 2.0};
static const sunrealtype states[][16] = {
  {1.0, 0.0, 0.0, 0.0, 0.0, 150.0, -4.61538, 0.0, 1.0, 0.0, 4.61538, 0.0, 0.0,
   0.0, -15.0 * 4.61538 * 4.61538,
   15.0 * (9.81 - 150.0 * 4.61538 +
           (150.0 * 4.61538 * 14.765625 - 147.15) / 15.234375)},
  {-0.708279152974331, 0.438781088126562, 0.545728396145424, 0.089399752823916,
   -2.691590912141745, 150, 4.917260989894924, 0.605550561376981,
   0.598957681794985, -0.523983027430086, -0.040163033611049,
   -3.667823788207265, -4.239053298846149, -640.2364079921, -148.6277113470,
   136.9293130386},
  {0.732943980679831, -0.278285719337993, 0.531824611333771, -0.320176142736183,
   -0.822078101692505, 150, -5.923291348115963, 0.173343964098211,
   0.640088592070229, -0.74849079113391, 0.570825303421367, -4.588728296336526,
   -3.791955154708722, -517.6007394768, -396.8431014892, 404.5749251634},
  {0.122947135042, -0.491079892551, 0.350430030343, -0.787986887550,
   0.12223321948, 150, -5.85562458920, -0.150416822746, -0.724165591637,
   -0.673022269560, -2.749186312584, -3.202718635569, 4.060523149758,
   -260.735211310, 613.612698983, 309.716631390}};

static void top_start(sunrealtype *q, sunrealtype *v, void *data)
{
  complete(states[0], q, v, NULL, NULL);
}

EXACT(top_exact)
{
  for (int i = 0; i < 4; i++)
  {
    if (!(fabs(t - times[i]) < 1e-12)) { continue; }
    complete(states[i], q, v, a, lambda);
    return 0;
  }
  return 1;
}

struct problem ref_heavy_top(struct ref_heavy_top *data)
{
  return PROBLEM(.name = "heavy top", .n = 7, .m = 4, .start = top_start,
                 .exact = top_exact, .mass = top_mass, .force = top_force,
                 .dfdq = top_dfdq, .dfdv = top_dfdv, .g = top_g, .G = top_G,
                 .data = data);
}
