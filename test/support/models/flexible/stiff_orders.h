/* Fixed-step runs of stiff problems: what the tests of test/reference/stiff share. */
#ifndef GALPHA_TEST_SUPPORT_MODELS_FLEXIBLE_STIFF_ORDERS_H
#define GALPHA_TEST_SUPPORT_MODELS_FLEXIBLE_STIFF_ORDERS_H

#include "support/models/problem.h"

struct stiff_run
{
  const struct problem *pb;
  SUNContext ctx;
  enum problem_storage storage;
  int formulation;
  int family; /* as GALPHASetMethod takes it */
  sunrealtype par[4];
  sunrealtype h, tend;
  sunrealtype tol;   /* rtol = atol: what Newton's test is scaled by */
  long jacobian_age; /* < 0: the default */
};

struct stiff_result
{
  int ret; /* GALPHA's code, 0 for success */
  struct problem_state s;
  long steps, iterations, residuals, solves, jacobians, setups, failures;
};

/* out->s must be freed by stiff_free, whatever the result. */
void stiff_solve(const struct stiff_run *run, struct stiff_result *out);
void stiff_free(struct stiff_result *out);

/* Distance of the states two runs of one problem end in, relative to their size
 * (the larger one of q and v); HUGE_VAL if one fails. */
sunrealtype stiff_apart(const struct stiff_run *one,
                        const struct stiff_run *other);

/* Errors of q and v at tend for h, h/2, ..., `levels` of them (at most 8), and
 * the orders between neighbours. `ref` holds q and v. Returns 0 on success. */
struct stiff_orders
{
  int levels;
  sunrealtype eq[8], ev[8], order_q[8], order_v[8];
};

int stiff_halve(struct stiff_run run, const sunrealtype *q_ref,
                const sunrealtype *v_ref, int levels, struct stiff_orders *out);

#endif
