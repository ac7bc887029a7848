/* Automatic diagnosis of runs with many failures or very short steps. */
#ifndef GALPHA_API_WATCH_H
#define GALPHA_API_WATCH_H

#include "api/integrator.h"

/* Resets the state for a new start. */
void galpha_watch_begin(struct galpha_mem *mem);
/* After a step: if a fifth of the last hundred attempts could not be solved, or steps
 * have become very short, compares the user's derivatives with differences and warns
 * once. Also compares declarations about the constraints, G and K again, ever more
 * rarely. */
void galpha_watch(struct galpha_mem *mem);
/* The warnings of it that concern rounding. */
void galpha_watch_rounding(struct galpha_mem *mem);
/* Output at t, inside the last step: reports, once, if the step does not resolve the
 * motion there. Returns GALPHA_SUCCESS. */
int galpha_watch_output(struct galpha_mem *mem, sunrealtype t);
/* A root has been found: returns GALPHA_ROOT_RETURN or, if the roots of a function
 * accumulate and the option zeno asks for it, GALPHA_ZENO. */
int galpha_watch_root(struct galpha_mem *mem);

#endif
