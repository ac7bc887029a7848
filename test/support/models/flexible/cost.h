/* Prices of the pieces of a step on a model of flexible.h, each timed alone. */
#pragma once

#include "support/models/flexible/flexible.h"

/* Seconds a call: the callbacks on sparse blocks; what a residual needs beside
 * them (q and v from the correction, M a + G^T lambda - f0); a back-solve and a
 * numeric factorisation of [S G^T; G 0], S = M - h c df/dv - h^2 c df/dq with
 * c = 1/2, by KLU ordered by AMD. */
struct cost
{
  double force, g, G, stiffness, damping, row, solve, factor;
};

/* CPU time of this process in seconds: what else the machine does counts little.
 */
double cost_clock(void);
/* At the state (q, v) at t, with its own lambda. Returns 0 on success. */
int cost_measure(struct flexible *fl, SUNContext ctx, sunrealtype t,
                 const sunrealtype *q, const sunrealtype *v, sunrealtype h,
                 struct cost *price);
void cost_print(const struct cost *price);
