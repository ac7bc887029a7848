/* Regularised Coulomb friction, down to scales of speed far below the tolerances: the
 * bodies stop where they should and creep at the speed at which friction carries the
 * load, in about as many steps whatever the scale. Without the line search Newton's
 * iteration fails with fixed steps and, again and again, with controlled ones. */
#include "support/models/friction.h"

#include "support/test.h"

#define END SUN_RCONST(10.0)

struct run
{
  int order; /* the highest; 0: the default */
  const struct problem *pb;
  int formulation;
  sunrealtype rho, tol; /* rtol and atol of q and v */
  sunrealtype h;        /* fixed step, 0: controlled */
  int no_search;
  struct small s;
  long int steps, failures;
};

/* The state at END; returns GALPHASolve's code. */
static int run_to_end(struct run *r)
{
  BEGIN(&r->s, .pb = r->pb, .rtol = r->tol, .formulation = r->formulation,
        .set = {{"max_num_steps", 2000},
                {"rho_inf", r->rho},
                {"fixed_step", r->h},
                {"line_search", !r->no_search}});
  CHECK(!GALPHASStolerancesVel(r->s.mem, r->tol, r->tol));
  if (r->order) { CHECK(!GALPHASetMaxOrd(r->s.mem, r->order)); }
  /* speeds in between are those of interpolated positions */
  CHECK(!GALPHASetStopTime(r->s.mem, END));
  const int ret = small_solve(&r->s, END);
  r->steps      = count_of(r->s.mem, GALPHAGetNumSteps);
  r->failures   = count_of(r->s.mem, GALPHAGetNumStepSolveFails);
  return ret;
}

static sunrealtype q(const struct run *r, int i)
{
  return small_q(&r->s)[i];
}

static sunrealtype v(const struct run *r, int i)
{
  return small_v(&r->s)[i];
}

/* Distances of the place and of the speed at the end from those of a rigid stop and
 * of the creep. */
typedef void (*distances)(const struct run *r, sunrealtype *place,
                          sunrealtype *speed, sunrealtype *creep);

static void block_distances(const struct run *r, sunrealtype *place,
                            sunrealtype *speed, sunrealtype *creep)
{
  const struct friction *d = r->pb->data;
  *creep                   = friction_block_creep(d);
  *place                   = q(r, 0) - 0.5 / (d->mu - d->load);
  *speed                   = v(r, 0) - *creep;
}

static void slope_distances(const struct run *r, sunrealtype *place,
                            sunrealtype *speed, sunrealtype *creep)
{
  const struct friction *d = r->pb->data;
  const sunrealtype c = cos(d->angle), s = sin(d->angle);
  *creep = friction_slope_creep(d);
  *place = c * q(r, 0) + s * q(r, 1) - friction_slope_way(d);
  *speed = c * v(r, 0) + s * v(r, 1) - *creep;
}

/* It stops where friction can hold it; the creep there belongs to the angle. */
static void pendulum_distances(const struct run *r, sunrealtype *place,
                               sunrealtype *speed, sunrealtype *creep)
{
  const struct friction *d = r->pb->data;
  const sunrealtype share  = -FRICTION_GRAVITY * q(r, 0) / d->mu;
  *creep                   = d->vs * atanh(share);
  *place                   = q(r, 1) + sqrt(1.0 - q(r, 0) * q(r, 0));
  *speed                   = q(r, 0) * v(r, 1) - q(r, 1) * v(r, 0) - *creep;
}

static const sunrealtype scales[] = {1e-3, 1e-4, 1e-6};
static const sunrealtype rhos[]   = {0.0, 0.6, 0.9};
static const int formulations[]   = {GALPHA_SOI2, GALPHA_SOI2_LITERAL,
                                     GALPHA_INDEX3};

/* Variant i of 9 without constraints, of 27 with them. */
static struct run variant(const struct problem *pb, int i)
{
  struct friction *d = pb->data;
  d->vs              = scales[i % 3];
  return (struct run){
    .pb = pb, .rho = rhos[i / 3 % 3], .formulation = formulations[i / 9]};
}

static int variants(const struct problem *pb)
{
  return pb->m ? 27 : 9;
}

/* Places are off by what the bodies creep and by the tolerance, speeds by a tenth and
 * by what Newton's iteration may leave; the scale hardly changes what that takes. */
static void check_controlled(const struct problem *pb, distances measure,
                             sunrealtype tol, long int steps)
{
  for (int i = 0; i < 2 * variants(pb); i++)
  {
    sunrealtype place, speed, creep;
    struct run r         = variant(pb, i / 2);
    const sunrealtype vs = scales[i / 2 % 3];
    r.tol                = tol;
    r.order              = i % 2 ? 5 : 2;
    CHECK(run_to_end(&r) == GALPHA_TSTOP_RETURN);
    measure(&r, &place, &speed, &creep);
    CHECK_IN(fabs(place), 0.0, 10.0 * tol + 20.0 * vs);
    CHECK_IN(fabs(speed), 0.0, 0.1 * fabs(creep) + 0.02 * tol);
    CHECK_IN(r.steps, 10, steps);
    CHECK(r.failures <= 2 + r.steps / 50);
  }
}

/* No step may be cut: the line search finds the solution of each. */
static void check_fixed(const struct problem *pb, distances measure,
                        sunrealtype h)
{
  for (int i = 0; i < variants(pb); i++)
  {
    sunrealtype place, speed, creep;
    struct run r = variant(pb, i);
    r.tol        = 1e-6;
    r.h          = h;
    CHECK(run_to_end(&r) == GALPHA_TSTOP_RETURN);
    measure(&r, &place, &speed, &creep);
    CHECK_IN(fabs(place), 0.0, 2.0 * h + 20.0 * scales[i % 3]);
    CHECK_IN(fabs(speed), 0.0, 0.02 * fabs(creep));
    r.no_search = 1;
    CHECK(run_to_end(&r) == GALPHA_CONV_FAIL);
  }
}

/* Without the line search steps fail by the hundred or the run gives up. */
static void check_control(const struct problem *pb)
{
  int bad = 0;
  for (int i = 2; i < variants(pb); i += 3)
  {
    struct run r  = variant(pb, i);
    r.tol         = 1e-3;
    r.no_search   = 1;
    const int ret = run_to_end(&r);
    bad += ret < 0 || r.failures > r.steps / 3;
  }
  CHECK(3 * bad >= variants(pb) / 3);
}

TEST_MAIN()
{
  test_quiet();
  struct friction block_data    = {.mu = 1.0, .load = 0.5};
  struct friction slope_data    = {.mu = 0.6, .angle = 0.4};
  struct friction pendulum_data = {.mu = 3.0};
  const struct problem block    = friction_block(&block_data);
  const struct problem slope    = friction_slope(&slope_data);
  const struct problem pendulum = friction_pendulum(&pendulum_data);
  check_controlled(&block, block_distances, 1e-3, 80);
  check_controlled(&block, block_distances, 1e-5, 120);
  check_controlled(&slope, slope_distances, 1e-3, 80);
  check_controlled(&slope, slope_distances, 1e-5, 120);
  check_controlled(&pendulum, pendulum_distances, 1e-3, 300);
  check_controlled(&pendulum, pendulum_distances, 1e-5, 1200);
  check_fixed(&block, block_distances, 0.1);
  check_fixed(&slope, slope_distances, 0.05);
  check_fixed(&pendulum, pendulum_distances, 0.01);
  check_control(&block);
  check_control(&slope);
}
