/* Compares the Jacobian that a user gave for the residual form with difference
 * quotients. */
#ifndef GALPHA_CHECK_JACOBIAN_RESIDUAL_H
#define GALPHA_CHECK_JACOBIAN_RESIDUAL_H

#include "check/block_report.h"
#include "model/residual.h"

/* The point, and the form of the Jacobian that the linear solver uses. */
struct galpha_check_res_at
{
  sunrealtype t;
  N_Vector y, yp, ypp; /* ypp NULL: zero */
  SUNMatrix A;         /* kind of the matrix; NULL: dense */
  bool by_product;     /* matrix-free: the user gave J v */
};

/* Compares; does not change res. Returns as galpha_compare_block does; *fail: the
 * callback that failed. */
int galpha_check_res(const struct galpha_res *res,
                     const struct galpha_check_res_at *at,
                     struct galpha_compare *cmp, struct galpha_failure *fail);

#endif
