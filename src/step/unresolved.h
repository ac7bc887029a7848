/* Detects fixed steps that do not resolve the motion: their error is a considerable part
 * of the displacement in them. For a single first step, or one far longer than those before,
 * this may be intended, as for stiff parts that damping brings to rest; its end is then
 * usable, but output inside it is not.
 * Many such steps in a row mean a motion that is not resolved or oscillates. */
#ifndef GALPHA_STEP_UNRESOLVED_H
#define GALPHA_STEP_UNRESOLVED_H

#include <stdbool.h>

#include "step/error_test.h"

struct galpha_unresolved
{
  bool found;      /* the last step is such a step */
  bool told;       /* output inside it has been reported */
  sunrealtype top; /* largest displacement of a step so far, in tolerances */
  int row;         /* such steps in a row, up to the last one */
  bool row_told;
};

/* After an accepted fixed step; sets found, top and row. */
void galpha_unresolved_step(struct galpha_unresolved *u,
                            struct galpha_method *method,
                            const struct galpha_errtest *et);
/* Whether to report output at t, inside the last step: once, and only in the first half
 * of the step. */
bool galpha_unresolved_at(const struct galpha_unresolved *u,
                          const struct galpha_state *now, sunrealtype t);
/* Whether to report the row; once. */
bool galpha_unresolved_long(const struct galpha_unresolved *u);

#endif
