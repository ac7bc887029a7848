/* Constraints that GALPHASetActive has switched off or on before a start. */
#ifndef GALPHA_START_SWITCHED_ROWS_H
#define GALPHA_START_SWITCHED_ROWS_H

#include "start/memory.h"

/* The multipliers of constraints that are off are 0. */
void galpha_switched_off(struct galpha_ic *ic);
/* The velocities must satisfy constraints that have been switched on up to errors of the
 * integration; the looser test of a restart would hide an impact. The residuals are in rl
 * and rp. 0 or GALPHA_INCONSISTENT_IC, with the row. */
int galpha_switched_check(struct galpha_ic *ic);
/* The start has succeeded. */
void galpha_switched_settle(struct galpha_ic *ic);

#endif
