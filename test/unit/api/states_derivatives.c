/* Derivatives of states that are stated wrongly, too early, too late or for another form:
 * refused with the block; the last of several calls counts, and NULL takes one back. */
#include <galpha/galpha_matrixfree.h>

#include "support/models/controlled_chain.h"
#include "support/test.h"

#define ILL(call, text) ILL_INPUT(&o->said, call, text)

/* s0' = -s0, and the force s1 = -q. */
STATES_IS(states, -s[0], -q[0])
STATE_FORCE_IS(force, s[1])

static int derivative(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                      SUNMatrix J, void *data)
{
  return -1; /* is never called */
}

static const struct
{
  int (*set)(void *mem, SUNMatrix A, GALPHAStatesJacFn fn);
  int rows, cols; /* of two states beside one coordinate */
  const char *size, *kind, *without, *pattern;
} setters[] = {
#define SETTER(name, block, rows, cols)                                        \
  {                                                                            \
    name, rows, cols,                                                          \
      "the block " block " is 3 x 3, expected " #rows " x " #cols,             \
      "the block " block " must be a dense or sparse",                         \
      "a function is given, but " block " is NULL", "the sparse matrix " block \
  }
  SETTER(GALPHASetStatesJacPos, "Sq", 2, 1),
  SETTER(GALPHASetStatesJacVel, "Sv", 2, 1),
  SETTER(GALPHASetStatesJacStates, "Ss", 2, 2),
  SETTER(GALPHASetForceJacStates, "Fs", 1, 2)};

static void check_wrong(struct small *o, int i)
{
  void *mem       = o->mem;
  SUNMatrix three = KEEP(SUNDenseMatrix(3, 3, ctx));
  SUNMatrix band  = KEEP(SUNBandMatrix(2, 1, 1, ctx));
  SUNMatrix bad =
    KEEP(SUNSparseMatrix(setters[i].rows, setters[i].cols, 1, CSC_MAT, ctx));
  SM_INDEXPTRS_S(bad)[setters[i].cols] = 1;
  SM_INDEXVALS_S(bad)[0]               = 7;
  CHECK(setters[i].set(NULL, three, derivative) == GALPHA_MEM_NULL);
  ILL(setters[i].set(mem, three, derivative), setters[i].size);
  ILL(setters[i].set(mem, band, derivative), setters[i].kind);
  ILL(setters[i].set(mem, NULL, derivative), setters[i].without);
  ILL(setters[i].set(mem, bad, NULL), setters[i].pattern);
}

static void check_statement(void)
{
  struct small object, *o = &object;
  BEGIN(o, .q = VALUES(1.0), .rtol = 1e-6);
  for (int i = 0; i < COUNT_OF(setters); i++)
  {
    ILL(setters[i].set(o->mem, NULL, NULL), "call GALPHASetStates");
  }
  CHECK(!GALPHASetStates(o->mem, small_vector(ctx, 2, VALUES(1.0, 1.0)),
                         small_vector(ctx, 2, VALUES(1.0, 0.0)), states,
                         force));
  for (int i = 0; i < COUNT_OF(setters); i++)
  {
    SUNMatrix A = KEEP(SUNDenseMatrix(setters[i].rows, setters[i].cols, ctx));
    check_wrong(o, i);
    CHECK(!setters[i].set(o->mem, A, derivative));
    CHECK(!setters[i].set(o->mem, NULL, NULL)); /* differenced again */
  }
  SUNMatrix none = KEEP(SUNSparseMatrix(2, 1, 1, CSC_MAT, ctx));
  CHECK(!GALPHASetStatesJacVel(o->mem, none, NULL)); /* zero */
  CHECK(!GALPHACheckJacobian(o->mem, 0.0, NULL));
  CHECK(!small_solve(o, 1.0) && o->said.count == 0);
  CHECK_NEAR(small_q(o)[0], cos(1.0), 1e-4);
  for (int i = 0; i < COUNT_OF(setters); i++)
  {
    ILL(setters[i].set(o->mem, NULL, NULL), "fixed since");
  }
}

/* out = x, the mass matrix 1 */
PRODUCT_EACH(unity, x[i])

FORCE_IS(nothing, 0.0)
RESIDUAL1_IS(decay, yp[0] + y[0])

static void check_other_forms(void)
{
  struct small object, *o = &object;
  N_Vector x = small_vector(ctx, 1, NULL);
  BEGIN(o, .res1 = decay);
  for (int i = 0; i < COUNT_OF(setters); i++)
  {
    ILL(setters[i].set(o->mem, NULL, NULL), "belongs to the mechanical form");
  }
  void *mem = KEEP(GALPHACreate(ctx));
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &o->said));
  CHECK(!GALPHAInitMechTimes(mem, unity, nothing, 0.0, x, x));
  for (int i = 0; i < COUNT_OF(setters); i++)
  {
    ILL(setters[i].set(mem, NULL, NULL), "needs matrices");
  }
}

/* A derivative given twice counts as the last; taken back, F is differenced. */
static void check_last_counts(void)
{
  long calls[3];
  for (int way = 0; way < 3; way++)
  {
    struct controlled_chain c = controlled_chain(2);
    CHECK(!controlled_chain_begin(&c, PROBLEM_DENSE, ctx));
    for (int give = 0; give < 2 && way > 0; give++)
    {
      CHECK(!controlled_chain_give(&c, 1 << CHAIN_SQ,
                                   give ? PROBLEM_DENSE : PROBLEM_CSR, 1));
    }
    if (way == 2) { CHECK(!GALPHASetStatesJacPos(c.s.mem, NULL, NULL)); }
    CHECK(!small_solve(&c.s, 0.1));
    calls[way] = c.calls[CHAIN_STATES];
    CHECK((c.calls[CHAIN_SQ] > 0) == (way == 1));
  }
  CHECK(calls[1] < calls[0] && calls[2] == calls[0]);
}

TESTS(check_statement, check_other_forms, check_last_counts)
