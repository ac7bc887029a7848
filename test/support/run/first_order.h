/* A run of a mechanism's first-order form by IDA or GALPHA, with KLU. */
#pragma once

#include "support/lowering/first_order.h"

struct first_order_run
{
  struct first_order s;
  sunrealtype rtol;
  N_Vector y, yp, id, atol;
  SUNMatrix J;
  SUNLinearSolver LS;
};

/* At the start, w zeroed before. id: 1 where the error test looks, at q and (full) v;
 * multipliers have so large a tolerance that Newton's test leaves them alone. Returns 0
 * on success. */
int first_order_run_new(struct first_order_run *w, const struct mechanism *mech,
                        enum first_order_form form, sunrealtype rtol, int full,
                        SUNContext ctx);

/* Hands all of w over; then integrates to the outputs of track, algebraic components out
 * of the error test. 0, or the code of what failed. */
int first_order_set_ida(void *ida, struct first_order_run *w);
int first_order_set_galpha(void *mem, struct first_order_run *w);
int first_order_track_ida(void *ida, struct first_order_run *w, int order,
                          struct flexible_track *track);
int first_order_track_galpha(void *mem, struct first_order_run *w, int order,
                             struct flexible_track *track);

/* A reference motion: IDA on GGL, q and v tested; 0 on success. */
int first_order_reference(const struct mechanism *mech, SUNContext ctx,
                          sunrealtype rtol, int order,
                          struct flexible_track *track);
