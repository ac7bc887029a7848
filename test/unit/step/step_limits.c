/* The control of steps through the public interface: limits of h, the stop time
 * met exactly and left in place, both tasks, backward integration, failures of
 * the error test, changes between fixed and controlled steps. */
#include "support/test.h"

static struct ref_oscillator data = {1.0, 4.0, 0.0, 1.0, 0.0};

/* Begins the oscillator anew. */
static struct problem begin(struct small *r)
{
  const struct problem pb = ref_oscillator(&data);
  BEGIN(r, .pb = &pb);
  return pb;
}

static sunrealtype error(const struct small *r)
{
  const struct problem pb = ref_oscillator(&data);
  sunrealtype q;
  pb.exact(r->t, &q, NULL, NULL, NULL, NULL, pb.data);
  return fabs(small_q(r)[0] - q);
}

static sunrealtype last_step(const struct small *r)
{
  return real_of(r->mem, GALPHAGetLastStep);
}

static void check_limits(void)
{
  struct small r;
  sunrealtype largest = 0, smallest = 1;

  begin(&r);
  CHECK(!GALPHASetInitStep(r.mem, 1e-4));
  CHECK(!GALPHASetMaxStep(r.mem, 4e-3));
  while (r.t < 0.5)
  {
    CHECK(!small_step(&r, 1));
    largest = fmax(largest, last_step(&r));
  }
  CHECK(real_of(r.mem, GALPHAGetActualInitStep) == 1e-4);
  CHECK(largest == 4e-3);

  begin(&r);
  CHECK(!GALPHASetMinStep(r.mem, 0.01));
  CHECK(!GALPHASStolerances(r.mem, 1e-3, 1e-3));
  while (r.t < 1)
  {
    CHECK(!small_step(&r, 2));
    smallest = fmin(smallest, last_step(&r));
  }
  CHECK(smallest >= 0.01);
  CHECK(!GALPHASStolerances(r.mem, 1e-9, 1e-9)); /* hmin forbids it */
  REFUSED(&r.said, small_solve(&r, 3), GALPHA_ERR_FAIL, "error test failed");
}

static void check_stop(sunrealtype fixed)
{
  struct small r;
  const sunrealtype stop = 0.1234567;
  begin(&r);
  CHECK(!GALPHASetFixedStep(r.mem, fixed));
  CHECK(!GALPHASetStopTime(r.mem, stop));
  CHECK(small_solve(&r, 1) == GALPHA_TSTOP_RETURN);
  CHECK(r.t == stop && error(&r) < 1e-4);
  CHECK(!small_solve(&r, 0.3) && r.t == 0.3);
  CHECK(!GALPHASetStopTime(r.mem, 0.5) && !GALPHAClearStopTime(r.mem));
  CHECK(!small_solve(&r, 0.6) && r.t == 0.6);
  CHECK(!GALPHASetStopTime(r.mem, 0.7));
  int ret = 0, steps = 0;
  while (ret == 0 && steps++ < 10000) { ret = small_step(&r, 9); }
  CHECK(ret == GALPHA_TSTOP_RETURN && r.t == 0.7);
  CHECK(error(&r) < 1e-4);
}

/* To t = 1 and back again to t = -1, in controlled steps. */
static void check_backward(void)
{
  struct small r;
  begin(&r);
  CHECK(!small_solve(&r, -1) && r.t == -1);
  CHECK(last_step(&r) < 0 && error(&r) < 1e-4);
  CHECK(!small_step(&r, -1.5) && r.t < -1);
  CHECK(GALPHAReInit(r.mem, -1, r.q, r.v) == 0);
  CHECK(!small_solve(&r, 1) && last_step(&r) > 0);
}

/* A second run after GALPHAReInit repeats the first bit for bit. */
static void check_again(void)
{
  struct small r;
  sunrealtype q[2], v[2];
  begin(&r);
  for (int i = 0; i < 2; i++)
  {
    CHECK(!small_solve(&r, 1));
    q[i] = small_q(&r)[0];
    v[i] = small_v(&r)[0];
    N_VConst(data.u0, r.q);
    N_VConst(data.v0, r.v);
    CHECK(!GALPHAReInit(r.mem, 0, r.q, r.v));
  }
  CHECK(q[0] == q[1] && v[0] == v[1]);
}

/* Outputs in NORMAL mode do not disturb the steps. */
static void check_outputs(void)
{
  struct small r, p;
  begin(&r);
  begin(&p);
  for (int i = 1; i <= 100; i++)
  {
    CHECK(!small_solve(&r, 0.01 * i));
    CHECK(r.t == 0.01 * i && error(&r) < 1e-4);
  }
  CHECK(!small_solve(&p, 1e-2));
  CHECK(!small_solve(&p, 1));
  CHECK(small_q(&r)[0] == small_q(&p)[0]);
  CHECK(small_v(&r)[0] == small_v(&p)[0]);
}

static void check_mixed(void)
{
  struct small r;
  begin(&r);
  CHECK(!small_solve(&r, 0.2));
  const sunrealtype t = real_of(r.mem, GALPHAGetCurrentTime);
  CHECK(!GALPHASetFixedStep(r.mem, 1e-3));
  for (int i = 1; i <= 50; i++)
  {
    CHECK(!small_step(&r, 9));
    /* the step within which 0.2 lay is returned first */
    CHECK(fabs(last_step(&r) - 1e-3) < 1e-15 || r.t == t);
  }
  CHECK(error(&r) < 1e-4);
  CHECK(!GALPHASetFixedStep(r.mem, 0));
  CHECK(!small_solve(&r, 1) && error(&r) < 1e-4);
}

/* Fixed steps need no tolerances; controlled ones do. */
static void check_no_tolerances(void)
{
  struct small r;
  const struct problem pb = begin(&r);
  problem_start(&pb, small_q(&r), small_v(&r));
  SMALL(o, .q = small_q(&r), .v = small_v(&r), .force = pb.force,
        .data = pb.data);
  REFUSED(&o->said, small_solve(o, 1), GALPHA_NO_MALLOC, "GALPHASStolerances");
  CHECK(!GALPHASetFixedStep(o->mem, 1e-2));
  CHECK(!small_solve(o, 1) && error(o) < 1e-3);
}

/* Small safety factors aim at errors not too small to be told from 0: steps do not fall
 * without end. */
static void check_safety(void)
{
  long int steps = 0;
  for (int i = 0; i < 40; i++)
  {
    const sunrealtype tol = i < 20 ? 1e-4 : 1e-7;
    struct small r;
    begin(&r);
    check_of("order %d, safety factor %d", 2 + i / 5 % 4, i % 5);
    CHECK(!GALPHASetMaxOrd(r.mem, 2 + i / 5 % 4));
    CHECK(!GALPHASStolerances(r.mem, tol, tol));
    CHECK(!GALPHASetOption(r.mem, "safety_factor",
                           VALUES(0.85, 0.6, 0.5, 0.3, 0.1)[i % 5]));
    CHECK(!small_solve(&r, 10.0));
    if (i % 5 == 0) { steps = count_of(r.mem, GALPHAGetNumSteps); }
    CHECK(count_of(r.mem, GALPHAGetNumSteps) <= 4 * steps);
  }
}

TEST_MAIN()
{
  check_limits();
  check_stop(0);
  check_stop(1e-3);
  check_backward();
  check_again();
  check_outputs();
  check_mixed();
  check_safety();
  check_no_tolerances();
}
