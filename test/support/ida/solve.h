/* Problems by IDA, with a difference Jacobian and without the algebraic variables in the
 * error test. */
#pragma once

#include "support/models/problem.h"
#include "support/run/residual.h"

struct ida_ref_tolerances
{
  sunrealtype rtol, atol_q, atol_v;
  /* absolute; counts in Newton's test only. Where the forces are not linear in
     the multipliers it must be far below these: else Newton's iteration leaves
     them wrong, IDA's predictor extrapolates what is wrong, and after some steps
     the iteration starts too far away to converge. */
  sunrealtype multiplier;
};

/* Integrates pb, in the stabilised index-2 form of lowering/residual.h, from its start to
 * t1; s, made by problem_state_new, receives q, v, lambda, psi and a = v'. *steps (may be
 * NULL) counts. 0, or IDA's negative flag, or 1 if the set-up failed. */
int ida_ref_solve(const struct problem *pb, SUNContext ctx,
                  const struct ida_ref_tolerances *tol, sunrealtype t1,
                  struct problem_state *s, long int *steps);

/* Any F(t,y,y') = 0, and F(t,y,y',y'') = 0 by its first-order reduction,
 *
 *     F(t, y, y', w') = 0 with w for y' of components of order 2,   y' - w = 0,
 *
 * of the index that F has. Components of order 0 and w are left out of the error test, as
 * index 3 requires. From the start of pb, which knows y'' and the orders, to t1; the
 * absolute tolerances are those of y, of w and of the components of order 0. y and yp, of
 * length pb->n, receive the solution, yp of order 2 being w. 0, or IDA's negative
 * flag, or 1 if the set-up failed. */
int ida_residual_solve(const struct residual_problem *pb, SUNContext ctx,
                       const struct ida_ref_tolerances *tol, sunrealtype t1,
                       sunrealtype *y, sunrealtype *yp);
