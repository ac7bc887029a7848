/* Stiff double pendulum, Gavrea et al. (2005), section 6.2: a mechanism written as one
 * residual F(t,y,y',y'') = 0 with the multipliers as components of order 0. The springs
 * and dampers in the joints make one motion of the two bars die out within 10^-5 s.
 * Newmark with gamma = 3/4, which damps, and h = 0.001, as in the paper.
 *
 * F has the constraints of the positions (index 3). They do not determine y'' and
 * the multipliers at the start; their second derivatives do and stand in for them
 * in GALPHACalcIC. Prints angle and rate of the first bar (Figures 2 and 3);
 * compares start and motion with accurate values and checks that halving h halves
 * the error: these coefficients are of order 1. */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>

#include "example_util.h"

/* y: centre and angle of each bar, then 4 multipliers. */
#define N      10
#define LAMBDA 6

/* half lengths, masses, springs and dampers in the joints, gravity */
static const double L1 = 1, L2 = 1.5, m1 = 3, m2 = 0.3, k1 = 400, k2 = 3e5,
                    c1 = 15, c2 = 5e4, g = 9.81, pi = 3.14159265358979323846;

/* Gavrea et al. (2005), (52g) or its second derivative: p1, p2 are the vectors from the
 * centres of the bars to their ends, or the second derivatives of these. */
static void joints(const sunrealtype *y, const double *p1, const double *p2,
                   sunrealtype *r)
{
  for (int i = 0; i < 2; i++)
  {
    r[i]     = y[i] - p1[i];
    r[2 + i] = y[i] + p1[i] + p2[i] - y[3 + i];
  }
}

/* Gavrea et al. (2005), (52); *starting chooses the constraints. */
static int residual(sunrealtype t, N_Vector yv, N_Vector vv, N_Vector av,
                    N_Vector rv, void *starting)
{
  const sunrealtype *y = N_VGetArrayPointer(yv), *v = N_VGetArrayPointer(vv);
  const sunrealtype *a = N_VGetArrayPointer(av), *l = y + LAMBDA;
  sunrealtype *r    = N_VGetArrayPointer(rv);
  const double p1[] = {L1 * cos(y[2]), L1 * sin(y[2])};
  const double p2[] = {L2 * cos(y[5]), L2 * sin(y[5])};
  const double q2   = k2 * (y[2] - y[5]) + c2 * (v[2] - v[5]);
  const double q1   = k1 * (3 * pi / 2 - y[2]) - c1 * v[2] - q2;

  (void)t;
  r[0] = m1 * a[0] + l[0] + l[2];
  r[1] = m1 * (a[1] + g) + l[1] + l[3];
  r[2] = m1 * L1 * L1 / 3 * a[2] - p1[1] * (l[2] - l[0]) -
         p1[0] * (l[1] - l[3]) - q1;
  r[3] = m2 * a[3] - l[2];
  r[4] = m2 * (a[4] + g) - l[3];
  r[5] = m2 * L2 * L2 / 3 * a[5] - p2[1] * l[2] + p2[0] * l[3] - q2;
  if (*(const int *)starting)
  {
    const double w1 = v[2] * v[2], w2 = v[5] * v[5];
    const double d1[] = {-p1[1] * a[2] - p1[0] * w1, p1[0] * a[2] - p1[1] * w1};
    const double d2[] = {-p2[1] * a[5] - p2[0] * w2, p2[0] * a[5] - p2[1] * w2};
    joints(a, d1, d2, r + LAMBDA);
  }
  else { joints(y, p1, p2, r + LAMBDA); }
  return 0;
}

/* To t = 2, with a line every 0.01 s if asked for; the largest errors of angle and rate
 * against Gavrea et al. (2005), (53), (54) solved with twelve digits, every 0.4 s. */
