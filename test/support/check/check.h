/* The whole test framework: CHECK counts, the test's main returns check_done().
 */
#pragma once

#include <math.h>
#include <stdio.h>

static int check_failures;
static int check_count;

#define CHECK(cond)                                             \
  do {                                                          \
    check_count++;                                              \
    if (!(cond))                                                \
    {                                                           \
      check_failures++;                                         \
      printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #cond); \
    }                                                           \
  } while (0)

/* x within rel of ref, NaN fails. */
#define CHECK_REL(x, ref, rel)                                         \
  do {                                                                 \
    double check_x_ = (double)(x), check_r_ = (double)(ref);           \
    check_count++;                                                     \
    if (!(fabs(check_x_ - check_r_) <= (double)(rel)*fabs(check_r_)))  \
    {                                                                  \
      check_failures++;                                                \
      printf("%s:%d: %s = %.9g, expected %.9g (rel %.1e)\n", __FILE__, \
             __LINE__, #x, check_x_, check_r_, (double)(rel));         \
    }                                                                  \
  } while (0)

/* lo <= x <= hi, NaN fails. */
#define CHECK_IN(x, lo, hi)                                                    \
  do {                                                                         \
    double check_x_ = (double)(x);                                             \
    check_count++;                                                             \
    if (!(check_x_ >= (double)(lo) && check_x_ <= (double)(hi)))               \
    {                                                                          \
      check_failures++;                                                        \
      printf("%s:%d: %s = %.9g not in [%.9g, %.9g]\n", __FILE__, __LINE__, #x, \
             check_x_, (double)(lo), (double)(hi));                            \
    }                                                                          \
  } while (0)

/* x within tol of ref, NaN fails. */
#define CHECK_NEAR(x, ref, tol) \
  CHECK_IN((double)(x) - (double)(ref), -(double)(tol), tol)

/* Elements of an array. */
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

static int check_done(void)
{
  printf("%d checks, %d failed\n", check_count, check_failures);
  return check_failures ? 1 : 0;
}
