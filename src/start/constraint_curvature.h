/* The constraints differentiated along the motion of the start: what they demand of
 * the accelerations besides G a, K a. */
#ifndef GALPHA_START_CONSTRAINT_CURVATURE_H
#define GALPHA_START_CONSTRAINT_CURVATURE_H

#include "start/memory.h"

/* The derivatives of the velocity constraints along (1, v) at the point into dl and
 * dp of the form; the first call seeks the increments. */
int galpha_curvature(struct galpha_ic *ic, const struct galpha_point *at);

#endif
