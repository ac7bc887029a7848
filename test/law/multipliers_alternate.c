/* Multipliers of index 3 do not alternate from step to step. Driven mass q = sin t with the
 * drive's force: the library, and the recursion of Bruls and Arnold (2008), (5), (8)
 * written out, which it equals. Control: at rho = 1 a wrong start never dies out.
 *
 * A pendulum in index 3: what alternates in its multiplier from step to step is
 * a remnant of the start, falls with h (with h^2 where that is shifted) and dies
 * out. Control: with the constraint taken at coordinates blended by alpha_f
 * between the last step and this one, it is as large as the multiplier itself
 * and does not fall with h. */
#include "support/models/planar/planar.h"
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define H      0.05
#define STEPS  200 /* of H */
#define END    1.6
#define MOST   640 /* steps */
#define LAMBDA 4.0 /* at the start */

static const sunrealtype gravity = 9.81;

struct part
{
  sunrealtype peak, rest; /* largest, and largest in the second half */
};

/* What alternates in the errors of steps 0 to n. */
static struct part alternating(const sunrealtype *e, int steps)
{
  struct part p = {0.0, 0.0};
  for (int n = 1; n < steps; n++)
  {
    const sunrealtype part = 0.25 * fabs(e[n - 1] - 2.0 * e[n] + e[n + 1]);
    p.peak                 = fmax(p.peak, part);
    if (2 * n >= steps) { p.rest = fmax(p.rest, part); }
  }
  return p;
}

RESIDUAL2_IS(driven, ypp[0] + y[1], y[0] - sin(t))

static void by_library(sunrealtype rho, sunrealtype *error)
{
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "driven mass", .n = 2, .order = VALUES(2.0, 0.0),
                     .res2 = driven, .yp0 = VALUES(1.0, 0.0), .ypp_known = 1);
  struct residual_run run;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASetRhoInf(run.mem, rho));
  for (int n = 1; n <= STEPS; n++)
  {
    CHECK(residual_step(&run, H) == 0);
    error[n] = residual_y(&run)[1] - sin(n * H);
  }
}

static void by_hand(sunrealtype rho, sunrealtype a0, sunrealtype *error)
{
  const sunrealtype am    = (2.0 * rho - 1.0) / (1.0 + rho);
  const sunrealtype af    = rho / (1.0 + rho);
  const sunrealtype gamma = 0.5 + af - am;
  const sunrealtype beta  = 0.25 * (gamma + 0.5) * (gamma + 0.5);
  sunrealtype q = 0.0, v = 1.0, a = a0, qdd = 0.0;
  for (int n = 1; n <= STEPS; n++)
  {
    const sunrealtype old  = a;
    const sunrealtype next = sin(n * H);
    a        = (next - q - H * v - H * H * (0.5 - beta) * old) / (H * H * beta);
    v        = v + H * ((1.0 - gamma) * old + gamma * a);
    qdd      = ((1.0 - am) * a + am * old - af * qdd) / (1.0 - af);
    q        = next;
    error[n] = -qdd - sin(n * H);
  }
}

static void check_driven(void)
{
  static const sunrealtype rho[] = {0.0, 0.3, 0.6, 0.8};
  sunrealtype lib[STEPS + 1] = {0.0}, hand[STEPS + 1] = {0.0};
  for (int k = 0; k < 4; k++)
  {
    by_library(rho[k], lib);
    by_hand(rho[k], 0.0, hand);
    CHECK(alternating(lib, STEPS).rest <= 1e-2 * H * H);
    CHECK(fabs(lib[STEPS] - hand[STEPS]) <= 1e-9);
  }
  by_hand(1.0, 0.01, hand);
  CHECK(alternating(hand, STEPS).rest > 1e-2 * H * H);
}

struct pendulum
{
  sunrealtype blend, last[2]; /* share and coordinates of the last step */
};

/* x'' + lambda x = 0, y'' + lambda y = -g on the unit circle. */
RESIDUAL2(residual)
{
  const struct pendulum *p = data;
  sunrealtype q[2];
  for (int i = 0; i < 2; i++)
  {
    q[i] = (1.0 - p->blend) * y[i] + p->blend * p->last[i];
  }
  r[0] = ypp[0] + y[2] * y[0];
  r[1] = ypp[1] + y[2] * y[1] + gravity;
  r[2] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
}

