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
#include "support/run/first_order.h"
#include "support/run/outcome.h"
#include "support/test.h"

#define LEVELS 4
#define BARS   20

static const int stiff_formulations[] = {GALPHA_SOI2, GALPHA_SOI2_LITERAL};

/* To tend in steps h; age: so long a matrix may be kept, < 0: the default. */
struct run
{
  struct subject s;
  sunrealtype h, tend;
};
static long age = -1;

static int set_age(struct subject *s)
{
  return age < 0
           ? 0
           : GALPHASetOption(s->mem, "max_jacobian_age", (sunrealtype)age);
}

static void solve(struct outcome *o, const struct run *run)
{
  CHECK(!outcome_new(o, &run->s, ctx, run->tend, run->h));
  check_of("%s, formulation %d, age %ld, h %.3e", run->s.mech->name,
           run->s.formulation, age, run->h);
}

/* Each formulation makes at most per_step iterations a step (both stages of
 * the two-stage form counted), also when the matrix is kept for 5 steps; which gives the
 * motion that a fresh one gives. */
static void check_work(struct run run, sunrealtype per_step, sunrealtype tol)
{
  static const long ages[] = {-1, 5, 0, 5};

  for (int i = 0; i < 2; i++)
  {
    struct outcome o[4];

    run.s.formulation = stiff_formulations[i];
    for (int k = 0; k < 4; k++)
    {
      age       = ages[k];
      run.s.tol = k < 2 ? 1e-6 : 1e-12;
      solve(&o[k], &run);
      CHECK(k > 1 ||
            (sunrealtype)o[k].iterations <= per_step * (sunrealtype)o[k].steps);
    }
    for (int q = SUBJECT_Q; q <= SUBJECT_V; q++)
    {
      CHECK_IN(outcome_apart(&o[2], &o[3], (enum subject_kind)q, NULL, 1.0,
                             OUTCOME_RELATIVE),
               0.0, tol);
    }
  }
  age = -1;
}

/* Errors of q and v against those of ref, for h, h/2, ..., and orders between them. */
struct orders
{
  sunrealtype e[2][LEVELS], order[2][LEVELS];
};

static struct orders halve(struct run run, const sunrealtype *const ref[2])
{
  struct orders r = {0};

  for (int i = 0; i < LEVELS; i++, run.h *= 0.5)
  {
    struct outcome o;

    solve(&o, &run);
    for (int k = 0; k < 2; k++)
    {
      r.e[k][i] =
        problem_dist(N_VGetArrayPointer(o.x[k]), ref[k], run.s.mech->n);
      r.order[k][i] = i > 0 ? log2(r.e[k][i - 1] / r.e[k][i]) : 0.0;
    }
  }
  return r;
}

/* Order 2 of q and v in the last two halvings of h; the formulations agree
 * within 6 % of their errors. Control: Newmark with gamma = 3/4 is of order 1. */
static void check_orders(struct run run, const sunrealtype *q,
                         const sunrealtype *v)
{
  const sunrealtype *const ref[2] = {q, v};

  run.s.formulation         = GALPHA_SOI2;
  const struct orders two   = halve(run, ref);
  run.s.formulation         = GALPHA_SOI2_LITERAL;
  const struct orders other = halve(run, ref);
  run.s.formulation         = GALPHA_SOI2;
  run.s.family              = GALPHA_NEWMARK;
  run.s.par[0]              = 1.5625 / 4.0;
  run.s.par[1]              = 0.75;
  const struct orders one   = halve(run, ref);
  for (int k = 0; k < 2; k++)
  {
    for (int i = LEVELS - 2; i < LEVELS; i++)
    {
      CHECK_IN(two.order[k][i], 1.8, 2.2);
      CHECK_IN(other.order[k][i], 1.8, 2.2);
      CHECK_REL(two.e[k][i], other.e[k][i], 0.06);
    }
    CHECK(one.order[k][LEVELS - 1] <= 1.5);
  }
}

/* Work and age at run's h and tend, orders from the steps h to tend. */
static void check(struct run run, sunrealtype h, sunrealtype tend,
                  sunrealtype tol, const sunrealtype *q, const sunrealtype *v)
{
  check_work(run, 6.0, 1e-9);
  run.h     = h;
  run.tend  = tend;
  run.s.tol = tol;
  check_orders(run, q, v);
}

#define RUN(problem, blocks, step, end)         \
  (struct run)                                  \
  {                                             \
    .s = {.mech    = (problem),                 \
          .storage = (blocks),                  \
          .family  = GALPHA_CHUNG_HULBERT,      \
          .correct = GALPHA_CORRECT_VELOCITIES, \
          .par     = {0.8},                     \
          .prepare = set_age},                  \
    .h = (step), .tend = (end)                  \
  }

static void check_double_pendulum(void)
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
  CHECK_REL(rate, rigid_speed(theta), 1e-4);
}

/* Orders to tend; the counted runs take steps h until end. */
static void check_flexible(struct mechanism mech, sunrealtype h,
                           sunrealtype end, sunrealtype tend, int steps,
                           int rigid)
{
  struct flexible_track ref;
  CHECK(flexible_track_new(&ref, mech.pb->n, 1, tend) == 0);
  CHECK(first_order_reference(&mech, ctx, 1e-10, 5, &ref) == 0);
  if (rigid) { check_rigid(&ref); }
  check(RUN(mech.pb, PROBLEM_SPARSE, h, end), tend / steps, tend, 1e-9, ref.q,
        ref.v);
}

TEST_MAIN()
{
  check_double_pendulum();
  check_flexible(mechanism_slider_crank(BARS, 10.0, 0.0, 10.0), 1e-3, 0.1, 0.01,
                 800, 0);
  check_flexible(mechanism_slider_crank(BARS, 10.0, 1e-5, 10.0), 1e-3, 0.1, 0.1,
                 800, 0);
  check_flexible(mechanism_of(flexible_chain(BARS, 1e6, 1e3)), 0.5 / 400.0, 0.5,
                 0.5, 50, 1);
}
