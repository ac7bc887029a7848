/* Sizes of dense matrices beyond what indices and bytes can count are told before
 * n * n overflows; with indices of 32 bits the residual form refuses them with
 * advice. */
#include <stdint.h>

#include "model/matrix_ops.h"
#include "support/test.h"

static int res(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  N_VLinearSum(1.0, y, 1.0, yp, r);
  return 0;
}

/* 46340^2 < 2^31 < 46341^2; 8 * 1518500249^2 < 2^64 < 8 * 1518500250^2 */
static void check_sizes(void)
{
  CHECK(galpha_dense_fits(0) && galpha_dense_fits(1));
  CHECK(galpha_dense_fits(46340));
  if (sizeof(sunindextype) == sizeof(int32_t))
  {
    CHECK(!galpha_dense_fits(46341) && !galpha_dense_fits(65536));
    CHECK(!galpha_dense_fits((sunindextype)INT32_MAX));
  }
  else if (SIZE_MAX > UINT32_MAX)
  {
    CHECK(galpha_dense_fits(65536));
    CHECK(galpha_dense_fits((sunindextype)1518500249));
    CHECK(!galpha_dense_fits((sunindextype)1518500250));
    CHECK(!galpha_dense_fits((sunindextype)INT64_C(4294967296)));
    CHECK(!galpha_dense_fits((sunindextype)INT64_MAX));
  }
}

static void check_refused(SUNContext ctx)
{
  const sunindextype n = 65536;
  struct caught c      = {0};
  sunrealtype t        = 0.0;
  if (galpha_dense_fits(n)) { return; }
  N_Vector y = N_VNew_Serial(n, ctx), yp = N_VNew_Serial(n, ctx);
  void *mem = GALPHACreate(ctx);
  N_VConst(1.0, y);
  N_VConst(-1.0, yp);
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHAInit(mem, res, 0.0, y, yp));
  CHECK(!GALPHASStolerances(mem, 1e-4, 1e-4));
  CHECK(GALPHASolve(mem, 1.0, &t, y, yp, GALPHA_NORMAL) == GALPHA_ILL_INPUT);
  CHECK(caught_says(&c, GALPHA_ILL_INPUT, "GALPHASetLinearSolver"));
  CHECK(GALPHACheckJacobian(mem, 0.0, NULL) == GALPHA_ILL_INPUT);
  GALPHAFree(&mem);
  N_VDestroy(y);
  N_VDestroy(yp);
}

TEST_MAIN(ctx)
{
  check_sizes();
  check_refused(ctx);
}
