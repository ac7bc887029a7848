/* Finds rows of a matrix that nearly depend on each other, without allocating memory.
 * Independent of the meaning of the matrix. */
#ifndef GALPHA_MODEL_NEARLY_DEPENDENT_H
#define GALPHA_MODEL_NEARLY_DEPENDENT_H

#include "model/matrix_ops.h"

/* The matrix, dense or sparse, and work vectors of arrays: as many elements as the matrix
 * has rows and columns. */
struct galpha_nearly
{
  SUNMatrix A;
  N_Vector weight, y, along, gradient, scaled; /* rows    */
  N_Vector z, z_along;                         /* columns */
};

/* The least |A^T y| / |y| over combinations y of the selected rows (weight, which is
 * overwritten, above 1/2), each scaled to length 1: a number from 0 to 1; 1 if no row
 * is selected. *row: the last row with at least half the largest coefficient. */
sunrealtype galpha_nearly_dependent(const struct galpha_nearly *s,
                                    sunindextype *row);

#endif
