/* The pendulums of Jay and Negrut (2009), (16) and Gavrea et al. (2005), section 6, and
 * the plain oscillator. */
#include "support/models/callbacks.h"
#include "support/models/papers.h"

#include <math.h>
#include <string.h>

#define PI      SUN_RCONST(3.14159265358979323846)
#define GRAVITY SUN_RCONST(9.81)

/* A diagonal mass matrix. */
static void put_diagonal(SUNMatrix M, const sunrealtype *d, sunindextype n)
{
  problem_begin(M);
  for (sunindextype j = 0; j < n; j++) { problem_put(M, j, j, d[j]); }
  problem_end(M);
}

static void copy(sunrealtype *to, const sunrealtype *from, size_t n)
{
  if (to) { memcpy(to, from, n * sizeof *to); }
}

/* ---- Jay and Negrut (2009), (16) ---- */

#define M16 5
#define L16 2
#define K16 3000
#define C16 100

MASS(mass16)
{
  const sunrealtype d[] = {M16, M16, SUN_RCONST(1.0) * M16 * L16 * L16 / 3};
  put_diagonal(M, d, 3);
}

static void start16(sunrealtype *q, sunrealtype *v, void *data)
{
  sunrealtype theta = 3 * PI / 2, omega = 10;
  q[0] = L16 * cos(theta);
  q[1] = L16 * sin(theta);
  q[2] = theta;
  v[0] = -L16 * sin(theta) * omega;
  v[1] = L16 * cos(theta) * omega;
  v[2] = omega;
}

/* Reference solution of the equation in theta alone. */
static int exact16(sunrealtype t, sunrealtype *q, sunrealtype *v,
                   sunrealtype *a, sunrealtype *lambda, sunrealtype *psi,
                   void *data)
{
  static const sunrealtype y[] = {0.03077822402727319, -1.999763161208279,
                                  4.727778699883551};
  static const sunrealtype z[] = {-0.3963219316457087, -0.006099764930034544,
                                  -0.1981844347038809};
  static const sunrealtype b[] = {-2.0904904563055, 0.046388841860898,
                                  -1.0447645093025};
  static const sunrealtype l[] = {10.452452281527, -49.281944209304};
  if (!(fabs(t - 2) < SUN_RCONST(1e-9))) { return -1; }
  copy(q, y, 3);
  copy(v, z, 3);
  copy(a, b, 3);
  copy(lambda, l, 2);
  return 0;
}

FORCE(force16)
{
  f[0] = 0;
  f[1] = -M16 * GRAVITY;
  f[2] = -C16 * v[2] - K16 * (q[2] - 3 * PI / 2);
}

FORCE_JAC(dfdq16)
{
  sunrealtype theta = q[2];
  problem_begin(J);
  problem_put(J, 2, 2,
              -K16 - L16 * (cos(theta) * lambda[0] + sin(theta) * lambda[1]));
  problem_end(J);
}

FORCE_JAC(dfdv16)
{
  problem_begin(J);
  problem_put(J, 2, 2, -C16);
  problem_end(J);
}

HOLONOMIC(g16)
{
  g[0] = q[0] - L16 * cos(q[2]);
  g[1] = q[1] - L16 * sin(q[2]);
}

HOLONOMIC_JAC(G16)
{
  sunrealtype theta = q[2];
  problem_begin(G);
  problem_put(G, 0, 0, 1);
  problem_put(G, 1, 1, 1);
  problem_put(G, 0, 2, L16 * sin(theta));
  problem_put(G, 1, 2, -L16 * cos(theta));
  problem_end(G);
}

const struct problem paper_pendulum16 = {
  .name          = "pendulum16",
  .n             = 3,
  .m             = 2,
  .start         = start16,
  .exact         = exact16,
  .mass          = mass16,
  .constant_mass = 1,
  .force         = force16,
  .dfdq          = dfdq16,
  .dfdv          = dfdv16,
  .g             = g16,
  .G             = G16,
};

/* ---- Gavrea et al. (2005), section 6.1 ---- */

MASS(mass61)
{
  put_diagonal(M, (const sunrealtype[]){1, 1}, 2);
}

static void start61(sunrealtype *q, sunrealtype *v, void *data)
{
  q[0] = sin(PI / 3);
  q[1] = -cos(PI / 3);
  v[0] = 0;
  v[1] = 0;
}

