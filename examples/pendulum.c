/* Pendulum in Cartesian coordinates: one system, three formulations.
 *
 *   --soi2     the motion satisfies the constraint and its rate (the default)
 *   --literal  the same constraints, equations as in Jay and Negrut (2009), (13)
 *   --index3   the constraint alone; its rate is left to drift
 *
 * The mass hangs on a rod of length 1 and is let go with the rod horizontal;
 * gravity is chosen so that one swing takes exactly 2 s. Prints position,
 * tension of the rod, energy and the largest violation of the constraint and of
 * its rate since the line above; checks the turning points and the lowest points,
 * where the motion is known exactly. */
#include <math.h>
#include <string.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"

#define GRAVITY 13.75037163604074565 /* (2 K(sin 45 deg))^2: period 2 */

/* Weight, m = 1. */
static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                 void *user_data)
{
  (void)t, (void)q, (void)v, (void)user_data;
  N_VGetArrayPointer(f)[0] = 0;
  N_VGetArrayPointer(f)[1] = -GRAVITY;
  return 0;
}

/* (x^2 + y^2 - 1)/2 = 0: its multiplier is the tension of the rod. */
static int rod(sunrealtype t, N_Vector q, N_Vector g, void *user_data)
{
  const sunrealtype *x = N_VGetArrayPointer(q);

  (void)t, (void)user_data;
  N_VGetArrayPointer(g)[0] = (x[0] * x[0] + x[1] * x[1] - 1) / 2;
  return 0;
}

static int rod_jac(sunrealtype t, N_Vector q, SUNMatrix G, void *user_data)
{
  (void)t, (void)user_data;
  SM_ELEMENT_D(G, 0, 0) = N_VGetArrayPointer(q)[0];
  SM_ELEMENT_D(G, 0, 1) = N_VGetArrayPointer(q)[1];
  return 0;
}

/* Exact state after i half seconds: sides at even i, lowest points at odd i. */
static int check(int i, const sunrealtype *q, const sunrealtype *v,
                 sunrealtype tension)
{
  const double side  = i % 2 ? 0 : (i % 4 ? -1 : 1);
  const double speed = i % 2 ? (i % 4 == 1 ? -1 : 1) * sqrt(2 * GRAVITY) : 0;
  const double depth = i % 2 ? -1 : 0;

  return example_wrong("q", hypot(q[0] - side, q[1] - depth), 1e-3) +
         example_wrong("v", hypot(v[0] - speed, v[1]), 5e-3) +
         example_wrong("tension", fabs(tension + 3 * GRAVITY * depth), 2e-2);
}

static int run(void *mem, N_Vector qv, N_Vector vv, N_Vector lv, double drift)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  const sunrealtype *tension = N_VGetArrayPointer(lv);
  sunrealtype t              = 0, g, gdot;
  int wrong                  = 0;

  printf("   t        x        y  tension   energy       |g|  |dg/dt|\n");
  for (int i = 1; i <= 8; i++)
  {
    double worst = 0, worst_rate = 0;
    while (t < i / 2.0)
    {
      TRY(GALPHASolve(mem, i / 2.0, &t, qv, vv, GALPHA_ONE_STEP));
      TRY(GALPHAGetConstraintNorms(mem, &g, &gdot, NULL));
      worst      = fmax(worst, g);
      worst_rate = fmax(worst_rate, gdot);
    }
    TRY(GALPHAGetMultipliers(mem, t, lv, NULL));
    const double energy = (v[0] * v[0] + v[1] * v[1]) / 2 + GRAVITY * q[1];
    printf("%4.1f %8.3f %8.3f %8.3f %8.4f %9.6f %8.6f\n", t, q[0], q[1],
           tension[0], energy, worst, worst_rate);
    wrong += check(i, q, v, tension[0]) + example_wrong("|g|", worst, 1e-9) +
             example_wrong("|dg/dt|", worst_rate, drift);
  }
  return wrong;
}

int main(int argc, char **argv)
{
  int formulation  = GALPHA_SOI2;
  sunrealtype q[2] = {1, 0}, v[2] = {0, 0}, lambda[1] = {0};
  const char *setting = argc > 1 ? argv[1] : "--soi2";

  if (!strcmp(setting, "--literal")) { formulation = GALPHA_SOI2_LITERAL; }
  else if (!strcmp(setting, "--index3")) { formulation = GALPHA_INDEX3; }
  else if (strcmp(setting, "--soi2") != 0)
  {
    fprintf(stderr, "usage: pendulum [--soi2 | --literal | --index3]\n");
    return EXIT_FAILURE;
  }

  /* 1. to 4.: context, vectors, matrices, integrator; as in slider_crank.c. */
  SUNContext ctx           = example_context();
  N_Vector qv              = N_VMake_Serial(2, q, ctx);
  N_Vector vv              = N_VMake_Serial(2, v, ctx);
  N_Vector lv              = N_VMake_Serial(1, lambda, ctx);
  SUNMatrix mass           = SUNDenseMatrix(2, 2, ctx);
  SUNMatrix G              = SUNDenseMatrix(1, 2, ctx);
  SM_ELEMENT_D(mass, 0, 0) = SM_ELEMENT_D(mass, 1, 1) = 1;
  void *mem                                           = GALPHACreate(ctx);
  TRY(GALPHAInitMech(mem, NULL, mass, force, 0, qv, vv));
  TRY(GALPHASetHolonomic(mem, lv, rod, G, rod_jac));

  /* 5. Options: the formulation, constant steps and the accuracy of each
        step's equations. */
  TRY(GALPHASetFormulation(mem, formulation));
  TRY(GALPHASetFixedStep(mem, 1.0 / 512));
  TRY(GALPHASStolerances(mem, 1e-9, 1e-9));

  /* 6. and 7. The start is computed by the first call of GALPHASolve. */
  const int index3 = formulation == GALPHA_INDEX3;
  const int wrong  = run(mem, qv, vv, lv, index3 ? 1e-2 : 1e-9);

  /* 8. The end. */
  GALPHAFree(&mem);
  SUNMatDestroy(mass);
  SUNMatDestroy(G);
  N_VDestroy(qv);
  N_VDestroy(vv);
  N_VDestroy(lv);
  SUNContext_Free(&ctx);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* TEST pendulum_soi2.out --soi2
 * TEST pendulum_literal.out --literal
 * TEST pendulum_index3.out --index3 */
