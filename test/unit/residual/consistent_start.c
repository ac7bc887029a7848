/* Consistent initial values of F(t,y,y') = 0 beside IDACalcIC: the same problems,
 * callbacks and linear solvers, and at least the accuracy. */
#include "consistent_start.h"
#include "support/models/robertson.h"
#include "support/test.h"

/* Robertson's kinetics in the middle of the reaction, y3 and y' unknown. */
static void check_robertson(void)
{
  const sunrealtype y3 = 1.0 - 0.9 - 2e-5;
  const sunrealtype d1 = -0.04 * 0.9 + 0.2 * y3, d2 = -d1 - 3e7 * 4e-10;
  for (int back = 0; back < 2; back++)
  {
    const struct consistent_both b =
      CONSISTENT_BOTH(.n = 3, .half = 2, .id = VALUES(1.0, 1.0, 0.0),
                      .res = robertson_residual, .y0 = VALUES(0.9, 2e-5, 0.7),
                      .yp0 = VALUES(0.0, 3.0, 0.0), .t1 = back ? -0.4 : 0.4,
                      .rtol = 1e-4, .atol = 1e-9);
    CHECK(b.g.code == 0 && b.ida.code == 0);
    CHECK_REL(b.g.y[2], y3, 1e-14);
    CHECK_REL(b.g.yp[0], d1, 1e-12);
    CHECK_REL(b.g.yp[1], d2, 1e-12);
    CHECK(b.g.y[0] == 0.9 && b.g.y[1] == 2e-5);
    printf("Robertson: y2' off by %.1e, of IDA %.1e\n",
           fabs(b.g.yp[1] / d2 - 1.0), fabs(b.ida.yp[1] / d2 - 1.0));
  }
}

/* A source charges a capacitor through a resistor; a diode and a second resistor
 * bleed it: the voltage between these two is algebraic. */
RESIDUAL1_IS(diode, 1e-6 * yp[0] - (10.0 - y[0]) / 1e3 + (y[0] - y[1]) / 1e3,
             (y[0] - y[1]) / 1e3 - 1e-12 * expm1(y[1] / 0.025))

static void check_diode(void)
{
  sunrealtype lo = 0.0, hi = 1.0;
  while (hi - lo > 1e-15)
  {
    const sunrealtype v = 0.5 * (lo + hi);
    if ((5.0 - v) / 1e3 - 1e-12 * expm1(v / 0.025) > 0.0) { lo = v; }
    else { hi = v; }
  }
  for (int i = 0; i < 6; i++)
  {
    const struct consistent_both b =
      CONSISTENT_BOTH(.n = 2, .half = 1, .id = VALUES(1.0, 0.0), .res = diode,
                      .y0 = VALUES(5.0, 0.2 * i), .t1 = 1e-3, .atol = 1e-9);
    printf("diode from %.1f V: code %d, %ld back-tracks, %ld matrices; IDA %d, "
           "%ld, %ld\n",
           0.2 * i, b.g.code, b.g.backs, b.g.setups, b.ida.code, b.ida.backs,
           b.ida.setups);
    CHECK(b.g.code == 0);
    CHECK_REL(b.g.y[1], lo, 1e-12);
    CHECK_REL(b.g.yp[0], 1e3 * (5.0 - (5.0 - lo)), 1e-10);
  }
}

/* No algebraic component, and y' not given by a formula: y0' + y0'^3 = 10 y1,
 * exp(y1') + y1' = 1 + y0. */
RESIDUAL1_IS(implicit, yp[0] + yp[0] * yp[0] * yp[0] - 10.0 * y[1],
             exp(yp[1]) + yp[1] - 1.0 - y[0])

RESIDUAL1_JAC_IS(implicit_jac, {0, 0, (1.0 + 3.0 * yp[0] * yp[0]) * cj},
                 {0, 1, -10.0}, {1, 0, -1.0}, {1, 1, (1.0 + exp(yp[1])) * cj})

