/* Vectors of another length or kind, or without data, in every function that takes
 * one: refused by name before anything is read or written, and the object goes on as
 * if nothing had been asked. */
#include <stdbool.h>

#include "support/models/callbacks.h"
#include "support/test.h"

enum
{
  N = 3,
  R = 2 /* states */
};

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  N_VScale(-4.0, q, f);
  return 0;
}

static int states_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                        N_Vector f, void *data)
{
  return force(t, q, v, f, data);
}

static int states(sunrealtype t, N_Vector q, N_Vector v, N_Vector s, N_Vector F,
                  void *data)
{
  N_VScale(-1.0, s, F);
  return 0;
}

/* q[0] = q[1] */
HOLONOMIC(g)
{
  g[0] = q[0] - q[1];
}

/* v[1] = v[2] */
NONHOLONOMIC(k)
{
  k[0] = v[1] - v[2];
}

static int first(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  N_VLinearSum(1.0, y, 1.0, yp, r);
  return 0;
}

static int second(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, void *data)
{
  N_VLinearSum(4.0, y, 1.0, ypp, r);
  return 0;
}

enum form
{
  MECHANICAL,
  FIRST,
  SECOND
};

struct run
{
  enum form form;
  SUNContext ctx;
  void *mem;
  N_Vector y, yp, l, s;
  sunrealtype t;
  struct caught c;
};

static int state_mechanics(struct run *r)
{
  SUNMatrix M = SUNDenseMatrix(N, N, r->ctx), G = SUNDenseMatrix(1, N, r->ctx);
  for (int i = 0; i < N; i++) { SM_ELEMENT_D(M, i, i) = 1.0; }
  int ret = GALPHAInitMech(r->mem, NULL, M, NULL, 0.0, r->y, r->yp);
  if (!ret) { ret = GALPHASetHolonomic(r->mem, r->l, g, G, NULL); }
  if (!ret) { ret = GALPHASetNonholonomic(r->mem, r->l, k, G, NULL); }
  if (!ret) { ret = GALPHASetStates(r->mem, r->s, NULL, states, states_force); }
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  return ret;
}

static void begin(struct run *r, enum form form, SUNContext ctx)
{
  *r    = (struct run){.form = form, .ctx = ctx, .mem = GALPHACreate(ctx)};
  r->y  = N_VNew_Serial(N, ctx);
  r->yp = N_VNew_Serial(N, ctx);
  r->l  = N_VNew_Serial(1, ctx);
  r->s  = N_VNew_Serial(R, ctx);
  N_VConst(1.0, r->y);
  N_VConst(form == FIRST ? -1.0 : 0.0, r->yp);
  N_VConst(0.0, r->l);
  N_VConst(1.0, r->s);
  CHECK(!GALPHASetErrHandlerFn(r->mem, caught_handler, &r->c));
  CHECK(!(form == MECHANICAL ? state_mechanics(r)
          : form == FIRST
            ? GALPHAInit(r->mem, first, 0.0, r->y, r->yp)
            : GALPHAInit2(r->mem, second, 0.0, r->y, r->yp, NULL)));
  CHECK(!GALPHASStolerances(r->mem, 1e-6, 1e-8));
}

static void end(struct run *r)
{
  GALPHAFree(&r->mem);
  N_VDestroy(r->y);
  N_VDestroy(r->yp);
  N_VDestroy(r->l);
  N_VDestroy(r->s);
}

static N_Vector_ID another_kind(N_Vector v)
{
  return SUNDIALS_NVEC_CUSTOM;
}

enum wrong
{
  SHORT,
  LONG,
  OTHER,
  BARE,
  WRONGS
};

/* A vector that is not as one of length n should be. */
static N_Vector make_wrong(enum wrong w, sunindextype n, SUNContext ctx)
{
  if (w == BARE) { return N_VNewEmpty_Serial(n, ctx); }
  N_Vector x = N_VNew_Serial(w == SHORT ? n - 1 : w == LONG ? 100 * n : n, ctx);
  N_VConst(7.0, x);
  if (w == OTHER) { x->ops->nvgetvectorid = another_kind; }
  return x;
}

