/* Fit of parameters: an optimisation in which every evaluation is an integration. The
 * integrator is defined once; GALPHAReInit starts each run from the initial values and
 * keeps definition, matrices and solvers.
 *
 * Stiffness, damping and free length of the spring of slider_crank.c are found from the
 * positions at four times, "measured" with an explicit method of order 8, by Gauss and
 * Newton's method with differences. Steps are fixed: the solution is then a smooth
 * function of the parameters, and a small difference of two runs has a meaning; with
 * controlled steps it would contain the change of the steps.
 *
 * Prints parameters and deviation in each iteration, checks that the parameters of the
 * measured mechanism are found: all three are 1.
 *
 *     fit_parameters directory          writes fit_parameters.csv there, the position of
 *     gnuplot -c examples/plot/fit_parameters.gp directory    the rod in each iteration */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"
#include "slider_crank_model.h"

#define PARAMETERS 3
#define VALUES     (3 * SLIDER_CRANK_ACCURATE)

struct fit
{
  struct slider_crank par; /* user_data of the callbacks */
  void *mem;
  N_Vector q, v;
  long int runs;
};

/* The parameters that are sought. */
static double *parameter(struct fit *fit, int i)
{
  double *const sought[PARAMETERS] = {&fit->par.k, &fit->par.c, &fit->par.l0};

  return sought[i];
}

/* From the start again: all that a run needs. */
static void from_start(struct fit *fit)
{
  slider_crank_start(&fit->par, N_VGetArrayPointer(fit->q),
                     N_VGetArrayPointer(fit->v));
  TRY(GALPHAReInit(fit->mem, 0, fit->q, fit->v));
  fit->runs++;
}

/* Deviations from the measured positions, for the present parameters. */
static void deviations(struct fit *fit, double *d)
{
  const sunrealtype *q = N_VGetArrayPointer(fit->q);
  sunrealtype t;

  from_start(fit);
  for (int i = 0; i < SLIDER_CRANK_ACCURATE; i++)
  {
    const struct slider_crank_state *s = &slider_crank_accurate[i];
    TRY(GALPHASolve(fit->mem, s->t, &t, fit->q, fit->v, GALPHA_NORMAL));
    for (int j = 0; j < 3; j++) { d[3 * i + j] = q[j] - s->q[j]; }
  }
}

/* J[i] = d deviations / d parameter i, by central differences. */
static void sensitivities(struct fit *fit, double J[PARAMETERS][VALUES])
{
  const double delta = 1e-4;
  double minus[VALUES];

  for (int i = 0; i < PARAMETERS; i++)
  {
    double *p          = parameter(fit, i);
    const double value = *p;
    *p                 = value - delta;
    deviations(fit, minus);
    *p = value + delta;
    deviations(fit, J[i]);
    *p = value;
    for (int k = 0; k < VALUES; k++)
    {
      J[i][k] = (J[i][k] - minus[k]) / (2 * delta);
    }
  }
}

static double product(const double *a, const double *b)
{
  double sum = 0;
  for (int k = 0; k < VALUES; k++) { sum += a[k] * b[k]; }
  return sum;
}

/* Solves A x = b, A symmetric and positive definite, by elimination; x replaces b. */
static void solve(double A[PARAMETERS][PARAMETERS], double *b)
{
  for (int k = 0; k < PARAMETERS; k++)
  {
    for (int i = k + 1; i < PARAMETERS; i++)
    {
      const double factor = A[i][k] / A[k][k];
      for (int j = k; j < PARAMETERS; j++) { A[i][j] -= factor * A[k][j]; }
      b[i] -= factor * b[k];
    }
  }
  for (int i = PARAMETERS - 1; i >= 0; i--)
  {
    for (int j = i + 1; j < PARAMETERS; j++) { b[i] -= A[i][j] * b[j]; }
    b[i] /= A[i][i];
  }
}

/* One iteration: (J^T J) x = -J^T d, no longer than a quarter. Returns the largest
 * change. */
