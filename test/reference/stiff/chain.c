/* Chain of 20 bars with joints so stiff (k = 1e6, c = 1e3) that it moves as one
 * bar: rates of 1e3 to 1e8 beside a motion of order 1. Also checked against the
 * rigid bar's pendulum. */
#include "check.h"
#include "support/ida/flexible_ggl.h"
#include "support/test.h"

#define TEND 0.5
#define BARS 20

/* Angular velocity of a uniform bar of length 1 released horizontally, having
   turned by theta. */
static sunrealtype rigid_speed(sunrealtype theta)
{
  return -sqrt(3.0 * 9.81 * sin(-theta));
}

/* The mean angle and rate of the bars obey the rigid bar's energy balance. */
static void check_rigid(const struct flexible_track *ref)
{
  sunrealtype theta = 0.0, rate = 0.0;

  for (int b = 0; b < BARS; b++)
  {
    theta += ref->q[3 * b + 2] / BARS;
    rate += ref->v[3 * b + 2] / BARS;
  }
  printf("mean angle %.9g, rate %.9g, rigid %.9g\n", theta, rate,
         rigid_speed(theta));
  CHECK_REL(rate, rigid_speed(theta), 1e-4);
}

TEST_MAIN(ctx)
{
  struct flexible *fl               = flexible_chain(BARS, 1e6, 1e3);
  const struct ida_flex_options opt = {1e-10, 1e-10, 1e3, 5};
  struct flexible_track ref;
  struct stiff_run run = {.pb           = &fl->pb,
                          .ctx          = ctx,
                          .storage      = PROBLEM_SPARSE,
                          .family       = GALPHA_CHUNG_HULBERT,
                          .par          = {0.8},
                          .h            = TEND / 400.0,
                          .tend         = TEND,
                          .tol          = 1e-6,
                          .jacobian_age = -1};

  check_work(run, 6.0);
  run.tol = 1e-12;
  check_age(run, 1e-9);
  CHECK(flexible_track_new(&ref, fl->pb.n, 1, TEND) == 0);
  CHECK(ida_flex_run(fl, ctx, &opt, &ref, NULL) == 0);
  check_rigid(&ref);
  run.h   = TEND / 50.0;
  run.tol = 1e-9;
  check_orders(run, ref.q, ref.v, 4);
  flexible_track_free(&ref);
  flexible_free(fl);
}
