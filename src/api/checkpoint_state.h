/* The state of a run as a row of bytes. */
#ifndef GALPHA_API_CHECKPOINT_STATE_H
#define GALPHA_API_CHECKPOINT_STATE_H

#include "api/integrator.h"

/* Walks along the state: counts bytes (at NULL), copies them to at, or (reading) from it.
 * Does nothing beyond size bytes, or after a failure. */
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

/* size bytes of x; the numbers of v in this process, nothing for NULL. */
void galpha_walk_bytes(struct galpha_walk *w, void *x, size_t size);
void galpha_walk_vector(struct galpha_walk *w, N_Vector v);
/* The model's part. First what can fail because sizes or patterns differ or memory is
 * missing, then the values of its blocks. */
void galpha_walk_sizes(struct galpha_walk *w, struct galpha_mem *mem);
void galpha_walk_values(struct galpha_walk *w, struct galpha_mem *mem);

#endif
