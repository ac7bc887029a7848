/* A ball on a spring that pushes only: bounces against their closed form, energy, and
 * fixed steps that miss most of the contact. */
#include "support/models/callbacks.h"
#include "support/models/problem.h"
#include "support/test.h"

#define G SUN_RCONST(9.81)

struct ball
{
  sunrealtype k, c; /* spring, and damper as long as the sum of both pushes */
};

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  q[0] = 1.0;
  v[0] = 0.0;
}

MASS(mass)
{
  PROBLEM_MATRIX(M, {0, 0, 1.0});
}

FORCE(force)
{
  const struct ball *b = data;
  const sunrealtype x = q[0], w = v[0];
  const sunrealtype push = x < 0.0 ? -b->k * x * (1.0 - b->c * w) : 0.0;
  f[0]                   = push - G;
}

static struct problem ball_problem(struct ball *b)
{
  const struct problem pb = {.name          = "ball",
                             .n             = 1,
                             .start         = start,
                             .mass          = mass,
                             .force         = force,
                             .constant_mass = 1,
                             .data          = b};
  return pb;
}

/* Without damper: falls for sqrt(2/g), is on the spring for 2 (pi - atan(w V/g))/w with
 * V = sqrt(2 g) and w^2 = k, rises again. */
static void closed_form(sunrealtype t, sunrealtype k, sunrealtype *x,
                        sunrealtype *v)
{
  const sunrealtype fall = sqrt(2.0 / G), V = sqrt(2.0 * G), w = sqrt(k);
  const sunrealtype on    = 2.0 * (acos(-1.0) - atan(w * V / G)) / w;
  const sunrealtype cycle = 2.0 * fall + on;
  t -= cycle * floor(t / cycle);
  const sunrealtype s = t < fall ? t : t - cycle;
  if (t < fall || t > fall + on)
  {
    *x = 1.0 - G / 2.0 * s * s;
    *v = -G * s;
    return;
  }
  const sunrealtype phase = w * (t - fall);
  *x                      = G / k * (cos(phase) - 1.0) - V / w * sin(phase);
  *v                      = -G / w * sin(phase) - V * cos(phase);
}

static int run(void *mem, const struct problem *pb, sunrealtype end,
               struct problem_state *s, SUNContext ctx)
{
  CHECK(mem && !problem_state_new(s, pb, ctx));
  CHECK(!GALPHASetStopTime(mem, end));
  return GALPHASolve(mem, end, &s->t, s->q, s->v, GALPHA_NORMAL);
}

/* After three bounces, and the energy there. */
static void check_bounces(sunrealtype k, sunrealtype rho, sunrealtype tol,
                          SUNContext ctx)
{
  struct ball b           = {.k = k};
  const struct problem pb = ball_problem(&b);
  struct problem_state s;
  sunrealtype x, v;
  long int steps = 0, failures = 0;
  void *mem = problem_create(&pb, ctx, PROBLEM_DENSE);
  CHECK(!GALPHASetRhoInf(mem, rho));
  CHECK(!GALPHASStolerances(mem, tol, tol));
  CHECK(!GALPHASStolerancesVel(mem, tol, tol));
  CHECK(run(mem, &pb, 3.0, &s, ctx) == GALPHA_TSTOP_RETURN);
  CHECK(!GALPHAGetNumSteps(mem, &steps));
  CHECK(!GALPHAGetNumStepSolveFails(mem, &failures));
  closed_form(3.0, k, &x, &v);
  const sunrealtype q     = N_VGetArrayPointer(s.q)[0],
                    w     = N_VGetArrayPointer(s.v)[0];
  const sunrealtype bound = 30.0 * 3.0 * pow(tol, 2.0 / 3.0);
  CHECK_IN(fabs(q - x), 0.0, 0.3 * bound);
  CHECK_IN(fabs(w - v), 0.0, bound);
  CHECK_IN(fabs(w * w / 2.0 + G * q - G), 0.0, bound);
  CHECK_IN(steps, 50, 250.0 / cbrt(tol / 1e-3));
  CHECK(failures <= steps / 20);
  problem_state_free(&s);
  GALPHAFree(&mem);
}

/* Steps of which contact takes a part only: each has a solution, which is found. At
 * rho = 0 what the steps do not resolve is damped, the ball comes to rest at -g/k. */
static void check_fixed(sunrealtype k, sunrealtype h, SUNContext ctx)
{
  const sunrealtype rhos[] = {0.0, 0.3, 0.6};
  for (int i = 0; i < 3; i++)
  {
    struct ball b           = {.k = k, .c = 0.5};
    const struct problem pb = ball_problem(&b);
    struct problem_state s;
    void *mem = problem_create(&pb, ctx, PROBLEM_DENSE);
    CHECK(!GALPHASetRhoInf(mem, rhos[i]));
    CHECK(!GALPHASStolerances(mem, 1e-10, 1e-10));
    CHECK(!GALPHASetFixedStep(mem, h));
    CHECK(run(mem, &pb, 30.0, &s, ctx) == GALPHA_TSTOP_RETURN);
    const sunrealtype q = N_VGetArrayPointer(s.q)[0];
    if (rhos[i] == 0.0) { CHECK_REL(q, -G / k, 1e-6); }
    problem_state_free(&s);
    GALPHAFree(&mem);
  }
}

int main(void)
{
  SUNContext ctx = galpha_test_context();
  if (!ctx) { return 1; }
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
  SUNContext_Free(&ctx);
  return check_done();
}
