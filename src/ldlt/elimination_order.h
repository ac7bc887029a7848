/* Elimination order for a symmetric saddle-point matrix: little fill (AMD), and each
 * constraint right after a coordinate of its own that it contains (its mate; maximum
 * matching by BTF). The pivot of the constraint, -g s^-1 g^T, is then not small if
 * the block of the coordinates is positive definite. */
#ifndef GALPHA_LDLT_ELIMINATION_ORDER_H
#define GALPHA_LDLT_ELIMINATION_ORDER_H

#include "ldlt/scaled_matrix.h"

/* perm[k] = index of the k-th unknown to eliminate. -1: no memory. */
int galpha_ldlt_order(const struct galpha_ldlt_matrix *m,
                      galpha_ldlt_int *perm);

#endif
