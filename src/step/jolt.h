/* Detects impacts that pass the error test of positions alone: v changes within one step
 * by much more than h times the earlier acceleration, after steps in which it did not. */
#ifndef GALPHA_STEP_JOLT_H
#define GALPHA_STEP_JOLT_H

#include <stdbool.h>

#include "method/method.h"

struct galpha_jolt
{
  sunrealtype top;   /* largest velocity so far */
  int quiet;         /* steps without such changes, up to the last one */
  sunrealtype share; /* of top by which v changed in the step found */
  bool found;
};

/* After an accepted step with error control; sets found. Components of order 2 count. */
void galpha_jolt_step(struct galpha_jolt *j,
                      const struct galpha_method *method);

#endif
