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
  /* Number of the current search; that of a block is galpha_deriv.search. */
  int current;
  bool each; /* search again with each matrix */
};

/* Records a solve that failed, or converged slowly with a new matrix. The 1st, 3rd, 7th
 * ... since a search last found entries is due for a new search of 2 n + 1
 * evaluations. */
void galpha_probe_record_failure(struct galpha_probe_searches *s);
/* Sets each. */
void galpha_probe_search_each(struct galpha_probe_searches *s, bool each);
/* *A NULL: creates a CSC matrix with the pattern found; otherwise adds the missing
 * entries to *A. If there are any, the next failure is followed by a search again, as
 * contacts close one after the other. Returns as galpha_dq_probe. */
int galpha_probe_find(const struct galpha_probe *p,
                      struct galpha_probe_searches *s, SUNMatrix *A);

#endif
