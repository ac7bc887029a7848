/* Stiff problems in steps of constant size: what each is checked for, and against what.
 *
 * The double pendulum of Gavrea et al. (2005), section 6.2: a rate of 1e5 in an initial
 * layer that no step resolves, then a motion of order 1; exact solution at t = 2 from the
 * minimal coordinates, (53)-(54).
 *
 * A slider-crank whose rod is a beam of 20 bars, damped and undamped. In the runs that count
 * the work (h = 1e-3) most of its modes, up to 1e4 per second, are unresolved; the orders
 * are taken where all that move visibly are resolved, which the undamped rod is over a
 * short time only.
 *
 * A chain of 20 bars with joints so stiff (k = 1e6, c = 1e3) that it moves as one bar: rates
 * of 1e3 to 1e8 beside a motion of order 1. Also checked against the rigid bar's pendulum. */
#include "support/models/flexible/stiff_orders.h"
#include "support/models/papers.h"
#include "support/run/first_order.h"
#include "support/test.h"

#define LEVELS 4
#define BARS   20

static const int stiff_formulations[] = {GALPHA_SOI2, GALPHA_SOI2_LITERAL};

/* Each formulation makes at most per_step iterations a step (both stages of
 * the two-stage form counted), also when the matrix is kept for 5 steps. */
static void check_work(struct stiff_run run, sunrealtype per_step)
{
  static const long ages[] = {-1, 5};

  for (int i = 0; i < 4; i++)
  {
    struct stiff_result r;

    run.formulation  = stiff_formulations[i / 2];
    run.jacobian_age = ages[i % 2];
    stiff_solve(&run, &r);
    printf("%s, formulation %d, age %ld: %ld steps, %ld iterations, %ld "
           "residuals, %ld solves, %ld Jacobians, %ld factorisations, %ld "
           "failures\n",
           run.pb->name, run.formulation, run.jacobian_age, r.steps,
           r.iterations, r.residuals, r.solves, r.jacobians, r.setups,
           r.failures);
    CHECK(r.ret == 0);
    CHECK((sunrealtype)r.iterations <= per_step * (sunrealtype)r.steps);
    stiff_free(&r);
  }
}

/* A matrix up to 5 steps old gives the motion that a fresh one gives. */
static void check_age(struct stiff_run run, sunrealtype tol)
{
  for (int i = 0; i < 2; i++)
  {
    run.formulation      = stiff_formulations[i];
    run.jacobian_age     = 0;
    struct stiff_run old = run;
    old.jacobian_age     = 5;
    const sunrealtype d  = stiff_apart(&run, &old);
    printf("%s, formulation %d: age 0 against 5: %.2e\n", run.pb->name,
           run.formulation, d);
    CHECK(d <= tol);
  }
}

/* Order 2 of q and v in the last two halvings of h; the formulations agree
 * within 6 % of their errors. Control: Newmark with gamma = 3/4 is of order 1. */
static void check_orders(struct stiff_run run, const sunrealtype *q_ref,
                         const sunrealtype *v_ref)
{
  struct stiff_orders two, literal, newmark;

  run.formulation = GALPHA_SOI2;
  CHECK(stiff_halve(run, q_ref, v_ref, LEVELS, &two) == 0);
  run.formulation = GALPHA_SOI2_LITERAL;
  CHECK(stiff_halve(run, q_ref, v_ref, LEVELS, &literal) == 0);
  for (int i = LEVELS - 2; i < LEVELS; i++)
  {
    CHECK_IN(two.order_q[i], 1.8, 2.2);
    CHECK_IN(two.order_v[i], 1.8, 2.2);
    CHECK_IN(literal.order_q[i], 1.8, 2.2);
    CHECK_IN(literal.order_v[i], 1.8, 2.2);
    CHECK_REL(two.eq[i], literal.eq[i], 0.06);
    CHECK_REL(two.ev[i], literal.ev[i], 0.06);
  }
  run.formulation = GALPHA_SOI2;
  run.family      = GALPHA_NEWMARK;
  run.par[0]      = 1.5625 / 4.0;
  run.par[1]      = 0.75;
  CHECK(stiff_halve(run, q_ref, v_ref, LEVELS, &newmark) == 0);
  CHECK(newmark.order_q[LEVELS - 1] <= 1.5);
  CHECK(newmark.order_v[LEVELS - 1] <= 1.5);
}

