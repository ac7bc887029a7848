/* What comes to rest, hangs or is moved slowly takes steps as long as the motion
 * allows: no more than 1.5 times those of the residual form and of IDA's index-2 form at
 * the same tolerance, whatever the user's df/dq says about the reactions, and ends where
 * statics says. Negative control: without the reactions' share in the matrix the same
 * runs do not get there. */
#include "support/models/rest.h"
#include "support/ida/solve.h"
#include "support/test.h"

#define RTOL 1e-4
#define FEW  4000 /* steps in which a run that stalls ends */

struct yardstick
{
  long residual, ida;
};

static struct yardstick others(struct rest *r, sunrealtype tend)
{
  const struct ida_ref_tolerances tol = {RTOL, RTOL, RTOL, 1.0};
  struct residual_mech m;
  struct residual_run run = {.pb = NULL};
  struct problem_state s;
  long residual = 0, ida = 0;
  CHECK(residual_mech_new(&m, &r->pb, ctx) == 0);
  CHECK(residual_begin(&run, &m.pb, ctx) == 0);
  CHECK(residual_mech_tolerances(&m, run.mem, RTOL, RTOL, 1.0) == 0);
  /* SOI2 as published, too, is measured by it */
  CHECK(GALPHASetMaxOrd(run.mem, 2) == 0);
  CHECK(GALPHASolve(run.mem, tend, &run.t, run.y, run.yp, GALPHA_NORMAL) >= 0);
  GALPHAGetNumSteps(run.mem, &residual);
  CHECK(problem_state_new(&s, &r->pb, ctx) == 0);
  CHECK(ida_ref_solve(&r->pb, ctx, &tol, tend, &s, &ida) == 0);
  return (struct yardstick){residual, ida};
}

enum
{
  ALONE     = 1, /* the library adds no share */
  POSITIONS = 2  /* error test on positions alone */
};

/* s set up, with the error test on positions alone or as by default. */
static void begin(struct small *s, const struct rest *r,
                  enum problem_storage storage, int form, int how)
{
  BEGIN(s, .pb = &r->pb, .storage = storage, .formulation = form, .rtol = RTOL,
        .set = {{"max_num_steps", FEW}});
  if (how & POSITIONS)
  {
    CHECK(GALPHASetErrorTest(s->mem, GALPHA_TEST_POSITIONS) == 0);
  }
  if (how & ALONE)
  {
    CHECK(GALPHASetOption(s->mem, "reaction_jac", 0) == 0);
    CHECK(GALPHASetMaxOrd(s->mem, 2) == 0);
  }
}

/* Steps to tend, where s is to be freed. < 0: not reached. */
static long run(const struct rest *r, enum problem_storage storage, int form,
                sunrealtype tend, int how, struct small *s)
{
  long steps = 0;
  begin(s, r, storage, form, how);
  const int ret = small_solve(s, tend);
  GALPHAGetNumSteps(s->mem, &steps);
  check_of("%s form %d storage %d share %d, alone %d", r->pb.name, form,
           (int)storage, r->share, how & ALONE);
  return ret < 0 ? ret : steps;
}

/* Straight down, every rod of length 1, but for sway at the last mass. */
static void check_hangs(const struct rest *r, const struct small *s,
                        sunrealtype sway, sunrealtype speed, sunrealtype tol)
{
  const sunindextype n = r->pb.n;
  CHECK_IN(small_q(s)[n - 2] - sway, -tol, tol);
  CHECK_IN(small_q(s)[n - 1] + (sunrealtype)r->links, -tol, tol);
  CHECK_IN(small_v(s)[n - 2] - speed, -tol, tol);
}

/* At most so many steps to tend, where it hangs. */
static void check_run(const struct rest *r, enum problem_storage storage,
                      int form, sunrealtype tend, int how, sunrealtype sway,
                      sunrealtype speed, long most)
{
  struct small s;
  CHECK_IN(run(r, storage, form, tend, how, &s), 1, most);
  check_hangs(r, &s, sway, speed, 20.0 * RTOL);
}

/* Of IDA's steps, which also tests velocities but has order 5 at hand: with positions
 * alone in the test; of the residual form's with the default test. */
