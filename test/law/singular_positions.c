/* A chain of four-bar linkages that passes singular positions (bars in line) in the
 * residual form, index 3 by F(t,y,y',y'') and index 2 (Gear, Gupta, Leimkuhler) by
 * F(t,y,y'): multipliers change there by round-off divided by h or h^2, so that a step
 * once made smaller never recovered. At tolerances 1e-2 ... 1e-7 that ended in failure
 * (24 of 130 for either form; IDA: 2 of GGL's) runs get through, and positions are
 * right to what the tolerance makes of the chain's sensitivity. */
#include "support/test.h"

/* The i-th of 130 tolerances. */
static sunrealtype tolerance(int i)
{
  return pow(10.0, -2.0 - 5.0 * i / 129.0);
}

static void check_end(const struct problem *pb, const char *form, int i,
                      int code, const struct caught *said, sunrealtype t,
                      const sunrealtype *q)
{
  struct problem_state s;
  CHECK(!problem_state_new(&s, pb, ctx));
  CHECK(
    !pb->exact(t, N_VGetArrayPointer(s.q), NULL, NULL, NULL, NULL, pb->data));
  const sunrealtype error = problem_dist(q, N_VGetArrayPointer(s.q), pb->n);
  check_of("%s %d: tolerance %.2e to t = %g", form, i, tolerance(i), t);
  CHECK(code >= 0);
  if (t <= 1.0) { CHECK_IN(error, 0.0, 20.0 * pow(tolerance(i), 2.0 / 3.0)); }
}

static void by_residual(const struct problem *pb, int form, int i,
                        sunrealtype t)
{
  SMALL(s, .pb = pb, .formulation = form, .rtol = tolerance(i),
        .set = {{"max_num_steps", -1}});
  if (form == SMALL_INDEX2) { CHECK(!GALPHASetSuppressAlg(s->mem, 1)); }
  const int code = small_solve(s, t);
  check_end(pb, form == SMALL_INDEX2 ? "GGL" : "index 3", i, code, &s->said,
            s->t, small_q(s));
}

TEST_MAIN()
{
  static const int tight[]  = {40, 80, 91, 113, 125, 128};
  static const int loose[]  = {4, 8, 13, 17, 19};
  static const int of_ggl[] = {0, 40, 80, 119, 121, 128, 129};
  const struct problem pb   = ref_fourbar();
  for (size_t i = 0; i < sizeof tight / sizeof tight[0]; i++)
  {
    by_residual(&pb, SMALL_INDEX3, tight[i], 1.0);
  }
  for (size_t i = 0; i < sizeof loose / sizeof loose[0]; i++)
  {
    by_residual(&pb, SMALL_INDEX3, loose[i], 4.0);
  }
  for (size_t i = 0; i < sizeof of_ggl / sizeof of_ggl[0]; i++)
  {
    by_residual(&pb, SMALL_INDEX2, of_ggl[i], 1.0);
  }
}
