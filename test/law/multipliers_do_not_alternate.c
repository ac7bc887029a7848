/* Multipliers of index 3 do not alternate from step to step. Driven mass q = sin t with
 * the drive's force: the library, and the recursion of Bruls and Arnold (2008), (5), (8)
 * written out, which it equals. Control: at rho = 1 a wrong start never dies out. */
#include "support/models/callbacks.h"
#include "support/run/residual.h"
#include "support/test.h"

#define H     0.05
#define STEPS 200

RESIDUAL2(driven)
{
  r[0] = ypp[0] + y[1];
  r[1] = y[0] - sin(t);
}

RESIDUAL_START(start)
{
  yp[0] = 1.0;
}

static void by_library(SUNContext ctx, sunrealtype rho, sunrealtype *error)
{
  const struct residual_problem pb = {.name      = "driven mass",
                                      .n         = 2,
                                      .order     = VALUES(2.0, 0.0),
                                      .res2      = driven,
                                      .start     = start,
                                      .ypp_known = 1};
  struct residual_run run;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASetRhoInf(run.mem, rho));
  for (int n = 1; n <= STEPS; n++)
  {
    CHECK(residual_step(&run, H) == 0);
    error[n] = residual_y(&run)[1] - sin(n * H);
  }
  residual_end(&run);
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

/* Largest alternating part of the error once the start has died out. */
static sunrealtype alternating(const sunrealtype *error)
{
  sunrealtype worst = 0.0;
  for (int n = STEPS / 2; n < STEPS; n++)
  {
    worst =
      fmax(worst, 0.25 * fabs(error[n - 1] - 2.0 * error[n] + error[n + 1]));
  }
  return worst;
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.3, 0.6, 0.8};
  sunrealtype lib[STEPS + 1], hand[STEPS + 1];
  for (int k = 0; k < 4; k++)
  {
    by_library(ctx, rho[k], lib);
    by_hand(rho[k], 0.0, hand);
    CHECK(alternating(lib) <= 1e-2 * H * H);
    CHECK(fabs(lib[STEPS] - hand[STEPS]) <= 1e-9);
  }
  by_hand(1.0, 0.01, hand);
  CHECK(alternating(hand) > 1e-2 * H * H);
}
