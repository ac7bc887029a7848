/* Derivatives that are right at the start and wrong later: the error that ends the
 * run names the block and the row, and leaves the last step's state as it was; put
 * right, the run goes on. With right derivatives no block is accused whatever ends
 * the run: a step too long, a kink, a jump (controls). */
#include "jacobian_model.h"

#include "support/test.h"
#include "unit/api/sdof.h"

#define FAULT_AT 0.5
#define END      0.6
#define N        6

struct later
{
  enum spoilt_block block;
  enum spoilt_how how;
  sunindextype row, col;
  sunrealtype factor, h; /* h 0: controlled */
  sunindextype m, p;
  int code;
  const char *text; /* NULL: none */
};

static const struct later cases[] = {
  {SPOILT_G, SPOILT_WHOLE, 0, 0, -1.0, 0.0, 2, 1, GALPHA_CONV_FAIL,
   "row 1 of the constraint Jacobian G is not the derivative of g[1] there"},
  {SPOILT_G, SPOILT_FACTOR, 0, 1, -1.0, 0.0, 2, 1, GALPHA_CONV_FAIL,
   "row 0 of the constraint Jacobian G is not the derivative of g[0] there"},
  {SPOILT_G, SPOILT_WHOLE, 0, 0, -10.0, 0.02, 2, 1, GALPHA_CONV_FAIL,
   "error control; row 1 of the constraint Jacobian G is not the derivative"},
  {SPOILT_K, SPOILT_FACTOR, 0, 1, -1.0, 0.0, 2, 1, GALPHA_CONV_FAIL,
   "row 0 of the constraint Jacobian K is not the derivative of k[0] there"},
  {SPOILT_K, SPOILT_WHOLE, 0, 0, -10.0, 0.02, 2, 1, GALPHA_CONV_FAIL,
   "row 0 of the constraint Jacobian K is not the derivative of k[0] there"},
  {SPOILT_FQ, SPOILT_WHOLE, 0, 0, -10.0, 0.02, 2, 1, GALPHA_CONV_FAIL,
   "df/dq is not the derivative of the forces near row 4"},
  {SPOILT_FQ, SPOILT_WHOLE, 0, 0, -10.0, 0.2, 0, 0, GALPHA_CONV_FAIL,
   "df/dq is not the derivative of the forces near row 4"},
  {SPOILT_FV, SPOILT_WHOLE, 0, 0, -10.0, 0.02, 2, 1, GALPHA_CONV_FAIL,
   "df/dv is not the derivative of the forces near row 4"},
  {SPOILT_FV, SPOILT_WHOLE, 0, 0, -10.0, 0.02, 0, 0, GALPHA_CONV_FAIL,
   "df/dv is not the derivative of the forces near row 4"},
  {SPOILT_NONE, SPOILT_WHOLE, 0, 0, 1.0, 0.4, 2, 1, GALPHA_CONV_FAIL, NULL},
};

/* The message names a wrong derivative. */
static int names_derivative(const struct caught *c)
{
  return strstr(c->msg, "is not the derivative") != NULL;
}

