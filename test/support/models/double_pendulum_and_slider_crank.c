/* Planar mechanisms of rigid bodies, each in x, y, theta: the stiff double pendulum of
 * Gavrea et al. (2005), section 6.2 and the slider-crank of Jay and Negrut (2009),
 * section 8.3. */
#include "support/models/papers.h"
#include "support/models/pins.h"

#define PI      SUN_RCONST(3.14159265358979323846)
#define GRAVITY SUN_RCONST(9.81)

static void weigh(sunrealtype *f, const sunrealtype *masses, int n)
{
  for (int i = 0; i < n; i++) { f[i] = i % 3 == 1 ? -masses[i] * GRAVITY : 0; }
}

static void copy(sunrealtype *to, const sunrealtype *from, size_t n)
{
  if (to) { memcpy(to, from, n * sizeof *to); }
}

/* Gavrea et al. (2005), section 6.2. */

/* half lengths, springs, dampers */
#define L1 SUN_RCONST(1.0)
#define L2 SUN_RCONST(1.5)
static const sunrealtype K1 = 400, K2 = SUN_RCONST(3e5);
static const sunrealtype C1 = 15, C2 = SUN_RCONST(5e4);
static const sunrealtype double_masses[] = {
  3, 3, 3 * L1 *L1 / 3, 0.3, 0.3, SUN_RCONST(0.3) * L2 *L2 / 3};
static const struct pin double_pin[]     = {{0, -L1, -1, 0, 0, 0},
                                            {0, L1, 1, -L2, 0, 0}};
static const struct pinned double_pinned = {
  .bars = 2, .pins = 2, .pin = double_pin};

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
  weigh(f, double_masses, 6);
  f[2] = K1 * (3 * PI / 2 - q[2]) - C1 * v[2] - T2;
  f[5] = T2;
}

FORCE_JAC(double_dfdq)
{
  const sunrealtype d1 = pinned_bend(&double_pinned, 0, q, lambda);
  const sunrealtype d2 = pinned_bend(&double_pinned, 1, q, lambda);
  PROBLEM_MATRIX(J, {2, 2, -K1 - K2 + d1}, {5, 2, K2}, {2, 5, K2},
                 {5, 5, -K2 + d2});
}

FORCE_JAC_IS(double_dfdv, {2, 2, -C1 - C2}, {5, 2, C2}, {2, 5, C2}, {5, 5, -C2})

/* Gavrea et al. (2005), (52g) */
HOLONOMIC(double_g)
{
  pinned_g(&double_pinned, q, g);
}

HOLONOMIC_JAC(double_G)
{
  pinned_G(&double_pinned, q, G);
}

PROBLEM_EXTERN(paper_double_pendulum, .name = "double_pendulum", .n = 6, .m = 4,
               .start = double_start, .exact = double_exact,
               .masses = double_masses, .force = double_force,
               .dfdq = double_dfdq, .dfdv = double_dfdv, .g = double_g,
               .G = double_G)

/* Jay and Negrut (2009), section 8.3. */

/* half lengths of crank and rod; crank, rod, slider */
#define R1 SUN_RCONST(0.1)
#define R2 SUN_RCONST(0.3)
static const sunrealtype crank_masses[] = {
  1, 1, R1 *R1 / 3, 1.5, 1.5, SUN_RCONST(1.5) * R2 *R2 / 3, 2, 2, 0.01};
/* pins of ground and crank, crank and rod, rod and slider; slider's guide */
static const struct pin crank_pin[] = {
  {0, -R1, -1, 0, 0, 0}, {0, R1, 1, -R2, 0, 0}, {1, R2, 2, 0, 0, 0}};
static const struct pinned_hold crank_hold[] = {{7, -1}, {8, -1}};
static const struct pinned crank_pinned      = {3, 3, 2, crank_pin, crank_hold};

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
  weigh(f, crank_masses, 9);
}

FORCE_JAC(crank_dfdq)
{
  pinned_dfdq(&crank_pinned, q, lambda, J);
}

HOLONOMIC(crank_g)
{
  pinned_g(&crank_pinned, q, g);
}

HOLONOMIC_JAC(crank_G)
{
  pinned_G(&crank_pinned, q, G);
}

PROBLEM_EXTERN(paper_slider_crank, .name = "slider_crank", .n = 9, .m = 8,
               .start = crank_start, .masses = crank_masses,
               .force = crank_force, .dfdq = crank_dfdq, .no_dfdv = 1,
               .g = crank_g, .G = crank_G)
