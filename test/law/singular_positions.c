/* A chain of four-bar linkages that passes singular positions (bars in line) in the
 * residual form, index 3 by F(t,y,y',y'') and index 2 (Gear, Gupta, Leimkuhler) by
 * F(t,y,y'): multipliers change there by round-off divided by h or h^2, so that a step
 * once made smaller never recovered. At tolerances 1e-2 ... 1e-7 that ended in failure
 * (24 of 130 for either form; IDA: 2 of GGL's) runs get through, and positions are
 * right to what the tolerance makes of the chain's sensitivity. */
#include "support/lowering/residual.h"
#include "support/models/reference.h"
#include "support/test.h"

/* The i-th of 130 tolerances. */
static sunrealtype tolerance(int i)
{
  return pow(10.0, -2.0 - 5.0 * i / 129.0);
}

static void check_end(const struct problem *pb, const char *form, int i,
                      int code, const struct caught *said, sunrealtype t,
                      const sunrealtype *q, SUNContext ctx)
{
  struct problem_state s;
  CHECK(!problem_state_new(&s, pb, ctx));
  CHECK(
    !pb->exact(t, N_VGetArrayPointer(s.q), NULL, NULL, NULL, NULL, pb->data));
  const sunrealtype error = problem_dist(q, N_VGetArrayPointer(s.q), pb->n);
  printf("%s %d: tolerance %.2e to t = %g: %d, error %.1e %s\n", form, i,
         tolerance(i), t, code, error, code < 0 ? said->msg : "");
  CHECK(code >= 0);
  if (t <= 1.0) { CHECK_IN(error, 0.0, 20.0 * pow(tolerance(i), 2.0 / 3.0)); }
  problem_state_free(&s);
}

/* GGL: from accelerations and multipliers that are not known. */
static void by_residual(const struct problem *pb, int ggl, int i, sunrealtype t,
                        SUNContext ctx)
{
  struct residual_mech low;
  struct residual_run r;
  struct caught said = {0};
  CHECK(!(ggl ? residual_ggl_new : residual_mech_new)(&low, pb, ctx));
  if (ggl)
  {
    N_VConst(0.0, low.start.a);
    N_VConst(0.0, low.start.lambda);
  }
  CHECK(!residual_begin(&r, &low.pb, ctx));
  CHECK(!GALPHASStolerances(r.mem, tolerance(i), tolerance(i)));
  if (ggl) { CHECK(!GALPHASetSuppressAlg(r.mem, 1)); }
  CHECK(!GALPHASetErrHandlerFn(r.mem, caught_handler, &said));
  const int code = GALPHASolve(r.mem, t, &r.t, r.y, r.yp, GALPHA_NORMAL);
  check_end(pb, ggl ? "GGL" : "index 3", i, code, &said, t,
            N_VGetArrayPointer(r.y), ctx);
  residual_end(&r);
  residual_mech_free(&low);
}

TEST_MAIN(ctx)
{
  static const int tight[]  = {40, 80, 91, 113, 125, 128};
  static const int loose[]  = {4, 8, 13, 17, 19};
  static const int of_ggl[] = {0, 40, 80, 119, 121, 128, 129};
  const struct problem pb   = ref_fourbar();
  for (size_t i = 0; i < sizeof tight / sizeof tight[0]; i++)
  {
    by_residual(&pb, 0, tight[i], 1.0, ctx);
  }
  for (size_t i = 0; i < sizeof loose / sizeof loose[0]; i++)
  {
    by_residual(&pb, 0, loose[i], 4.0, ctx);
  }
  for (size_t i = 0; i < sizeof of_ggl / sizeof of_ggl[0]; i++)
  {
    by_residual(&pb, 1, of_ggl[i], 1.0, ctx);
  }
}
