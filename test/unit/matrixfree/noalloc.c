/* Mechanics by products: GALPHASolve allocates nothing after the start, in varying and
 * in constant steps, with and without the preconditioner, also where a product fails;
 * counted over the whole program. */
#include "support/check/count_alloc.h"

#include "model.h"

static long allocations(struct model *m, void *mem)
{
  sunrealtype t     = 0.0;
  int flag          = GALPHASolve(mem, 0.02, &t, m->q, m->v, GALPHA_NORMAL);
  const long before = count_alloc.calls;
  for (int i = 1; flag >= 0 && i < 10; i++)
  {
    if (i == 5)
    {
      m->fails     = 'G';
      m->value     = 1;
      m->countdown = 20;
    }
    flag = GALPHASolve(mem, 0.02 + 0.02 * i, &t, m->q, m->v, GALPHA_NORMAL);
    if (flag >= 0) { flag = GALPHAGetMultipliers(mem, t, m->lambda, NULL); }
  }
  CHECK(m->countdown < 1);
  m->fails = 0;
  if (flag >= 0) { flag = GALPHASetFixedStep(mem, 1e-3); }
  while (flag >= 0 && t < 0.25)
  {
    flag = GALPHASolve(mem, 0.3, &t, m->q, m->v, GALPHA_ONE_STEP);
  }
  CHECK(flag >= 0);
  return count_alloc.calls - before;
}

int main(void)
{
  struct model m;
  model_begin(&m);
  galpha_test_quiet(m.ctx);
  /* ManyVector's own ones allocate */
  CHECK(!N_VEnableFusedOps_ManyVector(m.x, SUNFALSE));
  for (int i = 0; i < 8; i++)
  {
    const struct way w = {.formulation = i & 1 ? GALPHA_SOI2 : GALPHA_INDEX3,
                          .products    = 1,
                          .plain       = (i & 2) != 0,
                          .differenced = (i & 4) != 0};
    SUNLinearSolver LS = solver(&m, &w);
    void *mem          = begin(&m, LS, &w);
    CHECK(allocations(&m, mem) == 0);
    GALPHAFree(&mem);
    SUNLinSolFree(LS);
  }
  CHECK(!COUNT_ALLOC || count_alloc.calls > 0);
  model_end(&m);
  return check_done();
}
