/* The rolling disk of Jay (2011), (7.2): m = 2, r = 1, I1 = 2, I2 = 2, g = 10. The printed
 * f3 and f4 are written after cancellation of their z1, z2 terms. */
#include "support/models/papers.h"

static const sunrealtype M0 = 2, R = 1, I1 = 2, I2 = 2, GRAVITY = 10;

/* c3, s3, c4, s4 of the paper */
struct angles
{
  sunrealtype c3, s3, c4, s4;
};

static struct angles angles_of(const sunrealtype *y)
{
  return (struct angles){cos(y[2]), sin(y[2]), cos(y[3]), sin(y[3])};
}

/* Data of the disk with f as it is printed; factor of the corrected terms. */
static int printed;

static sunrealtype corrected(const void *data)
{
  return data == &printed ? 0.0 : 1.0;
}

MASS(mass)
{
  struct angles d = angles_of(q);
  sunrealtype mr = M0 * R, mr2 = M0 * R * R;
  sunrealtype m44 = mr2 * d.s3 * d.s3 + I1 * d.c3 * d.c3 + I2 * d.s3 * d.s3;
  PROBLEM_MATRIX(
    M, {0, 0, M0}, {2, 0, -mr * d.c3 * d.s4}, {3, 0, -mr * d.s3 * d.c4},
    {1, 1, M0}, {2, 1, mr * d.c3 * d.c4}, {3, 1, -mr * d.s3 * d.s4},
    {0, 2, -mr * d.c3 * d.s4}, {1, 2, mr * d.c3 * d.c4}, {2, 2, mr2 + I1},
    {0, 3, -mr * d.s3 * d.c4}, {1, 3, -mr * d.s3 * d.s4}, {3, 3, m44},
    {4, 3, I2 * d.s3}, {3, 4, I2 * d.s3}, {4, 4, I2});
}

struct end_state
{
  sunrealtype y[5], z[5], psi[2];
};

/* Reference solutions of the index-1 equations. */
static const struct end_state ends[2] = {
  {{1.133378889024437, -0.08354865005853411, 4.44433914282765,
    -0.1598974665940545, 2.037865331163287},
   {0.1100446813447452, -0.01774737441416548, -3.493189665598652,
    -0.01126854516003663, 0.1114665922636154},
   {-4.1641986683423, -25.750364161455}},
  {{1.024486015148596, 0.02015925016566641, 4.443259949783174,
    0.1004127992249815, 1.925340266680431},
   {0.08154079580884317, 0.008215369253090748, -3.494811110113484,
    0.05070869147578093, 0.08195360683401369},
   {2.7448568956349, -25.980101069053}}};

EXACT(exact)
{
  const struct end_state *end = &ends[corrected(data) > 0.0];
  if (a || !(fabs(t - 10) < SUN_RCONST(1e-9))) { return -1; }
  if (q) { memcpy(q, end->y, sizeof end->y); }
  if (v) { memcpy(v, end->z, sizeof end->z); }
  if (psi) { memcpy(psi, end->psi, sizeof end->psi); }
  return 0;
}

FORCE(force)
{
  struct angles d      = angles_of(q);
  const sunrealtype *z = v;
  sunrealtype mr = M0 * R, squares = z[2] * z[2] + z[3] * z[3];
  sunrealtype cross = 2 * z[2] * z[3];
  f[0]              = mr * (-squares * d.s3 * d.s4 + cross * d.c3 * d.c4);
  f[1]              = mr * (squares * d.s3 * d.c4 + cross * d.c3 * d.s4);
  f[2]              = (mr * R - I1) * z[3] * z[3] * d.s3 * d.c3 +
         I2 * (z[4] + z[3] * d.s3) * z[3] * d.c3 + mr * GRAVITY * d.s3;
  f[3] = -(mr * R - I1 + I2) * cross * d.s3 * d.c3 -
         corrected(data) * I2 * z[2] * z[4] * d.c3;
  f[4] = -I2 * z[3] * d.c3 * z[2];
}

