/* Detects what fixed steps pass over, as a contact: an error of v within one step that is a
 * good part of the largest velocity, soon after steps in which it was hardly any. Vibrations
 * that the steps do not resolve leave no such quiet steps. */
#ifndef GALPHA_STEP_PASSED_H
#define GALPHA_STEP_PASSED_H

#include <stdbool.h>

#include "step/error_test.h"

struct galpha_passed
{
  sunrealtype top;   /* largest velocity so far */
  sunrealtype pace;  /* velocity at the end of the last quiet step */
  int quiet;         /* steps with hardly any error, up to the last one */
  int left;          /* steps after such ones in which an error tells */
  sunrealtype share; /* of top by which v is off in the step found */
  bool found;
};

/* After an accepted fixed step; sets found. Components of order 2 count. */
void galpha_passed_step(struct galpha_passed *p, struct galpha_method *method,
                        const struct galpha_errtest *et);

#endif
