/* Stiff double pendulum of Gavrea et al. (2005), section 6.2: a rate of 1e5 in an
 * initial layer that no step resolves, then a motion of order 1; exact solution at t =
 * 2 from the minimal coordinates (Gavrea et al. (2005), (53)-(54)). */
#include "check.h"
#include "support/models/papers.h"
#include "support/test.h"

TEST_MAIN(ctx)
{
  const struct problem *pb = &paper_double_pendulum;
  sunrealtype q[6], v[6];
  struct stiff_run run = {.pb           = pb,
                          .ctx          = ctx,
                          .storage      = PROBLEM_DENSE,
                          .family       = GALPHA_CHUNG_HULBERT,
                          .par          = {0.8},
                          .h            = 1.0 / 1024.0,
                          .tend         = 2.0,
                          .tol          = 1e-6,
                          .jacobian_age = -1};

  check_work(run, 6.0);
  run.tol = 1e-12;
  check_age(run, 1e-9);
  CHECK(pb->exact(2.0, q, v, NULL, NULL, NULL, pb->data) == 0);
  run.tol = 1e-10;
  check_orders(run, q, v, 4);
}
