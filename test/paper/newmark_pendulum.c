/* Gavrea et al. (2005), Tables 1 and 2: Newmark in index 3 on the simple pendulum, t =
 * 4; with one Newton iteration per step, as the paper's figures are, and converged. */
#include "support/run/paper.h"
#include "support/test.h"

#define ROWS 8

/* The trapezoidal rule (Table 1) or gamma = 3/4 (Table 2). */
static struct paper_case newmark(sunrealtype beta, sunrealtype gamma)
{
  return (struct paper_case){
    .pb          = &paper_simple_pendulum,
    .formulation = GALPHA_INDEX3,
    .family      = GALPHA_NEWMARK,
    .par         = {beta, gamma},
    .t1          = 4,
  };
}

/* One quantity of rows first to last, h = 2^-(4 + row). */
enum quantity
{
  POSITION,
  VELOCITY,
  MULTIPLIER
};

static int within(SUNContext ctx, const struct paper_case *c, const char *table,
                  enum quantity what, int first, int last, sunrealtype tol)
{
  struct paper_table t;
  if (paper_read(table, &t) != ROWS) { return 0; }
  for (int i = first; i <= last; i++)
  {
    struct paper_errors *r = &t.row[i];
    r->q                   = what == POSITION ? r->q : 0;
    r->v                   = what == VELOCITY ? r->v : 0;
    r->lambda              = what == MULTIPLIER ? r->lambda : 0;
  }
  return paper_compare(c, ctx, t.row + first, last - first + 1, tol);
}

/* Table 1: positions hold all seven digits. Round-off in a and lambda, undamped, is
 * some 1e-7, 3e-5, 3e-3 of the velocity's error at 2^-9, 2^-10, 2^-11 and
 * 2e-4, 2e-2 of the multiplier's at 2^-9, 2^-10 (measured). */
static void check_trapezoidal(SUNContext ctx)
{
  struct paper_case c = newmark(0.25, 0.5);
  CHECK(within(ctx, &c, "newmark_pendulum/trapezoidal", POSITION, 1, 7,
               PAPER_DIGITS));
  CHECK(within(ctx, &c, "newmark_pendulum/trapezoidal", VELOCITY, 1, 5, 1e-5));
  CHECK(within(ctx, &c, "newmark_pendulum/trapezoidal", VELOCITY, 6, 6, 1e-4));
  CHECK(within(ctx, &c, "newmark_pendulum/trapezoidal", VELOCITY, 7, 7, 5e-3));
  CHECK(
    within(ctx, &c, "newmark_pendulum/trapezoidal", MULTIPLIER, 1, 3, 3e-5));
  CHECK(
    within(ctx, &c, "newmark_pendulum/trapezoidal", MULTIPLIER, 4, 4, 1e-4));
  CHECK(
    within(ctx, &c, "newmark_pendulum/trapezoidal", MULTIPLIER, 5, 5, 3e-3));
  CHECK(within(ctx, &c, "newmark_pendulum/trapezoidal", MULTIPLIER, 6, 6, 0.2));
  c.newton = 30; /* h = 1/16 needs a matrix per iteration */
  CHECK(
    paper_agrees(&c, ctx, "newmark_pendulum/trapezoidal", 0, 1, PAPER_DIGITS));
  c.newton = 1;
  CHECK(within(ctx, &c, "newmark_pendulum/one_newton1", POSITION, 0, 7,
               PAPER_DIGITS));
  CHECK(within(ctx, &c, "newmark_pendulum/one_newton1", VELOCITY, 0, 5, 3e-5));
  CHECK(within(ctx, &c, "newmark_pendulum/one_newton1", VELOCITY, 6, 6, 2e-3));
  CHECK(within(ctx, &c, "newmark_pendulum/one_newton1", VELOCITY, 7, 7, 5e-3));
  CHECK(paper_agrees(&c, ctx, "newmark_pendulum/printed1", 0, ROWS, 5e-3));
}

/* Table 2: damping leaves all seven digits everywhere. */
static void check_damped(SUNContext ctx)
{
  struct paper_case c = newmark(0.390625, 0.75);
  CHECK(
    paper_agrees(&c, ctx, "newmark_pendulum/damped", 0, ROWS, PAPER_DIGITS));
  c.newton = 1;
  CHECK(paper_agrees(&c, ctx, "newmark_pendulum/one_newton2", 0, ROWS,
                     PAPER_DIGITS));
  CHECK(paper_agrees(&c, ctx, "newmark_pendulum/printed2", 0, ROWS, 5e-3));
}

/* gamma = 3/4 is of order 1, the trapezoidal rule of order 2 in q and v. */
static void check_orders(SUNContext ctx)
{
  struct paper_errors o;
  struct paper_case rule = newmark(0.25, 0.5), other = newmark(0.390625, 0.75);
  CHECK(paper_orders(&rule, ctx, SUN_RCONST(1.0) / 1024, &o) == 0);
  CHECK_IN(o.q, 1.9, 2.1);
  CHECK_IN(o.v, 1.9, 2.1);
  CHECK(paper_orders(&other, ctx, SUN_RCONST(1.0) / 1024, &o) == 0);
  CHECK_IN(o.q, 0.9, 1.2);
  CHECK_IN(o.v, 0.9, 1.1);
  CHECK_IN(o.lambda, 0.9, 1.1);
}

TESTS(check_trapezoidal, check_damped, check_orders)
