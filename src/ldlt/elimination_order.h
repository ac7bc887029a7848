/* The order in which the unknowns of a symmetric saddle-point matrix are
 * eliminated: little fill (AMD), and no constraint before a coordinate that it
 * holds, another one for each (BTF). Its pivot -g s^-1 g^T is then not small, as
 * long as the coordinates' part is positive definite. */
#ifndef GALPHA_LDLT_ELIMINATION_ORDER_H
#define GALPHA_LDLT_ELIMINATION_ORDER_H

#include "ldlt/scaled_matrix.h"

/* perm[k]: the unknown eliminated k-th. 0 or -1: no memory. */
int galpha_ldlt_order(const struct galpha_ldlt_matrix *m,
                      galpha_ldlt_int *perm);

#endif
