/* The whole test framework: CHECK counts, the test's main returns check_done(). With
 * GALPHA_TEST_VERBOSE set each measured value is told with its bounds, not only those that
 * are out of them. */
#pragma once

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int check_failures;
static int check_count;
static char check_subject[200];

/* What is checked from here on, told with what fails: check_of("rho %.1f", rho). */
#if defined(__GNUC__)
static void check_of(const char *format, ...)
  __attribute__((format(printf, 1, 2)));
#endif
static inline void check_of(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(check_subject, sizeof check_subject, format, list);
  va_end(list);
}

/* Counts, and whether to tell. */
static inline int check_tells(int good, const char *file, int line)
{
  check_count++;
  check_failures += !good;
  if (good && !getenv("GALPHA_TEST_VERBOSE")) { return 0; }
  printf("%s:%d%s: ", file, line, good ? "" : ": failed");
  if (check_subject[0]) { printf("%s: ", check_subject); }
  return 1;
}

static inline void check_true(int good, const char *what, const char *file,
                              int line)
{
  if (good) { check_count++; }
  else if (check_tells(0, file, line)) { printf("%s\n", what); }
}

static inline void check_in(double x, double lo, double hi, const char *what,
                            const char *file, int line)
{
  if (!check_tells(x >= lo && x <= hi, file, line)) { return; }
  printf("%s = %.9g in [%.9g, %.9g]\n", what, x, lo, hi);
}

static inline void check_rel(double x, double ref, double rel, const char *what,
                             const char *file, int line)
{
  if (!check_tells(fabs(x - ref) <= rel * fabs(ref), file, line)) { return; }
  printf("%s = %.9g, expected %.9g (rel %.1e)\n", what, x, ref, rel);
}

#define CHECK(cond) check_true((cond) ? 1 : 0, #cond, __FILE__, __LINE__)

/* x within rel of ref, NaN fails. */
#define CHECK_REL(x, ref, rel) \
  check_rel((double)(x), (double)(ref), (double)(rel), #x, __FILE__, __LINE__)

/* lo <= x <= hi, NaN fails. */
#define CHECK_IN(x, lo, hi) \
  check_in((double)(x), (double)(lo), (double)(hi), #x, __FILE__, __LINE__)

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
