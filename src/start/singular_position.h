/* A start in a singular position, where constraints depend on each other that do not
 * nearby: gone on with redundant constraints, accelerations would be any of many. */
#ifndef GALPHA_START_SINGULAR_POSITION_H
#define GALPHA_START_SINGULAR_POSITION_H

#include "start/memory.h"

/* After the accelerations of the start, with their factors: GALPHA_SINGULAR_JAC and
 * ic->singular, or 0, or the code of a failure. */
int galpha_singular_start(struct galpha_ic *ic);

#endif
