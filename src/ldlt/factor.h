/* Factorization A = L D L^T without pivoting, by SuiteSparse's LDL. */
#ifndef GALPHA_LDLT_FACTOR_H
#define GALPHA_LDLT_FACTOR_H

#include "ldlt/scaled_matrix.h"

struct galpha_ldlt_factor
{
  galpha_ldlt_int n;
  galpha_ldlt_int *perm, *inverse; /* elimination order; perm NULL: none yet */
  galpha_ldlt_int *ptr, *idx;      /* columns of L */
  galpha_ldlt_int *parent, *length, *flag, *pattern;
  sunrealtype *val, *d; /* entries of L, pivots */
  sunrealtype *y, *x;   /* work */
};

/* Symbolic factorization: elimination order for the current values of m, and the
 * structure of L. 0; -1: no memory; 2: L has fewer than least entries. */
int galpha_ldlt_factor_new(struct galpha_ldlt_factor *f,
                           const struct galpha_ldlt_matrix *m,
                           sunrealtype least);
void galpha_ldlt_factor_free(struct galpha_ldlt_factor *f);
/* Numeric factorization. Returns the magnitude of the smallest pivot; 0: failed, a
 * pivot is zero or not finite. */
sunrealtype galpha_ldlt_factor_make(struct galpha_ldlt_factor *f,
                                    const struct galpha_ldlt_matrix *m);
/* x := (L D L^T)^-1 x. */
void galpha_ldlt_factor_solve(const struct galpha_ldlt_factor *f,
                              sunrealtype *x);

#endif
