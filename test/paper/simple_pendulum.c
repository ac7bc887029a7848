/* The simple pendulum of Gavrea et al. (2005), section 6.1 at t = 2 with constant
 * steps, both starts, by the literal SOI2 method and in index 3: errors against an
 * independent implementation; the two-stage method against the literal one. */
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

#define ROWS 7
struct row_set
{
  struct paper_case c;
  const char *rows, *shifted;
};

static void check_set(SUNContext ctx, const struct row_set *s)
{
  struct paper_case c = s->c;
  struct paper_errors o;
  const int index3 = c.formulation == GALPHA_INDEX3;
  CHECK(paper_agrees(&c, ctx, s->rows, 0, 4, PAPER_DIGITS));
  /* In index 3 the round-off of a and of the multipliers goes like 1/h^2: up to 3e-5
   * of their errors at the smallest step (measured). */
  const sunrealtype fine[3] = {index3 ? 1e-5 : PAPER_DIGITS,
                               index3 ? 3e-5 : PAPER_DIGITS,
                               index3 ? 1e-4 : PAPER_DIGITS};
  for (int i = 0; i < 3; i++)
  {
    CHECK(paper_agrees(&c, ctx, s->rows, 4 + i, 1, fine[i]));
  }
  CHECK(paper_orders(&c, ctx, SUN_RCONST(1.0) / 512, &o) == 0);
  CHECK_IN(o.q, 1.9, 2.1);
  CHECK_IN(o.v, 1.9, 2.1);
  CHECK_IN(o.a, 1.9, 2.1);
  CHECK_IN(o.lambda, 1.9, 2.1);
  /* The start is of order 2, not exact: h^3 in the errors. */
  c.start = GALPHA_START_SHIFTED;
  CHECK(paper_agrees(&c, ctx, s->shifted, 0, 3, 6e-3));
  CHECK(paper_agrees(&c, ctx, s->shifted, 3, ROWS - 3, 4e-4));
}

static void check_two_stage(SUNContext ctx, struct paper_case c,
                            const char *rows)
{
  c.formulation = GALPHA_SOI2;
  CHECK(paper_agrees(&c, ctx, rows, 0, ROWS, PAPER_DIGITS));
}

TEST_MAIN(ctx)
{
  const int literal = GALPHA_SOI2_LITERAL, ch = GALPHA_CHUNG_HULBERT;
  const struct row_set all[] = {
    {method(literal, ch, 0.2), "simple_pendulum/soi2_02",
     "simple_pendulum/soi2_02_shifted"},
    {method(literal, ch, 0.8), "simple_pendulum/soi2_08",
     "simple_pendulum/soi2_08_shifted"},
    {method(literal, GALPHA_HHT, -0.3), "simple_pendulum/soi2_hht",
     "simple_pendulum/soi2_hht_shifted"},
    {method(GALPHA_INDEX3, ch, 0.2), "simple_pendulum/index3_02",
     "simple_pendulum/index3_02_shifted"},
    {method(GALPHA_INDEX3, ch, 0.8), "simple_pendulum/index3_08",
     "simple_pendulum/index3_08_shifted"},
    {method(GALPHA_INDEX3, GALPHA_HHT, -0.3), "simple_pendulum/index3_hht",
     "simple_pendulum/index3_hht_shifted"},
  };
  for (int i = 0; i < COUNT(all); i++) { check_set(ctx, all + i); }
  for (int i = 0; i < 3; i++) { check_two_stage(ctx, all[i].c, all[i].rows); }
}
