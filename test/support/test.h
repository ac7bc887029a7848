/* What nearly every test needs: checks, GALPHA, a context, serial vectors and dense
 * matrices, caught messages. */
#ifndef GALPHA_TEST_SUPPORT_TEST_H
#define GALPHA_TEST_SUPPORT_TEST_H

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "support/check/caught_message.h"
#include "support/check/check.h"
#include "support/check/sundials_compat.h"

/* TEST_MAIN(ctx) { ... } is a program that makes the context, runs the body and returns
 * whether its checks hold. */
#define TEST_MAIN(ctx)                      \
  static void test_body(SUNContext ctx);    \
  int main(void)                            \
  {                                         \
    SUNContext ctx = galpha_test_context(); \
    test_body(ctx);                         \
    SUNContext_Free(&ctx);                  \
    return check_done();                    \
  }                                         \
  static void test_body(SUNContext ctx)

#endif
