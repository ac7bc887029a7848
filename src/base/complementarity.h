/* A small linear complementarity problem: x >= 0, W x - b >= 0, x^T (W x - b) = 0. */
#ifndef GALPHA_BASE_COMPLEMENTARITY_H
#define GALPHA_BASE_COMPLEMENTARITY_H

#include <sundials/sundials_types.h>

/* Length of work for n rows. */
#define GALPHA_COMPLEMENTARITY_WORK(n) ((n) * ((n) + 3))

/* Solves for x; W is symmetric, positive semidefinite, dense, n x n. Linearly dependent
 * rows are allowed: W x is unique, x is one of the solutions. size[i]: tolerance of row
 * i; work: GALPHA_COMPLEMENTARITY_WORK(n) numbers; chosen: n integers. -1: no x
 * satisfies all rows. */
int galpha_complementarity(int n, const sunrealtype *W, const sunrealtype *b,
                           const sunrealtype *size, sunrealtype *x,
                           sunrealtype *work, int *chosen);

#endif
