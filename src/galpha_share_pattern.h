/* Patterns of sparse matrices made from others. Knows entries, not what they mean. */
#ifndef GALPHA_SHARE_PATTERN_H
#define GALPHA_SHARE_PATTERN_H

#include <sundials/sundials_matrix.h>

/* At most so many entries has A^T A, counted with those that coincide; < 0: no memory. */
double galpha_share_normal_bound(SUNMatrix A);
/* The pattern of A^T A as a square CSC matrix without values, rows ascending. NULL: no
 * memory. */
SUNMatrix galpha_share_normal(SUNMatrix A, SUNContext sunctx);
/* Of a CSC matrix with rows ascending and a symmetric pattern: where the entry (j,i)
 * of each entry (i,j) is stored. To be freed; NULL: no memory. */
sunindextype *galpha_share_twins(SUNMatrix P);
/* The entries of A or B (CSC, of one pattern) above tol times the largest of their
 * column, those of A as values; with twins also the twins of such. NULL: no memory. */
SUNMatrix galpha_share_thin(SUNMatrix A, SUNMatrix B, sunrealtype tol,
                            const sunindextype *twin, SUNContext sunctx);

#endif
