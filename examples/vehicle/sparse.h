/* Sparse matrices of first derivatives of r(move) at move = 0: the pattern by
 * sending NaN through the function, one column at a time (exact as long as r has
 * no branch on its unknowns), and differences with columns that share no row
 * moved together. */
#ifndef VEHICLE_SPARSE_H
#define VEHICLE_SPARSE_H

#include <galpha/galpha.h>

typedef void (*sparse_fn)(void *data, const sunrealtype *move, sunrealtype *r);

/* A CSC matrix with the pattern of dr/dmove; NULL: no memory. */
SUNMatrix sparse_pattern(sparse_fn fn, void *data, int n, SUNContext ctx);

/* colour[j] for each column; returns the number of colours, -1: no memory. */
int sparse_colours(SUNMatrix A, int *colour);

/* A = dr/dmove; step: increments, work: 3 n numbers. */
void sparse_differences(sparse_fn fn, void *data, const int *colour,
                        int colours, const sunrealtype *step, sunrealtype *work,
                        SUNMatrix A);

#endif
