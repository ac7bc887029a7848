/* For how many steps a factorized matrix is reused: minimizes the mean cost of a
 * step, from the iterations observed at each age of the matrix and the cost of a new
 * one. The unit of cost is one Newton iteration. */
#ifndef GALPHA_LINEAR_MATRIX_AGE_H
#define GALPHA_LINEAR_MATRIX_AGE_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

#include "base/tuning.h"

struct galpha_reuse
{
  sunrealtype cost; /* of a new matrix, in iterations */
  /* Mean number at each age; the last: at that age and beyond. */
  sunrealtype iters[MATRIX_AGE];
  int known; /* ages observed, 0 ... known - 1 */
  /* Iterations in excess of those with a new matrix, below which the matrix is kept. */
  sunrealtype as_new;
  int more; /* steps beyond MATRIX_AGE for which a matrix may be kept */
};

/* Records the iterations of a step, failed attempts included, with a matrix of this age
 * (0: new). true: the next step should have a new matrix. Never if the step took less
 * than as_new iterations more than one with a new matrix: other steps at this age took
 * more because h had changed. */
bool galpha_reuse_step(struct galpha_reuse *r, long int age,
                       sunrealtype iterations);

#endif
