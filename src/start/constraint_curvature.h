/* The velocity constraints differentiated along the motion (1, v) at the start: the
 * terms gamma and kappa of G a + gamma = 0 and K a + kappa = 0. */
#ifndef GALPHA_START_CONSTRAINT_CURVATURE_H
#define GALPHA_START_CONSTRAINT_CURVATURE_H

#include "start/memory.h"

/* gamma and kappa at the point, into dl and dp of the model; the first call chooses
 * the increments of the differences. */
int galpha_curvature(struct galpha_ic *ic, const struct galpha_point *at);

#endif
