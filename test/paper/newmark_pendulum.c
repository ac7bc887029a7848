/* Gavrea et al. (2005), Tables 1 and 2: Newmark in index 3 on the simple pendulum, t =
 * 4; with one Newton iteration per step, as the paper's figures are, and converged. */
#include "support/models/papers.h"
#include "support/run/paper.h"
#include "support/test.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

/* As printed; one figure (v at 2^-11 in Table 1) is off in the last digit. */
static const struct paper_errors printed1[] = {
  {SUN_RCONST(1.0) / 16, 0.0772, 0.746, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 32, 0.0149, 0.0294, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 64, 0.00448, 0.011, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 128, 0.00113, 0.00342, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 256, 0.000282, 0.000902, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 512, 7.05e-05, 0.000229, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 1024, 1.76e-05, 5.73e-05, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 2048, 4.41e-06, 1.44e-05, 0, 0, 0, 0, 0},
};
static const struct paper_errors printed2[] = {
  {SUN_RCONST(1.0) / 16, 0.156, 1.13, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 32, 0.0621, 0.738, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 64, 0.0226, 0.427, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 128, 0.00819, 0.231, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 256, 0.00315, 0.12, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 512, 0.00131, 0.0612, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 1024, 0.000588, 0.0309, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 2048, 0.000277, 0.0155, 0, 0, 0, 0, 0},
};

/* One Newton iteration by an independent implementation. */
static const struct paper_errors one_newton1[] = {
  {SUN_RCONST(1.0) / 16, 7.719812e-02, 7.462430e-01, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 32, 1.485847e-02, 2.941682e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 64, 4.484514e-03, 1.096467e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 128, 1.128323e-03, 3.415597e-03, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 256, 2.820040e-04, 9.019852e-04, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 512, 7.049117e-05, 2.286307e-04, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 1024, 1.762214e-05, 5.733233e-05, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 2048, 4.405493e-06, 1.434735e-05, 0, 0, 0, 0, 0},
};
static const struct paper_errors one_newton2[] = {
  {SUN_RCONST(1.0) / 16, 1.562364e-01, 1.130626e+00, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 32, 6.205498e-02, 7.383928e-01, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 64, 2.258317e-02, 4.274454e-01, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 128, 8.191811e-03, 2.308145e-01, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 256, 3.151187e-03, 1.200566e-01, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 512, 1.314320e-03, 6.124243e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 1024, 5.884226e-04, 3.093158e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 2048, 2.765804e-04, 1.554425e-02, 0, 0, 0, 0, 0},
};

/* Converged. Of Table 1 (rho = 1) no row holds the multiplier at 2^-11: round-off in
 * it, about 1e-16/h^2 in each step, rings on undamped and adds up to more than the
 * error. */
static const struct paper_errors trapezoidal[] = {
  {SUN_RCONST(1.0) / 16, 4.167015e-02, 8.568989e-01, 0, 1.477553e+02, 0, 0, 0},
  {SUN_RCONST(1.0) / 32, 1.805088e-02, 1.377422e-02, 0, 3.968679e+01, 0, 0, 0},
  {SUN_RCONST(1.0) / 64, 4.519118e-03, 1.027544e-02, 0, 1.015707e+01, 0, 0, 0},
  {SUN_RCONST(1.0) / 128, 1.128311e-03, 3.396857e-03, 0, 2.554294e+00, 0, 0, 0},
  {SUN_RCONST(1.0) / 256, 2.819822e-04, 9.013898e-04, 0, 6.396293e-01, 0, 0, 0},
  {SUN_RCONST(1.0) / 512, 7.048963e-05, 2.286176e-04, 0, 1.595897e-01, 0, 0, 0},
  {SUN_RCONST(1.0) / 1024, 1.762204e-05, 5.735810e-05, 0, 3.998116e-02, 0, 0,
   0},
  {SUN_RCONST(1.0) / 2048, 4.405487e-06, 1.435916e-05, 0, 0, 0, 0, 0},
};
static const struct paper_errors damped[] = {
  {SUN_RCONST(1.0) / 16, 1.553681e-01, 1.133295e+00, 0, 1.439628e+00, 0, 0, 0},
  {SUN_RCONST(1.0) / 32, 6.196947e-02, 7.386442e-01, 0, 1.172640e+00, 0, 0, 0},
  {SUN_RCONST(1.0) / 64, 2.257602e-02, 4.274643e-01, 0, 7.806274e-01, 0, 0, 0},
  {SUN_RCONST(1.0) / 128, 8.191285e-03, 2.308158e-01, 0, 4.558142e-01, 0, 0, 0},
  {SUN_RCONST(1.0) / 256, 3.151151e-03, 1.200566e-01, 0, 2.470576e-01, 0, 0, 0},
  {SUN_RCONST(1.0) / 512, 1.314318e-03, 6.124244e-02, 0, 1.287145e-01, 0, 0, 0},
  {SUN_RCONST(1.0) / 1024, 5.884225e-04, 3.093158e-02, 0, 6.570702e-02, 0, 0,
   0},
  {SUN_RCONST(1.0) / 2048, 2.765804e-04, 1.554425e-02, 0, 3.319784e-02, 0, 0,
   0},
};

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

