/* The rolling disk of Jay (2011), (7.2): m = 2, r = 1, I1 = 2, I2 = 2, g = 10. The printed
 * f3 and f4 are written after cancellation of their z1, z2 terms. */
#include "support/models/callbacks.h"
#include "support/models/papers.h"

#include <math.h>
#include <string.h>

static const sunrealtype MASS = 2, R = 1, I1 = 2, I2 = 2, GRAVITY = 10;

/* c3, s3, c4, s4 of the paper */
struct angles
{
  sunrealtype c3, s3, c4, s4;
};

static struct angles angles_of(N_Vector q)
{
  const sunrealtype *y = N_VGetArrayPointer(q);
  return (struct angles){cos(y[2]), sin(y[2]), cos(y[3]), sin(y[3])};
}

static int mass(sunrealtype t, N_Vector q, SUNMatrix M, void *data)
{
  struct angles d = angles_of(q);
  sunrealtype mr = MASS * R, mr2 = MASS * R * R;
  sunrealtype m44 = mr2 * d.s3 * d.s3 + I1 * d.c3 * d.c3 + I2 * d.s3 * d.s3;
  PROBLEM_MATRIX(
    M, {0, 0, MASS}, {2, 0, -mr * d.c3 * d.s4}, {3, 0, -mr * d.s3 * d.c4},
    {1, 1, MASS}, {2, 1, mr * d.c3 * d.c4}, {3, 1, -mr * d.s3 * d.s4},
    {0, 2, -mr * d.c3 * d.s4}, {1, 2, mr * d.c3 * d.c4}, {2, 2, mr2 + I1},
    {0, 3, -mr * d.s3 * d.c4}, {1, 3, -mr * d.s3 * d.s4}, {3, 3, m44},
    {4, 3, I2 * d.s3}, {3, 4, I2 * d.s3}, {4, 4, I2});
  return 0;
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  static const sunrealtype y[] = {0.1, 0, 0.3, 0, 1};
  static const sunrealtype z[] = {0.1, 0, 0.02, -0.02, 0.1};
  memcpy(q, y, sizeof y);
  memcpy(v, z, sizeof z);
}

struct end_state
{
  sunrealtype y[5], z[5], psi[2];
};

static int at_10(sunrealtype t, const struct end_state *end, sunrealtype *q,
                 sunrealtype *v, sunrealtype *a, sunrealtype *psi)
{
  if (a || !(fabs(t - 10) < SUN_RCONST(1e-9))) { return -1; }
  if (q) { memcpy(q, end->y, sizeof end->y); }
  if (v) { memcpy(v, end->z, sizeof end->z); }
  if (psi) { memcpy(psi, end->psi, sizeof end->psi); }
  return 0;
}

/* Reference solutions of the index-1 equations. */
EXACT(exact)
{
  static const struct end_state end = {
    {1.024486015148596, 0.02015925016566641, 4.443259949783174,
     0.1004127992249815, 1.925340266680431},
    {0.08154079580884317, 0.008215369253090748, -3.494811110113484,
     0.05070869147578093, 0.08195360683401369},
    {2.7448568956349, -25.980101069053}};
  return at_10(t, &end, q, v, a, psi);
}

EXACT(exact_printed)
{
  static const struct end_state end = {
    {1.133378889024437, -0.08354865005853411, 4.44433914282765,
     -0.1598974665940545, 2.037865331163287},
    {0.1100446813447452, -0.01774737441416548, -3.493189665598652,
     -0.01126854516003663, 0.1114665922636154},
    {-4.1641986683423, -25.750364161455}};
  return at_10(t, &end, q, v, a, psi);
}

