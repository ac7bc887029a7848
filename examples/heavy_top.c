/* Heavy top: rotation in space by unit quaternions; the fixed tip and |p| = 1
 * are constraints.
 *
 * The fast top of Bruls, Cardona and Arnold (2012), q = (x, p): centre of mass,
 * 1 m from the tip, and quaternion, scalar part first. With the moments of
 * inertia A across and C about the axle and the spin w = 2 e(p).p',
 * e = (-p2, -p3, p0, p1), its kinetic energy for |p| = 1 is
 * (m |x'|^2 + 4 A |p'|^2 + (C - A) w^2)/2.
 * Prints x, the force at the tip, spin and energy (both constant) and checks
 * them, x and the force against accurate values at t = 1. */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"

static const double m = 15, A = 0.234375, C = 0.46875, gravity = 9.81;

static void axle(const sunrealtype *p, double e[4])
{
  e[0] = -p[2];
  e[1] = -p[3];
  e[2] = p[0];
  e[3] = p[1];
}

static double dot(const double *a, const double *b, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) { sum += a[i] * b[i]; }
  return sum;
}

/* diag(m, m, m, 4 A I + 4 (C - A) e e^T) */
static int mass(sunrealtype t, N_Vector q, SUNMatrix M, void *user_data)
{
  double e[7] = {0, 0, 0}, rows[49];

  (void)t, (void)user_data;
  axle(N_VGetArrayPointer(q) + 3, e + 3);
  for (int k = 0; k < 49; k++)
  {
    const int i = k / 7, j = k % 7;
    rows[k] = (i != j ? 0 : i < 3 ? m : 4 * A) + 4 * (C - A) * e[i] * e[j];
  }
  return example_fill(M, rows);
}

/* Weight and the gyroscopic force -8 (C - A) (e(p).p') e(p'). */
static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector fv,
                 void *user_data)
{
  const sunrealtype *rate = N_VGetArrayPointer(v) + 3;
  sunrealtype *f          = N_VGetArrayPointer(fv);
  double e[4];

  (void)t, (void)user_data;
  axle(N_VGetArrayPointer(q) + 3, e);
  axle(rate, f + 3);
  for (int i = 3; i < 7; i++) { f[i] *= -8 * (C - A) * dot(e, rate, 4); }
  f[0] = f[1] = 0;
  f[2]        = -m * gravity;
  return 0;
}

/* x = R(p) (0,1,0), |p| = 1 */
static int joint(sunrealtype t, N_Vector q, N_Vector gv, void *user_data)
{
  const sunrealtype *x = N_VGetArrayPointer(q), *p = x + 3;
  sunrealtype *g = N_VGetArrayPointer(gv);

  (void)t, (void)user_data;
  g[0] = x[0] - 2 * (p[1] * p[2] - p[0] * p[3]);
  g[1] = x[1] - (p[0] * p[0] - p[1] * p[1] + p[2] * p[2] - p[3] * p[3]);
  g[2] = x[2] - 2 * (p[2] * p[3] + p[0] * p[1]);
  g[3] = (dot(p, p, 4) - 1) / 2;
  return 0;
}

static int joint_jac(sunrealtype t, N_Vector q, SUNMatrix G, void *user_data)
{
  const sunrealtype *p    = N_VGetArrayPointer(q) + 3;
  const double rows[4][7] = {
    {1, 0, 0, 2 * p[3], -2 * p[2], -2 * p[1], 2 * p[0]},
    {0, 1, 0, -2 * p[0], 2 * p[1], -2 * p[2], 2 * p[3]},
    {0, 0, 1, -2 * p[1], -2 * p[0], -2 * p[3], -2 * p[2]},
    {0, 0, 0, p[0], p[1], p[2], p[3]}};

  (void)t, (void)user_data;
  return example_fill(G, rows[0]);
}

static int report(double t, const double *q, const double *v, const double *l)
{
  double e[4], w, energy;

  axle(q + 3, e);
  w = 2 * dot(e, v + 3, 4);
  energy =
    (m * dot(v, v, 3) + 4 * A * dot(v + 3, v + 3, 4) + (C - A) * w * w) / 2 +
    m * gravity * q[2];
  printf("%3.1f %7.3f %6.3f %6.3f %8.1f %6.1f %6.1f %8.2f %8.1f\n", t, q[0],
         q[1], q[2], -l[0], -l[1], -l[2], w, energy);
  return example_wrong("spin", fabs(w - 150), 1e-2) +
         example_wrong("energy", fabs(energy / 5435.6968 - 1), 1e-4);
}

int main(void)
{
  sunrealtype q[7] = {0, 1, 0, 1, 0, 0, 0}, l[4] = {0, 0, 0, 0}, t;
  sunrealtype v[7]        = {4.61538, 0, 0, 0, 0, 75, -2.30769};
  const double x1[]       = {0.173343964098, 0.640088592070, -0.748490791134};
  const double minus_F1[] = {517.6007394768, 396.8431014892, -404.5749251634};
  int wrong               = 0;

  /* Steps 1 to 5 of slider_crank.c. */
  SUNContext ctx = example_context();
  N_Vector qv = N_VMake_Serial(7, q, ctx), vv = N_VMake_Serial(7, v, ctx);
  N_Vector lv = N_VMake_Serial(4, l, ctx);
  SUNMatrix M = SUNDenseMatrix(7, 7, ctx), G = SUNDenseMatrix(4, 7, ctx);
  void *mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(mem, mass, M, force, 0, qv, vv));
  TRY(GALPHASetHolonomic(mem, lv, joint, G, joint_jac));

  TRY(GALPHASStolerances(mem, 1e-7, 1e-7));

  printf(
    "  t   centre of mass          force at the tip        spin  energy\n");
  for (int i = 1; i <= 5; i++)
  {
    TRY(GALPHASolve(mem, i / 5.0, &t, qv, vv, GALPHA_NORMAL));
    TRY(GALPHAGetMultipliers(mem, t, lv, NULL));
    wrong += report(t, q, v, l);
  }
  wrong += example_wrong("x", example_distance(q, x1, 3), 1e-3) +
           example_wrong("force", example_distance(l, minus_F1, 3), 1);

  GALPHAFree(&mem);
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  N_VDestroy(qv);
  N_VDestroy(vv);
  N_VDestroy(lv);
  SUNContext_Free(&ctx);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* TEST heavy_top.out */
