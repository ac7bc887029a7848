/* A struct problem lowered to the residual form: of index 3, y = (q, lambda, psi) of
 * orders 2, 0, 0 and F = (M q'' - f, g, k); or stabilised, of index 2 (Gear, Gupta and
 * Leimkuhler), y = (q, v, mu, lambda, psi) of orders 1, 1, 0, 0, 0 and
 *
 *     F = (v - q' - G^T mu,  M v' - f,  g,  g_t + G v,  k). */
#pragma once

#include "support/lowering/equations.h"
#include "support/run/residual.h"

struct residual_mech
{
  struct residual_problem pb; /* its data is this struct */
  struct equations eq;
  struct problem_state start; /* q, v, a, lambda, psi of pb's start */
  struct problem_state at;    /* views of the callback's vectors    */
  struct problem_state r;
  N_Vector mu, g; /* those of index 2 */
  sunrealtype *order;
};

/* start is that of mech with the accelerations and multipliers that the
 * equations of motion give; the caller may change it. 0 on success. */
int residual_mech_new(struct residual_mech *m, const struct problem *mech,
                      SUNContext ctx);
int residual_ggl_new(struct residual_mech *m, const struct problem *mech,
                     SUNContext ctx);
/* Tolerances of q; those of the multipliers are `multiplier`, absolute: their
 * last digits are lost like 1/h^2. Of index 3. */
int residual_mech_tolerances(const struct residual_mech *m, void *mem,
                             sunrealtype rtol, sunrealtype atol,
                             sunrealtype multiplier);
/* The state in y and y' of index 2, into a problem_state_new but for t. */
void residual_ggl_state(struct residual_mech *m, N_Vector y, N_Vector yp,
                        struct problem_state *s);
