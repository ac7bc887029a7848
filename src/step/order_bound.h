/* The size of the next step when the highest order is lowered during a run. */
#ifndef GALPHA_STEP_ORDER_BOUND_H
#define GALPHA_STEP_ORDER_BOUND_H

#include "step/attempt.h"

/* h_new/h that an error of a step of order k allows. */
sunrealtype galpha_order_allowed(sunrealtype error, int k);
/* The error of a step of order k, given D = |(h d/dt)^(k+1) y|. */
sunrealtype galpha_order_error(const struct galpha_method *method, int k,
                               sunrealtype D);
/* h, or less if order k, lower than that of the last step, requires it by the differences
 * of the last states. */
sunrealtype galpha_order_lowered(const struct galpha_step *step, int k,
                                 sunrealtype h);

#endif