static void check_implicit(void)
{
  static const sunrealtype guess[3] = {0.0, 0.1, 5.0}; /* last: with Jacobian */
  for (int i = 0; i < 3; i++)
  {
    const struct consistent_both b =
      CONSISTENT_BOTH(.n = 2, .half = 1, .id = VALUES(1.0, 1.0),
                      .res = implicit, .jac = i < 2 ? NULL : implicit_jac,
                      .y0  = VALUES(exp(1.0), 1.0),
                      .yp0 = VALUES(guess[i], guess[i]));
    printf("implicit from %.1f: codes %d, %d; y' off by %.1e, of IDA %.1e\n",
           guess[i], b.g.code, b.ida.code, fabs(b.g.yp[0] - 2.0),
           fabs(b.ida.yp[0] - 2.0));
    CHECK(b.g.code == 0);
    CHECK_REL(b.g.yp[0], 2.0, 1e-12);
    CHECK_REL(b.g.yp[1], 1.0, 1e-12);
  }
}

/* Too stiff for the steps that IDACalcIC tries. */
RESIDUAL1_IS(stiff, yp[0] + 1e10 * (y[0] - y[1]), y[1] - 2.0)

static void check_stiff(void)
{
  const struct consistent_both b =
    CONSISTENT_BOTH(.n = 2, .half = 1, .id = VALUES(1.0, 0.0), .res = stiff,
                    .y0 = VALUES(2.5, 1.0));
  CHECK(b.g.code == 0 && b.ida.code == IDA_CONV_FAIL);
  CHECK_REL(b.g.yp[0], -5e9, 1e-12);
  CHECK_REL(b.g.y[1], 2.0, 1e-14);
}

/* Two masses of 1 and 3 that move as one, pushed by 4 and 0: a constraint on
 * velocities, found by IDACalcIC where the rates given obey it already. */
RESIDUAL1_IS(coupled, yp[0] - 4.0 + y[2], 3.0 * yp[1] - y[2], y[0] - y[1])

static void check_coupled(void)
{
  struct consistent_problem pb =
    CONSISTENT(.n = 3, .half = 2, .id = VALUES(1.0, 1.0, 0.0), .res = coupled,
               .y0 = VALUES(7.0, 7.0, 0.0), .yp0 = VALUES(-2.0, -2.0, 0.0));
  struct consistent_both b = consistent_by_both(&pb);
  CHECK(b.g.code == 0 && b.ida.code == 0);
  CHECK_REL(b.g.yp[0], 1.0, 1e-12);
  CHECK_REL(b.g.yp[1], 1.0, 1e-12);
  CHECK_REL(b.g.y[2], 3.0, 1e-12);
  CHECK_REL(b.ida.y[2], 3.0, 1e-6);
  pb.y0 = VALUES(7.0, 7.1, 0.0);
  b     = consistent_by_both(&pb);
  CHECK(b.g.code == GALPHA_SINGULAR_JAC && b.ida.code < 0);
  CHECK(caught_says(&b.g.said, GALPHA_SINGULAR_JAC, "F[2] contains none"));
  CHECK(b.g.said.count == 0);
}

/* y' = 0 and all of y from it: at rest y0^3 + ln y0 = 10, y1 = ln y0. */
RESIDUAL1_IS(fed, yp[0] + y[0] * y[0] * y[0] + y[1] - 10.0,
             yp[1] + exp(y[1]) - y[0], y[2] - y[0] * y[1])

static void check_rest(void)
{
  const struct consistent_both b =
    CONSISTENT_BOTH(.n = 3, .half = 2, .id = VALUES(1.0, 1.0, 0.0), .res = fed,
                    .y0 = VALUES(1.0, 0.5, -7.0), .icopt = GALPHA_Y_INIT);
  const sunrealtype *y = b.g.y, *yp = b.g.yp;
  CHECK(b.g.code == 0 && b.ida.code == 0);
  CHECK(consistent_off(y, b.ida.y, 3, 1.0) <= 1e-6);
  CHECK_REL(y[0] * y[0] * y[0] + log(y[0]), 10.0, 1e-13);
  CHECK_REL(y[1], log(y[0]), 1e-13);
  CHECK_REL(y[2], y[0] * y[1], 1e-13);
  CHECK(yp[0] == 0.0 && yp[1] == 0.0 && yp[2] == 0.0);
}

TESTS(test_quiet, check_robertson, check_diode, check_implicit, check_stiff,
      check_coupled, check_rest)