static void refused(struct run *r, int ret, int code, const char *name)
{
  CHECK(ret == code && r->c.count == 1);
  CHECK(caught_says(&r->c, code, name));
}

#define REFUSED(call, code, name) refused(r, call, code, name)

/* Functions that every form has, x being wrong. */
static void check_common(struct run *r, N_Vector x)
{
  const char *y0  = r->form == MECHANICAL ? "vector q0" : "vector y0";
  const char *yp0 = r->form == MECHANICAL ? "vector v0" : "vector yp0";
  void *m         = r->mem;
  const int ill   = GALPHA_ILL_INPUT;
  sunrealtype t;
  REFUSED(GALPHAReInit(m, 0.0, x, r->yp), ill, y0);
  REFUSED(GALPHAReInit(m, 0.0, r->y, x), ill, yp0);
  REFUSED(GALPHAReInit(m, 0.0, x, x), ill, y0);
  REFUSED(GALPHASVtolerances(m, 1e-6, x), ill, "vector atol");
  REFUSED(GALPHASVtolerancesVel(m, 1e-6, x), ill, "vector atol");
  REFUSED(GALPHASolve(m, 5.0, &t, x, r->yp, GALPHA_NORMAL), ill, "vector q");
  REFUSED(GALPHASolve(m, 5.0, &t, r->y, x, GALPHA_NORMAL), ill, "vector v");
  REFUSED(GALPHAGetErrWeights(m, x), ill, "vector ewt");
  REFUSED(GALPHAGetErrWeightsVel(m, x), ill, "vector ewt");
  REFUSED(GALPHAGetEstLocalErrors(m, x), ill, "vector ele");
  REFUSED(GALPHAGetEstLocalErrorsVel(m, x), ill, "vector ele");
}

/* Before the first step. */
static void check_started(struct run *r, N_Vector x)
{
  const bool mech = r->form == MECHANICAL;
  REFUSED(GALPHAGetConsistentIC(r->mem, x, NULL), GALPHA_ILL_INPUT,
          mech ? "vector q0" : "vector y0");
  REFUSED(GALPHAGetConsistentIC(r->mem, NULL, x), GALPHA_ILL_INPUT,
          mech ? "vector v0" : "vector yp0");
}

/* Of what was computed. */
static void check_output(struct run *r, N_Vector x)
{
  sunrealtype t = 0.0;
  CHECK(!GALPHAGetCurrentTime(r->mem, &t));
  REFUSED(GALPHAGetDky(r->mem, t, 0, x), GALPHA_BAD_DKY, "vector dky");
  REFUSED(GALPHAGetAcceleration(r->mem, t, x), GALPHA_BAD_DKY, "vector a");
  REFUSED(GALPHAGetAlgorithmicAcceleration(r->mem, NULL, x), GALPHA_ILL_INPUT,
          "vector a");
}

static void check_residual(struct run *r, N_Vector x)
{
  const int ill = GALPHA_ILL_INPUT;
  REFUSED(GALPHAComputeY(r->mem, x, r->y), ill, "vector ycor");
  REFUSED(GALPHAComputeY(r->mem, r->y, x), ill, "vector y");
  REFUSED(GALPHAComputeYp(r->mem, x, r->y), ill, "vector ycor");
  REFUSED(GALPHAComputeYp(r->mem, r->y, x), ill, "vector yp");
  REFUSED(GALPHASetConstraints(r->mem, x), ill, "constraints");
  if (r->form == FIRST)
  {
    REFUSED(GALPHASetId(r->mem, x), ill, "vector id");
    return;
  }
  REFUSED(GALPHAReInit2(r->mem, 0.0, r->y, r->yp, x), ill, "vector ypp0");
  REFUSED(GALPHAReInit2(r->mem, 0.0, x, r->yp, NULL), ill, "vector y0");
}

static void check_parts(struct run *r, enum wrong w)
{
  N_Vector l = make_wrong(w, 1, r->ctx), s = make_wrong(w, R, r->ctx);
  sunrealtype t = 0.0;
  CHECK(!GALPHAGetCurrentTime(r->mem, &t));
  REFUSED(GALPHAGetMultipliers(r->mem, t, l, NULL), GALPHA_ILL_INPUT, "lambda");
  REFUSED(GALPHAGetMultipliers(r->mem, t, NULL, l), GALPHA_ILL_INPUT, "psi");
  REFUSED(GALPHAGetStates(r->mem, t, s), GALPHA_ILL_INPUT, "vector s");
  CHECK(!GALPHAReInit(r->mem, 0.0, r->y, r->yp));
  REFUSED(GALPHASetStateValues(r->mem, s), GALPHA_ILL_INPUT, "vector s0");
  N_VDestroy(l);
  N_VDestroy(s);
}

