/* What comes to rest, hangs or is moved slowly takes steps as long as the motion
 * allows: no more than 1.5 times those of the residual form and of IDA's index-2 form at
 * the same tolerance, whatever the user's df/dq says about the reactions, and ends where
 * statics says. Negative control: without the reactions' share in the matrix the same
 * runs do not get there. */
#include "support/models/rest.h"
#include "support/ida/problem_ggl.h"
#include "support/lowering/residual.h"
#include "support/models/callbacks.h"
#include "support/test.h"

#define FEW 4000 /* steps in which a run that stalls ends */

struct yardstick
{
  long residual, ida;
};

static struct yardstick others(struct rest *r, SUNContext ctx, sunrealtype rtol,
                               sunrealtype tend)
{
  const struct ida_ref_tolerances tol = {rtol, rtol, rtol, 1.0};
  struct residual_mech m;
  struct residual_run run = {.pb = NULL};
  struct problem_state s;
  long residual = 0, ida = 0;
  CHECK(residual_mech_new(&m, &r->pb, ctx) == 0);
  CHECK(residual_begin(&run, &m.pb, ctx) == 0);
  CHECK(residual_mech_tolerances(&m, run.mem, rtol, rtol, 1.0) == 0);
  CHECK(GALPHASolve(run.mem, tend, &run.t, run.y, run.yp, GALPHA_NORMAL) >= 0);
  GALPHAGetNumSteps(run.mem, &residual);
  residual_end(&run);
  residual_mech_free(&m);
  CHECK(problem_state_new(&s, &r->pb, ctx) == 0);
  CHECK(ida_ref_solve(&r->pb, ctx, &tol, tend, &s, &ida) == 0);
  problem_state_free(&s);
  printf("residual form %ld steps, IDA %ld\n", residual, ida);
  return (struct yardstick){residual, ida};
}

enum
{
  ALONE     = 1, /* the library adds no share */
  POSITIONS = 2  /* error test on positions alone */
};

/* Steps to tend; s at the end. < 0: not reached. */
static long run(struct rest *r, SUNContext ctx, enum problem_storage storage,
                int form, sunrealtype rtol, sunrealtype tend, int how,
                struct problem_state *s)
{
  const int alone = how & ALONE;
  void *mem       = problem_create(&r->pb, ctx, storage);
  long steps = 0, fails = 0;
  CHECK(GALPHASetFormulation(mem, form) == 0);
  CHECK(GALPHASStolerances(mem, rtol, rtol) == 0);
  CHECK(GALPHASetMaxNumSteps(mem, FEW) == 0);
  CHECK(GALPHASetErrFile(mem, NULL) == 0);
  if (how & POSITIONS)
  {
    CHECK(GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS) == 0);
  }
  if (alone) { CHECK(GALPHASetOption(mem, "reaction_jac", 0) == 0); }
  const int ret = GALPHASolve(mem, tend, &s->t, s->q, s->v, GALPHA_NORMAL);
  GALPHAGetNumSteps(mem, &steps);
  GALPHAGetNumStepSolveFails(mem, &fails);
  printf("%s form %d %s share %d%s: %d, %ld steps, %ld failed solves\n",
         r->pb.name, form, storage == PROBLEM_DENSE ? "dense" : "sparse",
         r->share, alone ? " alone" : "", ret, steps, fails);
  GALPHAFree(&mem);
  return ret < 0 ? ret : steps;
}

/* Straight down, every rod of length 1, but for sway at the last mass. */
static void check_hangs(const struct rest *r, const struct problem_state *s,
                        sunrealtype sway, sunrealtype speed, sunrealtype tol)
{
  const sunindextype n = r->pb.n;
  CHECK_IN(NV_Ith_S(s->q, n - 2) - sway, -tol, tol);
  CHECK_IN(NV_Ith_S(s->q, n - 1) + (sunrealtype)r->links, -tol, tol);
  CHECK_IN(NV_Ith_S(s->v, n - 2) - speed, -tol, tol);
}

/* Of IDA's steps, which also tests velocities but has order 5 at hand: with positions
 * alone in the test; of the residual form's with the default test. */
static void check_all(struct rest *r, SUNContext ctx, sunrealtype rtol,
                      sunrealtype tend, sunrealtype sway, sunrealtype speed)
{
  const struct yardstick other = others(r, ctx, rtol, tend);
  const long most = other.ida * 3 / 2, most_default = other.residual * 3 / 2;
  struct problem_state s;
  CHECK(problem_state_new(&s, &r->pb, ctx) == 0);
  for (int form = GALPHA_SOI2; form <= GALPHA_INDEX3; form++)
  {
    for (r->share = 0; r->share < 2; r->share++)
    {
      const enum problem_storage storage =
        (form + r->share) % 2 ? PROBLEM_SPARSE : PROBLEM_DENSE;
      CHECK_IN(run(r, ctx, storage, form, rtol, tend, POSITIONS, &s), 1, most);
      check_hangs(r, &s, sway, speed, 20.0 * rtol);
      CHECK_IN(run(r, ctx, storage, form, rtol, tend, 0, &s), 1, most_default);
      check_hangs(r, &s, sway, speed, 20.0 * rtol);
    }
    /* declared complete, and it is: alone the place of G in stage 2 can be changed */
    r->share = 1;
    CHECK_IN(
      run(r, ctx, PROBLEM_DENSE, form, rtol, tend, POSITIONS | ALONE, &s), 1,
      most);
    r->share = 0;
    const long alone =
      run(r, ctx, PROBLEM_DENSE, form, rtol, tend, POSITIONS | ALONE, &s);
    CHECK(alone < 0 || alone > 10 * most);
  }
  problem_state_free(&s);
}

