/* A glance at G and K in a run: cheaper than a comparison, which it may suggest. */
#ifndef GALPHA_START_CONSTRAINT_GLANCE_H
#define GALPHA_START_CONSTRAINT_GLANCE_H

#include "start/memory.h"

/* The blocks as the last step has left them do not seem to be the derivatives of g and k at
 * the present state. Calls g and k twice each. */
bool galpha_glance_doubts(const struct galpha_ic *ic);

#endif
