/* The k-th call of F, f0 and of each derivative of states or by them fails, k = 1, 2, ...:
 * once recoverably (the run goes on), for good, fatally, by a NaN or by a pattern that is
 * not one. The message names the function with t and h, the last accepted step stays as it
 * was, and the run goes on as soon as the function works again. */
#include "support/models/controlled_chain.h"
#include "support/test.h"

#define CARRIAGES 2
#define N         (2 + CARRIAGES)
#define R         (2 * CARRIAGES)
#define END       0.1

static const char *const names[CHAIN_FUNCTIONS] = {"states' dF/dq",
                                                   "states' dF/dv",
                                                   "states' dF/ds",
                                                   "df/ds",
                                                   "states' right-hand side F",
                                                   "force f"};

/* The chain with all derivatives given. */
static struct small *begin(struct controlled_chain *c,
                           enum problem_storage storage, int order,
                           int formulation)
{
  *c = controlled_chain(CARRIAGES);
  CHECK(!controlled_chain_begin(c, storage, ctx));
  CHECK(!GALPHASetMaxOrd(c->s.mem, order));
  CHECK(!GALPHASetOption(c->s.mem, "max_jacobian_age", 0));
  CHECK(!GALPHASetFormulation(c->s.mem, formulation));
  CHECK(!controlled_chain_give(c, CHAIN_ALL, storage, 1));
  return &c->s;
}

static void arm(struct controlled_chain *c, enum chain_function which, long k,
                int ret, int for_good)
{
  c->fails    = which;
  c->at       = c->calls[which] + k;
  c->ret      = ret;
  c->for_good = for_good;
}

/* q, v and s of the last accepted step. */
struct state
{
  sunrealtype t, x[2 * N + R];
};

static struct state read(const struct small *r)
{
  struct state z;
  memset(&z, 0, sizeof z);
  CHECK(!GALPHAGetCurrentTime(r->mem, &z.t));
  CHECK(!GALPHAGetDky(r->mem, z.t, 0, r->q));
  CHECK(!GALPHAGetDky(r->mem, z.t, 1, r->v));
  CHECK(!GALPHAGetStates(r->mem, z.t, r->s));
  memcpy(z.x, N_VGetArrayPointer(r->q), N * sizeof *z.x);
  memcpy(z.x + N, N_VGetArrayPointer(r->v), N * sizeof *z.x);
  memcpy(z.x + 2 * N, N_VGetArrayPointer(r->s), R * sizeof *z.x);
  return z;
}

static sunrealtype apart(const struct state *a, const struct state *b)
{
  sunrealtype far = 0.0;
  for (int i = 0; i < 2 * N + R; i++)
  {
    far = fmax(far, fabs(a->x[i] - b->x[i]));
  }
  return far;
}

/* How many calls a run makes of each function; its end. */
static struct state calm(enum problem_storage storage, int order,
                         int formulation, long *calls)
{
  struct controlled_chain c;
  struct small *r = begin(&c, storage, order, formulation);
  CHECK(!GALPHASetStopTime(r->mem, END) && small_solve(r, END) >= 0);
  memcpy(calls, c.calls, sizeof c.calls);
  return read(r);
}

/* Call k fails once; the start does not recover. */
static void check_once(enum problem_storage storage, int order, int formulation)
{
  long calls[CHAIN_FUNCTIONS];
  const struct state right = calm(storage, order, formulation, calls);
  const long each          = call_sites_stride(100);
  for (int w = 0; w < CHAIN_FUNCTIONS; w++)
  {
    const enum chain_function which = (enum chain_function)w;
    long overcome                   = 0;
    CHECK(calls[w] > 10);
    for (long k = 1; k < calls[w]; k += each)
    {
      struct controlled_chain c;
      struct small *r = begin(&c, storage, order, formulation);
      CHECK(!GALPHASetStopTime(r->mem, END));
      arm(&c, which, k, 1, 0);
      int ret = small_solve(r, END);
      if (ret < 0)
      {
        CHECK(ret == GALPHA_FIRST_RES_FAIL && r->t == 0.0);
        CHECK(caught_says(&r->said, GALPHA_FIRST_RES_FAIL, names[w]));
        ret = small_solve(r, END);
      }
      else { overcome++; }
      CHECK(ret == GALPHA_TSTOP_RETURN && r->said.count == 0);
      const struct state z = read(r);
      CHECK(z.t == right.t);
      CHECK_IN(apart(&z, &right), 0.0, 1e-3);
    }
    CHECK(each > 1 || overcome > calls[w] / 2);
  }
}

