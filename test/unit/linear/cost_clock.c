/* Matrices are kept as long as their cost by the clock that was given asks for: a clock
 * that each residual moves by 1 and each Jacobian by its cost. Controls: without a clock,
 * and with one that says nothing, the cost is without effect. A pendulum of F(t,y,y'),
 * which swings by 2 rad. */
#include <sunlinsol/sunlinsol_dense.h>

#include "support/models/callbacks.h"
#include "support/run/statement.h"
#include "support/test.h"

struct model
{
  sunrealtype time, jacobian_takes;
};

RESIDUAL1(residual)
{
  struct model *m = data;
  r[0]            = yp[0] - y[1];
  r[1]            = yp[1] + sin(y[0]);
  m->time += 1.0;
}

RESIDUAL1_JAC(jacobian)
{
  struct model *m       = data;
  SM_ELEMENT_D(J, 0, 0) = SM_ELEMENT_D(J, 1, 1) = cj;
  SM_ELEMENT_D(J, 0, 1)                         = -1.0;
  SM_ELEMENT_D(J, 1, 0)                         = cos(y[0]);
  m->time += m->jacobian_takes;
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
  return -((struct model *)data)->time;
}

/* Matrices to t = 50. */
static long int matrices(SUNContext ctx, GALPHAClockFn clock,
                         sunrealtype jacobian_takes)
{
  struct model m = {.jacobian_takes = jacobian_takes};
  struct small s;
  long int n = 0;
  BEGIN(&s, ctx, .n = 2, .q = VALUES(2.0, 0.0), .v = VALUES(0.0, -sin(2.0)),
        .res1 = residual, .data = &m);
  SUNMatrix J        = KEEP(SUNDenseMatrix(2, 2, ctx));
  SUNLinearSolver LS = KEEP(SUNLinSol_Dense(s.q, J, ctx));
  CHECK(!GALPHASStolerances(s.mem, 3e-4, 3e-4));
  CHECK(!GALPHASetLinearSolver(s.mem, LS, J));
  CHECK(!GALPHASetJacFn(s.mem, jacobian));
  CHECK(!GALPHASetClock(s.mem, clock, &m));
  CHECK(!small_solve(&s, 50.0));
  CHECK(!GALPHAGetNumJacEvals(s.mem, &n));
  return n;
}

TEST_MAIN(ctx)
{
  const long int none  = matrices(ctx, NULL, 1.0);
  const long int cheap = matrices(ctx, hands, 0.01);
  const long int dear  = matrices(ctx, hands, 100.0);
  printf("matrices: %ld without a clock, %ld cheap, %ld dear\n", none, cheap,
         dear);
  CHECK(2 * cheap > 3 * dear && none <= cheap && none >= dear);
  CHECK(matrices(ctx, NULL, 100.0) == none);
  CHECK(matrices(ctx, no_hands, 100.0) == none);
  CHECK(matrices(ctx, backwards, 100.0) == none);
}