static void swing(void *mem, N_Vector yv, N_Vector vv, int print, double err[2])
{
  static const double accurate[][2] = {{3.756064863124, -3.084164115187},
                                       {5.282942088348, 3.076628027363},
                                       {4.392350404050, -2.671480998369},
                                       {4.876905448062, 2.142822018180},
                                       {4.640478183221, -1.629892454083}};
  const sunrealtype *y = N_VGetArrayPointer(yv), *v = N_VGetArrayPointer(vv);
  sunrealtype t = 0;

  err[0] = err[1] = 0;
  for (int i = 0; i <= 200; i++)
  {
    if (i) { TRY(GALPHASolve(mem, 0.01 * i, &t, yv, vv, GALPHA_NORMAL)); }
    const double now[] = {y[2], v[2]};
    if (print) { printf("%.2f %8.4f %8.4f\n", t, now[0], now[1]); }
    for (int j = 0; i > 0 && i % 40 == 0 && j < 2; j++)
    {
      err[j] = fmax(err[j], fabs(now[j] - accurate[i / 40 - 1][j]));
    }
  }
}

/* With steps h from the start of Gavrea et al. (2005); err as above. Returns 1 if the
 * start is wrong. */
static int pendulum(SUNContext ctx, double h, int print, double err[2])
{
  const double angle2 = 23 * pi / 12, rate2 = 10, newmark[] = {25.0 / 64, 0.75};
  const double lambda0[] = {75945.0620298, -400298.046794, -75945.0620298,
                            -169333.580893};
  const double x2 = L2 * cos(angle2), y2 = L2 * sin(angle2);
  sunrealtype y[N]     = {L1, 0, 2 * pi, 2 * L1 + x2, y2, angle2};
  sunrealtype v[N]     = {0, 0, 0, -y2 * rate2, x2 * rate2, rate2};
  sunrealtype order[N] = {2, 2, 2, 2, 2, 2}, tol[N];
  int starting         = 1;

  for (int i = 0; i < N; i++) { tol[i] = i < LAMBDA ? 1e-8 : 1e-3; }

  /* 2. to 5. No matrix and no derivatives: F is differenced. The multipliers,
        forces of up to 4e5 N, have a tolerance of their own. */
  N_Vector yv = N_VMake_Serial(N, y, ctx), vv = N_VMake_Serial(N, v, ctx);
  N_Vector ordv = N_VMake_Serial(N, order, ctx);
  N_Vector tolv = N_VMake_Serial(N, tol, ctx);
  void *mem     = GALPHACreate(ctx);
  TRY(GALPHAInit2(mem, residual, 0, yv, vv, NULL));
  TRY(GALPHASetDiffOrder(mem, ordv));
  TRY(GALPHASetUserData(mem, &starting));
  TRY(GALPHASetMethod(mem, GALPHA_NEWMARK, newmark));
  TRY(GALPHASetFixedStep(mem, h));
  TRY(GALPHASVtolerances(mem, 1e-8, tolv));

  /* 6. to 8. */
  TRY(GALPHACalcIC(mem, GALPHA_YA_YDP_INIT, 0.01));
  TRY(GALPHAGetConsistentIC(mem, yv, vv));
  const double off = example_distance(y + LAMBDA, lambda0, 4);
  starting         = 0;
  swing(mem, yv, vv, print, err);
  printf("# h %.0e: errors %.1e %.1e\n", h, err[0], err[1]);

  GALPHAFree(&mem);
  N_VDestroy(yv), N_VDestroy(vv), N_VDestroy(ordv), N_VDestroy(tolv);
  return example_wrong("lambda at the start", off, 1e-3);
}

int main(void)
{
  SUNContext ctx = example_context();
  double err[2], half[2];

  printf("#  t    angle     rate\n");
  int wrong = pendulum(ctx, 0.001, 1, err) + pendulum(ctx, 0.0005, 0, half);
  for (int i = 0; i < 2; i++)
  {
    wrong += example_wrong("angle or rate", err[i], i ? 0.04 : 0.01) +
             example_wrong("order", fabs(err[i] / half[i] - 2), 0.2);
  }
  SUNContext_Free(&ctx);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* TEST double_pendulum.out */
