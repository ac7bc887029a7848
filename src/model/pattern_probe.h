/* Patterns of sparse derivatives that nobody declared: found by moving one component
 * after the other, at the present point and at one where all arguments of the function
 * have moved, since what vanishes at rest or in a straight position does not there. */
#ifndef GALPHA_MODEL_PATTERN_PROBE_H
#define GALPHA_MODEL_PATTERN_PROBE_H

#include "base/tuning.h"
#include "model/difference_jacobian.h"

/* dr/dx is sought; r also depends on the others (NULL, or x itself: left out), which
 * fn reads and which come back as they were. */
struct galpha_probe
{
  galpha_dq_fn fn;
  void *ctx;
  N_Vector x, typical; /* typical_j > 0 */
  N_Vector other[PATTERN_OTHERS];
  N_Vector r0, r1; /* r(x), work */
  SUNContext sunctx;
};

/* When patterns are searched again. */
struct galpha_probe_doubt
{
  long int failures, next;
  int search; /* number of the present search; blocks keep the last they had */
};

/* A step whose equations could not be solved: after the 1st, 3rd, 7th ... another
 * search is worth its 2 n + 1 evaluations. */
void galpha_probe_doubt(struct galpha_probe_doubt *doubt);
/* *A = NULL: a new CSC matrix with the pattern found; else entries that it lacks are
 * added to it. Returns as galpha_dq_probe. */
int galpha_probe_find(const struct galpha_probe *p, SUNMatrix *A);

#endif
