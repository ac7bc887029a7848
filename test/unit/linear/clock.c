/* Matrices are kept as long as their cost by the clock that was given asks for: a clock
 * that each residual or force moves by 1 and each Jacobian by its cost. A pendulum of
 * F(t,y,y'), which swings by 2 rad; and one as a small mechanism, which has a new matrix
 * in each step unless df/dq is dear. Controls: without a clock, and with one that says
 * nothing, the cost is without effect; a cheap one leaves a matrix for each step.
 *
 * Small mechanisms keep differences of the forces that take many evaluations, and put
 * them into a new matrix in each step: four pendulums coupled by springs and dampers, all
 * to all. Controls: few evaluations, since df/dq is given; order 2 alone; matrices whose
 * age is the user's. */
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

#define PENDULUMS 4

FORCE(coupled_force)
{
  sunrealtype spring = 0.0, damper = 0.0;
  for (int i = 0; i < PENDULUMS; i++)
  {
    spring += 0.1 * q[i];
    damper += 0.01 * v[i];
  }
  for (int i = 0; i < PENDULUMS; i++) { f[i] = -sin(q[i]) - spring - damper; }
  ++*(long int *)data;
}

FORCE_JAC(coupled_stiffness)
{
  for (int i = 0; i < PENDULUMS; i++)
  {
    for (int j = 0; j < PENDULUMS; j++)
    {
      SM_ELEMENT_D(J, i, j) = -0.1 - (i == j ? cos(q[i]) : 0.0);
    }
  }
}

struct counts
{
  double forces, derivatives, matrices; /* in a step */
  sunrealtype end;                      /* q[0] at t = 20 */
};

static struct counts counts_of(GALPHAForceJacFn dfdq, int most, double age)
{
  long int forces = 0;
  SMALL(s, .n = PENDULUMS, .q = VALUES(1.0, 0.5, 0.0, -0.7),
        .force = coupled_force, .dfdq = dfdq, .data = &forces, .rtol = 1e-6);
  CHECK(!GALPHASetOption(s->mem, "max_jacobian_age", age));
  CHECK(!GALPHASetMaxOrd(s->mem, most) && !small_solve(s, 20.0));
  const double steps = (double)count_of(s->mem, GALPHAGetNumSteps);
  return (struct counts){
    (double)forces / steps,
    (double)count_of(s->mem, GALPHAGetNumJacEvals) / steps,
    (double)count_of(s->mem, GALPHAGetNumLinSolvSetups) / steps, small_q(s)[0]};
}

static void check_differences(void)
{
  const struct counts many = counts_of(NULL, 5, -1.0),
                      few  = counts_of(coupled_stiffness, 5, -1.0),
                      two  = counts_of(NULL, 2, -1.0),
                      aged = counts_of(NULL, 5, 4.0);
  printf("forces, derivatives, matrices a step: %.1f %.2f %.2f differenced, "
         "%.1f %.2f %.2f given, %.1f %.2f %.2f order 2, %.1f %.2f %.2f aged\n",
         many.forces, many.derivatives, many.matrices, few.forces,
         few.derivatives, few.matrices, two.forces, two.derivatives,
         two.matrices, aged.forces, aged.derivatives, aged.matrices);
  CHECK(many.forces < 6.0 && many.derivatives < 0.5 && many.matrices >= 1.0);
  CHECK(few.derivatives >= 1.0 && two.derivatives >= 1.0 && two.forces > 9.0);
  CHECK(aged.matrices < 1.0);
  CHECK_NEAR(many.end, few.end, 1e-4);
  CHECK_NEAR(two.end, few.end, 1e-4);
}

TESTS(check_residual, check_mechanism, check_differences)