/* Work and age at run's h and tend, orders from the steps h to tend. */
static void check(struct stiff_run run, sunrealtype h, sunrealtype tend,
                  sunrealtype tol, const sunrealtype *q, const sunrealtype *v)
{
  check_work(run, 6.0);
  run.tol = 1e-12;
  check_age(run, 1e-9);
  run.h    = h;
  run.tend = tend;
  run.tol  = tol;
  check_orders(run, q, v);
}

#define RUN(problem, blocks, step, end)                                       \
  (struct stiff_run)                                                          \
  {                                                                           \
    .pb = (problem), .ctx = ctx, .storage = (blocks), .h = (step),            \
    .family = GALPHA_CHUNG_HULBERT, .par = {0.8}, .tend = (end), .tol = 1e-6, \
    .jacobian_age = -1                                                        \
  }

static void check_double_pendulum(SUNContext ctx)
{
  const struct problem *pb = &paper_double_pendulum;
  const sunrealtype h      = 1.0 / 1024.0;
  sunrealtype q[6], v[6];
  CHECK(pb->exact(2.0, q, v, NULL, NULL, NULL, pb->data) == 0);
  check(RUN(pb, PROBLEM_DENSE, h, 2.0), h, 2.0, 1e-10, q, v);
}

/* Angular velocity of a uniform bar of length 1 released horizontally, having
   turned by theta. */
static sunrealtype rigid_speed(sunrealtype theta)
{
  return -sqrt(3.0 * 9.81 * sin(-theta));
}

/* The mean angle and rate of the bars obey the rigid bar's energy balance. */
static void check_rigid(const struct flexible_track *ref)
{
  sunrealtype theta = 0.0, rate = 0.0;

  for (int b = 0; b < BARS; b++)
  {
    theta += ref->q[3 * b + 2] / BARS;
    rate += ref->v[3 * b + 2] / BARS;
  }
  printf("mean angle %.9g, rate %.9g, rigid %.9g\n", theta, rate,
         rigid_speed(theta));
  CHECK_REL(rate, rigid_speed(theta), 1e-4);
}

/* Orders to tend; the counted runs take steps h until end. */
static void check_flexible(struct mechanism mech, SUNContext ctx, sunrealtype h,
                           sunrealtype end, sunrealtype tend, int steps,
                           int rigid)
{
  struct flexible_track ref;
  CHECK(flexible_track_new(&ref, mech.pb->n, 1, tend) == 0);
  CHECK(first_order_reference(&mech, ctx, 1e-10, 5, &ref) == 0);
  if (rigid) { check_rigid(&ref); }
  check(RUN(mech.pb, PROBLEM_SPARSE, h, end), tend / steps, tend, 1e-9, ref.q,
        ref.v);
  flexible_track_free(&ref);
  mechanism_free(&mech);
}

TEST_MAIN(ctx)
{
  check_double_pendulum(ctx);
  check_flexible(mechanism_slider_crank(BARS, 10.0, 0.0, 10.0), ctx, 1e-3, 0.1,
                 0.01, 800, 0);
  check_flexible(mechanism_slider_crank(BARS, 10.0, 1e-5, 10.0), ctx, 1e-3, 0.1,
                 0.1, 800, 0);
  check_flexible(mechanism_of(flexible_chain(BARS, 1e6, 1e3)), ctx, 0.5 / 400.0,
                 0.5, 0.5, 50, 1);
}