static double iterate(struct fit *fit, const double *d)
{
  double J[PARAMETERS][VALUES], A[PARAMETERS][PARAMETERS], x[PARAMETERS];
  double largest = 0;

  sensitivities(fit, J);
  for (int i = 0; i < PARAMETERS; i++)
  {
    for (int j = 0; j < PARAMETERS; j++) { A[i][j] = product(J[i], J[j]); }
    x[i] = -product(J[i], d);
  }
  solve(A, x);
  for (int i = 0; i < PARAMETERS; i++) { largest = fmax(largest, fabs(x[i])); }
  for (int i = 0; i < PARAMETERS; i++)
  {
    *parameter(fit, i) += x[i] * fmin(1, 0.25 / largest);
  }
  return largest;
}

/* The position of the rod over time. */
static void write_motion(struct fit *fit, int iteration, FILE *csv)
{
  sunrealtype t;

  if (!csv) { return; }
  from_start(fit);
  for (int i = 1; i <= 200; i++)
  {
    TRY(GALPHASolve(fit->mem, 0.05 * i, &t, fit->q, fit->v, GALPHA_NORMAL));
    fprintf(csv, "%d,%.4g,%.6g\n", iteration, t, N_VGetArrayPointer(fit->q)[1]);
  }
  fprintf(csv, "\n\n");
}

static int run(struct fit *fit, FILE *csv)
{
  double d[VALUES], change = 1;
  int wrong = 0;

  printf("iteration  stiffness  damping  free length  deviation\n");
  for (int i = 0; i < 20 && change > 1e-6; i++)
  {
    write_motion(fit, i, csv);
    deviations(fit, d);
    printf("%9d %10.5f %8.5f %12.5f %10.6f\n", i, fit->par.k, fit->par.c,
           fit->par.l0, sqrt(product(d, d) / VALUES));
    change = iterate(fit, d);
  }
  printf("integrations: %ld\n", fit->runs);
  for (int i = 0; i < PARAMETERS; i++)
  {
    wrong += example_wrong("parameter", fabs(*parameter(fit, i) - 1), 1e-3);
  }
  return wrong + example_wrong("the last change", change, 1e-6);
}

int main(int argc, char **argv)
{
  struct fit fit = {.par = slider_crank_standard};
  SUNContext ctx = example_context();
  N_Vector lv    = N_VNew_Serial(2, ctx);
  SUNMatrix mass = SUNDenseMatrix(3, 3, ctx), G = SUNDenseMatrix(2, 3, ctx);

  fit.q = N_VNew_Serial(3, ctx);
  fit.v = N_VNew_Serial(3, ctx);
  slider_crank_start(&fit.par, N_VGetArrayPointer(fit.q),
                     N_VGetArrayPointer(fit.v));
  N_VConst(0, lv);
  SM_ELEMENT_D(mass, 0, 0) = fit.par.J1;
  SM_ELEMENT_D(mass, 1, 1) = fit.par.m2;
  SM_ELEMENT_D(mass, 2, 2) = fit.par.J2;

  fit.mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(fit.mem, NULL, mass, slider_crank_f, 0, fit.q, fit.v));
  TRY(GALPHASetHolonomic(fit.mem, lv, slider_crank_g, G, slider_crank_G));
  TRY(GALPHASetUserData(fit.mem, &fit.par));
  TRY(GALPHASetScleronomic(fit.mem, 1));
  TRY(GALPHASetFixedStep(fit.mem, 0.01));

  /* A first guess. */
  fit.par.k       = 2;
  fit.par.c       = 0.4;
  fit.par.l0      = 0.7;
  FILE *csv       = example_csv(argc > 1 ? argv[1] : NULL, "fit_parameters.csv",
                          "iteration,t,position\n");
  const int wrong = run(&fit, csv);

  GALPHAFree(&fit.mem);
  SUNMatDestroy(mass);
  SUNMatDestroy(G);
  N_VDestroy(fit.q);
  N_VDestroy(fit.v);
  N_VDestroy(lv);
  SUNContext_Free(&ctx);
  if (csv && fclose(csv) != 0) { return EXIT_FAILURE; }
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
