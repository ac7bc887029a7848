/* The yardstick itself: IDA on the reference problems reproduces their exact or
 * accurate solutions, which come from elsewhere. */
#include "support/check/agreement.h"
#include "support/ida/solve.h"
#include "support/test.h"

struct known
{
  struct problem pb;
  sunrealtype t1, qscale, vscale;
  sunrealtype want;       /* relative error of q and v at rtol 1e-10 */
  sunrealtype multiplier; /* absolute tolerance of multipliers */
};

static sunrealtype error(N_Vector x, N_Vector exact)
{
  return relative(N_VGetArrayPointer(x), N_VGetArrayPointer(exact),
                  N_VGetLength(x));
}

static void reproduces(const struct known *c)
{
  const struct ida_ref_tolerances tol = {1e-10, 1e-10 * c->qscale,
                                         1e-10 * c->vscale, c->multiplier};
  struct problem_state s, exact;
  long int steps = 0;
  CHECK(problem_state_new(&s, &c->pb, ctx) == 0);
  CHECK(problem_state_new(&exact, &c->pb, ctx) == 0);
  CHECK(ref_exact_state(&c->pb, ctx, c->t1, &exact) == 0);
  CHECK(ida_ref_solve(&c->pb, ctx, &tol, c->t1, &s, &steps) == 0);
  CHECK_IN(error(s.q, exact.q), 0.0, c->want);
  CHECK_IN(error(s.v, exact.v), 0.0, c->want);
  CHECK_IN(error(s.a, exact.a), 0.0, 30.0 * c->want);
  if (s.lambda) { CHECK_IN(error(s.lambda, exact.lambda), 0.0, 1e-4); }
  if (s.psi) { CHECK_IN(error(s.psi, exact.psi), 0.0, 1e-4); }
}

TEST_MAIN()
{
  struct ref_slider_crank slider = {1.0};
  struct ref_heavy_top top       = {1.0};
  const struct known all[]       = {
          {ref_pendulum(REF_PENDULUM_CASH), 1.0, 0.1, 0.1, 1e-6, 1.0},
          {ref_pendulum(REF_PENDULUM_IFTOMM), 10.0, 0.1, 0.1, 1e-6, 1.0},
          {ref_pendulum(REF_PENDULUM_PERIOD2), 4.7, 0.1, 0.1, 1e-6, 1.0},
          {ref_andrews(), 0.03, 1.0, 100.0, 1e-6, 1.0},
          {ref_caraxis(1), 3.0, 0.1, 0.1, 1e-5, 1.0},
          {ref_heavy_top(&top), 0.2, 0.1, 10.0, 1e-6, 1.0},
          {ref_heavy_top(&top), 2.0, 0.1, 10.0, 1e-4, 1.0},
          {ref_fourbar(), 0.5, 0.1, 1.0, 1e-6, 1.0},
          {ref_skate(), 1.0, 0.1, 0.1, 1e-7, 1.0},
          {ref_sleigh(), 5.0, 0.1, 0.1, 1e-7, 1.0},
          {ref_rolling(), 3.0, 0.1, 0.1, 1e-7, 1.0},
          {ref_slider_crank(&slider), 1.0, 0.1, 0.1, 1e-6, 1.0},
          {ref_slider_crank(&slider), 2.0, 0.1, 0.1, 1e-6, 1.0},
          {ref_slider_crank(&slider), 5.0, 0.1, 0.1, 1e-6, 1.0},
          {ref_slider_crank(&slider), 10.0, 0.1, 0.1, 1e-6, 1.0},
          {ref_moving_base(), 0.5, 0.1, 1.0, 1e-6, 1.0},
          {paper_problem15, 1.0, 0.1, 0.1, 1e-8, 1e-5},
          {paper_double_pendulum, 2.0, 0.1, 1.0, 1e-7, 1.0}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    reproduces(&all[i]);
  }
}
