/* y'' = -y, rho = 0.2, steps H/3, 2H/3, t = 2: a system of free degrees of freedom
 * shows at once what (14) of Jay and Negrut (2009) is for. */
#include "support/models/papers.h"
#include "support/run/paper.h"
#include "support/test.h"

static const struct paper_case base = {
  .pb          = &paper_oscillator,
  .formulation = GALPHA_SOI2_LITERAL,
  .family      = GALPHA_CHUNG_HULBERT,
  .par         = {0.2},
  .t1          = 2,
  .alternating = 1,
};

/* Without constraints every formulation is the method of Chung and Hulbert. */
static void check_formulation(SUNContext ctx, int formulation)
{
  struct paper_errors o;
  struct paper_case c = base;
  c.formulation       = formulation;
  CHECK(paper_agrees(&c, ctx, "oscillator/with", 0, 0, PAPER_DIGITS));
  CHECK(paper_orders(&c, ctx, 0.0125, &o) == 0);
  CHECK_IN(o.q, 1.9, 2.1);
  CHECK_IN(o.v, 1.9, 2.1);
  CHECK_IN(o.a, 1.9, 2.1);
  c.no_correction = 1;
  CHECK(paper_agrees(&c, ctx, "oscillator/off", 0, 0, PAPER_DIGITS));
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