/* Of the errors of lambda from the level at 2 rad/s, where lambda = 4; energy gives it as
 * 4 - 3 g sin(angle). */
static struct part swing(sunrealtype rho, sunrealtype blend, int how, int steps)
{
  sunrealtype e[MOST + 1];
  struct pendulum p = {.blend = blend};
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "pendulum", .n = 3, .order = VALUES(2.0, 2.0, 0.0),
                     .res2 = residual, .y0 = VALUES(1.0, 0.0, LAMBDA),
                     .yp0  = VALUES(0.0, 2.0, 0.0),
                     .ypp0 = VALUES(-LAMBDA, -gravity, 0.0), .ypp_known = 1,
                     .data = &p);
  const sunrealtype h  = END / steps;
  sunrealtype turned[] = {0.0, 2.0}; /* angle and rate */
  struct residual_run run;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASetRhoInf(run.mem, rho));
  CHECK(!GALPHASetOption(run.mem, "start", how));
  e[0] = 0.0;
  for (int n = 1; n <= steps; n++)
  {
    p.last[0] = residual_y(&run)[0];
    p.last[1] = residual_y(&run)[1];
    CHECK(residual_step(&run, h) == 0);
    runge_kutta(pendulum_from_level, &gravity, 2, turned, 0.0, h, 20);
    e[n] = residual_y(&run)[2] - (LAMBDA - 3.0 * gravity * sin(turned[0]));
  }
  return alternating(e, steps);
}

/* fall: of the right one's peak when h is halved. */
static void check(sunrealtype rho, int how, sunrealtype fall)
{
  const sunrealtype blend    = rho / (1.0 + rho);
  const struct part right[2] = {swing(rho, 0.0, how, MOST / 2),
                                swing(rho, 0.0, how, MOST)};
  const struct part wrong[2] = {swing(rho, blend, how, MOST / 2),
                                swing(rho, blend, how, MOST)};
  check_of("rho %.1f", rho);
  CHECK_IN(right[1].peak / right[0].peak, 0.9 * fall, 1.1 * fall);
  CHECK_IN(right[1].peak, 0.0, 0.1 * LAMBDA);
  CHECK_IN(right[1].rest, 0.0, 1e-6 * LAMBDA);
  CHECK(wrong[1].peak > 0.5 * LAMBDA);
  CHECK(wrong[1].peak > 0.9 * wrong[0].peak);
  CHECK(wrong[1].peak > 50.0 * right[1].peak);
}

/* At rho = 1 a driven mechanism of index 3 has its steps collapse; the start warns, and the
 * end names the cause. Control: at 0.8 it arrives. */
static void check_told(void)
{
  struct planar p;
  struct small s;
  CHECK(!planar_random(&p, 23));
  const struct problem pb = planar_problem(&p);
  for (int i = 0; i < 2; i++)
  {
    BEGIN(&s, .pb = &pb, .formulation = SMALL_INDEX3, .rtol = 1e-5,
          .set = {{"rho_inf", i ? 0.8 : 1.0}, {"max_num_steps", 5000}});
    CHECK(!GALPHACalcIC(s.mem, GALPHA_Y_INIT, PLANAR_DURATION));
    CHECK(i ? s.said.count == 0
            : caught_says(&s.said, GALPHA_WARNING, "GALPHASetRhoInf"));
    CHECK(small_solve(&s, PLANAR_DURATION) == (i ? 0 : GALPHA_TOO_MUCH_WORK));
    CHECK(i || caught_says(&s.said, GALPHA_TOO_MUCH_WORK, "rho_inf = 1"));
  }
}

TEST_MAIN()
{
  check_driven();
  check_told();
  static const sunrealtype rho[] = {0.3, 0.6, 0.8, 0.9};
  for (int k = 0; k < 4; k++)
  {
    check(rho[k], GALPHA_START_A0, 0.5);
    check(rho[k], GALPHA_START_SHIFTED, 0.25);
  }
}
