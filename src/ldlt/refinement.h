/* Solution of systems with a sparse symmetric matrix by L D L^T and iterative
 * refinement; detects when that fails. */
#ifndef GALPHA_LDLT_REFINEMENT_H
#define GALPHA_LDLT_REFINEMENT_H

#include "ldlt/factor.h"

struct galpha_ldlt_refined
{
  struct galpha_ldlt_matrix matrix;
  struct galpha_ldlt_factor factor; /* its order has suited all values so far */
  sunrealtype *b, *x, *r;
  sunrealtype least_fill; /* entries of L below which KLU is faster */
  long int steps, plans;  /* refinement steps; symbolic factorizations */
  /* Relative change of a solution by one step of refinement, since the last setup; <
     0: unknown. */
  sunrealtype change;
};

/* -1: no memory. */
int galpha_ldlt_refined_new(struct galpha_ldlt_refined *l, sunindextype n);
void galpha_ldlt_refined_free(struct galpha_ldlt_refined *l);
/* Factorizes l->matrix with these values. 0; -1: no memory; 1: the matrix is not
 * symmetric, or (nearly) singular in this order; 2: too little fill. */
int galpha_ldlt_refined_setup(struct galpha_ldlt_refined *l,
                              const sunrealtype *val);
/* x = A^-1 b; x may be b. tol 0: refines to round-off. tol > 0: one step of
 * refinement measures the relative error of solutions by these factors; if it is at
 * most tol, later solutions are not refined. Returns 1 if refinement stalls: x is
 * unchanged, the next setup computes another order. */
int galpha_ldlt_refined_solve(struct galpha_ldlt_refined *l,
                              const sunrealtype *b, sunrealtype *x,
                              sunrealtype tol);

#endif
