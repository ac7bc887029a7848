/* The spring-mass system of Bruls and Arnold (2008) under steps of 0.3 H and 0.7 H: their
 * weights (28)-(29) and formula (14) keep order 2 of coordinate, velocity,
 * state, measured acceleration and outputs for small and large rho; without correction
 * (control) they lose it. Against an accurate solution; at rho = 0.8 also against the
 * values of an independent implementation. */
#include "support/models/spring_mass_controlled.h"
#include "support/test.h"

#define VALUES 5 /* coordinate, velocity, state, acceleration, force */

/* At t = 5. */
static const sunrealtype solution[VALUES] = {
  -0.566053023185347, 2.047440149690646, -3.340324670314635,
  -0.4314401971107705, -0.9974932202961176};

static void run(SUNContext ctx, sunrealtype rho, int correct, sunrealtype H,
                sunrealtype *value)
{
  static const sunrealtype pattern[] = {0.3, 0.7};
  sunrealtype gain                   = spring_mass_gain;
  const struct residual_problem pb   = spring_mass(&gain);
  struct residual_run r;
  CHECK(residual_begin(&r, &pb, ctx) == 0);
  CHECK(!GALPHASetRhoInf(r.mem, rho) && !GALPHASetRhoInfState(r.mem, rho));
  CHECK(!GALPHASetStart(r.mem, GALPHA_START_A0));
  CHECK(!GALPHASStolerances(r.mem, 1e-11, 1e-11));
  CHECK(!GALPHASetStepChangeCorrection(r.mem, correct));
  CHECK(residual_steps(&r, H, pattern, 2, 2 * lround(5.0 / H)) == 0);
  value[0] = residual_y(&r)[SPRING_MASS_Q];
  value[1] = residual_yp(&r)[SPRING_MASS_Q];
  value[2] = residual_y(&r)[SPRING_MASS_X];
  value[3] = residual_ypp(&r)[SPRING_MASS_Q];
  value[4] = residual_y(&r)[SPRING_MASS_FORCE];
  residual_end(&r);
}

static void check_orders(SUNContext ctx, sunrealtype rho, int correct)
{
  sunrealtype coarse[VALUES], fine[VALUES];
  run(ctx, rho, correct, 0.0125, coarse);
  run(ctx, rho, correct, 0.003125, fine);
  printf("rho %.1f, correction %d: orders", rho, correct);
  for (int i = 0; i < VALUES; i++)
  {
    const sunrealtype p = 0.5 * residual_order(fabs(coarse[i] - solution[i]),
                                               fabs(fine[i] - solution[i]));
    printf(" %.3f", p);
    if (correct == GALPHA_CORRECT_NONE) { CHECK_IN(p, 0.6, 1.4); }
    else { CHECK_IN(p, 1.95, 2.05); }
  }
  printf("\n");
}

/* With the weights at rho = 0.8: values at H = 0.1, errors at H = 0.0125. */
static void check_values(SUNContext ctx)
{
  static const sunrealtype want[] = {-0.5674480334607421, 2.04946768382731,
                                     -3.343394191345951, -0.4300605098083121};
  static const sunrealtype off[]  = {
     2.2481677646402076e-05, 3.199660022801254e-05, 4.8799469551497054e-05,
     2.2237337153729886e-05};
  sunrealtype value[VALUES];
  run(ctx, 0.8, GALPHA_CORRECT_WEIGHTS, 0.1, value);
  for (int i = 0; i < 4; i++) { CHECK_REL(value[i], want[i], 1e-8); }
  run(ctx, 0.8, GALPHA_CORRECT_WEIGHTS, 0.0125, value);
  for (int i = 0; i < 4; i++)
  {
    CHECK_REL(fabs(value[i] - solution[i]), off[i], 1e-4);
  }
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.2, 0.5, 0.8, 0.9};
  check_values(ctx);
  for (int k = 0; k < 4; k++)
  {
    check_orders(ctx, rho[k], GALPHA_CORRECT_WEIGHTS);
    check_orders(ctx, rho[k], GALPHA_CORRECT_A);
    check_orders(ctx, rho[k], GALPHA_CORRECT_NONE);
  }
}