static int force_printed(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                         void *data)
{
  struct angles d      = angles_of(q);
  const sunrealtype *z = N_VGetArrayPointer(v);
  sunrealtype *F       = N_VGetArrayPointer(f);
  sunrealtype mr = MASS * R, squares = z[2] * z[2] + z[3] * z[3];
  sunrealtype cross = 2 * z[2] * z[3];
  F[0]              = mr * (-squares * d.s3 * d.s4 + cross * d.c3 * d.c4);
  F[1]              = mr * (squares * d.s3 * d.c4 + cross * d.c3 * d.s4);
  F[2]              = (mr * R - I1) * z[3] * z[3] * d.s3 * d.c3 +
         I2 * (z[4] + z[3] * d.s3) * z[3] * d.c3 + mr * GRAVITY * d.s3;
  F[3] = -(mr * R - I1 + I2) * cross * d.s3 * d.c3;
  F[4] = -I2 * z[3] * d.c3 * z[2];
  return 0;
}

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  const sunrealtype *z = N_VGetArrayPointer(v);
  int ret              = force_printed(t, q, v, f, data);
  N_VGetArrayPointer(f)[3] -= I2 * z[2] * z[4] * angles_of(q).c3;
  return ret;
}

/* Columns y3 and y4 of df/dq without the corrected term. */
static void columns_dfdq(struct angles d, const sunrealtype *z,
                         const sunrealtype *psi, sunrealtype col3[5],
                         sunrealtype col4[5])
{
  sunrealtype mr = MASS * R, squares = z[2] * z[2] + z[3] * z[3];
  sunrealtype cross = 2 * z[2] * z[3], cos2 = d.c3 * d.c3 - d.s3 * d.s3;
  col3[0] = mr * (-squares * d.c3 * d.s4 - cross * d.s3 * d.c4);
  col3[1] = mr * (squares * d.c3 * d.c4 - cross * d.s3 * d.s4);
  col3[2] = (mr * R - I1 + I2) * z[3] * z[3] * cos2 - I2 * z[4] * z[3] * d.s3 +
            mr * GRAVITY * d.c3;
  col3[3] = -(mr * R - I1 + I2) * cross * cos2;
  col3[4] = I2 * z[3] * d.s3 * z[2];
  col4[0] = mr * (-squares * d.s3 * d.c4 - cross * d.c3 * d.s4);
  col4[1] = mr * (-squares * d.s3 * d.s4 + cross * d.c3 * d.c4);
  col4[2] = 0;
  col4[3] = 0;
  col4[4] = R * (-d.s4 * psi[0] + d.c4 * psi[1]);
}

static int put_dfdq(N_Vector q, N_Vector v, N_Vector psi, SUNMatrix J,
                    sunrealtype corrected)
{
  struct angles d      = angles_of(q);
  const sunrealtype *z = N_VGetArrayPointer(v);
  sunrealtype col[2][5];
  columns_dfdq(d, z, N_VGetArrayPointer(psi), col[0], col[1]);
  col[0][3] += corrected * I2 * z[2] * z[4] * d.s3;
  problem_begin(J);
  for (int j = 0; j < 2; j++)
  {
    for (int i = 0; i < 5; i++) { problem_put(J, i, j + 2, col[j][i]); }
  }
  problem_end(J);
  return 0;
}

static int dfdq(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                N_Vector psi, SUNMatrix J, void *data)
{
  return put_dfdq(q, v, psi, J, 1);
}

static int dfdq_printed(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                        N_Vector psi, SUNMatrix J, void *data)
{
  return put_dfdq(q, v, psi, J, 0);
}

