/* A stiff component in a layer: y' = -K (y - s(t)), where s jumps from 0 to 1. Over steps
 * longer than 1/K its error does not fall with h, as that of a multiplier of index 2; it
 * stays in the error test all the same, since what happens in the layer counts for
 * others: a' = K (y - s)^2 makes a = 1/2, by the closed form. Alone, with an
 * algebraic component, with one that stands for a', and beside a pendulum of index 2
 * whose multipliers do have to leave the test; and velocities of index 2, multipliers
 * out of the test, driven through a stiff damper by an engine that jumps. */
#include "support/test.h"

#define K       1e8
#define DAMPER  1e7
#define JUMP    0.5
#define GRAVITY 9.81

enum beside
{
  ALONE,
  COPY,
  RATE,
  PENDULUM,
  ENGINE
};

/* Of the pendulum, or of a point on that circle: q, v, lambda, mu, stabilised as by Gear, Gupta and Leimkuhler. */
static void circle(const sunrealtype *y, const sunrealtype *d, sunrealtype *f)
{
  for (int i = 0; i < 2; i++)
  {
    f[i]     = d[i] - y[2 + i] + y[i] * y[5];
    f[2 + i] = d[2 + i] + y[i] * y[4];
  }
  f[4] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1.0);
  f[5] = y[0] * y[2] + y[1] * y[3];
}

/* An engine drives the point at speed s(t) by a stiff damper, which heats a. */
RESIDUAL1(engine)
{
  const sunrealtype s = t >= JUMP;
  const sunrealtype u = y[4] + s * y[3], w = y[5] - s * y[2];
  circle(y + 2, yp + 2, r + 2);
  r[0] = yp[0];
  r[1] = yp[1] - DAMPER * (u * u + w * w);
  r[4] += DAMPER * u;
  r[5] += DAMPER * w;
}

RESIDUAL1(layer)
{
  const enum beside *beside = data;
  const sunrealtype gap     = y[0] - (t >= JUMP);
  const sunrealtype rate    = K * gap * gap;
  r[0]                      = yp[0] + K * gap;
  r[1]                      = yp[1] - (*beside == RATE ? y[2] : rate);
  if (*beside == COPY) { r[2] = y[2] - y[0]; }
  if (*beside == RATE) { r[2] = y[2] - rate; }
  if (*beside == PENDULUM)
  {
    circle(y + 2, yp + 2, r + 2);
    r[5] += GRAVITY;
  }
}

RESIDUAL_START(start)
{
  const enum beside *beside = data;
  y[0]                      = *beside == ENGINE ? 1.0 : 0.0;
  if (*beside < PENDULUM) { return; }
  y[2]  = 1.0;
  yp[5] = *beside == PENDULUM ? -GRAVITY : 0.0;
}

static void follow(enum beside beside, sunrealtype rtol, sunrealtype allowed)
{
  const int n[] = {
    [ALONE] = 2, [COPY] = 3, [RATE] = 3, [PENDULUM] = 8, [ENGINE] = 8};
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "layer", .n = n[beside],
                     .res1 = beside == ENGINE ? engine : layer, .start = start,
                     .data = &beside);
  struct residual_run run;
  long int steps = 0;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASStolerances(run.mem, rtol, rtol));
  CHECK(!GALPHASetMaxNumSteps(run.mem, 20000));
  N_Vector id = KEEP(N_VClone(run.y));
  N_VConst(1.0, id);
  for (int i = 6; i < n[beside]; i++) { NV_Ith_S(id, i) = 0.0; }
  if (beside == ENGINE)
  {
    CHECK(!GALPHASetId(run.mem, id) && !GALPHASetSuppressAlg(run.mem, 1));
  }
  CHECK(residual_to(&run, 1.0) == 0);
  GALPHAGetNumSteps(run.mem, &steps);
  const sunrealtype *y = residual_y(&run);
  check_of("%d: rtol %.0e", (int)beside, rtol);
  CHECK_IN(fabs(y[0] - 1.0), 0.0, allowed);
  CHECK_IN(fabs(y[1] - 0.5), 0.0, allowed);
}

TEST_MAIN()
{
  for (int beside = ALONE; beside <= PENDULUM; beside++)
  {
    follow((enum beside)beside, 1e-3, 1e-2);
    follow((enum beside)beside, 1e-4, 2e-3);
  }
  follow(ENGINE, 1e-3, 1e-2);
  follow(ENGINE, 1e-5, 1e-3);
  follow(ALONE, 1e-6, 5e-5);
}
