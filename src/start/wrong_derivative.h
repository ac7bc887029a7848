/* Derivatives and constraints that are not what they should be. A wrong G or K shows
 * nowhere else: the constraints are met all the same, by wrong motions; a wrong
 * stiffness or damping makes Newton's iteration fail. Differences
 * along one direction at the present state, which is not changed, tell. */
#ifndef GALPHA_START_WRONG_DERIVATIVE_H
#define GALPHA_START_WRONG_DERIVATIVE_H

#include "start/accelerations.h"

/* A row of the user's G or K that is not the derivative of g or k. */
struct galpha_block_row galpha_wrong_constraint_jacobian(
  const struct galpha_ic *ic);
/* By products: <G^T l, x> and <l, G x> differ. */
bool galpha_wrong_transpose(const struct galpha_ic *ic);
/* A row of the user's df/dq or df/dv that belongs neither to the forces f0 nor to
 * those with reactions. */
struct galpha_block_row galpha_wrong_force_jacobian(const struct galpha_ic *ic);
/* A row of the user's Jacobian of the residual form, with the shifts of the last
 * step, that is not the derivative of F. The next step must build its matrix anew. */
sunindextype galpha_wrong_residual_jacobian(const struct galpha_ic *ic);
/* The dependent row at the present state asks for something else than the rows
 * before it, of positions or else (*in_v) of velocities: by how much, or 0. */
sunrealtype galpha_ic_contradiction(const struct galpha_ic *ic, bool *in_v);
/* The row that is named depends on others and demands the same as they. */
bool galpha_ic_redundant(const struct galpha_ic *ic);

/* The row of G that keeps next to nothing beside the rows before it at the present state
 * and ten times as much where the present velocity leads within the time span, one way
 * or the other: a singular position. -1: none. */
sunindextype galpha_singular_position(const struct galpha_ic *ic,
                                      sunrealtype span);

#endif
