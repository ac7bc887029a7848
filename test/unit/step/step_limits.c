/* The control of steps through the public interface: limits of h, the stop time
 * met exactly and left in place, both tasks, backward integration, failures of
 * the error test, changes between fixed and controlled steps. */
#include "support/models/reference.h"
#include "support/test.h"

static struct ref_oscillator data = {1.0, 4.0, 0.0, 1.0, 0.0};

struct run
{
  void *mem;
  struct caught c;
  struct problem pb;
  struct problem_state s;
};

static void run_new(struct run *r, SUNContext ctx)
{
  memset(r, 0, sizeof *r);
  r->pb  = ref_oscillator(&data);
  r->mem = problem_create(&r->pb, ctx, PROBLEM_DENSE);
  CHECK(r->mem && !problem_state_new(&r->s, &r->pb, ctx));
  CHECK(!GALPHASetErrHandlerFn(r->mem, caught_handler, &r->c));
}

static void run_free(struct run *r)
{
  problem_state_free(&r->s);
  GALPHAFree(&r->mem);
}

static int solve(struct run *r, sunrealtype tout, int itask)
{
  return GALPHASolve(r->mem, tout, &r->s.t, r->s.q, r->s.v, itask);
}

static sunrealtype error(struct run *r)
{
  sunrealtype q;
  r->pb.exact(r->s.t, &q, NULL, NULL, NULL, NULL, r->pb.data);
  return fabs(N_VGetArrayPointer(r->s.q)[0] - q);
}

static sunrealtype last_step(struct run *r)
{
  sunrealtype h = (sunrealtype)NAN;
  CHECK(!GALPHAGetLastStep(r->mem, &h));
  return h;
}

static void check_limits(SUNContext ctx)
{
  struct run r;
  sunrealtype h0 = 0, largest = 0, smallest = 1;

  run_new(&r, ctx);
  CHECK(!GALPHASetInitStep(r.mem, 1e-4));
  CHECK(!GALPHASetMaxStep(r.mem, 4e-3));
  while (r.s.t < 0.5)
  {
    CHECK(!solve(&r, 1, GALPHA_ONE_STEP));
    largest = fmax(largest, last_step(&r));
  }
  CHECK(!GALPHAGetActualInitStep(r.mem, &h0) && h0 == 1e-4);
  CHECK(largest == 4e-3);
  run_free(&r);

  run_new(&r, ctx);
  CHECK(!GALPHASetMinStep(r.mem, 0.01));
  CHECK(!GALPHASStolerances(r.mem, 1e-3, 1e-3));
  while (r.s.t < 1)
  {
    CHECK(!solve(&r, 2, GALPHA_ONE_STEP));
    smallest = fmin(smallest, last_step(&r));
  }
  CHECK(smallest >= 0.01);
  CHECK(!GALPHASStolerances(r.mem, 1e-9, 1e-9)); /* hmin forbids it */
  CHECK(solve(&r, 3, GALPHA_NORMAL) == GALPHA_ERR_FAIL);
  CHECK(caught_says(&r.c, GALPHA_ERR_FAIL, "error test failed"));
  run_free(&r);
}

static void check_stop(SUNContext ctx, sunrealtype fixed)
{
  struct run r;
  const sunrealtype stop = 0.1234567;

  run_new(&r, ctx);
  CHECK(!GALPHASetFixedStep(r.mem, fixed));
  CHECK(!GALPHASetStopTime(r.mem, stop));
  CHECK(solve(&r, 1, GALPHA_NORMAL) == GALPHA_TSTOP_RETURN);
  CHECK(r.s.t == stop && error(&r) < 1e-4);
  CHECK(!solve(&r, 0.3, GALPHA_NORMAL) && r.s.t == 0.3);
  CHECK(!GALPHASetStopTime(r.mem, 0.5) && !GALPHAClearStopTime(r.mem));
  CHECK(!solve(&r, 0.6, GALPHA_NORMAL) && r.s.t == 0.6);
  CHECK(!GALPHASetStopTime(r.mem, 0.7));
  int ret = 0, steps = 0;
  while (ret == 0 && steps++ < 10000) { ret = solve(&r, 9, GALPHA_ONE_STEP); }
  CHECK(ret == GALPHA_TSTOP_RETURN && r.s.t == 0.7);
  CHECK(error(&r) < 1e-4);
  run_free(&r);
}

