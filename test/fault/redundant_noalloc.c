/* Redundant constraints that are gone on with: GALPHASolve allocates nothing once its
 * first steps are made. */
#include "support/check/count_alloc.h"

#include "support/models/combined_rows.h"
#include "support/models/reference.h"
#include "support/test.h"

TEST_MAIN(ctx)
{
  static const sunrealtype T[42] = {
    [0] = 0.3, [1] = 0.7, [14 + 13] = -1.0, [28 + 5] = 2.0};
  const struct problem pb = ref_fourbar();
  struct combined c;
  CHECK(!combined_new(&c, &pb, 3, T, 0, NULL, 1, ctx));
  for (int i = 0; i < 9; i++)
  {
    struct problem_state s;
    void *mem =
      problem_create(&c.pb, ctx, i % 3 ? PROBLEM_SPARSE : PROBLEM_DENSE);
    CHECK(!problem_state_new(&s, &c.pb, ctx));
    CHECK(!GALPHASetFormulation(mem, GALPHA_SOI2 + i / 3));
    CHECK(!GALPHASetOption(mem, "ldlt", i % 3 == 2));
    CHECK(!GALPHASetRedundancy(mem, GALPHA_REDUNDANT_LEAST_NORM));
    CHECK(!GALPHASolve(mem, 0.01, &s.t, s.q, s.v, GALPHA_NORMAL));
    const long calls = count_alloc.calls;
    CHECK(!GALPHASolve(mem, 0.2, &s.t, s.q, s.v, GALPHA_NORMAL));
    CHECK(count_alloc.calls == calls);
    GALPHAFree(&mem);
    problem_state_free(&s);
  }
  combined_free(&c);
}
