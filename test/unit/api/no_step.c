/* Calls that cannot make the step they need do not return success with values they
 * have not computed: the direction of a start whose first step failed, steps that do
 * not change t, steps far longer than the way to tout; weights, errors, derivatives and
 * matrices before there are any, or of a run that GALPHAReInit has ended. */
#include "support/test.h"

/* q'' = -4 q, in each form; fails while *data is set. */
static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  N_VScale(-4.0, q, f);
  return *(const int *)data ? -1 : 0;
}

static int second(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, void *data)
{
  N_VLinearSum(4.0, y, 1.0, ypp, r);
  return *(const int *)data ? -1 : 0;
}

/* y' = -y */
static int first(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  N_VLinearSum(1.0, y, 1.0, yp, r);
  return *(const int *)data ? -1 : 0;
}

enum form
{
  MECHANICAL,
  FIRST,
  SECOND,
  FORMS
};

struct run
{
  struct small s;
  enum form form;
  int failing; /* the callback */
};

static void begin(struct run *r, enum form form, sunrealtype t0)
{
  r->form    = form;
  r->failing = 0;
  BEGIN(
    &r->s, .t0 = t0, .q = VALUES(1.0), .v = VALUES(form == FIRST ? -1.0 : 0.0),
    .force = force, .res1 = form == FIRST ? first : NULL,
    .res2 = form == SECOND ? second : NULL, .data = &r->failing, .rtol = 1e-6);
}

/* y is exact, at a time t after the start, within tol. */
static void check_value(const struct run *r, sunrealtype t, sunrealtype tol)
{
  CHECK_NEAR(small_q(&r->s)[0], r->form == FIRST ? exp(-t) : cos(2.0 * t), tol);
}

/* A first call back in time fails in its first step; the next one goes forward. */
static void check_direction(enum form form, sunrealtype fixed)
{
  struct run r;
  begin(&r, form, 0.0);
  CHECK(!GALPHASetFixedStep(r.s.mem, fixed));
  CHECK(!GALPHACalcIC(
    r.s.mem, form == MECHANICAL ? GALPHA_ACC_INIT : GALPHA_YA_YDP_INIT, 1.0));
  r.failing = 1;
  CHECK(small_solve(&r.s, -1.0) < 0);
  r.failing = 0;
  CHECK(!small_solve(&r.s, 1.0) && fabs(r.s.t - 1.0) <= 1e-12);
  CHECK(real_of(r.s.mem, GALPHAGetCurrentTime) >= 1.0);
  check_value(&r, 1.0, 1e-3);
}

/* h below half a unit of the last place of t. */
static void check_still(enum form form, sunrealtype t0, sunrealtype h)
{
  static int (*const set[])(void *mem, sunrealtype h) = {
    GALPHASetFixedStep, GALPHASetMaxStep, GALPHASetInitStep};
  for (int bound = 0; bound < 3; bound++)
  {
    struct run r;
    begin(&r, form, t0);
    CHECK(!GALPHASetMaxHnilWarns(r.s.mem, 5 * bound));
    CHECK(!set[bound](r.s.mem, h));
    const int ret = small_step(&r.s, t0 + 1.0);
    CHECK_REL(small_q(&r.s)[0], 1.0, 1e-4);
    CHECK(isfinite(small_v(&r.s)[0]));
    if (bound < 2)
    {
      CHECK(ret == GALPHA_ERR_FAIL && r.s.t == t0);
      CHECK(r.s.said.count == 1 && r.s.said.warnings == 0);
      CHECK(caught_says(&r.s.said, GALPHA_ERR_FAIL, "no longer changes t"));
      CHECK(!set[bound](r.s.mem, bound ? 0.0 : 0.1)); /* and on it goes */
      CHECK(!small_solve(&r.s, t0 + 1.0) && r.s.said.count == 0);
      continue;
    }
    /* only a guess: it grows to what changes t */
    CHECK(ret == 0 && r.s.t > t0);
    CHECK(!small_solve(&r.s, t0 + 1.0));
    check_value(&r, 1.0, 1e-3);
  }
}

/* What is known before the start (0), after it (1), after a step of order above 2 (2) and
 * after GALPHAReInit (3). */
