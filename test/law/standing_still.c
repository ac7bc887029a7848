/* Index 3: a crank is turned from rest to rest, by a law of which the library knows the angle
 * alone, and stands still afterwards. The steps that follow the end of the move grow by 2 each
 * time, in which the recursion keeps an error of the accelerations and doubles that of the
 * velocities, while positions, and all differences of them, are right. The velocities of what
 * stands still are 0, and the multiplier is the moment of the weight. Control: without the
 * correction of velocities, on which the end of this depends. */
#include "support/test.h"

#define WEIGHT 9.81
#define TURN   3.0
#define START  0.4
#define END    2.0

/* Angle: accelerations jump at both ends (0), in between, too (1), or not at all (2). */
static sunrealtype angle(sunrealtype t, int law)
{
  const sunrealtype z = fmin(fmax(t - 0.5, 0.0), 1.0), y = fmin(z, 1.0 - z);
  const sunrealtype ramp = y < 0.3 ? y * y / 0.42 : (y - 0.15) / 0.7;
  const sunrealtype s    = law == 0   ? 0.5 - 0.5 * cos(M_PI * z)
                           : law == 1 ? (z < 0.5 ? ramp : 1.0 - ramp)
                                      : z * z * z * (10.0 - z * (15.0 - 6.0 * z));
  return START + TURN * s;
}

FORCE_IS(weight, 0.0, -WEIGHT, 0.0)
HOLONOMIC_IS(crank, q[0] - cos(q[2]), q[1] - sin(q[2]),
             q[2] - angle(t, *(const int *)data))
HOLONOMIC_JAC_IS(crank_jac, {0, 0, 1.0}, {0, 2, sin(q[2])}, {1, 1, 1.0},
                 {1, 2, -cos(q[2])}, {2, 2, 1.0})

RESIDUAL2(equations)
{
  const sunrealtype c = cos(y[2]), s = sin(y[2]);
  r[0] = ypp[0] + y[3];
  r[1] = ypp[1] + WEIGHT + y[4];
  r[2] = ypp[2] + y[3] * s - y[4] * c + y[5];
  r[3] = y[0] - c;
  r[4] = y[1] - s;
  r[5] = y[2] - angle(t, *(const int *)data);
}

static struct small *begin(bool residual, int *law, sunrealtype rho,
                           sunrealtype tol, int correct)
{
  const sunrealtype c = cos(START), s = sin(START);
  struct small *x = keep_zeros(1, sizeof *x);
  if (residual)
  {
    BEGIN(x, .n = 6, .q = VALUES(c, s, START, 0.0, -WEIGHT, -WEIGHT * c),
          .a = VALUES(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), .res2 = equations,
          .data = law, .order = VALUES(2.0, 2.0, 2.0, 0.0, 0.0, 0.0),
          .rtol = tol,
          .set  = {{"rho_inf", rho}, {"step_change_correction", correct}});
  }
  else
  {
    BEGIN(x, .n = 3, .m = 3, .q = VALUES(c, s, START), .force = weight,
          .g = crank, .G = crank_jac, .data = law, .rtol = tol,
          .formulation = GALPHA_INDEX3,
          .set = {{"rho_inf", rho}, {"step_change_correction", correct}});
  }
  return x;
}

/* Largest velocity, and error of the moment, after the move, in tolerances. */
static sunrealtype error(bool residual, int law, sunrealtype rho,
                         sunrealtype tol, int correct)
{
  struct small *s = begin(residual, &law, rho, tol, correct);
  sunrealtype v = 0.0, moment = 0.0;
  const sunrealtype end = -WEIGHT * cos(START + TURN);
  for (int i = 1; i <= 20; i++)
  {
    CHECK(small_solve(s, 0.1 * i) >= 0);
    if (s->t < 1.75) { continue; }
    if (!residual)
    {
      CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL));
    }
    const sunrealtype l =
      residual ? small_q(s)[5] : N_VGetArrayPointer(s->lambda)[2];
    for (int k = 0; k < 3; k++) { v = fmax(v, fabs(small_v(s)[k])); }
    moment = fmax(moment, fabs(l - end));
  }
  keep_free();
  return fmax(v, 0.1 * moment / WEIGHT) / tol;
}

static void check(int correct, sunrealtype *worst)
{
  static const sunrealtype rho[] = {0.0, 0.3, 0.6, 0.9};
  *worst                         = 0.0;
  for (int i = 0; i < 2 * 3 * 4 * 6; i++)
  {
    const sunrealtype tol = pow(10.0, -3 - i / 24);
    const sunrealtype e = error(i % 2, i / 2 % 3, rho[i / 6 % 4], tol, correct);
    *worst              = fmax(*worst, e);
  }
}

TEST_MAIN()
{
  sunrealtype with = 0.0, without = 0.0;
  check(GALPHA_CORRECT_VELOCITIES, &with);
  check(GALPHA_CORRECT_A, &without);
  CHECK_IN(with, 0.0, 30.0);
  CHECK(without > 1e3);
}
