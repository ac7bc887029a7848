/* A SUNContext with either version of SUNDIALS, for tests and benchmarks. */
#pragma once

#include <stddef.h>

#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_types.h>

/* NULL on failure; free with SUNContext_Free. SUNDIALS 7 prints errors on its
 * own, which tests of failures do not want to see: they use
 * galpha_test_quiet. */
static inline SUNContext galpha_test_context(void)
{
  SUNContext ctx = NULL;
#if SUNDIALS_VERSION_MAJOR >= 7
  int flag = SUNContext_Create(SUN_COMM_NULL, &ctx);
#else
  int flag = SUNContext_Create(NULL, &ctx);
#endif
  return flag == 0 ? ctx : NULL;
}

/* Silences the messages of SUNDIALS itself. */
static inline void galpha_test_quiet(SUNContext ctx)
{
#if SUNDIALS_VERSION_MAJOR >= 7
  SUNContext_ClearErrHandlers(ctx);
#else
  (void)ctx;
#endif
}
