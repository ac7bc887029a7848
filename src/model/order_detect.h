/* Which components of F(t,y,y') are algebraic, as F itself shows it. */
#ifndef GALPHA_MODEL_ORDER_DETECT_H
#define GALPHA_MODEL_ORDER_DETECT_H

#include "model/order_check.h"

/* res->order: 0 where F contains no y'_i, else 1; with a hint (GALPHASetId) 0 only
 * where the hint has 0 as well. A: a matrix whose pattern holds that of dF/dy' (or
 * NULL), at: the initial values, span: the time ahead, signed.
 * What cannot be told (no matrix and many components, no arrays, F fails) is of
 * order 1, or where there is a hint that F does not contradict, as that says.
 * -1: no memory. */
int galpha_detect_orders(struct galpha_res *res, const struct galpha_at *at,
                         SUNMatrix A, sunrealtype span, SUNContext sunctx);

#endif
