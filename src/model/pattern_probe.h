/* Finds patterns of sparse derivatives that the user did not declare, by perturbing
 * one component after the other: at the current point, and at a point where all
 * arguments are displaced, because entries may vanish at rest or in a straight
 * position. */
#ifndef GALPHA_MODEL_PATTERN_PROBE_H
#define GALPHA_MODEL_PATTERN_PROBE_H

#include "base/tuning.h"
#include "model/difference_jacobian.h"

/* The pattern of dr/dx is sought. r also depends on other[] (entries that are NULL
 * or x itself are ignored), which fn reads; they are displaced and restored. */
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
struct galpha_probe_searches
{
  long int failures, next;
  int
    current; /* number of the current search; galpha_deriv.search: that of a block */
};

/* Records a step whose equations could not be solved: after the 1st, 3rd, 7th ... a
 * new search is worth its 2 n + 1 evaluations. */
void galpha_probe_record_failure(struct galpha_probe_searches *s);
/* *A NULL: creates a CSC matrix with the pattern found; otherwise adds the missing
 * entries to *A. Returns as galpha_dq_probe. */
int galpha_probe_find(const struct galpha_probe *p, SUNMatrix *A);

#endif
