/* Numerical damping of the members of the family: what a step h does to a vibration of
 * frequency w, the spectral radius of its amplification matrix, over w h. Below w h = 0.3
 * (20 steps in a period) a vibration is resolved, above 3 it is not, and a method should
 * remove it.
 *
 * For q'' = -w^2 q a step is linear in (q, h v, h^2 a), a the algorithmic acceleration:
 *
 *     q1 = q + h v + h^2 ((1/2 - beta) a + beta a1),
 *     h v1 = h v + h^2 ((1 - gamma) a + gamma a1),
 *     (1 - alpha_m) a1 + alpha_m a = -w^2 ((1 - alpha_f) q1 + alpha_f q).
 *
 * Prints the radius for each member, then the amplitude lost in a period that is resolved
 * by 20 and by 50 steps, and the constant of the error. Checks that steps of the library
 * satisfy the recurrence of the matrix. */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"

#define MEMBERS 7
#define ROWS    46

static const struct member
{
  const char *name;
  int family;
  sunrealtype par[2];
} members[MEMBERS] = {{"rho=1", GALPHA_CHUNG_HULBERT, {1}},
                      {"rho=0.9", GALPHA_CHUNG_HULBERT, {0.9}},
                      {"rho=0.6", GALPHA_CHUNG_HULBERT, {0.6}},
                      {"rho=0.3", GALPHA_CHUNG_HULBERT, {0.3}},
                      {"rho=0", GALPHA_CHUNG_HULBERT, {0}},
                      {"HHT-0.3", GALPHA_HHT, {-0.3}},
                      {"Newmark0.6", GALPHA_NEWMARK, {0.3025, 0.6}}};

/* alpha_m, alpha_f, beta, gamma */
enum
{
  AM,
  AF,
  BETA,
  GAMMA
};

static void amplification(const double *c, double wh, double A[3][3])
{
  const double w2 = wh * wh;
  /* a1 = k . (q, h v, h^2 a), from the third equation with the first in it */
  const double D          = 1 - c[AM] + (1 - c[AF]) * w2 * c[BETA];
  const double k[3]       = {-w2 / D, -(1 - c[AF]) * w2 / D,
                             -(c[AM] + (1 - c[AF]) * w2 * (0.5 - c[BETA])) / D};
  const double from[3][3] = {{1, 1, 0.5 - c[BETA]}, {0, 1, 1 - c[GAMMA]}, {0}};
  const double by[3]      = {c[BETA], c[GAMMA], 1};

  for (int i = 0; i < 3; i++)
  {
    for (int j = 0; j < 3; j++) { A[i][j] = from[i][j] + by[i] * k[j]; }
  }
}

/* Its characteristic polynomial x^3 - p[0] x^2 + p[1] x - p[2]. */
static void polynomial(const double *c, double wh, double p[3])
{
  double A[3][3];

  amplification(c, wh, A);
  p[0] = A[0][0] + A[1][1] + A[2][2];
  p[1] = A[0][0] * A[1][1] - A[0][1] * A[1][0] + A[0][0] * A[2][2] -
         A[0][2] * A[2][0] + A[1][1] * A[2][2] - A[1][2] * A[2][1];
  p[2] = A[0][0] * (A[1][1] * A[2][2] - A[1][2] * A[2][1]) -
         A[0][1] * (A[1][0] * A[2][2] - A[1][2] * A[2][0]) +
         A[0][2] * (A[1][0] * A[2][1] - A[1][1] * A[2][0]);
}

/* The largest root, by a real one (bisection) and the quadratic that remains; *angle: of
 * the pair of roots, the frequency times h in the numerical solution. */
static double radius(const double *c, double wh, double *angle)
{
  double p[3], lo = -4, hi = 4;

  polynomial(c, wh, p);
  for (int i = 0; i < 60; i++)
  {
    const double x = (lo + hi) / 2;
    if (((x - p[0]) * x + p[1]) * x - p[2] < 0) { lo = x; }
    else { hi = x; }
  }
  const double half = (p[0] - lo) / 2, product = p[1] - 2 * lo * half;
  const double s = half * half - product;
  *angle         = s < 0 ? atan2(sqrt(-s), half) : 0;
  return fmax(fabs(lo), s < 0 ? sqrt(product) : fabs(half) + sqrt(s));
}

