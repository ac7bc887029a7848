/* Controlled spring-mass with saturation, Bruls and Arnold (2008): one residual with
 * components of all three orders. A mass on a spring is damped by an actuator whose
 * command passes a filter fed by the measured acceleration, and which saturates:
 *
 *   order 2: position q    q'' + q = force          (m = k = largest force = 1)
 *   order 1: filter x      x' = -sigma x - b q''
 *   order 0: outputs       command = x, force = tanh(command)
 *
 * Prints position and force over 20 s, h = 0.1 (Figures 3, 4), then the relative errors
 * of q and x at t = 5 for equal steps H (Figure 5) and for steps 0.3 H, 0.7 H, ...
 * (Figure 6) without correction, with the weights of Bruls and Arnold (2008), (29) and
 * with Jay and Negrut (2009), (14), the default. Checks order 2, without correction
 * order 1. */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>

#include "example_util.h"

enum
{
  Q,
  X,
  COMMAND,
  FORCE,
  N
};

static int residual(sunrealtype t, N_Vector yv, N_Vector ypv, N_Vector yppv,
                    N_Vector rv, void *user_data)
{
  const sunrealtype *y  = N_VGetArrayPointer(yv);
  const sunrealtype *yp = N_VGetArrayPointer(ypv);
  const double a        = N_VGetArrayPointer(yppv)[Q];
  const double sigma = 0.1, b = 1.4;
  sunrealtype *r = N_VGetArrayPointer(rv);

  (void)t, (void)user_data;
  r[Q]       = a + y[Q] - y[FORCE];
  r[X]       = yp[X] + sigma * y[X] + b * a;
  r[COMMAND] = y[COMMAND] - y[X];
  r[FORCE]   = y[FORCE] - tanh(y[COMMAND]);
  return 0;
}

/* How a time H is divided: steps part H, (1 - part) H, or one step (part = 1); the
 * value of the option step_change_correction; the expected order. */
struct pattern
{
  double part;
  int correct, order;
};

static const struct pattern patterns[] = {{1, GALPHA_CORRECT_NONE, 2},
                                          {0.3, GALPHA_CORRECT_NONE, 1},
                                          {0.3, GALPHA_CORRECT_WEIGHTS, 2},
                                          {0.3, GALPHA_CORRECT_A, 2}};

/* From rest at q = 5 to t1; y receives the components there. */
static void run(SUNContext ctx, double t1, double H, const struct pattern *p,
                int print, sunrealtype *y)
{
  sunrealtype yp[N] = {0}, order[N] = {2, 1, 0, 0}, t;

  /* 2. to 4. Vectors and the integrator. Unknown yet: the outputs, x' and q''. */
  memcpy(y, (sunrealtype[N]){5}, N * sizeof *y);
  N_Vector yv = N_VMake_Serial(N, y, ctx), ypv = N_VMake_Serial(N, yp, ctx);
  N_Vector orderv = N_VMake_Serial(N, order, ctx);
  void *mem       = GALPHACreate(ctx);
  TRY(GALPHAInit2(mem, residual, 0, yv, ypv, NULL));
  TRY(GALPHASetDiffOrder(mem, orderv));

  /* 5. Options: order 2 and order 1 have a spectral radius each. */
  TRY(GALPHASetRhoInf(mem, 0.8));
  TRY(GALPHASetRhoInfState(mem, 0.8));
  TRY(GALPHASetOption(mem, "start", GALPHA_START_A0)); /* as in the paper */
  TRY(GALPHASetOption(mem, "step_change_correction", p->correct));
  TRY(GALPHASStolerances(mem, 1e-10, 1e-10));

  /* 6. What the equations say about the start. */
  TRY(GALPHACalcIC(mem, GALPHA_YA_YDP_INIT, 0.1));
  TRY(GALPHAGetConsistentIC(mem, yv, ypv));
  if (print) { printf("0.0 %8.4f %8.4f\n", y[Q], y[FORCE]); }

  /* 7. The motion. */
  const int pieces = p->part < 1 ? 2 : 1;
  for (long int i = 0; i < pieces * lround(t1 / H); i++)
  {
    TRY(GALPHASetFixedStep(mem, H * (i % pieces ? 1 - p->part : p->part)));
    TRY(GALPHASolve(mem, 2 * t1, &t, yv, ypv, GALPHA_ONE_STEP));
    if (print) { printf("%.1f %8.4f %8.4f\n", t, y[Q], y[FORCE]); }
  }

  /* 8. The end. */
  GALPHAFree(&mem);
  N_VDestroy(yv);
  N_VDestroy(ypv);
  N_VDestroy(orderv);
}

/* Relative errors of q and x at t = 5 against values of twelve digits. */
static void errors(SUNContext ctx, double H, const struct pattern *p,
                   double err[2])
{
  sunrealtype y[N];
  run(ctx, 5, H, p, 0, y);
  err[0] = fabs(y[Q] / -0.566053023185347 - 1);
  err[1] = fabs(y[X] / -3.340324670314635 - 1);
}

int main(void)
{
  /* 1. */
  SUNContext ctx = example_context();
  sunrealtype y[N];
  double err[4][2] = {{0}}, coarser[4][2];

  printf("# t        q    force\n");
  run(ctx, 20, 0.1, &patterns[0], 1, y);
  int wrong = example_wrong("q", fabs(y[Q] + 0.1088918454), 1e-3);

  printf(
    "\n\n#  H       equal steps       0.3 H, 0.7 H      with (29)         "
    "with (14)\n#         q        x        q        x        q        x   "
    "     q        x\n");
  for (int k = 0; k < 7; k++)
  {
    const double H = ldexp(0.1, -k);
    printf("%.7f", H);
    memcpy(coarser, err, sizeof err);
    for (int i = 0; i < 4; i++)
    {
      errors(ctx, H, &patterns[i], err[i]);
      printf(" %.2e %.2e", err[i][0], err[i][1]);
    }
    printf("\n");
  }
  for (int i = 0; i < 8; i++)
  {
    const double order = log2(coarser[i / 2][i % 2] / err[i / 2][i % 2]);
    wrong += example_wrong("order", fabs(order - patterns[i / 2].order), 0.04);
  }
  SUNContext_Free(&ctx);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* TEST spring_mass.out */
