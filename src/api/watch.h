/* Runs that go badly: once, the library looks for the reason by itself. */
#ifndef GALPHA_API_WATCH_H
#define GALPHA_API_WATCH_H

#include "api/integrator.h"

/* A new start. */
void galpha_watch_begin(struct galpha_mem *mem);
/* After a step: where a fifth of the last hundred attempts could not be solved, or
 * steps have collapsed, the user's derivatives are compared with differences; once,
 * what was declared of the constraints is compared anew. Warns once. */
void galpha_watch(struct galpha_mem *mem);

#endif
