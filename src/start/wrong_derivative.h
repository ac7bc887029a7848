/* Detects wrong derivatives and contradictory constraints, by differences along one
 * direction at the present state, which is not changed. A wrong G or K has no other
 * symptom: the constraints hold, but the motion is wrong. Wrong derivatives of the
 * force make Newton's iteration fail. */
#ifndef GALPHA_START_WRONG_DERIVATIVE_H
#define GALPHA_START_WRONG_DERIVATIVE_H

#include "start/accelerations.h"

/* A row of the user's G or K that differs from the derivative of g or k, by more than worst
 * relatively; cautious: beyond doubt, which needs the weights of a run. */
struct galpha_block_row galpha_wrong_constraint_jacobian(
  const struct galpha_ic *ic, sunrealtype worst, bool cautious);
/* By how much, relative to its rows, the user's G or K is seen to differ from the derivative
 * of g or k, as one does that is computed by differences; 0: no block of the user's. */
sunrealtype galpha_constraint_jacobian_error(const struct galpha_ic *ic,
                                             enum galpha_block_id id);
/* Blocks by products: <G^T l, x> and <l, G x> differ. */
bool galpha_wrong_transpose(const struct galpha_ic *ic);
/* A row of the user's df/dq or df/dv that is neither the derivative of the forces f0
 * nor that of the forces with reactions. */
struct galpha_block_row galpha_wrong_force_jacobian(const struct galpha_ic *ic);
/* The same for the derivatives of states and outputs and for df/ds (wrong_states.c). */
struct galpha_states_row
{
  enum galpha_first_order_block block;
  sunindextype row; /* -1: none */
};
struct galpha_states_row galpha_wrong_states_jacobian(
  const struct galpha_ic *ic);
/* A row of the user's Jacobian of the residual form, with the shifts of the last step,
 * that differs from the derivative of F; -1: none. Overwrites the iteration matrix,
 * which the next step rebuilds. */
sunindextype galpha_wrong_residual_jacobian(const struct galpha_ic *ic);
/* A component of the forces, of F, that differs between two calls at the present state;
 * -1: none. */
sunindextype galpha_unrepeatable_forces(const struct galpha_ic *ic);
sunindextype galpha_unrepeatable_residual(const struct galpha_ic *ic);
/* By how much a dependent row contradicts the rows before it at the present state, at
 * the level of positions or else (*in_v) of velocities; 0: it does not. */
sunrealtype galpha_ic_contradiction(const struct galpha_ic *ic, bool *in_v);
/* The recorded row ic->row depends on other rows and agrees with them. */
bool galpha_ic_redundant(const struct galpha_ic *ic);

#endif
