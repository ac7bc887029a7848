/* Arithmetic by differential order. A space is a set of unknowns whose components
 * have the orders 2, 1 and 0: the coordinates of a mechanism (order 2), states and
 * outputs beside it (orders 1 and 0), y of the residual form (any). Methods form the
 * same linear combinations in each space, with one coefficient per order. */
#ifndef GALPHA_MODEL_SPACE_H
#define GALPHA_MODEL_SPACE_H

#include <stdbool.h>

#include <sundials/sundials_nvector.h>

struct galpha_space
{
  bool has[3]; /* has[k]: some component is of order k */
  /* mask[k]: 1 where the order is k; NULL: all have that order, or none has. mask[0]
     may also be NULL if mask[1] is not: order 0 is then where mask[1] is 0. */
  N_Vector mask[3];
  N_Vector work, work2;
};

/* All components are of order 2. */
extern const struct galpha_space galpha_coordinates;

/* out = c2 x for order 2, c1 x for order 1, 0 for order 0. */
void galpha_space_scale(const struct galpha_space *s, sunrealtype c2,
                        sunrealtype c1, N_Vector x, N_Vector out);
/* out += c2 x for order 2, c1 x for order 1. */
void galpha_space_add(const struct galpha_space *s, sunrealtype c2,
                      sunrealtype c1, N_Vector x, N_Vector out);
/* out = c[0] x[0] + ... + c[n-1] x[n-1] with c = c2 for order 2, c1 for order 1. The
 * x[i] are 0 for order 0; out is none of them. */
void galpha_space_sum(const struct galpha_space *s, int n,
                      const sunrealtype *c2, const sunrealtype *c1, N_Vector *x,
                      N_Vector out);
/* out = rate + s (rate - used) with s = s2 for order 2, s1 for order 1; exact for
 * rate = used. The rates are 0 for order 0. */
void galpha_space_shift(const struct galpha_space *s, sunrealtype s2,
                        sunrealtype s1, N_Vector rate, N_Vector used,
                        N_Vector out);
/* out = the components of x of this order, 0 elsewhere; out may be x. Without mask[0] the
 * components of order 0 are those not in mask[1], and work2 is overwritten if out is x. */
void galpha_space_keep(const struct galpha_space *s, int order, N_Vector x,
                       N_Vector out);

#endif