static void check_known(struct run *r, int when)
{
  void *mem      = r->s.mem;
  const int mech = r->form == MECHANICAL, first = r->form == FIRST;
  N_Vector x          = KEEP(N_VClone(r->s.q));
  const sunrealtype t = real_of(mem, GALPHAGetCurrentTime);
  const int started   = when == 1 || when == 2 ? 0 : GALPHA_NO_MALLOC;
  const int tried     = when == 2 ? 0 : GALPHA_NO_MALLOC;
  const int rates     = started ? started : first ? GALPHA_ILL_INPUT : 0;
  sunrealtype y       = 0.0;
  long int n;
  CHECK(GALPHAGetErrWeights(mem, x) == started);
  CHECK(started || N_VGetArrayPointer(x)[0] > 0.0);
  CHECK(GALPHAGetErrWeightsVel(mem, x) == rates);
  CHECK(GALPHAGetEstLocalErrors(mem, x) == tried);
  CHECK(GALPHAGetEstLocalErrorsVel(mem, x) == (tried ? tried : rates));
  CHECK(GALPHAGetDky(mem, t, 2, x) == (started             ? started
                                       : first && when < 2 ? GALPHA_BAD_K
                                                           : 0));
  CHECK(GALPHAGetAlgorithmicAcceleration(mem, NULL, x) ==
        (started            ? started
         : mech || when < 2 ? 0
                            : GALPHA_ILL_INPUT));
  CHECK(GALPHAGetProjection(mem, &y, NULL) == (mech ? 0 : GALPHA_ILL_INPUT));
  if (when == 1) { return; } /* a start may build a matrix */
  const int built = when == 2 ? 0 : GALPHA_ILL_INPUT;
  CHECK(GALPHAGetJacTime(mem, &y) == built && (built || y > 0.0));
  CHECK(GALPHAGetJacNumSteps(mem, &n) == built && (built || n > 0));
  CHECK((real_of(mem, GALPHAGetActualInitStep) > 0.0) == (when == 2));
}

static void check_nothing_yet(enum form form)
{
  struct run r;
  int order = 0;
  begin(&r, form, 0.0);
  CHECK(!GALPHASetErrFile(r.s.mem, NULL));
  check_known(&r, 0);
  CHECK(!GALPHACalcIC(
    r.s.mem, form == MECHANICAL ? GALPHA_ACC_INIT : GALPHA_YA_YDP_INIT, 1.0));
  check_known(&r, 1);
  CHECK(!small_solve(&r.s, 1.0));
  CHECK(!GALPHAGetLastOrder(r.s.mem, &order) && order > 2);
  check_known(&r, 2);
  CHECK(!GALPHAReInit(r.s.mem, 0.0, r.s.q, r.s.v));
  check_known(&r, 3);
}

static void check_huge(enum form form, sunrealtype h)
{
  struct run r;
  begin(&r, form, 0.0);
  CHECK(!small_solve(&r.s, 0.1));
  const long int before = count_of(r.s.mem, GALPHAGetNumSteps);
  CHECK(!GALPHASetFixedStep(r.s.mem, h));
  const int code = small_solve(&r.s, 1.0);
  if (!code)
  {
    CHECK(count_of(r.s.mem, GALPHAGetNumSteps) > before);
    CHECK(real_of(r.s.mem, GALPHAGetCurrentTime) >= 1.0);
  }
  /* otherwise the values at tout would be those of an interpolation across the step */
  CHECK((code == GALPHA_ILL_INPUT) == (h > 1e6));
  if (code)
  {
    CHECK(caught_says(&r.s.said, code, "from t0 = 0 to tout = 1"));
    CHECK(!GALPHASetFixedStep(r.s.mem, 1e-2) && !small_solve(&r.s, 1.0));
    check_value(&r, 1.0, 1e-3);
  }
  begin(&r, form, 0.0);
  CHECK(!small_solve(&r.s, 0.1) && !GALPHASetMinStep(r.s.mem, h));
  int ret = small_solve(&r.s, 1.0);
  if (!ret) { ret = small_solve(&r.s, 2.0); }
  CHECK(ret == GALPHA_ERR_FAIL || ret == GALPHA_CONV_FAIL);
  const sunrealtype t = real_of(r.s.mem, GALPHAGetCurrentTime);
  CHECK(t < 1.0);
  check_value(&r, t, 1e-4);
}

TEST_MAIN()
{
  test_quiet();
  for (int f = 0; f < FORMS; f++)
  {
    const enum form form = (enum form)f;
    check_direction(form, 0.0);
    check_direction(form, 0.01);
    check_nothing_yet(form);
    check_still(form, 1e9, 1e-8);
    check_still(form, 1e6, 1e-16);
    for (sunrealtype h = 1e2; h < 1e19; h *= 1e4) { check_huge(form, h); }
  }
}
