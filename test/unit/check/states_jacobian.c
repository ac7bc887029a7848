/* Derivatives of states and by them: GALPHACheckJacobian names a wrong entry by state and
 * component, in each storage; a run in which they make Newton's iteration fail names the
 * derivative and the row; and nothing is said of right ones, whatever ends the run
 * (controls). */
#include "support/models/controlled_chain.h"
#include "support/test.h"

#define CARRIAGES 3
#define N         (2 + CARRIAGES)
#define R         (2 * CARRIAGES)

/* With these blocks given (bits). */
static struct small *begin(struct controlled_chain *c,
                           enum problem_storage storage, int blocks)
{
  *c = controlled_chain(CARRIAGES);
  CHECK(!controlled_chain_begin(c, storage, ctx));
  CHECK(!controlled_chain_give(c, blocks, storage, 1));
  return &c->s;
}

/* At the end of a short run, where no entry is 0. */
static void check_entries(enum problem_storage storage)
{
  static const struct
  {
    enum chain_function block;
    int row, col;
    const char *text;
  } cases[] = {
    {CHAIN_SQ, 3, 3, "Sq = dF/dq: F[3] by q[3]: yours is "},
    {CHAIN_SQ, 0, 2, "Sq = dF/dq: F[0] by q[2]: yours is "},
    {CHAIN_SV, 5, 4, "Sv = dF/dv: F[5] by v[4]: yours is "},
    {CHAIN_SS, 1, 0, "Ss = dF/ds: F[1] by s[0]: yours is "},
    {CHAIN_FS, 2, 1, "Fs = df/ds: f[2] by s[1]: yours is "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
  {
    struct controlled_chain c;
    struct small *o = begin(&c, storage, CHAIN_ALL);
    long int nwrong = -1;
    CHECK(!small_solve(o, 0.3));
    CHECK(!GALPHACheckJacobian(o->mem, 0.0, &nwrong) && nwrong == 0);
    CHECK(o->said.count == 0);
    c.spoilt = cases[i].block;
    c.row    = cases[i].row;
    c.col    = cases[i].col;
    c.factor = -1.0;
    CHECK(GALPHACheckJacobian(o->mem, 0.0, &nwrong) == GALPHA_WARNING);
    CHECK(nwrong == 1 && o->said.count == 1);
    CHECK(strstr(o->said.msg, "relative deviation 2"));
    CHECK(caught_says(&o->said, GALPHA_WARNING, cases[i].text));
    c.row = -1;
    CHECK(GALPHACheckJacobian(o->mem, 0.0, NULL) == GALPHA_WARNING);
    CHECK(caught_says(&o->said, GALPHA_WARNING,
                      "the whole block has the opposite sign"));
    c.factor = 1.0;
    CHECK(!small_solve(o, 0.5) && !GALPHACheckJacobian(o->mem, 0.0, NULL));
    CHECK(o->said.count == 0);
  }
}

/* Without a function the pattern is what can be wrong. */
static void check_pattern(void)
{
  struct controlled_chain c;
  struct small *o;
  long int nwrong = 0;
  SUNMatrix none  = KEEP(SUNSparseMatrix(R, N, 1, CSC_MAT, ctx));
  o               = begin(&c, PROBLEM_SPARSE, 0);
  CHECK(!controlled_chain_give(&c, 1 << CHAIN_SS, PROBLEM_SPARSE, 0));
  CHECK(!GALPHACheckJacobian(o->mem, 0.0, &nwrong) && nwrong == 0);
  o = begin(&c, PROBLEM_SPARSE, 0);
  CHECK(!GALPHASetStatesJacVel(o->mem, none, NULL));
  CHECK(GALPHACheckJacobian(o->mem, 0.0, &nwrong) == GALPHA_WARNING);
  CHECK(nwrong == CARRIAGES);
  CHECK(caught_says(&o->said, GALPHA_WARNING,
                    "Sv = dF/dv: F[5] by v[4]: missing in the pattern"));
}

static void check_failure(void)
{
  struct controlled_chain c;
  struct small *o = begin(&c, PROBLEM_DENSE, CHAIN_ALL);
  CHECK(!small_solve(o, 0.1));
  c.fails    = CHAIN_SV;
  c.at       = 1;
  c.for_good = 1;
  c.ret      = 7;
  REFUSED(&o->said, GALPHACheckJacobian(o->mem, 0.0, NULL), GALPHA_RES_FAIL,
          "states' dF/dv returned 7");
  c.at = 0;
  CHECK(!GALPHACheckJacobian(o->mem, 0.0, NULL) && !small_solve(o, 0.2));
}

/* A derivative wrong from t = 0.1 on. */
static void check_run(enum chain_function block, sunrealtype factor,
                      sunrealtype h, const char *text)
{
  struct controlled_chain c;
  struct small *o = begin(&c, PROBLEM_SPARSE, CHAIN_ALL);
  CHECK(!GALPHASetFixedStep(o->mem, 0.01) && !small_solve(o, 0.1));
  const sunrealtype q0 = small_q(o)[2];
  c.spoilt             = block;
  c.row                = -1;
  c.factor             = factor;
  CHECK(!GALPHASetFixedStep(o->mem, h));
  CHECK(small_solve(o, 1.0) == GALPHA_CONV_FAIL);
  const int names = strstr(o->said.msg, "is not the derivative") != NULL;
  CHECK(names == (text != NULL));
  if (text) { CHECK(caught_says(&o->said, GALPHA_CONV_FAIL, text)); }
  CHECK(small_q(o)[2] == q0);
  c.factor = 1.0;
  CHECK(!GALPHASetFixedStep(o->mem, 0.01) && !small_solve(o, 0.3));
}

TEST_MAIN()
{
  for (int s = 0; s < PROBLEM_STORAGES; s++)
  {
    check_entries((enum problem_storage)s);
  }
  check_pattern();
  check_failure();
  check_run(CHAIN_SQ, -2000.0, 0.05,
            "dF/dq is not the derivative of the states' F[");
  check_run(CHAIN_SV, -2000.0, 0.05,
            "dF/dv is not the derivative of the states' F[");
  check_run(CHAIN_SS, -2000.0, 0.05,
            "dF/ds is not the derivative of the states' F[");
  check_run(CHAIN_FS, -2000.0, 0.05,
            "df/ds is not the derivative of the forces near row ");
  check_run(CHAIN_SQ, 1.0, 20.0, NULL);
}
