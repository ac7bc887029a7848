/* GALPHAImpact against closed forms: a ball, a rod that falls on two contacts, balls in a
 * row, a pendulum and a skate at a wall; the run goes on from the new velocities. */
#include "support/test.h"

FORCE(none)
{
  for (int i = 0; i < *(int *)data; i++) { f[i] = 0.0; }
}

/* n unit masses at rest of forces, with these velocities; after the start. */
static void begin_free(struct small *s, int *n, const sunrealtype *v)
{
  BEGIN(s, .n = *n, .v = v, .force = none, .data = n, .rtol = 1e-8);
}

/* Velocities after the impact, and still the same after a while of free motion. */
static void ends_with(struct small *s, const sunrealtype *v, sunrealtype tol)
{
  const sunindextype n = N_VGetLength(s->v);
  CHECK(!GALPHAGetConsistentIC(s->mem, NULL, s->v));
  for (sunindextype i = 0; i < n; i++) { CHECK_NEAR(small_v(s)[i], v[i], tol); }
  CHECK(small_solve(s, 1.0) == GALPHA_SUCCESS);
  for (sunindextype i = 0; i < n; i++)
  {
    CHECK_NEAR(small_v(s)[i], v[i], 1e-7);
  }
}

/* Free bodies: rows, restitution, velocities before and after, impulses. */
struct jump
{
  int n, p;
  sunrealtype rows[9], e[3], before[3], after[3], impulse[3];
};

/* A rod of unit mass: its height and its angle times the radius of gyration rho; the ends
 * of a uniform rod are sqrt(3) rho from the middle. */
#define ROOT3 1.7320508075688772

#define ENDS            \
  {                     \
    1, ROOT3, 1, -ROOT3 \
  }
#define INNER       \
  {                 \
    1, 0.5, 1, -0.5 \
  }

static const struct jump jumps[] = {
  /* flat */
  {2, 2, ENDS, {0.5, 0.5}, {-2, 0}, {1, 0}, {1.5, 1.5}},
  /* falling and turning: both ends approach, and turn round by e */
  {2, 2, ENDS, {0.5, 0.5}, {-2, 1 / ROOT3}, {1, -0.5 / ROOT3}, {1.25, 1.75}},
  /* without restitution it rests, though one end leaves at first */
  {2, 2, ENDS, {0, 0}, {-1, 2 / ROOT3}, {0, 0}, {1.0 / 6, 5.0 / 6}},
  /* supports near the middle: the impulse on one lifts the other off */
  {2, 2, INNER, {0.5, 0.5}, {-0.505, -0.99}, {0.695, -0.39}, {1.2, 0}},
  /* balls: equal, elastic; partly elastic; a row of three; away from each other */
  {2, 1, {-1, 1}, {1}, {1, 0}, {0, 1}, {1}},
  {2, 1, {-1, 1}, {0.5}, {1, 0}, {0.25, 0.75}, {0.75}},
  {3, 2, {-1, 1, 0, 0, -1, 1}, {1, 1}, {1, 0, 0}, {0, 0, 1}, {1, 1}},
  {2, 1, {-1, 1}, {1}, {-1, 2}, {-1, 2}, {0}},
  /* the same contact twice: the largest restitution counts */
  {1, 2, {1, 1}, {0.25, 0.75}, {-1}, {0.75}, {0, 1.75}},
  /* many impacts at one time: a ball between a wall and another ball, e = 0 */
  {2, 2, {1, 0, -1, 1}, {0, 0}, {-1, -1}, {0, 0}, {2, 1}},
};

static void check_free(void)
{
  for (int k = 0; k < COUNT_OF(jumps); k++)
  {
    const struct jump *j = &jumps[k];
    int n                = j->n;
    sunrealtype P[3]     = {7, 7, 7};
    struct small s;
    begin_free(&s, &n, j->before);
    CHECK(!GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0));
    CHECK(!small_strike(&s, j->p, j->rows, j->e, P));
    for (int i = 0; i < j->p; i++) { CHECK_NEAR(P[i], j->impulse[i], 1e-11); }
    ends_with(&s, j->after, 1e-11);
  }
}

/* A ball that bounces; a state beside it goes on. */

STATES_IS(clock_rate, 1.0)

STATE_FORCE_IS(weight, -1.0)

ROOTS_IS(height, y[0])

