/* Increments of the difference quotients for G and K. The usual ones are proportional
 * to the largest coordinate: too long for an angle beside lengths of 1e7 or for lengths
 * of 1e-8 beside an angle, too short for an angle that passes through 0 beside lengths
 * of 1e-6, or for coordinates that are tiny beside lengths in the function. From time to
 * time quotients over two increments are compared; a coordinate
 * for which they differ gets the increment with the least error by curvature and
 * rounding. */
#ifndef GALPHA_MODEL_DIFFERENCE_REACH_H
#define GALPHA_MODEL_DIFFERENCE_REACH_H

#include "model/difference_jacobian.h"

struct galpha_reach
{
  sunindextype rows, cols, entries;
  /* By columns: the increment over the usual one (share), the increment that the last
     search chose (far), which bounds longer ones than usual, and the largest size of the
     coordinate so far (seen). All arrays down to last are parts of one; a checkpoint
     stores these three. */
  sunrealtype *share, *far, *seen;
  /* In a search: share tried, least error so far, error of the tried one, largest
     share. */
  sunrealtype *tried, *best, *err, *most;
  sunrealtype *unit; /* of the coordinates */
  sunrealtype *used; /* increments of the last quotients */
  /* by rows: sum of the function's terms, largest entry, the same with tried increments */
  sunrealtype *terms, *top, *now;
  sunrealtype *last;          /* values with the previous increment */
  sunrealtype *wide;          /* values with twice the increment */
  bool *open;                 /* columns whose increment is searched for */
  bool *blind;                /* of these those whose quotients are rounding */
  bool fine;                  /* the last quotients were */
  long int evaluations, next; /* next: number of the one that compares again */
  /* Largest error left by the last search, relative to the largest entry of its row,
     and its column. */
  sunrealtype rough;
  sunindextype rough_column;
};

/* For a block like A. NULL: no memory. */
struct galpha_reach *galpha_reach_new(SUNMatrix A);
void galpha_reach_free(struct galpha_reach *s);
/* All increments are the usual ones. */
void galpha_reach_restart(struct galpha_reach *s);
/* galpha_dq_jac with these increments (df->fine: see there), which are compared from time to time. The first
 * call allocates *s. M: mass matrix, from which units follow, or NULL. */
int galpha_reach_jac(struct galpha_reach **s, struct galpha_dq *dq,
                     struct galpha_difference *df, SUNMatrix M, SUNMatrix A);

/* An estimate of the error of A, relative to the largest entry of a row. */
sunrealtype galpha_reach_error(const struct galpha_reach *s);

/* force_j += sum over i of |multiplier_i| times the rounding of A_ij: that of the terms
 * of the function, over the increment of x_j. */
void galpha_reach_add_rounding(struct galpha_reach *s, SUNMatrix A,
                               const sunrealtype *x,
                               const sunrealtype *multiplier,
                               sunrealtype *force);

#endif
