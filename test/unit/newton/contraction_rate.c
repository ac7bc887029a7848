/* Rates of convergence by the age of a matrix: what is expected after what was
 * seen. */
#include "newton/contraction_rate.h"

#include "support/check/check.h"

#include <math.h>

static void check_kinds(void)
{
  const long ages[]    = {0, 1, 2, 3, 4, 7, 8, 20, 1000};
  const int expected[] = {0, 1, 2, 2, 3, 3, 4, 4, 4};

  for (int i = 0; i < 9; i++)
  {
    CHECK(galpha_rate_kind(ages[i], 1.0) == expected[i]);
    CHECK(galpha_rate_kind(ages[i], 1.01) == expected[i]);
    const int other = galpha_rate_kind(ages[i], 1.1);
    CHECK(ages[i] == 0 ? other == 0 : other > 4 && other < GALPHA_RATE_KINDS);
    CHECK(galpha_rate_kind(ages[i], 0.9) == other);
  }
  /* an unknown ratio is another h */
  CHECK(galpha_rate_kind(1, (sunrealtype)NAN) > 4);
}

static void check_learning(void)
{
  struct galpha_rate r = {.seen = 0};

  CHECK(galpha_rate_expected(&r, 1, 1.0) == 1.0);
  galpha_rate_learn(&r, 1, 0.5, 0.02);
  CHECK(galpha_rate_expected(&r, 2, 0.5) == 1.0);
  CHECK_REL(galpha_rate_expected(&r, 1, 0.5), 0.02, 1e-15);
  CHECK_REL(galpha_rate_expected(&r, 1, 0.1), 0.02, 1e-15);
  /* a correction four times as large may contract four times as badly */
  CHECK_REL(galpha_rate_expected(&r, 1, 2.0), 0.08, 1e-15);
  CHECK(galpha_rate_expected(&r, 1, 1e9) == 1.0);
  /* up at once, down slowly */
  galpha_rate_learn(&r, 1, 0.5, 0.4);
  CHECK_REL(galpha_rate_expected(&r, 1, 0.5), 0.4, 1e-15);
  galpha_rate_learn(&r, 1, 0.5, 0.0);
  const sunrealtype faded = galpha_rate_expected(&r, 1, 0.5);
  CHECK(faded > 0.0 && faded < 0.4);
  galpha_rate_forget(&r, 1);
  CHECK(galpha_rate_expected(&r, 1, 0.5) == 1.0);
}

/* Not for ever: now and then an iteration must show its rate. */
static void check_trust(void)
{
  struct galpha_rate r = {.seen = 0};
  int steps            = 0;

  galpha_rate_learn(&r, 0, 1.0, 1e-3);
  while (galpha_rate_expected(&r, 0, 1.0) < 1.0 && steps < 1000)
  {
    galpha_rate_rely(&r, 0);
    steps++;
  }
  CHECK(steps > 5 && steps < 100);
  galpha_rate_learn(&r, 0, 1.0, 1e-3);
  CHECK(galpha_rate_expected(&r, 0, 1.0) < 1.0);
}

/* One rate for all matrices. */
static void check_carried(void)
{
  struct galpha_rate r = {.seen = 0};

  CHECK(galpha_rate_carried(&r) == 1.0);
  galpha_rate_carry(&r, 0.01);
  const sunrealtype first = galpha_rate_carried(&r);
  CHECK(first > 0.01 && first < 1.0);
  galpha_rate_carry(&r, 0.01);
  CHECK(galpha_rate_carried(&r) < first);
  galpha_rate_carry(&r, 0.5);
  CHECK_REL(galpha_rate_carried(&r), 0.5, 1e-15);
  galpha_rate_forget(&r, 3);
  CHECK(galpha_rate_carried(&r) == 1.0);
}

/* Of one matrix and one h, believed at once. */
static void check_kept(void)
{
  struct galpha_rate r = {.seen = 0};

  galpha_rate_keep(&r, 1, 0.1);
  CHECK(galpha_rate_carried(&r) == 1.0 && galpha_rate_kept(&r, 0, 1.0) == 1.0);
  galpha_rate_follow(&r, 0.5, 0, 1.0);
  galpha_rate_keep(&r, 1, 0.1);
  CHECK_REL(galpha_rate_carried(&r), 0.5, 1e-15);
  galpha_rate_follow(&r, 0.01, 0, 1.0);
  CHECK_REL(galpha_rate_carried(&r), 0.15, 1e-12);
  galpha_rate_keep(&r, 2, 0.1);
  CHECK(galpha_rate_carried(&r) == 1.0);
  galpha_rate_follow(&r, 0.01, 1, 1.0);
  CHECK_REL(galpha_rate_carried(&r), 0.01, 1e-15);
  galpha_rate_keep(&r, 2, 0.2);
  CHECK(galpha_rate_carried(&r) == 1.0);
}

/* A rate seen at an age grows in proportion to it, until it has to be looked at again;
 * for far larger corrections at once. */
static void check_ageing(void)
{
  struct galpha_rate r = {.seen = 0};

  galpha_rate_keep(&r, 1, 0.1);
  galpha_rate_follow(&r, 0.02, 1, 3.0);
  CHECK_REL(galpha_rate_kept(&r, 1, 3.0), 0.02, 1e-15);
  CHECK_REL(galpha_rate_kept(&r, 3, 0.1), 0.04, 1e-15);
  CHECK_REL(galpha_rate_kept(&r, 5, 29.0), 0.06, 1e-15);
  CHECK(galpha_rate_kept(&r, 6, 3.0) == 1.0);
  CHECK(galpha_rate_kept(&r, 3, 31.0) == 1.0);
  galpha_rate_follow(&r, 0.5, 3, 3.0);
  CHECK(galpha_rate_kept(&r, 11, 3.0) == 1.0);
}

static void check_linearity(void)
{
  struct galpha_rate r = {.seen = 0};

  for (int i = 0; i < 10; i++)
  {
    CHECK(galpha_rate_linear(&r) == (i >= 3));
    galpha_rate_learn(&r, i % 2, 1.0, 1e-14);
  }
  /* another h does not count, curvature does */
  galpha_rate_learn(&r, galpha_rate_kind(1, 1.2), 1.0, 0.2);
  CHECK(galpha_rate_linear(&r));
  /* what small corrections showed says nothing about large ones */
  CHECK(galpha_rate_expected(&r, 0, 100.0) == 1.0);
  galpha_rate_learn(&r, 0, 1.0, 1e-6);
  CHECK(!galpha_rate_linear(&r));
}

int main(void)
{
  check_kinds();
  check_learning();
  check_trust();
  check_linearity();
  check_carried();
  check_kept();
  check_ageing();
  return check_done();
}
