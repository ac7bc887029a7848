/* Redundant constraints, gone on with: the k-th allocation of the start and of a run
 * fails, k = 0, 1, ... The call says GALPHA_MEM_FAIL, the next one goes on with the
 * same results, and nothing is lost. In mid-run nothing is allocated. */
#include "alloc_budget.h"

#include "support/models/combined_rows.h"
#include "support/models/reference.h"
#include "support/test.h"

static int call(void *mem, int i, struct problem_state *s)
{
  if (i == 0) { return GALPHACalcIC(mem, GALPHA_PROJECT_INIT, 0.1); }
  return GALPHASolve(mem, 0.01 * i, &s->t, s->q, s->v, GALPHA_NORMAL);
}

#define CALLS 3

static struct call_sites sites;

/* Returns whether an allocation failed. */
static int live_with(const struct combined *c, enum problem_storage storage,
                     int formulation, long k, struct problem_state *s,
                     SUNContext ctx)
{
  struct caught said = {0};
  int i = 0, ret = 0;
  void *mem = problem_create(&c->pb, ctx, storage);
  CHECK(mem && !GALPHASetErrHandlerFn(mem, caught_handler, &said));
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASetRedundancy(mem, GALPHA_REDUNDANT_LEAST_NORM));
  budget_begin(k, &sites);
  for (; i < CALLS && (ret = call(mem, i, s)) == 0; i++) {}
  budget_end();
  if (budget.failed)
  {
    if (ret != GALPHA_MEM_FAIL) { printf("%ld: call %d gave %d\n", k, i, ret); }
    CHECK(ret == GALPHA_MEM_FAIL && i < 2);
    CHECK(said.code == GALPHA_MEM_FAIL && said.count == 1);
  }
  for (; i < CALLS; i++) { CHECK(call(mem, i, s) == 0); }
  GALPHAFree(&mem);
  return budget.failed;
}

static void check(const struct combined *c, SUNContext ctx)
{
  for (int i = 0; i < 6; i++)
  {
    const enum problem_storage storage = i % 2 ? PROBLEM_SPARSE : PROBLEM_DENSE;
    struct problem_state right, s;
    CHECK(!problem_state_new(&right, &c->pb, ctx));
    CHECK(!problem_state_new(&s, &c->pb, ctx));
    CHECK(!live_with(c, storage, GALPHA_SOI2 + i / 2, -1, &right, ctx));
    long k = call_sites_next(&sites, -1);
    for (; k < 10000; k = call_sites_next(&sites, k))
    {
      const long before = budget.live;
      if (!live_with(c, storage, GALPHA_SOI2 + i / 2, k, &s, ctx)) { break; }
      CHECK(budget.live == before);
      CHECK(problem_dist(N_VGetArrayPointer(s.q), N_VGetArrayPointer(right.q),
                         c->pb.n) < 1e-11); /* a step made anew */
    }
    printf("%s %d: %ld allocations\n", c->pb.name, i, k);
    CHECK(k > 30);
    problem_state_free(&s);
    problem_state_free(&right);
  }
}

TEST_MAIN(ctx)
{
  static const sunrealtype T[]  = {1.0, 2.0, -1.0, 0.5, 0.1, 3.0};
  const struct problem pendulum = ref_pendulum(REF_PENDULUM_IFTOMM);
  const struct problem belt     = ref_belt(1);
  struct combined c;
  galpha_test_quiet(ctx);
  CHECK(!combined_new(&c, &pendulum, 6, T, 0, NULL, 0, ctx));
  check(&c, ctx);
  combined_free(&c);
  CHECK(!combined_new(&c, &belt, 2, T, 3, T, 1, ctx));
  check(&c, ctx);
  combined_free(&c);
}
