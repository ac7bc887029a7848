/* N four-bar linkages in a row (IFToMM A02): bars of unit length and mass in
 * coordinates (x, y, theta). Bars 0..N hang from the ground at (i, 0), bars
 * N+1..2N join their tips. x is measured from the bar's own point of the ground,
 * for links from that of their left end: errors relative to the size of q then
 * mean the same for any N. */
#include "support/models/flexible/mechanism.h"
#include "support/models/flexible/sparse_sum.h"
#include "support/run/keep.h"

#define GRAVITY 9.81
#define HALF    0.5
#define HALF_PI 1.57079632679489661923

struct fourbar
{
  struct problem pb;
  sunindextype N;
  sunrealtype angle;
  struct sparse_sum stiffness, jac;
};

/* End (-1 or 1) of bar in joint i, on the left (0) or right (1) side of the
   joint's difference; side 1 of a joint on the ground has no bar (-1). */
static sunindextype bar_of(const struct fourbar *w, sunindextype i, int side,
                           sunrealtype *end)
{
  if (i <= w->N)
  {
    *end = -1.0;
    return side == 0 ? i : -1;
  }
  const sunindextype link = (i - w->N - 1) / 2, right = (i - w->N - 1) % 2;

  *end = side == 1 || right ? 1.0 : -1.0;
  return side == 0 ? w->N + 1 + link : link + right;
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct fourbar *w  = data;
  const sunrealtype theta  = w->angle - HALF_PI;
  const sunrealtype tip[2] = {cos(theta), sin(theta)};

  for (sunindextype b = 0; b <= 2 * w->N; b++)
  {
    const int hangs     = b <= w->N;
    const sunrealtype x = hangs ? 0.0 : HALF;
    const sunrealtype r = hangs ? HALF : 1.0;

    q[3 * b]     = x + r * tip[0];
    q[3 * b + 1] = r * tip[1];
    q[3 * b + 2] = hangs ? theta : 0.0;
    v[3 * b] = v[3 * b + 1] = v[3 * b + 2] = 0.0;
  }
}

MASS(mass)
{
  const struct fourbar *w = data;

  problem_begin(M);
  for (sunindextype j = 0; j < w->pb.n; j++)
  {
    problem_put(M, j, j, j % 3 == 2 ? 1.0 / 12.0 : 1.0);
  }
  problem_end(M);
}

FORCE(force)
{
  const struct fourbar *w = data;

  for (sunindextype j = 0; j < w->pb.n; j++)
  {
    f[j] = j % 3 == 1 ? -GRAVITY : 0.0;
  }
}

HOLONOMIC(holonomic)
{
  const struct fourbar *w = data;

  for (sunindextype i = 0; i <= 3 * w->N; i++)
  {
    g[2 * i]     = i > w->N && (i - w->N) % 2 == 0 ? -1.0 : 0.0;
    g[2 * i + 1] = 0.0;
    for (int side = 0; side < 2; side++)
    {
      sunrealtype end;
      const sunindextype b   = bar_of(w, i, side, &end);
      const sunrealtype sign = side == 0 ? 1.0 : -1.0;

      if (b < 0) { continue; }
      g[2 * i] += sign * (q[3 * b] + HALF * end * cos(q[3 * b + 2]));
      g[2 * i + 1] += sign * (q[3 * b + 1] + HALF * end * sin(q[3 * b + 2]));
    }
  }
}

static int holonomic_jac(sunrealtype t, N_Vector qv, SUNMatrix G, void *data)
{
  struct fourbar *w    = data;
  const sunrealtype *q = N_VGetArrayPointer(qv);

  sparse_sum_begin(&w->jac);
  for (sunindextype i = 0; i <= 3 * w->N; i++)
  {
    for (int side = 0; side < 2; side++)
    {
      sunrealtype end;
      const sunindextype b   = bar_of(w, i, side, &end);
      const sunrealtype sign = side == 0 ? 1.0 : -1.0;

      if (b < 0) { continue; }
      const sunrealtype arm = sign * HALF * end;

      sparse_sum_put(&w->jac, 2 * i, 3 * b, sign);
      sparse_sum_put(&w->jac, 2 * i + 1, 3 * b + 1, sign);
      sparse_sum_put(&w->jac, 2 * i, 3 * b + 2, -arm * sin(q[3 * b + 2]));
      sparse_sum_put(&w->jac, 2 * i + 1, 3 * b + 2, arm * cos(q[3 * b + 2]));
    }
  }
  return sparse_sum_end(&w->jac) || sparse_sum_give(&w->jac, G) ? -1 : 0;
}

/* -d(G^T lambda)/dq: on the angles only. */
static int stiffness(sunrealtype t, N_Vector qv, N_Vector v, N_Vector lambda,
                     N_Vector psi, SUNMatrix K, void *data)
{
  struct fourbar *w    = data;
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const sunrealtype *l = N_VGetArrayPointer(lambda);

  sparse_sum_begin(&w->stiffness);
  for (sunindextype i = 0; i <= 3 * w->N; i++)
  {
    for (int side = 0; side < 2; side++)
    {
      sunrealtype end;
      const sunindextype b = bar_of(w, i, side, &end);

      if (b < 0) { continue; }
      const sunrealtype arm   = side == 0 ? HALF * end : -HALF * end;
      const sunrealtype theta = q[3 * b + 2];

      sparse_sum_put(&w->stiffness, 3 * b + 2, 3 * b + 2,
                     arm * (l[2 * i] * cos(theta) + l[2 * i + 1] * sin(theta)));
    }
  }
  return sparse_sum_end(&w->stiffness) || sparse_sum_give(&w->stiffness, K) ? -1
                                                                            : 0;
}

static int third(const void *data, sunindextype j)
{
  return j % 3 == 2;
}

struct mechanism mechanism_fourbar(sunindextype N, sunrealtype angle)
{
  const sunindextype n = 3 * (2 * N + 1), m = 2 * (3 * N + 1);
  struct fourbar *w = keep_zeros(1, sizeof *w);

  *w = (struct fourbar){.pb    = {.name          = "four-bar linkages in a row",
                                  .n             = n,
                                  .m             = m,
                                  .start         = start,
                                  .mass          = mass,
                                  .force         = force,
                                  .dfdq          = stiffness,
                                  .g             = holonomic,
                                  .G             = holonomic_jac,
                                  .data          = w,
                                  .constant_mass = 1,
                                  .no_dfdv       = 1},
                        .N     = N,
                        .angle = angle};
  sparse_sum_new(&w->jac, m, n);
  sparse_sum_new(&w->stiffness, n, n);
  return (struct mechanism){&w->pb, third};
}
