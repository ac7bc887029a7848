/* A small mechanism has a new matrix in each step, unless the clock says that its
 * derivatives are dear: a pendulum whose df/dq takes as long as many forces. Control: the
 * same cost without a clock, and a cheap one with it, leave a matrix for each step. */
#include <math.h>

#include "support/models/callbacks.h"
#include "support/run/statement.h"
#include "support/test.h"

struct model
{
  sunrealtype time, derivative_takes;
};

FORCE(force)
{
  struct model *m = data;
  f[0]            = -sin(q[0]);
  m->time += 1.0;
}

FORCE_JAC(stiffness)
{
  struct model *m       = data;
  SM_ELEMENT_D(J, 0, 0) = -cos(q[0]);
  m->time += m->derivative_takes;
}

static sunrealtype hands(void *data)
{
  return ((struct model *)data)->time;
}

/* Matrices a step; *end: the angle at t = 20. */
static sunrealtype matrices(SUNContext ctx, GALPHAClockFn clock,
                            sunrealtype derivative_takes, sunrealtype *end)
{
  struct model m = {.derivative_takes = derivative_takes};
  struct small s;
  long int built = 0, steps = 0;
  BEGIN(&s, ctx, .q = VALUES(1.0), .force = force, .data = &m);
  SUNMatrix J = KEEP(SUNDenseMatrix(1, 1, ctx));
  CHECK(!GALPHASetForceJacPos(s.mem, J, stiffness));
  CHECK(!GALPHASStolerances(s.mem, 1e-6, 1e-6));
  CHECK(!GALPHASetClock(s.mem, clock, &m));
  CHECK(!small_solve(&s, 20.0));
  CHECK(!GALPHAGetNumLinSolvSetups(s.mem, &built));
  CHECK(!GALPHAGetNumSteps(s.mem, &steps));
  *end = small_q(&s)[0];
  return (sunrealtype)built / (sunrealtype)steps;
}

TEST_MAIN(ctx)
{
  sunrealtype none, cheap, dear, end[3];
  none  = matrices(ctx, NULL, 1000.0, &end[0]);
  cheap = matrices(ctx, hands, 0.01, &end[1]);
  dear  = matrices(ctx, hands, 1000.0, &end[2]);
  printf("matrices a step: %.2f without a clock, %.2f cheap, %.2f dear\n", none,
         cheap, dear);
  CHECK(none >= 1.0 && cheap >= 1.0 && dear < 0.5);
  CHECK_IN(fabs(end[2] - end[0]), 0.0, 1e-4);
}
