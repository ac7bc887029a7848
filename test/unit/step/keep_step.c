/* Steps that keep their size: the ratios for errors whose course is known. A step that
 * allows for a size s times as long has the error (0.9/s)^3: order 2, safety 0.9. */
#include "step/keep_step.h"

#include "support/check/check.h"

#include <math.h>

#define SAFETY 0.9
#define MOST   2.0

static sunrealtype error_for(sunrealtype s)
{
  return pow(SAFETY / s, 3.0);
}

/* A step that allows for s; the usual rule wants as much. */
static sunrealtype step(struct galpha_keep_step *hold, sunrealtype s)
{
  return galpha_keep_step_ratio(hold, error_for(s), SAFETY, 2, false, MOST, s);
}

static struct galpha_keep_step settled(void)
{
  struct galpha_keep_step hold = {.known = 0};
  CHECK(step(&hold, 1.0) == 1.0);
  hold.known = 0;
  return hold;
}

/* From a start on by the usual rule, until that asks for less than 1.5. */
static void check_start(void)
{
  struct galpha_keep_step hold = {.known = 0};
  CHECK(step(&hold, 5.0) == MOST);
  CHECK(galpha_keep_step_ratio(&hold, 1e-9, SAFETY, 2, false, MOST, 1.7) ==
        1.7);
  CHECK(galpha_keep_step_ratio(&hold, 1e-9, SAFETY, 2, false, MOST, 1.4) ==
        1.0);
  CHECK(galpha_keep_step_ratio(&hold, 1e-3, SAFETY, 2, false, MOST, 1.7) ==
        MOST);
  CHECK(hold.known == 0);
  CHECK(galpha_keep_step_ratio(&hold, 1e-3, SAFETY, 2, false, MOST, 1.7) ==
        1.0);
}

/* Later four steps of one size have to allow for 1.5, or two for 2; the largest error of
 * theirs counts. */
static void check_growth(void)
{
  struct galpha_keep_step hold = settled();
  CHECK(step(&hold, 1.9) == 1.0 && step(&hold, 1.9) == 1.0);
  CHECK(step(&hold, 1.6) == 1.0);
  CHECK_REL(step(&hold, 1.9), 1.6, 1e-12);
  CHECK(hold.known == 0);
  CHECK(step(&hold, 2.5) == 1.0);
  CHECK(step(&hold, 2.5) == MOST);
  for (int i = 0; i < 1000; i++) { CHECK(step(&hold, 1.45) == 1.0); }
  for (int i = 0; i < 3; i++) { CHECK(step(&hold, 1.55) == 1.0); }
  CHECK_REL(step(&hold, 1.55), 1.55, 1e-12);
}

/* Errors of an oscillation, |sin|, whose crest is just below the tolerance. The usual
 * rule would grow and shrink in each period. */
static void check_swinging(void)
{
  struct galpha_keep_step hold = settled();
  for (int i = 0; i < 400; i++)
  {
    const sunrealtype e = 0.64 * fabs(sin(0.3 * i)) + 1e-4;
    const sunrealtype s = SAFETY / cbrt(e);
    CHECK(galpha_keep_step_ratio(&hold, e, SAFETY, 2, false, MOST, s) == 1.0);
  }
}

/* Shorter steps only for errors above 0.65, and as the usual rule has them. */
static void check_shrinking(void)
{
  struct galpha_keep_step hold = settled();
  CHECK(galpha_keep_step_ratio(&hold, 0.64, SAFETY, 2, false, MOST, 0.97) ==
        1.0);
  CHECK(galpha_keep_step_ratio(&hold, 0.66, SAFETY, 2, false, MOST, 0.97) ==
        0.97);
  CHECK(hold.known == 0);
}

/* A step that failed at first does not grow, at a start either, and what was seen before
 * does not count. */
static void check_failed(void)
{
  struct galpha_keep_step hold = {.known = 0};
  CHECK(galpha_keep_step_ratio(&hold, 1e-3, SAFETY, 2, true, MOST, 1.0) == 1.0);
  CHECK(step(&hold, 1.9) == 1.0);
  hold = settled();
  for (int i = 0; i < 3; i++) { CHECK(step(&hold, 1.9) == 1.0); }
  CHECK(galpha_keep_step_ratio(&hold, 1e-3, SAFETY, 2, true, MOST, 1.0) == 1.0);
  for (int i = 0; i < 3; i++) { CHECK(step(&hold, 1.9) == 1.0); }
  CHECK_REL(step(&hold, 1.9), 1.9, 1e-12);
}

/* Order 1: the error goes with the square. */
static void check_order(void)
{
  const sunrealtype e          = pow(SAFETY / 1.8, 2.0);
  struct galpha_keep_step hold = settled();
  for (int i = 0; i < 3; i++)
  {
    CHECK(galpha_keep_step_ratio(&hold, e, SAFETY, 1, false, MOST, 1.2) == 1.0);
  }
  CHECK_REL(galpha_keep_step_ratio(&hold, e, SAFETY, 1, false, MOST, 1.2), 1.8,
            1e-12);
}

int main(void)
{
  check_start();
  check_growth();
  check_swinging();
  check_shrinking();
  check_failed();
  check_order();
  return check_done();
}
