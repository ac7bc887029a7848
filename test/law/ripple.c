/* A run whose steps are decided by vibrations that hardly move anything is told of
 * GALPHA_TEST_POSITIONS, once, with the component; taking the advice saves most of the
 * steps, silently. A vibration that positions need, or a slow motion, is none of this. */
#include "support/models/hanging.h"
#include "support/test.h"

/* Two masses that swing slowly by themselves, joined by a stiff spring. */
struct pair
{
  sunrealtype stiffness, stretch, end;
  int held; /* the first mass is, by a constraint */
};

FORCE(force)
{
  const struct pair *p    = data;
  const sunrealtype inner = p->stiffness * (q[2] - q[1]);
  f[0]                    = -q[0];
  f[1]                    = -q[1] + inner;
  f[2]                    = -q[2] - inner;
}

HOLONOMIC_IS(hold, q[0] - 1.0)

/* formulation 0: F(t,y,y',y'') */
static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, void *data)
{
  const int ret = force(t, y, yp, r, data);
  N_VLinearSum(1.0, ypp, -1.0, r, r);
  return ret;
}

/* Steps; what was said is left in *said. */
static long int run(struct pair p, int formulation, int order, int test,
                    struct caught *said)
{
  const sunrealtype q[] = {1.0, 1.0 - p.stretch, 1.0 + p.stretch};
  SMALL(s, .n = 3, .q = q, .res2 = formulation ? NULL : residual,
        .force = force, .g = formulation && p.held ? hold : NULL, .data = &p,
        .formulation = formulation, .rtol = 1e-4,
        .set = {{"error_test", test}, {"max_order", order}});
  CHECK(!GALPHASetErrHandlerFn(s->mem, caught_handler, said));
  CHECK(!small_solve(s, p.end));
  return count_of(s->mem, GALPHAGetNumSteps);
}

/* A slow oscillator that a force pushes to and fro, with jumps after which errors of
 * velocities change sign: nothing is told. */
FORCE_IS(push, -q[0] + (fmod(t, 1.0) < 0.5 ? 1e3 : -1e3))

static void check_jumps(void)
{
  SMALL(s, .q = VALUES(1.0), .force = push, .formulation = GALPHA_INDEX3,
        .rtol = 1e-5);
  CHECK(!small_solve(s, 6.0) && s->said.count == 0);
  if (s->said.count) { printf("%s\n", s->said.msg); }
}

/* The first steps of a pendulum of index 3 ring, and no later ones: nothing is told. */
static void check_start(void)
{
  SMALL(s, .n = 3, .q = VALUES(1.0, 0.0, 0.0), .res2 = hanging_index3,
        .order = VALUES(2.0, 2.0, 0.0), .rtol = 1e-7);
  CHECK(!small_solve(s, 0.5) && s->said.count == 0);
  if (s->said.count) { printf("%s\n", s->said.msg); }
}

/* A support driven far from the origin, and a mass on a spring: velocities of index 3
 * follow from differences of positions, whose rounding is no vibration. */
RESIDUAL2_IS(support, ypp[0] + 10.0 * (y[0] - y[1]) + y[2],
             ypp[1] + 10.0 * (y[1] - y[0]),
             y[0] - 1e4 - *(const double *)data * sin(100.0 * t))

static void check_far(void)
{
  for (double size = 0.01; size < 2.0; size *= 10.0)
  {
    SMALL(s, .n = 3, .q = VALUES(1e4, 1e4, 0.0),
          .v = VALUES(100.0 * size, 0.0, 0.0), .res2 = support,
          .order = VALUES(2.0, 2.0, 0.0), .data = &size, .rtol = 1e-9,
          .atol = 1e-9);
    CHECK(!small_solve(s, 2.0));
    CHECK(!strstr(s->said.msg, "GALPHASetErrorTest"));
  }
}

/* A vibration that orders 3 to 5 resolve is not looked at. */
static void check(int order)
{
  const struct pair ripple = {5e5, 2e-5, 2.0, 0}, wave = {5e5, 1e-2, 0.2, 0},
                    slow = {1.0, 0.3, 40.0, 0}, held = {5e5, 2e-5, 0.2, 1};
  for (int f = 0; f <= GALPHA_INDEX3; f++)
  {
    struct caught c  = {0};
    const long int n = run(ripple, f, order, GALPHA_TEST_VELOCITIES, &c);
    const int told   = c.count;
    const int says   = strstr(c.msg, "GALPHASetErrorTest") != NULL;
    const int names  = strstr(c.msg, f ? "v[" : "y'[") != NULL &&
                      (strstr(c.msg, "[1]") || strstr(c.msg, "[2]"));
    const int before = c.count;
    const long int m = run(ripple, f, order, GALPHA_TEST_POSITIONS, &c);
    check_of("order %d, formulation %d", order, f);
    CHECK(told == 1 && says && names && c.count == before);
    CHECK(2 * m < n);
    run(wave, f, order, GALPHA_TEST_VELOCITIES, &c);
    run(slow, f, order, GALPHA_TEST_VELOCITIES, &c);
    CHECK(c.count == before);
    if (!f || order > 2) { continue; }
    run(held, f, order, GALPHA_TEST_VELOCITIES, &c);
    CHECK(c.count == before + 1 && strstr(c.msg, "GALPHASetErrorTest"));
  }
}

TEST_MAIN()
{
  check(2);
  check(5);
  check_start();
  check_jumps();
  check_far();
}
