/* Amplification of modes that the step does not resolve. At h lambda = -1e8 a
 * first-order state obeys (E + rho_x)^2 x = 0 (E: one step on), at h omega =
 * 1e4 a second-order one (E + rho)^3 q = 0, whatever the other's radius; and a
 * stiff circuit coupled to a mass keeps order 2. */
#include "support/models/callbacks.h"
#include "support/run/residual.h"
#include "support/test.h"

#define STEPS 8
/* Stiffness at steps of 1. */
#define STIFF 1e8
#define OMEGA 1e4 /* (h omega)^2 times round-off is lost in q */

RESIDUAL2(modes)
{
  r[0] = yp[0] + STIFF * y[0];
  r[1] = ypp[1] + OMEGA * OMEGA * y[1];
}

RESIDUAL2_JAC(modes_jac)
{
  SM_ELEMENT_D(J, 0, 0) = c[0] + STIFF;
  SM_ELEMENT_D(J, 1, 1) = c[2] + OMEGA * OMEGA;
}

RESIDUAL_START(start_modes)
{
  y[0]   = 1.0;
  yp[0]  = -STIFF;
  y[1]   = 1.0;
  ypp[1] = -OMEGA * OMEGA;
}

/* (E + rho)^count on values[0..count], relative to the largest value. */
static sunrealtype recurrence(const sunrealtype *values, int count,
                              sunrealtype rho)
{
  sunrealtype sum = 0.0, size = 0.0, binomial = 1.0;
  for (int k = 0; k <= count; k++)
  {
    const sunrealtype term = binomial * pow(rho, count - k) * values[k];
    sum += term;
    size = fmax(size, fabs(values[k]));
    binomial *= (sunrealtype)(count - k) / (sunrealtype)(k + 1);
  }
  return size > 0.0 ? fabs(sum) / size : 0.0;
}

static void check_modes(SUNContext ctx, sunrealtype rho, sunrealtype rho_x)
{
  static const sunrealtype orders[2]    = {1.0, 2.0};
  const struct residual_problem problem = {.name      = "modes",
                                           .n         = 2,
                                           .order     = orders,
                                           .res2      = modes,
                                           .jac2      = modes_jac,
                                           .start     = start_modes,
                                           .ypp_known = 1};
  struct residual_run run;
  sunrealtype x[STEPS], q[STEPS];
  int ret = residual_begin(&run, &problem, ctx);
  if (!ret) { ret = GALPHASetRhoInf(run.mem, rho); }
  if (!ret) { ret = GALPHASetRhoInfState(run.mem, rho_x); }
  if (!ret) { ret = GALPHASStolerances(run.mem, 1e-12, 1e-100); }
  for (int n = 0; !ret && n < STEPS; n++)
  {
    x[n] = residual_y(&run)[0];
    q[n] = residual_y(&run)[1];
    ret  = residual_step(&run, 1.0);
  }
  CHECK(ret == 0);
  for (int n = 1; !ret && n + 3 < STEPS; n++)
  {
    CHECK(recurrence(x + n, 2, rho_x) <= 1e-6);
    CHECK(recurrence(q + n, 3, rho) <= 1e-6);
    /* negative control: the radii are told apart */
    CHECK(recurrence(x + n, 2, rho_x + 0.1) > 1e-4);
    CHECK(recurrence(q + n, 3, rho + 0.1) > 1e-4);
  }
  residual_end(&run);
}

/* A charged capacitor drives a mass, whose velocity induces a voltage behind a
 * stiff lag z: z' = -1e8 (z - q'), i' = -i + z + cos t, q'' = -q - 0.2 q' + i.
 * In z = q' the motion is slow. */
RESIDUAL2(circuit)
{
  r[0] = yp[0] / 1e8 + y[0] - yp[2];
  r[1] = yp[1] + y[1] - y[0] - cos(t);
  r[2] = ypp[2] + y[2] + 0.2 * yp[2] - y[1];
}

RESIDUAL_START(start_circuit)
{
  y[2]   = 1.0;
  yp[1]  = 1.0;
  ypp[2] = -1.0;
  yp[0]  = -1.0;
}

static struct residual_run run_circuit(SUNContext ctx, sunrealtype rho_x,
                                       long count)
{
  static const sunrealtype orders[3] = {1.0, 1.0, 2.0}, one = 1.0;
  static const struct residual_problem problem = {.name      = "circuit",
                                                  .n         = 3,
                                                  .order     = orders,
                                                  .res2      = circuit,
                                                  .start     = start_circuit,
                                                  .ypp_known = 1};
  struct residual_run run;
  int ret = residual_begin(&run, &problem, ctx);
  if (!ret) { ret = GALPHASetRhoInf(run.mem, 0.8); }
  if (!ret) { ret = GALPHASetRhoInfState(run.mem, rho_x); }
  if (!ret) { ret = GALPHASStolerances(run.mem, 1e-11, 1e-11); }
  if (!ret)
  {
    ret = residual_steps(&run, 3.0 / (sunrealtype)count, &one, 1, count);
  }
  CHECK(ret == 0);
  return run;
}

/* Orders from three step sizes: no other solution is needed. */
static void check_circuit(SUNContext ctx, sunrealtype rho_x)
{
  struct residual_run r[3];
  for (int i = 0; i < 3; i++) { r[i] = run_circuit(ctx, rho_x, 100L << i); }
  for (int i = 0; i < 3; i++)
  {
    const sunrealtype e1 = residual_y(&r[0])[i] - residual_y(&r[1])[i];
    const sunrealtype e2 = residual_y(&r[1])[i] - residual_y(&r[2])[i];
    printf("circuit rho_x %.1f: component %d order %.3f\n", rho_x, i,
           residual_order(e1, e2));
    CHECK_IN(residual_order(e1, e2), 1.9, 2.1);
  }
  CHECK_REL(residual_y(&r[2])[0], residual_yp(&r[2])[2], 1e-6);
  for (int i = 0; i < 3; i++) { residual_end(&r[i]); }
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.2, 0.5, 0.8, 0.9};
  for (int i = 0; i < 5; i++)
  {
    for (int k = 0; k < 5; k++) { check_modes(ctx, rho[i], rho[k]); }
    check_circuit(ctx, rho[i]);
  }
}