static int within(SUNContext ctx, const struct paper_case *c,
                  const struct paper_errors *rows, enum quantity what,
                  int first, int last, sunrealtype tol)
{
  struct paper_errors r[ROWS];
  for (int i = first; i <= last; i++)
  {
    r[i] =
      (struct paper_errors){.h      = rows[i].h,
                            .q      = what == POSITION ? rows[i].q : 0,
                            .v      = what == VELOCITY ? rows[i].v : 0,
                            .lambda = what == MULTIPLIER ? rows[i].lambda : 0};
  }
  return paper_compare(c, ctx, r + first, last - first + 1, tol) <= tol;
}

/* Table 1: positions hold all seven digits. Round-off in a and lambda, undamped, is
 * some 1e-7, 3e-5, 3e-3 of the velocity's error at 2^-9, 2^-10, 2^-11 and
 * 2e-4, 2e-2 of the multiplier's at 2^-9, 2^-10 (measured). */
static void check_trapezoidal(SUNContext ctx)
{
  struct paper_case c = newmark(0.25, 0.5);
  CHECK(within(ctx, &c, trapezoidal, POSITION, 1, 7, PAPER_DIGITS));
  CHECK(within(ctx, &c, trapezoidal, VELOCITY, 1, 5, 1e-5));
  CHECK(within(ctx, &c, trapezoidal, VELOCITY, 6, 6, 1e-4));
  CHECK(within(ctx, &c, trapezoidal, VELOCITY, 7, 7, 5e-3));
  CHECK(within(ctx, &c, trapezoidal, MULTIPLIER, 1, 3, 3e-5));
  CHECK(within(ctx, &c, trapezoidal, MULTIPLIER, 4, 4, 1e-4));
  CHECK(within(ctx, &c, trapezoidal, MULTIPLIER, 5, 5, 3e-3));
  CHECK(within(ctx, &c, trapezoidal, MULTIPLIER, 6, 6, 0.2));
  c.newton = 30; /* h = 1/16 needs a matrix per iteration */
  CHECK(paper_compare(&c, ctx, trapezoidal, 1, PAPER_DIGITS) <= PAPER_DIGITS);
  c.newton = 1;
  CHECK(within(ctx, &c, one_newton1, POSITION, 0, 7, PAPER_DIGITS));
  CHECK(within(ctx, &c, one_newton1, VELOCITY, 0, 5, 3e-5));
  CHECK(within(ctx, &c, one_newton1, VELOCITY, 6, 6, 2e-3));
  CHECK(within(ctx, &c, one_newton1, VELOCITY, 7, 7, 5e-3));
  CHECK(paper_compare(&c, ctx, printed1, ROWS, 5e-3) <= 5e-3);
}

/* Table 2: damping leaves all seven digits everywhere. */
static void check_damped(SUNContext ctx)
{
  struct paper_case c = newmark(0.390625, 0.75);
  CHECK(paper_compare(&c, ctx, damped, ROWS, PAPER_DIGITS) <= PAPER_DIGITS);
  c.newton = 1;
  CHECK(paper_compare(&c, ctx, one_newton2, ROWS, PAPER_DIGITS) <=
        PAPER_DIGITS);
  CHECK(paper_compare(&c, ctx, printed2, ROWS, 5e-3) <= 5e-3);
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

TEST_MAIN(ctx)
{
  check_trapezoidal(ctx);
  check_damped(ctx);
  check_orders(ctx);
}