static void check_all(struct rest *r, sunrealtype tend, sunrealtype sway,
                      sunrealtype speed)
{
  const struct yardstick other = others(r, tend);
  const long most = other.ida * 3 / 2, most_default = other.residual * 3 / 2;
  for (int form = GALPHA_SOI2; form <= GALPHA_INDEX3; form++)
  {
    struct small s;
    for (r->share = 0; r->share < 2; r->share++)
    {
      const enum problem_storage storage =
        (form + r->share) % 2 ? PROBLEM_SPARSE : PROBLEM_DENSE;
      check_run(r, storage, form, tend, POSITIONS, sway, speed, most);
      check_run(r, storage, form, tend, 0, sway, speed, most_default);
    }
    /* declared complete, and it is: alone the place of G in stage 2 can be changed */
    r->share = 1;
    check_run(r, PROBLEM_DENSE, form, tend, POSITIONS | ALONE, sway, speed,
              most);
    r->share         = 0;
    const long alone = run(r, PROBLEM_DENSE, form, tend, POSITIONS | ALONE, &s);
    CHECK(alone < 0 || alone > 10 * most);
  }
}

/* A damped pendulum, without and with an outward load, and one on a nonholonomic rod:
 * at rest after 50 of 1e5 seconds. */
static void check_rest(void)
{
  struct rest r;
  rest_string(&r, 1);
  check_all(&r, 1e5, 0.0, 0.0);
  r.push = 5.0;
  check_all(&r, 1e5, 0.0, 0.0);
  rest_rolling(&r, 0.0);
  check_all(&r, 1e5, 0.0, 0.0);
}

/* Damping c v leans each rod by c v/gravity; v' = 0 at the end. */
static void check_slow(void)
{
  struct rest r;
  rest_string(&r, 5);
  r.tilt                  = 0.0;
  r.c                     = 0.3;
  r.drive                 = 2.5;
  r.period                = 1000.0;
  const sunrealtype speed = r.drive * 6.283185307179586 / r.period;
  check_all(&r, r.period, -5.0 * r.c * speed / REST_GRAVITY, speed);
}

/* Backwards what pushes on forwards damps. */
static void check_backward(void)
{
  for (int form = GALPHA_SOI2; form <= GALPHA_INDEX3; form++)
  {
    struct rest r;
    rest_string(&r, 3);
    r.c = -r.c;
    check_run(&r, PROBLEM_SPARSE, form, -1e5, POSITIONS, 0.0, 0.0, 400);
  }
}

/* Constant steps of many periods, from near the rest. */
static void check_fixed(void)
{
  for (int i = 0; i < 6; i++)
  {
    const int alone = i % 2;
    struct rest r;
    rest_string(&r, 3);
    r.tilt = 1e-3;
    SMALL(s, .pb = &r.pb, .formulation = GALPHA_SOI2 + i / 2,
          .set = {{"fixed_step", 12.5}});
    if (alone) { CHECK(GALPHASetOption(s->mem, "reaction_jac", 0) == 0); }
    CHECK(small_solve(s, 500 * 12.5) == (alone ? GALPHA_CONV_FAIL : 0));
    if (!alone) { check_hangs(&r, s, 0.0, 0.0, 1e-6); }
  }
}

/* A sensor that lags behind the first mass, and pulls it back by what it shows: a state
 * beside the mechanism. */
STATES_IS(lag, q[0] - s[0])

static int held_back(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                     N_Vector f, void *data)
{
  const struct rest *r = data;
  const int ret        = r->pb.force(t, q, v, f, data);
  NV_Ith_S(f, 0) -= 0.3 * NV_Ith_S(s, 0);
  return ret;
}

static void check_states(void)
{
  for (int i = 0; i < 4; i++)
  {
    struct rest r;
    struct small s;
    long steps = 0;
    rest_string(&r, 3);
    begin(&s, &r, i % 2 ? PROBLEM_SPARSE : PROBLEM_DENSE,
          i < 2 ? GALPHA_SOI2 : GALPHA_INDEX3, POSITIONS);
    N_Vector lags  = small_vector(ctx, 1, NULL);
    N_Vector order = small_vector(ctx, 1, VALUES(1.0));
    CHECK(GALPHASetStates(s.mem, lags, order, lag, held_back) == 0);
    CHECK(small_solve(&s, 1e5) == 0);
    GALPHAGetNumSteps(s.mem, &steps);
    CHECK_IN(steps, 1, 400);
    check_hangs(&r, &s, 0.0, 0.0, 20.0 * RTOL);
  }
}

TESTS(check_rest, check_slow, check_backward, check_fixed, check_states)
