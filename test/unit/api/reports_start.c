/* What people ran into with starts and with constraints on velocities elsewhere:
 * one small test per case (numbers of the collection). */
#include "support/test.h"

#define G 9.81

static sunrealtype at(N_Vector x, int i)
{
  return N_VGetArrayPointer(x)[i];
}

/* 1: a pivot on the curve y = 0.1 x^2, as a velocity constraint. */

MASS(slide_mass)
{
  const sunrealtype c = cos(q[2]), s = sin(q[2]);
  PROBLEM_MATRIX(M, {0, 0, 2}, {2, 0, c}, {1, 1, 2}, {2, 1, s}, {0, 2, c},
                 {1, 2, s}, {2, 2, 1});
}

FORCE(slide_force)
{
  const sunrealtype w = v[2];
  f[0]                = sin(q[2]) * w * w;
  f[1]                = -cos(q[2]) * w * w - 2 * G;
  f[2]                = -G * sin(q[2]);
}

NONHOLONOMIC_IS(slide_k, v[1] - 0.2 * q[0] * v[0])

NONHOLONOMIC_JAC_IS(slide_K, {0, 0, -0.2 * q[0]}, {0, 1, 1})

PROBLEM_IS(slide, .name = "pivot on a curve", .n = 3, .p = 1,
           .q0 = VALUES(1, 0.1, 0.5), .mass = slide_mass, .force = slide_force,
           .k = slide_k, .K = slide_K)

static sunrealtype slide_psi(sunrealtype h)
{
  SMALL(s, .pb = &slide, .rtol = 1e-11);
  CHECK(!problem_run_steps(s->mem, &slide, &h, 1, 1, &s->now, NULL));
  return at(s->psi, 0);
}

static void case_01_velocity_constraint(void)
{
  sunrealtype worst = 0, drift = 0, k = 0;
  SMALL(s, .pb = &slide, .rtol = 1e-6, .atol = 1e-8,
        .set = {{"nonlin_conv_coef", 1e-5}});
  while (s->t < 10)
  {
    if (small_step(s, 10)) { break; }
    CHECK(!GALPHAGetConstraintNorms(s->mem, NULL, NULL, &k));
    worst = fmax(worst, k);
    drift = fmax(drift, fabs(at(s->q, 1) - 0.1 * at(s->q, 0) * at(s->q, 0)));
  }
  CHECK(s->t >= 10);
  CHECK_IN(worst, 0, 1e-10);
  CHECK_IN(drift, 0, 1e-3);

  const sunrealtype a = slide_psi(0.02), b = slide_psi(0.01),
                    c = slide_psi(0.005);
  CHECK_IN((a - b) / (b - c), 3.7, 4.3);
}

/* 2, 6, 7, 8: starts of two unit masses. */

FORCE_IS(weight, 0, -*(const sunrealtype *)data)
NONHOLONOMIC_IS(radial_k,
                q[0] * v[0] + q[1] * v[1]) /* a pendulum by its velocities */
NONHOLONOMIC_IS(equal_k, v[0] - v[1])
NONHOLONOMIC_JAC_IS(equal_K, {0, 0, 1}, {0, 1, -1})
HOLONOMIC_IS(contradiction_g, q[0] * q[0] + q[1] * q[1] - 1, q[0] - 3)

/* A guess of the multiplier, right or wrong, is only a guess. */
static void case_02_wrong_guess(void)
{
  for (int guess = 0; guess < 2; guess++)
  {
    sunrealtype gravity = G;
    SMALL(s, .n = 2, .q = VALUES(1, 0), .force = weight, .data = &gravity,
          .k = radial_k, .rtol = 1e-6, .atol = 1e-8);
    N_VConst(5 * guess, s->psi);
    CHECK(!GALPHASetNonholonomic(s->mem, s->psi, radial_k, s->K, NULL));
    CHECK(!GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1));
    CHECK(!GALPHAGetAcceleration(s->mem, 0, s->q));
    CHECK(!GALPHAGetMultipliers(s->mem, 0, NULL, s->psi));
    CHECK(fabs(at(s->q, 0)) < 1e-8 && fabs(at(s->q, 1) + G) < 1e-12);
    CHECK(fabs(at(s->psi, 0)) < 1e-8);
  }
}