/* To t = 1 and back again to t = -1, in controlled steps. */
static void check_backward(SUNContext ctx)
{
  struct run r;

  run_new(&r, ctx);
  CHECK(!solve(&r, -1, GALPHA_NORMAL) && r.s.t == -1);
  CHECK(last_step(&r) < 0 && error(&r) < 1e-4);
  CHECK(!solve(&r, -1.5, GALPHA_ONE_STEP) && r.s.t < -1);
  CHECK(GALPHAReInit(r.mem, -1, r.s.q, r.s.v) == 0);
  CHECK(!solve(&r, 1, GALPHA_NORMAL) && last_step(&r) > 0);
  run_free(&r);
}

/* A second run after GALPHAReInit repeats the first bit for bit. */
static void check_again(SUNContext ctx)
{
  struct run r;
  sunrealtype q[2], v[2];

  run_new(&r, ctx);
  for (int i = 0; i < 2; i++)
  {
    CHECK(!solve(&r, 1, GALPHA_NORMAL));
    q[i] = N_VGetArrayPointer(r.s.q)[0];
    v[i] = N_VGetArrayPointer(r.s.v)[0];
    N_VConst(data.u0, r.s.q);
    N_VConst(data.v0, r.s.v);
    CHECK(!GALPHAReInit(r.mem, 0, r.s.q, r.s.v));
  }
  CHECK(q[0] == q[1] && v[0] == v[1]);
  run_free(&r);
}

/* Outputs in NORMAL mode do not disturb the steps. */
static void check_outputs(SUNContext ctx)
{
  struct run r, p;

  run_new(&r, ctx);
  run_new(&p, ctx);
  for (int i = 1; i <= 100; i++)
  {
    CHECK(!solve(&r, 0.01 * i, GALPHA_NORMAL));
    CHECK(r.s.t == 0.01 * i && error(&r) < 1e-4);
  }
  CHECK(!solve(&p, 1e-2, GALPHA_NORMAL));
  CHECK(!solve(&p, 1, GALPHA_NORMAL));
  CHECK(N_VGetArrayPointer(r.s.q)[0] == N_VGetArrayPointer(p.s.q)[0]);
  CHECK(N_VGetArrayPointer(r.s.v)[0] == N_VGetArrayPointer(p.s.v)[0]);
  run_free(&r);
  run_free(&p);
}

static void check_mixed(SUNContext ctx)
{
  struct run r;
  sunrealtype t = 0;

  run_new(&r, ctx);
  CHECK(!solve(&r, 0.2, GALPHA_NORMAL));
  CHECK(!GALPHAGetCurrentTime(r.mem, &t));
  CHECK(!GALPHASetFixedStep(r.mem, 1e-3));
  for (int i = 1; i <= 50; i++)
  {
    CHECK(!solve(&r, 9, GALPHA_ONE_STEP));
    /* the step within which 0.2 lay is returned first */
    CHECK(fabs(last_step(&r) - 1e-3) < 1e-15 || r.s.t == t);
  }
  CHECK(error(&r) < 1e-4);
  CHECK(!GALPHASetFixedStep(r.mem, 0));
  CHECK(!solve(&r, 1, GALPHA_NORMAL) && error(&r) < 1e-4);
  run_free(&r);
}

/* Fixed steps need no tolerances; controlled ones do. */
static void check_no_tolerances(SUNContext ctx)
{
  struct run r;
  struct caught c = {0};
  SUNMatrix M     = NULL;
  void *mem       = GALPHACreate(ctx);

  run_new(&r, ctx);
  r.pb.start(N_VGetArrayPointer(r.s.q), N_VGetArrayPointer(r.s.v), r.pb.data);
  M = SUNDenseMatrix(1, 1, ctx);
  CHECK(M && !r.pb.mass(0, r.s.q, M, r.pb.data));
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHAInitMech(mem, NULL, M, r.pb.force, 0, r.s.q, r.s.v));
  CHECK(!GALPHASetUserData(mem, r.pb.data));
  CHECK(GALPHASolve(mem, 1, &r.s.t, r.s.q, r.s.v, GALPHA_NORMAL) ==
        GALPHA_NO_MALLOC);
  CHECK(caught_says(&c, GALPHA_NO_MALLOC, "GALPHASStolerances"));
  CHECK(!GALPHASetFixedStep(mem, 1e-2));
  CHECK(!GALPHASolve(mem, 1, &r.s.t, r.s.q, r.s.v, GALPHA_NORMAL));
  CHECK(error(&r) < 1e-3);
  SUNMatDestroy(M);
  GALPHAFree(&mem);
  run_free(&r);
}

TEST_MAIN(ctx)
{
  check_limits(ctx);
  check_stop(ctx, 0);
  check_stop(ctx, 1e-3);
  check_backward(ctx);
  check_again(ctx);
  check_outputs(ctx);
  check_mixed(ctx);
  check_no_tolerances(ctx);
}
