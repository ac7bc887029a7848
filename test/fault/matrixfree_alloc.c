/* Mechanics by products: the k-th allocation fails, k = 0, 1, 2, ... until none is
 * left, from GALPHACreate to the end of a run. The call returns GALPHA_MEM_FAIL (or
 * NULL), nothing leaks, and the same call works as soon as there is memory, with the
 * same results. */
#include "alloc_budget.h"
#include "support/check/caught_message.h"

#include "unit/matrixfree/model.h"

WRAP_NEW(SUNMatrix, SUNMatNewEmpty, (SUNContext c), (c))

struct life
{
  struct model m;
  SUNLinearSolver LS;
  void *mem;
  struct caught c;
  int formulation;
};

#define CALLS 13

static int state(struct life *x, int i)
{
  struct model *m = &x->m;
  switch (i)
  {
  case 0:
    x->mem = GALPHACreate(m->ctx);
    if (x->mem) { GALPHASetErrHandlerFn(x->mem, caught_handler, &x->c); }
    return x->mem ? 0 : GALPHA_MEM_FAIL;
  case 1: return GALPHAInitMechTimes(x->mem, times_M, force, 0.0, m->q, m->v);
  case 2: /* the second time it replaces the first */
  case 3:
    return GALPHASetHolonomicTimes(x->mem, m->lambda, g, times_G, times_GT);
  case 4:
  case 5:
    return GALPHASetUnknowns(x->mem, m->x, N_VGetSubvector_ManyVector, Q,
                             LAMBDA);
  case 6: return GALPHASetLinearSolver(x->mem, x->LS, NULL);
  default: return GALPHASaddlePrecInitMech(x->mem, setup_S, solve_S, m->number);
  }
}

/* Call number i of a whole life; 0 or a code. */
static int call(struct life *x, int i)
{
  struct model *m = &x->m;
  sunrealtype t   = 0.0;
  if (i < 9) { return state(x, i); }
  switch (i)
  {
  case 9:
    GALPHASetUserData(x->mem, m);
    GALPHASetFormulation(x->mem, x->formulation);
    return GALPHASStolerances(x->mem, 1e-5, 1e-7);
  case 10: return GALPHACalcIC(x->mem, GALPHA_PROJECT_INIT, 0.1);
  case 11: return GALPHASolve(x->mem, 0.02, &t, m->q, m->v, GALPHA_NORMAL);
  default:
    GALPHASetFixedStep(x->mem, 1e-3);
    return GALPHASolve(x->mem, 0.03, &t, m->q, m->v, GALPHA_NORMAL);
  }
}

static struct call_sites sites[2]; /* with and without repetition */

/* With the k-th allocation failing; returns whether one failed. */
static int live_with(struct life *x, long k, int repeat)
{
  int i = 0, ret = 0;
  x->mem = NULL;
  budget_begin(k, &sites[repeat]);
  for (; i < CALLS && (ret = call(x, i)) == 0; i++) {}
  budget_end();
  CHECK(ret == (budget.failed ? GALPHA_MEM_FAIL : 0));
  if (ret && ret != GALPHA_MEM_FAIL) { printf("call %d gave %d\n", i, ret); }
  CHECK(!budget.failed || i == 0 || x->c.code == GALPHA_MEM_FAIL);
  for (; repeat && i < CALLS; i++) { CHECK(call(x, i) == 0); }
  GALPHAFree(&x->mem);
  return budget.failed;
}

static void check_formulation(struct life *x, int repeat)
{
  sunrealtype end[N];
  const struct way w = {.products = 1};
  int failed         = 1;
  for (long k = -1; k < 1 || failed; k = call_sites_next(&sites[repeat], k))
  {
    place(&x->m);
    x->LS             = solver(&x->m, &w);
    const long before = budget.live;
    failed            = live_with(x, k, repeat);
    CHECK(budget.live == before);
    SUNLinSolFree(x->LS);
    const sunrealtype *q = N_VGetArrayPointer(x->m.q);
    if (k < 0) { memcpy(end, q, sizeof end); }
    for (int i = 0; repeat && i < N; i++)
    {
      CHECK_IN(fabs(q[i] - end[i]), 0.0, 1e-13);
    }
    if (!failed && k >= 0)
    {
      printf("formulation %d: %ld allocations\n", x->formulation, k);
      CHECK(k > 100);
    }
  }
}

int main(void)
{
  struct life x = {.mem = NULL};
  model_begin(&x.m);
  galpha_test_quiet(x.m.ctx);
  for (int i = 0; i < 4; i++)
  {
    x.formulation = i / 2 ? GALPHA_INDEX3 : GALPHA_SOI2;
    check_formulation(&x, i % 2);
  }
  model_end(&x.m);
  return check_done();
}
