/* Matrices are kept as long as their cost by the clock that was given asks for: a clock
 * that each residual or force moves by 1 and each Jacobian by its cost. A pendulum of
 * F(t,y,y'), which swings by 2 rad; and one as a small mechanism, which has a new matrix
 * in each step unless df/dq is dear. Controls: without a clock, and with one that says
 * nothing, the cost is without effect; a cheap one leaves a matrix for each step. */
#include "support/test.h"

struct model
{
  sunrealtype time, jacobian_takes;
};

static void pass(void *data, sunrealtype time)
{
  ((struct model *)data)->time += time;
}

static sunrealtype cost(void *data)
{
  return ((struct model *)data)->jacobian_takes;
}

static sunrealtype hands(void *data)
{
  return ((struct model *)data)->time;
}

static sunrealtype no_hands(void *data)
{
  return (sunrealtype)NAN;
}

static sunrealtype backwards(void *data)
{
  return -hands(data);
}

RESIDUAL1(residual)
{
  r[0] = yp[0] - y[1];
  r[1] = yp[1] + sin(y[0]);
  pass(data, 1.0);
}

RESIDUAL1_JAC(jacobian)
{
  SM_ELEMENT_D(J, 0, 0) = SM_ELEMENT_D(J, 1, 1) = cj;
  SM_ELEMENT_D(J, 0, 1)                         = -1.0;
  SM_ELEMENT_D(J, 1, 0)                         = cos(y[0]);
  pass(data, cost(data));
}

/* Matrices to t = 50. */
static long int matrices(GALPHAClockFn clock, sunrealtype jacobian_takes)
{
  struct model m = {.jacobian_takes = jacobian_takes};
  SMALL(s, .n = 2, .q = VALUES(2.0, 0.0), .v = VALUES(0.0, -sin(2.0)),
        .res1 = residual, .data = &m, .rtol = 3e-4);
  SUNMatrix J        = KEEP(SUNDenseMatrix(2, 2, ctx));
  SUNLinearSolver LS = KEEP(SUNLinSol_Dense(s->q, J, ctx));
  CHECK(!GALPHASetLinearSolver(s->mem, LS, J));
  CHECK(!GALPHASetJacFn(s->mem, jacobian));
  CHECK(!GALPHASetClock(s->mem, clock, &m) && !small_solve(s, 50.0));
  return count_of(s->mem, GALPHAGetNumJacEvals);
}

static void check_residual(void)
{
  const long int none  = matrices(NULL, 1.0);
  const long int cheap = matrices(hands, 0.01);
  const long int dear  = matrices(hands, 100.0);
  CHECK(2 * cheap > 3 * dear && none <= cheap && none >= dear);
  CHECK(matrices(NULL, 100.0) == none);
  CHECK(matrices(no_hands, 100.0) == none);
  CHECK(matrices(backwards, 100.0) == none);
}

FORCE(force)
{
  f[0] = -sin(q[0]);
  pass(data, 1.0);
}

FORCE_JAC(stiffness)
{
  SM_ELEMENT_D(J, 0, 0) = -cos(q[0]);
  pass(data, cost(data));
}

/* Matrices a step; *end: the angle at t = 20. */
static double matrices_a_step(GALPHAClockFn clock, sunrealtype derivative_takes,
                              sunrealtype *end)
{
  struct model m = {.jacobian_takes = derivative_takes};
  SMALL(s, .q = VALUES(1.0), .force = force, .dfdq = stiffness, .data = &m,
        .rtol = 1e-6);
  CHECK(!GALPHASetClock(s->mem, clock, &m) && !small_solve(s, 20.0));
  *end = small_q(s)[0];
  return (double)count_of(s->mem, GALPHAGetNumLinSolvSetups) /
         (double)count_of(s->mem, GALPHAGetNumSteps);
}

static void check_mechanism(void)
{
  sunrealtype end[3];
  const double none  = matrices_a_step(NULL, 1000.0, &end[0]);
  const double cheap = matrices_a_step(hands, 0.01, &end[1]);
  const double dear  = matrices_a_step(hands, 1000.0, &end[2]);
  CHECK(none >= 1.0 && cheap >= 1.0 && dear < 0.5);
  CHECK_NEAR(end[2], end[0], 1e-4);
}

TESTS(check_residual, check_mechanism)
