/* Mechanics by products: products with df/dq and df/dv instead of matrices. */
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

#endif
