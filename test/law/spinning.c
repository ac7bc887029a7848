/* A point of unit mass on a circle, free of forces: the tension is v^2 from the
 * start on, with G given or differenced; thousands of steps of 0.165 rad with tight
 * tolerances by both SOI2 forms, which lose speed as damping makes them and no
 * more with differences. Index 3 is unstable there when damping is small, for the
 * gradient turns (control). */
#include "support/test.h"

struct setting
{
  int formulation;
  sunrealtype rho, h;
};

/* Returns GALPHASolve's code; *speed at its end and *tension at the start. */
static int spin(const struct setting *c, GALPHAHolonomicJacFn Gfn,
                sunrealtype *speed, sunrealtype *tension)
{
  SMALL(s, .n = 2, .q = VALUES(1.0, 0.0), .v = VALUES(0.0, 1.0),
        .force = problem_no_force, .g = problem_circle, .G = Gfn,
        .formulation = c->formulation, .rtol = 1e-9,
        .set = {{"rho_inf", c->rho}, {"fixed_step", c->h}});
  CHECK(!GALPHACalcIC(s->mem, GALPHA_ACC_INIT, c->h));
  CHECK(!GALPHAGetMultipliers(s->mem, 0.0, s->lambda, NULL));
  *tension      = N_VGetArrayPointer(s->lambda)[0];
  const int ret = small_solve(s, 2000.0 * c->h);
  *speed        = sqrt(N_VDotProd(s->v, s->v));
  return ret;
}

TEST_MAIN()
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.6, 0.8, 0.9};
  static const sunrealtype h[]   = {0.04, 0.0825, 0.165};
  sunrealtype given, differenced, tension;
  for (int k = 0; k < 30; k++)
  {
    const struct setting c = {k < 15 ? GALPHA_SOI2 : GALPHA_SOI2_LITERAL,
                              rho[k % 5], h[k / 5 % 3]};
    CHECK(spin(&c, problem_circle_jac, &given, &tension) == 0);
    CHECK_REL(tension, 1.0, 1e-9);
    CHECK(spin(&c, NULL, &differenced, &tension) == 0);
    CHECK_REL(tension, 1.0, 1e-6);
    CHECK(fabs(given - differenced) <= 1e-6);
    if (c.rho == 0.9) { CHECK_IN(given, 1.0 - 2e-4, 1.0 + 1e-6); }
  }
  const struct setting index3 = {GALPHA_INDEX3, 0.9, 0.165};
  const int ret = spin(&index3, problem_circle_jac, &given, &tension);
  CHECK(ret != 0 || !(fabs(given - 1.0) <= 1e-2));
}
