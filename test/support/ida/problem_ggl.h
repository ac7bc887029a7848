/* Any struct problem by IDA: the stabilised index-2 form of Gear, Gupta and
 * Leimkuhler,
 *
 *     q' = v - G^T mu,  M v' = f,  0 = g,  0 = g_t + G v,  0 = k,
 *
 * started at consistent accelerations and multipliers, with a difference
 * Jacobian and without the algebraic variables in the error test. */
#ifndef GALPHA_TEST_SUPPORT_IDA_PROBLEM_GGL_H
#define GALPHA_TEST_SUPPORT_IDA_PROBLEM_GGL_H

#include "support/models/problem.h"

struct ida_ref_tolerances
{
  sunrealtype rtol, atol_q, atol_v;
  /* absolute; counts in Newton's test only. Where the forces are not linear in
     the multipliers it must be far below these: else Newton's iteration leaves
     them wrong, IDA's predictor extrapolates what is wrong, and after some steps
     the iteration starts too far away to converge. */
  sunrealtype multiplier;
};

/* Integrates pb from its start to t1; s, made by problem_state_new, receives q,
 * v, lambda, psi and a = v'. *steps (may be NULL) counts. 0, or IDA's negative
 * flag, or 1 if the set-up failed. */
int ida_ref_solve(const struct problem *pb, SUNContext ctx,
                  const struct ida_ref_tolerances *tol, sunrealtype t1,
                  struct problem_state *s, long int *steps);

#endif
