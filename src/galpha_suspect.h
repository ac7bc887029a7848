/* Constraints that are not what they should be. A wrong G or K shows nowhere
 * else: the constraints are met all the same, by wrong motions. One directional difference
 * at the start tells. */
#ifndef GALPHA_SUSPECT_H
#define GALPHA_SUSPECT_H

#include "galpha_accel.h"

/* ic->suspect: a row of the user's [G; K] that is not the derivative of g or k, or
 * -1. */
void galpha_ic_suspect(struct galpha_ic *ic);
/* The dependent row at the present state asks for something else than the rows
 * before it, of positions or else (*in_v) of velocities: by how much, or 0. */
sunrealtype galpha_ic_contradiction(const struct galpha_ic *ic, bool *in_v);

#endif
