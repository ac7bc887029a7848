/* A struct problem lowered to the residual form: y = (q, lambda, psi) of orders
 * 2, 0, 0 and F = (M q'' - f, g, k), index 3. */
#ifndef GALPHA_TEST_SUPPORT_LOWERING_RESIDUAL_H
#define GALPHA_TEST_SUPPORT_LOWERING_RESIDUAL_H

#include "support/lowering/equations.h"
#include "support/run/residual.h"

struct residual_mech
{
  struct residual_problem pb; /* its data is this struct */
  struct equations eq;
  struct problem_state start; /* q, v, a, lambda, psi of pb's start */
  struct problem_state at;    /* views of the callback's vectors    */
  struct problem_state r;
  sunrealtype *order;
};

/* start is that of mech with the accelerations and multipliers that the
 * equations of motion give; the caller may change it. 0 on success. */
int residual_mech_new(struct residual_mech *m, const struct problem *mech,
                      SUNContext ctx);
/* Tolerances of q; those of the multipliers are `multiplier`, absolute: their
 * last digits are lost like 1/h^2. */
int residual_mech_tolerances(const struct residual_mech *m, void *mem,
                             sunrealtype rtol, sunrealtype atol,
                             sunrealtype multiplier);
void residual_mech_free(struct residual_mech *m);

#endif
