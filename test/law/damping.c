/* Measured amplification at omega h = 1e6 equals rho, for the Chung-Hulbert family
 * and for the other families' limits: all roots are equal there, so q_n is rho^n
 * times a quadratic of n, of which 4^(1/200) bounds what it adds. */
#include "support/models/reference.h"
#include "support/test.h"

#define STEPS 400

/* |q_400 / q_200|^(1/200), or 0 if q has vanished. */
static sunrealtype amplification(SUNContext ctx, int family,
                                 const sunrealtype *par, sunrealtype omega_h)
{
  struct ref_oscillator data = {1, omega_h * omega_h, 0, 1, 0};
  const struct problem pb    = ref_oscillator(&data);
  struct problem_state s;
  sunrealtype half = 0, all = 0;
  void *mem = problem_create(&pb, ctx, PROBLEM_DENSE);

  CHECK(!problem_state_new(&s, &pb, ctx));
  CHECK(!GALPHASetMethod(mem, family, par));
  CHECK(!GALPHASStolerances(mem, 1e-12, 1e-12));
  for (int n = 1; n <= STEPS; n++)
  {
    CHECK(!problem_step(mem, &pb, 1, &s, NULL));
    all = fabs(N_VGetArrayPointer(s.q)[0]);
    if (n == STEPS / 2) { half = all; }
  }
  problem_state_free(&s);
  GALPHAFree(&mem);
  return half > 1e-200 ? pow(all / half, 2.0 / STEPS) : 0;
}

static void check_family(SUNContext ctx, int family, const sunrealtype *par,
                         sunrealtype expected)
{
  const sunrealtype seen = amplification(ctx, family, par, 1e6);
  printf("family %d, %g: %.5f, expected %.5f\n", family, par[0], seen,
         expected);
  CHECK_IN(seen, 0.985 * expected, 1.015 * expected + 1e-6);
}

TEST_MAIN(ctx)
{
  const sunrealtype rho[]   = {0.2, 0.5, 0.6, 0.8, 0.9, 1};
  const sunrealtype alpha[] = {0, -0.05, -0.1, -0.3};
  const sunrealtype trap[] = {0.25, 0.5}, zero = 0;

  for (int i = 0; i < 6; i++)
  {
    check_family(ctx, GALPHA_CHUNG_HULBERT, &rho[i], rho[i]);
  }
  /* HHT: a root alpha/(1+alpha) and two -(1+alpha)/(1-alpha) */
  for (int i = 0; i < 4; i++)
  {
    const sunrealtype a = alpha[i];
    check_family(ctx, GALPHA_HHT, &a, fmax(-a / (1 + a), (1 + a) / (1 - a)));
  }
  check_family(ctx, GALPHA_NEWMARK, trap, 1);
  CHECK(amplification(ctx, GALPHA_CHUNG_HULBERT, &zero, 1e6) == 0);
  /* slow oscillations are not damped */
  CHECK_IN(amplification(ctx, GALPHA_CHUNG_HULBERT, &rho[3], 1e-3), 0.98, 1.02);
}
