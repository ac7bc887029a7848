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

struct run
{
  struct controlled_chain c;
  void *mem;
  struct caught said;
  N_Vector q, v, s;
  sunrealtype t;
};

static void begin(struct run *r, enum chain_storage storage, int order,
                  int formulation, SUNContext ctx)
{
  r->c   = controlled_chain(CARRIAGES);
  r->mem = KEEP(controlled_chain_create(&r->c, storage, ctx));
  r->q   = KEEP(N_VNew_Serial(N, ctx));
  r->v   = KEEP(N_VNew_Serial(N, ctx));
  r->s   = KEEP(N_VNew_Serial(R, ctx));
  r->t   = 0.0;
  memset(&r->said, 0, sizeof r->said);
  CHECK(r->mem && !GALPHASetErrHandlerFn(r->mem, caught_handler, &r->said));
  CHECK(!GALPHASetMaxOrd(r->mem, order));
  CHECK(!GALPHASetOption(r->mem, "max_jacobian_age", 0));
  CHECK(!GALPHASetFormulation(r->mem, formulation));
  for (int i = 0; i < CHAIN_BLOCKS; i++)
  {
    CHECK(!controlled_chain_give(&r->c, r->mem, (enum chain_function)i, storage,
                                 1, ctx));
  }
}

static int solve(struct run *r, sunrealtype tout)
{
  return GALPHASolve(r->mem, tout, &r->t, r->q, r->v, GALPHA_NORMAL);
}

static void arm(struct run *r, enum chain_function which, long k, int ret,
                int for_good)
{
  r->c.fails    = which;
  r->c.at       = r->c.calls[which] + k;
  r->c.ret      = ret;
  r->c.for_good = for_good;
}

/* q, v and s of the last accepted step. */
struct state
{
  sunrealtype t, x[2 * N + R];
};

static struct state read(const struct run *r)
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
static struct state calm(enum chain_storage storage, int order, int formulation,
                         long *calls, SUNContext ctx)
{
  struct run r;
  begin(&r, storage, order, formulation, ctx);
  CHECK(!GALPHASetStopTime(r.mem, END) && solve(&r, END) >= 0);
  memcpy(calls, r.c.calls, sizeof r.c.calls);
  return read(&r);
}

/* Call k fails once; the start does not recover. */
static void check_once(enum chain_storage storage, int order, int formulation,
                       SUNContext ctx)
{
  long calls[CHAIN_FUNCTIONS];
  const struct state right = calm(storage, order, formulation, calls, ctx);
  const long each          = call_sites_stride(100);
  for (int w = 0; w < CHAIN_FUNCTIONS; w++)
  {
    const enum chain_function which = (enum chain_function)w;
    long overcome                   = 0;
    CHECK(calls[w] > 10);
    for (long k = 1; k < calls[w]; k += each)
    {
      struct run r;
      begin(&r, storage, order, formulation, ctx);
      CHECK(!GALPHASetStopTime(r.mem, END));
      arm(&r, which, k, 1, 0);
      int ret = solve(&r, END);
      if (ret < 0)
      {
        CHECK(ret == GALPHA_FIRST_RES_FAIL && r.t == 0.0);
        CHECK(caught_says(&r.said, GALPHA_FIRST_RES_FAIL, names[w]));
        ret = solve(&r, END);
      }
      else { overcome++; }
      CHECK(ret == GALPHA_TSTOP_RETURN && r.said.count == 0);
      const struct state z = read(&r);
      CHECK(z.t == right.t);
      CHECK_IN(apart(&z, &right), 0.0, 1e-3);
    }
    CHECK(each > 1 || overcome > calls[w] / 2);
  }
}

/* From a time in the run on: ret > 0, < 0, a NaN (0), a bad pattern. */
static void check_lasting(enum chain_storage storage, int order, int ret,
                          int code, const char *text, SUNContext ctx)
{
  const int functions =
    ret == CHAIN_BAD_PATTERN ? (int)CHAIN_BLOCKS : (int)CHAIN_FUNCTIONS;
  for (int w = 0; w < functions; w++)
  {
    struct run r;
    begin(&r, storage, order, GALPHA_SOI2, ctx);
    CHECK(!solve(&r, 0.1));
    const struct state before = read(&r);
    arm(&r, (enum chain_function)w, 1, ret, 1);
    CHECK(solve(&r, 1.0) == code);
    CHECK(strstr(r.said.msg, names[w]) && strstr(r.said.msg, "t = "));
    CHECK(ret == CHAIN_BAD_PATTERN || strstr(r.said.msg, "step h = "));
    CHECK(caught_says(&r.said, code, text));
    const struct state now = read(&r);
    CHECK(memcmp(&now, &before, sizeof now) == 0);
    r.c.at = 0;
    CHECK(!solve(&r, call_sites_under_valgrind() ? 0.2 : 1.0));
    CHECK(r.said.count == 0);
  }
}

/* At the first call already. */
static void check_first(enum chain_storage storage, int ret, int code,
                        SUNContext ctx)
{
  for (int w = 0; w < CHAIN_BLOCKS; w++)
  {
    struct run r;
    begin(&r, storage, 2, GALPHA_SOI2, ctx);
    arm(&r, (enum chain_function)w, 1, ret, 1);
    CHECK(GALPHACalcIC(r.mem, GALPHA_PROJECT_INIT, 1.0) == code);
    CHECK(caught_says(&r.said, code, names[w]));
    r.c.at = 0;
    CHECK(!GALPHACalcIC(r.mem, GALPHA_PROJECT_INIT, 1.0) && !solve(&r, 0.1));
  }
}

TEST_MAIN(ctx)
{
  for (int s = 0; s < CHAIN_STORAGES; s++)
  {
    const enum chain_storage storage = (enum chain_storage)s;
    for (int order = 2; order <= 5; order += 3)
    {
      check_lasting(storage, order, 3, GALPHA_REP_RES_ERR, "returned 3", ctx);
      check_lasting(storage, order, -3, GALPHA_RES_FAIL, "returned -3", ctx);
      check_lasting(storage, order, 0, GALPHA_REP_RES_ERR, "not finite", ctx);
    }
    check_first(storage, 2, GALPHA_FIRST_RES_FAIL, ctx);
    check_first(storage, -2, GALPHA_RES_FAIL, ctx);
  }
  check_once(CHAIN_DENSE, 2, GALPHA_SOI2, ctx);
  check_once(CHAIN_CSC, 5, GALPHA_SOI2, ctx);
  check_once(CHAIN_CSR, 5, GALPHA_INDEX3, ctx);
  check_lasting(CHAIN_CSC, 2, CHAIN_BAD_PATTERN, GALPHA_ILL_INPUT,
                "sparse matrix", ctx);
  check_lasting(CHAIN_CSR, 5, CHAIN_BAD_PATTERN, GALPHA_ILL_INPUT,
                "sparse matrix", ctx);
}
