/* What the user says of the constraints - g does not depend on t, G is constant, G and
 * K are the derivatives - against the constraints themselves. */
#ifndef GALPHA_START_DECLARED_CONSTRAINTS_H
#define GALPHA_START_DECLARED_CONSTRAINTS_H

#include "start/memory.h"

/* At the start, g by times and by moved coordinates: 0, GALPHA_ILL_INPUT with
 * ic->declared, or the code of a callback that stops. */
int galpha_declared_check(struct galpha_ic *ic);
/* G and K against differences: 0, or GALPHA_ILL_INPUT with ic->declared. */
int galpha_declared_derivatives(struct galpha_ic *ic);
/* The first ones at the present state of a run that began at t0: ic->declared tells. */
void galpha_declared_later(struct galpha_ic *ic, sunrealtype t0);

#endif
