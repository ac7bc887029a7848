/* A ball on a spring that pushes only: bounces against their closed form, energy, and
 * fixed steps that miss most of the contact. */
#include "support/models/ball.h"
#include "support/test.h"

#define G BALL_GRAVITY

struct ball
{
  sunrealtype k, c; /* spring, and damper as long as the sum of both pushes */
};

FORCE(force)
{
  const struct ball *b = data;
  const sunrealtype x = q[0], w = v[0];
  const sunrealtype push = x < 0.0 ? -b->k * x * (1.0 - b->c * w) : 0.0;
  f[0]                   = push - G;
}

static void begin(struct small *s, struct ball *b, sunrealtype rho,
                  sunrealtype tol, SUNContext ctx)
{
  BEGIN(s, ctx, .q = VALUES(1.0), .force = force, .data = b, .rtol = tol,
        .set = {{"rho_inf", rho}});
}

static int run(struct small *s, sunrealtype end)
{
  CHECK(!GALPHASetStopTime(s->mem, end));
  return small_solve(s, end);
}

/* After three bounces, and the energy there. */
static void check_bounces(sunrealtype k, sunrealtype rho, sunrealtype tol,
                          SUNContext ctx)
{
  struct ball b = {.k = k};
  struct small s;
  sunrealtype x, v;
  begin(&s, &b, rho, tol, ctx);
  CHECK(!GALPHASStolerancesVel(s.mem, tol, tol));
  CHECK(run(&s, 3.0) == GALPHA_TSTOP_RETURN);
  const long int steps    = count_of(s.mem, GALPHAGetNumSteps);
  const long int failures = count_of(s.mem, GALPHAGetNumStepSolveFails);
  ball_exact(k, 3.0, &x, &v);
  const sunrealtype q = small_q(&s)[0], w = small_v(&s)[0];
  const sunrealtype bound = 30.0 * 3.0 * pow(tol, 2.0 / 3.0);
  CHECK_IN(fabs(q - x), 0.0, 0.3 * bound);
  CHECK_IN(fabs(w - v), 0.0, bound);
  CHECK_IN(fabs(w * w / 2.0 + G * q - G), 0.0, bound);
  CHECK_IN(steps, 50, 250.0 / cbrt(tol / 1e-3));
  CHECK(failures <= steps / 20);
}

/* Steps of which contact takes a part only: each has a solution, which is found. At
 * rho = 0 what the steps do not resolve is damped, the ball comes to rest at -g/k. */
static void check_fixed(sunrealtype k, sunrealtype h, SUNContext ctx)
{
  const sunrealtype rhos[] = {0.0, 0.3, 0.6};
  for (int i = 0; i < 3; i++)
  {
    struct ball b = {.k = k, .c = 0.5};
    struct small s;
    begin(&s, &b, rhos[i], 1e-10, ctx);
    CHECK(!GALPHASetFixedStep(s.mem, h));
    CHECK(run(&s, 30.0) == GALPHA_TSTOP_RETURN);
    const sunrealtype q = small_q(&s)[0];
    if (rhos[i] == 0.0) { CHECK_REL(q, -G / k, 1e-6); }
  }
}

TEST_MAIN(ctx)
{
  const sunrealtype k[] = {1e6, 3e7, 1e9}, rho[] = {0.0, 0.6, 0.9};
  for (int i = 0; i < 9; i++)
  {
    check_bounces(k[i / 3], rho[i % 3], 1e-4, ctx);
    check_bounces(k[i / 3], rho[i % 3], 1e-5, ctx);
  }
  for (int i = 0; i < 3; i++)
  {
    check_fixed(k[i], 1e-2, ctx);
    check_fixed(k[i], 5e-2, ctx);
  }
}