/* From a time in the run on: ret > 0, < 0, a NaN (0), a bad pattern. */
static void check_lasting(enum problem_storage storage, int order, int ret,
                          int code, const char *text)
{
  const int functions =
    ret == CHAIN_BAD_PATTERN ? (int)CHAIN_BLOCKS : (int)CHAIN_FUNCTIONS;
  for (int w = 0; w < functions; w++)
  {
    struct controlled_chain c;
    struct small *r = begin(&c, storage, order, GALPHA_SOI2);
    CHECK(!small_solve(r, 0.1));
    const struct state before = read(r);
    arm(&c, (enum chain_function)w, 1, ret, 1);
    CHECK(small_solve(r, 1.0) == code);
    CHECK(strstr(r->said.msg, names[w]) && strstr(r->said.msg, "t = "));
    CHECK(ret == CHAIN_BAD_PATTERN || strstr(r->said.msg, "step h = "));
    CHECK(caught_says(&r->said, code, text));
    const struct state now = read(r);
    CHECK(memcmp(&now, &before, sizeof now) == 0);
    c.at = 0;
    CHECK(!small_solve(r, call_sites_sampled() ? 0.2 : 1.0));
    CHECK(r->said.count == 0);
  }
}

/* At the first call already. */
static void check_first(enum problem_storage storage, int ret, int code)
{
  for (int w = 0; w < CHAIN_BLOCKS; w++)
  {
    struct controlled_chain c;
    struct small *r = begin(&c, storage, 2, GALPHA_SOI2);
    arm(&c, (enum chain_function)w, 1, ret, 1);
    CHECK(GALPHACalcIC(r->mem, GALPHA_PROJECT_INIT, 1.0) == code);
    CHECK(caught_says(&r->said, code, names[w]));
    c.at = 0;
    CHECK(!GALPHACalcIC(r->mem, GALPHA_PROJECT_INIT, 1.0) &&
          !small_solve(r, 0.1));
  }
}

TEST_MAIN()
{
  for (int s = 0; s < PROBLEM_STORAGES; s++)
  {
    const enum problem_storage storage = (enum problem_storage)s;
    for (int order = 2; order <= 5; order += 3)
    {
      check_lasting(storage, order, 3, GALPHA_REP_RES_ERR, "returned 3");
      check_lasting(storage, order, -3, GALPHA_RES_FAIL, "returned -3");
      check_lasting(storage, order, 0, GALPHA_REP_RES_ERR, "not finite");
    }
    check_first(storage, 2, GALPHA_FIRST_RES_FAIL);
    check_first(storage, -2, GALPHA_RES_FAIL);
  }
  check_once(PROBLEM_DENSE, 2, GALPHA_SOI2);
  check_once(PROBLEM_SPARSE, 5, GALPHA_SOI2);
  check_once(PROBLEM_CSR, 5, GALPHA_INDEX3);
  check_lasting(PROBLEM_SPARSE, 2, CHAIN_BAD_PATTERN, GALPHA_ILL_INPUT,
                "sparse matrix");
  check_lasting(PROBLEM_CSR, 5, CHAIN_BAD_PATTERN, GALPHA_ILL_INPUT,
                "sparse matrix");
}