/* Jacobi's amplitude am(u, k) by the arithmetic-geometric mean. */
static sunrealtype jacobi_amplitude(sunrealtype u, sunrealtype k)
{
  enum
  {
    LEVELS = 8
  };
  sunrealtype a[LEVELS] = {1}, c[LEVELS] = {k}, b = sqrt(1 - k * k);
  for (int i = 1; i < LEVELS; i++)
  {
    a[i] = (a[i - 1] + b) / 2;
    c[i] = (a[i - 1] - b) / 2;
    b    = sqrt(a[i - 1] * b);
  }
  sunrealtype phi = ldexp(1, LEVELS - 1) * a[LEVELS - 1] * u;
  for (int i = LEVELS - 1; i > 0; i--)
  {
    phi = (phi + asin(c[i] / a[i] * sin(phi))) / 2;
  }
  return phi;
}

/* From rest at theta0: sin(theta/2) = k cd(sqrt(g) t, k), k = sin(theta0/2). */
static int exact61(sunrealtype t, sunrealtype *q, sunrealtype *v,
                   sunrealtype *a, sunrealtype *lambda, sunrealtype *psi,
                   void *data)
{
  const sunrealtype k = sin(PI / 6), w = sqrt(GRAVITY);
  sunrealtype phi   = jacobi_amplitude(w * t, k);
  sunrealtype dn    = sqrt(1 - k * k * sin(phi) * sin(phi));
  sunrealtype theta = 2 * asin(k * cos(phi) / dn);
  sunrealtype omega = -2 * k * sqrt(1 - k * k) * w * sin(phi) / dn;
  sunrealtype s = sin(theta), c = cos(theta);
  copy(q, (const sunrealtype[]){s, -c}, 2);
  copy(v, (const sunrealtype[]){omega * c, omega * s}, 2);
  copy(a,
       (const sunrealtype[]){-GRAVITY * s * c - omega * omega * s,
                             -GRAVITY * s * s + omega * omega * c},
       2);
  copy(lambda, (const sunrealtype[]){(omega * omega + GRAVITY * c) / 2}, 1);
  return 0;
}

FORCE(force61)
{
  copy(f, (const sunrealtype[]){0, -GRAVITY}, 2);
}

FORCE_JAC(dfdq61)
{
  sunrealtype d = -2 * lambda[0];
  put_diagonal(J, (const sunrealtype[]){d, d}, 2);
}

HOLONOMIC(g61)
{
  g[0] = q[0] * q[0] + q[1] * q[1] - 1;
}

HOLONOMIC_JAC(G61)
{
  problem_begin(G);
  problem_put(G, 0, 0, 2 * q[0]);
  problem_put(G, 0, 1, 2 * q[1]);
  problem_end(G);
}

const struct problem paper_simple_pendulum = {
  .name          = "simple_pendulum",
  .n             = 2,
  .m             = 1,
  .start         = start61,
  .exact         = exact61,
  .mass          = mass61,
  .constant_mass = 1,
  .force         = force61,
  .dfdq          = dfdq61,
  .no_dfdv       = 1,
  .g             = g61,
  .G             = G61,
};

/* ---- the oscillator ----------------------------------------------------------- */

MASS(mass_one)
{
  put_diagonal(M, (const sunrealtype[]){1}, 1);
}

static void start_one(sunrealtype *q, sunrealtype *v, void *data)
{
  q[0] = 1;
  v[0] = 0;
}

static int exact_one(sunrealtype t, sunrealtype *q, sunrealtype *v,
                     sunrealtype *a, sunrealtype *lambda, sunrealtype *psi,
                     void *data)
{
  if (q) { q[0] = cos(t); }
  if (v) { v[0] = -sin(t); }
  if (a) { a[0] = -cos(t); }
  return 0;
}

static int force_one(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                     void *data)
{
  N_VScale(-1, q, f);
  return 0;
}

FORCE_JAC(dfdq_one)
{
  put_diagonal(J, (const sunrealtype[]){-1}, 1);
}

const struct problem paper_oscillator = {
  .name          = "oscillator",
  .n             = 1,
  .start         = start_one,
  .exact         = exact_one,
  .mass          = mass_one,
  .constant_mass = 1,
  .force         = force_one,
  .dfdq          = dfdq_one,
  .no_dfdv       = 1,
};
