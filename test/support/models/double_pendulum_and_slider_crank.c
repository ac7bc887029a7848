/* Planar mechanisms of rigid bodies, each in x, y, theta: the stiff double pendulum of
 * Gavrea et al. (2005), section 6.2 and the slider-crank of Jay and Negrut (2009),
 * section 8.3. */
#include "support/models/callbacks.h"
#include "support/models/papers.h"

#include <math.h>
#include <string.h>

#define PI      SUN_RCONST(3.14159265358979323846)
#define GRAVITY SUN_RCONST(9.81)

static void put_masses(SUNMatrix M, const sunrealtype *mass,
                       const sunrealtype *inertia, sunindextype bodies)
{
  problem_begin(M);
  for (sunindextype b = 0; b < bodies; b++)
  {
    problem_put(M, 3 * b, 3 * b, mass[b]);
    problem_put(M, 3 * b + 1, 3 * b + 1, mass[b]);
    problem_put(M, 3 * b + 2, 3 * b + 2, inertia[b]);
  }
  problem_end(M);
}

static void weigh(sunrealtype *f, const sunrealtype *mass, sunindextype bodies)
{
  for (sunindextype b = 0; b < bodies; b++)
  {
    f[3 * b]     = 0;
    f[3 * b + 1] = -mass[b] * GRAVITY;
    f[3 * b + 2] = 0;
  }
}

static void copy(sunrealtype *to, const sunrealtype *from, size_t n)
{
  if (to) { memcpy(to, from, n * sizeof *to); }
}

/* ---- Gavrea et al. (2005), section 6.2 ---- */

/* half lengths, springs, dampers */
static const sunrealtype L1 = 1, L2 = SUN_RCONST(1.5);
static const sunrealtype K1 = 400, K2 = SUN_RCONST(3e5);
static const sunrealtype C1 = 15, C2 = SUN_RCONST(5e4);
static const sunrealtype mass62[] = {3, SUN_RCONST(0.3)};

MASS(double_mass)
{
  const sunrealtype inertia[] = {mass62[0] * L1 * L1 / 3,
                                 mass62[1] * L2 * L2 / 3};
  put_masses(M, mass62, inertia, 2);
}

/* theta1(0), which the paper does not state, is 2 pi: so Table 3 comes out. */
static void double_start(sunrealtype *q, sunrealtype *v, void *data)
{
  const sunrealtype theta1 = 2 * PI, theta2 = 23 * PI / 12, omega2 = 10;
  q[0] = L1 * cos(theta1);
  q[1] = L1 * sin(theta1);
  q[2] = theta1;
  q[3] = 2 * q[0] + L2 * cos(theta2);
  q[4] = 2 * q[1] + L2 * sin(theta2);
  q[5] = theta2;
  v[0] = v[1] = v[2] = 0;
  v[3]               = -L2 * sin(theta2) * omega2;
  v[4]               = L2 * cos(theta2) * omega2;
  v[5]               = omega2;
}

/* Reference solution of Gavrea et al. (2005), (53), (54). */
EXACT(double_exact)
{
  static const sunrealtype y[] = {-0.07184883611359799, -0.9974155326387901,
                                  4.640478183221209,    -0.2514432204688752,
                                  -3.490956359774702,   4.640496701688409};
  static const sunrealtype z[] = {-1.625680050233893, 0.1171058758162537,
                                  -1.629892454083754, -5.690422424370778,
                                  0.4098642242236376, -1.630252715380239};
  if (a || lambda || !(fabs(t - 2) < SUN_RCONST(1e-9))) { return -1; }
  copy(q, y, 6);
  copy(v, z, 6);
  return 0;
}

FORCE(double_force)
{
  sunrealtype T2 = K2 * (q[2] - q[5]) + C2 * (v[2] - v[5]);
  weigh(f, mass62, 2);
  f[2] = K1 * (3 * PI / 2 - q[2]) - C1 * v[2] - T2;
  f[5] = T2;
}

FORCE_JAC(double_dfdq)
{
  sunrealtype d1 = L1 * (cos(q[2]) * (lambda[2] - lambda[0]) -
                         sin(q[2]) * (lambda[1] - lambda[3]));
  sunrealtype d2 = L2 * (cos(q[5]) * lambda[2] + sin(q[5]) * lambda[3]);
  PROBLEM_MATRIX(J, {2, 2, -K1 - K2 + d1}, {5, 2, K2}, {2, 5, K2},
                 {5, 5, -K2 + d2});
}

FORCE_JAC(double_dfdv)
{
  PROBLEM_MATRIX(J, {2, 2, -C1 - C2}, {5, 2, C2}, {2, 5, C2}, {5, 5, -C2});
}

/* Gavrea et al. (2005), (52g) */
HOLONOMIC(double_g)
{
  sunrealtype x1 = L1 * cos(q[2]), y1 = L1 * sin(q[2]);
  g[0] = q[0] - x1;
  g[1] = q[1] - y1;
  g[2] = q[0] + x1 + L2 * cos(q[5]) - q[3];
  g[3] = q[1] + y1 + L2 * sin(q[5]) - q[4];
}

