/* Calls that cannot make the step they need do not return success with values they
 * have not computed: the direction of a start whose first step failed, steps that do
 * not change t, steps far longer than the way to tout. */
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
  enum form form;
  int failing;
  void *mem;
  N_Vector y, yp;
  sunrealtype t;
  struct caught c;
};

static void begin(struct run *r, enum form form, sunrealtype t0, SUNContext ctx)
{
  SUNMatrix M = SUNDenseMatrix(1, 1, ctx);
  *r          = (struct run){.form = form, .mem = GALPHACreate(ctx)};
  r->y        = N_VNew_Serial(1, ctx);
  r->yp       = N_VNew_Serial(1, ctx);
  N_VConst(1.0, r->y);
  N_VConst(form == FIRST ? -1.0 : 0.0, r->yp);
  SM_ELEMENT_D(M, 0, 0) = 1.0;
  CHECK(!GALPHASetErrHandlerFn(r->mem, caught_handler, &r->c));
  CHECK(!(
    form == MECHANICAL ? GALPHAInitMech(r->mem, NULL, M, force, t0, r->y, r->yp)
    : form == FIRST    ? GALPHAInit(r->mem, first, t0, r->y, r->yp)
                       : GALPHAInit2(r->mem, second, t0, r->y, r->yp, NULL)));
  CHECK(!GALPHASetUserData(r->mem, &r->failing));
  CHECK(!GALPHASStolerances(r->mem, 1e-6, 1e-6));
  SUNMatDestroy(M);
}

static void end(struct run *r)
{
  GALPHAFree(&r->mem);
  N_VDestroy(r->y);
  N_VDestroy(r->yp);
}

static int solve(struct run *r, sunrealtype tout, int itask)
{
  return GALPHASolve(r->mem, tout, &r->t, r->y, r->yp, itask);
}

static sunrealtype y_of(const struct run *r)
{
  return N_VGetArrayPointer(r->y)[0];
}

/* The exact value at a time t after the start. */
static sunrealtype exact(enum form form, sunrealtype t)
{
  return form == FIRST ? exp(-t) : cos(2.0 * t);
}

/* A first call back in time fails in its first step; the next one goes forward. */
static void check_direction(enum form form, sunrealtype fixed, SUNContext ctx)
{
  struct run r;
  sunrealtype t = 0.0;
  begin(&r, form, 0.0, ctx);
  CHECK(!GALPHASetFixedStep(r.mem, fixed));
  CHECK(!GALPHACalcIC(
    r.mem, form == MECHANICAL ? GALPHA_ACC_INIT : GALPHA_YA_YDP_INIT, 1.0));
  r.failing = 1;
  CHECK(solve(&r, -1.0, GALPHA_NORMAL) < 0);
  r.failing = 0;
  CHECK(!solve(&r, 1.0, GALPHA_NORMAL) && fabs(r.t - 1.0) <= 1e-12);
  CHECK(!GALPHAGetCurrentTime(r.mem, &t) && t >= 1.0);
  CHECK_IN(y_of(&r), exact(form, 1.0) - 1e-3, exact(form, 1.0) + 1e-3);
  end(&r);
}

/* h below half a unit of the last place of t. */
static void check_still(enum form form, sunrealtype t0, sunrealtype h,
                        SUNContext ctx)
{
  struct run r;
  for (int bound = 0; bound < 3; bound++)
  {
    begin(&r, form, t0, ctx);
    CHECK(!(bound == 0   ? GALPHASetFixedStep(r.mem, h)
            : bound == 1 ? GALPHASetMaxStep(r.mem, h)
                         : GALPHASetInitStep(r.mem, h)));
    const int ret = solve(&r, t0 + 1.0, GALPHA_ONE_STEP);
    CHECK_REL(y_of(&r), 1.0, 1e-4);
    CHECK(isfinite(N_VGetArrayPointer(r.yp)[0]));
    if (bound < 2)
    {
      CHECK(ret == GALPHA_ERR_FAIL && r.t == t0);
      CHECK(caught_says(&r.c, GALPHA_ERR_FAIL, "no longer changes t"));
    }
    else
    {
      /* only a guess: it grows to what changes t */
      CHECK(ret == 0 && r.t > t0);
      CHECK(!solve(&r, t0 + 1.0, GALPHA_NORMAL));
      CHECK_IN(y_of(&r), exact(form, 1.0) - 1e-3, exact(form, 1.0) + 1e-3);
    }
    end(&r);
  }
}

static void check_huge(enum form form, sunrealtype h, SUNContext ctx)
{
  struct run r;
  sunrealtype t = 0.0;
  long int before, after;
  begin(&r, form, 0.0, ctx);
  CHECK(!solve(&r, 0.1, GALPHA_NORMAL));
  CHECK(!GALPHAGetNumSteps(r.mem, &before) && !GALPHASetFixedStep(r.mem, h));
  if (!solve(&r, 1.0, GALPHA_NORMAL))
  {
    CHECK(!GALPHAGetNumSteps(r.mem, &after) && after > before);
    CHECK(!GALPHAGetCurrentTime(r.mem, &t) && t >= 1.0);
  }
  end(&r);
  begin(&r, form, 0.0, ctx);
  CHECK(!solve(&r, 0.1, GALPHA_NORMAL) && !GALPHASetMinStep(r.mem, h));
  int ret = solve(&r, 1.0, GALPHA_NORMAL);
  if (!ret) { ret = solve(&r, 2.0, GALPHA_NORMAL); }
  CHECK(ret == GALPHA_ERR_FAIL || ret == GALPHA_CONV_FAIL);
  CHECK(!GALPHAGetCurrentTime(r.mem, &t) && t < 1.0);
  CHECK_IN(y_of(&r), exact(form, t) - 1e-4, exact(form, t) + 1e-4);
  end(&r);
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
