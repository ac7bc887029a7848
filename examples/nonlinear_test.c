/* The nonlinear test problem of Jay and Negrut (2009), (15): forces not linear in the
 * multipliers, a mass matrix that is not symmetric and depends on time, a holonomic and
 * a nonholonomic constraint at once. The library cannot form such reactions: the
 * program gives all forces, reactions included, to GALPHASetGeneralForce. Steps
 * alternate between h/3 and 2h/3. Prints the errors at t = 1 for h, h/2, h/4 and checks
 * that they fall by 4 each time: order 2. The solution is y = (e^t, e^-2t), z = y',
 * lambda = e^-t, psi = e^t. */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"

static int mass(sunrealtype t, N_Vector yv, SUNMatrix M, void *user_data)
{
  const sunrealtype *y = N_VGetArrayPointer(yv);
  const double rows[]  = {y[0], y[1] - exp(-2 * t), /* second row: */
                          sin(y[0] - exp(t)), y[0] * y[1]};

  (void)user_data;
  return example_fill(M, rows);
}

/* f(t,y,z,lambda,psi), Jay and Negrut (2009), (15b). */
static int force(sunrealtype t, N_Vector yv, N_Vector zv, N_Vector lambda,
                 N_Vector psi, N_Vector fv, void *user_data)
{
  const sunrealtype *y = N_VGetArrayPointer(yv), *z = N_VGetArrayPointer(zv);
  const double l = N_VGetArrayPointer(lambda)[0];
  const double p = N_VGetArrayPointer(psi)[0];
  sunrealtype *f = N_VGetArrayPointer(fv);

  (void)user_data;
  f[0] = exp(t) * (y[0] * z[1] + 2 * y[1] * z[0]) + exp(2 * t) * y[0] * l -
         y[0] * z[1] * p - 2;
  f[1] =
    exp(-t) * (y[1] * z[1] / 2 - 2 * y[0] * z[0] * y[1] * z[1] + y[1] * l * l) -
    y[0] * y[1] * z[0] * p * p * p + exp(3 * t);
  return 0;
}

/* [df/dlambda df/dpsi] */
static int force_jac(sunrealtype t, N_Vector yv, N_Vector zv, N_Vector lambda,
                     N_Vector psi, SUNMatrix J, void *user_data)
{
  const sunrealtype *y = N_VGetArrayPointer(yv), *z = N_VGetArrayPointer(zv);
  const double l      = N_VGetArrayPointer(lambda)[0];
  const double p      = N_VGetArrayPointer(psi)[0];
  const double rows[] = {exp(2 * t) * y[0], -y[0] * z[1], /* second row: */
                         2 * exp(-t) * y[1] * l,
                         -3 * y[0] * y[1] * z[0] * p * p};

  (void)user_data;
  return example_fill(J, rows);
}

/* g(t,y) = y1^2 y2 - 1 and k(t,y,z) = y1 z1 z2 + 2. */
static int holonomic(sunrealtype t, N_Vector yv, N_Vector g, void *user_data)
{
  const sunrealtype *y = N_VGetArrayPointer(yv);

  (void)t, (void)user_data;
  N_VGetArrayPointer(g)[0] = y[0] * y[0] * y[1] - 1;
  return 0;
}

static int holonomic_jac(sunrealtype t, N_Vector yv, SUNMatrix G,
                         void *user_data)
{
  const sunrealtype *y = N_VGetArrayPointer(yv);
  const double row[]   = {2 * y[0] * y[1], y[0] * y[0]};

  (void)t, (void)user_data;
  return example_fill(G, row);
}

static int nonholonomic(sunrealtype t, N_Vector yv, N_Vector zv, N_Vector k,
                        void *user_data)
{
  const sunrealtype *y = N_VGetArrayPointer(yv), *z = N_VGetArrayPointer(zv);

  (void)t, (void)user_data;
  N_VGetArrayPointer(k)[0] = y[0] * z[0] * z[1] + 2;
  return 0;
}

/* Errors of y, z, lambda, psi at t = 1 with steps h/3, 2h/3, h/3, ... */
static void errors(SUNContext ctx, int pairs, double err[4])
{
  sunrealtype y[2] = {1, 1}, z[2] = {1, -2}, l[1] = {1}, p[1] = {1}, t;
  N_Vector yv = N_VMake_Serial(2, y, ctx), zv = N_VMake_Serial(2, z, ctx);
  N_Vector lv = N_VMake_Serial(1, l, ctx), pv = N_VMake_Serial(1, p, ctx);
  SUNMatrix M = SUNDenseMatrix(2, 2, ctx), R = SUNDenseMatrix(2, 2, ctx);
  SUNMatrix G = SUNDenseMatrix(1, 2, ctx), K = SUNDenseMatrix(1, 2, ctx);
  void *mem = GALPHACreate(ctx);

  /* No f0; no dk/dz: the library differences k. */
  TRY(GALPHAInitMech(mem, mass, M, NULL, 0, yv, zv));
  TRY(GALPHASetHolonomic(mem, lv, holonomic, G, holonomic_jac));
  TRY(GALPHASetNonholonomic(mem, pv, nonholonomic, K, NULL));
  TRY(GALPHASetGeneralForce(mem, force, R, force_jac));
  TRY(GALPHASetRhoInf(mem, 0.2));
  TRY(GALPHASStolerances(mem, 1e-10, 1e-10));
  for (int i = 0; i < 2 * pairs; i++)
  {
    TRY(GALPHASetFixedStep(mem, (i % 2 ? 2.0 : 1.0) / (3 * pairs)));
    TRY(GALPHASolve(mem, 2, &t, yv, zv, GALPHA_ONE_STEP));
  }
  TRY(GALPHAGetMultipliers(mem, t, lv, pv));
  err[0] = hypot(y[0] - exp(1.0), y[1] - exp(-2.0));
  err[1] = hypot(z[0] - exp(1.0), z[1] + 2 * exp(-2.0));
  err[2] = fabs(l[0] - exp(-1.0));
  err[3] = fabs(p[0] - exp(1.0));

  GALPHAFree(&mem);
  SUNMatDestroy(M);
  SUNMatDestroy(R);
  SUNMatDestroy(G);
  SUNMatDestroy(K);
  N_VDestroy(yv);
  N_VDestroy(zv);
  N_VDestroy(lv);
  N_VDestroy(pv);
}

int main(void)
{
  SUNContext ctx = example_context();
  double err[4], coarser[4];
  int wrong = 0;

  printf("   h        y        z   lambda      psi\n");
  for (int pairs = 80; pairs <= 320; pairs *= 2)
  {
    errors(ctx, pairs, err);
    printf("1/%-4d %8.1e %8.1e %8.1e %8.1e\n", pairs, err[0], err[1], err[2],
           err[3]);
    for (int i = 0; i < 4 && pairs > 80; i++)
    {
      wrong += example_wrong("order", fabs(coarser[i] / err[i] - 4), 0.4);
    }
    memcpy(coarser, err, sizeof err);
  }
  SUNContext_Free(&ctx);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* TEST nonlinear_test.out */
