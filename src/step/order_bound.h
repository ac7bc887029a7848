/* A highest order that is lowered during a run: the size of the next step. */
#ifndef GALPHA_STEP_ORDER_BOUND_H
#define GALPHA_STEP_ORDER_BOUND_H

#include "step/attempt.h"

/* h_new/h that an error of a step of order k allows. */
sunrealtype galpha_order_allowed(sunrealtype error, int k);
/* The error of a step of order k with the term D = |(h d/dt)^(k+1) y|. */
sunrealtype galpha_order_error(const struct galpha_method *method, int k,
                               sunrealtype D);
/* h, or as much of it as the order k, lower than that of the last step, allows by the
 * differences of the last states. */
sunrealtype galpha_order_lowered(const struct galpha_step *step, int k,
                                 sunrealtype h);

#endif