/* Amplitude lost in a period of the numerical solution, in percent. */
static double lost(const double *c, double steps_in_period)
{
  double angle;
  const double r = radius(c, 2 * acos(-1) / steps_in_period, &angle);

  return fmax(0, 100 * (1 - pow(r, 2 * acos(-1) / angle)));
}

/* ---- the library ------------------------------------------------------------ */

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                 void *user_data)
{
  const double *w = user_data;

  (void)t, (void)v;
  N_VScale(-*w * *w, q, f);
  return 0;
}

/* Steps of size 1 must satisfy the recurrence of the polynomial: returns by how much they
 * do not, relative to its terms. */
static double apart(SUNContext ctx, const struct member *member, double w,
                    double *coefficients)
{
  N_Vector q = N_VNew_Serial(1, ctx), v = N_VNew_Serial(1, ctx);
  SUNMatrix M   = SUNDenseMatrix(1, 1, ctx);
  void *mem     = GALPHACreate(ctx);
  double worst  = 0, p[3], x[8];
  sunrealtype t = 0;

  N_VConst(1, q);
  N_VConst(0, v);
  SM_ELEMENT_D(M, 0, 0) = 1;
  TRY(GALPHAInitMech(mem, NULL, M, force, 0, q, v));
  TRY(GALPHASetUserData(mem, &w));
  TRY(GALPHASetMethod(mem, member->family, member->par));
  TRY(GALPHAGetMethod(mem, coefficients));
  TRY(GALPHASetFixedStep(mem, 1));
  TRY(GALPHASStolerances(mem, 1e-10, 1e-14));
  for (int i = 0; i < 8; i++)
  {
    TRY(GALPHASolve(mem, i + 1, &t, q, v, GALPHA_NORMAL));
    x[i] = N_VGetArrayPointer(q)[0];
  }
  polynomial(coefficients, w, p);
  for (int i = 3; i < 8; i++)
  {
    const double size = fabs(x[i]) + fabs(p[0] * x[i - 1]) +
                        fabs(p[1] * x[i - 2]) + fabs(p[2] * x[i - 3]);
    worst = fmax(
      worst,
      fabs(x[i] - p[0] * x[i - 1] + p[1] * x[i - 2] - p[2] * x[i - 3]) / size);
  }
  GALPHAFree(&mem);
  SUNMatDestroy(M);
  N_VDestroy(q);
  N_VDestroy(v);
  return worst;
}

int main(void)
{
  static const double checked[] = {0.1, 1, 3, 10, 100};
  SUNContext ctx                = example_context();
  double c[MEMBERS][4], worst = 0, angle;

  for (int m = 0; m < MEMBERS; m++)
  {
    for (int i = 0; i < 5; i++)
    {
      worst = fmax(worst, apart(ctx, &members[m], checked[i], c[m]));
    }
  }
  printf("      wh");
  for (int m = 0; m < MEMBERS; m++) { printf(" %10s", members[m].name); }
  printf("\n");
  for (int i = 0; i < ROWS; i++)
  {
    const double wh = pow(10, -1.5 + 4.5 * i / (ROWS - 1));
    printf("%8.3f", wh);
    for (int m = 0; m < MEMBERS; m++)
    {
      printf(" %10.4f", radius(c[m], wh, &angle));
    }
    printf("\n");
  }
  printf("\n\nmember     lost in a period of 20 steps, of 50 steps, error "
         "constant\n");
  for (int m = 0; m < MEMBERS; m++)
  {
    printf("%-10s %6.2f %% %6.3f %% %8.4f\n", members[m].name, lost(c[m], 20),
           lost(c[m], 50), c[m][BETA] + (c[m][AM] - c[m][AF]) / 2 - 1.0 / 6);
  }
  SUNContext_Free(&ctx);
  return example_wrong("the recurrence", worst, 1e-8) ? EXIT_FAILURE
                                                      : EXIT_SUCCESS;
}
