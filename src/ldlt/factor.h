/* A = L D L^T without pivoting, by SuiteSparse's LDL. */
#ifndef GALPHA_LDLT_FACTOR_H
#define GALPHA_LDLT_FACTOR_H

#include "ldlt/scaled_matrix.h"

struct galpha_ldlt_factor
{
  galpha_ldlt_int n;
  galpha_ldlt_int *perm, *inverse; /* the order; perm NULL: none yet */
  galpha_ldlt_int *ptr, *idx;      /* columns of L */
  galpha_ldlt_int *parent, *length, *flag, *pattern;
  sunrealtype *val, *d; /* entries of L, pivots */
  sunrealtype *y, *x;   /* work */
};

/* An order of elimination for the matrix as filled, and the structure of L. 0, -1:
 * no memory, 2: L has fewer than `least` entries. */
int galpha_ldlt_factor_new(struct galpha_ldlt_factor *f,
                           const struct galpha_ldlt_matrix *m,
                           sunrealtype least);
void galpha_ldlt_factor_free(struct galpha_ldlt_factor *f);
/* Returns the size of the smallest pivot; 0: not factorised, for one that is zero
 * or not finite. */
sunrealtype galpha_ldlt_factor_make(struct galpha_ldlt_factor *f,
                                    const struct galpha_ldlt_matrix *m);
/* x := (L D L^T)^-1 x. */
void galpha_ldlt_factor_solve(const struct galpha_ldlt_factor *f,
                              sunrealtype *x);

#endif
