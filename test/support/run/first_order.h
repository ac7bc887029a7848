/* A run of a mechanism's first-order form by IDA or GALPHA, with KLU. */
#ifndef GALPHA_TEST_SUPPORT_RUN_FIRST_ORDER_H
#define GALPHA_TEST_SUPPORT_RUN_FIRST_ORDER_H

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
 * on success; to be freed in any case. */
int first_order_run_new(struct first_order_run *w, const struct mechanism *mech,
                        enum first_order_form form, sunrealtype rtol, int full,
                        SUNContext ctx);
void first_order_run_free(struct first_order_run *w);

/* The same calls for either integrator: PREFIX is IDA or GALPHA. */
#define FIRST_ORDER_SETTINGS(PREFIX, function)                           \
  static int function(void *mem, struct first_order_run *w)              \
  {                                                                      \
    int ret =                                                            \
      PREFIX##Init(mem, first_order_residual, w->s.pb->t0, w->y, w->yp); \
    if (!ret) { ret = PREFIX##SVtolerances(mem, w->rtol, w->atol); }     \
    if (!ret) { ret = PREFIX##SetLinearSolver(mem, w->LS, w->J); }       \
    if (!ret) { ret = PREFIX##SetJacFn(mem, first_order_jacobian); }     \
    if (!ret) { ret = PREFIX##SetUserData(mem, &w->s); }                 \
    if (!ret) { ret = PREFIX##SetId(mem, w->id); }                       \
    if (!ret) { ret = PREFIX##SetMaxNumSteps(mem, -1); }                 \
    return ret;                                                          \
  }

#endif
