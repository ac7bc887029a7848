/* The rigid slider-crank of Jay and Negrut (2009), section 8.3: every body with the
 * coordinates (x, y, angle) of its centre of mass, joined by constraints only. Without
 * the velocity constraints the pin at the ground gets a velocity. */
#include <nvector/nvector_serial.h>

#include "demo.h"

/* Crank, rod, slider; lengths, masses, moments of inertia. */
static const double l1 = 0.2, l2 = 0.6, gravity = 9.81;
static const double body_mass[3]    = {1, 1.5, 2};
static const double body_inertia[3] = {1 * 0.2 * 0.2 / 12, 1.5 * 0.6 * 0.6 / 12,
                                       0.01};

#define N 9
#define M 8

static int weight(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                  void *user_data)
{
  (void)t, (void)q, (void)v, (void)user_data;
  for (int body = 0; body < 3; body++)
  {
    sunrealtype *F = N_VGetArrayPointer(f) + 3 * body;
    F[0] = F[2] = 0;
    F[1]        = -gravity * body_mass[body];
  }
  return 0;
}

/* Pin at the ground, crank pin, slider pin (x and y each), guide. */
static int joints(sunrealtype t, N_Vector qv, N_Vector gv, void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const double c1 = l1 / 2 * cos(q[2]), s1 = l1 / 2 * sin(q[2]);
  const double c2 = l2 / 2 * cos(q[5]), s2 = l2 / 2 * sin(q[5]);
  sunrealtype *g = N_VGetArrayPointer(gv);

  (void)t, (void)user_data;
  g[0] = q[0] - c1;
  g[1] = q[1] - s1;
  g[2] = q[0] + c1 - q[3] + c2;
  g[3] = q[1] + s1 - q[4] + s2;
  g[4] = q[3] + c2 - q[6];
  g[5] = q[4] + s2 - q[7];
  g[6] = q[7];
  g[7] = q[8];
  return 0;
}

static int joints_jac(sunrealtype t, N_Vector qv, SUNMatrix G, void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const double c1 = l1 / 2 * cos(q[2]), s1 = l1 / 2 * sin(q[2]);
  const double c2 = l2 / 2 * cos(q[5]), s2 = l2 / 2 * sin(q[5]);
  const double rows[M][N] = {
    {1, 0, s1, 0, 0, 0, 0, 0, 0},     {0, 1, -c1, 0, 0, 0, 0, 0, 0},
    {1, 0, -s1, -1, 0, -s2, 0, 0, 0}, {0, 1, c1, 0, -1, c2, 0, 0, 0},
    {0, 0, 0, 1, 0, -s2, -1, 0, 0},   {0, 0, 0, 0, 1, c2, 0, -1, 0},
    {0, 0, 0, 0, 0, 0, 0, 1, 0},      {0, 0, 0, 0, 0, 0, 0, 0, 1}};

  (void)t, (void)user_data;
  return example_fill(G, rows[0]);
}

/* Crank at 45 degrees, turning at 6 rad/s. */
static void start(sunrealtype *q, sunrealtype *v)
{
  const double phi = atan(1.0), omega = 6;
  const double psi = asin(-l1 / l2 * sin(phi));
  const double rod = -l1 * cos(phi) * omega / (l2 * cos(psi));
  const double c1 = l1 * cos(phi), s1 = l1 * sin(phi);
  const double c2 = l2 * cos(psi), s2 = l2 * sin(psi);
  const double q0[N] = {c1 / 2,  s1 / 2, phi, c1 + c2 / 2, s1 + s2 / 2, psi,
                        c1 + c2, 0,      0};
  const double v0[N] = {-s1 / 2 * omega,
                        c1 / 2 * omega,
                        omega,
                        -s1 * omega - s2 / 2 * rod,
                        c1 * omega + c2 / 2 * rod,
                        rod,
                        -s1 * omega - s2 * rod,
                        0,
                        0};

  memcpy(q, q0, sizeof q0);
  memcpy(v, v0, sizeof v0);
}

/* Steps to t = 2, watching the velocity of the crank's end at the ground. */
static double follow(void *mem, N_Vector qv, N_Vector vv, FILE *file)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  double worst = 0;

  for (sunrealtype t = 0; t < 2;)
  {
    TRY(GALPHASolve(mem, 2, &t, qv, vv, GALPHA_ONE_STEP));
    const double x = v[0] + l1 / 2 * sin(q[2]) * v[2];
    const double y = v[1] - l1 / 2 * cos(q[2]) * v[2];
    fprintf(file, "%.9f %.9e %.9e\n", t, x, y);
    worst = fmax(worst, hypot(x, y));
  }
  return worst;
}

double demo_drift(SUNContext ctx, int formulation, FILE *file)
{
  sunrealtype q[N], v[N], lambda[M] = {0};
  const sunrealtype alpha = -0.3;

  start(q, v);
  N_Vector qv = N_VMake_Serial(N, q, ctx), vv = N_VMake_Serial(N, v, ctx);
  N_Vector lv    = N_VMake_Serial(M, lambda, ctx);
  SUNMatrix mass = SUNDenseMatrix(N, N, ctx), G = SUNDenseMatrix(M, N, ctx);
  for (int i = 0; i < N; i++)
  {
    SM_ELEMENT_D(mass, i, i) =
      i % 3 < 2 ? body_mass[i / 3] : body_inertia[i / 3];
  }
  void *mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(mem, NULL, mass, weight, 0, qv, vv));
  TRY(GALPHASetHolonomic(mem, lv, joints, G, joints_jac));
  TRY(GALPHASetFormulation(mem, formulation));
  TRY(GALPHASetMethod(mem, GALPHA_HHT, &alpha));
  TRY(GALPHASetFixedStep(mem, 1.0 / 1024));
  /* An iteration matrix for each step: its last iteration is exact to rounding. */
  TRY(GALPHASStolerances(mem, 1e-10, 1e-10));
  TRY(GALPHASetOption(mem, "max_jacobian_age", 0));
  const double worst = follow(mem, qv, vv, file);

  GALPHAFree(&mem);
  SUNMatDestroy(mass);
  SUNMatDestroy(G);
  N_VDestroy(qv);
  N_VDestroy(vv);
  N_VDestroy(lv);
  return worst;
}
