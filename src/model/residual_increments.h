/* Increments of the difference quotients of the Jacobian of the residual form. */
#ifndef GALPHA_MODEL_RESIDUAL_INCREMENTS_H
#define GALPHA_MODEL_RESIDUAL_INCREMENTS_H

#include "model/model.h"

/* out = typical sizes of y; increments are DIFFERENCE_FINE or sqrt(eps) times these.
 * The usual increments are at least the error tolerance: sqrt(eps) out = 1/ewt. */
void galpha_res_typical_sizes(const struct galpha_res *res, N_Vector y,
                              N_Vector ewt, N_Vector work, N_Vector out);
/* out = increments of y from which those of y' and y'' follow by the shifts. Order 2:
 * the increments of y' are small against its tolerance, and above the noise of F
 * (forces are large next to singular positions). Other orders: the tolerance of y. */
void galpha_res_increments_of_rates(const struct galpha_res *res, N_Vector yp,
                                    N_Vector ewt, N_Vector work, N_Vector out);
/* F(t,y,y'): x, the typical sizes, becomes the increments of y, which where y' is in F
 * are so short that those of y' are small against y' and its tolerance. */
void galpha_res_bound_by_rates(const struct galpha_res *res, N_Vector yp,
                               N_Vector ewt, N_Vector work, N_Vector x);
/* struct galpha_model_ops: set_increments, and unsolved of F(t,y,y'). */
bool galpha_model_res_set_increments(struct galpha_model *model,
                                     enum galpha_increments increments);
void galpha_model_res_unsolved(struct galpha_model *model);

#endif
