/* Arithmetic by differential order. A space is a set of unknowns whose components have
 * the orders 2, 1 and 0: the coordinates of a mechanism (order 2), states and outputs
 * beside it (orders 1 and 0), y of the residual form (any). A method does the same sums
 * for all of them, with one coefficient per order. */
#ifndef GALPHA_MODEL_SPACE_H
#define GALPHA_MODEL_SPACE_H

#include <stdbool.h>

#include <sundials/sundials_nvector.h>

struct galpha_space
{
  bool has[3]; /* some component has the order */
  N_Vector
    mask[3]; /* 1 where the order is 0, 1, 2; NULL where all have one order */
  N_Vector work, work2;
};

/* All components are of order 2. */
extern const struct galpha_space galpha_coordinates;

/* out = c2 x for order 2, c1 x for order 1, 0 for order 0; where there is one order other
 * than 0 and no order 0, without a mask. */
void galpha_space_scale(const struct galpha_space *s, sunrealtype c2,
                        sunrealtype c1, N_Vector x, N_Vector out);
/* out += c2 x for order 2, c1 x for order 1. */
void galpha_space_add(const struct galpha_space *s, sunrealtype c2,
                      sunrealtype c1, N_Vector x, N_Vector out);
/* out = c[0] x[0] + ... + c[n-1] x[n-1] of vectors that are 0 where the order is: by c2 for
 * order 2, c1 for order 1; out is none of x. */
void galpha_space_sum(const struct galpha_space *s, int n,
                      const sunrealtype *c2, const sunrealtype *c1, N_Vector *x,
                      N_Vector out);
/* out = rate + shift (rate - used), by s2 for order 2 and s1 for order 1, of rates that are 0
 * where the order is: what is constant stays so. */
void galpha_space_shift(const struct galpha_space *s, sunrealtype s2,
                        sunrealtype s1, N_Vector rate, N_Vector used,
                        N_Vector out);
/* The components of the order in x, 0 elsewhere; in place if out is x. Nothing to do where
 * all have it. */
void galpha_space_keep(const struct galpha_space *s, int order, N_Vector x,
                       N_Vector out);

#endif
