/* Mechanics by products: products with df/dq and df/dv instead of matrices, sizes of
 * the terms of a product. */
#ifndef GALPHA_MODEL_MECHANICS_PRODUCTS_H
#define GALPHA_MODEL_MECHANICS_PRODUCTS_H

#include "model/mechanics.h"

/* Evaluates f0 at the point, the base of the difference quotients of
 * galpha_force_jac_vec. */
int galpha_force_jac_vec_begin(struct galpha_sys *sys,
                               const struct galpha_point *at);
/* out -= (c_q df/dq + c_v df/dv) x at the point. size: norm of x; a difference
 * quotient uses the increment x/size. */
int galpha_force_jac_vec(struct galpha_sys *sys, const struct galpha_point *at,
                         sunrealtype c_q, sunrealtype c_v, sunrealtype size,
                         N_Vector x, N_Vector out);
/* size_i = c sum_j |A_ij x_j|; of products |A x| with random signs. false: not known. */
bool galpha_row_sizes(struct galpha_sys *sys, enum galpha_block_id id,
                      sunrealtype c, N_Vector x, N_Vector size);

#endif