HOLONOMIC_JAC(double_G)
{
  sunrealtype s1 = L1 * sin(q[2]), c1 = L1 * cos(q[2]);
  PROBLEM_MATRIX(G, {0, 0, 1}, {2, 0, 1}, {1, 1, 1}, {3, 1, 1}, {0, 2, s1},
                 {1, 2, -c1}, {2, 2, -s1}, {3, 2, c1}, {2, 3, -1}, {3, 4, -1},
                 {2, 5, -L2 * sin(q[5])}, {3, 5, L2 * cos(q[5])});
}

const struct problem paper_double_pendulum = {
  .name          = "double_pendulum",
  .n             = 6,
  .m             = 4,
  .start         = double_start,
  .exact         = double_exact,
  .mass          = double_mass,
  .constant_mass = 1,
  .force         = double_force,
  .dfdq          = double_dfdq,
  .dfdv          = double_dfdv,
  .g             = double_g,
  .G             = double_G,
};

/* ---- Jay and Negrut (2009), section 8.3 ---- */

/* half lengths of crank and rod; crank, rod, slider */
static const sunrealtype R1 = SUN_RCONST(0.1), R2 = SUN_RCONST(0.3);
static const sunrealtype mass83[] = {1, SUN_RCONST(1.5), 2};

MASS(crank_mass)
{
  const sunrealtype inertia[] = {mass83[0] * R1 * R1 / 3,
                                 mass83[1] * R2 * R2 / 3, SUN_RCONST(0.01)};
  put_masses(M, mass83, inertia, 3);
}

/* Crank at 45 degrees turning with 6 rad/s; the slider moves along y = 0. */
static void crank_start(sunrealtype *q, sunrealtype *v, void *data)
{
  const sunrealtype phi = PI / 4, omega = 6;
  sunrealtype c1 = R1 * cos(phi), s1 = R1 * sin(phi);
  sunrealtype theta = asin(-s1 / R2);
  sunrealtype c2 = R2 * cos(theta), s2 = R2 * sin(theta);
  sunrealtype rate = -omega * c1 / c2;
  copy(q,
       (const sunrealtype[]){c1, s1, phi, 2 * c1 + c2, 2 * s1 + s2, theta,
                             2 * c1 + 2 * c2, 0, 0},
       9);
  copy(v,
       (const sunrealtype[]){-s1 * omega, c1 * omega, omega,
                             -2 * s1 * omega - s2 * rate,
                             2 * c1 * omega + c2 * rate, rate,
                             -2 * s1 * omega - 2 * s2 * rate, 0, 0},
       9);
}

FORCE(crank_force)
{
  weigh(f, mass83, 3);
}

/* f = -G^T lambda + const turns only with the angles of crank and rod. */
FORCE_JAC(crank_dfdq)
{
  sunrealtype d1 = R1 * (cos(q[2]) * (lambda[2] - lambda[0]) +
                         sin(q[2]) * (lambda[3] - lambda[1]));
  sunrealtype d2 = R2 * (cos(q[5]) * (lambda[2] + lambda[4]) +
                         sin(q[5]) * (lambda[3] + lambda[5]));
  PROBLEM_MATRIX(J, {2, 2, d1}, {5, 5, d2});
}

/* Pins of ground and crank, crank and rod, rod and slider; slider's guide. */
HOLONOMIC(crank_g)
{
  sunrealtype c1 = R1 * cos(q[2]), s1 = R1 * sin(q[2]);
  sunrealtype c2 = R2 * cos(q[5]), s2 = R2 * sin(q[5]);
  g[0] = q[0] - c1;
  g[1] = q[1] - s1;
  g[2] = q[0] + c1 - (q[3] - c2);
  g[3] = q[1] + s1 - (q[4] - s2);
  g[4] = q[3] + c2 - q[6];
  g[5] = q[4] + s2 - q[7];
  g[6] = q[7];
  g[7] = q[8];
}

HOLONOMIC_JAC(crank_G)
{
  sunrealtype c1 = R1 * cos(q[2]), s1 = R1 * sin(q[2]);
  sunrealtype c2 = R2 * cos(q[5]), s2 = R2 * sin(q[5]);
  const struct
  {
    sunindextype row, column;
    sunrealtype value;
  } entry[] = {{0, 0, 1},   {2, 0, 1},   {1, 1, 1},   {3, 1, 1},  {0, 2, s1},
               {1, 2, -c1}, {2, 2, -s1}, {3, 2, c1},  {2, 3, -1}, {4, 3, 1},
               {3, 4, -1},  {5, 4, 1},   {2, 5, -s2}, {3, 5, c2}, {4, 5, -s2},
               {5, 5, c2},  {4, 6, -1},  {5, 7, -1},  {6, 7, 1},  {7, 8, 1}};
  problem_begin(G);
  for (size_t i = 0; i < sizeof entry / sizeof entry[0]; i++)
  {
    problem_put(G, entry[i].row, entry[i].column, entry[i].value);
  }
  problem_end(G);
}

const struct problem paper_slider_crank = {
  .name          = "slider_crank",
  .n             = 9,
  .m             = 8,
  .start         = crank_start,
  .mass          = crank_mass,
  .constant_mass = 1,
  .force         = crank_force,
  .dfdq          = crank_dfdq,
  .no_dfdv       = 1,
  .g             = crank_g,
  .G             = crank_G,
};
