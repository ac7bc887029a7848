/* Calls that cannot make the step they need do not return success with values they
 * have not computed: the direction of a start whose first step failed, steps that do
 * not change t, steps far longer than the way to tout. */
#include "support/run/small.h"
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

/* failing: for the callback. */
static void begin(struct small *r, enum form form, sunrealtype t0, int *failing,
                  SUNContext ctx)
{
  const sunrealtype one = 1.0, rate = form == FIRST ? -1.0 : 0.0;
  *failing = 0;
  CHECK(
    !(form == MECHANICAL
        ? small_mechanics(r, ctx, 1, t0, &one, &rate, force, failing)
      : form == FIRST
        ? small_residual(r, ctx, 1, t0, &one, &rate, first, failing)
        : small_residual2(r, ctx, 1, t0, &one, &rate, NULL, second, failing)));
  CHECK(!GALPHASStolerances(r->mem, 1e-6, 1e-6));
}

static sunrealtype y_of(const struct small *r)
{
  return small_q(r)[0];
}

/* The exact value at a time t after the start. */
static sunrealtype exact(enum form form, sunrealtype t)
{
  return form == FIRST ? exp(-t) : cos(2.0 * t);
}

/* A first call back in time fails in its first step; the next one goes forward. */
static void check_direction(enum form form, sunrealtype fixed, SUNContext ctx)
{
  struct small r;
  int failing;
  sunrealtype t = 0.0;
  begin(&r, form, 0.0, &failing, ctx);
  CHECK(!GALPHASetFixedStep(r.mem, fixed));
  CHECK(!GALPHACalcIC(
    r.mem, form == MECHANICAL ? GALPHA_ACC_INIT : GALPHA_YA_YDP_INIT, 1.0));
  failing = 1;
  CHECK(small_solve(&r, -1.0) < 0);
  failing = 0;
  CHECK(!small_solve(&r, 1.0) && fabs(r.t - 1.0) <= 1e-12);
  CHECK(!GALPHAGetCurrentTime(r.mem, &t) && t >= 1.0);
  CHECK_IN(y_of(&r), exact(form, 1.0) - 1e-3, exact(form, 1.0) + 1e-3);
  small_free(&r);
}

/* h below half a unit of the last place of t. */
static void check_still(enum form form, sunrealtype t0, sunrealtype h,
                        SUNContext ctx)
{
  struct small r;
  int failing;
  for (int bound = 0; bound < 3; bound++)
  {
    begin(&r, form, t0, &failing, ctx);
    CHECK(!(bound == 0   ? GALPHASetFixedStep(r.mem, h)
            : bound == 1 ? GALPHASetMaxStep(r.mem, h)
                         : GALPHASetInitStep(r.mem, h)));
    const int ret = small_step(&r, t0 + 1.0);
    CHECK_REL(y_of(&r), 1.0, 1e-4);
    CHECK(isfinite(small_v(&r)[0]));
    if (bound < 2)
    {
      CHECK(ret == GALPHA_ERR_FAIL && r.t == t0);
      CHECK(caught_says(&r.said, GALPHA_ERR_FAIL, "no longer changes t"));
    }
    else
    {
      /* only a guess: it grows to what changes t */
      CHECK(ret == 0 && r.t > t0);
      CHECK(!small_solve(&r, t0 + 1.0));
      CHECK_IN(y_of(&r), exact(form, 1.0) - 1e-3, exact(form, 1.0) + 1e-3);
    }
    small_free(&r);
  }
}

static void check_huge(enum form form, sunrealtype h, SUNContext ctx)
{
  struct small r;
  int failing;
  sunrealtype t = 0.0;
  long int before, after;
  begin(&r, form, 0.0, &failing, ctx);
  CHECK(!small_solve(&r, 0.1));
  CHECK(!GALPHAGetNumSteps(r.mem, &before) && !GALPHASetFixedStep(r.mem, h));
  if (!small_solve(&r, 1.0))
  {
    CHECK(!GALPHAGetNumSteps(r.mem, &after) && after > before);
    CHECK(!GALPHAGetCurrentTime(r.mem, &t) && t >= 1.0);
  }
  small_free(&r);
  begin(&r, form, 0.0, &failing, ctx);
  CHECK(!small_solve(&r, 0.1) && !GALPHASetMinStep(r.mem, h));
  int ret = small_solve(&r, 1.0);
  if (!ret) { ret = small_solve(&r, 2.0); }
  CHECK(ret == GALPHA_ERR_FAIL || ret == GALPHA_CONV_FAIL);
  CHECK(!GALPHAGetCurrentTime(r.mem, &t) && t < 1.0);
  CHECK_IN(y_of(&r), exact(form, t) - 1e-4, exact(form, t) + 1e-4);
  small_free(&r);
}

TEST_MAIN(ctx)
{
  galpha_test_quiet(ctx);
  for (int f = 0; f < FORMS; f++)
  {
    const enum form form = (enum form)f;
    check_direction(form, 0.0, ctx);
    check_direction(form, 0.01, ctx);
    check_still(form, 1e9, 1e-8, ctx);
    check_still(form, 1e6, 1e-16, ctx);
    for (sunrealtype h = 1e2; h < 1e19; h *= 1e4) { check_huge(form, h, ctx); }
  }
}
