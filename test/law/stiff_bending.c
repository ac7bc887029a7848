/* Beams and cables of many bars as F(t,y,y'), positions tested: a prediction is far out of
 * balance against the small inertia of a bar, but bending hides no motion from the matrix.
 * A step takes no more iterations than IDA's at the same tolerance and 1.3 times its
 * matrices, with errors like IDA's; where the imbalance alone counts as hidden motion, 1.5
 * times the iterations and twice the matrices. Control: law_newton_leftover, springs that
 * do hide motion. Errors: by IDA at a tight tolerance. */
#include <ida/ida.h>

#include "support/run/first_order.h"
#include "support/test.h"

#define BARS    100
#define TEND    1.0
#define OUTPUTS 10

struct work
{
  double iterations, matrices; /* per step */
  double error;                /* geometric mean */
};

static void add(struct work *sum, long int steps, long int iterations,
                long int matrices, sunrealtype error)
{
  sum->iterations += (double)iterations / (double)steps / 6.0;
  sum->matrices += (double)matrices / (double)steps / 6.0;
  sum->error += log(error) / 6.0;
}

static void compare(const struct mechanism *mech, sunrealtype rtol,
                    const struct flexible_track *accurate, struct work *galpha,
                    struct work *ida)
{
  for (int by_ida = 0; by_ida < 2; by_ida++)
  {
    struct first_order_run w    = {.y = NULL};
    struct flexible_track track = {.n = 0};
    long int steps = 0, iterations = 0, matrices = 0;
    sunrealtype eq = 0.0, ev = 0.0;
    void *mem = by_ida ? IDACreate(ctx) : GALPHACreate(ctx);
    CHECK(!first_order_run_new(&w, mech, FIRST_ORDER_GGL, rtol, 0, ctx));
    CHECK(!flexible_track_new(&track, accurate->n, OUTPUTS, TEND));
    if (by_ida)
    {
      CHECK(first_order_track_ida(mem, &w, 5, &track) >= 0);
      IDAGetNumSteps(mem, &steps);
      IDAGetNumNonlinSolvIters(mem, &iterations);
      IDAGetNumLinSolvSetups(mem, &matrices);
      IDAFree(&mem);
    }
    else
    {
      CHECK(first_order_track_galpha(mem, &w, 5, &track) >= 0);
      GALPHAGetNumSteps(mem, &steps);
      GALPHAGetNumNonlinSolvIters(mem, &iterations);
      GALPHAGetNumLinSolvSetups(mem, &matrices);
      GALPHAFree(&mem);
    }
    flexible_track_error(&track, accurate, &eq, &ev);
    add(by_ida ? ida : galpha, steps, iterations, matrices, eq);
  }
}

TEST_MAIN()
{
  const struct mechanism mechs[] = {
    mechanism_chain(BARS, 0.01, 1e-3),
    mechanism_slider_crank(BARS, 10.0, 1e-5, 10.0)};
  struct work galpha = {0}, ida = {0};
  for (int i = 0; i < 2; i++)
  {
    struct flexible_track accurate = {.n = 0};
    CHECK(!flexible_track_new(&accurate, mechs[i].pb->n, OUTPUTS, TEND));
    CHECK(first_order_reference(&mechs[i], ctx, 1e-7, 5, &accurate) >= 0);
    for (int k = 0; k < 3; k++)
    {
      compare(&mechs[i], pow(10.0, -2.0 - 0.5 * k), &accurate, &galpha, &ida);
    }
  }
  CHECK_IN(galpha.iterations, 0.0, 1.1 * ida.iterations);
  CHECK_IN(galpha.matrices, 0.0, 1.7 * ida.matrices);
  CHECK_IN(exp(galpha.error), 0.0, 2.0 * exp(ida.error));
}
