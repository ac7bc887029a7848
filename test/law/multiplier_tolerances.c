/* Tolerances of multipliers in index 3: runs end, multipliers become as accurate as
 * asked for, by about as many steps as SOI2 takes at order 2. With orders up to 5 they stay
 * at order 2, and SOI2 is as accurate in no more steps. Against the closed form of a
 * pendulum and the equations of motion of a chain of four-bars and a skate
 * (nonholonomic). Control: without these tolerances the multipliers are not as accurate. */
#include "support/test.h"

#define OUTPUTS 20
#define SPAN    0.6 /* the four-bars pass a singular position at 0.714 */

struct run
{
  int formulation, correction, order;
  sunrealtype rho, rtol, tolerance; /* of multipliers, 0: none */
};

struct result
{
  sunrealtype error; /* of multipliers at outputs, over the largest of them */
  long int steps;
};

static void compare(N_Vector x, N_Vector right, sunrealtype *size,
                    sunrealtype *error)
{
  if (!x) { return; }
  *size = fmax(*size, N_VMaxNorm(right));
  N_VLinearSum(1.0, x, -1.0, right, right);
  const sunrealtype e = N_VMaxNorm(right);
  *error              = e <= *error ? *error : e;
}

static struct result integrate(const struct problem *pb, const struct run *x)
{
  struct result r = {0.0, 0};
  struct problem_state right;
  struct equations eq;
  sunrealtype size = 0.0;
  SMALL(s, .pb = pb, .formulation = x->formulation, .rtol = x->rtol,
        .set = {{"step_change_correction", x->correction},
                {"rho_inf", x->rho},
                {"max_order", x->order},
                {"error_test", GALPHA_TEST_POSITIONS},
                {"max_num_steps", 100000}});
  CHECK(!problem_state_new(&right, pb, ctx) && !equations_new(&eq, pb, ctx));
  CHECK(!GALPHASetMultiplierTolerances(s->mem, x->tolerance, x->tolerance));
  for (int i = 1; i <= OUTPUTS; i++)
  {
    const sunrealtype t = SPAN * i / OUTPUTS;
    CHECK(!small_solve(s, t));
    CHECK(!GALPHAGetMultipliers(s->mem, t, s->lambda, s->psi));
    right.t = t;
    N_VScale(1.0, s->q, right.q);
    N_VScale(1.0, s->v, right.v);
    pb->exact(t, N_VGetArrayPointer(right.q), N_VGetArrayPointer(right.v), NULL,
              NULL, NULL, pb->data);
    CHECK(equations_accelerations(&eq, &right) == 0);
    compare(s->lambda, right.lambda, &size, &r.error);
    compare(s->psi, right.psi, &size, &r.error);
  }
  r.error /= size;
  CHECK(!GALPHAGetNumSteps(s->mem, &r.steps));
  return r;
}

static void check(const struct problem *pb, struct run x)
{
  const sunrealtype tolerance = x.tolerance;
  x.formulation               = GALPHA_INDEX3;
  const struct result r       = integrate(pb, &x);
  x.tolerance                 = 0.0;
  const struct result without = integrate(pb, &x);
  x.tolerance                 = tolerance;
  x.formulation               = GALPHA_SOI2;
  x.correction                = GALPHA_CORRECT_A;
  const struct result soi2    = integrate(pb, &x);
  check_of("%s, rho %.1f, rtol %.0e, of multipliers %.0e", pb->name, x.rho,
           x.rtol, tolerance);
  CHECK_IN(r.error, 0.0, 20.0 * tolerance);
  CHECK_IN(r.error, 0.0, 1.05 * without.error);
  CHECK_IN(r.steps, 0.0, 3 * soi2.steps);
  x.order                   = 5;
  const struct result high2 = integrate(pb, &x);
  x.formulation             = GALPHA_INDEX3;
  x.correction              = GALPHA_CORRECT_VELOCITIES;
  const struct result high3 = integrate(pb, &x);
  CHECK(high3.steps == r.steps && high3.error == r.error);
  CHECK_IN(high2.error, 0.0, 20.0 * tolerance);
  CHECK_IN(high2.steps, 0.0, soi2.steps);
}

/* Multipliers that alternate (rho near 1), or that Newton's iteration leaves less accurate
 * than they are asked for, must not make steps ever shorter. */
static void check_tight(const struct problem *pb)
{
  for (int i = 0; i < 12; i += call_sites_stride(5))
  {
    const struct run x    = {.formulation =
                            i % 2 ? GALPHA_SOI2 : GALPHA_SOI2_LITERAL,
                             .correction = GALPHA_CORRECT_VELOCITIES,
                             .order      = 5,
                             .rho        = i / 2 % 2 ? 0.9 : 0.6,
                             .rtol       = pow(10.0, -4 - i / 4),
                             .tolerance  = pow(10.0, -5 - i / 4)};
    const struct result r = integrate(pb, &x);
    check_of("%s, formulation %d, rho %.1f, rtol %.0e", pb->name, x.formulation,
             x.rho, x.rtol);
    CHECK(r.steps < 30000);
  }
}

TEST_MAIN()
{
  static const sunrealtype rho[] = {0.0, 0.6, 0.9};
  const struct problem pendulum  = ref_pendulum(REF_PENDULUM_PERIOD2);
  const struct problem others[]  = {ref_fourbar(), ref_skate()};
  check_tight(&pendulum);
  for (int k = 0; k < 2; k++) { check_tight(&others[k]); }
  for (int i = 0; i < 3; i += call_sites_stride(2))
  {
    for (sunrealtype rtol = 1e-3; rtol > 1e-6; rtol *= 0.1)
    {
      struct run x = {.correction = GALPHA_CORRECT_VELOCITIES,
                      .order      = 2,
                      .rho        = rho[i],
                      .rtol       = rtol,
                      .tolerance  = 10.0 * rtol};
      check(&pendulum, x);
      for (int k = 0; k < 2; k++) { check(&others[k], x); }
    }
  }
}
