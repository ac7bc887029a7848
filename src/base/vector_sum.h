/* Linear combinations of several vectors, and error weights, in one pass over the
 * data of serial vectors. The operations of N_Vector would take one pass for each
 * term. */
#ifndef GALPHA_BASE_VECTOR_SUM_H
#define GALPHA_BASE_VECTOR_SUM_H

#include <stdbool.h>

#include <sundials/sundials_nvector.h>

#define GALPHA_SUM_MAX 8

/* out = c[0] x[0] + ... + c[n-1] x[n-1], added from the left, 1 <= n <= GALPHA_SUM_MAX;
 * out is none of x. */
void galpha_sum(int n, const sunrealtype *c, N_Vector *x, N_Vector out);
/* out = x + c y; out may be x. */
void galpha_add(N_Vector x, sunrealtype c, N_Vector y, N_Vector out);
/* out = x + c m y with the componentwise product m y; out is neither m nor y; work:
 * scratch, if out is x. */
void galpha_add_product(N_Vector x, sunrealtype c, N_Vector m, N_Vector y,
                        N_Vector work, N_Vector out);
/* N_VWrmsNorm; for serial vectors five times as fast as in Debian's SUNDIALS. */
sunrealtype galpha_norm(N_Vector x, N_Vector w);
/* galpha_sum for weights whose sum is total, as total x[0] plus weighted differences of
 * neighbours: if all x are large and differ little, the products c[k] x[k] would have
 * large rounding errors. work: scratch; NULL if galpha_sum_is_serial(out). */
void galpha_sum_from(int n, sunrealtype total, const sunrealtype *c,
                     N_Vector *x, N_Vector work, N_Vector out);
bool galpha_sum_is_serial(N_Vector x);
/* N_VWrmsNorm with the weights w of galpha_sum_from with total 0, n > 1, times the mask
 * m unless that is NULL; out and work: scratch. */
sunrealtype galpha_sum_norm(int n, const sunrealtype *c, N_Vector *x,
                            N_Vector w, N_Vector m, N_Vector work,
                            N_Vector out);
/* galpha_sum for weights whose sum is 1, n > 1, as x[0] plus weighted differences to
 * x[0]: exact if all x are equal. */
void galpha_sum_about(int n, const sunrealtype *c, N_Vector *x, N_Vector out);
/* w = 1/(rtol |y| + atol), atol > 0. */
void galpha_sum_weights(sunrealtype rtol, sunrealtype atol, N_Vector y,
                        N_Vector w);
/* The same with a vector atol; false: an element of rtol |y| + atol is not positive. */
bool galpha_sum_weights_by(sunrealtype rtol, N_Vector atol, N_Vector y,
                           N_Vector w);

#endif
