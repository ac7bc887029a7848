/* Rolling disk: nonholonomic constraints, a mass matrix that depends on q, and
 * the contact forces as multipliers.
 *
 * A disk rolls without slipping on a plane (Jay 2011, (7.2)). q = (contact point x,
 * y, lean, heading, roll). It starts leaning and slow and falls over; the model
 * knows no floor beneath its rim and lets it swing through. In the paper the force on
 * the heading lacks the term -I2 z3 z5 cos(y3); with it energy is conserved.
 * Prints the motion, the contact forces psi and the energy; checks the state at
 * t = 10 against accurate values, and the energy. */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"

/* Mass, radius, moments of inertia about a diameter and the axle, gravity. */
static const double m = 2, r = 1, I1 = 2, I2 = 2, gravity = 10;

static int mass(sunrealtype t, N_Vector qv, SUNMatrix M, void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const double s3 = sin(q[2]), c3 = cos(q[2]), s4 = sin(q[3]), c4 = cos(q[3]);
  const double heading    = (m * r * r + I2) * s3 * s3 + I1 * c3 * c3;
  const double rows[5][5] = {
    {m, 0, -m * r * c3 * s4, -m * r * s3 * c4, 0},
    {0, m, m * r * c3 * c4, -m * r * s3 * s4, 0},
    {-m * r * c3 * s4, m * r * c3 * c4, m * r * r + I1, 0, 0},
    {-m * r * s3 * c4, -m * r * s3 * s4, 0, heading, I2 * s3},
    {0, 0, 0, I2 * s3, I2}};

  (void)t, (void)user_data;
  return example_fill(M, rows[0]);
}

/* Weight, centrifugal and gyroscopic forces; the contact forces -K^T psi are
 * added by the library. */
static int force(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector fv,
                 void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *z = N_VGetArrayPointer(vv);
  const double s3 = sin(q[2]), c3 = cos(q[2]), s4 = sin(q[3]), c4 = cos(q[3]);
  const double z3 = z[2], z4 = z[3], spin = z[4] + z[3] * s3;
  sunrealtype *f = N_VGetArrayPointer(fv);

  (void)t, (void)user_data;
  f[0] = m * r * (-s3 * s4 * (z3 * z3 + z4 * z4) + 2 * z3 * z4 * c3 * c4);
  f[1] = m * r * (s3 * c4 * (z3 * z3 + z4 * z4) + 2 * z3 * z4 * c3 * s4);
  f[2] = (m * r * r - I1) * z4 * z4 * s3 * c3 + I2 * spin * z4 * c3 +
         m * r * gravity * s3;
  f[3] =
    -2 * (m * r * r - I1) * z3 * z4 * s3 * c3 - I2 * c3 * z3 * (spin + z4 * s3);
  f[4] = -I2 * z4 * c3 * z3;
  return 0;
}

/* Rolling: the contact point moves as fast as the rim. */
static int rolling(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector kv,
                   void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *z = N_VGetArrayPointer(vv);

  (void)t, (void)user_data;
  N_VGetArrayPointer(kv)[0] = z[0] - r * cos(q[3]) * z[4];
  N_VGetArrayPointer(kv)[1] = z[1] - r * sin(q[3]) * z[4];
  return 0;
}

/* K = dk/dv. */
static int rolling_jac(sunrealtype t, N_Vector qv, N_Vector vv, SUNMatrix K,
                       void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const double rows[]  = {1, 0, 0, 0, -r * cos(q[3]),
                          0, 1, 0, 0, -r * sin(q[3])};

  (void)t, (void)vv, (void)user_data;
  return example_fill(K, rows);
}

static double energy(const sunrealtype *q, const sunrealtype *z)
{
  const double s3 = sin(q[2]), c3 = cos(q[2]), s4 = sin(q[3]), c4 = cos(q[3]);
  const double across = z[0] * s4 - z[1] * c4, along = z[0] * c4 + z[1] * s4;
  const double spin = z[4] + z[3] * s3;

  return m * (z[0] * z[0] + z[1] * z[1]) / 2 +
         (m * r * r + I1) * z[2] * z[2] / 2 +
         (m * r * r * s3 * s3 + I1 * c3 * c3) * z[3] * z[3] / 2 -
         m * r * (z[2] * c3 * across + z[3] * s3 * along) +
         I2 * spin * spin / 2 + m * gravity * r * c3;
}

int main(void)
{
  /* At t = 10, from an integration accurate to 12 digits. */
  const double q10[5]   = {1.024486015149, 0.020159250166, 4.443259949783,
                           0.100412799225, 1.925340266680};
  const double z10[5]   = {0.081540795809, 0.008215369253, -3.494811110113,
                           0.050708691476, 0.081953606834};
  const double psi10[2] = {2.744856895635, -25.980101069053};

  sunrealtype q[5] = {0.1, 0, 0.3, 0, 1}, z[5] = {0.1, 0, 0.02, -0.02, 0.1};
  sunrealtype psi[2] = {0, 0}, t;

  /* 1. and 2.: context and vectors, as in slider_crank.c. */
  SUNContext ctx = example_context();
  N_Vector qv = N_VMake_Serial(5, q, ctx), zv = N_VMake_Serial(5, z, ctx);
  N_Vector psiv = N_VMake_Serial(2, psi, ctx);

  /* 3. Matrices: only their shapes; the functions above fill them. */
  SUNMatrix M = SUNDenseMatrix(5, 5, ctx), K = SUNDenseMatrix(2, 5, ctx);

  /* 4. and 5. */
  void *mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(mem, mass, M, force, 0, qv, zv));
  TRY(GALPHASetNonholonomic(mem, psiv, rolling, K, rolling_jac));
  TRY(GALPHASStolerances(mem, 2e-9, 2e-9));

  /* 6. and 7. */
  const double energy0 = energy(q, z);
  double lost          = 0;
  printf("    t   contact point     lean  contact force psi   energy\n");
  for (int i = 1; i <= 10; i++)
  {
    TRY(GALPHASolve(mem, i, &t, qv, zv, GALPHA_NORMAL));
    TRY(GALPHAGetMultipliers(mem, t, NULL, psiv));
    printf("%5.2f %8.3f %7.3f %8.3f %9.3f %9.3f %8.3f\n", t, q[0], q[1], q[2],
           psi[0], psi[1], energy(q, z));
    lost = fmax(lost, fabs(energy(q, z) / energy0 - 1));
  }
  const int wrong =
    example_wrong("q", example_distance(q, q10, 5), 1e-3) +
    example_wrong("v", example_distance(z, z10, 5), 1e-3) +
    example_wrong("psi", example_distance(psi, psi10, 2), 1e-2) +
    example_wrong("energy", lost, 1e-5);

  /* 8. */
  GALPHAFree(&mem);
  SUNMatDestroy(M);
  SUNMatDestroy(K);
  N_VDestroy(qv);
  N_VDestroy(zv);
  N_VDestroy(psiv);
  SUNContext_Free(&ctx);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* TEST rolling_disk.out */
