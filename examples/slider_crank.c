/* Slider-crank: a mechanism with holonomic constraints and error-controlled
 * steps. The numbered steps are those of every program that uses GALPHA; the
 * mechanism itself (forces, constraints, their Jacobian) is in
 * slider_crank_model.h. Prints t, the coordinates and the multipliers; checks
 * them against values accurate to 12 digits. */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"
#include "slider_crank_model.h"

#define N 3 /* coordinates */
#define M 2 /* constraints */

static int check(double t, const sunrealtype *q, const sunrealtype *v,
                 const sunrealtype *lambda)
{
  int wrong = 0;
  for (int i = 0; i < SLIDER_CRANK_ACCURATE; i++)
  {
    const struct slider_crank_state *s = &slider_crank_accurate[i];
    if (fabs(t - s->t) > 1e-9) { continue; }
    wrong += example_wrong("q", example_distance(q, s->q, N), 1e-4);
    wrong += example_wrong("v", example_distance(v, s->v, N), 1e-4);
    wrong +=
      example_wrong("lambda", example_distance(lambda, s->lambda, M), 1e-3);
  }
  return wrong;
}

/* Integrates to each output time, prints and checks. */
static int run(void *mem, N_Vector qv, N_Vector vv, N_Vector lv)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const sunrealtype *l = N_VGetArrayPointer(lv);
  sunrealtype t, g, gdot, worst = 0;
  int wrong = 0;

  printf("    t    crank     centre    rod       lambda1   lambda2\n");
  for (int i = 1; i <= 13; i++)
  {
    const sunrealtype tout = i <= 4 ? 0.25 * i : i - 3;

    TRY(GALPHASolve(mem, tout, &t, qv, vv, GALPHA_NORMAL));
    TRY(GALPHAGetMultipliers(mem, t, lv, NULL));
    TRY(GALPHAGetConstraintNorms(mem, &g, &gdot, NULL));
    printf("%5.2f %9.4f %9.4f %9.4f %9.4f %9.4f\n", t, q[0], q[1], q[2], l[0],
           l[1]);
    wrong += check(t, q, N_VGetArrayPointer(vv), l);
    worst = fmax(worst, fmax(g, gdot));
  }
  printf("largest violation of the constraints and their rates: %.6f\n", worst);
  return wrong + example_wrong("constraint", worst, 1e-7);
}

int main(void)
{
  struct slider_crank par = slider_crank_standard;
  sunrealtype q[N], v[N], lambda[M] = {0, 0};

  /* 1. A context: SUNDIALS needs one for every object. */
  SUNContext ctx = example_context();

  /* 2. Vectors: coordinates, velocities, multipliers. The start satisfies the
        constraints; lambda is a guess. */
  slider_crank_start(&par, q, v);
  N_Vector qv = N_VMake_Serial(N, q, ctx);
  N_Vector vv = N_VMake_Serial(N, v, ctx);
  N_Vector lv = N_VMake_Serial(M, lambda, ctx);

  /* 3. Matrices: the mass matrix, here constant, and the shape of G = dg/dq. */
  SUNMatrix mass           = SUNDenseMatrix(N, N, ctx);
  SUNMatrix G              = SUNDenseMatrix(M, N, ctx);
  SM_ELEMENT_D(mass, 0, 0) = par.J1;
  SM_ELEMENT_D(mass, 1, 1) = par.m2;
  SM_ELEMENT_D(mass, 2, 2) = par.J2;

  /* 4. The integrator, the mechanism, its constraints. */
  void *mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(mem, NULL, mass, slider_crank_f, 0, qv, vv));
  TRY(GALPHASetHolonomic(mem, lv, slider_crank_g, G, slider_crank_G));
  TRY(GALPHASetUserData(mem, &par));

  /* 5. Options: the error of a step is kept below rtol |q| + atol. */
  TRY(GALPHASStolerances(mem, 1e-7, 1e-9));

  /* 6. Accelerations and multipliers at the start. */
  TRY(GALPHACalcIC(mem, GALPHA_ACC_INIT, 0.25));

  /* 7. The motion. */
  const int wrong = run(mem, qv, vv, lv);

  /* 8. The end: everything goes, the context last. */
  GALPHAFree(&mem);
  SUNMatDestroy(mass);
  SUNMatDestroy(G);
  N_VDestroy(qv);
  N_VDestroy(vv);
  N_VDestroy(lv);
  SUNContext_Free(&ctx);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* TEST slider_crank.out */
