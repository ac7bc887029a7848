/* How solutions of GALPHA and IDA are compared: their difference by the errors
 * that each shows when its tolerance is tightened. */
#pragma once

#include "support/check/check.h"
#include "support/models/problem.h"

/* Bound of a difference by the sum of the errors: their estimates leave out a
 * tenth of GALPHA's and some of IDA's. */
#define AGREEMENT 1.3

/* ||x - y|| / ||y|| */
static inline sunrealtype relative(const sunrealtype *x, const sunrealtype *y,
                                   sunindextype n)
{
  sunrealtype size = 0.0;
  for (sunindextype i = 0; i < n; i++) { size += y[i] * y[i]; }
  return problem_dist(x, y, n) / sqrt(size);
}

/* x: GALPHA, GALPHA with less than a tenth of that error, IDA, IDA likewise. The
 * difference by the sum of the errors, which must be below `meaningful`. */
static inline sunrealtype disagreement(const char *name,
                                       const sunrealtype *x[4], sunindextype n,
                                       sunrealtype meaningful)
{
  const sunrealtype galpha = relative(x[0], x[1], n);
  const sunrealtype ida    = relative(x[2], x[3], n);
  const sunrealtype d      = relative(x[0], x[2], n);
  printf("%-26s errors %.1e + %.1e, difference %.1e\n", name, (double)galpha,
         (double)ida, (double)d);
  CHECK_IN(galpha, 0.0, meaningful);
  CHECK_IN(ida, 0.0, meaningful);
  return d / (galpha + ida);
}