static int put_dfdv(N_Vector q, N_Vector v, SUNMatrix J, sunrealtype corrected)
{
  struct angles d      = angles_of(q);
  const sunrealtype *z = N_VGetArrayPointer(v);
  sunrealtype mr = MASS * R, I = mr * R - I1 + I2, sc = d.s3 * d.c3;
  sunrealtype col3[] = {2 * mr * (-z[2] * d.s3 * d.s4 + z[3] * d.c3 * d.c4),
                        2 * mr * (z[2] * d.s3 * d.c4 + z[3] * d.c3 * d.s4), 0,
                        -2 * I * z[3] * sc - corrected * I2 * z[4] * d.c3,
                        -I2 * z[3] * d.c3};
  sunrealtype col4[] = {2 * mr * (-z[3] * d.s3 * d.s4 + z[2] * d.c3 * d.c4),
                        2 * mr * (z[3] * d.s3 * d.c4 + z[2] * d.c3 * d.s4),
                        2 * I * z[3] * sc + I2 * z[4] * d.c3,
                        -2 * I * z[2] * sc, -I2 * z[2] * d.c3};
  problem_begin(J);
  for (int i = 0; i < 5; i++) { problem_put(J, i, 2, col3[i]); }
  for (int i = 0; i < 5; i++) { problem_put(J, i, 3, col4[i]); }
  problem_put(J, 2, 4, I2 * z[3] * d.c3);
  problem_put(J, 3, 4, -corrected * I2 * z[2] * d.c3);
  problem_end(J);
  return 0;
}

static int dfdv(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                N_Vector psi, SUNMatrix J, void *data)
{
  return put_dfdv(q, v, J, 1);
}

static int dfdv_printed(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                        N_Vector psi, SUNMatrix J, void *data)
{
  return put_dfdv(q, v, J, 0);
}

static int k(sunrealtype t, N_Vector q, N_Vector v, N_Vector r, void *data)
{
  struct angles d          = angles_of(q);
  const sunrealtype *z     = N_VGetArrayPointer(v);
  N_VGetArrayPointer(r)[0] = z[0] - R * d.c4 * z[4];
  N_VGetArrayPointer(r)[1] = z[1] - R * d.s4 * z[4];
  return 0;
}

static int K(sunrealtype t, N_Vector q, N_Vector v, SUNMatrix J, void *data)
{
  struct angles d = angles_of(q);
  PROBLEM_MATRIX(J, {0, 0, 1}, {1, 1, 1}, {0, 4, -R * d.c4}, {1, 4, -R * d.s4});
  return 0;
}

static int Kq(sunrealtype t, N_Vector q, N_Vector v, SUNMatrix J, void *data)
{
  struct angles d = angles_of(q);
  sunrealtype z5  = N_VGetArrayPointer(v)[4];
  PROBLEM_MATRIX(J, {0, 3, R * d.s4 * z5}, {1, 3, -R * d.c4 * z5});
  return 0;
}

sunrealtype paper_disk_energy(const sunrealtype *q, const sunrealtype *v)
{
  sunrealtype c3 = cos(q[2]), s3 = sin(q[2]), c4 = cos(q[3]), s4 = sin(q[3]);
  sunrealtype spin = v[4] + v[3] * s3;
  sunrealtype T    = MASS / 2 *
                    (v[0] * v[0] + v[1] * v[1] +
                     R * R * (v[2] * v[2] + v[3] * v[3] * s3 * s3)) -
                  MASS * R *
                    (v[2] * c3 * (v[0] * s4 - v[1] * c4) +
                     v[3] * s3 * (v[0] * c4 + v[1] * s4)) +
                  I1 / 2 * (v[2] * v[2] + v[3] * v[3] * c3 * c3) +
                  I2 / 2 * spin * spin;
  return T + MASS * GRAVITY * R * c3;
}

const struct problem paper_disk = {
  .name  = "disk",
  .n     = 5,
  .p     = 2,
  .start = start,
  .exact = exact,
  .mass  = mass,
  .force = force,
  .dfdq  = dfdq,
  .dfdv  = dfdv,
  .k     = k,
  .K     = K,
  .Kq    = Kq,
};

const struct problem paper_disk_printed = {
  .name  = "disk_printed",
  .n     = 5,
  .p     = 2,
  .start = start,
  .exact = exact_printed,
  .mass  = mass,
  .force = force_printed,
  .dfdq  = dfdq_printed,
  .dfdv  = dfdv_printed,
  .k     = k,
  .K     = K,
  .Kq    = Kq,
};
