/* Detects fixed steps that tell nothing of the motion: their error is a good part of the way
 * that y goes in them. At the end of a first step that may be meant, as for stiff parts that
 * damping stills; values inside it are those of a curve that owes nothing to the motion. And
 * many such steps in a row are of a motion that they do not resolve, or that rings. */
#ifndef GALPHA_STEP_UNRESOLVED_H
#define GALPHA_STEP_UNRESOLVED_H

#include <stdbool.h>

#include "step/error_test.h"

struct galpha_unresolved
{
  bool found;      /* the last step is such a first one */
  bool told;       /* a value inside it */
  sunrealtype top; /* longest way of a step so far, in tolerances */
  int row;         /* steps in a row, up to the last one */
  bool row_told;
};

/* After an accepted fixed step; sets found, top and row. */
void galpha_unresolved_step(struct galpha_unresolved *u,
                            struct galpha_method *method,
                            const struct galpha_errtest *et);
/* A value at t, in the last step, is to be told: once, and in the first half of the step. */
bool galpha_unresolved_at(const struct galpha_unresolved *u,
                          const struct galpha_state *now, sunrealtype t);
/* A row is to be told, once. */
bool galpha_unresolved_long(const struct galpha_unresolved *u);

#endif
