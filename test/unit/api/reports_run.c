/* What people ran into with multipliers, stubborn steps and root functions
 * elsewhere: one small test per case (numbers of the collection). Cases 22 and 27,
 * callbacks that fail or return NaN, are fault/callbacks.c, case 9, multipliers in
 * the error test, is law/multiplier_tolerances.c. */
#include "sdof.h"
#include "support/test.h"

#define G 9.81

/* 21: no convergence is no step. */

static void case_21_not_converged(void)
{
  struct sdof data = {.m = 1, .k = 1, .k3 = 1e8, .q0 = 1};
  struct sdof_run r;
  sunrealtype rate = -1, t = -1;

  sdof_new(&r, &data);
  CHECK(!GALPHASetMaxNonlinIters(r.s.mem, 1));
  CHECK(sdof_step(&r, 0.5) == GALPHA_CONV_FAIL);
  CHECK(strstr(r.s.said.msg, "t = 0") && strstr(r.s.said.msg, "h = 0.5"));
  CHECK(caught_says(&r.s.said, GALPHA_CONV_FAIL, "did not converge"));
  CHECK(!GALPHAGetConvRate(r.s.mem, &rate) && rate >= 0 && isfinite(rate));
  CHECK(!GALPHAGetCurrentTime(r.s.mem, &t) && t == 0);
  CHECK(!GALPHAGetDky(r.s.mem, 0, 0, r.s.q) && small_q(&r.s)[0] == 1);
  CHECK(!GALPHAGetDky(r.s.mem, 0, 1, r.s.v) && small_v(&r.s)[0] == 0);
  CHECK(!GALPHASetMaxNonlinIters(r.s.mem, 20));
  CHECK(!sdof_step(&r, 1e-6));
  CHECK(!GALPHAGetConvRate(r.s.mem, &rate) && rate < 0.1);
}

/* 36, 37, 38: roots and returns. */

ROOTS_IS(root_height, y[0])

/* q = 0.5 - t: both vanish at t = 0.5 */
ROOTS_IS(root_both, y[0], t - 0.5, t - 0.7)

/* The ball comes to rest on the floor, where the gap stays zero. */
static void case_36_at_rest(void)
{
  struct sdof data = {.m = 1, .constant = -G, .q0 = 1};
  struct sdof_run r;
  int found[1];

  sdof_new(&r, &data);
  CHECK(!GALPHARootInit(r.s.mem, 1, root_height));
  CHECK(small_solve(&r.s, 1) == GALPHA_ROOT_RETURN);
  CHECK_REL(r.s.t, sqrt(2 / G), 1e-8);
  CHECK(!GALPHAGetRootInfo(r.s.mem, found) && found[0] == -1);
  data.constant = 0;
  N_VConst(0, r.s.q);
  N_VConst(0, r.s.v);
  CHECK(!GALPHAReInit(r.s.mem, r.s.t, r.s.q, r.s.v));
  for (int i = 1; i <= 10; i++) { CHECK(!small_solve(&r.s, 1 + i)); }
  CHECK(r.s.said.warnings == 1 && r.s.said.count == 1 &&
        strstr(r.s.said.msg, "inactive"));
  CHECK(small_q(&r.s)[0] == 0);
}

static void case_37_two_roots(void)
{
  struct sdof data = {.m = 1, .q0 = 0.5, .v0 = -1};
  struct sdof_run r;
  int found[3];

  sdof_new(&r, &data);
  CHECK(!GALPHARootInit(r.s.mem, 3, root_both));
  CHECK(small_solve(&r.s, 1) == GALPHA_ROOT_RETURN);
  CHECK_IN(r.s.t, 0.5 - 1e-12, 0.5 + 1e-12);
  CHECK(!GALPHAGetRootInfo(r.s.mem, found));
  CHECK(found[0] == -1 && found[1] == 1 && found[2] == 0);
  for (int k = 0; k <= 2; k++)
  {
    CHECK(!GALPHAGetDky(r.s.mem, r.s.t, k, r.s.a));
    CHECK_IN(NV_Ith_S(r.s.a, 0), (k == 1 ? -1 : 0) - 1e-10,
             (k == 1 ? -1 : 0) + 1e-10);
  }
  CHECK(small_solve(&r.s, 1) == GALPHA_ROOT_RETURN);
  CHECK_IN(r.s.t, 0.7 - 1e-12, 0.7 + 1e-12);
  CHECK(!small_solve(&r.s, 1));
}

static void case_38_too_close(void)
{
  for (int given = 0; given < 2; given++)
  {
    struct sdof data = {.m = 1, .k = 1, .q0 = 1, .t0 = 3};
    struct sdof_run r;
    sdof_new(&r, &data);
    if (given) { CHECK(!GALPHASetInitStep(r.s.mem, 1e-3)); }
    ILL_INPUT(&r.s.said, small_solve(&r.s, 3), "too close");
    CHECK(small_solve(&r.s, 3 + 4e-16) == GALPHA_ILL_INPUT);
    CHECK(!small_solve(&r.s, 4));
    CHECK_REL(small_q(&r.s)[0], cos(1.0), 1e-6);
  }
}

/* A pendulum of *data kg on a support that moves, in F(t,y,y',y''); its multiplier is 0 at
 * first. */
RESIDUAL2(heavy)
{
  const sunrealtype m = *(const sunrealtype *)data;
  const sunrealtype x = y[0] - 0.2 * sin(2.0 * t);
  r[0]                = m * ypp[0] + x * y[2];
  r[1]                = m * (ypp[1] + 9.81) + y[1] * y[2];
  r[2]                = (x * x + y[1] * y[1] - 1.0) / 2.0;
}

/* The tolerance of a multiplier of 1e25 is less than its rounding error: both are named. As
 * large as the multiplier requires, it lets the run go on. */
static void check_digits(sunrealtype mass, sunrealtype atol)
{
  N_Vector order = KEEP(small_vector(ctx, 3, VALUES(2.0, 2.0, 0.0)));
  N_Vector size  = KEEP(small_vector(ctx, 3, VALUES(1e-8, 1e-8, atol)));
  SMALL(s, .n = 3, .q = VALUES(sin(0.5), -cos(0.5), 0.0),
        .v = VALUES(0.4, 0.0, 0.0), .res2 = heavy, .data = &mass, .rtol = 1e-6);
  CHECK(!GALPHASetDiffOrder(s->mem, order));
  CHECK(!GALPHASVtolerances(s->mem, 1e-6, size));
  const int code   = small_solve(s, 3.0);
  const bool small = atol < 1e-16 * mass;
  CHECK(code == (small ? GALPHA_CONV_FAIL : GALPHA_SUCCESS));
  if (small) { CHECK(caught_says(&s->said, code, "whose rounding error")); }
}

static void case_39_digits(void)
{
  check_digits(1e24, 1e-8);
  check_digits(1e24, 1e18);
  check_digits(1.0, 1e-8);
}

TESTS(case_21_not_converged, case_36_at_rest, case_37_two_roots,
      case_38_too_close, case_39_digits)
