/* What people ran into with multipliers, stubborn steps and root functions
 * elsewhere: one small test per case (numbers of the collection). Cases 22 and 27,
 * callbacks that fail or return NaN, are fault/callbacks.c, case 9, multipliers in
 * the error test, is law/multiplier_tolerances.c. */
#include "sdof.h"
#include "support/test.h"

#define G 9.81

/* 21: no convergence is no step. */

static void case_21_not_converged(SUNContext ctx)
{
  struct sdof data = {.m = 1, .k = 1, .k3 = 1e8, .q0 = 1};
  struct sdof_run r;
  struct caught c  = {0};
  sunrealtype rate = -1, t = -1;

  CHECK(!sdof_new(&r, &data, ctx));
  CHECK(!GALPHASetErrHandlerFn(r.mem, caught_handler, &c));
  CHECK(!GALPHASetMaxNonlinIters(r.mem, 1));
  CHECK(sdof_step(&r, 0.5) == GALPHA_CONV_FAIL);
  CHECK(strstr(c.msg, "t = 0") && strstr(c.msg, "h = 0.5"));
  CHECK(caught_says(&c, GALPHA_CONV_FAIL, "did not converge"));
  CHECK(!GALPHAGetConvRate(r.mem, &rate) && rate >= 0 && isfinite(rate));
  CHECK(!GALPHAGetCurrentTime(r.mem, &t) && t == 0);
  CHECK(!GALPHAGetDky(r.mem, 0, 0, r.s.q) && sdof_q(&r) == 1);
  CHECK(!GALPHAGetDky(r.mem, 0, 1, r.s.v) && sdof_v(&r) == 0);
  CHECK(!GALPHASetMaxNonlinIters(r.mem, 20));
  CHECK(!sdof_step(&r, 1e-6));
  CHECK(!GALPHAGetConvRate(r.mem, &rate) && rate < 0.1);
}

/* 36, 37, 38: roots and returns. */

ROOTS_IS(root_height, y[0])

/* q = 0.5 - t: both vanish at t = 0.5 */
ROOTS_IS(root_both, y[0], t - 0.5, t - 0.7)

static int run_to(struct sdof_run *r, sunrealtype t)
{
  return GALPHASolve(r->mem, t, &r->s.t, r->s.q, r->s.v, GALPHA_NORMAL);
}

/* The ball comes to rest on the floor, where the gap stays zero. */
static void case_36_at_rest(SUNContext ctx)
{
  struct sdof data = {.m = 1, .constant = -G, .q0 = 1};
  struct sdof_run r;
  struct caught c = {0};
  int found[1];

  CHECK(!sdof_new(&r, &data, ctx));
  CHECK(!GALPHASetErrHandlerFn(r.mem, caught_handler, &c));
  CHECK(!GALPHARootInit(r.mem, 1, root_height));
  CHECK(run_to(&r, 1) == GALPHA_ROOT_RETURN);
  CHECK_REL(r.s.t, sqrt(2 / G), 1e-8);
  CHECK(!GALPHAGetRootInfo(r.mem, found) && found[0] == -1);
  data.constant = 0;
  N_VConst(0, r.s.q);
  N_VConst(0, r.s.v);
  CHECK(!GALPHAReInit(r.mem, r.s.t, r.s.q, r.s.v));
  for (int i = 1; i <= 10; i++) { CHECK(!run_to(&r, 1 + i)); }
  CHECK(c.warnings == 1 && c.count == 1 && strstr(c.msg, "inactive"));
  CHECK(sdof_q(&r) == 0);
}

static void case_37_two_roots(SUNContext ctx)
{
  struct sdof data = {.m = 1, .q0 = 0.5, .v0 = -1};
  struct sdof_run r;
  int found[3];

  CHECK(!sdof_new(&r, &data, ctx) && !GALPHARootInit(r.mem, 3, root_both));
  CHECK(run_to(&r, 1) == GALPHA_ROOT_RETURN);
  CHECK_IN(r.s.t, 0.5 - 1e-12, 0.5 + 1e-12);
  CHECK(!GALPHAGetRootInfo(r.mem, found));
  CHECK(found[0] == -1 && found[1] == 1 && found[2] == 0);
  for (int k = 0; k <= 2; k++)
  {
    CHECK(!GALPHAGetDky(r.mem, r.s.t, k, r.s.a));
    CHECK_IN(sdof_a(&r), (k == 1 ? -1 : 0) - 1e-10, (k == 1 ? -1 : 0) + 1e-10);
  }
  CHECK(run_to(&r, 1) == GALPHA_ROOT_RETURN);
  CHECK_IN(r.s.t, 0.7 - 1e-12, 0.7 + 1e-12);
  CHECK(!run_to(&r, 1));
}

static void case_38_too_close(SUNContext ctx)
{
  for (int given = 0; given < 2; given++)
  {
    struct sdof data = {.m = 1, .k = 1, .q0 = 1, .t0 = 3};
    struct sdof_run r;
    struct caught c = {0};
    CHECK(!sdof_new(&r, &data, ctx));
    CHECK(!GALPHASetErrHandlerFn(r.mem, caught_handler, &c));
    if (given) { CHECK(!GALPHASetInitStep(r.mem, 1e-3)); }
    ILL_INPUT(&c, run_to(&r, 3), "too close");
    CHECK(run_to(&r, 3 + 4e-16) == GALPHA_ILL_INPUT);
    CHECK(!run_to(&r, 4));
    CHECK_REL(sdof_q(&r), cos(1.0), 1e-6);
  }
}

TESTS(case_21_not_converged, case_36_at_rest, case_37_two_roots,
      case_38_too_close)
