/* Upright rolling disk (Bloch, Nonholonomic Mechanics and Control):
 * q = (x, y, roll, heading), two rolling conditions. Runs in a circle at
 * constant speed. */
#include "support/models/reference.h"

static const sunrealtype mass[4] = {2.0, 2.0, 0.25, 0.125};
static const sunrealtype radius = 0.5, roll = 3.0, turn = 1.2;

EXACT(disk_exact)
{
  const sunrealtype speed = radius * roll, w = turn;
  const sunrealtype s = sin(w * t), c = cos(w * t);
  const sunrealtype qe[4] = {speed / w * s, speed / w * (1 - c), roll * t,
                             w * t};
  const sunrealtype ve[4] = {speed * c, speed * s, roll, w};
  const sunrealtype ae[4] = {-speed * w * s, speed * w * c, 0.0, 0.0};
  for (int i = 0; i < 4; i++)
  {
    if (q) { q[i] = qe[i]; }
    if (v) { v[i] = ve[i]; }
    if (a) { a[i] = ae[i]; }
    if (psi && i < 2) { psi[i] = -mass[i] * ae[i]; }
  }
  return 0;
}

FORCE_JAC(disk_dfdq)
{
  const sunrealtype phi = q[3];
  sunrealtype a[16]     = {0.0};
  a[2 + 4 * 3]          = radius * (-psi[0] * sin(phi) + psi[1] * cos(phi));
  ref_put_full(J, 4, 4, a);
}

NONHOLONOMIC_IS(disk_k, v[0] - radius * v[2] * cos(q[3]),
                v[1] - radius * v[2] * sin(q[3]))

NONHOLONOMIC_JAC(disk_K)
{
  const sunrealtype phi = q[3];
  sunrealtype a[8]      = {1.0, 0.0, 0.0, 1.0};
  a[0 + 2 * 2]          = -radius * cos(phi);
  a[1 + 2 * 2]          = -radius * sin(phi);
  ref_put_full(K, 2, 4, a);
}

NONHOLONOMIC_JAC(disk_Kq)
{
  const sunrealtype phi = q[3];
  const sunrealtype w   = v[2];
  sunrealtype a[8]      = {0.0};
  a[0 + 2 * 3]          = radius * w * sin(phi);
  a[1 + 2 * 3]          = -radius * w * cos(phi);
  ref_put_full(K, 2, 4, a);
}

struct problem ref_rolling(void)
{
  return PROBLEM(.name = "upright rolling disk", .n = 4, .p = 2,
                 .exact = disk_exact, .masses = mass, .force = problem_no_force,
                 .dfdq = disk_dfdq, .k = disk_k, .K = disk_K, .Kq = disk_Kq,
                 .no_dfdv = 1);
}
