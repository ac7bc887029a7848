/* Checks the orders of the components of the residual form against F. */
#ifndef GALPHA_MODEL_ORDER_CHECK_H
#define GALPHA_MODEL_ORDER_CHECK_H

#include "model/residual.h"

struct galpha_at
{
  sunrealtype t;
  N_Vector y, yp, ypp;
};

/* A component of which F contains a derivative higher than its order (*derivative: 1
 * or 2); -1: none, or F fails; -2: some component, unknown which. */
sunindextype galpha_order_excess(struct galpha_res *res,
                                 const struct galpha_at *at, int *derivative);
/* The same at a point a little further along the motion, at most by 1e-3 of the time
 * span (signed), with every y changed by a thousandth: for derivatives whose factor
 * vanishes at the point itself. Finds nothing if F fails there. */
sunindextype galpha_order_excess_nearby(struct galpha_res *res,
                                        const struct galpha_at *at,
                                        sunrealtype span, int *derivative);
/* A component of F that differs between two calls at that point; -1: none. */
sunindextype galpha_order_unrepeatable(struct galpha_res *res,
                                       const struct galpha_at *at);
/* The first component of which F contains neither y' nor y'' at a point near at; -1:
 * none, or unknown. One evaluation per component. */
sunindextype galpha_order_none(struct galpha_res *res,
                               const struct galpha_at *at);

#endif
