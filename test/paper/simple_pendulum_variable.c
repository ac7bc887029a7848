/* The simple pendulum of Gavrea et al. (2005), section 6.1 at t = 2 with steps H/3,
 * 2H/3, with and without Jay and Negrut (2009), (14), and single runs to t = 1, against
 * an independent implementation. */
#include "support/models/papers.h"
#include "support/run/paper.h"
#include "support/test.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

static struct paper_case method(int formulation, int family, sunrealtype par)
{
  return (struct paper_case){
    .pb          = &paper_simple_pendulum,
    .formulation = formulation,
    .family      = family,
    .par         = {par},
    .t1          = 2,
  };
}

struct row_set
{
  struct paper_case c;
  const char *with, *without;
};

static void check_set(SUNContext ctx, const struct row_set *s)
{
  struct paper_case c = s->c;
  c.alternating       = 1;
  CHECK(paper_agrees(&c, ctx, s->with, 0, 5, PAPER_DIGITS));
  c.no_correction = 1;
  CHECK(paper_agrees(&c, ctx, s->without, 0, 5, PAPER_DIGITS));
}

static void check_two_stage(SUNContext ctx, struct paper_case c,
                            const char *with)
{
  struct paper_errors o;
  c.alternating = 1;
  c.formulation = GALPHA_SOI2;
  CHECK(paper_agrees(&c, ctx, with, 0, 5, PAPER_DIGITS));
  CHECK(paper_orders(&c, ctx, 0.0125, &o) == 0);
  CHECK_IN(o.q, 1.9, 2.1);
  CHECK_IN(o.v, 1.9, 2.1);
  c.no_correction = 1;
  CHECK(paper_orders(&c, ctx, 0.00625, &o) == 0);
  CHECK_IN(o.q, 0.8, 1.4);
}

static void check_state(SUNContext ctx, struct paper_case c, sunrealtype H,
                        const char *ref)
{
  c.t1 = 1;
  CHECK(paper_reaches(&c, ctx, H, ref, 1e-8));
}

static void check_alternating_states(SUNContext ctx)
{
  const sunrealtype H = SUN_RCONST(1.0) / 32;
  struct paper_case c = method(GALPHA_SOI2_LITERAL, GALPHA_CHUNG_HULBERT, 0.2);
  c.alternating       = 1;
  check_state(ctx, c, H, "simple_pendulum_variable/alternating_soi2");
  c.no_correction = 1;
  check_state(ctx, c, H, "simple_pendulum_variable/alternating_soi2_off");
  c.no_correction = 0;
  c.formulation   = GALPHA_INDEX3;
  check_state(ctx, c, H, "simple_pendulum_variable/alternating_index3");
}

static void check_constant_states(SUNContext ctx)
{
  const int literal = GALPHA_SOI2_LITERAL, ch = GALPHA_CHUNG_HULBERT;
  const sunrealtype h       = SUN_RCONST(1.0) / 64;
  struct paper_case newmark = method(GALPHA_INDEX3, GALPHA_NEWMARK, 0.25);
  check_state(ctx, method(literal, ch, 0.2), h,
              "simple_pendulum_variable/soi2_02_state");
  check_state(ctx, method(literal, ch, 0.8), h,
              "simple_pendulum_variable/soi2_08_state");
  check_state(ctx, method(literal, GALPHA_HHT, -0.3), h,
              "simple_pendulum_variable/soi2_hht_state");
  check_state(ctx, method(GALPHA_INDEX3, ch, 0.2), h,
              "simple_pendulum_variable/index3_02_state");
  check_state(ctx, method(GALPHA_INDEX3, ch, 0.8), h,
              "simple_pendulum_variable/index3_08_state");
  check_state(ctx, method(GALPHA_INDEX3, GALPHA_HHT, -0.3), h,
              "simple_pendulum_variable/index3_hht_state");
  newmark.par[1] = 0.5;
  check_state(ctx, newmark, h, "simple_pendulum_variable/trapezoidal_state");
  newmark.par[0] = 0.390625;
  newmark.par[1] = 0.75;
  check_state(ctx, newmark, h, "simple_pendulum_variable/damped_state");
}

TEST_MAIN(ctx)
{
  const int literal = GALPHA_SOI2_LITERAL, ch = GALPHA_CHUNG_HULBERT;
  const struct row_set all[] = {
    {method(literal, ch, 0.2), "simple_pendulum_variable/soi2_02",
     "simple_pendulum_variable/soi2_02_off"},
    {method(literal, ch, 0.8), "simple_pendulum_variable/soi2_08",
     "simple_pendulum_variable/soi2_08_off"},
    {method(GALPHA_INDEX3, ch, 0.2), "simple_pendulum_variable/index3_02",
     "simple_pendulum_variable/index3_02_off"},
    {method(GALPHA_INDEX3, ch, 0.8), "simple_pendulum_variable/index3_08",
     "simple_pendulum_variable/index3_08_off"},
  };
  for (int i = 0; i < COUNT(all); i++) { check_set(ctx, all + i); }
  check_two_stage(ctx, all[0].c, "simple_pendulum_variable/soi2_02");
  check_two_stage(ctx, all[1].c, "simple_pendulum_variable/soi2_08");
  check_alternating_states(ctx);
  check_constant_states(ctx);
}
