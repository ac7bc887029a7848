/* The Jacobian that a user gave of the residual form, against differences. */
#ifndef GALPHA_CHECK_JACOBIAN_RESIDUAL_H
#define GALPHA_CHECK_JACOBIAN_RESIDUAL_H

#include "check/block_report.h"
#include "model/residual.h"

/* Where, and what the linear solver works with. */
struct galpha_check_res_at
{
  sunrealtype t;
  N_Vector y, yp, ypp; /* ypp NULL: zero */
  SUNMatrix A;         /* kind of the matrix, NULL: dense */
  bool by_product;     /* no matrix: J v is what was given */
};

/* Compares; res stays as it is. Returns as galpha_compare_block; *fail: the
 * callback that failed. */
int galpha_check_res(const struct galpha_res *res,
                     const struct galpha_check_res_at *at,
                     struct galpha_compare *cmp, struct galpha_failure *fail);

#endif
