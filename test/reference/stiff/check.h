/* What every stiff problem is checked for; the problem is a struct stiff_run. */
#ifndef GALPHA_TEST_REFERENCE_STIFF_CHECK_H
#define GALPHA_TEST_REFERENCE_STIFF_CHECK_H

#include "support/check/check.h"
#include "support/models/flexible/stiff_orders.h"

static const int stiff_formulations[] = {GALPHA_SOI2, GALPHA_SOI2_LITERAL};

/* Each formulation makes at most per_step iterations a step (both stages of
 * the two-stage form counted), also when the matrix is kept for 5 steps. */
static void check_work(struct stiff_run run, sunrealtype per_step)
{
  static const long ages[] = {-1, 5};

  for (int i = 0; i < 4; i++)
  {
    struct stiff_result r;

    run.formulation  = stiff_formulations[i / 2];
    run.jacobian_age = ages[i % 2];
    stiff_solve(&run, &r);
    printf("%s, formulation %d, age %ld: %ld steps, %ld iterations, %ld "
           "residuals, %ld solves, %ld Jacobians, %ld factorisations, %ld "
           "failures\n",
           run.pb->name, run.formulation, run.jacobian_age, r.steps,
           r.iterations, r.residuals, r.solves, r.jacobians, r.setups,
           r.failures);
    CHECK(r.ret == 0);
    CHECK((sunrealtype)r.iterations <= per_step * (sunrealtype)r.steps);
    stiff_free(&r);
  }
}

/* A matrix up to 5 steps old gives the motion that a fresh one gives. */
static void check_age(struct stiff_run run, sunrealtype tol)
{
  for (int i = 0; i < 2; i++)
  {
    run.formulation      = stiff_formulations[i];
    run.jacobian_age     = 0;
    struct stiff_run old = run;
    old.jacobian_age     = 5;
    const sunrealtype d  = stiff_apart(&run, &old);
    printf("%s, formulation %d: age 0 against 5: %.2e\n", run.pb->name,
           run.formulation, d);
    CHECK(d <= tol);
  }
}

/* Order 2 of q and v in the last two halvings of h; the formulations agree
 * within 6 % of their errors. Control: Newmark with gamma = 3/4 is of order 1. */
static void check_orders(struct stiff_run run, const sunrealtype *q_ref,
                         const sunrealtype *v_ref, int levels)
{
  struct stiff_orders two, literal, newmark;

  run.formulation = GALPHA_SOI2;
  CHECK(stiff_halve(run, q_ref, v_ref, levels, &two) == 0);
  run.formulation = GALPHA_SOI2_LITERAL;
  CHECK(stiff_halve(run, q_ref, v_ref, levels, &literal) == 0);
  for (int i = levels - 2; i < levels; i++)
  {
    CHECK_IN(two.order_q[i], 1.8, 2.2);
    CHECK_IN(two.order_v[i], 1.8, 2.2);
    CHECK_IN(literal.order_q[i], 1.8, 2.2);
    CHECK_IN(literal.order_v[i], 1.8, 2.2);
    CHECK_REL(two.eq[i], literal.eq[i], 0.06);
    CHECK_REL(two.ev[i], literal.ev[i], 0.06);
  }
  run.formulation = GALPHA_SOI2;
  run.family      = GALPHA_NEWMARK;
  run.par[0]      = 1.5625 / 4.0;
  run.par[1]      = 0.75;
  CHECK(stiff_halve(run, q_ref, v_ref, levels, &newmark) == 0);
  CHECK(newmark.order_q[levels - 1] <= 1.5);
  CHECK(newmark.order_v[levels - 1] <= 1.5);
}

#endif
