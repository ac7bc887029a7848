/* The model by its products, in place of matrices. */
#ifndef GALPHA_MODEL_MECHANICS_PRODUCTS_H
#define GALPHA_MODEL_MECHANICS_PRODUCTS_H

#include "model/mechanics.h"

/* Forces at the point, where their differences start from. */
int galpha_force_jac_vec_begin(struct galpha_sys *sys,
                               const struct galpha_point *at);
/* out += -(c_q df/dq + c_v df/dv) x at the point; size: the norm of x that counts
 * as 1 for an increment of coordinates. */
int galpha_force_jac_vec(struct galpha_sys *sys, const struct galpha_point *at,
                         sunrealtype c_q, sunrealtype c_v, sunrealtype size,
                         N_Vector x, N_Vector out);

#endif
