/* The models of flexible.h by IDA: the stabilised form of Gear, Gupta and
 * Leimkuhler (GGL), index 2, with an analytic sparse Jacobian and KLU ordered by
 * AMD. The reference solver of the stiff tests and of the benchmark. */
#ifndef GALPHA_TEST_SUPPORT_IDA_FLEXIBLE_GGL_H
#define GALPHA_TEST_SUPPORT_IDA_FLEXIBLE_GGL_H

#include "support/models/flexible/flexible.h"

struct ida_flex_options
{
  sunrealtype rtol, atol; /* of q and v */
  sunrealtype
    multiplier_tol; /* absolute, of mu and lambda: Newton's test only */
  int max_order;
};

struct ida_flex_stats
{
  long steps, residuals, jacobians, setups, solves, error_fails;
};

/* Integrates from the model's start at rest over the track. Returns IDASolve's
 * negative code, 1 if the set-up failed, or 0. stats may be NULL. */
int ida_flex_run(struct flexible *fl, SUNContext ctx,
                 const struct ida_flex_options *opt,
                 struct flexible_track *track, struct ida_flex_stats *stats);

#endif
