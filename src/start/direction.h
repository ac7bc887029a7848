/* Compares a matrix with the function that it is the derivative of, along one direction. */
#ifndef GALPHA_START_DIRECTION_H
#define GALPHA_START_DIRECTION_H

#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

struct galpha_direction
{
  /* value: the function at x0 + eps d; matrix: the matrix at x0, where mid holds the
   * function (*A NULL: zero). They return 0, or nonzero if they fail. */
  int (*value)(const void *of, sunrealtype eps, N_Vector r);
  int (*matrix)(const void *of, N_Vector mid, SUNMatrix *A);
  const void *of;
  N_Vector x0, d;
  N_Vector ewt; /* weights of x and the rtol in them; NULL or rtol 0: unknown */
  sunrealtype rtol;
  /* The verdict on each row; NULL: only the first displacement is used. */
  N_Vector verdict;
  /* With it; matrix() sets them: sum_j |A_ij x_j|, by which the function is rounded; cautious,
   * where not NULL: sum_j |A_ij d_j|. terms is overwritten. */
  N_Vector terms, parts;
  /* Work space: values at eps = 0, eps, -eps, eps/4 (later: the last quotient); A d. */
  N_Vector mid, up, down, quarter, along;
};

/* mid, up, down, quarter, along. */
void galpha_direction_set_room(struct galpha_direction *l, N_Vector *room);
/* A row of the matrix that deviates by more than worst, relatively, from the difference
 * quotient; -1: none, or a callback failed. Overwrites d. */
sunindextype galpha_direction_wrong_row(const struct galpha_direction *l,
                                        sunrealtype worst);
/* The largest deviation of a row from the extrapolated difference quotient, relative to
 * the row, by which a derivative is known to be off that the user computes by differences;
 * 0: none beyond the quotient's uncertainty, or a callback failed. Overwrites
 * d and verdict. */
sunrealtype galpha_direction_error(const struct galpha_direction *l);

#endif
