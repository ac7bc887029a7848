/* Detects a first fixed step that tells nothing of the motion: its error is a good part of
 * the way that y goes in it. At its end that may be meant, as for stiff parts that damping
 * stills; values inside it are those of a curve that owes nothing to the motion. */
#ifndef GALPHA_STEP_UNRESOLVED_H
#define GALPHA_STEP_UNRESOLVED_H

#include <stdbool.h>

#include "step/error_test.h"

struct galpha_unresolved
{
  bool found; /* the last step is such a one */
  bool told;
};

/* After an accepted fixed step; sets found. */
void galpha_unresolved_step(struct galpha_unresolved *u,
                            struct galpha_method *method,
                            const struct galpha_errtest *et);
/* A value at t, in the last step, is to be told: once, and in the first half of the step. */
bool galpha_unresolved_at(const struct galpha_unresolved *u,
                          const struct galpha_state *now, sunrealtype t);

#endif
