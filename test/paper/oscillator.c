/* y'' = -y, rho = 0.2, steps H/3, 2H/3, t = 2: a system of free degrees of freedom
 * shows at once what (14) of Jay and Negrut (2009) is for. */
#include "support/models/papers.h"
#include "support/run/paper.h"
#include "support/test.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

static const struct paper_case base = {
  .pb          = &paper_oscillator,
  .formulation = GALPHA_SOI2_LITERAL,
  .family      = GALPHA_CHUNG_HULBERT,
  .par         = {0.2},
  .t1          = 2,
  .alternating = 1,
};

/* By an independent implementation; without (14): off. */
static const struct paper_errors with[] = {
  {0.2, 5.540185e-03, 1.756987e-03, 0, 0, 0, 0, 0},
  {0.1, 1.394704e-03, 4.846434e-04, 0, 0, 0, 0, 0},
  {0.05, 3.492142e-04, 1.268746e-04, 0, 0, 0, 0, 0},
  {0.025, 8.732776e-05, 3.243005e-05, 0, 0, 0, 0, 0},
  {0.0125, 2.183225e-05, 8.196092e-06, 0, 0, 0, 0, 0},
  {0.00625, 5.457934e-06, 2.060068e-06, 0, 0, 0, 0, 0},
};
static const struct paper_errors off[] = {
  {0.2, 7.262310e-03, 8.881542e-04, 0, 0, 0, 0, 0},
  {0.1, 2.364934e-03, 7.420185e-04, 0, 0, 0, 0, 0},
  {0.05, 8.608549e-04, 4.608349e-04, 0, 0, 0, 0, 0},
  {0.025, 3.496622e-04, 2.548633e-04, 0, 0, 0, 0, 0},
  {0.0125, 1.546123e-04, 1.337939e-04, 0, 0, 0, 0, 0},
  {0.00625, 7.224913e-05, 6.851893e-05, 0, 0, 0, 0, 0},
};

/* Without constraints every formulation is the method of Chung and Hulbert. */
static void check_formulation(SUNContext ctx, int formulation)
{
  struct paper_errors o;
  struct paper_case c = base;
  c.formulation       = formulation;
  CHECK(paper_compare(&c, ctx, with, COUNT(with), PAPER_DIGITS) <=
        PAPER_DIGITS);
  CHECK(paper_orders(&c, ctx, 0.0125, &o) == 0);
  CHECK_IN(o.q, 1.9, 2.1);
  CHECK_IN(o.v, 1.9, 2.1);
  CHECK_IN(o.a, 1.9, 2.1);
  c.no_correction = 1;
  CHECK(paper_compare(&c, ctx, off, COUNT(off), PAPER_DIGITS) <= PAPER_DIGITS);
  CHECK(paper_orders(&c, ctx, 0.0125, &o) == 0);
  CHECK_IN(o.q, 0.9, 1.2);
  CHECK_IN(o.v, 0.9, 1.1);
  CHECK_IN(o.a, 0.9, 1.2);
}

TEST_MAIN(ctx)
{
  check_formulation(ctx, GALPHA_SOI2_LITERAL);
  check_formulation(ctx, GALPHA_SOI2);
  check_formulation(ctx, GALPHA_INDEX3);
}
