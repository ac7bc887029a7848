/* Detects the algebraic components of F(t,y,y') from F itself. */
#ifndef GALPHA_MODEL_ORDER_DETECT_H
#define GALPHA_MODEL_ORDER_DETECT_H

#include "model/order_check.h"

/* Sets res->order: 0 where F contains no y'_i, otherwise 1; with a hint
 * (GALPHASetId) 0 only where the hint is 0 as well. A: a matrix whose pattern
 * contains that of dF/dy', or NULL; at: initial values; span: time to integrate
 * over, signed. Components that cannot be determined (many components without a
 * matrix, no arrays, F fails) get order 1, or that of a hint that F does not
 * contradict. -1: no memory. */
int galpha_detect_orders(struct galpha_res *res, const struct galpha_at *at,
                         SUNMatrix A, sunrealtype span, SUNContext sunctx);

/* Sets res->order as the hint says, whatever F contains; without one it stays as it is.
 * -1: no memory. */
int galpha_orders_of_hint(struct galpha_res *res, N_Vector y);

#endif