static void begin(struct model *m, struct small *s, enum share share,
                  enum problem_storage storage)
{
  m->share = share;
  BEGIN(s, .pb = &m->pb, .storage = storage, .rtol = 1e-6);
  /* decide whether Newton's iteration or the error test gives up first */
  CHECK(!GALPHASetErrorTest(s->mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHASetNonlinConvCoef(s->mem, 2e-3));
  CHECK(!GALPHACalcIC(s->mem, GALPHA_PROJECT_INIT, 1.0));
  CHECK(!small_solve(s, FAULT_AT));
  CHECK(s->said.count == 0);
}

/* What END brings without a fault, by the same steps. */
static void run_right(const struct later *l, enum share share,
                      enum problem_storage storage, sunrealtype *q)
{
  struct model m;
  struct small s;
  model_init(&m, N, l->m, l->p);
  begin(&m, &s, share, storage);
  CHECK(!GALPHASetFixedStep(s.mem, 0.02));
  CHECK(!small_solve(&s, END));
  memcpy(q, small_q(&s), N * sizeof *q);
}

static void check_case(const struct later *l, enum share share,
                       enum problem_storage storage)
{
  struct model m;
  struct small s;
  sunrealtype t0 = 0.0, t1 = 0.0, right[N];
  model_init(&m, N, l->m, l->p);
  begin(&m, &s, share, storage);
  CHECK(!GALPHAGetCurrentTime(s.mem, &t0));
  m.block  = l->block;
  m.how    = l->how;
  m.row    = l->row;
  m.col    = l->col;
  m.factor = l->factor;
  CHECK(!GALPHASetFixedStep(s.mem, l->h));
  /* after many failures of Newton's iteration the error test might come first */
  CHECK(!GALPHASetMaxConvFails(s.mem, l->code == GALPHA_CONV_FAIL ? 3 : 10));
  const int code = small_solve(&s, 3.0);
  CHECK(!GALPHAGetCurrentTime(s.mem, &t1) && s.t == t1);
  CHECK(code == l->code && names_derivative(&s.said) == (l->text != NULL));
  if (l->text) { CHECK(caught_says(&s.said, l->code, l->text)); }
  if (t1 == t0)
  {
    m.block = SPOILT_NONE;
    CHECK(!GALPHASetFixedStep(s.mem, 0.02));
    CHECK(!small_solve(&s, END));
    run_right(l, share, storage, right);
    CHECK(problem_dist(small_q(&s), right, N) <= 1e-7);
  }
}

/* A G or K that is off by a thousandth from FAULT_AT on ends no run, but the multipliers are
 * off by as much: it is named within a few steps. A tenth of that is not. */
static void check_slight(enum spoilt_block block, sunrealtype factor,
                         int formulation, const char *text)
{
  struct model m;
  struct small s;
  model_init(&m, N, 2, 1);
  BEGIN(&s, .pb = &m.pb, .storage = PROBLEM_SPARSE, .rtol = 1e-6,
        .formulation = formulation);
  CHECK(!GALPHACalcIC(s.mem, GALPHA_PROJECT_INIT, 1.0));
  CHECK(!small_solve(&s, FAULT_AT) && s.said.count == 0);
  m.block  = block;
  m.how    = SPOILT_WHOLE;
  m.factor = factor;
  CHECK(!small_solve(&s, 1.0) && s.said.count == (text != NULL));
  if (text) { CHECK(caught_says(&s.said, GALPHA_WARNING, text)); }
}

FORCE_JAC(one_sided)
{
  const struct sdof *d  = data;
  const sunrealtype x   = q[0];
  SM_ELEMENT_D(J, 0, 0) = -3.0 * d->k3 * x * x - (x > 0.0 ? d->k : 0.0);
}

FORCE(contact)
{
  const struct sdof *d = data;
  const sunrealtype x  = q[0];
  f[0]                 = -d->k3 * x * x * x - d->k * fmax(0.0, x);
}

/* A mass at the point of contact, a spring declared to be none, a cubic spring:
 * one iteration a step is not enough for any. */
static void check_spring(struct sdof data, struct problem pb, const char *text)
{
  pb.data = &data;
  SMALL(s, .pb = &pb, .set = {{"max_nonlin_iters", 1}, {"fixed_step", 0.5}});
  CHECK(small_step(s, 0.5) == GALPHA_CONV_FAIL);
  CHECK(names_derivative(&s->said) == (text != NULL));
  CHECK(
    caught_says(&s->said, GALPHA_CONV_FAIL, text ? text : "did not converge"));
}

static sunrealtype jump(sunrealtype t)
{
  return t < 0.5 ? 0.0 : 1e3;
}

static void check_jump(void)
{
  struct sdof data        = {.m = 1, .k = 1, .q0 = 1, .load = jump};
  const struct problem pb = sdof_problem(&data);
  SMALL(s, .pb = &pb, .rtol = 1e-6,
        .set = {{"max_jacobian_age", 0}, {"min_step", 1e-3}});
  CHECK(small_solve(s, 1.0) == GALPHA_ERR_FAIL);
  CHECK(!names_derivative(&s->said) &&
        caught_says(&s->said, GALPHA_ERR_FAIL, "min_step"));
}

TEST_MAIN()
{
  for (int i = 0; i < COUNT_OF(cases); i++)
  {
    check_case(&cases[i], SHARE_NONE, PROBLEM_DENSE);
    check_case(&cases[i], SHARE_ALL, PROBLEM_DENSE);
    check_case(&cases[i], SHARE_NONE, PROBLEM_SPARSE);
  }
  for (int i = 0; i < 2; i++)
  {
    const int form = i ? GALPHA_INDEX3 : GALPHA_SOI2;
    check_slight(SPOILT_G, 1.001, form, "G is not the derivative of g[");
    check_slight(SPOILT_K, 1.001, form, "K is not the derivative of k[0]");
    check_slight(SPOILT_G, 1.0 + 1e-4, form, NULL);
    check_slight(SPOILT_K, 1.0 + 1e-4, form, NULL);
    check_slight(SPOILT_NONE, 1.0, form, NULL);
  }
  struct sdof touch = {.m = 1, .k = 1e3, .k3 = 1e8, .v0 = 1};
  struct problem pb = sdof_problem(&touch);
  pb.force          = contact;
  pb.dfdq           = one_sided;
  check_spring(touch, pb, NULL);
  const struct sdof spring = {.m = 1, .k = 1, .k3 = 1e8, .q0 = 1};
  pb                       = sdof_problem(&touch);
  check_spring(spring, pb, NULL);
  pb.dfdq    = NULL;
  pb.no_dfdq = 1;
  check_spring(spring, pb, "df/dq is not the derivative of the forces");
  check_jump();
}
