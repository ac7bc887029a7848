/* The reactions' share comes into the iteration matrix in the middle of a run: the k-th
 * allocation that this needs fails, k = 0, 1, 2, ... until none is left. The call
 * returns GALPHA_MEM_FAIL, nothing leaks, and the next call goes on to the end. Once the
 * share is there, steps allocate nothing. */
#include "alloc_budget.h"
#include "support/models/rest.h"
#include "support/test.h"

/* At FIRST steps are still short. */
#define FIRST 5.0
#define THEN  2e3
#define LAST  1e4

static void *begin(const struct problem *pb, SUNContext ctx,
                   enum problem_storage storage, struct caught *c,
                   struct problem_state *s)
{
  void *mem = problem_create(pb, ctx, storage);
  CHECK(mem && problem_state_new(s, pb, ctx) == 0);
  CHECK(GALPHASetErrHandlerFn(mem, caught_handler, c) == 0);
  CHECK(GALPHASStolerances(mem, 1e-4, 1e-4) == 0);
  CHECK(GALPHASolve(mem, FIRST, &s->t, s->q, s->v, GALPHA_NORMAL) == 0);
  return mem;
}

static struct call_sites sites;

/* Returns whether an allocation failed. */
static int live_with(const struct problem *pb, SUNContext ctx,
                     enum problem_storage storage, long k)
{
  struct caught c = {0};
  struct problem_state s;
  const long before = budget.live;
  void *mem         = begin(pb, ctx, storage, &c, &s);
  budget_begin(k, &sites);
  int ret = GALPHASolve(mem, THEN, &s.t, s.q, s.v, GALPHA_NORMAL);
  budget_end();
  CHECK(ret == (budget.failed ? GALPHA_MEM_FAIL : 0));
  if (budget.failed)
  {
    CHECK(c.code == GALPHA_MEM_FAIL);
    CHECK(GALPHASolve(mem, THEN, &s.t, s.q, s.v, GALPHA_NORMAL) == 0);
  }
  /* no further memory */
  budget.left = 0;
  ret         = GALPHASolve(mem, LAST, &s.t, s.q, s.v, GALPHA_NORMAL);
  budget.left = -1;
  long fails  = 0;
  GALPHAGetNumStepSolveFails(mem, &fails);
  CHECK(ret == 0 && fails <= 2);
  CHECK_IN(NV_Ith_S(s.q, 0), -1e-3, 1e-3);
  problem_state_free(&s);
  GALPHAFree(&mem);
  CHECK(budget.live == before);
  return budget.failed;
}

static void check_problem(const struct problem *pb, SUNContext ctx,
                          enum problem_storage storage)
{
  long k = -1;
  while ((live_with(pb, ctx, storage, k) || k < 0) && k < 1000)
  {
    k = call_sites_next(&sites, k);
  }
  printf("%s, storage %d: %ld allocations\n", pb->name, (int)storage, k);
  CHECK_IN(k, 20, 500);
}

TEST_MAIN(ctx)
{
  struct rest r;
  galpha_test_quiet(ctx);
  rest_string(&r, 1);
  check_problem(&r.pb, ctx, PROBLEM_DENSE);
  check_problem(&r.pb, ctx, PROBLEM_SPARSE);
  rest_rolling(&r, 0.1);
  check_problem(&r.pb, ctx, PROBLEM_SPARSE);
}
