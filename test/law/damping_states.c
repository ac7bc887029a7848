/* First-order states much faster than the step, in the residual form and beside a
 * mechanism: (E + r1)(E + r2) x = 0 (E: one step on) with r1 = r2 = rho of the state
 * in the coefficients of first order; with those of second order in their place r1 =
 * rho, r2 = (3rho-1)/(3-rho), so that the radius is max(rho, |1-3rho|/(3-rho)). Both
 * sets are of order 2. Control: the other set's polynomial does not fit. */
#include "support/models/callbacks.h"
#include "support/models/reference.h"
#include "support/run/subject.h"
#include "support/test.h"

#define COUNT 6

/* x' = -stiffness x, beside q'' = -q. */
static sunrealtype stiffness;

RESIDUAL2(residual)
{
  r[0] = ypp[0] + y[0];
  r[1] = yp[1] + stiffness * y[1];
}

RESIDUAL_START(start_residual)
{
  y[0] = y[1] = 1.0;
  ypp[0]      = -1.0;
  yp[1]       = -stiffness;
}

STATES(states)
{
  F[0] = -stiffness * s[0];
}

STATE_FORCE(force)
{
  f[0] = -q[0];
}

MASS(mass)
{
  PROBLEM_MATRIX(M, {0, 0, 1.0});
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  q[0] = 1.0;
  v[0] = 0.0;
}

static const sunrealtype one = 1.0, orders[] = {2.0, 1.0};
static const struct residual_problem by_residual = {.name      = "residual",
                                                    .n         = 2,
                                                    .order     = orders,
                                                    .res2      = residual,
                                                    .start     = start_residual,
                                                    .ypp_known = 1};
static const struct problem by_states            = {.name          = "states",
                                                    .n             = 1,
                                                    .ns            = 1,
                                                    .state_order   = &one,
                                                    .state_start   = &one,
                                                    .start         = start,
                                                    .mass          = mass,
                                                    .constant_mass = 1,
                                                    .states        = states,
                                                    .state_force   = force};

static void begin(struct subject *s, int in_residual, sunrealtype rho, int set,
                  SUNContext ctx)
{
  const struct subject what = {.mech     = in_residual ? NULL : &by_states,
                               .residual = in_residual ? &by_residual : NULL,
                               .rho      = rho,
                               .correct  = GALPHA_CORRECT_VELOCITIES,
                               .tol      = 1e-12};
  CHECK(subject_begin(s, &what, ctx) == 0);
  CHECK(!GALPHASetRhoInfState(s->mem,
                              set == GALPHA_STATES_FIRST_ORDER ? rho : 0.9));
  CHECK(!GALPHASetOption(s->mem, "state_coefficients", set));
  CHECK(!GALPHASStolerances(s->mem, 1e-12, 1e-100));
}

/* x after a step of h. */
static sunrealtype step(struct subject *s, sunrealtype h)
{
  CHECK(subject_step(s, h) == 0);
  return s->residual ? residual_y(&s->run)[1] : NV_Ith_S(s->now.s, 0);
}

/* Largest (E + r1)(E + r2) x by the largest x. */
static sunrealtype misfit(const sunrealtype x[COUNT], sunrealtype r1,
                          sunrealtype r2)
{
  sunrealtype worst = 0.0, size = 0.0;
  for (int n = 0; n + 2 < COUNT; n++)
  {
    worst = fmax(worst, fabs(x[n + 2] + (r1 + r2) * x[n + 1] + r1 * r2 * x[n]));
    size  = fmax(size, fabs(x[n]));
  }
  return worst / size;
}

/* Roots of the recurrence x[n+2] = s x[n+1] - p x[n] of the last four values: the
 * larger modulus. */
static sunrealtype radius(const sunrealtype *x)
{
  const sunrealtype det = x[1] * x[1] - x[0] * x[2];
  const sunrealtype s   = (x[1] * x[2] - x[0] * x[3]) / det;
  const sunrealtype p   = (x[2] * x[2] - x[1] * x[3]) / det;
  const sunrealtype d   = 0.25 * s * s - p;
  return d > 0.0 ? 0.5 * fabs(s) + sqrt(d) : sqrt(p);
}

static void check_radius(SUNContext ctx, int in_residual, sunrealtype rho)
{
  const sunrealtype other = (3.0 * rho - 1.0) / (3.0 - rho);
  const sunrealtype bound = fmax(rho, fabs(other));
  for (int set = GALPHA_STATES_FIRST_ORDER; set <= GALPHA_STATES_SECOND_ORDER;
       set++)
  {
    const int second = set == GALPHA_STATES_SECOND_ORDER;
    sunrealtype x[COUNT];
    struct subject r;
    stiffness = 1e8;
    begin(&r, in_residual, rho, set, ctx);
    for (int n = 0; n < COUNT; n++) { x[n] = step(&r, 1.0); }
    subject_end(&r);
    const sunrealtype measured = radius(x);
    printf("%s, rho %.2f, set %d: radius %.4f\n",
           in_residual ? "residual" : "states", rho, set, measured);
    CHECK(misfit(x, rho, second ? other : rho) <= 1e-6);
    /* with rho = 0 nothing is left after one step, which fits anything */
    CHECK((!second && rho == 0.0) ||
          misfit(x, rho, second ? rho : other) > 1e-3);
    /* a double root moves with the square root of what is left of 1/stiffness */
    CHECK(fabs(measured - (second ? bound : rho)) <= (second ? 1e-4 : 1e-3));
  }
}

/* Error of x' = -x at 2 with steps h, or h/2 and 3h/2 in turn. */
static sunrealtype error(SUNContext ctx, int in_residual, sunrealtype rho,
                         int varying, sunrealtype h)
{
  struct subject r;
  sunrealtype x = 0.0;
  stiffness     = 1.0;
  begin(&r, in_residual, rho, GALPHA_STATES_SECOND_ORDER, ctx);
  for (int n = 0; r.t < 2.0 - 1e-9; n++)
  {
    x = step(&r, varying ? h * (n % 2 ? 1.5 : 0.5) : h);
  }
  subject_end(&r);
  return fabs(x - exp(-2.0));
}

static void check_order(SUNContext ctx, int in_residual, sunrealtype rho)
{
  for (int varying = 0; varying < 2; varying++)
  {
    const sunrealtype coarse = error(ctx, in_residual, rho, varying, 0.02);
    const sunrealtype fine   = error(ctx, in_residual, rho, varying, 0.01);
    CHECK_IN(log2(coarse / fine), 1.9, 2.1);
  }
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.1, 0.17, 0.5, 0.8, 0.95};
  for (int in_residual = 0; in_residual < 2; in_residual++)
  {
    for (int i = 0; i < 6; i++)
    {
      check_radius(ctx, in_residual, rho[i]);
      check_order(ctx, in_residual, rho[i]);
    }
  }
}