/* A damped pendulum, without and with an outward load, and one on a nonholonomic rod:
 * at rest after 50 of 1e5 seconds. */
static void check_rest(SUNContext ctx)
{
  struct rest r;
  rest_string(&r, 1);
  check_all(&r, ctx, 1e-4, 1e5, 0.0, 0.0);
  r.push = 5.0;
  check_all(&r, ctx, 1e-4, 1e5, 0.0, 0.0);
  rest_rolling(&r, 0.0);
  check_all(&r, ctx, 1e-4, 1e5, 0.0, 0.0);
}

/* Damping c v leans each rod by c v/gravity; v' = 0 at the end. */
static void check_slow(SUNContext ctx)
{
  struct rest r;
  rest_string(&r, 5);
  r.tilt                  = 0.0;
  r.c                     = 0.3;
  r.drive                 = 2.5;
  r.period                = 1000.0;
  const sunrealtype speed = r.drive * 6.283185307179586 / r.period;
  check_all(&r, ctx, 1e-4, r.period, -5.0 * r.c * speed / REST_GRAVITY, speed);
}

/* Backwards what pushes on forwards damps. */
static void check_backward(SUNContext ctx)
{
  for (int form = GALPHA_SOI2; form <= GALPHA_INDEX3; form++)
  {
    struct rest r;
    struct problem_state s;
    rest_string(&r, 3);
    r.c = -r.c;
    CHECK(problem_state_new(&s, &r.pb, ctx) == 0);
    CHECK_IN(run(&r, ctx, PROBLEM_SPARSE, form, 1e-4, -1e5, POSITIONS, &s), 1,
             400);
    check_hangs(&r, &s, 0.0, 0.0, 2e-3);
    problem_state_free(&s);
  }
}

/* Constant steps of many periods, from near the rest. */
static void check_fixed(SUNContext ctx)
{
  for (int form = GALPHA_SOI2; form <= GALPHA_INDEX3; form++)
  {
    for (int alone = 0; alone < 2; alone++)
    {
      struct rest r;
      struct problem_state s;
      rest_string(&r, 3);
      r.tilt    = 1e-3;
      void *mem = problem_create(&r.pb, ctx, PROBLEM_DENSE);
      CHECK(problem_state_new(&s, &r.pb, ctx) == 0);
      CHECK(GALPHASetFormulation(mem, form) == 0);
      CHECK(GALPHASetFixedStep(mem, 12.5) == 0);
      CHECK(GALPHASetErrFile(mem, NULL) == 0);
      if (alone) { CHECK(GALPHASetOption(mem, "reaction_jac", 0) == 0); }
      const int ret =
        GALPHASolve(mem, 500 * 12.5, &s.t, s.q, s.v, GALPHA_NORMAL);
      CHECK(ret == (alone ? GALPHA_CONV_FAIL : 0));
      if (!alone) { check_hangs(&r, &s, 0.0, 0.0, 1e-6); }
      problem_state_free(&s);
      GALPHAFree(&mem);
    }
  }
}

/* A sensor that lags behind the first mass, and pulls it back by what it shows: a state
 * beside the mechanism. */
STATES(lag)
{
  F[0] = q[0] - s[0];
}

static int held_back(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                     N_Vector f, void *data)
{
  const struct rest *r = data;
  const int ret        = r->pb.force(t, q, v, f, data);
  NV_Ith_S(f, 0) -= 0.3 * NV_Ith_S(s, 0);
  return ret;
}

static void check_states(SUNContext ctx)
{
  for (int i = 0; i < 4; i++)
  {
    struct rest r;
    struct problem_state s;
    long steps    = 0;
    N_Vector lags = N_VNew_Serial(1, ctx), order = N_VNew_Serial(1, ctx);
    N_VConst(0.0, lags);
    N_VConst(1.0, order);
    rest_string(&r, 3);
    void *mem =
      problem_create(&r.pb, ctx, i % 2 ? PROBLEM_SPARSE : PROBLEM_DENSE);
    CHECK(problem_state_new(&s, &r.pb, ctx) == 0);
    CHECK(GALPHASetErrFile(mem, NULL) == 0);
    CHECK(GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS) == 0);
    CHECK(GALPHASetStates(mem, lags, order, lag, held_back) == 0);
    CHECK(GALPHASetFormulation(mem, i < 2 ? GALPHA_SOI2 : GALPHA_INDEX3) == 0);
    CHECK(GALPHASStolerances(mem, 1e-4, 1e-4) == 0);
    CHECK(GALPHASolve(mem, 1e5, &s.t, s.q, s.v, GALPHA_NORMAL) == 0);
    GALPHAGetNumSteps(mem, &steps);
    CHECK_IN(steps, 1, 400);
    check_hangs(&r, &s, 0.0, 0.0, 2e-3);
    problem_state_free(&s);
    N_VDestroy(lags);
    N_VDestroy(order);
    GALPHAFree(&mem);
  }
}

TEST_MAIN(ctx)
{
  check_rest(ctx);
  check_slow(ctx);
  check_backward(ctx);
  check_fixed(ctx);
  check_states(ctx);
}