static void check_ball(void)
{
  const sunrealtype e = 0.8;
  sunrealtype t = sqrt(2.0), speed = sqrt(2.0), P = 0.0;
  long int steps = 0, before = 0;
  SMALL(s, .q = VALUES(1.0));
  N_Vector clock = small_vector(ctx, 1, NULL);
  CHECK(!GALPHASetStates(s->mem, clock, NULL, clock_rate, weight));
  CHECK(!GALPHASStolerances(s->mem, 1e-7, 1e-7));
  CHECK(!GALPHARootInit(s->mem, 1, height));
  CHECK(!GALPHASetRootDirection(s->mem, (int[]){-1}));
  for (int i = 0; i < 6; i++)
  {
    CHECK(small_solve(s, 20.0) == GALPHA_ROOT_RETURN);
    CHECK_NEAR(s->t, t, 1e-5);
    CHECK(!GALPHAGetNumSteps(s->mem, &before) && before > 0);
    CHECK(!small_strike(s, 1, VALUES(1.0), &e, i == 2 ? NULL : &P));
    CHECK(!GALPHAGetNumSteps(s->mem, &steps) && steps == 0);
    if (i != 2) { CHECK_NEAR(P, (1.0 + e) * speed, 1e-5); }
    speed *= e;
    t += 2.0 * speed;
    CHECK(!GALPHAGetConsistentIC(s->mem, NULL, s->v));
    CHECK_NEAR(small_v(s)[0], speed, 1e-5);
  }
  CHECK(small_solve(s, s->t + 0.1) == GALPHA_SUCCESS);
  CHECK(!GALPHAGetStates(s->mem, s->t, clock));
  CHECK_NEAR(N_VGetArrayPointer(clock)[0], s->t, 1e-6);
}

FORCE_IS(gravity, 0.0, -1.0)

ROOTS_IS(wall, y[0] - 0.5)

static sunrealtype energy(const struct small *s)
{
  return 0.5 * N_VDotProd(s->v, s->v) + small_q(s)[1];
}

/* Let go horizontally it meets the wall x = 1/2 at the speed u, u^2 = 2 |y|, and comes back
 * with e u along the circle. */
static void check_pendulum(int formulation)
{
  const sunrealtype e = 0.6, y = -sqrt(0.75), u = sqrt(-2.0 * y);
  sunrealtype P = 0.0;
  SMALL(s, .n = 2, .q = VALUES(1.0, 0.0), .force = gravity, .g = problem_circle,
        .G = problem_circle_jac, .rtol = 1e-8, .formulation = formulation);
  CHECK(!GALPHARootInit(s->mem, 1, wall));
  CHECK(!GALPHASetRootDirection(s->mem, (int[]){-1}));
  for (int i = 1; i <= 2; i++)
  {
    const sunrealtype speed = pow(e, i) * u;
    CHECK(small_solve(s, 9.0) == GALPHA_ROOT_RETURN);
    CHECK(!small_strike(s, 1, VALUES(1.0, 0.0), &e, &P));
    CHECK_NEAR(P, (1.0 + e) / e * speed / -y, 1e-5);
    CHECK(!GALPHAGetConsistentIC(s->mem, s->q, s->v));
    CHECK_NEAR(small_v(s)[0], speed * -y, 1e-5);
    CHECK_NEAR(small_v(s)[1], speed * 0.5, 1e-5);
    CHECK(!GALPHACalcIC(s->mem, GALPHA_PROJECT_INIT, 9.0));
  }
  CHECK(small_solve(s, s->t + 0.2) == GALPHA_SUCCESS);
  CHECK_NEAR(energy(s), (0.5 * pow(e * e * u, 2) + y), 1e-5);
}

/* A ball against two that are joined, and thus twice its mass. */
HOLONOMIC_IS(joined, q[1] - q[2])

HOLONOMIC_JAC_IS(joined_jac, {0, 0, 0.0}, {0, 1, 1.0}, {0, 2, -1.0})

static void check_joined(void)
{
  const sunrealtype e = 1.0;
  int n               = 3;
  sunrealtype P       = 0.0;
  struct small s;
  begin_free(&s, &n, VALUES(1.0, 0.0, 0.0));
  CHECK(!small_holonomic(&s, 1, joined, joined_jac));
  CHECK(!GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0));
  CHECK(!small_strike(&s, 1, VALUES(-1.0, 0.0, 1.0), &e, &P));
  CHECK_NEAR(P, 4.0 / 3.0, 1e-12);
  ends_with(&s, VALUES(-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0), 1e-12);
}

/* A skate along (COS, SIN), which it cannot leave sideways. */
#define COS 0.8
#define SIN 0.6

NONHOLONOMIC_IS(edge, v[0] * SIN - COS * v[1])

NONHOLONOMIC_JAC_IS(edge_jac, {0, 0, SIN}, {0, 1, -COS})

static void check_skate(void)
{
  const sunrealtype e = 0.5;
  int n               = 2;
  sunrealtype P       = 0.0;
  struct small s;
  begin_free(&s, &n, VALUES(2.0 * COS, 2.0 * SIN));
  CHECK(!small_nonholonomic(&s, 1, edge, edge_jac));
  CHECK(!GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0));
  CHECK(!small_strike(&s, 1, VALUES(-1.0, 0.0), &e, &P));
  CHECK_NEAR(P, 1.5 * 2.0 / COS, 1e-12);
  ends_with(&s, VALUES(-COS, -SIN), 1e-12);
}

TEST_MAIN()
{
  check_free();
  check_ball();
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++) { check_pendulum(f); }
  check_joined();
  check_skate();
}
