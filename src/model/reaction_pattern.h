/* Patterns of sparse matrices: of A^T A, positions of transposed entries, removal of
 * small entries. Independent of the meaning of the matrices. */
#ifndef GALPHA_MODEL_REACTION_PATTERN_H
#define GALPHA_MODEL_REACTION_PATTERN_H

#include <sundials/sundials_matrix.h>

/* Upper bound of the number of entries of A^T A (sum of squared row lengths); < 0: no
 * memory. */
double galpha_reaction_normal_bound(SUNMatrix A);
/* The pattern of A^T A as a square CSC matrix without values, rows ascending. NULL: no
 * memory. */
SUNMatrix galpha_reaction_normal(SUNMatrix A, SUNContext sunctx);
/* For a CSC matrix with symmetric pattern and ascending rows: position of entry (j,i) for
 * each entry (i,j). To be freed; NULL: no memory. */
sunindextype *galpha_reaction_twins(SUNMatrix P);
/* A new matrix with the entries of A that exceed tol times the largest of their
 * column, in A or B (CSC, same pattern), and, if twin is given, their transposed
 * entries. NULL: no memory. */
SUNMatrix galpha_reaction_thin(SUNMatrix A, SUNMatrix B, sunrealtype tol,
                               const sunindextype *twin, SUNContext sunctx);

#endif
