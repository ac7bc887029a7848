/* Velocities that violate a constraint only by errors of a G that is found by differences. */
#ifndef GALPHA_START_DIFFERENCED_ROWS_H
#define GALPHA_START_DIFFERENCED_ROWS_H

#include "start/memory.h"

/* Whether the row's G v, by differences of g in each coordinate, is off the derivative of g
 * along v by what the row is violated. */
bool galpha_differences_off(struct galpha_ic *ic);

#endif
