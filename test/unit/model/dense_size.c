/* Sizes of dense matrices beyond what indices and bytes can count are told before
 * n * n overflows; with indices of 32 bits the residual form refuses them with
 * advice. With more than the process may have the message says how much and what to do. */
#include <stdint.h>
#include <sys/resource.h>

#include "model/matrix_ops.h"
#include "support/test.h"

RESIDUAL1_EACH(res, y[i] + yp[i])

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

static void check_refused(sunindextype n, int code, const char *advice)
{
  struct caught c = {0};
  sunrealtype t   = 0.0;
  N_Vector y = KEEP(N_VNew_Serial(n, ctx)), yp = KEEP(N_VNew_Serial(n, ctx));
  void *mem = KEEP(GALPHACreate(ctx));
  N_VConst(1.0, y);
  N_VConst(-1.0, yp);
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHAInit(mem, res, 0.0, y, yp));
  CHECK(!GALPHASStolerances(mem, 1e-4, 1e-4));
  CHECK(GALPHASolve(mem, 1.0, &t, y, yp, GALPHA_NORMAL) == code);
  CHECK(strstr(c.msg, advice));
  CHECK(caught_says(&c, code, "GALPHASetLinearSolver"));
  CHECK(GALPHACheckJacobian(mem, 0.0, NULL) == code);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
  __has_feature(thread_sanitizer)
#define LIMITS 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef LIMITS
#define LIMITS 0
#endif
#ifndef LIMITS
#define LIMITS 1
#endif

/* 40000^2 doubles are 12.8 GB, and 8 are allowed; sanitizers reserve more than that. */
static void check_memory(void)
{
#if LIMITS
  struct rlimit limit, less;
  CHECK(!getrlimit(RLIMIT_AS, &limit));
  less          = limit;
  less.rlim_cur = (rlim_t)8000000000;
  CHECK(!setrlimit(RLIMIT_AS, &less));
  check_refused(40000, GALPHA_MEM_FAIL, "40000 x 40000 doubles takes 12.8 GB");
  CHECK(!setrlimit(RLIMIT_AS, &limit));
#endif
}

TEST_MAIN()
{
  check_sizes();
  if (!galpha_dense_fits(65536))
  {
    check_refused(65536, GALPHA_ILL_INPUT, "GALPHASetLinearSolver");
  }
  check_memory();
}
