/* Detects a start in a singular position, where constraints are dependent that are
 * independent nearby. Treated as redundant constraints they would leave the
 * accelerations undetermined. */
#ifndef GALPHA_START_SINGULAR_POSITION_H
#define GALPHA_START_SINGULAR_POSITION_H

#include "start/memory.h"

/* Called after the accelerations of the start, whose factors it uses. Returns
 * GALPHA_SINGULAR_JAC with ic->singular set, 0 if the position is regular, or the code
 * of a failure. */
int galpha_singular_start(struct galpha_ic *ic);

#endif
