/* What nearly every test needs: checks, GALPHA, a context, serial vectors, matrices and
 * solvers, caught messages, the registry of models, and what states and runs them. */
#pragma once

#include <stdbool.h>

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "support/check/call_sites.h"
#include "support/check/caught_message.h"
#include "support/check/check.h"
#include "support/check/sundials_compat.h"
#include "support/models/mechatronic.h"
#include "support/models/papers.h"
#include "support/models/reference.h"
#include "support/run/keep.h"
#include "support/run/statement.h"
#include "support/run/subject.h"

/* The context of the program. */
static SUNContext ctx;

/* TEST_MAIN() { ... } is a program that makes the context, runs the body, frees what it
 * kept (support/run/keep.h) and returns whether its checks hold. */
#define TEST_MAIN()              \
  static void test_body(void);   \
  int main(void)                 \
  {                              \
    ctx = galpha_test_context(); \
    test_body();                 \
    keep_free();                 \
    SUNContext_Free(&ctx);       \
    return check_done();         \
  }                              \
  static void test_body(void)

/* TESTS(check_one, check_two) is a program that runs these functions. */
#define TESTS(...)                                            \
  TEST_MAIN()                                                 \
  {                                                           \
    void (*const tests[])(void) = {__VA_ARGS__};              \
    for (int i = 0; i < COUNT_OF(tests); i++) { tests[i](); } \
  }

/* A model begins, with its options; BEGIN where it has its place already, SMALL declares it:
 *   SMALL(s, .n = 2, .q = VALUES(1.0, 0.0), .force = weight, .rtol = 1e-6); */
#define BEGIN(s, ...) \
  CHECK(!small_begin(s, ctx, &(const struct small_statement){__VA_ARGS__}))
#define SMALL(s, ...)                                    \
  struct small *s = keep_zeros(1, sizeof(struct small)); \
  BEGIN(s, __VA_ARGS__)

/* Without messages of SUNDIALS itself. */
static inline void test_quiet(void)
{
  galpha_test_quiet(ctx);
}

/* What a reading says, which is a count or a number. */
static inline long int count_of(void *mem, int (*get)(void *mem, long int *n))
{
  long int n = -1;
  CHECK(!get(mem, &n));
  return n;
}

static inline sunrealtype real_of(void *mem,
                                  int (*get)(void *mem, sunrealtype *x))
{
  sunrealtype x = (sunrealtype)NAN;
  CHECK(!get(mem, &x));
  return x;
}
