/* How far the coordinates move for a differenced G or K. The usual increments go by the
 * largest coordinate. That is too far for an angle beside lengths of 1e7, or for lengths of
 * 1e-8 beside an angle: found by comparing quotients of two increments, now and then; too
 * short for an angle that passes through 0 beside lengths of 1e-6. Such a coordinate takes
 * the increment at which curvature and rounding are least. */
#ifndef GALPHA_MODEL_DIFFERENCE_REACH_H
#define GALPHA_MODEL_DIFFERENCE_REACH_H

#include "model/difference_jacobian.h"

struct galpha_reach
{
  sunindextype rows, cols, entries;
  /* by columns: shares of the usual increments, and increments where these are more than
     1; contiguous */
  sunrealtype *share, *far;
  sunrealtype *tried, *best, *err, *most; /* the same in a search, and errors */
  sunrealtype *unit;                      /* of coordinates */
  sunrealtype *terms, *top; /* by rows: what the function adds, largest entry */
  sunrealtype *last;        /* values with another increment */
  bool *open;               /* columns that are looked at */
  long int evaluations, next; /* next: that compares again */
  /* the largest error by the largest entry of its row, left by the last search, and its
     column */
  sunrealtype rough;
  sunindextype rough_column;
};

/* For a block like A. NULL: no memory. */
struct galpha_reach *galpha_reach_new(SUNMatrix A);
void galpha_reach_free(struct galpha_reach *s);
/* All increments are the usual ones. */
void galpha_reach_restart(struct galpha_reach *s);
/* galpha_dq_jac with these increments, which are looked at now and then. The first call
 * makes *s. M: masses, or NULL. */
int galpha_reach_jac(struct galpha_reach **s, struct galpha_dq *dq,
                     struct galpha_difference *df, SUNMatrix M, SUNMatrix A);

#endif
