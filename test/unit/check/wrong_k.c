/* Mistakes with velocity constraints, on a disk that rolls in a circle and is
 * pushed: a K that is not the derivative of k is warned of, an entry that is not
 * finite has its row named, and a k that is not defined far ahead of the start is
 * no obstacle to it. */
#include "support/test.h"

enum fault
{
  NONE,
  WRONG_SIGN, /* of an entry of K */
  NOT_FINITE, /* an entry of K */
  SCALED,     /* row 1 of K */
  SHORT,      /* k is not defined after t = 0.3 */
  FAULTS
};

FORCE_EACH(push, i == 0 ? -0.5 : 0.0)

/* q: contact point x, y; heading; angle of rolling; radius 1. */
NONHOLONOMIC(roll)
{
  const sunrealtype heading = q[2];
  k[0]                      = v[0] - v[3] * cos(heading);
  k[1]                      = v[1] - v[3] * sin(heading);
  if (*(const enum fault *)data == SHORT && t > 0.3)
  {
    k[1] = (sunrealtype)NAN;
  }
}

NONHOLONOMIC_JAC(roll_jac)
{
  const sunrealtype heading = q[2];
  const enum fault fault    = *(const enum fault *)data;
  SUNMatZero(K);
  SM_ELEMENT_D(K, 0, 0) = SM_ELEMENT_D(K, 1, 1) = 1.0;
  SM_ELEMENT_D(K, 0, 3)                         = -cos(heading);
  SM_ELEMENT_D(K, 1, 3)                         = -sin(heading);
  if (fault == WRONG_SIGN) { SM_ELEMENT_D(K, 0, 3) *= -1.0; }
  if (fault == NOT_FINITE) { SM_ELEMENT_D(K, 1, 3) = (sunrealtype)NAN; }
  if (fault == SCALED) { SM_ELEMENT_D(K, 1, 1) = 3.0; }
}

/* Off the closed form: (1 + 1) w' = -0.5 cos(t) for the rate w of rolling. */
static sunrealtype error_at(const struct small *d, sunrealtype t)
{
  const sunrealtype *x = small_q(d), *u = small_v(d);
  const sunrealtype w = 2.0 - 0.25 * sin(t);
  return fmax(fmax(fabs(u[3] - w), fabs(x[2] - t)),
              fabs(x[3] - 2.0 * t + 0.25 * (1.0 - cos(t))));
}

static void check_fault(enum fault fault)
{
  SMALL(d, .n = 4, .v = VALUES(2.0, 0.0, 1.0, 2.0), .force = push,
        .data = &fault, .p = 2, .k = roll, .K = roll_jac, .rtol = 1e-6);
  const int code = GALPHACalcIC(d->mem, GALPHA_ACC_INIT, 2.0);
  switch (fault)
  {
  case WRONG_SIGN:
    CHECK(code == GALPHA_ILL_INPUT && d->said.count == 1);
    CHECK(caught_says(&d->said, GALPHA_ILL_INPUT,
                      "row 0 of the constraint "
                      "Jacobian K"));
    break;
  case SCALED:
    CHECK(code == GALPHA_ILL_INPUT && d->said.count == 1);
    CHECK(
      caught_says(&d->said, GALPHA_ILL_INPUT, "not the derivative of k[1]"));
    break;
  case NOT_FINITE:
    CHECK(code == GALPHA_FIRST_RES_FAIL && d->said.count == 1);
    CHECK(caught_says(&d->said, code,
                      "row 1 of the constraint Jacobian K has "
                      "an entry that is not finite"));
    break;
  case SHORT:
    CHECK(code == 0 && d->said.count == 0);
    CHECK(small_solve(d, 2.0) == GALPHA_REP_RES_ERR);
    CHECK_IN(d->t, 0.29, 0.3);
    CHECK(error_at(d, d->t) <= 1e-5);
    CHECK(caught_says(&d->said, GALPHA_REP_RES_ERR,
                      "component 1 of the "
                      "nonholonomic"));
    break;
  default:
    CHECK(code == 0 && d->said.count == 0);
    CHECK(!small_solve(d, 2.0));
    CHECK(error_at(d, d->t) <= 5e-5);
    break;
  }
}

TEST_MAIN()
{
  for (int fault = NONE; fault < FAULTS; fault++)
  {
    check_fault((enum fault)fault);
  }
}