static void check_statement(enum wrong w, SUNContext ctx)
{
  struct run run, *r = &run;
  N_Vector x = make_wrong(w, N, ctx), s = make_wrong(w, R, ctx);
  begin(r, MECHANICAL, ctx);
  GALPHAFree(&r->mem);
  r->mem = GALPHACreate(ctx);
  CHECK(!GALPHASetErrHandlerFn(r->mem, caught_handler, &r->c));
  REFUSED(GALPHAInit(r->mem, first, 0.0, r->y, x), GALPHA_ILL_INPUT, "yp0");
  REFUSED(GALPHAInit2(r->mem, second, 0.0, r->y, r->yp, x), GALPHA_ILL_INPUT,
          "ypp0");
  SUNMatrix M = SUNDenseMatrix(N, N, ctx);
  REFUSED(GALPHAInitMech(r->mem, NULL, M, force, 0.0, r->y, x),
          GALPHA_ILL_INPUT, "v0");
  if (w != OTHER) /* alone it may be of any kind */
  {
    REFUSED(GALPHAInitMech(r->mem, NULL, M, force, 0.0, x, r->yp),
            GALPHA_ILL_INPUT, "");
  }
  CHECK(!GALPHAInitMech(r->mem, NULL, M, force, 0.0, r->y, r->yp));
  REFUSED(GALPHASetStates(r->mem, r->s, s, states, states_force),
          GALPHA_ILL_INPUT, "order");
  SUNMatDestroy(M);
  N_VDestroy(x);
  N_VDestroy(s);
  end(r);
  begin(r, SECOND, ctx);
  x = make_wrong(w, N, ctx);
  REFUSED(GALPHASetDiffOrder(r->mem, x), GALPHA_ILL_INPUT, "vector order");
  N_VDestroy(x);
  end(r);
}

static void check_form(enum form form, enum wrong w, SUNContext ctx)
{
  struct run run, calm, *r = &run;
  N_Vector x = make_wrong(w, N, ctx);
  begin(r, form, ctx);
  begin(&calm, form, ctx);
  check_common(r, x);
  if (form != MECHANICAL) { check_residual(r, x); }
  CHECK(!GALPHACalcIC(r->mem, GALPHA_ACC_INIT, 1.0));
  CHECK(!GALPHACalcIC(calm.mem, GALPHA_ACC_INIT, 1.0));
  check_started(r, x);
  CHECK(!GALPHASolve(r->mem, 0.5, &r->t, r->y, r->yp, GALPHA_NORMAL));
  check_common(r, x);
  check_output(r, x);
  if (form != MECHANICAL) { check_residual(r, x); }
  CHECK(!GALPHASolve(r->mem, 1.0, &r->t, r->y, r->yp, GALPHA_NORMAL));
  CHECK(!GALPHASolve(calm.mem, 0.5, &calm.t, calm.y, calm.yp, GALPHA_NORMAL));
  CHECK(!GALPHASolve(calm.mem, 1.0, &calm.t, calm.y, calm.yp, GALPHA_NORMAL));
  CHECK(!memcmp(N_VGetArrayPointer(r->y), N_VGetArrayPointer(calm.y),
                N * sizeof(sunrealtype)));
  if (form == MECHANICAL && w != SHORT) { check_parts(r, w); }
  N_VDestroy(x);
  end(r);
  end(&calm);
}

TEST_MAIN(ctx)
{
  galpha_test_quiet(ctx);
  for (int w = 0; w < WRONGS; w++)
  {
    check_form(MECHANICAL, (enum wrong)w, ctx);
    check_form(FIRST, (enum wrong)w, ctx);
    check_form(SECOND, (enum wrong)w, ctx);
    check_statement((enum wrong)w, ctx);
  }
}
