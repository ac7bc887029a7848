/* Detects events, such as a contact, that fixed steps pass over: an error of v within one
 * step that is a considerable part of the largest velocity, soon after steps with hardly
 * any error. Unresolved vibrations leave no such quiet steps. */
#ifndef GALPHA_STEP_PASSED_H
#define GALPHA_STEP_PASSED_H

#include <stdbool.h>

#include "step/error_test.h"

struct galpha_passed
{
  sunrealtype top;   /* largest velocity so far */
  sunrealtype pace;  /* velocity at the end of the last quiet step */
  int quiet;         /* steps with hardly any error, up to the last one */
  int left;          /* further steps in which such an error counts */
  sunrealtype share; /* of top by which v is off in the step found */
  bool found;
};

/* After an accepted fixed step; sets found. Components of order 2 count. */
void galpha_passed_step(struct galpha_passed *p, struct galpha_method *method,
                        const struct galpha_errtest *et);

#endif
