/* How good the estimates of the local error are under steps in the ratio 1:2, in the
 * root mean square over many steps: coordinates, velocities and states, for several
 * rho, with formula (14) and with the weights of Bruls and Arnold (2008); the exact
 * flow through each step's start is known. */
#include "support/models/callbacks.h"
#include "support/run/residual.h"
#include "support/test.h"

#define STEPS 600
#define FIRST 40 /* steps that the start may shake */

/* q'' = -q, x' = q - x */
RESIDUAL2(oscillator)
{
  r[0] = ypp[0] + y[0];
  r[1] = yp[1] + y[1] - y[0];
}

RESIDUAL_START(start)
{
  y[0]   = 1.0;
  y[1]   = 0.5;
  yp[1]  = 0.5;
  ypp[0] = -1.0;
}

enum kind
{
  COORDINATE,
  VELOCITY,
  STATE,
  KINDS
};

/* The solution h after (q, v, x). */
static void flow(const sunrealtype *from, sunrealtype h, sunrealtype *to)
{
  const sunrealtype q = from[0], v = from[1], c = cos(h), s = sin(h);
  const sunrealtype A = 0.5 * (q - v), B = 0.5 * (q + v);
  to[COORDINATE] = q * c + v * s;
  to[VELOCITY]   = v * c - q * s;
  to[STATE]      = A * c + B * s + (from[2] - A) * exp(-h);
}

static void state(const struct residual_run *run, sunrealtype *s)
{
  s[COORDINATE] = residual_y(run)[0];
  s[VELOCITY]   = residual_yp(run)[0];
  s[STATE]      = residual_y(run)[1];
}

static void check(SUNContext ctx, sunrealtype rho, int mode)
{
  static const sunrealtype order[] = {2.0, 1.0};
  const struct residual_problem pb = {.name      = "oscillator",
                                      .n         = 2,
                                      .order     = order,
                                      .res2      = oscillator,
                                      .start     = start,
                                      .ypp_known = 1};
  sunrealtype estimated[KINDS] = {0.0}, right[KINDS] = {0.0};
  struct residual_run run;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASetRhoInf(run.mem, rho) && !GALPHASetRhoInfState(run.mem, rho));
  CHECK(!GALPHASStolerances(run.mem, 1e-12, 1e-12));
  CHECK(!GALPHASetOption(run.mem, "step_change_correction", mode));
  N_Vector e = N_VClone(run.y), ev = N_VClone(run.y);
  for (int n = 0; n < STEPS; n++)
  {
    const sunrealtype h = n % 2 ? 0.04 : 0.02;
    sunrealtype from[KINDS], to[KINDS], now[KINDS];
    state(&run, from);
    flow(from, h, to);
    CHECK(residual_step(&run, h) == 0);
    state(&run, now);
    CHECK(!GALPHAGetEstLocalErrors(run.mem, e));
    CHECK(!GALPHAGetEstLocalErrorsVel(run.mem, ev));
    const sunrealtype est[KINDS] = {N_VGetArrayPointer(e)[0],
                                    N_VGetArrayPointer(ev)[0],
                                    N_VGetArrayPointer(e)[1]};
    for (int i = 0; i < KINDS && n >= FIRST; i++)
    {
      estimated[i] += est[i] * est[i];
      right[i] += (now[i] - to[i]) * (now[i] - to[i]);
    }
  }
  printf("rho %.1f, mode %d: estimated by true local error", rho, mode);
  for (int i = 0; i < KINDS; i++)
  {
    const sunrealtype ratio = sqrt(estimated[i] / right[i]);
    printf(" %.2f", ratio);
    CHECK_IN(ratio, mode == GALPHA_CORRECT_A ? 0.95 : 0.7, 1.05);
  }
  printf("\n");
  N_VDestroy(e);
  N_VDestroy(ev);
  residual_end(&run);
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.2, 0.5, 0.6, 0.8, 0.9};
  for (int i = 0; i < 6; i++)
  {
    check(ctx, rho[i], GALPHA_CORRECT_A);
    check(ctx, rho[i], GALPHA_CORRECT_WEIGHTS);
  }
}
