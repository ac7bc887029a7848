/* The state of a run as a row of bytes. */
#ifndef GALPHA_API_CHECKPOINT_STATE_H
#define GALPHA_API_CHECKPOINT_STATE_H

#include "api/integrator.h"

/* Walks along the state: counts bytes (at NULL), copies them to at, or (reading) from it.
 * Nothing is done beyond size bytes, or after a failure. */
struct galpha_walk
{
  unsigned char *at;
  size_t size, done;
  bool reading, failed, no_memory;
};

void galpha_walk_state(struct galpha_walk *w, struct galpha_mem *mem);
/* Brings the parts of the object that no checkpoint holds into one state, which is the same
 * after writing and after reading. Returns a flag of the linear solver. */
int galpha_settle(struct galpha_mem *mem);

#endif
