/* Regularised friction: at most twice IDA's steps (GGL form, or the ODE of a body without
 * constraints) at the same tolerances of q and v; and as few where IDA takes more than
 * 20,000, because friction sets in at speeds far below the tolerance. */
#include "support/models/friction.h"

#include "support/ida/solve.h"
#include "support/test.h"

#define END SUN_RCONST(10.0)
#define FEW 100

static long int steps_of_galpha(const struct problem *pb, int formulation,
                                sunrealtype rho, sunrealtype tol)
{
  SMALL(s, .pb = pb, .formulation = formulation, .rtol = tol,
        .set = {{"rho_inf", rho}});
  CHECK(!GALPHASStolerancesVel(s->mem, tol, tol));
  CHECK(!small_solve(s, END));
  return count_of(s->mem, GALPHAGetNumSteps);
}

static long int steps_of_ida(const struct problem *pb, sunrealtype tol)
{
  const struct ida_ref_tolerances all = {tol, tol, tol, tol};
  struct problem_state s;
  long int steps = 0;
  CHECK(!problem_state_new(&s, pb, ctx));
  CHECK(!ida_ref_solve(pb, ctx, &all, END, &s, &steps));
  return steps;
}

static void check(const struct problem *pb)
{
  static const struct
  {
    sunrealtype vs, tol;
    int without_ida;
  } at[] = {{1e-3, 1e-3, 0}, {1e-3, 1e-4, 0}, {1e-3, 1e-5, 0}, {1e-3, 1e-6, 0},
            {1e-4, 1e-3, 1}, {1e-4, 1e-4, 0}, {1e-4, 1e-5, 0}, {1e-4, 1e-6, 0},
            {1e-6, 1e-3, 1}, {1e-6, 1e-4, 1}, {1e-6, 1e-5, 1}, {1e-6, 1e-6, 0}};
  const sunrealtype rhos[] = {0.0, 0.6, 0.9};
  struct friction *d       = pb->data;
  for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
  {
    d->vs           = at[i].vs;
    const long most = at[i].without_ida ? FEW : 2 * steps_of_ida(pb, at[i].tol);
    for (int k = 0; k < (pb->m ? 6 : 3); k++)
    {
      const int formulation = k < 3 ? GALPHA_SOI2 : GALPHA_INDEX3;
      CHECK_IN(steps_of_galpha(pb, formulation, rhos[k % 3], at[i].tol), 10,
               most);
    }
  }
}

TEST_MAIN()
{
  test_quiet();
  struct friction block_data = {.mu = 1.0, .load = 0.5};
  struct friction slope_data = {.mu = 0.6, .angle = 0.4};
  const struct problem block = friction_block(&block_data);
  const struct problem slope = friction_slope(&slope_data);
  check(&block);
  check(&slope);
}
