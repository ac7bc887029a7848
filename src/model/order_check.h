/* The declared orders of the residual form against F itself. */
#ifndef GALPHA_MODEL_ORDER_CHECK_H
#define GALPHA_MODEL_ORDER_CHECK_H

#include "model/residual.h"

struct galpha_at
{
  sunrealtype t;
  N_Vector y, yp, ypp;
};

/* The component a derivative of which, beyond its order, F contains; -1: none (or
 * F fails), -2: one that cannot be told. *derivative: 1 or 2. */
sunindextype galpha_order_excess(struct galpha_res *res,
                                 const struct galpha_at *at, int *derivative);
/* The same a little further along the motion, at most by the time span (signed), with
 * every y changed by a thousandth: for derivatives whose factor is zero at the point
 * itself. Where F fails there it finds nothing. */
sunindextype galpha_order_excess_nearby(struct galpha_res *res,
                                        const struct galpha_at *at,
                                        sunrealtype span, int *derivative);
/* The first component of which F contains neither y' nor y'', at a place near the
 * point; -1: none, or it cannot be told. One evaluation for each component. */
sunindextype galpha_order_none(struct galpha_res *res,
                               const struct galpha_at *at);

#endif
