/* Vectors of another length or kind, or without data, in every function that takes
 * one: refused by name before anything is read or written, and the object goes on as
 * if nothing had been asked. */
#include "support/test.h"

enum
{
  N = 3,
  R = 2 /* states */
};

FORCE_EACH(force, -4.0 * q[i])
STATE_FORCE_EACH(states_force, -4.0 * q[i])
STATES_EACH(states, -s[i])
HOLONOMIC_IS(g, q[0] - q[1])
NONHOLONOMIC_IS(k, v[1] - v[2])
RESIDUAL1_EACH(first, y[i] + yp[i])
RESIDUAL2_EACH(second, 4.0 * y[i] + ypp[i])

enum form
{
  MECHANICAL,
  FIRST,
  SECOND
};

struct run
{
  enum form form;
  struct small o;
  N_Vector s; /* states */
};

static void begin(struct run *r, enum form form)
{
  static const sunrealtype one[N]  = {1.0, 1.0, 1.0},
                           back[N] = {-1.0, -1.0, -1.0};
  *r = (struct run){.form = form, .s = small_vector(ctx, R, one)};
  BEGIN(&r->o, .n = N, .q = one, .v = form == FIRST ? back : NULL,
        .res1 = form == FIRST ? first : NULL,
        .res2 = form == SECOND ? second : NULL,
        .g = form == MECHANICAL ? g : NULL, .k = form == MECHANICAL ? k : NULL,
        .rtol = 1e-6, .atol = 1e-8);
  CHECK(form != MECHANICAL ||
        !GALPHASetStates(r->o.mem, r->s, NULL, states, states_force));
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
static N_Vector make_wrong(enum wrong w, sunindextype n)
{
  if (w == BARE) { return KEEP(N_VNewEmpty_Serial(n, ctx)); }
  N_Vector x = KEEP(N_VNew_Serial(w == SHORT  ? n - 1
                                  : w == LONG ? 100 * n
                                              : n,
                                  ctx));
  N_VConst(7.0, x);
  if (w == OTHER) { x->ops->nvgetvectorid = another_kind; }
  return x;
}

/* In one message. */
static void refused(struct run *r, int ret, int code, const char *name)
{
  CHECK(ret == code && r->o.said.count == 1);
  CHECK(caught_says(&r->o.said, code, name));
}

#define ILL(call, name) refused(r, call, GALPHA_ILL_INPUT, name)
#define DKY(call, name) refused(r, call, GALPHA_BAD_DKY, name)

/* Functions that every form has, x being wrong. */
static void check_common(struct run *r, N_Vector x)
{
  const char *y0  = r->form == MECHANICAL ? "vector q0" : "vector y0";
  const char *yp0 = r->form == MECHANICAL ? "vector v0" : "vector yp0";
  N_Vector y = r->o.q, yp = r->o.v;
  void *m = r->o.mem;
  sunrealtype t;
  ILL(GALPHAReInit(m, 0.0, x, yp), y0);
  ILL(GALPHAReInit(m, 0.0, y, x), yp0);
  ILL(GALPHAReInit(m, 0.0, x, x), y0);
  ILL(GALPHASVtolerances(m, 1e-6, x), "vector atol");
  ILL(GALPHASVtolerancesVel(m, 1e-6, x), "vector atol");
  ILL(GALPHASolve(m, 5.0, &t, x, yp, GALPHA_NORMAL), "vector q");
  ILL(GALPHASolve(m, 5.0, &t, y, x, GALPHA_NORMAL), "vector v");
  ILL(GALPHAGetErrWeights(m, x), "vector ewt");
  ILL(GALPHAGetErrWeightsVel(m, x), "vector ewt");
  ILL(GALPHAGetEstLocalErrors(m, x), "vector ele");
  ILL(GALPHAGetEstLocalErrorsVel(m, x), "vector ele");
}

/* Before the first step. */
static void check_started(struct run *r, N_Vector x)
{
  const bool mech = r->form == MECHANICAL;
  ILL(GALPHAGetConsistentIC(r->o.mem, x, NULL),
      mech ? "vector q0" : "vector y0");
  ILL(GALPHAGetConsistentIC(r->o.mem, NULL, x),
      mech ? "vector v0" : "vector yp0");
}

/* Of what was computed. */
static void check_output(struct run *r, N_Vector x)
{
  void *m             = r->o.mem;
  const sunrealtype t = real_of(m, GALPHAGetCurrentTime);
  DKY(GALPHAGetDky(m, t, 0, x), "vector dky");
  DKY(GALPHAGetAcceleration(m, t, x), "vector a");
  ILL(GALPHAGetAlgorithmicAcceleration(m, NULL, x), "vector a");
}

static void check_residual(struct run *r, N_Vector x)
{
  N_Vector y = r->o.q, yp = r->o.v;
  void *m = r->o.mem;
  ILL(GALPHAComputeY(m, x, y), "vector ycor");
  ILL(GALPHAComputeY(m, y, x), "vector y");
  ILL(GALPHAComputeYp(m, x, y), "vector ycor");
  ILL(GALPHAComputeYp(m, y, x), "vector yp");
  ILL(GALPHASetConstraints(m, x), "constraints");
  if (r->form == FIRST)
  {
    ILL(GALPHASetId(m, x), "vector id");
    return;
  }
  ILL(GALPHAReInit2(m, 0.0, y, yp, x), "vector ypp0");
  ILL(GALPHAReInit2(m, 0.0, x, yp, NULL), "vector y0");
}

static void check_parts(struct run *r, enum wrong w)
{
  N_Vector l = make_wrong(w, 1), s = make_wrong(w, R);
  void *m             = r->o.mem;
  const sunrealtype t = real_of(m, GALPHAGetCurrentTime);
  ILL(GALPHAGetMultipliers(m, t, l, NULL), "lambda");
  ILL(GALPHAGetMultipliers(m, t, NULL, l), "psi");
  ILL(GALPHAGetStates(m, t, s), "vector s");
  CHECK(!GALPHAReInit(m, 0.0, r->o.q, r->o.v));
  ILL(GALPHASetStateValues(m, s), "vector s0");
}

static void check_statement(enum wrong w)
{
  struct run run, *r = &run;
  N_Vector x = make_wrong(w, N), s = make_wrong(w, R);
  begin(r, MECHANICAL);
  N_Vector y = r->o.q, yp = r->o.v;
  SUNMatrix M = r->o.M;
  void *m     = KEEP(GALPHACreate(ctx));
  CHECK(!GALPHASetErrHandlerFn(m, caught_handler, &r->o.said));
  ILL(GALPHAInit(m, first, 0.0, y, x), "yp0");
  ILL(GALPHAInit2(m, second, 0.0, y, yp, x), "ypp0");
  ILL(GALPHAInitMech(m, NULL, M, force, 0.0, y, x), "v0");
  if (w != OTHER) /* alone it may be of any kind */
  {
    ILL(GALPHAInitMech(m, NULL, M, force, 0.0, x, yp), "");
  }
  CHECK(!GALPHAInitMech(m, NULL, M, force, 0.0, y, yp));
  ILL(GALPHASetStates(m, r->s, s, states, states_force), "order");
  begin(r, SECOND);
  ILL(GALPHASetDiffOrder(r->o.mem, make_wrong(w, N)), "vector order");
}

static void check_form(enum form form, enum wrong w)
{
  struct run run, calm, *r = &run;
  N_Vector x = make_wrong(w, N);
  begin(r, form);
  begin(&calm, form);
  check_common(r, x);
  if (form != MECHANICAL) { check_residual(r, x); }
  CHECK(!GALPHACalcIC(r->o.mem, GALPHA_ACC_INIT, 1.0));
  CHECK(!GALPHACalcIC(calm.o.mem, GALPHA_ACC_INIT, 1.0));
  check_started(r, x);
  CHECK(!small_solve(&r->o, 0.5));
  check_common(r, x);
  check_output(r, x);
  if (form != MECHANICAL) { check_residual(r, x); }
  CHECK(!small_solve(&r->o, 1.0));
  CHECK(!small_solve(&calm.o, 0.5) && !small_solve(&calm.o, 1.0));
  CHECK(!memcmp(small_q(&r->o), small_q(&calm.o), N * sizeof(sunrealtype)));
  if (form == MECHANICAL && w != SHORT) { check_parts(r, w); }
}

TEST_MAIN()
{
  test_quiet();
  for (int w = 0; w < WRONGS; w++)
  {
    check_form(MECHANICAL, (enum wrong)w);
    check_form(FIRST, (enum wrong)w);
    check_form(SECOND, (enum wrong)w);
    check_statement((enum wrong)w);
  }
}