static void case_06_one_solve(void)
{
  sunrealtype gravity = 2;
  SMALL(s, .n = 2, .force = weight, .data = &gravity, .k = equal_k,
        .rtol = 1e-6, .atol = 1e-8,
        .set = {{"start", GALPHA_START_A0}}); /* v'' takes another one */
  CHECK(!GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1));
  CHECK(count_of(s->mem, GALPHAGetNumLinSolves) == 1);
  CHECK(!GALPHAGetAcceleration(s->mem, 0, s->q));
  CHECK(!GALPHAGetMultipliers(s->mem, 0, NULL, s->psi));
  CHECK_REL(at(s->q, 0), -1, 1e-8);
  CHECK_REL(at(s->q, 1), -1, 1e-8);
  CHECK_REL(at(s->psi, 0), 1, 1e-8);
}

static void case_07_contradiction(void)
{
  sunrealtype gravity = G;
  SMALL(s, .n = 2, .q = VALUES(1, 0.2), .force = weight, .data = &gravity,
        .m = 2, .g = contradiction_g, .rtol = 1e-6, .atol = 1e-8);
  CHECK(GALPHACalcIC(s->mem, GALPHA_PROJECT_INIT, 1) == GALPHA_INCONSISTENT_IC);
  CHECK(strstr(s->said.msg, "constraint g[") && strstr(s->said.msg, "= "));
  CHECK(caught_says(&s->said, GALPHA_INCONSISTENT_IC,
                    "the constraints contradict each other"));
  /* asked without projection, the row that is off is named */
  REFUSED(&s->said, GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1),
          GALPHA_INCONSISTENT_IC, "g[1] = -2");
}

/* v0 - v1 = 0, and v1 = 1.001 in place of 1: the projection changes each by 5e-4. */
static void case_07_distance(void)
{
  sunrealtype gravity = G;
  SMALL(s, .n = 2, .v = VALUES(1, 1.001), .force = weight, .data = &gravity,
        .k = equal_k, .rtol = 1e-6, .atol = 1e-6);
  REFUSED(&s->said, GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1),
          GALPHA_INCONSISTENT_IC, "(v0 is off by 2.5e+02 tolerances)");
}

MASS_IS(one_mass, {0, 0, 1}, {1, 1, 0})

/* M = diag(1, 0): the coordinate without mass is named; tied to the other, it falls
 * with it. */
static void case_08_massless(enum problem_storage storage)
{
  sunrealtype gravity = 2;
  struct problem pb   = PROBLEM(.n = 2, .mass = one_mass, .force = weight,
                                .constant_mass = 1, .data = &gravity);
  struct small s;
  BEGIN(&s, .pb = &pb, .storage = storage);
  REFUSED(&s.said, GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1), GALPHA_SINGULAR_JAC,
          "row 1 of the mass matrix is zero");
  pb.p = 1;
  pb.k = equal_k;
  pb.K = equal_K;
  BEGIN(&s, .pb = &pb, .storage = storage);
  CHECK(!small_solve(&s, 1));
  CHECK(!GALPHAGetMultipliers(s.mem, s.t, NULL, s.psi));
  CHECK_REL(at(s.q, 0), -1, 1e-5);
  CHECK_REL(at(s.q, 1), -1, 1e-5);
  CHECK_REL(at(s.psi, 0), 2, 1e-5);
}

TEST_MAIN()
{
  case_01_velocity_constraint();
  case_02_wrong_guess();
  case_06_one_solve();
  case_07_contradiction();
  case_07_distance();
  case_08_massless(PROBLEM_DENSE);
  case_08_massless(PROBLEM_SPARSE);
}
