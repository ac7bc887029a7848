/* Mechanics by products: GALPHASolve allocates nothing after the start, in varying and
 * in constant steps, with and without the preconditioner, also where a product fails;
 * counted over the whole program. */
#include "support/check/count_alloc.h"

#include "model.h"

static long allocations(struct model *m)
{
  int flag          = go(m, 0.02);
  const long before = count_alloc.calls;
  for (int i = 1; flag >= 0 && i < 10; i++)
  {
    if (i == 5)
    {
      m->fails     = 'G';
      m->value     = 1;
      m->countdown = 20;
    }
    flag = go(m, 0.02 + 0.02 * i);
    if (flag >= 0)
    {
      flag = GALPHAGetMultipliers(m->mem, m->t, m->lambda, NULL);
    }
  }
  CHECK(m->countdown < 1);
  m->fails = 0;
  if (flag >= 0) { flag = GALPHASetFixedStep(m->mem, 1e-3); }
  while (flag >= 0 && m->t < 0.25) { flag = go_step(m, 0.3); }
  CHECK(flag >= 0);
  return count_alloc.calls - before;
}

TEST_MAIN()
{
  struct model m;
  model_begin(&m);
  test_quiet();
  /* ManyVector's own ones allocate */
  CHECK(!N_VEnableFusedOps_ManyVector(m.x, SUNFALSE));
  for (int i = 0; i < 8; i++)
  {
    const struct way w = {.formulation = i & 1 ? GALPHA_SOI2 : GALPHA_INDEX3,
                          .products    = 1,
                          .plain       = (i & 2) != 0,
                          .differenced = (i & 4) != 0};
    begin(&m, &w);
    CHECK(allocations(&m) == 0);
  }
  CHECK(!COUNT_ALLOC || count_alloc.calls > 0);
}
