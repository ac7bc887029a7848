/* A mechanism as F(t,y,y') = 0, for IDA and for GALPHAInit, with an analytic
 * sparse Jacobian, made from the mechanism's own blocks:
 *
 *   GGL      0 = q' - v + G^T mu,  0 = M v' - f0 + G^T lambda,  0 = g,  0 = G v
 *            (Gear, Gupta, Leimkuhler; index 2), y = (q, v, mu, lambda)
 *   index 1  0 = q' - v,  0 = M v' - f0 + G^T lambda,  0 = G v' + (Gv)_q v
 *   index 3  0 = q' - v,  0 = M v' - f0 + G^T lambda,  0 = g
 *            y = (q, v, lambda) both */
#pragma once

#include "support/models/flexible/mechanism.h"
#include "support/models/flexible/sparse_sum.h"

enum first_order_form
{
  FIRST_ORDER_GGL,
  FIRST_ORDER_INDEX1,
  FIRST_ORDER_INDEX3
};

struct first_order
{
  struct problem *pb;
  enum first_order_form form;
  sunindextype n, m, size, lambda; /* place of lambda in y */
  sunindextype angles, *angle;
  sunrealtype *mass; /* diagonal */
  SUNMatrix G, T, K,
    C; /* T: columns of angles of G, differentiated; C or NULL */
  N_Vector q, v, f, g, reaction; /* views of parts of the callback's vectors */
  N_Vector turned;               /* q, every angle plus pi/2 */
  struct sparse_sum jac;
};

/* M of the mechanism must be diagonal. Returns 0 on success. */
int first_order_new(struct first_order *s, const struct mechanism *mech,
                    enum first_order_form form, SUNContext ctx);
/* The mechanism's start with the accelerations and multipliers that belong to
 * it. */
int first_order_start(struct first_order *s, SUNContext ctx, N_Vector y,
                      N_Vector yp);
/* v'(t) and lambda of the state (q, v), from the saddle system of M and G. 0 on success. */
int first_order_accelerations(struct first_order *s, SUNContext ctx,
                              sunrealtype t, sunrealtype *q, sunrealtype *v,
                              sunrealtype *a, sunrealtype *lambda);
/* A matrix with the Jacobian's pattern. */
SUNMatrix first_order_matrix(struct first_order *s, SUNContext ctx, N_Vector y,
                             N_Vector yp);
/* IDAResFn and IDALsJacFn; data is the struct. */
int first_order_residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                         void *data);
int first_order_jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
                         N_Vector r, SUNMatrix J, void *data, N_Vector t1,
                         N_Vector t2, N_Vector t3);
