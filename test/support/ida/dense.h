/* IDA with a dense difference Jacobian, algebraic variables out of its error test. */
#ifndef GALPHA_TEST_SUPPORT_IDA_DENSE_H
#define GALPHA_TEST_SUPPORT_IDA_DENSE_H

#include <ida/ida.h>

struct ida_dense
{
  void *ida;
  N_Vector y, yp, id, atol; /* for the caller to fill */
  SUNMatrix J;
  SUNLinearSolver LS;
};

/* Nonzero: failed; ida_dense_free is due all the same. */
int ida_dense_new(struct ida_dense *d, sunindextype n, SUNContext ctx);
/* From t0 on, never beyond t1. */
int ida_dense_begin(struct ida_dense *d, IDAResFn residual, void *data,
                    sunrealtype t0, sunrealtype t1, sunrealtype rtol);
void ida_dense_free(struct ida_dense *d);

#endif
