/* Slider-crank whose rod is a beam of 20 bars, damped and undamped. In the runs
 * that count the work (h = 1e-3) most of its modes, up to 1e4 per second, are
 * unresolved; the orders are taken where all that move visibly are resolved,
 * which the undamped rod is over a short time only. */
#include "check.h"
#include "support/ida/flexible_ggl.h"
#include "support/test.h"

static void check_rod(SUNContext ctx, sunrealtype eta, sunrealtype tend)
{
  struct flexible *fl = flexible_slider_crank(20, 10.0, eta, 10.0);
  const struct ida_flex_options opt = {1e-10, 1e-10, 1e3, 5};
  struct flexible_track ref;
  struct stiff_run run = {.pb           = &fl->pb,
                          .ctx          = ctx,
                          .storage      = PROBLEM_SPARSE,
                          .family       = GALPHA_CHUNG_HULBERT,
                          .par          = {0.8},
                          .h            = 1e-3,
                          .tend         = 0.1,
                          .tol          = 1e-6,
                          .jacobian_age = -1};

  printf("eta = %g\n", eta);
  check_work(run, 6.0);
  run.tol = 1e-12;
  check_age(run, 1e-9);
  CHECK(flexible_track_new(&ref, fl->pb.n, 1, tend) == 0);
  CHECK(ida_flex_run(fl, ctx, &opt, &ref, NULL) == 0);
  run.tend = tend;
  run.h    = tend / 800.0;
  run.tol  = 1e-9;
  check_orders(run, ref.q, ref.v, 4);
  flexible_track_free(&ref);
  flexible_free(fl);
}

TEST_MAIN(ctx)
{
  check_rod(ctx, 0.0, 0.01);
  check_rod(ctx, 1e-5, 0.1);
}
