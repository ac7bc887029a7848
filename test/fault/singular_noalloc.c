/* A run that ends in a singular position allocates nothing to name it, in warnings and in
 * the message of the error. */
#include "support/check/count_alloc.h"

#include "support/models/callbacks.h"
#include "support/models/two_bars.h"
#include "support/run/residual.h"
#include "support/run/small.h"
#include "support/test.h"

static void prepare(void *mem, struct caught *c)
{
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, c));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-6));
  CHECK(!GALPHASetMaxNumSteps(mem, 5000));
}

/* Nothing may be allocated after the first steps. */
static void check_end(void *mem, N_Vector q, N_Vector v, struct caught *c)
{
  sunrealtype t = 0.0;
  CHECK(!GALPHASolve(mem, 0.1, &t, q, v, GALPHA_NORMAL));
  const long calls = count_alloc.calls;
  CHECK(GALPHASolve(mem, 1.0, &t, q, v, GALPHA_NORMAL) < 0);
  CHECK(count_alloc.calls == calls);
  CHECK(strstr(c->msg, "singular position") && c->warnings > 0);
}

static void check_mechanics(SUNContext ctx, int formulation,
                            enum problem_storage storage)
{
  sunrealtype speed       = 1.0;
  const struct problem pb = two_bars(&speed);
  struct caught c         = {0};
  struct small s;
  CHECK(!small_problem(&s, ctx, &pb, storage));
  CHECK(!GALPHASetFormulation(s.mem, formulation));
  /* whose pattern is allocated when it is needed */
  CHECK(!GALPHASetOption(s.mem, "reaction_jac", 0));
  prepare(s.mem, &c);
  check_end(s.mem, s.q, s.v, &c);
  small_free(&s);
}

/* The same as F(t,y,y',y''), y = (q, lambda). */
RESIDUAL2(bars)
{
  const sunrealtype e = y[0] - two_bars_pin(t, 1.0);
  r[0]                = ypp[0] + y[0] * y[2] + e * y[3];
  r[1]                = ypp[1] + y[1] * (y[2] + y[3]);
  r[2]                = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1.0);
  r[3]                = 0.5 * (e * e + y[1] * y[1] - 1.0);
}

RESIDUAL_START(bars_start)
{
  const struct problem pb = two_bars(data);
  pb.start(y, yp, data);
}

static void check_residual(SUNContext ctx)
{
  sunrealtype speed                 = 1.0;
  const struct residual_problem two = {.name  = "two bars",
                                       .n     = 4,
                                       .order = VALUES(2, 2, 0, 0),
                                       .res2  = bars,
                                       .start = bars_start,
                                       .data  = &speed};
  struct caught c                   = {0};
  struct residual_run r;
  CHECK(!residual_begin(&r, &two, ctx));
  prepare(r.mem, &c);
  check_end(r.mem, r.y, r.yp, &c);
  residual_end(&r);
}

TEST_MAIN(ctx)
{
  for (int i = 0; i < 6; i++)
  {
    check_mechanics(ctx, GALPHA_SOI2 + i / 2,
                    i % 2 ? PROBLEM_SPARSE : PROBLEM_DENSE);
  }
  check_residual(ctx);
}