/* Columns y3 and y4. */
FORCE_JAC(dfdq)
{
  struct angles d      = angles_of(q);
  const sunrealtype *z = v;
  sunrealtype mr = M0 * R, squares = z[2] * z[2] + z[3] * z[3];
  sunrealtype cross = 2 * z[2] * z[3], cos2 = d.c3 * d.c3 - d.s3 * d.s3;
  PROBLEM_MATRIX(J, {0, 2, mr * (-squares * d.c3 * d.s4 - cross * d.s3 * d.c4)},
                 {1, 2, mr * (squares * d.c3 * d.c4 - cross * d.s3 * d.s4)},
                 {2, 2,
                  (mr * R - I1 + I2) * z[3] * z[3] * cos2 -
                    I2 * z[4] * z[3] * d.s3 + mr * GRAVITY * d.c3},
                 {3, 2,
                  -(mr * R - I1 + I2) * cross * cos2 +
                    corrected(data) * I2 * z[2] * z[4] * d.s3},
                 {4, 2, I2 * z[3] * d.s3 * z[2]},
                 {0, 3, mr * (-squares * d.s3 * d.c4 - cross * d.c3 * d.s4)},
                 {1, 3, mr * (-squares * d.s3 * d.s4 + cross * d.c3 * d.c4)},
                 {2, 3, 0}, {3, 3, 0},
                 {4, 3, R * (-d.s4 * psi[0] + d.c4 * psi[1])});
}

FORCE_JAC(dfdv)
{
  struct angles d      = angles_of(q);
  const sunrealtype *z = v;
  sunrealtype mr = M0 * R, I = mr * R - I1 + I2, sc = d.s3 * d.c3;
  PROBLEM_MATRIX(
    J, {0, 2, 2 * mr * (-z[2] * d.s3 * d.s4 + z[3] * d.c3 * d.c4)},
    {1, 2, 2 * mr * (z[2] * d.s3 * d.c4 + z[3] * d.c3 * d.s4)}, {2, 2, 0},
    {3, 2, -2 * I * z[3] * sc - corrected(data) * I2 * z[4] * d.c3},
    {4, 2, -I2 * z[3] * d.c3},
    {0, 3, 2 * mr * (-z[3] * d.s3 * d.s4 + z[2] * d.c3 * d.c4)},
    {1, 3, 2 * mr * (z[3] * d.s3 * d.c4 + z[2] * d.c3 * d.s4)},
    {2, 3, 2 * I * z[3] * sc + I2 * z[4] * d.c3}, {3, 3, -2 * I * z[2] * sc},
    {4, 3, -I2 * z[2] * d.c3}, {2, 4, I2 * z[3] * d.c3},
    {3, 4, -corrected(data) * I2 * z[2] * d.c3});
}

NONHOLONOMIC(rolling)
{
  struct angles d = angles_of(q);
  k[0]            = v[0] - R * d.c4 * v[4];
  k[1]            = v[1] - R * d.s4 * v[4];
}

NONHOLONOMIC_JAC(rolling_by_v)
{
  struct angles d = angles_of(q);
  PROBLEM_MATRIX(K, {0, 0, 1}, {1, 1, 1}, {0, 4, -R * d.c4}, {1, 4, -R * d.s4});
}

NONHOLONOMIC_JAC(rolling_by_q)
{
  struct angles d = angles_of(q);
  PROBLEM_MATRIX(K, {0, 3, R * d.s4 * v[4]}, {1, 3, -R * d.c4 * v[4]});
}

sunrealtype paper_disk_energy(const sunrealtype *q, const sunrealtype *v)
{
  sunrealtype c3 = cos(q[2]), s3 = sin(q[2]), c4 = cos(q[3]), s4 = sin(q[3]);
  sunrealtype spin = v[4] + v[3] * s3;
  sunrealtype T    = M0 / 2 *
                    (v[0] * v[0] + v[1] * v[1] +
                     R * R * (v[2] * v[2] + v[3] * v[3] * s3 * s3)) -
                  M0 * R *
                    (v[2] * c3 * (v[0] * s4 - v[1] * c4) +
                     v[3] * s3 * (v[0] * c4 + v[1] * s4)) +
                  I1 / 2 * (v[2] * v[2] + v[3] * v[3] * c3 * c3) +
                  I2 / 2 * spin * spin;
  return T + M0 * GRAVITY * R * c3;
}

static const sunrealtype start_q[] = {0.1, 0, 0.3, 0, 1};
static const sunrealtype start_v[] = {0.1, 0, 0.02, -0.02, 0.1};

#define DISK(its_name, its_data)                                              \
  {                                                                           \
    .name = its_name, .n = 5, .p = 2, .q0 = start_q, .v0 = start_v,           \
    .exact = exact, .mass = mass, .force = force, .dfdq = dfdq, .dfdv = dfdv, \
    .k = rolling, .K = rolling_by_v, .Kq = rolling_by_q, .data = (its_data)   \
  }

const struct problem paper_disk         = DISK("disk", NULL);
const struct problem paper_disk_printed = DISK("disk_printed", &printed);
