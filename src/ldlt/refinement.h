/* Systems of a sparse symmetric matrix by L D L^T and refinement, from its pattern
 * to its solutions; says when that does not do. */
#ifndef GALPHA_LDLT_REFINEMENT_H
#define GALPHA_LDLT_REFINEMENT_H

#include "ldlt/factor.h"

struct galpha_ldlt_refined
{
  struct galpha_ldlt_matrix matrix; /* of the pattern at hand */
  struct galpha_ldlt_factor
    factor; /* of an order that suited the values so far */
  sunrealtype *b, *x, *r;
  sunrealtype least_fill; /* entries of L from which on it is worth it */
  long int steps, plans;  /* of refinement; orders found */
  sunrealtype
    off; /* what refinement changed, as a fraction of the solution, since the
                      last setup; < 0: not yet known */
};

/* 0 or -1: no memory. */
int galpha_ldlt_refined_new(struct galpha_ldlt_refined *l, sunindextype n);
void galpha_ldlt_refined_free(struct galpha_ldlt_refined *l);
/* Factorises l->matrix with these values. 0; -1: no memory; 1: it is not
 * symmetric, or is singular or nearly so in this order; 2: too little fill. */
int galpha_ldlt_refined_setup(struct galpha_ldlt_refined *l,
                              const sunrealtype *val);
/* x = A^-1 b, which may be one array. tol 0: refined to round-off. tol > 0: one step
 * of refinement tells how far solutions by these factors are off; up to a fraction of
 * tol the next ones are taken as they are. 1: refinement stalls, x is untouched, the
 * next setup finds another order. */
int galpha_ldlt_refined_solve(struct galpha_ldlt_refined *l,
                              const sunrealtype *b, sunrealtype *x,
                              sunrealtype tol);

#endif
