/* How long a step keeps its size, where a change of it costs a matrix: until the errors of
 * several steps allow for a much longer one, or the last no longer for this. Pure
 * numbers. */
#ifndef GALPHA_STEP_STEP_HOLD_H
#define GALPHA_STEP_STEP_HOLD_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

#define GALPHA_HOLD_STEPS 4

struct galpha_hold
{
  sunrealtype error[GALPHA_HOLD_STEPS]; /* of the last steps of this size */
  int known;    /* steps of this size, counted up to twice as many */
  bool settled; /* no longer growing as at a start; zeroed memory: a start */
};

/* The ratio of the next step to this one, 1 to keep it, at most `most`. error: of this
 * step, the tolerance is 1; order: of the method; tried_again: this step failed at
 * first; wanted: the ratio by the usual rule. */
sunrealtype galpha_hold_ratio(struct galpha_hold *hold, sunrealtype error,
                              sunrealtype safety, int order, bool tried_again,
                              sunrealtype most, sunrealtype wanted);

#endif
