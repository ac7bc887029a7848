/* First-order states and outputs beside a mechanism: s' = F(t,q,v,s) for states
 * (order 1), s = F(t,q,v,s) for outputs (order 0); the applied forces depend on s.
 * Evaluation, derivatives by the user or by difference quotients, masks by order. */
#ifndef GALPHA_MODEL_FIRST_ORDER_STATES_H
#define GALPHA_MODEL_FIRST_ORDER_STATES_H

#include "model/assembly.h"
#include "model/mechanics.h"
#include "model/space.h"

enum galpha_first_order_block
{
  GALPHA_STATES_FS, /* df/ds, n x r */
  GALPHA_STATES_SQ, /* dF/dq, r x n */
  GALPHA_STATES_SV, /* dF/dv, r x n */
  GALPHA_STATES_SS, /* dF/ds, r x r */
  GALPHA_STATES_DERIVATIVES,
  GALPHA_STATES_D1 = /* 1 on the diagonal of states   */
    GALPHA_STATES_DERIVATIVES,
  GALPHA_STATES_D0, /* 1 on the diagonal of outputs  */
  GALPHA_STATES_BLOCKS
};

struct galpha_first_order
{
  sunindextype r;
  struct galpha_sys *sys;
  /* The blocks are dense; otherwise sparse, with patterns found by probing. */
  bool dense;
  struct galpha_space space;                       /* orders 0 and 1 as masks */
  GALPHAStatesJacFn fn[GALPHA_STATES_DERIVATIVES]; /* NULL: differenced */
  struct galpha_deriv block[GALPHA_STATES_BLOCKS];
  N_Vector size_n, size_r, f0, f1, F0, F1; /* work of the differences */
};

/* order: 0 or 1 by component. Blocks of the user are set before. -1: no memory, -2:
 * another order; what was allocated is then freed. */
int galpha_first_order_init(struct galpha_first_order *st,
                            struct galpha_sys *sys, N_Vector q, N_Vector order,
                            bool dense);
void galpha_first_order_free(struct galpha_first_order *st);
/* F = right-hand side at the point. */
int galpha_first_order_eval(struct galpha_first_order *st,
                            const struct galpha_point *at, N_Vector F);
/* The derivatives FS, SQ, SV, SS at the point; nothing if st is NULL. */
int galpha_first_order_jacobian(struct galpha_first_order *st,
                                const struct galpha_point *at);
/* The derivative id by the user's function. */
int galpha_first_order_given(struct galpha_first_order *st,
                             enum galpha_first_order_block id,
                             const struct galpha_point *at);
/* The function of which id is the derivative: f0 (FS) or F. */
int galpha_first_order_value(struct galpha_first_order *st,
                             enum galpha_first_order_block id,
                             const struct galpha_point *at, N_Vector out);
/* The argument of the derivative: q, v or s. */
N_Vector galpha_first_order_argument(enum galpha_first_order_block id,
                                     const struct galpha_point *at);

#endif
