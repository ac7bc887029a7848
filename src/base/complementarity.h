/* A small linear complementarity problem: x >= 0, W x - b >= 0, x^T (W x - b) = 0. */
#ifndef GALPHA_BASE_COMPLEMENTARITY_H
#define GALPHA_BASE_COMPLEMENTARITY_H

#include <sundials/sundials_types.h>

/* Numbers of work that the solution for n rows needs. */
#define GALPHA_COMPLEMENTARITY_WORK(n) ((n) * ((n) + 3))

/* Solves for x; W is symmetric, positive semidefinite, dense, n x n. Rows that depend on
 * others do no harm: W x is unique, and x one of those that give it. Values are equal up
 * to size[i] in row i. work: of the number above; chosen: n of them. -1: no x meets the
 * rows. */
int galpha_complementarity(int n, const sunrealtype *W, const sunrealtype *b,
                           const sunrealtype *size, sunrealtype *x,
                           sunrealtype *work, int *chosen);

#endif
