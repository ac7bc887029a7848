/* Polynomials in time through past values. */
#ifndef GALPHA_METHOD_POLYNOMIAL_H
#define GALPHA_METHOD_POLYNOMIAL_H

#include "method/history.h"

#define GALPHA_POINTS (GALPHA_DEPTH + 1) /* past values and a new one */

/* Weights of the values at t[0..n-1] in the derivatives 0, 1, ..., most (at most n - 1)
 * of their interpolation polynomial at x, in w[0] ... w[most]: Fornberg (1988). */
void galpha_poly_weights(int n, const sunrealtype *t, sunrealtype x, int most,
                         sunrealtype w[][GALPHA_POINTS]);
/* out = k-th derivative at x of the polynomial through the last n values of a track. */
void galpha_poly_derivative(const struct galpha_hist *hist,
                            enum galpha_track track, int n, sunrealtype x,
                            int k, N_Vector out);
/* out = (h d/dt)^j of the polynomial through the trial value of a track and the last j
 * values, h the size of the trial step: estimates the error of order j - 1. */
void galpha_poly_difference(const struct galpha_hist *hist,
                            enum galpha_track track, int j, N_Vector out);
/* Its norm with the weights w, or that of its product with the mask m; out: work. */
sunrealtype galpha_poly_difference_norm(const struct galpha_hist *hist,
                                        enum galpha_track track, int j,
                                        N_Vector w, N_Vector m, N_Vector out);
/* The difference at the last state, through the last j + 1 values, with the size of its
 * step. */
void galpha_poly_last_difference(const struct galpha_hist *hist,
                                 enum galpha_track track, int j, N_Vector out);
/* c (y - p)/((h d/dt)^n y) at the end x of the trial step, of size h, with p through the
 * last n values: c times the product of (x - t_i)/((i + 1) h). */
sunrealtype galpha_poly_remainder(const struct galpha_hist *hist, int n,
                                  sunrealtype c);

#endif
