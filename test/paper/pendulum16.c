/* Jay and Negrut (2009), section 8.2, the spring-damper pendulum (16), rho = 0.2, t =
 * 2: errors against an independent implementation, orders, (14) off as negative
 * control. */
#include "support/models/papers.h"
#include "support/run/paper.h"
#include "support/test.h"

static const struct paper_case base = {
  .pb          = &paper_pendulum16,
  .formulation = GALPHA_SOI2_LITERAL,
  .family      = GALPHA_CHUNG_HULBERT,
  .par         = {0.2},
  .t1          = 2,
};

static void check_weights(SUNContext ctx)
{
  const sunrealtype tol = PAPER_DIGITS;
  struct paper_case c   = base;
  c.formulation         = GALPHA_INDEX3;
  c.alternating         = 1;
  c.weights             = 1;
  CHECK(paper_agrees(&c, ctx, "pendulum16/index3_weights", 0, 0, tol));
}

static void check_tables(SUNContext ctx, int formulation,
                         const char *constant_steps, const char *with,
                         const char *without)
{
  const sunrealtype tol = PAPER_DIGITS;
  struct paper_case c   = base;
  c.formulation         = formulation;
  CHECK(paper_agrees(&c, ctx, constant_steps, 1, 5, tol));
  c.alternating = 1;
  CHECK(paper_agrees(&c, ctx, with, 1, 5, tol));
  c.no_correction = 1;
  CHECK(paper_agrees(&c, ctx, without, 1, 5, tol));
  /* H = 0.1 needs a matrix per iteration */
  c.newton = 30;
  CHECK(paper_agrees(&c, ctx, without, 0, 1, tol));
  c.no_correction = 0;
  CHECK(paper_agrees(&c, ctx, with, 0, 1, tol));
  c.alternating = 0;
  CHECK(paper_agrees(&c, ctx, constant_steps, 0, 1, tol));
}

static void check_states(SUNContext ctx)
{
  const sunrealtype H = 2.0 / 160, tol = 1e-8;
  struct paper_case c = base;
  c.alternating       = 1;
  CHECK(paper_reaches(&c, ctx, H, "pendulum16/state", tol));
  c.no_correction = 1;
  CHECK(paper_reaches(&c, ctx, H, "pendulum16/state_off", tol));
  c.no_correction = 0;
  c.formulation   = GALPHA_INDEX3;
  CHECK(paper_reaches(&c, ctx, H, "pendulum16/state_index3", tol));
}

/* Order 2 with (14); without it v is of order 1: the pendulum turns freely. */
static void check_orders(SUNContext ctx, int formulation)
{
  struct paper_errors o;
  struct paper_case c = base;
  c.formulation       = formulation;
  c.alternating       = 1;
  CHECK(paper_orders(&c, ctx, 2.0 / 1280, &o) == 0);
  CHECK_IN(o.q, 1.9, 2.1);
  CHECK_IN(o.v, 1.9, 2.15);
  CHECK_IN(o.lambda, 1.9, 2.1);
  c.no_correction = 1;
  CHECK(paper_orders(&c, ctx, 2.0 / 1280, &o) == 0);
  CHECK_IN(o.v, 0.9, 1.2);
}

/* From H = 0.05 on; at 0.1 nothing is resolved yet. */
static void check_two_stage(SUNContext ctx)
{
  struct paper_case c = base;
  c.formulation       = GALPHA_SOI2;
  CHECK(paper_agrees(&c, ctx, "pendulum16/constant", 1, 5, 0.06));
  c.alternating = 1;
  CHECK(paper_agrees(&c, ctx, "pendulum16/alternating", 1, 5, 0.06));
  CHECK(paper_agrees(&c, ctx, "pendulum16/alternating_fine", 0, 2, 0.06));
  c.no_correction = 1;
  CHECK(paper_agrees(&c, ctx, "pendulum16/alternating_off", 1, 5, 0.06));
}

TEST_MAIN(ctx)
{
  check_tables(ctx, GALPHA_SOI2_LITERAL, "pendulum16/constant",
               "pendulum16/alternating", "pendulum16/alternating_off");
  check_tables(ctx, GALPHA_INDEX3, "pendulum16/index3_constant",
               "pendulum16/index3", "pendulum16/index3_off");
  struct paper_case fine = base;
  fine.alternating       = 1;
  CHECK(paper_agrees(&fine, ctx, "pendulum16/alternating_fine", 0, 2,
                     PAPER_DIGITS));
  check_states(ctx);
  check_orders(ctx, GALPHA_SOI2_LITERAL);
  check_orders(ctx, GALPHA_SOI2);
  check_two_stage(ctx);
  check_weights(ctx);
}
